// Writes the boards as SVG files that stand alone: node tools/pictures.mjs PROGRAM WEB FOLDER (tools/pictures calls it).
// Each is a position of a golden game, drawn by the page (src/art/drawing.js).
// SPDX-License-Identifier: MIT
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawing, tidy } from '../src/art/drawing.js';
import { launch, person, Server } from '../test/browser/harness.mjs';

const folder = process.argv[4] ?? 'docs/pictures';
const MOST = 150 * 1024;
// Which positions of a game are drawn is the game's own affair: games/NAME/board/gallery.json.
const pictures = readdirSync('games', { withFileTypes: true })
  .map((f) => ({ game: f.name, list: `games/${f.name}/board/gallery.json` }))
  .filter(({ list }) => existsSync(list))
  .flatMap(({ game, list }) => JSON.parse(readFileSync(list, 'utf8')).map((one) => ({ game, ...one })));

mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();
for (const { name, game, record, move, night } of pictures) {
  const page = await person(browser, server, { viewport: { width: 1600, height: 1000 }, colorScheme: night ? 'dark' : 'light' });
  page.setDefaultTimeout(60000);
  await page.goto(`${server.base}/replay`);
  await page.getByLabel('The record').fill(readFileSync(new URL(`../../games/${game}/golden/${record}.play`, import.meta.url), 'utf8'));
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('slider', { name: 'Timeline' }).fill(String(move));
  await page.waitForTimeout(800);
  const text = await page.evaluate(drawing);
  if (text === null) console.log(`${name}: there is no board to draw`);
  else if (text.includes('blob:')) console.log(`${name}: painted by the browser, which a file cannot keep; tools/pictures draws it with Python`);
  else {
    const tidied = tidy(text).replace('>', '><!-- SPDX-License-Identifier: MIT; made by tools/pictures -->');
    if (tidied.length > MOST) throw new Error(`${name} has ${tidied.length} bytes`);
    writeFileSync(join(folder, `${name}.svg`), `${tidied}\n`);
    console.log(`${name}: ${(tidied.length / 1024).toFixed(0)} KiB`);
  }
  await page.context().close();
}
await browser.close();
await server.stop();
