// Puzzles in a real browser: tried, taken back, solved and explained; by keys; by phone; in all languages; off the network.
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { must, person, PROGRAM, shot } from './harness.mjs';
import { fits, judge } from './shell.mjs';

const GAMES = ['cyclades', 'mykerinos', 'myriath', 'myst', 'mytikas'];
const sane = (page) => must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);

/** A puzzle of Mykerinos that is answered by one of the question's buttons. */
function choice() {
  const file = new URL('../../../games/mykerinos/puzzles.scn', import.meta.url).pathname;
  const { puzzles } = JSON.parse(execFileSync(PROGRAM, ['puzzles', 'mykerinos', file, '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 }));
  const found = puzzles.find((p) => p.kind === 'win' && p.answer.length === 1 && /^take [LR]$/.test(p.answer[0].move) && /^take [LR]$/.test(p.nearly[0].move));
  must(found, 'there is no such puzzle');
  let h = 0x811c9dc5; // FNV-1a, as src/puzzle/puzzle.ts has it
  for (const c of `${found.kind} ${found.seat} ${found.position}`) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193) >>> 0;
  return { id: h.toString(36), right: found.answer[0].move, wrong: found.nearly[0].move };
}

const open = async (page, server, path) => {
  await page.goto(`${server.base}/puzzle/${path}`);
  await page.locator('.band h2').waitFor();
};

/** Takes the left or right tile, whichever the move says: they are the first two buttons of the question. */
const take = (page, move) => page.locator('.ask .btn:not(.quiet)').nth(move === 'take L' ? 0 : 1).click();

export const puzzles = {
  'puzzle: a wrong try is taken back, the right one is explained and rated once': async ({ browser, server }) => {
    const page = await person(browser, server);
    const { id, right, wrong } = choice();
    await open(page, server, `mykerinos/${id}`);
    must(/only move that wins/.test(await page.locator('.band h2').innerText()), 'it does not say what is asked');
    await take(page, wrong);
    await page.locator('.band.wrong').waitFor();
    await shot(page, 'puzzle-wrong');
    await page.locator('.band:not(.wrong)').waitFor();
    await page.locator('.ask.yours').waitFor();
    await take(page, right);
    await page.getByRole('heading', { name: 'Right. Here is why' }).waitFor();
    await judge(page, 'a solved puzzle');
    await shot(page, 'puzzle-solved');
    const rating = await page.locator('.figures b').nth(1).innerText();
    must(/[+−]\d/.test(rating) && !rating.startsWith('1500'), `the rating does not move: ${rating}`);
    await page.reload();
    await page.getByText('not rated again').waitFor();
    sane(page);
  },
  'puzzle: hints, giving up and the steps by keys': async ({ browser, server }) => {
    const page = await person(browser, server);
    for (const game of GAMES) {
      await open(page, server, game);
      for (let n = 1; n <= 3; n++) {
        await page.keyboard.press('h');
        must((await page.locator('.hints .n.open').count()) === n, `${game}: hint ${n} does not open`);
      }
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.getByRole('heading', { name: 'The answer' }).waitFor();
      await page.keyboard.press('1');
      must((await page.locator('.why .n').first().getAttribute('aria-pressed')) === 'true', `${game}: step 1 is not shown`);
      await page.getByRole('button', { name: 'Show it on the board' }).click();
      await judge(page, `the answer of ${game}`);
      const before = page.url();
      await page.keyboard.press('n');
      await page.locator('.why').waitFor({ state: 'detached' });
      must(page.url() !== before, `${game}: there is no next puzzle`);
    }
    sane(page);
  },
  'puzzle: the day by phone, in every language, by day and night': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const heard = new Set();
    for (const language of ['en', 'fr', 'de']) {
      await page.evaluate((l) => localStorage.setItem('petteia.settings', JSON.stringify({ speed: 'once', language: l })), language);
      await page.goto(`${server.base}/puzzles`);
      await page.locator('main li').nth(GAMES.length - 1).waitFor();
      await fits(page, `puzzles, ${language}`);
      await judge(page, `puzzles, ${language}`);
      await shot(page, `puzzles-phone-${language}`);
      for (const game of GAMES) {
        await open(page, server, game);
        heard.add(`${game}: ${await page.locator('.band h2').innerText()}`);
        await fits(page, `puzzle of ${game}, ${language}`);
        if (language === 'en') await judge(page, `puzzle of ${game} by night`);
        await shot(page, `puzzle-phone-${game}-${language}`);
      }
    }
    must(heard.size === 3 * GAMES.length, `not every language asks in its own words: ${[...heard].join(' | ')}`);
    sane(page);
  },
  'puzzle: off the network': async ({ browser, own }) => {
    const server = await own();
    const page = await person(browser, server, { serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await server.kill();
    await page.context().setOffline(true);
    await page.goto(`${server.base}/puzzles`);
    await page.getByRole('link', { name: /Rated puzzles.*Myriath/ }).click();
    await page.locator('.band h2').waitFor();
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByRole('heading', { name: 'The answer' }).waitFor();
  },
};
