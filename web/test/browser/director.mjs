// How moves are shown, in a real browser: by the director's own log, not by pixels. SPDX-License-Identifier: MIT
import { must, person, readStep, shot, startBots } from './harness.mjs';

const EARLY_MS = 3; // a timer may be so much too early

const log = (page) => page.evaluate(() => [...globalThis.petteiaBeats]);
const yours = (page) => page.waitForFunction(() => document.querySelector('.ask.yours') || document.querySelector('.the-end .tally'), null, { timeout: 60000 });

/** A table at which moves are shown at this speed. */
async function table(browser, server, game, { speed = 'normal', reduced = false } = {}) {
  const page = await person(browser, server, { reducedMotion: reduced ? 'reduce' : 'no-preference' });
  await page.evaluate((kept) => localStorage.setItem('petteia.settings', JSON.stringify(kept)), { speed, confirm: 'never' });
  await page.reload();
  await startBots(page, game);
  await page.getByRole('tab', { name: 'Moves' }).click();
  await yours(page);
  return page;
}

/** One own move after the other, until a bot has answered so often. */
async function play(page, answers, most = 60) {
  for (let i = 0; i < most; i++) {
    await readStep(page);
    await page.waitForFunction(() => document.querySelector('.ask:not(.yours)'), null, { timeout: 1500 }).catch(() => {});
    await yours(page);
    const scenes = new Set((await log(page)).filter((e) => e.what === 'pause').map((e) => e.scene));
    if (scenes.size >= answers) return;
  }
  throw new Error('the bot does not answer');
}

/** Beats lie one after the other, so no two actors move at once. */
function oneAtATime(entries) {
  let open = null;
  for (const e of entries) {
    if (e.what === 'begin') {
      must(open === null, `${e.kind} of ${e.actor} begins while ${open?.kind} of ${open?.actor} runs`);
      open = e;
    }
    if (e.what === 'end') open = null;
  }
}

const HURRY = 0.4; // a slow machine falls behind, and then pauses are as much shorter

/** A bot's scene begins its first motion no sooner than the pause after the end of the one before. */
function pauses(entries, me, pause) {
  let counted = 0;
  for (const [i, e] of entries.entries()) {
    if (e.what !== 'pause' || e.actor === me) continue;
    const before = entries.slice(0, i).filter((one) => one.what === 'end' || one.what === 'show').at(-1);
    const first = entries.slice(i).find((one) => one.scene === e.scene && ((one.what === 'begin' && one.kind !== 'light') || one.what === 'show'));
    if (!before || !first) continue;
    must(e.ms === pause || e.ms === pause * HURRY, `scene ${e.scene} has a pause of ${e.ms} ms`);
    must(first.at - before.at >= e.ms - EARLY_MS, `scene ${e.scene} begins after ${first.at - before.at} ms`);
    counted++;
  }
  return counted;
}

const moved = (game) => async ({ browser, server }) => {
  const page = await table(browser, server, game);
  await play(page, 2);
  const entries = await log(page);
  oneAtATime(entries);
  must(pauses(entries, 0, 800) > 0, 'no bot has answered');
  must(entries.some((e) => e.what === 'begin' && !['light', 'fade'].includes(e.kind)), `nothing moves in ${game}`);
  await shot(page, `director-${game.toLowerCase()}`);
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
};

/** A motion that has ended holds nothing: what has turned would be a box of its own for all that is placed around it. */
const letsGo = async ({ browser, server }) => {
  const page = await table(browser, server, 'Cyclades', { speed: 'quick' });
  const turned = async () => (await log(page)).some((e) => e.what === 'begin' && e.kind === 'turn');
  for (let i = 0; !(await turned()); i++) {
    must(i < 80, 'nothing turns');
    await readStep(page);
    await yours(page);
  }
  await yours(page);
  const held = await page.evaluate(() => document.querySelector('.play').getAnimations({ subtree: true }).filter((one) => one.playState === 'finished').map((one) => one.effect.target.getAttribute('aria-label') ?? one.effect.target.tagName));
  must(held.length === 0, `still held: ${held.join('; ')}`);
};

/** Tells the page that it is hidden, or to be seen again. */
const hide = (page, hidden) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

export const director = {
  'Cyclades is shown move by move': moved('Cyclades'),
  'Cyclades: a card that has turned lets go': letsGo,
  'Mykerinos is shown move by move': moved('Mykerinos'),
  'Myriath is shown move by move': moved('Myriath'),
  'Mytikas is shown move by move': moved('Mytikas'),
  'Space ends a pause or a beat, and twice everything': async ({ browser, server }) => {
    const page = await table(browser, server, 'Myriath', { speed: 'calm' });
    // On a busy machine the pause may be over before the key is pressed, or a beat begin late: the best of some moves counts.
    const toThePause = async () => {
      await yours(page);
      const from = (await log(page)).length;
      await readStep(page);
      await page.waitForFunction((n) => globalThis.petteiaBeats.length > n && globalThis.petteiaBeats.at(-1).kind === 'light', from, { timeout: 15000 }).catch(() => {}); // before the bot
      await page.evaluate(() => document.activeElement?.blur());
      return from;
    };
    const late = [];
    while (!(late.at(-1) < 100)) {
      must(late.length < 8, `the next beat does not begin at once: ${late}`);
      const from = await toThePause();
      await page.keyboard.press('Space');
      const next = await page
        .waitForFunction((n) => {
          const all = globalThis.petteiaBeats.slice(n);
          const skip = all.find((e) => e.what === 'skip');
          const begin = skip && all.slice(all.indexOf(skip)).find((e) => e.what === 'begin');
          return begin && { ms: begin.at - skip.at };
        }, from, { timeout: 15000 })
        .then((found) => found.jsonValue(), () => ({ ms: Infinity }));
      late.push(next.ms);
    }
    const flushed = () => page.waitForFunction(() => globalThis.petteiaBeats.some((e) => e.what === 'flush'), null, { timeout: 5000 }).then(() => true, () => false);
    for (let i = 0; i === 0 || !(await flushed()); i++) {
      must(i < 8, 'twice does not end everything');
      await toThePause();
      await Promise.all([page.keyboard.press('Space'), page.keyboard.press('Space')]);
    }
    await yours(page);
  },
  'with reduced motion positions only fade, after a short pause': async ({ browser, server }) => {
    const page = await table(browser, server, 'Mykerinos', { reduced: true });
    await play(page, 2);
    const entries = await log(page);
    const kinds = new Set(entries.filter((e) => e.what === 'begin').map((e) => e.kind));
    must(kinds.size === 1 && kinds.has('fade'), `beats: ${[...kinds].join(', ')}`);
    must(pauses(entries, 0, 400) > 0, 'no bot has answered');
  },
  'who was away is told so, and can see what happened': async ({ browser, server }) => {
    const page = await table(browser, server, 'Myriath');
    await hide(page, true);
    const before = (await log(page)).length;
    await readStep(page);
    await page.waitForFunction(() => document.querySelector('.away'));
    must((await log(page)).length === before, 'a hidden page plays beats');
    await page.setViewportSize({ width: 390, height: 844 });
    const stumps = await page.evaluate(() => [...document.querySelectorAll('.away li span')].filter((e) => e.checkVisibility() && e.clientWidth < Math.min(e.scrollWidth, 100)).map((e) => e.textContent));
    must(stumps.length === 0, `a phone tells stumps of ${stumps.join('; ')}`);
    await page.setViewportSize({ width: 1400, height: 900 });
    await hide(page, false);
    await page.getByRole('button', { name: /^Show/ }).click();
    await page.waitForFunction(() => globalThis.petteiaBeats.some((e) => e.what === 'begin' && e.kind === 'slide'));
    await yours(page);
    must(!(await page.locator('.away').count()), 'the strip stays');
  },
  'the key S changes the speed, and the menu shows it': async ({ browser, server }) => {
    const page = await table(browser, server, 'Myriath');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('s');
    must((await page.evaluate(() => JSON.parse(localStorage.getItem('petteia.settings')).speed)) === 'quick', 'the speed is not kept');
    await page.getByRole('button', { name: 'Menu' }).click();
    must(await page.getByRole('radio', { name: /Quick/ }).isChecked(), 'the menu shows another speed');
    await page.getByRole('radio', { name: /At once/ }).click();
    must((await page.evaluate(() => JSON.parse(localStorage.getItem('petteia.settings')).speed)) === 'once', 'the menu does not set it');
  },
};
