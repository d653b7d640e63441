// Mytikas in a real browser, from the home page to the end screen by clicks on the board alone, at the smallest and the
// largest table, with axe looking at every kind of decision. SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { must, person, playOut, rematchInSight, shot } from './harness.mjs';
import { sit } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const one = (list) => list[Math.floor(Math.random() * list.length)];

/** What is lit, by name: places on board and tray, tokens and cards of the others, choices, buttons of the ask bar. */
const lit = (page) =>
  page.evaluate(() => {
    const reach = (node) => {
      const box = node.getBoundingClientRect();
      return box.width > 0 && box.height > 0;
    };
    const names = (css) => [...document.querySelectorAll(css)].filter(reach).map((node) => node.getAttribute('data-name') ?? node.textContent.trim());
    return {
      phase: document.querySelector('#ask .title')?.textContent ?? '',
      confirm: names('.ask .btn.primary').length > 0,
      places: names('.mt .pt-control.legal'),
      held: names('.mt .pt-control.legal[aria-pressed="true"]'),
      picks: names('.mt .pick'),
      choices: names('.mt .choices button:enabled'),
      locks: names('.mt .choices button.lock'),
      buttons: names('.ask.yours .btn:not(.quiet):not(.primary)'),
    };
  });

/** What is lit may be gone by then, on a busy machine: the next look tells what to do. */
const click = (page, css) => page.locator(css).first().click({ timeout: 4000 }).catch(() => {});

/** Goes to it with Tab, inside a drawing with the arrows, and presses Enter. */
async function type(page, css) {
  for (let i = 0; i < 160; i++) {
    const way = await page.evaluate((wanted) => {
      const here = document.activeElement;
      if (here?.matches(wanted)) return 'Enter';
      const root = here?.matches('[data-nav]') ? here.closest('svg[role="group"]') : null;
      const scope = here?.closest('.tray .board') ?? root;
      const target = scope && [...scope.querySelectorAll(wanted)][0];
      if (!target) return 'Tab';
      const at = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
      const [dx, dy] = at(target).map((v, k) => v - at(here)[k]);
      const across = Math.random() < 0.25 ? Math.abs(dx) < Math.abs(dy) : Math.abs(dx) > Math.abs(dy);
      return across ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp';
    }, css);
    await page.keyboard.press(way);
    if (way === 'Enter') return;
  }
}

/** One click, as somebody makes it who would like to build high and to lock cards. */
export async function mytikasStep(page, press = click) {
  const place = (on, name) => press(on, `.mt .pt-control.legal[data-name="${name}"]`);
  const now = await lit(page);
  if (now.confirm) return press(page, '.ask .btn.primary');
  if (now.choices.length) {
    const name = now.locks[0] ?? one(now.choices);
    return press(page, `.mt .choices button[data-name="${name}"]`);
  }
  const are = (shape) => now.places.filter((name) => shape.test(name));
  const levels = are(/^olympus-/).sort();
  const spaces = are(/^(minor|small|major|large)-[ab]$/);
  if (levels.length) {
    const held = spaces.some((name) => now.held.includes(name));
    return held ? place(page, levels.at(-1)) : place(page, one(spaces));
  }
  const steps = are(/^step-/).sort();
  if (steps.length && Math.random() < 0.9) return place(page, steps.at(-1));
  const areas = are(/^[zdph][dn]$/);
  if (areas.length) return place(page, areas.find((name) => /^[zd]n$/.test(name)) ?? one(areas));
  const others = now.places.filter((name) => !areas.includes(name));
  if (now.buttons.length && (others.length + now.picks.length === 0 || Math.random() < 0.2 || now.buttons.some((b) => /bonus|End/i.test(b))))
    return press(page, `.ask.yours .btn:nth-last-child(${1 + Math.floor(Math.random() * now.buttons.length)})`);
  if (now.picks.length && Math.random() < 0.5) return press(page, `.mt .pick[data-name="${one(now.picks)}"]`);
  if (others.length) return place(page, one(others));
  if (now.picks.length) return press(page, `.mt .pick[data-name="${one(now.picks)}"]`);
}

async function start(page, players) {
  await page.getByRole('button', { name: 'Play: Mytikas' }).click();
  await page.getByRole('radio', { name: String(players), exact: true }).click();
  await page.getByRole('radio', { name: /Pebble/ }).check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('#ask').waitFor();
}

/** Plays and looks: once for each kind of question axe judges the page. */
function watched(name, press) {
  const seen = new Set();
  return async (page) => {
    const kind = (await page.locator('#ask .title').innerText().catch(() => '')).replace(/\d+|:.*|[A-Z]\w+ (?=Day|Night)/g, '').slice(0, 24);
    if (kind && !seen.has(kind)) {
      seen.add(kind);
      await shot(page, `mytikas-${name}-${seen.size}`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document.querySelector('main'), { resultTypes: ['violations'] }));
      must(violations.length === 0, `axe at "${kind}": ${violations.map((v) => `${v.id}: ${v.nodes[0]?.html.slice(0, 200)} ${v.nodes[0]?.failureSummary?.slice(0, 200)}`).join('; ')}`);
    }
    await mytikasStep(page, press).catch((why) => {
      if (!/Timeout|detached|not visible/.test(why.message)) throw why; // the position went on under the hand
    });
  };
}

async function game(browser, server, players, options, name, press) {
  const page = await person(browser, server, options);
  await start(page, players);
  await playOut(page, watched(name, press), 1500);
  await page.locator('.the-end .tally').waitFor();
  await shot(page, `mytikas-${name}-end`);
  await rematchInSight(page);
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
}

export const mytikas = {
  'Mytikas with two by clicks, from the home page to the end screen': ({ browser, server }) => game(browser, server, 2, {}, 'two'),
  'Mytikas with four by clicks, at night': ({ browser, server }) => game(browser, server, 4, { colorScheme: 'dark' }, 'four'),
  'Mytikas with three on a phone': ({ browser, server }) =>
    game(browser, server, 3, { viewport: { width: 390, height: 844 }, hasTouch: true }, 'phone'),
  'Mytikas: seventeen tokens to put are one row, which a finger hits': async ({ browser, server }) => {
    for (const [width, height] of [[390, 844], [1280, 720]]) {
      const page = await person(browser, server, { viewport: { width, height } });
      await sit(page, server, 'mytikas', 'fair-3p-two:260');
      await page.locator('.choices').waitFor();
      const wrong = await page.evaluate(() => {
        const ask = document.querySelector('#ask');
        const small = [...ask.querySelectorAll('.choices :is(button, input)')].filter((e) => Math.min(e.offsetWidth, e.offsetHeight) < 44).map((e) => `${e.textContent} is ${e.offsetWidth}x${e.offsetHeight}`);
        return [...small, ...[...ask.querySelectorAll('*'), ask].filter((e) => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY)).map((e) => `${e.className} scrolls`)];
      });
      must(wrong.length === 0, `${width} px: ${wrong.join('; ')}`);
      await page.getByRole('button', { name: 'Put 5 tokens locks' }).waitFor(); // it begins with what locks the card
      await page.getByRole('slider', { name: 'On Hestia' }).fill('15');
      await page.getByRole('button', { name: 'One token more' }).click();
      await page.getByRole('button', { name: 'One token more' }).and(page.locator('[aria-disabled="true"]:focus')).waitFor();
      await shot(page, `mytikas-tokens-${width}`);
      await page.getByRole('button', { name: 'One token fewer' }).click();
      await page.getByRole('button', { name: 'Put 16 tokens' }).click();
      await page.locator('.ask .btn.primary').click(); // more than the lock takes is asked about
      await page.locator('.log li', { hasText: 'puts 16 tokens on Hestia' }).first().waitFor({ state: 'attached' });
      must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
      await page.context().close();
    }
  },
  'Mytikas by keyboard only': ({ browser, server }) => game(browser, server, 2, {}, 'keys', type),
};
