// Cyclades in a real browser, from the home page to the end screen, against bots: clicks on what is lit, at random from a
// fixed seed, so that every phase that comes up has to be playable that way. run.mjs runs it with the others; by itself:
//   node test/browser/cyclades.mjs PROGRAM WEB [--players 2,5] [--shots FOLDER] [--night] [--size 1600x1000] [--clicks N] [--axe] [--keys]
// With --keys no pointer is used: Tab, Page Down, Enter. SPDX-License-Identifier: MIT
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { byList, launch, must, person, Server, shot, startBots } from './harness.mjs';
import { sit } from './stage.mjs';

const rest = process.argv.slice(4);
const option = (name, normal) => (rest.includes(`--${name}`) ? (rest[rest.indexOf(`--${name}`) + 1] ?? '') : normal);
const shots = option('shots', '');
const [width, height] = option('size', '1600x1000').split('x').map(Number);
const MOST = Number(option('clicks', '6000'));
const axe = rest.includes('--axe') ? createRequire(import.meta.url).resolve('axe-core/axe.min.js') : null;
if (shots) mkdirSync(shots, { recursive: true });

/** Small, fast, the same on every machine. */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What can be clicked now, as the page shows it. */
const look = () => {
  const ask = document.querySelector('#ask');
  if (document.querySelector('.the-end .tally')) return { over: true };
  if (!ask?.classList.contains('yours')) return { wait: true };
  const sure = [...ask.querySelectorAll('.btn.primary')];
  if (sure.length) return { phase: 'confirm', list: [['.ask .btn.primary', 'confirm']] };
  const list = [];
  const add = (selector, kind) =>
    document.querySelectorAll(selector).forEach((node, i) => node.getClientRects().length && list.push([selector, kind, i, node.dataset.word ?? node.dataset.form ?? node.dataset.name ?? '']));
  add('.ask .actions button', 'action');
  add('.cy .pt-control.legal', 'place');
  add('.cy .card.lit', 'card');
  add('.cy .cell.lit', 'cell');
  add('.cy .medal.lit', 'god');
  return { list, title: ask.innerText.split('\n')[0] };
};

/** One of the things to click; actions of the menu before its end, and no offering that ruins. */
function choose(list, random, streak) {
  const of = (kind) => list.filter((one) => one[1] === kind);
  const any = (some) => some[Math.floor(random() * some.length)];
  const cells = of('cell');
  const small = cells.filter((c) => !c[3].endsWith(':more')).slice(0, 8);
  if (cells.length && random() < 0.75) return any(small.length ? small : cells);
  if (of('god').length && random() < 0.5) return any(of('god'));
  if (of('place').length && random() < 0.7) return any(of('place'));
  const ends = new Set(['end', 'stop', 'done', 'waste', 'stay']);
  const actions = of('action');
  const deeds = actions.filter((a) => !ends.has(a[3]));
  if (streak > 14 && actions.some((a) => a[3] === 'end')) return actions.find((a) => a[3] === 'end');
  if (of('card').length && random() < 0.25) return any(of('card'));
  if (deeds.length && random() < 0.85) return any(deeds);
  return any(actions.length ? actions : list);
}

/** Accessibility of what is shown now; the server's policy forbids inline scripts, so axe goes in through the debugger. */
async function judge(page, id) {
  await page.evaluate(readFileSync(axe, 'utf8'));
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(' | ')}`)));
  for (const one of found) page.troubles.push(`axe, ${id}: ${one}`);
}

/** A click in the middle of what is meant; a place of the map is clicked on its own ground, where the middle may be another's. */
async function tap(page, target, kind) {
  if (kind !== 'place') return target.click({ timeout: 3000 }).catch(() => {});
  const at = await target.evaluate((node) => {
    const shape = node.querySelector('path, circle');
    node.scrollIntoView({ block: 'nearest' });
    const box = shape.getBoundingClientRect();
    for (let i = 0; i < 400; i++) {
      // From the middle outward, until the point belongs to this control.
      const r = i / 400;
      const x = box.x + box.width * (0.5 + 0.5 * r * Math.cos(i * 2.4));
      const y = box.y + box.height * (0.5 + 0.5 * r * Math.sin(i * 2.4));
      if (document.elementFromPoint(x, y)?.closest('[data-name]') === node) return { x, y };
    }
    return null;
  }).catch(() => null);
  if (at) await page.mouse.click(at.x, at.y);
  else await target.dispatchEvent('click').catch(() => {});
}

/** With the keyboard alone: Tab to it, or to the map it is on and Page Down through the places that are lit; Enter. */
async function press(page, target) {
  const wanted = await target.elementHandle({ timeout: 1000 }).catch(() => null);
  if (!wanted) return;
  for (let i = 0; i < 250; i++) {
    const where = await wanted.evaluate((node) =>
      !node.isConnected || (node.hasAttribute('data-nav') && !node.classList.contains('legal')) ? 'gone' : document.activeElement === node ? 'there' : node.closest('svg[role=group]')?.contains(document.activeElement) ? 'map' : document.activeElement !== document.body && node.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING ? 'after' : 'before').catch(() => 'gone');
    if (where === 'gone') return;
    await page.keyboard.press(where === 'there' ? 'Enter' : where === 'map' ? 'PageDown' : where === 'after' ? 'Shift+Tab' : 'Tab');
    if (where === 'there') return;
  }
  throw new Error(`the keyboard does not lead to ${await wanted.evaluate((node) => node.outerHTML.slice(0, 200))}`);
}

async function play(browser, base, players, keys, most) {
  const page = await person(browser, { base }, { viewport: { width, height }, hasTouch: width < 700, deviceScaleFactor: width < 700 ? 2 : 1 });
  if (rest.includes('--night')) await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${base}/?play=cyclades`);
  await page.getByRole('radio', { name: String(players), exact: true }).click();
  await page.locator('input[name=level]').first().check({ force: true });
  await page.locator('dialog[open] .btn.primary').click();
  await page.locator('#ask').waitFor();

  const random = dice(players * 1000 + width);
  const seen = new Map();
  let clicks = 0;
  let streak = 0;
  let last = '';
  let stuck = 0;
  let scenes = 0;
  for (; clicks < most; ) {
    const now = await page.evaluate(look);
    if (shots && scenes < 3 && (await page.locator('.cy .scene').count()) && random() < 0.5) {
      await page.waitForTimeout(1100);
      await page.screenshot({ path: join(shots, `${players}-battle-${scenes++}.png`) });
    }
    if (now.over) break;
    if (now.wait || now.list.length === 0) {
      if (++stuck > 1800) throw new Error(`nothing to click for three minutes: ${await page.locator('#ask').innerText()}`);
      await page.waitForTimeout(100);
      continue;
    }
    stuck = 0;
    const id = (now.phase ?? now.title.replace(/[^A-Za-z ]/g, ' ').trim().split(/\s+/).slice(0, 3).join('-')).toLowerCase();
    const fresh = !seen.has(id);
    seen.set(id, (seen.get(id) ?? 0) + 1);
    if (shots && fresh) {
      await page.waitForTimeout(600);
      await page.screenshot({ path: join(shots, `${players}-${id}.png`) });
    }
    if (axe && fresh) await judge(page, id);
    const [selector, kind, i = 0, name = ''] = now.list.length === 1 ? now.list[0] : choose(now.list, random, streak);
    streak = now.title === last ? streak + 1 : 0;
    last = now.title ?? last;
    if (process.env.PETTEIA_TRACE) console.log(players, clicks, now.title, '|', kind, name);
    const target = page.locator(selector).nth(i);
    await (keys ? press(page, target) : tap(page, target, kind));
    clicks++;
    await page.waitForTimeout(15);
  }
  if (clicks === most && most < MOST) await byList(page); // nobody has won so soon
  const over = (await page.evaluate(look)).over === true;
  if (shots) {
    await page.waitForTimeout(800);
    await page.screenshot({ path: join(shots, `${players}-end.png`) });
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(shots, `${players}-board.png`) });
  }
  await page.context().close();
  console.log(`cyclades, ${players} players: ${clicks} clicks, ${over ? 'end screen' : 'NO END'}; asked: ${[...seen.keys()].join(', ')}`);
  for (const one of new Set(page.troubles)) console.log(`  ${one}`);
  return over && page.troubles.length === 0;
}

/** `most`: clicks on the board; if that is not the end, the list of moves leads there, which is ten times as quick. */
const finished = async (browser, server, players, { keys = false, most = MOST } = {}) =>
  must(await play(browser, server.base, players, keys, most), 'Cyclades did not reach its end in peace');

/** R4.9: Apollo takes everybody, so both offerings of whoever plays against one other, too. */
async function twiceAtApollo({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await startBots(page, 'Cyclades');
  const guests = page.locator('.cy .cells.apollo .guest:not(.lit)').filter({ has: page.locator('svg') });
  for (let i = 0; i < 2; i++) {
    await page.locator('.ask.yours').waitFor();
    await page.locator('.cy .medal.lit[data-name=apollo]').click();
    await page.waitForFunction(() => document.querySelector('.ask .btn.primary') || !document.querySelector('.cy .medal.lit[data-name=apollo]'), null, { timeout: 20000 }).catch(() => {});
    await page.locator('.ask .btn.primary').click({ timeout: 1500 }).catch(() => {}); // where it is asked again
  }
  await page.waitForTimeout(1500);
  must(page.troubles.length === 0, `with two guests, ${await guests.count()} shown, the page complains: ${page.troubles.join('; ')}`);
}

/** R4.1, R4.9: whoever can bid nowhere else goes to Apollo unasked, and the log tells it. */
async function toldOfApollo({ browser, server }) {
  const page = await person(browser, server);
  await sit(page, server, 'cyclades', 'fair-3p:122');
  await page.locator('.ask .number[data-word="5"]').click();
  await page.locator('.log li', { hasText: 'can bid nowhere else and goes to Apollo' }).waitFor({ timeout: 15000 });
  await shot(page, 'cyclades-left-to-apollo');
  must(page.troubles.length === 0, page.troubles.join('; '));
}

export const cyclades = {
  'Cyclades: the log tells who is left to Apollo': toldOfApollo,
  'Cyclades: Apollo takes both offerings of one player': twiceAtApollo,
  'Cyclades for two by clicks, from the home page to the end screen': ({ browser, server }) => finished(browser, server, 2),
  'Cyclades for two in short: its first cycles by clicks, the others by the list': ({ browser, server }) => finished(browser, server, 2, { most: 80 }),
  'Cyclades for five by clicks, from the home page to the end screen': ({ browser, server }) => finished(browser, server, 5),
  'Cyclades by keyboard only': ({ browser, server }) => finished(browser, server, 3, { keys: true }),
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const server = await Server.start();
  const browser = await launch();
  let fine = true;
  for (const players of option('players', '2,5').split(',').map(Number))
    fine = (await play(browser, server.base, players, rest.includes('--keys'), MOST).catch((why) => console.error(why))) === true && fine;
  await browser.close();
  await server.stop();
  process.exit(fine ? 0 : 1);
}
