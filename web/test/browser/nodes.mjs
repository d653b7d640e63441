// Somebody plays a whole game against a bot, through a proxy and several nodes, while nodes die. tests/test_node_page.py starts the nodes and
// this:  node test/browser/nodes.mjs ADDRESS.  It says on standard output which fault it wants, as "fault NAME", waits on standard input until
// that is done, and at last tells as JSON what the page sent, heard and showed. SPDX-License-Identifier: MIT
import { createInterface } from 'node:readline';
import { byList, launch, must, person, shot, startBots } from './harness.mjs';

const server = { base: process.argv[2] };
const WORD = 'Connection lost. Reconnecting; nothing is lost.';
const BACK = 'Connected again';
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function fault(name) {
  console.log(`fault ${name}`);
  must((await answers.next()).value === 'done', `${name} could not be done`);
}

/** Before anything else in the page: what goes over its sockets, and what it ever shows. */
function keepWatch(word) {
  window.kept = { sent: {}, refused: {}, heard: [], shown: [], back: [], sockets: 0, lost: 0, isLost: false };
  const { kept } = window;
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...words) {
      super(...words);
      kept.sockets++;
      this.addEventListener('message', (event) => {
        const m = JSON.parse(event.data);
        if (m.t === 'refused' && kept.sent[m.re]) kept.refused[m.re] = [m.code, m.words];
        if ((m.t === 'table' || m.t === 'update') && m.seat !== null) kept.heard.push(m.n);
      });
    }

    send(text) {
      const m = JSON.parse(text);
      if (m.t === 'move') kept.sent[m.id] = m.move;
      super.send(text);
    }
  };
  let last = 0;
  const look = () => {
    for (const one of document.querySelectorAll('[role=alert], .toast')) {
      const words = one.innerText.trim();
      if (words && kept.shown.at(-1) !== words) kept.shown.push(words);
    }
    const isLost = document.querySelector('.net')?.innerText.includes(word) ?? false;
    if (isLost && !kept.isLost) kept.lost++;
    kept.isLost = isLost;
    const now = Number(document.querySelector('.timeline input')?.max ?? 0);
    if (now < last) kept.back.push([last, now]);
    last = now;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

const isOver = (page) => page.locator('.the-end .tally').isVisible();

/** Waits for our turn; false: the game is over. */
async function ourTurn(page) {
  await page.waitForFunction(() => document.querySelector('.the-end .tally') || document.querySelector('.ask.yours ~ .side [role=tabpanel] li button'), null, { timeout: 120000 });
  return !(await isOver(page));
}

/** Clicks one of the legal moves, and confirms it where that is asked. Nothing is waited for. */
const choose = (page) =>
  page.evaluate(async () => {
    const list = [...document.querySelectorAll('.ask.yours ~ .side [role=tabpanel] li button')];
    list[Math.floor(list.length / 2)]?.click();
    await new Promise((go) => requestAnimationFrame(go));
    document.querySelector('.ask .btn.primary')?.click();
  });

/** One move, and until it is acknowledged. */
async function move(page) {
  if (!(await ourTurn(page))) return false;
  await choose(page);
  await page.waitForFunction(() => !document.querySelector('[data-sending]'), null, { timeout: 120000 });
  return true;
}

/** How often the word has come so far. It may go again before anybody has looked. */
const lost = (page) => page.evaluate(() => window.kept.lost);

/** The node at which the page is goes in one of three ways; a move is made meanwhile. */
async function without(page, name) {
  await ourTurn(page);
  const before = await lost(page);
  await fault(name);
  if (name === 'sleep') await choose(page); // it closes nothing: that nobody is there shows when somebody wants something
  await page.waitForFunction((n) => window.kept.lost > n, before, { timeout: 120000 });
  await shot(page, `nodes-${name}`);
  await page.waitForFunction(() => !window.kept.isLost, null, { timeout: 120000 });
  must(await move(page), `the game is over before ${name}`);
  await shot(page, `nodes-${name}-after`);
  await fault('all are well');
}

const browser = await launch();
const watched = {
  newContext: async (options) => {
    const context = await browser.newContext(options);
    await context.addInitScript(keepWatch, WORD);
    return context;
  },
};
try {
  const page = await person(watched, server, process.env.PETTEIA_PHONE ? { viewport: { width: 390, height: 844 } } : {});
  await page.evaluate(() => (window.same = true));
  await startBots(page, 'Mykerinos');
  await page.getByRole('tab', { name: 'Moves' }).click();
  for (let i = 0; i < 2; i++) must(await move(page), 'the game is over before it has begun');
  for (const name of ['kill', 'sleep', 'leave']) await without(page, name);
  // While a move is on its way, the node that decides the table and the page's own.
  for (const name of ['kill the owner', 'kill']) {
    await ourTurn(page);
    await choose(page);
    await fault(name);
    must(await move(page), `the game is over before ${name}`);
    await fault('all are well');
  }
  await byList(page);
  await shot(page, 'nodes-end');
  must(await page.evaluate(() => window.same), 'the page was loaded again');
  const troubles = page.troubles.filter((t) => !/50[234]/.test(t)); // the proxy, while a node is gone
  const kept = await page.evaluate(() => window.kept);
  const table = new URL(page.url()).pathname.split('/').pop();
  console.log(`told ${JSON.stringify({ ...kept, words: [WORD, BACK], table, troubles })}`);
} finally {
  await browser.close();
}
process.exit(0);
