// Without a server: after one visit the server is stopped and the browser taken off the network; then games are played to the end,
// kept, replayed, analysed and exported. SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clickStep, must, person, playOut, PROGRAM, Server, shot, startBots, WEB } from './harness.mjs';

/** A visitor, and everything is on the device once the service worker is active. */
async function visitor(browser, server) {
  const page = await person(browser, server, { serviceWorkers: 'allow', acceptDownloads: true });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  return page;
}

/** The server stops, the network is gone, and the page is loaded anew. */
async function away(page, server) {
  await server.kill();
  await page.context().setOffline(true);
  await page.goto(server.base);
  await page.getByText('You are offline').waitFor();
}

async function back(page, server) {
  await page.context().setOffline(false);
  await server.up();
}

/** Plays to the end screen by the list of legal moves, as fast as the page can: somebody who clicks without thinking. */
const byList = async (page) => {
  await page.getByRole('tab', { name: 'Moves' }).click();
  const stuck = await page.evaluate(async () => {
    const click = (css) => {
      const found = document.querySelectorAll(css);
      found[Math.floor(Math.random() * found.length)]?.click();
      return found.length > 0;
    };
    for (let idle = 0; idle < 3000; idle++) {
      if (document.querySelector('dialog[open] .tally')) return null;
      // The screen is handed over, or a move is confirmed, or one is chosen.
      if (click('.notice .btn.primary') || click('.ask .btn.primary') || click('.ask.yours ~ .side [role=tabpanel] li button')) idle = 0;
      await new Promise((go) => setTimeout(go, 10));
    }
    return document.querySelector('#ask')?.textContent;
  });
  must(stuck === null, `nothing moves: ${stuck}`);
};
const byClicks = (page) => playOut(page, clickStep);

async function ended(page) {
  await page.locator('dialog[open] .tally').waitFor();
  must((await page.locator('dialog[open] h2').first().innerText()).match(/win/), 'the end screen names no winner');
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
}

const tableOf = (page) => new URL(page.url()).pathname.split('/')[2];

/** The record that the archive of this device saves. */
async function exported(page, title) {
  await page.getByRole('link', { name: 'Archive' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Save the record: ${title}` }).first().click()]);
  const text = readFileSync(await file.path(), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'petteia-record-'));
  writeFileSync(join(folder, 'game.play'), text);
  execFileSync(PROGRAM, ['verify', join(folder, 'game.play')], { stdio: 'pipe' });
  rmSync(folder, { recursive: true });
  return text;
}

/** The server takes the record: a table that plays on from it. */
async function accepted(server, record) {
  const ask = (path, body, token) =>
    fetch(`${server.base}/api/${path}`, { method: 'POST', headers: token ? { Authorization: `Bearer ${token}` } : {}, body: JSON.stringify(body) }).then((r) => r.json());
  const { token } = await ask('guest', { name: 'Ada' });
  const tag = (name) => new RegExp(`\\[${name} "(.*)"\\]`).exec(record)[1];
  const players = Number(tag('Players'));
  const moves = record.split('\n').filter((line) => /^(\d|\*) /.test(line)).length;
  const made = await ask('tables', { game: tag('Game'), players, seats: ['me', ...Array(players - 1).fill('beginner')], record, moves: Math.floor(moves / 2) }, token);
  must(made.table, `the server does not take the record: ${JSON.stringify(made)}`);
}

const whole = (title, play) => async ({ browser, own }) => {
  const server = await own();
  const page = await visitor(browser, server);
  await away(page, server);
  await startBots(page, title);
  must(tableOf(page).startsWith('local-'), 'the table is not of this device');
  await play(page);
  await ended(page);
  await shot(page, `offline-${title.toLowerCase()}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click();
  const record = await exported(page, title);
  await back(page, server);
  await accepted(server, record);
};

export const offline = {
  'offline: Mykerinos against a bot, by clicks': whole('Mykerinos', byClicks),
  'offline: Myriath against a bot, by clicks': whole('Myriath', byClicks),
  'offline: Cyclades against a bot, by the list': whole('Cyclades', byList),
  'offline: Mytikas against a bot, by the list': whole('Mytikas', byList),
  'offline: Myst against a bot, by the list': whole('Myst', byList),

  'offline: a game at the same screen, handed over where there are secrets': async ({ browser, own }) => {
    const server = await own();
    const page = await visitor(browser, server);
    await away(page, server);
    await page.getByRole('button', { name: 'Two at this screen' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play: Myst' }).click();
    must((await page.getByRole('radio', { name: 'Friends' }).count()) === 0, 'friends elsewhere are offered without a network');
    await page.getByRole('radio', { name: 'Same screen' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText(/Hand over to Player/).waitFor();
    must((await page.locator('.board').count()) === 0, 'the board is seen before it is handed over');
    await shot(page, 'offline-handover');
    await byList(page);
    await ended(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Home' }).click();
    await exported(page, 'Myst');
  },
};
