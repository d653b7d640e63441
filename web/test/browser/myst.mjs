// Myst in a real browser: the race and the walk from the home page to the end screen, by clicks, by drags, by keys, and by the
// accessibility tree; a race between two browsers with a power cut in the middle; two people in one team.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { linkOf, must, person, readStep, seatBot, shot } from './harness.mjs';
import { look as measured, sit } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function judge(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const told = violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`);
  must(told.length === 0, `axe, ${where}:\n  ${told.join('\n  ')}`);
}

/** Nothing sticks out to the right. */
async function fits(page, where) {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  must(wide <= screen, `${where} is ${wide} px wide on a screen of ${screen}`);
}

async function start(page, server, { hard = false, mode = null, bot = /Pebble/ } = {}) {
  await page.goto(`${server.base}/?play=myst`);
  await page.getByRole('radio', { name: bot }).check();
  if (hard || mode) await page.locator('dialog[open] summary').click();
  if (hard) await page.getByLabel(/face down/).selectOption('1');
  if (mode) await page.getByLabel(/The race: in real time/).selectOption(mode);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('#ask').waitFor();
}

/** As long and as wide as a name can be. */
const LONG_NAME = () => localStorage.setItem('petteia.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('petteia.settings')), name: 'Mmmmmmmm Wwwwwwww Mmmmmm' }));

/** What the page shows: the phase by what is there, the pieces in the tray, where each cell's piece is from. */
const look = (page) =>
  page.evaluate(() => {
    const ask = document.querySelector('#ask');
    if (document.querySelector('.the-end .ending, .the-end .tally')) return { over: true };
    const cells = [...document.querySelectorAll('.my-board .pt-control')].filter((e) => /^[a-l][1-8]$/.test(e.dataset.name));
    const owner = Object.fromEntries(cells.map((e) => [e.dataset.name, /, (Yellow|Blue)$/.exec(e.getAttribute('aria-label'))?.[1] ?? null]));
    return {
      yours: ask?.classList.contains('yours') === true,
      title: ask?.querySelector('.title')?.textContent ?? '',
      pieces: [...document.querySelectorAll('.my-pieces [data-piece]')].map((e) => e.dataset.piece),
      racing: document.querySelector('.my-pieces') !== null,
      legal: [...document.querySelectorAll('.my-board .pt-control.legal')].map((e) => e.dataset.name),
      buttons: [...document.querySelectorAll('.ask.yours .actions .btn, .ask.yours > .btn.primary')].map((e) => e.textContent.trim()),
      owner,
    };
  });

const around = (cell) => {
  const c = cell.charCodeAt(0);
  const r = Number(cell.slice(1));
  return [[c - 1, r], [c + 1, r], [c, r - 1], [c, r + 1]].map(([x, y]) => String.fromCharCode(x) + y);
};
const touching = (now, team) => now.pieces.filter((cell) => around(cell).some((next) => now.owner[next] === team));
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** The middle of something, where the pointer meets it. */
const spot = (page, css) =>
  page.evaluate((wanted) => {
    const node = document.querySelector(wanted);
    if (!node) return null;
    node.scrollIntoView({ block: 'center', inline: 'nearest' });
    const box = node.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, css);

async function clickOn(page, css) {
  const at = await spot(page, css);
  if (at) await page.mouse.click(at.x, at.y);
}
const pieceOf = (cell) => `.my-pieces [data-piece="${cell}"]`;
const cellOf = (cell) => `.my-board .pt-control[data-name="${cell}"]`;

/** A piece into its cell: picked and put, or dragged. */
async function place(page, cell, drag = false) {
  if (!drag) {
    await clickOn(page, pieceOf(cell));
    await clickOn(page, cellOf(cell));
    return;
  }
  const from = await spot(page, pieceOf(cell));
  const to = await spot(page, cellOf(cell));
  if (!from || !to) return;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 2 });
  await page.mouse.up();
}

/** One step of a race. */
async function raceStep(page, now, team, drag = false) {
  const found = touching(now, team);
  if (found.length) return place(page, any(found), drag);
  const book = now.buttons.find((words) => words === 'Use a Book');
  if (!book) return page.waitForTimeout(150);
  // The other team can end the race meanwhile: then there is no such button any more, and the next look tells what to do.
  await page.getByRole('button', { name: book }).click({ timeout: 2000 }).catch(() => {});
  return place(page, any(now.pieces), drag);
}

/** One step of a turn: a Key where there is one, else anything lit. */
async function turnStep(page, now) {
  const button = async (words) => page.locator('.ask.yours .btn', { hasText: words }).first().click({ timeout: 3000 }).catch(() => {});
  const good = now.buttons.find((words) => /Lay|Take the Key|Make the move|Confirm|Yes/.test(words));
  if (good) return button(good);
  const keys = now.legal.filter((name) => ['k3', 'b6', 'f4', 'h2', 'c2', 'j6', 'e7'].includes(name));
  const name = now.legal.length ? any(keys.length ? keys : now.legal) : null;
  if (name && (!now.buttons.length || Math.random() < 0.8)) return clickOn(page, cellOf(name));
  if (now.buttons.length) return button(any(now.buttons));
}

/** Plays to the end; `step` is what one does in a race, `turn` in a turn. `see` looks at every new phase. */
async function play(page, { team = 'Yellow', race = raceStep, turn = turnStep, see = async () => {}, until = () => false } = {}) {
  const seen = new Set();
  for (let n = 0, idle = 0; n < 1500; n++) {
    const now = await look(page);
    if (now.over || until(now)) return now;
    if (!now.yours) {
      must(++idle < 3000, `nothing happens: ${now.title}`);
      await page.waitForTimeout(60);
      continue;
    }
    idle = 0;
    const phase = now.racing ? 'race' : now.legal.some((name) => name.startsWith('landmark')) ? 'choose' : /Key/.test(now.title) ? 'key' : /Jump/.test(now.title) ? 'jump' : 'walk';
    if (!seen.has(phase)) {
      seen.add(phase);
      await see(phase);
    }
    await (now.racing ? race(page, now, team) : turn(page, now));
    await page.waitForTimeout(25);
  }
  throw new Error('the game does not end');
}

async function ended(page) {
  await page.locator('.the-end .ending').waitFor();
  await page.locator('.the-end .tally').waitFor();
  must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
}

/** With the keyboard alone: Tab to it, arrows inside a group, Enter. */
async function press(page, css) {
  for (let i = 0; i < 120; i++) {
    const key = await page.evaluate((wanted) => {
      const here = document.activeElement;
      const target = document.querySelector(wanted);
      if (!target) return null;
      if (here === target) return 'Enter';
      const group = here?.closest('.my-board, .my-pieces');
      if (!group?.contains(target) || !here.matches('[data-nav]')) {
        const after = here !== document.body && target.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING;
        return after ? 'Shift+Tab' : 'Tab';
      }
      const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
      const [dx, dy] = middle(target).map((v, k) => v - middle(here)[k]);
      return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp';
    }, css);
    if (!key) return;
    await page.keyboard.press(key);
    if (key === 'Enter') return;
  }
}
const keyRace = async (page, now, team) => {
  const found = touching(now, team);
  if (!found.length) {
    if (now.buttons.includes('Use a Book')) await press(page, '.ask.yours .actions .btn');
    await page.waitForTimeout(150);
    return;
  }
  await press(page, pieceOf(found[0]));
  await press(page, cellOf(found[0]));
};
const keyTurn = async (page, now) => {
  if (now.buttons.length && (!now.legal.length || Math.random() < 0.6)) await press(page, '.ask.yours .btn:last-of-type');
  else if (now.legal.length) await press(page, cellOf(now.legal[0]));
};

/** Two people at a table of friends. */
async function friends(browser, server) {
  const ada = await person(browser, server);
  await ada.goto(`${server.base}/?play=myst`);
  await ada.getByRole('radio', { name: 'Friends' }).click();
  await ada.getByRole('button', { name: 'Make the table' }).click();
  await ada.getByText('Starts when all are ready').waitFor();
  return { ada, link: await linkOf(ada) };
}

/** A table that goes on from a golden game, just before its first move of this kind. */
async function before(page, server, name, move, last = false) {
  const record = readFileSync(new URL(`../../../games/myst/golden/${name}.play`, import.meta.url), 'utf8');
  const moves = record.split('\n').filter((line) => /^(\d|\*) /.test(line));
  const wanted = (line) => line.startsWith(move);
  await page.goto(`${server.base}/replay`);
  await page.getByLabel('The record').fill(record);
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('slider', { name: 'Timeline' }).fill(String(last ? moves.findLastIndex(wanted) : moves.findIndex(wanted)));
  await page.getByRole('combobox', { name: 'Seen by' }).selectOption(String(Number(move[0]) - 1)); // the public does not see who thinks about a Book
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/table\/t/);
  await page.locator('.ask.yours').waitFor();
}

/** The Book leaves the board its room; then the log tells what was done with it. */
async function bookInHand(page) {
  const box = await page.locator('.my-board').first().boundingBox();
  must(box.width > 500 && box.height > 300, `the board is ${box.width} by ${box.height}`);
  const [card] = await page.locator('.tray').getByRole('button', { name: /Linking Book/ }).all();
  const size = await card.boundingBox();
  must(size.height < 200, `the Book is ${size.height} px high`);
}

export const myst = {
  'Myst: a Linking Book is played by clicks, in the race and in the walk': async ({ browser, server }) => {
    const page = await person(browser, server);
    const told = (words) => page.locator('.log li', { hasText: words }).last().waitFor();
    await before(page, server, 'rt-10', '2 link'); // in real time it is called first; the bot plays on meanwhile
    await bookInHand(page);
    await page.getByRole('button', { name: 'Use a Book' }).click();
    await page.getByRole('button', { name: 'Keep the Book' }).waitFor();
    for (let i = 0; i < 10 && !(await page.locator('.log li', { hasText: 'plays a Linking Book' }).count()); i++) {
      await place(page, any((await look(page)).pieces));
      await page.waitForTimeout(500);
    }
    await told('plays a Linking Book');
    await before(page, server, 'alt-greedy-17', '1 link');
    await bookInHand(page);
    await clickOn(page, cellOf('j2'));
    await told('plays a Linking Book: j2');
    await before(page, server, 'alt-78', '1 book');
    await bookInHand(page);
    await page.locator('.ask [data-form="book"]').click();
    await page.locator(`${cellOf('i2')}.legal`).waitFor();
    await clickOn(page, cellOf('i2'));
    await told('jumps to i2');
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'Myst by clicks, from the home page to the end screen': async ({ browser, server }) => {
    const page = await person(browser, server);
    await start(page, server);
    await play(page, { see: async (phase) => (await shot(page, `myst-${phase}`), judge(page, `Myst, ${phase}, light`)) });
    await ended(page);
    await judge(page, 'Myst, the end, light');
    await shot(page, 'myst-end');
  },
  'Myst face down, by drags, in the dark, to the end screen': async ({ browser, server }) => {
    const page = await person(browser, server, { colorScheme: 'dark', reducedMotion: 'no-preference' });
    await start(page, server, { hard: true });
    let drags = 0;
    await play(page, {
      race: (p, now, team) => raceStep(p, now, team, drags++ < 15),
      see: async (phase) => (await page.waitForTimeout(400), await shot(page, `myst-hard-${phase}`), judge(page, `Myst, ${phase}, dark`)),
    });
    await ended(page);
    await judge(page, 'Myst, the end, dark');
  },
  'Myst: a piece in the wrong place is refused with its rule, and comes back': async ({ browser, server }) => {
    const page = await person(browser, server);
    await start(page, server);
    await play(page, { until: (now) => now.racing && now.pieces.length < 95 });
    const now = await look(page);
    const [cell] = touching(now, 'Yellow');
    const wrong = now.pieces.find((piece) => piece !== cell);
    await clickOn(page, pieceOf(wrong));
    await clickOn(page, cellOf(cell));
    await page.locator('.ask .refusal', { hasText: 'This piece does not belong' }).first().waitFor();
    must(await page.locator(pieceOf(wrong)).isVisible(), 'the piece is gone');
    must((await look(page)).owner[cell] !== 'Yellow', 'the piece lies where it does not belong');
  },
  'Myst: a race against a bot waits in a pause, and for whoever leaves the page': async ({ browser, server }) => {
    const page = await person(browser, server);
    await start(page, server, { bot: /Strategos/ }); // a piece every few seconds
    await play(page, { until: (now) => now.racing });
    const laid = async () => (await page.locator('.my-board [aria-label$=", Blue"]').count());
    const more = (n) => page.waitForFunction((was) => document.querySelectorAll('.my-board [aria-label$=", Blue"]').length > was, n);
    await more(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.plate').waitFor();
    await page.waitForTimeout(1000); // what it laid just before may still be on its way
    const then = await laid();
    must(await page.locator('.my-pieces button:not([disabled])').count() === 0, 'a piece can be taken in the pause');
    await page.waitForTimeout(4500);
    must((await laid()) === then, 'the bot plays on in the pause');
    await page.locator('.plate').getByRole('button', { name: 'Go on' }).click();
    await more(then);
    await page.evaluate(() => (Object.defineProperty(document, 'hidden', { value: true, configurable: true }), document.dispatchEvent(new Event('visibilitychange'))));
    await page.locator('.plate').waitFor();
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'Myst: the figures of both teams stand below each other, each with its word': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 1280, height: 720 } });
    await page.evaluate(LONG_NAME);
    await start(page, server);
    await play(page, { until: (now) => now.racing });
    const wrong = await page.evaluate(() => {
      const box = (e) => e.getBoundingClientRect();
      const [mine, theirs] = [...document.querySelectorAll('.players .player')].map((one) => [...one.querySelectorAll('.counters li, .points')]);
      const crooked = mine.filter((one, i) => Math.abs(box(one).left - box(theirs[i]).left) > 1 && !one.matches('.points'));
      const bare = [...mine, ...theirs].filter((one) => !(one.querySelector('small')?.checkVisibility() && /\p{L}/u.test(one.querySelector('small').textContent)));
      const cut = [...document.querySelectorAll('.players .state')].filter((one) => box(one).bottom > box(one.parentElement).bottom + 1);
      return [crooked, bare, cut].map((list, i) => list.map((e) => `${['not in its column', 'without a word', 'cut off'][i]}: ${e.textContent.trim()}`)).flat();
    });
    must(wrong.length === 0, wrong.join('; '));
    await shot(page, 'myst-figures');
  },
  'Myst: whoever chooses a bot reads how fast it lays its pieces, as the race then says': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 390, height: 844 } });
    await page.goto(`${server.base}/?play=myst`);
    const row = page.locator('dialog[open] label', { hasText: 'Pebble' });
    await row.getByText('a piece every 9 s').waitFor();
    await page.locator('dialog[open] label', { hasText: 'Oracle' }).getByText('a piece every 2.5 s').waitFor();
    await shot(page, 'myst-choose-bot');
    await page.locator('dialog[open] summary').click();
    await page.getByLabel(/face down/).selectOption('1');
    await row.getByText('a piece every 13.5 s').waitFor();
    await page.getByLabel(/The race: in real time/).selectOption('1');
    await row.getByText('a piece every').waitFor({ state: 'detached' });
    await page.getByLabel(/The race: in real time/).selectOption('0');
    await row.click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.tray .pace', { hasText: 'about every 13.5 s' }).waitFor();
  },
  'Myst: a hint lights the piece in the tray and its place on the island': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 390, height: 844 } });
    await start(page, server);
    await play(page, { until: (now) => now.racing });
    await page.getByRole('button', { name: /^Meadow|^Path/ }).last().click(); // a few pieces, and not the one that is meant
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.my-pieces .hinted').waitFor();
    const [piece, cell] = await page.evaluate(() => [document.querySelector('.my-pieces .hinted').dataset.piece, document.querySelector('.my-board [data-hint]')?.dataset.hint]);
    must(piece === cell, `the piece is ${piece}, the place ${cell}`);
    await page.waitForFunction(() => {
      const box = (css) => document.querySelector(css).getBoundingClientRect();
      const [well, one] = [box('.my-pieces'), box('.my-pieces .hinted')];
      return one.left >= well.left && one.right <= well.right && one.top >= well.top - 1 && one.bottom <= well.bottom + 1;
    });
    const free = await page.evaluate(() => document.querySelector('.toast').getBoundingClientRect().bottom <= document.querySelector('.my-board').getBoundingClientRect().top);
    must(free, 'the hint lies over the island');
    await shot(page, 'myst-hint');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.locator('.my-board [data-hint]').waitFor({ state: 'detached' });
    await page.locator(`.my-board [data-name="${cell}"][aria-label$=", Yellow"]`).waitFor();
    must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'Myst on a phone: the end has room for a long name': async ({ browser, server }) => {
    const page = await person(browser, server, { viewport: { width: 390, height: 844 } });
    await page.evaluate(LONG_NAME);
    await before(page, server, 'alt-78', '1 end', true);
    await play(page);
    await ended(page);
    const over = await page.evaluate(() => [...document.querySelectorAll('.the-end .ending section')].map((e) => e.getBoundingClientRect().right).filter((right) => right > innerWidth));
    must(over.length === 0, `the cards of a team reach to ${over}`);
    await shot(page, 'myst-end-long-name');
  },
  'Myst, Myriath and Mytikas on a phone on its side: the board, the question and its answers are in sight': async ({ browser, server }) => {
    for (const [width, height] of [[844, 390], [667, 375]])
      for (const [game, place] of [['myst', 'rt-10:40'], ['myst', 'rt-10:136'], ['myriath', 'random-4p:30'], ['mytikas', 'levels-3p:22']]) {
        const page = await person(browser, server, { viewport: { width, height }, hasTouch: true, colorScheme: 'dark' });
        await sit(page, server, game, place);
        await page.locator('.play > .board svg[role]').first().waitFor();
        const { wrong } = await page.evaluate(measured);
        const [board, ask] = await page.evaluate(() => ['.play > .board', '#ask'].map((css) => document.querySelector(css).getBoundingClientRect().toJSON()));
        must(width < 720 || wrong.length === 0, `${game} ${place}, ${width} px: ${wrong.join('; ')}`);
        must(board.height > 0.55 * height && ask.bottom < 0.75 * height, `${game} ${place}: the board is ${board.height} px high, the question ends at ${ask.bottom}`);
        await shot(page, `side-${game}-${place.replace(':', '-')}-${width}`);
        await page.context().close();
      }
  },
  'Myst by keyboard only': async ({ browser, server }) => {
    const page = await person(browser, server);
    await start(page, server);
    await play(page, { race: keyRace, turn: keyTurn });
    await ended(page);
  },
  'Myst through the accessibility tree and the command box': async ({ browser, server }) => {
    const page = await person(browser, server);
    await start(page, server, { mode: '1' });
    await page.getByRole('tab', { name: 'Moves' }).click();
    for (let n = 0; n < 300; n++) {
      await page.waitForFunction(() => document.querySelector('.ask.yours') || document.querySelector('.the-end .ending'), null, { timeout: 60000 });
      if (await page.locator('.the-end .ending').isVisible()) break;
      const before = await page.evaluate(() => document.querySelectorAll('.log li').length + document.querySelector('#ask').textContent);
      await readStep(page).catch((why) => { if (!/tells no legal/.test(why.message)) throw why; });
      await page.waitForFunction((was) => document.querySelectorAll('.log li').length + document.querySelector('#ask').textContent !== was, before, { timeout: 2000 }).catch(() => {});
    }
    await ended(page);
  },
  'Myst: a race between two browsers, with a power cut in the middle': async ({ browser, own }) => {
    const server = await own();
    const { ada, link } = await friends(browser, server);
    const bob = await person(browser, server);
    await bob.goto(link);
    await bob.getByRole('button', { name: 'Sit here' }).click();
    for (const page of [ada, bob]) await page.getByRole('button', { name: 'I am ready' }).click();
    for (const page of [ada, bob]) await page.evaluate(() => (window.unloaded = false));
    // Nobody begins before the others (R2.9).
    const counted = [ada, bob].map((page) => page.locator('.play > .board[inert]').waitFor({ state: 'attached' }));
    const half = (now) => now.racing && now.pieces.length < 60;
    await Promise.all([play(ada, { until: half }), play(bob, { team: 'Blue', until: half })]);
    await Promise.all(counted);
    const before = await look(ada);
    await server.kill();
    await ada.locator('.net').waitFor();
    await server.up();
    await ada.locator('.net').waitFor({ state: 'detached' });
    const after = await look(ada);
    for (const [cell, owner] of Object.entries(before.owner)) must(!owner || after.owner[cell] === owner, `${cell} was lost`);
    await Promise.all([play(ada), play(bob, { team: 'Blue' })]);
    for (const page of [ada, bob]) {
      await ended(page);
      must((await page.evaluate(() => window.unloaded)) === false, 'the page was loaded anew');
    }
  },
  'Myst: two people in one team': async ({ browser, server }) => {
    const { ada, link } = await friends(browser, server);
    const eve = await person(browser, server);
    await eve.goto(link);
    await eve.getByRole('button', { name: 'Join this team' }).click();
    await seatBot(ada, 'Strategos', 1);
    await ada.getByRole('button', { name: 'Start the game' }).click();
    await play(ada, { until: (now) => now.racing });
    await eve.locator('.my-pieces').waitFor();
    // What one of them places the other sees; the bot may be quicker with a piece, then it is another.
    const shown = async (mover, watcher) => {
      for (let i = 0; i < 20; i++) {
        const cell = any(touching(await look(mover), 'Yellow'));
        await place(mover, cell);
        // A click can miss: the pieces of the tray move up when one is placed.
        const owner = await watcher
          .waitForFunction((name) => /(Yellow|Blue)$/.exec(document.querySelector(`.my-board [data-name="${name}"]`)?.getAttribute('aria-label'))?.[0], cell, { timeout: 10000 })
          .then((found) => found.jsonValue(), () => null);
        if (owner === 'Yellow') return;
      }
      throw new Error('no piece of the team was seen');
    };
    await shown(ada, eve);
    await shown(eve, ada);
    // R4.11: a wrong try costs the one who tried a moment, and not the other.
    const now = await look(ada);
    const [cell, free] = touching(now, 'Yellow');
    await clickOn(ada, pieceOf(now.pieces.find((piece) => piece !== cell && piece !== free)));
    await clickOn(ada, cellOf(cell));
    await ada.getByText(/belong/).first().waitFor();
    await place(eve, free);
    await ada.waitForFunction((name) => /(Yellow|Blue)$/.test(document.querySelector(`.my-board [data-name="${name}"]`)?.getAttribute('aria-label')), free);
    must(!(await eve.getByText(/costs a moment/).isVisible()), 'the other of the team had to wait');
    must((await ada.locator('.players').innerText()).includes(','), 'the players do not name the team');
    for (const page of [ada, eve]) must(page.troubles.length === 0, `the page complained: ${page.troubles.join('; ')}`);
  },
  'Myst holds at 320 px and at 200 % zoom': async ({ browser, server }) => {
    for (const [viewport, name] of [[{ width: 320, height: 640 }, '320 px'], [{ width: 700, height: 450 }, '200 %']]) {
      const page = await person(browser, server, { viewport });
      await start(page, server);
      await play(page, { see: (phase) => fits(page, `Myst, ${phase}, ${name}`), until: (now) => now.racing && now.pieces.length < 90 });
      await shot(page, `myst-${name.replace(/\W+/g, '')}`);
      await page.context().close();
    }
  },
};
