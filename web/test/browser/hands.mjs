// Hands on the boards: pieces dragged, boards zoomed with a finger. SPDX-License-Identifier: MIT
import { must, person, startBots } from './harness.mjs';
import { sit } from './stage.mjs';

const middle = async (target) => {
  const box = await target.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 6, from[1] + ((to[1] - from[1]) * i) / 6);
  await page.mouse.up();
}

/** The same with a finger. */
async function swipe(page, from, to) {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, at) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
  await touch('touchStart', from);
  for (let i = 1; i <= 8; i++) await touch('touchMove', [from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8]);
  await touch('touchEnd');
}
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const lines = (page) => page.locator('.log li').count();
const grown = (page, before) => page.waitForFunction((n) => document.querySelectorAll('.log li').length > n, before);

/** The log tells a move of ours that has these words. */
const told = (page, words) => page.waitForFunction((w) => [...document.querySelectorAll('.log li')].some((li) => w.every((word) => li.textContent.includes(word))), words);

/** How many steps two spaces of Mykerinos are apart. */
const steps = (a, b) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(Number(a[1]) - Number(b[1]));

/** R4.3: below the board of a phone the tray scrolls sideways, and a finger that goes up takes a piece without a rest. What was refused
 *  is not told again to who comes back from another tab, and the log begins with what is newest. */
async function pieceGoesUp({ browser, server }) {
  const page = await person(browser, server, PHONE);
  await sit(page, server, 'myst', 'rt-10:40');
  const tray = page.locator('.my-pieces');
  await tray.locator('[data-piece]').nth(34).waitFor(); // not only the first rows
  const cells = await page.evaluate(() => [...document.querySelectorAll('.my-board .pt-control')].filter((one) => !/, (Yellow|Blue)$/.test(one.getAttribute('aria-label'))).map((one) => one.dataset.name));
  const piece = tray.locator('[data-piece]').nth(1);
  const own = await piece.getAttribute('data-piece');
  const cell = cells.find((name) => /^[a-l][1-8]$/.test(name) && name !== own);
  const [x, y] = await middle(page.locator(`.my-board [data-name="${cell}"]`));
  await swipe(page, await middle(piece), [x, y + 34]); // it is carried above the finger
  await page.locator('.ask .refusal').waitFor();
  const ring = () => page.locator('.my-board [stroke="var(--danger)"]').count();
  await page.waitForFunction(() => !document.querySelector('.my-board [stroke="var(--danger)"]'));
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.waitForFunction(() => { const log = document.querySelector('.log'); return log && log.clientHeight > 0 && log.scrollTop + log.clientHeight >= log.scrollHeight - 2; });
  await page.getByRole('button', { name: 'Board', exact: true }).click();
  await tray.waitFor();
  must((await ring()) === 0, 'an old refusal is told again');
  const top = () => tray.evaluate((e) => e.scrollLeft);
  const from = await middle(tray.locator('[data-piece]').nth(20));
  await swipe(page, from, [from[0] - 120, from[1]]);
  await page.waitForFunction(() => document.querySelector('.my-pieces').scrollLeft > 40).catch(async () => must(false, `the tray stands at ${await top()}`));
}

/** R4.6: on the walk of a phone the question has one height, all that is needed lies above the tabs, and a cell out of reach says how far it is. */
async function walkOnAPhone({ browser, server }) {
  const page = await person(browser, server, PHONE);
  const high = async () => Math.round((await page.locator('#ask').boundingBox()).height);
  const heights = [];
  for (const place of ['rt-10:118', 'rt-10:150']) {
    await sit(page, server, 'myst', place);
    await page.locator('.my .wheel svg').waitFor();
    heights.push(await high());
    const [tray, ...ends] = await page.evaluate(() => ['.play > .tray', '.my .wheel', '.my .keys', '.my .cards'].map((css) => Math.round(document.querySelector(css).getBoundingClientRect().bottom)));
    must(Math.max(...ends) <= tray + 1, `${place}: the tray ends at ${tray}, what lies in it at ${ends}`);
  }
  must(heights[0] === heights[1], `the question is ${heights} px high`);
  await sit(page, server, 'myst', 'rt-10:118');
  await page.locator('.my-board .pt-control[data-name="a8"]').tap({ force: true });
  await page.locator('.ask .refusal', { hasText: /a8 is \d+ steps away/ }).waitFor();
  must((await page.locator('.explain').count()) === 0, 'a card covers the island');
}

export const hands = {
  'Myst: on a phone a finger that goes up takes a piece, one that goes aside scrolls the tray': pieceGoesUp,
  'Myst: on a phone the walk fits, keeps still and says how far': walkOnAPhone,
  'Mykerinos: a dig is extended by a drag': async ({ browser, server }) => {
    const page = await person(browser, server);
    await startBots(page, 'Mykerinos');
    const place = (name) => page.locator(`.board .pt-control[data-name="${name}"]`);
    await page.locator('.ask.yours').waitFor();
    // Where there is most room around: the bot cannot close all of it.
    const open = (await page.locator('.board .pt-control.legal').evaluateAll((all) => all.map((e) => e.dataset.name))).filter((name) => /^[a-h]\d$/.test(name));
    const room = (name) => open.filter((other) => steps(name, other) <= 2).length;
    const start = open.reduce((best, name) => (room(name) > room(best) ? name : best));
    await place(start).click();
    const sure = page.locator('.ask .btn.primary');
    if (await sure.isVisible().catch(() => false)) await sure.click();
    await told(page, [start]);
    for (let asked = '', tries = 0; !/^(Where do you dig|Last action)/.test(asked); asked = await page.locator('.ask.yours').innerText()) {
      must(tries++ < 1200, `it still asks: ${asked}`);
      const none = page.getByRole('button', { name: 'Place no neutral cube' });
      if (await none.isVisible().catch(() => false)) await none.click();
      await page.waitForTimeout(100);
    }
    // The first pair of neighbours, both lit or reachable, that makes an extension.
    const pairs = await page.locator('.board .pt-control.legal').evaluateAll((all) => {
      const names = all.map((e) => e.dataset.name).filter((n) => /^[a-h]\d$/.test(n));
      const near = (a, b) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(Number(a[1]) - Number(b[1])) === 1;
      return names.flatMap((a) => names.filter((b) => near(a, b)).map((b) => [a, b]));
    });
    const pair = pairs.find(([a]) => steps(a, start) === 1);
    must(pair, 'nothing can be extended');
    await drag(page, await middle(place(pair[0])), await middle(place(pair[1])));
    await told(page, pair);
  },
  'Myriath: a tile is dragged from the tray to the streets': async ({ browser, server }) => {
    const page = await person(browser, server);
    await startBots(page, 'Myriath');
    const ours = () => page.locator('.ask.yours').waitFor();
    await ours();
    await page.locator('.board .pt-control.legal').nth(12).click();
    await page.waitForFunction(() => document.querySelectorAll('.board .pt-control.legal').length === 0);
    await ours();
    const before = await lines(page);
    // Where the tile fits is asked once by key; then it is put back, and dragged there.
    const tile = page.locator('.tray button[data-tile]:not(:disabled):not(.dim)').first();
    const name = await tile.getAttribute('data-tile');
    await tile.click();
    await page.keyboard.press('n');
    const ghost = page.locator('.board .mr-ghost').first();
    await ghost.waitFor();
    const to = await middle(ghost);
    await page.keyboard.press('Escape');
    await drag(page, await middle(page.locator(`.tray button[data-tile="${name}"]`)), to);
    await grown(page, before);
  },
  'Cyclades: the offering marker is dragged to a god': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 1600, height: 1000 } });
    await startBots(page, 'Cyclades');
    await page.locator('.ask.yours').waitFor();
    const before = await page.locator('#ask').innerText();
    const place = page.locator('.cy .cell.lit').first();
    const marker = page.locator('.cy .mine').first();
    for (const one of [place, marker]) await one.waitFor();
    await drag(page, await middle(marker), await middle(place));
    await page.waitForFunction((was) => document.querySelector('#ask').innerText !== was, before);
  },
  'Cyclades: a fleet sails by one drag of a finger': async ({ browser, server }) => {
    const page = await person(browser, server, PHONE);
    await sit(page, server, 'cyclades', 'fair-5p:259');
    const place = (name) => page.locator(`.board .pt-control[data-name="${name}"]`);
    await place('k4').waitFor();
    await swipe(page, await middle(place('k4')), await middle(place('j4')));
    await page.waitForFunction(() => /Sail on from j4/.test(document.querySelector('#ask').textContent));
  },
  'Mykerinos: a dig is extended by a finger': async ({ browser, server }) => {
    const page = await person(browser, server, PHONE);
    await sit(page, server, 'mykerinos', 'fair-3p:190');
    const place = (name) => page.locator(`.board .pt-control[data-name="${name}"]`);
    await place('c4').waitFor();
    await swipe(page, await middle(place('c4')), await middle(place('d4')));
    await page.waitForFunction(() => /c4.*d4/.test(document.querySelector('.log')?.textContent));
  },
  'Myriath: a finger lifts a tile out of the tray': async ({ browser, server }) => {
    const page = await person(browser, server, PHONE);
    await sit(page, server, 'myriath', 'random-2p:12');
    const tile = page.locator('.tray button[data-tile]:not(:disabled):not(.dim)').nth(4);
    await tile.waitFor();
    const board = await page.locator('.board svg').first().boundingBox();
    await swipe(page, await middle(tile), [board.x + board.width / 2, board.y + board.height / 2]);
    await page.locator('.board .mr-ghost').first().waitFor();
    await page.getByRole('button', { name: 'Lay it' }).waitFor();
    // The first question already tells what the tile brings, or why it does not fit there.
    await page.waitForFunction(() => /joined\. You get|: .* (board|tile|here)/.test(document.querySelector('.ask .below').textContent));
  },
  'a board is zoomed by a double tap, and whole again': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const game of ['Mykerinos', 'Myriath']) {
      await page.goto(server.base);
      await startBots(page, game);
      await page.locator('.ask.yours').waitFor();
      const board = page.locator('.board svg').first();
      const whole = await board.getAttribute('viewBox');
      const box = await board.boundingBox();
      // Near the edge nothing can be picked.
      const cdp = await page.context().newCDPSession(page);
      const finger = [{ x: box.x + box.width - 5, y: box.y + box.height / 2 }];
      const tap = ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'];
      // On a busy machine two taps may come too far apart to be one.
      for (let i = 0; i < 40 && (await board.getAttribute('viewBox')) === whole; i++) {
        await Promise.all(tap.map((type) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? finger : [] })));
        await page.waitForTimeout(600);
      }
      must(Number((await board.getAttribute('viewBox')).split(' ')[2]) < Number(whole.split(' ')[2]), `${game} is not nearer`);
      await page.getByRole('button', { name: 'Whole board' }).click();
      must((await board.getAttribute('viewBox')) === whole, `${game} is not whole again`);
    }
  },
};
