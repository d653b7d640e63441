// Letters as large as they are drawn, whatever scales them: the units of a drawing, a zoom, a transform. The stage measures tables with
// it; here it is the end of a game of each title, told and counted, on a desktop and a phone. SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { must, person, shot } from './harness.mjs';
import { resize, sit } from './stage.mjs';

/** Runs in the page: what is written smaller than can be read without effort inside of `css`. */
export function smallLetters(css) {
  const LEAST = 11;
  const small = new Set();
  /** The height of a letter of one pixel on the screen. A card that turns is narrower for a moment, not lower. */
  const scaleOf = (e) => {
    const drawn = e.closest('svg') && (e instanceof SVGGraphicsElement ? e : e.closest('foreignObject'));
    const matrix = drawn?.getScreenCTM();
    if (matrix) return Math.hypot(matrix.c, matrix.d);
    const box = e.closest(':not(span, b, i, em, strong, small, code, kbd, a)') ?? e; // what is laid out in lines has no height of its own
    return box.offsetHeight > 0 ? box.getBoundingClientRect().height / box.offsetHeight : 1;
  };
  for (const root of document.querySelectorAll(css)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (!node.data.trim() || e.closest('.hidden, defs, symbol, title, [aria-hidden] code') || range.getBoundingClientRect().width < 2) continue;
      if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const size = parseFloat(getComputedStyle(e).fontSize) * scaleOf(e);
      if (size < LEAST - 0.05) small.add(`${size.toFixed(1)} px: ${e.tagName.toLowerCase()}.${e.getAttribute('class') ?? ''} "${node.data.trim().slice(0, 28)}"`);
    }
  }
  return [...small].slice(0, 8);
}

const ENDINGS = { Cyclades: 'fair-3p', Mykerinos: 'fair-3p', Myriath: 'random-4p', Myst: 'rt-10', Mytikas: 'levels-3p' };

/** The last move of a golden game, made in the page, and how the end is told. */
const ending = (game) => async ({ browser, server }) => {
  const page = await person(browser, server, { reducedMotion: 'no-preference' });
  const lines = readFileSync(new URL(`../../../games/${game.toLowerCase()}/golden/${ENDINGS[game]}.play`, import.meta.url), 'utf8').split('\n');
  const last = lines.findLastIndex((text) => /^\d /.test(text));
  await sit(page, server, game.toLowerCase(), `${ENDINGS[game]}:${last + 1}`);
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('textbox', { name: 'Move in notation' }).fill(lines[last].slice(2));
  await page.getByRole('textbox', { name: 'Move in notation' }).press('Enter');
  const [sure, end] = [page.locator('.ask .btn.primary'), page.locator('.the-end h1')];
  await sure.or(end).first().waitFor();
  if (!(await end.isVisible())) await sure.click();
  await end.waitFor();
  const wrong = [];
  const measure = async (what) => {
    for (const size of ['1280x720', '1400x900', '820x1180', '390x844']) {
      await resize(page, size);
      await page.waitForFunction(() => document.querySelector('.the-end').getAnimations({ subtree: true }).every((one) => one.effect.getComputedTiming().endTime === Infinity || one.playState !== 'running'));
      wrong.push(...(await page.evaluate(smallLetters, '.the-end')).map((one) => `${what}, ${size}: ${one}`));
      // No name is broken letter by letter, and nothing sticks out.
      wrong.push(...(await page.evaluate(() => [...document.querySelectorAll('.the-end strong, .the-end .who')].filter((e) => e.textContent.trim() && e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().height > 3 * parseFloat(getComputedStyle(e).lineHeight)).map((e) => `"${e.textContent}" is ${Math.round(e.getBoundingClientRect().height)} px high`))).map((one) => `${what}, ${size}: ${one}`));
      await shot(page, `ending-${game}-${what}-${size}`);
    }
  };
  await measure('told');
  const all = page.getByRole('button', { name: 'Show all' });
  if (await all.isVisible()) await all.click({ timeout: 2000 }).catch(() => {}); // it may be told by now
  await page.locator('.the-end .graph:not(.veiled) svg text').first().waitFor();
  await measure('counted');
  must(wrong.length === 0, `${wrong.length} are wrong:\n  ${wrong.join('\n  ')}`);
  must(page.troubles.length === 0, page.troubles.join('\n'));
};

export const letters = Object.fromEntries(Object.keys(ENDINGS).map((game) => [`${game}: at the end all letters can be read`, ending(game)]));
