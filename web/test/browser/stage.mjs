// The stage of a running game, measured: nothing moves, nothing lies over what is asked about, nothing scrolls but lists, letters
// can be read and a finger hits what it aims at. The test run measures positions of golden games at four sizes; by itself, with
// --whole, it plays games of all titles and measures after every move:
//   node test/browser/stage.mjs PROGRAM WEB --whole [GAME] [--sizes 1280x720,390x844]
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { smallLetters } from './letters.mjs';
import { clickStep, launch, must, person, Server, shot, startBots } from './harness.mjs';

const GAMES = join(dirname(fileURLToPath(import.meta.url)), '../../../games');
const SIZES = ['1400x900', '1280x720', '820x1180', '390x844'];
/** A phone on its side, for the games the trays of which know it. */
const ON_ITS_SIDE = { Cyclades: '844x390', Mykerinos: '844x390', Myst: '844x390' };
/** By game: golden games and the lines at which somebody decides. */
const POSITIONS = {
  Cyclades: ['fair-5p:122', 'fair-5p:150', 'fair-5p:213', 'fair-5p:263', 'fair-3p:120'], // the map for three is turned where it is narrow
  Mykerinos: ['random-3p:52', 'random-4p:150', 'fair-3p:190', 'fair-2p:45'], // two place neutral cubes, too
  Myriath: ['random-2p:12', 'random-4p:30'],
  Myst: ['rt-10:40', 'rt-10:136'],
  Mytikas: ['levels-3p:22', 'levels-3p:200', 'levels-3p:320'],
};

/** A table that plays on from a line of a golden game; whoever decides there sits in the page. */
export async function sit(page, server, game, place) {
  const [file, line] = place.split(':');
  const record = readFileSync(join(GAMES, game, 'golden', `${file}.play`), 'utf8');
  const isMove = (text) => /^(\d|\*) /.test(text);
  const lines = record.split('\n');
  const first = lines.findIndex((text, i) => i >= line - 1 && /^\d /.test(text));
  const wish = { moves: lines.slice(0, first).filter(isMove).length, me: Number(lines[first][0]) - 1, players: Number(/Players "(\d)"/.exec(record)[1]) };
  const table = await page.evaluate(
    async ({ game, record, moves, me, players }) => {
      const post = async (path, body, token) =>
        (await fetch(`/api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) })).json();
      let token = localStorage.getItem('petteia.token');
      if (!token) localStorage.setItem('petteia.token', (token = (await post('guest', { name: 'Ana' })).token));
      const seats = Array.from({ length: players }, (_, seat) => (seat === me ? 'me' : 'random'));
      const made = await post('tables', { game, players, seats, record, moves, entropy: '00112233445566778899aabbccddeeff' }, token);
      if (!made.table) throw new Error(JSON.stringify(made));
      const { ticket } = await post('ticket', {}, token);
      await new Promise((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'petteia.1');
        socket.onopen = () => (socket.send(JSON.stringify({ t: 'hello', v: 1, ticket })), socket.send(JSON.stringify({ t: 'start', table: made.table, id: 'go' })));
        socket.onmessage = ({ data }) => JSON.parse(data).re === 'go' && (socket.close(), done());
        socket.onerror = fail;
      });
      return made.table;
    },
    { game, record, ...wish },
  );
  await page.goto(`${server.base}/table/${table}`);
  await page.locator('.ask.yours').waitFor();
}

/** Runs in the page: the board's box, and everything that is wrong. */
export function look() {
  const LEAST_TARGET = 44;
  const phone = innerWidth < 720;
  const wrong = [];
  const root = document.documentElement;
  const boxOf = (e) => e.getBoundingClientRect();
  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && boxOf(e).width > 0;
  const name = (e) => `${e.tagName.toLowerCase()}.${String(e.getAttribute('class') ?? '').replace(/ ?svelte-\w+/g, '').split(' ').slice(0, 2).join('.')} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 28)}"`;

  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) wrong.push(`the page is ${root.scrollWidth}x${root.scrollHeight}`);

  // Question, board, tray and panels lie beside each other, inside the window.
  const parts = [...document.querySelectorAll('.play > .ask, .play > .board, .play > .tray, .play > .side > *, .play > .play-head, .play > .play-tabs')].filter(seen);
  for (const [i, a] of parts.entries()) {
    const p = boxOf(a);
    if (p.right > innerWidth + 1 || p.bottom > innerHeight + 1) wrong.push(`${name(a)} leaves the window: ${Math.round(p.right)}, ${Math.round(p.bottom)}`);
    for (const b of parts.slice(i + 1)) {
      const q = boxOf(b);
      const over = Math.min(Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top));
      if (over > 1) wrong.push(`${name(a)} and ${name(b)} overlap by ${Math.round(over)}`);
    }
  }
  // What a region holds stays inside it.
  for (const part of document.querySelectorAll('.play > .ask, .play > .board')) {
    const p = boxOf(part);
    const inside = [...part.querySelectorAll(':scope > *, :scope.ask :is(button, p)')].filter(seen);
    for (const e of inside) if (boxOf(e).bottom > p.bottom + 2 || boxOf(e).right > p.right + 2 || boxOf(e).top < p.top - 2) wrong.push(`${name(e)} leaves its place`);
  }
  // A question is read to its end, and so is what an answer brings. A long list of answers may leave out a word.
  for (const e of document.querySelectorAll('.ask :is(.title, .below, .then)'))
    if (seen(e) && (e.scrollHeight > e.clientHeight + 2 || (e.scrollWidth > e.clientWidth + 1 && !e.closest('.choices:has(button:nth-of-type(3))')))) wrong.push(`${name(e)} is cut off`);
  const asked = document.querySelector('.ask .title');
  if (asked && asked.clientWidth < Math.min(120, asked.scrollWidth)) wrong.push(`${name(asked)} has ${asked.clientWidth} px`);
  // Groups of a tray lie beside each other, and what they count is not cut off.
  const groups = [...document.querySelectorAll('.tray .group, .tray .patron')].filter(seen);
  for (const [i, a] of groups.entries()) {
    const p = boxOf(a);
    if (a.scrollWidth > a.clientWidth + 1) wrong.push(`${name(a)} has ${a.scrollWidth} px in ${a.clientWidth}`);
    for (const q of groups.slice(i + 1).map(boxOf)) if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1) wrong.push(`${name(a)} lies over its neighbour`);
  }
  for (const e of document.querySelectorAll('.tray .patron b span, .tray .name span')) if (seen(e) && phone && e.scrollWidth > e.clientWidth + 1) wrong.push(`${name(e)} is cut off`);
  // So is what a tile in the tray does.
  for (const e of document.querySelectorAll('.tray .power')) if (seen(e) && e.scrollHeight > e.clientHeight + 2) wrong.push(`${name(e)} is cut off`);
  const head = document.querySelector('.play-head .chip');
  if (head && seen(head) && head.scrollWidth > head.clientWidth + 1) wrong.push(`${name(head)} is cut off`);
  // The pointer reaches every answer, and every lit place that can be seen, unless somebody asked for an explanation.
  const reach = (e, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (e.contains(hit) || hit.contains(e));
  };
  for (const e of document.querySelectorAll('.ask.yours button')) {
    const b = boxOf(e);
    if (seen(e) && !reach(e, b.x + b.width / 2, b.y + b.height / 2)) wrong.push(`${name(e)} is covered`);
  }
  for (const e of document.querySelectorAll('.board .pt-control.legal')) {
    const b = boxOf(e);
    const hit = seen(e) && document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    if (hit && !hit.closest('.board, .explain')) wrong.push(`${name(e)} lies below ${name(hit)}`);
  }
  // On a tablet, too, nothing of two hands lies below the fold.
  const hands = document.querySelector('.mr.tray:has(> .others:not(.several))')?.parentElement;
  if (hands && !phone) for (const e of hands.querySelectorAll('[data-tile]')) if (seen(e) && boxOf(e).bottom > boxOf(hands).bottom + 1) wrong.push(`${name(e)} lies below the fold`);
  if (phone) {
    // What answers the question is in sight without a scroll: every tile of a hand, every god, spinner and Keys of the walk, every patron.
    const tray = document.querySelector('.play > .tray');
    for (const e of tray?.querySelectorAll('button[data-tile]:not(:disabled), .medal.lit, .my .key, .my .wheel, .mk .patron') ?? [])
      if (boxOf(e).bottom > boxOf(tray).bottom + 1 || boxOf(e).right > boxOf(tray).right + 1) wrong.push(`${name(e)} lies below the fold`);
    // A tray without anything to scroll shows its own edge.
    for (const e of document.querySelectorAll('.mk.tray')) if (boxOf(e).bottom > boxOf(tray).bottom + 0.5) wrong.push(`${name(e)} is ${boxOf(e).bottom - boxOf(tray).bottom} px too high`);
    // A board is drawn as wide as the stage.
    for (const svg of document.querySelectorAll('.play > .board > * > svg[role=group]')) {
      const drawn = svg.viewBox.baseVal.width * svg.getScreenCTM().a;
      if (seen(svg) && svg.viewBox.baseVal.width > 0 && drawn < 0.97 * (innerWidth - 16)) wrong.push(`the board is drawn ${Math.round(drawn)} px wide`);
    }
  }
  // What a finger aims at. A place on a board only explains unless it is lit; `fingers` taps those.
  if (phone)
    for (const e of document.querySelectorAll('.play :is(button, a, input, select, [role=button])')) {
      if (!seen(e) || e.disabled || e.matches('.pt-control') || getComputedStyle(e).pointerEvents === 'none') continue;
      const b = boxOf(e);
      const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
      const list = e.closest('.play > .tray, .yours, .log');
      const half = LEAST_TARGET / 2;
      if (!reach(e, x, y) || (list && (y - half < boxOf(list).top || y + half > boxOf(list).bottom))) continue; // in a list, partly out of sight
      // How far it can be hit from its middle, one way and the other: a row may take the finger for a small sign in it.
      const far = (dx, dy, n = 0) => (n < LEAST_TARGET && reach(e, x + dx * (n + 2), y + dy * (n + 2)) ? far(dx, dy, n + 2) : n);
      const [w, h] = [Math.max(b.width, far(1, 0) + far(-1, 0)), Math.max(b.height, far(0, 1) + far(0, -1))];
      if (Math.min(w, h) < LEAST_TARGET - 2) wrong.push(`${Math.round(w)}x${Math.round(h)}: ${name(e)}`);
    }
  const board = boxOf(document.querySelector('.play > .board'));
  return { box: [board.x, board.y, board.width, board.height].map((n) => Math.round(n)).join(' '), wrong: [...new Set(wrong)] };
}

/** Runs in the page: taps beside the middle of every lit place, as far as a finger may miss it. The tap takes this place, or opens a
 *  lens where it is large enough. Nothing is really taken. */
export async function fingers() {
  const LEAST = 44;
  const MISS = LEAST / 2 - 1;
  const wrong = [];
  let got = null;
  const catcher = (e) => ((got = e.target.closest('.pt-control.legal')), e.stopPropagation());
  const drawings = [...document.querySelectorAll('.play :is(.board, .tray) svg[role=group]')];
  for (const svg of drawings) svg.addEventListener('click', catcher, true);
  for (const place of document.querySelectorAll('.play :is(.board, .tray) .pt-control.legal')) {
    const b = place.getBoundingClientRect();
    const large = Math.min(b.width, b.height) >= LEAST; // its own shape is what is hit
    for (const [dx, dy] of large ? [] : [[0, 0], [MISS, 0], [-MISS, 0], [0, MISS], [0, -MISS]]) {
      const [x, y] = [b.x + b.width / 2 + dx, b.y + b.height / 2 + dy];
      const frame = place.closest('.play > .tray, .yours, svg').getBoundingClientRect();
      if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue; // no finger misses it there
      got = null;
      const below = document.elementFromPoint(x, y);
      if (!below?.closest('svg[role=group]')) continue;
      below.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch', clientX: x, clientY: y }));
      await new Promise((go) => setTimeout(go));
      const offers = [...document.querySelectorAll('.lens button')].map((e) => [e.getAttribute('aria-label'), e.getBoundingClientRect()]);
      const label = place.getAttribute('aria-label');
      const shown = offers.find(([words]) => words === label)?.[1];
      const close = offers.some(([words, o]) => shown && words !== label && Math.max(Math.abs(o.x - shown.x), Math.abs(o.y - shown.y)) < LEAST);
      if (got !== place && !(shown && shown.width >= LEAST && !close)) wrong.push(`a finger misses "${label}" at ${dx}, ${dy}${got ? `: it takes "${got.getAttribute('aria-label')}"` : ''}`);
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      await new Promise((go) => setTimeout(go));
    }
  }
  for (const svg of drawings) svg.removeEventListener('click', catcher, true);
  return wrong;
}

export const resize = async (page, size) => {
  const [width, height] = size.split('x').map(Number);
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go, 60)))));
};

/** Measures, remembers where the board lies, and tells what is wrong. */
async function measure(page, size, what, boxes, wrong) {
  const found = await page.evaluate(look);
  boxes[size] ??= found.box;
  if (boxes[size] !== found.box) wrong.push(`${what}, ${size}: the board moved from ${boxes[size]} to ${found.box}`);
  const missed = parseInt(size) < 720 ? await page.evaluate(fingers) : [];
  wrong.push(...[...found.wrong, ...(await page.evaluate(smallLetters, '.play')), ...missed].map((one) => `${what}, ${size}: ${one}`));
}

/** A drag over the whole page marks no text. */
async function noSelection(page) {
  await page.mouse.move(60, 90);
  await page.mouse.down();
  for (const [x, y] of [[300, 300], [700, 500], [1000, 640]]) await page.mouse.move(x, y);
  await page.mouse.up();
  must((await page.evaluate(() => getSelection().toString())) === '', 'a drag marks text');
}

/** The longest words, on the smallest screen. */
async function inFrench(page, look) {
  const speak = (words) =>
    page.evaluate((language) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings')), language })), words);
  await speak('fr');
  await page.reload();
  // A race waits for whoever leaves it.
  const go = page.locator('.plate .btn');
  await page.locator('.ask.yours').or(go).first().waitFor();
  if (await go.isVisible()) await go.click();
  await page.locator('.ask.yours').waitFor();
  await resize(page, SIZES.at(-1)); // drawn, board and tray
  await look();
  await speak('en');
}

const steady = (game) => async ({ browser, server }) => {
  const page = await person(browser, server);
  const [boxes, wrong] = [{}, []];
  for (const place of POSITIONS[game]) {
    await resize(page, SIZES[0]);
    await sit(page, server, game.toLowerCase(), place);
    for (const size of [...SIZES, ...(ON_ITS_SIDE[game] ? [ON_ITS_SIDE[game]] : [])]) {
      await resize(page, size);
      await measure(page, size, place, boxes, wrong);
      await shot(page, `stage-${game}-${place.replace(':', '-')}-${size}`);
    }
    await inFrench(page, async () => {
      await measure(page, SIZES.at(-1), `${place} in French`, boxes, wrong);
      await shot(page, `stage-${game}-${place.replace(':', '-')}-french`);
    });
  }
  await resize(page, SIZES[1]);
  await noSelection(page);
  must(wrong.length === 0, `${wrong.length} are wrong:\n  ${wrong.join('\n  ')}`);
  must(page.troubles.length === 0, page.troubles.join('\n'));
};

/** More answers than any golden game has: as many tokens as somebody can save up (R4.21). */
async function manyAnswers({ browser, server }) {
  const page = await person(browser, server);
  const wrong = [];
  await sit(page, server, 'mytikas', 'levels-3p:93');
  await page.locator('.ask .choices button').first().waitFor();
  await page.evaluate(() => {
    const one = document.querySelector('.ask .choices button:last-of-type');
    for (let n = document.querySelectorAll('.ask .choices button').length; n < 24; n++) one.after(one.cloneNode(true));
  });
  for (const size of SIZES) {
    await resize(page, size);
    const outside = await page.evaluate(() => {
      const frame = document.querySelector('.ask').getBoundingClientRect();
      const list = document.querySelector('.ask .choices').getBoundingClientRect();
      const tabs = document.querySelector('.play-tabs').getBoundingClientRect();
      return { list: list.bottom - list.top > 0 && innerWidth > 1020 && (list.top < frame.top || list.bottom > frame.bottom), tabs: tabs.height > 0 && tabs.bottom > innerHeight + 1 };
    });
    if (outside.list) wrong.push(`${size}: the answers leave the question`);
    if (outside.tabs) wrong.push(`${size}: the tabs leave the window`);
    await shot(page, `stage-many-${size}`);
  }
  must(wrong.length === 0, wrong.join('\n'));
}

/** On a phone the question has one height while others move, when one is asked and when the turn is done: nothing below it jumps. */
async function barKeepsItsHeight({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const heights = {};
  for (const place of ['levels-3p:22', 'levels-3p:36', 'levels-3p:320']) {
    await sit(page, server, 'mytikas', place);
    heights[place] = await page.locator('.ask').evaluate((one) => (one.querySelector('.choices button') ? 0 : Math.round(one.getBoundingClientRect().height)));
  }
  await page.locator('.ask .title').evaluate((one) => (one.textContent = 'Your turn is done'));
  heights.short = await page.locator('.ask').evaluate((one) => (one.querySelector('.below')?.remove(), Math.round(one.getBoundingClientRect().height)));
  const seen = new Set(Object.values(heights).filter(Boolean));
  must(seen.size === 1, `the question is ${JSON.stringify(heights)} px high`);
}

/** On a phone whoever decides, picks, is warned and waits sees the tray at one place: a bid, offers, a turn's menu, a battle, a sale, a god's gift. */
async function trayKeepsItsPlace({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const [tops, wrong] = [{}, []];
  const measured = async (what) => {
    tops[what] = await page.locator('.play > .tray').evaluate((one) => Math.round(one.getBoundingClientRect().top));
    const cut = await page.evaluate(() => [...document.querySelectorAll('.ask :is(.title, .below)')].filter((e) => e.scrollHeight > e.clientHeight + 2).map((e) => e.textContent));
    const gods = await page.evaluate(() => [...document.querySelectorAll('.cy .medal.lit')].filter((e) => e.parentElement.getBoundingClientRect().bottom > document.querySelector('.play > .tray').getBoundingClientRect().bottom + 1).length);
    if (cut.length || gods) wrong.push(`${what}: ${gods} gods lie below the fold, cut off is ${JSON.stringify(cut)}`);
  };
  for (const place of ['fair-5p:122', 'fair-5p:132', 'fair-3p:286', 'fair-5p:150', 'fair-2p:44', 'fair-5p:213', 'fair-5p:145', 'fair-5p:187', 'fair-5p:257', 'fair-5p:263']) {
    await sit(page, server, 'cyclades', place);
    for (const language of ['en', 'fr', 'de']) {
      await page.evaluate((words) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings')), language: words })), language);
      await page.reload();
      await page.locator('.ask.yours').waitFor();
      await measured(`${place} in ${language}`);
    }
  }
  await sit(page, server, 'cyclades', 'fair-2p:44');
  for (const form of ['recruit', 'buy']) {
    await page.locator(`.ask .act[data-form^=${form}]`).click();
    await page.locator('.ask .btn.quiet').waitFor();
    await measured(form);
    await page.keyboard.press('Escape');
  }
  // A warning, and what another does.
  await page.locator('.ask .title').evaluate((one) => {
    const ask = one.closest('.ask');
    ask.querySelector('.actions')?.remove();
    ask.querySelector('.below')?.remove();
    one.textContent = 'Diese Insel hat schon eine Figur: die neue vertreibt die alte, und beide sind danach nicht mehr da';
    const sure = Object.assign(document.createElement('button'), { className: `btn primary ${[...one.classList].find((c) => c.startsWith('svelte-'))}`, textContent: 'Ja' });
    ask.append(sure);
  });
  await measured('a warning');
  await page.locator('.ask').evaluate((ask) => (ask.querySelector('.btn').remove(), (ask.className = `${ask.className.replace('yours', '')} shows`)));
  await measured('what another does');
  must(new Set(Object.values(tops)).size === 1, `the tray lies at ${JSON.stringify(tops)}`);
  must(wrong.length === 0, wrong.join('; '));
}

/** Whoever says on a phone what to do finds every button where it was, then the creatures with what they do, and a lit isle by its ring. */
async function armedStaysPut({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const places = () => page.evaluate(() => [...document.querySelectorAll('.ask .act')].map((one) => ((b) => `${one.textContent.trim()} ${Math.round(b.x)},${Math.round(b.y)}`)(one.getBoundingClientRect())).join('; '));
  await sit(page, server, 'cyclades', 'fair-2p:44');
  for (const language of ['fr', 'de']) {
    await page.evaluate((words) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings')), language: words })), language);
    await page.reload();
    await page.locator('.ask .act[data-form^=sail]').waitFor();
    const before = await places();
    for (const form of ['recruit', 'build', 'sail']) {
      await page.locator(`.ask .act[data-form^=${form}]`).click();
      await page.locator(`.ask .act.armed[data-form^=${form}]`).waitFor();
      must((await places()) === before, `${language}, ${form}: ${before} became ${await places()}`);
    }
    await page.locator('.ask .act[data-form^=buy]').click();
    const cards = page.locator('.cy .card.lit');
    await cards.first().waitFor();
    for (const one of await cards.all())
      must(
        await one.evaluate((e) => {
          const [card, tray, told] = [e, e.closest('.play > .tray'), e.querySelector('.words')].map((part) => part.getBoundingClientRect());
          return card.bottom <= tray.bottom && told.height > 9 && told.bottom <= card.bottom;
        }),
        `${language}: a creature is not told whole, in sight`,
      );
    must((await page.locator('.ask [data-form=end]').count()) === 0, 'the turn can be ended among the creatures');
  }
  await sit(page, server, 'cyclades', 'fair-5p:796');
  const ring = await page.evaluate(() => Math.min(...[...document.querySelectorAll('.board .ring [stroke="#fff"]')].map((e) => (parseFloat(e.getAttribute('stroke-width')) / 2) * e.getScreenCTM().a)));
  must(ring >= 3 && ring < 9, `the ring of a lit isle is ${ring} px`);
  // R4.8: pushed off by another. The others' numbers begin at one, ours at none.
  await sit(page, server, 'cyclades', 'fair-5p:132');
  const barred = await page.evaluate(() => [...document.querySelectorAll('.cy .gods em')].map((e) => e.textContent));
  must(barred.includes('gerade überboten'), `a god says ${barred}`);
}

/** Whoever builds on a phone sees the mountain and all gods in one view, and a level that is tapped offers what fits there. */
async function godsBesideMountain({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await sit(page, server, 'mytikas', 'levels-3p:106');
  await page.locator('.board [data-name^="perch-"]').first().waitFor();
  const seen = await page.evaluate(() => {
    const frame = document.querySelector('.play > .board').getBoundingClientRect();
    const inside = (b) => b.width > 0 && b.left >= frame.left - 1 && b.right <= frame.right + 1 && b.top >= frame.top - 1 && b.bottom <= frame.bottom + 1;
    return ['perch', 'olympus'].map((name) => [...document.querySelectorAll(`.board [data-name^="${name}-"]`)].filter((one) => inside(one.getBoundingClientRect())).length);
  });
  must(seen.join(' ') === '8 4', `of the gods' areas and the levels ${seen} are in sight`);
  await page.locator('.board .legal[data-name^="olympus-"]').first().click();
  await page.locator('.ask .btn.quiet').waitFor();
  await page.locator('.ask.yours .choices button').first().waitFor();
}

/** With a tile in the hand no button moves when it finds its place, none is too narrow for its word, and coordinates stand clear of the frame. */
async function handStaysPut({ browser, server }) {
  const page = await person(browser, server, { locale: 'de-DE' });
  await sit(page, server, 'myriath', 'random-4p:30');
  const buttons = page.locator('.tray .buttons button');
  const places = () => buttons.evaluateAll((all) => all.map((one) => ((b) => [b.x, b.y, b.width, b.height].map(Math.round).join(','))(one.getBoundingClientRect())).join('; '));
  for (const size of ['1400x900', '390x844']) {
    await resize(page, size);
    await page.locator('.tray button[data-tile]:not(:disabled):not(.dim)').first().click();
    await page.locator('.tray .go:disabled').waitFor();
    const before = await places();
    await buttons.nth(2).click(); // the next place where it fits
    await page.locator('.tray .go:enabled').waitFor();
    must((await places()) === before, `${size}: ${before} became ${await places()}`);
    const tight = await buttons.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    must(tight.length === 0, `${size}: no room for ${tight}`);
    const crossed = await page.evaluate(() => {
      const frame = document.querySelector('.mr-board rect[data-inside]').getBoundingClientRect();
      return [...document.querySelectorAll('.mr-board .mr-co')].filter((one) => ((b) => b.left < frame.left || b.right > frame.right)(one.getBoundingClientRect())).map((one) => one.textContent);
    });
    must(crossed.length === 0, `${size}: ${crossed} stand on the frame`);
    await buttons.nth(3).click(); // back into the tray
  }
  // What others do takes no more than a question and its hint, however long its words.
  const [asked, shown] = await page.locator('.ask').evaluate((ask) => {
    const high = () => Math.round(ask.getBoundingClientRect().height);
    const before = high();
    ask.className = `${ask.className.replace('yours', '')} shows`;
    ask.querySelector('.below').remove();
    ask.querySelector('.title').textContent = 'Damon legt ein gewinkeltes Plättchen von f5 über e5 bis e6, und noch eins, und noch eins, und noch eins';
    return [before, high()];
  });
  must(asked === shown, `the question is ${asked} px high, what others do ${shown}`);
}

/** R3.4: on a phone all steps of how it goes stand above the tabs. R4.8: who races and taps a cell that is taken reads why, and nothing covers the island. */
async function mystOnAPhone({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await sit(page, server, 'myst', 'rt-10:1');
  for (const language of ['en', 'fr', 'de']) {
    await page.evaluate((words) => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings')), language: words })), language);
    await page.reload();
    await page.locator('.my .guide').waitFor();
    await resize(page, '390x844');
    const [end, fold] = await page.evaluate(() => ['.my .guide', '.play > .tray'].map((css) => Math.round(document.querySelector(css).getBoundingClientRect().bottom)));
    must(end <= fold, `${language}: how it goes ends at ${end}, the tray at ${fold}`);
  }
  await sit(page, server, 'myst', 'rt-10:40');
  await page.locator('.my-pieces [data-piece]').first().click();
  await page.locator('.my-board.holding').waitFor();
  const taken = await page.evaluate(() => [...document.querySelectorAll('.my-board .pt-control')].find((one) => /, (Gelb|Blau)$/.test(one.getAttribute('aria-label')))?.dataset.name);
  await page.locator(`.my-board .pt-control[data-name="${taken}"]`).click({ force: true });
  await page.locator('.ask .refusal').waitFor();
  must((await page.locator('.explain').count()) === 0, 'a card covers the island');
}

export const stage = {
  'Myst: on a phone nothing is cut off or covered': mystOnAPhone,
  'Myriath: nothing moves while a tile finds its place': handStaysPut,
  'Cyclades: on a phone what is to be tapped stays where it is': armedStaysPut,
  'Cyclades: on a phone the tray stays where it is': trayKeepsItsPlace,
  'Mytikas: on a phone the gods stand beside the mountain': godsBesideMountain,
  'Mytikas: on a phone the question keeps its height': barKeepsItsHeight,
  'Mytikas: two dozen answers stay inside the question': manyAnswers,
  ...Object.fromEntries(Object.keys(POSITIONS).map((game) => [`${game}: nothing on the stage moves, overlaps or is too small`, steady(game)])),
};

/** A game against the weakest bots, measured after every step. */
async function whole(browser, server, game, size, most = 400) {
  const [width, height] = size.split('x').map(Number);
  const page = await person(browser, server, { viewport: { width, height } });
  const [boxes, wrong] = [{}, []];
  await startBots(page, game);
  for (let n = 0; n < most; n++) {
    await page.waitForFunction(() => document.querySelector('.ask.yours') || document.querySelector('.the-end .tally'), null, { timeout: 120000 });
    if (await page.locator('.the-end .tally').isVisible()) break;
    await measure(page, size, game, boxes, wrong);
    await clickStep(page);
  }
  await page.context().close();
  return [...new Set(wrong)];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rest = process.argv.slice(4);
  const sizes = rest.includes('--sizes') ? rest[rest.indexOf('--sizes') + 1].split(',') : SIZES;
  const games = Object.keys(POSITIONS).filter((game) => !rest.some((word) => word in POSITIONS) || rest.includes(game));
  const server = await Server.start();
  const browser = await launch();
  let bad = 0;
  for (const game of games)
    for (const size of rest.includes('--whole') ? sizes : ['positions']) {
      const wrong = size === 'positions' ? await steady(game)({ browser, server }).then(() => [], (why) => [why.message]) : await whole(browser, server, game, size);
      console.log(`${wrong.length ? 'FAIL' : 'ok  '} ${game} ${size}${wrong.map((one) => `\n  ${one}`).join('')}`);
      bad += wrong.length;
    }
  await browser.close();
  await server.stop();
  process.exit(bad ? 1 : 0);
}
