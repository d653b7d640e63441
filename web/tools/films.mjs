// Films real play: node tools/films.mjs PROGRAM WEB FOLDER (tools/pictures calls it). Each is a stretch of a golden game, shown move by
// move in a replay and photographed as it is shown; img2webp (Debian's package webp) makes one moving picture of it.
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, person, Server } from '../test/browser/harness.mjs';

const folder = process.argv[4] ?? 'docs/pictures';
const MOST = 400 * 1024;
const MOVES = 7;
const SIZE = { width: 1400, height: 900 }; // a desktop, where every board is as large as it can be
const SHRUNK = 0.7; // a photograph needs no more
const EVERY = 180; // ms between two photographs
const EACH = 8; // photographs of a move

// The game's own list says from which record: its first picture's.
const films = readdirSync('games', { withFileTypes: true })
  .map((f) => ({ game: f.name, list: `games/${f.name}/board/gallery.json` }))
  .filter(({ list }) => existsSync(list))
  .map(({ game, list }) => ({ game, ...JSON.parse(readFileSync(list, 'utf8'))[0] }));

/** The photographs of some moves, one after the other. */
async function film(page, frames) {
  const board = page.locator('main.play .board').first();
  const names = [];
  const take = async () => {
    const path = join(frames, `${String(names.length).padStart(4, '0')}.png`);
    await board.screenshot({ path, animations: 'allow' });
    names.push(path);
  };
  for (let i = 0; i < MOVES; i++) {
    await page.getByRole('button', { name: 'One move on' }).click();
    for (let k = 0; k < EACH; k++) {
      const began = Date.now();
      await take();
      await page.waitForTimeout(Math.max(0, EVERY - (Date.now() - began)));
    }
  }
  return names;
}

/** As good as fits. */
function develop(names, out) {
  for (const quality of [60, 45, 30, 15]) {
    execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', String(quality), '-m', '6', '-d', String(EVERY), ...names.slice(0, -1), '-d', '1600', names.at(-1), '-o', out], { stdio: 'ignore' });
    if (statSync(out).size <= MOST) return;
  }
  throw new Error(`${out} has ${statSync(out).size} bytes`);
}

mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();
for (const { game, record, move } of films) {
  const page = await person(browser, server, { viewport: SIZE, deviceScaleFactor: SHRUNK, reducedMotion: 'no-preference' });
  await page.evaluate(() => localStorage.setItem('petteia.settings', JSON.stringify({ speed: 'normal' })));
  await page.goto(`${server.base}/replay`);
  await page.getByLabel('The record').fill(readFileSync(new URL(`../../games/${game}/golden/${record}.play`, import.meta.url), 'utf8'));
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('slider', { name: 'Timeline' }).fill(String(Math.max(0, move - MOVES)));
  await page.waitForTimeout(800);
  await page.evaluate(() => document.querySelectorAll('.zoom').forEach((buttons) => (buttons.style.display = 'none')));
  const frames = mkdtempSync(join(tmpdir(), 'petteia-film-'));
  const out = join(folder, `${game}-play.webp`);
  const names = await film(page, frames);
  develop(names, out);
  rmSync(frames, { recursive: true });
  console.log(`${game}-play: ${names.length} photographs, ${(statSync(out).size / 1024).toFixed(0)} KiB`);
  await page.context().close();
}
await browser.close();
await server.stop();
