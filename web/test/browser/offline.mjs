// Without a server: after one visit the server is stopped and the browser taken off the network; then games are played to the end,
// kept, replayed, analysed and exported. SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byList, clickStep, must, person, playOut, PROGRAM, Server, shot, startBots, WEB } from './harness.mjs';
import { fits, judge } from './shell.mjs';

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

const byClicks = (page) => playOut(page, clickStep);

/** `counted`: somebody had points, so there is a tally. */
async function ended(page, counted = true) {
  await page.locator(counted ? '.the-end .tally' : '.the-end h1').waitFor();
  must((await page.locator('.the-end h1').innerText()).match(/w[io]n/), 'the end screen names no winner');
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
  await page.locator('.the-end').getByRole('link', { name: 'Home' }).click();
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
    // The course of the game comes later than the tally, and moves nothing that somebody is about to click.
    const home = page.locator('.the-end').getByRole('link', { name: 'Home' });
    const before = (await home.boundingBox()).y;
    await page.locator('.the-end .graph svg[role=img]').waitFor();
    must((await home.boundingBox()).y === before, `Home has moved from ${before} to ${(await home.boundingBox()).y}`);
    await home.click();
    await exported(page, 'Myst');
  },

  'offline: a game goes on after a reload, with undo, hint, score and resignation; then replay, analysis and import': async ({ browser, own }) => {
    const server = await own();
    const page = await visitor(browser, server);
    await away(page, server);
    await startBots(page, 'Mykerinos');
    await page.locator('.ask.yours').waitFor();
    const lines = () => page.locator('.log li button').count();
    // A move, a reload, and it is where it was.
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.locator('[role=tabpanel] li button').first().click();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.locator('.log li button').nth(1).waitFor(); // the set-up and this move; whose turn is next differs
    await page.locator('.ask.yours').waitFor();
    const before = await lines();
    must(before > 1, `the log has ${before} lines`);
    await page.reload();
    await page.locator('.ask.yours').waitFor();
    await page.locator('.log li button').first().waitFor(); // the panels come a few frames after the board
    must((await lines()) === before, `${await lines()} lines after the reload, not ${before}`);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('The bot would play').first().waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Moves were taken back').first().waitFor();
    await page.locator('.ask.yours').waitFor();
    await page.getByRole('button', { name: /The points of/ }).first().click();
    await page.locator('dialog[open] .tally').waitFor();
    await page.keyboard.press('Escape');
    // Home offers to go on.
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('link', { name: /^Play Mykerinos/ }).click();
    await page.locator('.ask.yours').waitFor();
    // The same table is not opened twice: the tabs would write over each other.
    const twin = await page.context().newPage();
    await twin.goto(page.url());
    await twin.getByText('open in another tab').waitFor();
    await twin.close();
    for (let i = 0; i < 4; i++) {
      await page.locator('.ask.yours').waitFor();
      await page.getByRole('tab', { name: 'Moves' }).click();
      await page.locator('[role=tabpanel] li button').first().click();
    }
    await page.locator('.ask.yours').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await ended(page, false);
    await page.getByRole('link', { name: 'Replay with analysis' }).click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.side .graph, .side svg[role=img]').first().waitFor();
    await page.getByRole('button', { name: 'First position' }).click();
    await page.getByText('The beginning').waitFor();
    await shot(page, 'offline-replay');
    await page.getByRole('link', { name: 'Home' }).first().click();
    const record = await exported(page, 'Mykerinos');
    await shot(page, 'offline-archive');
    // It can be removed, and comes back as a text.
    await page.getByRole('button', { name: 'Remove: Mykerinos' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No games on this device yet').waitFor();
    await page.getByRole('link', { name: 'Open a record' }).click();
    await page.getByLabel('The record').fill(record);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('button', { name: 'Keep on this device' }).click();
    await page.locator('span', { hasText: 'Saved on this device' }).first().waitFor();
    await page.goto(`${server.base}/archive`);
    await page.getByRole('link', { name: 'Replay Mykerinos' }).waitFor();
    must((await exported(page, 'Mykerinos')) === record, 'the record has changed on its way');
    // Rules and lessons are there too.
    await page.goto(`${server.base}/rules/myst#R4.3`);
    await page.locator('article .is-rule').first().waitFor();
    await page.goto(`${server.base}/learn/cyclades`);
    await page.locator('.coach').waitFor();
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },

  'offline: a clock runs on this device, and rests while the page is closed': async ({ browser, own }) => {
    const server = await own();
    const page = await visitor(browser, server);
    await away(page, server);
    await page.getByRole('button', { name: 'Play: Mykerinos' }).click();
    must((await page.getByLabel('Clock').locator('option').allInnerTexts()).every((words) => !/days/.test(words)), 'days are offered at one device');
    await page.getByLabel('Clock').selectOption({ label: '10 minutes and 10 seconds a move' });
    await page.getByRole('radio', { name: /Pebble/ }).check();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.ask.yours').waitFor();
    const seconds = async () => {
      const [minutes, rest] = (await page.locator('.clock.running').first().innerText()).trim().split(':').map(Number);
      return 60 * minutes + rest;
    };
    await page.waitForTimeout(2500);
    const opened = [Date.now()]; // when the page was opened and closed, on any machine
    const before = await seconds();
    must(before > 300 && before < 600, `the clock shows ${before} seconds after the first moments`);
    const place = page.url();
    await page.goto(server.base);
    opened.push(Date.now());
    await page.waitForTimeout(6000);
    opened.push(Date.now());
    await page.goto(place);
    await page.locator('.ask.yours').waitFor();
    const after = await seconds();
    const open = (opened[1] - opened[0] + Date.now() - opened[2]) / 1000;
    must(before - after < open + 3, `${before - after} seconds went by, while the page was open for ${open}`);
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },

  'offline: bots of every level think and move': async ({ browser, own }) => {
    const server = await own();
    const page = await visitor(browser, server);
    await page.waitForFunction(async () => (await Promise.all((await caches.keys()).map(async (c) => (await (await caches.open(c)).keys()).map((r) => r.url)))).flat().some((url) => /mykerinos-2-.*[.]net$/.test(url)));
    await away(page, server);
    for (const bot of ['Pebble', 'Oarsman', 'Shepherd', 'Hoplite', 'Merchant', 'Helmsman', 'Strategos', 'Archon', 'Oracle', 'Titan']) {
      await page.goto(server.base);
      await page.getByRole('button', { name: 'Play: Mykerinos' }).click();
      await page.getByRole('radio', { name: bot }).check();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.locator('.ask.yours').waitFor();
      const name = await page.locator('.players strong').nth(1).innerText(); // a bot's own, not its level's
      const answered = page.locator('.log li', { hasText: name });
      for (let i = 0; i < 3 && !(await answered.count()); i++) {
        await page.locator('.ask.yours').waitFor();
        await page.getByRole('tab', { name: 'Moves' }).click();
        await page.locator('[role=tabpanel] li button').first().click();
        await page.getByRole('tab', { name: 'Log' }).click();
        await page.locator('.ask.yours').waitFor();
      }
      must((await answered.count()) > 0, `${bot} does not move`);
    }
    await page.goto(server.base);
    await page.getByRole('button', { name: 'Play: Myst' }).click();
    must((await page.getByRole('radio', { name: 'Titan' }).count()) === 0, 'Titan is offered where it has learned nothing');
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },

  'offline: every screen by axe, wide and narrow': async ({ browser, own }) => {
    const server = await own();
    const page = await visitor(browser, server);
    await away(page, server);
    const look = async (where) => {
      for (const [width, height] of [[1400, 900], [320, 640]]) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(250);
        await judge(page, `${where}, ${width} wide`);
        await fits(page, where);
      }
      await page.setViewportSize({ width: 1400, height: 900 });
    };
    await look('home without a network');
    await page.getByRole('button', { name: 'Play: Myst' }).click();
    await look('a new table without a network');
    await page.keyboard.press('Escape');
    await startBots(page, 'Mytikas');
    await page.locator('.ask.yours').waitFor();
    await look('a table of this device');
    for (const [path, ready] of [['archive', 'Games on this device'], ['tables', 'this comes back with the network'], ['leaders', 'this comes back with the network']]) {
      await page.goto(`${server.base}/${path}`);
      await page.getByText(ready).first().waitFor();
      await look(path);
    }
    await page.goto(`${server.base}/archive`);
    await page.getByRole('button', { name: 'Remove: Mytikas' }).click();
    await look('the question whether to remove a game');
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },

  'offline: with a network a game can be on this device too, and plays on elsewhere': async ({ browser, own }) => {
    const server = await own();
    const page = await person(browser, server);
    await page.getByRole('button', { name: 'Play: Mykerinos' }).click();
    await page.getByRole('radio', { name: /Pebble/ }).check();
    await page.getByRole('checkbox', { name: /On this device/ }).check();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.ask.yours').waitFor();
    must(tableOf(page).startsWith('local-'), 'the table is not of this device');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.locator('[role=tabpanel] li button').first().click();
    await page.locator('.ask.yours').waitFor();
    await page.goto(`${server.base}/replay/${tableOf(page)}`);
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/table\/local-/);
    await page.locator('.ask.yours').waitFor();
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },

  'offline: the page can be installed': async ({ browser, server }) => {
    const page = await visitor(browser, server);
    const cdp = await page.context().newCDPSession(page);
    const { errors, url } = await cdp.send('Page.getAppManifest');
    must(errors.length === 0 && url.endsWith('/manifest.webmanifest'), `the manifest is wrong: ${JSON.stringify(errors)}`);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    // A window without a profile of its own cannot install anything.
    const wrong = installabilityErrors.filter((e) => e.errorId !== 'in-incognito');
    must(wrong.length === 0, `it cannot be installed: ${JSON.stringify(wrong)}`);
    const manifest = await fetch(`${server.base}/manifest.webmanifest`);
    must(manifest.headers.get('content-type').startsWith('application/manifest+json'), 'the manifest has the wrong type');
    const told = await manifest.json();
    must(told.start_url === '/' && told.scope === '/' && told.display === 'standalone' && told.name, 'the manifest lacks something');
    must(told.icons.some((i) => i.purpose === 'maskable') && told.icons.some((i) => i.purpose === 'any'), 'icons are missing');
    for (const icon of told.icons) {
      const answer = await fetch(server.base + icon.src);
      must(answer.ok && answer.headers.get('content-type') === icon.type, `${icon.src} is not there`);
    }
    const worker = await fetch(`${server.base}/sw.js`);
    must(worker.headers.get('cache-control') === 'no-cache', 'an old service worker could be kept');
    must(worker.headers.get('content-type').startsWith('text/javascript'), 'the service worker has the wrong type');
  },

  'offline: a new version is taken whole, and a mixture not at all': async ({ browser, own }) => {
    const web = mkdtempSync(join(tmpdir(), 'petteia-version-'));
    cpSync(WEB, web, { recursive: true });
    const server = await own(web);
    const page = await visitor(browser, server);
    const kept = () => page.evaluate(() => caches.keys());
    const [first] = await kept();
    // Another index.html: with the sum of the old one it is a mixture; with its own it is a new version.
    const sw = readFileSync(join(web, 'sw.js'), 'utf8');
    const html = readFileSync(join(web, 'index.html'), 'utf8').replace('</head>', '<meta name="version" content="2" /></head>');
    const sum = (text) => createHash('sha256').update(text).digest('hex');
    const old = sum(readFileSync(join(web, 'index.html'), 'utf8'));
    const publish = async (text) => {
      await server.kill();
      writeFileSync(join(web, 'sw.js'), text);
      writeFileSync(join(web, 'index.html'), html);
      await server.up();
      await page.evaluate(() => navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => {}));
    };
    await publish(sw.replace(/VERSION = '\w+'/, "VERSION = 'mixture'"));
    await page.waitForTimeout(3000);
    must(String(await kept()) === first, `a mixture was taken: ${await kept()}`);
    await publish(sw.replace(/VERSION = '\w+'/, "VERSION = 'second'").replace(old, sum(html)));
    await page.getByText('A new version of the page is ready').first().waitFor();
    must((await kept()).includes('petteia-second'), 'the new version was not taken');
    await page.getByRole('button', { name: 'Load it' }).click();
    await page.locator('meta[name=version]').waitFor({ state: 'attached' });
    await server.kill();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('You are offline').waitFor();
    must((await page.locator('meta[name=version]').count()) === 1, 'the old version came back');
    rmSync(web, { recursive: true, force: true });
  },
};
