// Whole games in a real browser against the real server. Each test is one story. SPDX-License-Identifier: MIT
import { clickStep, keyStep, linkOf, must, person, playOut, readStep, rematchInSight, seatBot, shot, startBots } from './harness.mjs';

async function ended(page, name) {
  await page.locator('.the-end .tally').waitFor();
  must((await page.locator('.the-end h1').innerText()).match(/w[io]n/), 'the end screen names no winner');
  await shot(page, name);
  const behind = await page.evaluate(() => {
    const log = document.querySelector('.log');
    return log ? log.scrollHeight - log.scrollTop - log.clientHeight : 0;
  });
  await rematchInSight(page);
  must(behind < 60, `the log stands ${behind} px before its end`);
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
}

/** The weakest bot is the one played last. */
const easy = (page) => page.evaluate(() => localStorage.setItem('petteia.settings', '{"level":"beginner"}'));

async function readGame(browser, server, game) {
  const page = await person(browser, server);
  await startBots(page, game);
  await page.getByRole('tab', { name: 'Moves' }).click();
  await playOut(page, readStep, 3000);
  await ended(page, `end-reader-${game.toLowerCase()}`);
}

export const games = {
  'the level of the bots follows whoever likes it': async ({ browser, server }) => {
    const page = await person(browser, server);
    await page.getByRole('button', { name: 'Play: Mykerinos' }).click();
    await page.getByRole('radio', { name: /Hoplite/ }).check();
    await page.getByRole('checkbox', { name: /level follows me/ }).check();
    await shot(page, 'levels');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('#ask').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.the-end').getByText('Next time: Shepherd').waitFor();
    await shot(page, 'level-next');
    await page.goto(server.base);
    await page.getByRole('button', { name: 'Play: Mykerinos' }).click();
    must(await page.getByRole('radio', { name: /Shepherd/ }).isChecked(), 'the next table offers another level');
    must(await page.getByRole('checkbox', { name: /level follows me/ }).isChecked(), 'the choice is forgotten');
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'Mykerinos by clicks, from the home page to the end screen': async ({ browser, server }) => {
    const page = await person(browser, server);
    await startBots(page, 'Mykerinos');
    await playOut(page, clickStep);
    await ended(page, 'end-mykerinos');
  },
  'Myriath by clicks, from the home page to the end screen': async ({ browser, server }) => {
    const page = await person(browser, server);
    await startBots(page, 'Myriath');
    await playOut(page, clickStep);
    await ended(page, 'end-myriath');
  },
  'Mykerinos by keyboard only': async ({ browser, server }) => {
    const page = await person(browser, server);
    await easy(page);
    await page.goto(`${server.base}/?play=mykerinos`);
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.keyboard.press('Enter'); // Start has the focus
    await page.locator('#ask').waitFor();
    await playOut(page, keyStep);
    await ended(page, 'end-keyboard');
  },
  'Myriath by keyboard only': async ({ browser, server }) => {
    const page = await person(browser, server);
    await easy(page);
    await page.goto(`${server.base}/?play=myriath`);
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#ask').waitFor();
    await playOut(page, keyStep);
    await ended(page, 'end-keyboard-myriath');
  },
  'a game by the accessibility tree and the command box alone': async ({ browser, server }) => {
    const page = await person(browser, server);
    await startBots(page, 'Mykerinos');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await playOut(page, readStep);
    await ended(page, 'end-reader');
  },
  'Mytikas by the accessibility tree and the command box alone': ({ browser, server }) => readGame(browser, server, 'Mytikas'),
  'Cyclades by the accessibility tree and the command box alone': ({ browser, server }) => readGame(browser, server, 'Cyclades'),
  'Cyclades with two browsers and two bots': async ({ browser, server }) => {
    const ana = await person(browser, server);
    const theo = await person(browser, server);
    await ana.getByRole('button', { name: 'Play: Cyclades' }).click();
    await ana.getByRole('radio', { name: 'Friends' }).click();
    await ana.getByRole('radio', { name: '4', exact: true }).click();
    await ana.getByRole('button', { name: 'Make the table' }).click();
    await theo.goto(await linkOf(ana));
    await theo.getByRole('button', { name: 'Sit here' }).first().click();
    for (const page of [ana, theo]) await page.getByRole('button', { name: 'I am ready' }).click();
    for (let i = 2; i; i--) await seatBot(ana, 'Shepherd', i);
    for (const page of [ana, theo]) {
      await page.locator('#ask').waitFor();
      await page.getByRole('tab', { name: 'Moves' }).click();
    }
    await Promise.all([playOut(ana, readStep, 3000), playOut(theo, readStep, 3000)]);
    await ended(ana, 'end-cyclades-two');
    await ended(theo, 'end-cyclades-theo');
  },
  'two browsers against each other, by a link': async ({ browser, server }) => {
    const ana = await person(browser, server);
    const theo = await person(browser, server);
    await ana.getByRole('button', { name: 'Play: Myriath' }).click();
    await ana.getByRole('radio', { name: 'Friends' }).click();
    await ana.getByRole('button', { name: 'Make the table' }).click();
    await theo.goto(await linkOf(ana));
    await theo.getByRole('button', { name: 'Sit here' }).click();
    for (const page of [ana, theo]) await page.getByRole('button', { name: 'I am ready' }).click();
    await Promise.all([playOut(ana, clickStep), playOut(theo, clickStep)]);
    await ended(ana, 'end-two');
    await ended(theo, 'end-two-theo');
    await ana.getByRole('button', { name: 'Rematch' }).click();
    await theo.getByRole('button', { name: 'Rematch' }).click();
    for (const page of [ana, theo]) await page.locator('#ask').waitFor(); // everybody is taken along
  },
  'one game at the same screen': async ({ browser, server }) => {
    const page = await person(browser, server);
    await page.getByRole('button', { name: 'Play: Myriath' }).click();
    await page.getByRole('radio', { name: 'Same screen' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('#ask').waitFor();
    await playOut(page, clickStep);
    await ended(page, 'end-same-screen');
  },
};
