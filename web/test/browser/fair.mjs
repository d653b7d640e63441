// Fair play on the page: what leaving costs is said before one leaves, who leaves too often hears why and until when, and moderators
// see games that look thrown with their evidence. And how somebody who was never here sits down at a friend's table.
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { host, member, post } from './club.mjs';
import { linkOf, must, shot } from './harness.mjs';
import { fits, judge } from './shell.mjs';

async function lobby(page) {
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('button', { name: 'Play: Myriath' }).click();
  await page.getByRole('radio', { name: 'Friends' }).click();
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.getByText('Starts when all are ready').waitFor();
}

/** A game of two that has begun. */
async function begin(one, other) {
  await lobby(one);
  await other.goto(await linkOf(one));
  await other.getByRole('button', { name: 'Sit here' }).click();
  await one.getByText('This game will count for ratings.').waitFor();
  for (const page of [one, other]) await page.getByRole('button', { name: 'I am ready' }).click();
  for (const page of [one, other]) await page.locator('#ask').waitFor();
}

async function askTo(page, what) {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: what }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: what });
  await dialog.waitFor();
  return dialog;
}

/** In every language, by day and by night, on a desk and on a phone; then as it was. */
async function everywhere(page, name) {
  for (const [width, height, colorScheme] of [[1400, 900, 'light'], [390, 844, 'light'], [390, 844, 'dark'], [1400, 900, 'dark']]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await fits(page, `${name} at ${width}`);
    await judge(page, `${name} at ${width}, ${colorScheme}`);
    await shot(page, `fair-${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

export const evidence = (tables) =>
  JSON.stringify({ played: 6, lost: 6, early: 5, score: 0, expected: 310, doubt: 280, rise: 412, games: tables.map((table, i) => ({ table, game: 'myriath', at: Date.now() - i * 3600000, ms: 90000, moves: 2, score: 0, expected: 52, rise: 70, early: true })) });

export const fair = {
  'fair play: what leaving costs is said before, and too much of it closes rated games for a while': async ({ browser, own }) => {
    const server = await own();
    await post(server, 'admin/settings', { name: 'shared', value: '127.0.0.0/8 ::/64' }, host(server)); // all of these play from one machine
    const [ana, theo] = [await member(browser, server, 'Ana'), await member(browser, server, 'Theo')];
    await begin(ana, theo);
    const leaving = await askTo(theo, 'Hand over to a bot');
    await leaving.getByText('After three games left in a week, rated games are closed to you for a day.').waitFor();
    await everywhere(theo, 'leave');
    await theo.keyboard.press('Escape');
    await leaving.waitFor({ state: 'hidden' });
    for (let left = 1; ; left++) {
      const sure = await askTo(theo, 'Resign');
      await sure.getByText('Before everybody has made five moves it counts as left').waitFor();
      if (left === 1) await everywhere(theo, 'resign');
      await sure.getByRole('button', { name: 'Resign' }).focus();
      await theo.keyboard.press('Enter');
      await ana.getByRole('heading', { name: 'You won: Theo resigned' }).waitFor();
      if (left === 3) break;
      await begin(ana, theo);
    }
    await theo.getByText('No rated games for a while').first().waitFor();
    await theo.goto(`${server.base}/account`);
    await theo.getByRole('heading', { name: 'Decided about you' }).waitFor();
    await theo.getByText('No rated games for a while').first().waitFor();
    await judge(theo, 'a limit in the account');
    const nora = await member(browser, server, 'Nora');
    await lobby(nora);
    await theo.goto(await linkOf(nora));
    await theo.getByRole('button', { name: 'Sit here' }).click();
    await nora.getByText('Does not count for ratings: somebody has left too many games.').waitFor();
  },
  'fair play: moderators see games that look thrown, with the evidence': async ({ browser, own }) => {
    const server = await own();
    const [ines, ana, theo] = [await member(browser, server, 'Ines'), await member(browser, server, 'Ana'), await member(browser, server, 'Theo')];
    await post(server, 'admin/roles', { name: 'Ines', role: 'moderator', words: 'asked to help' }, host(server));
    const ids = await Promise.all([ana, theo].map((page) => page.evaluate(async () => (await (await fetch('/api/me', { headers: { Authorization: `Bearer ${localStorage.getItem('petteia.token')}` } })).json()).person)));
    // A pattern takes more games than two play from one machine in a day: it is written as the server writes it.
    const insert = 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1], timeout=20); d.execute("INSERT INTO reports(kind, at, state, person, about, place, number, words, evidence, verdict) VALUES(4, ?, 0, ?, ?, \'\', 0, \'\', ?, \'\')", sys.argv[2:]); d.commit()';
    execFileSync('python3', ['-c', insert, join(server.data, 'petteia.db'), String(Date.now()), ids[0], ids[1], evidence(['taaa', 'tbbb'])]);
    await ines.goto(`${server.base}/admin`);
    await ines.getByRole('button', { name: /Games that look thrown/ }).focus();
    await ines.keyboard.press('Enter');
    await ines.getByText('Theo has lost 6 of 6 rated games against the same person, 5 of them given up early').waitFor();
    must((await ines.locator('table a[href^="/replay/"]').count()) === 2, 'the games are not there to be read');
    await ines.getByText('Nothing follows from this by itself.').waitFor();
    await everywhere(ines, 'thrown');
  },
};
