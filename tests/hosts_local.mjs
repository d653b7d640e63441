// The page's own table (web/src/local/table.ts) for tests/test_hosts.py: node tests/hosts_local.mjs MODULE. Lines as in hosts_page.mjs.
// The device is the test's: its time goes by up to the next request and timers fire on the way; what is random is given; a bot's thought
// takes until the test brings its move.
// SPDX-License-Identifier: MIT
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from '../web/node_modules/esbuild/lib/main.js';

// --- the page's code, without its compiler ---

async function load() {
  const folder = mkdtempSync(join(tmpdir(), 'petteia-local-'));
  const outfile = join(folder, 'local.mjs');
  const contents = "export { Engine } from './engine'; export { keptOf, LocalTable } from './local/table';";
  const resolveDir = fileURLToPath(new URL('../web/src', import.meta.url));
  globalThis.$state = (value) => value; // nothing is drawn here
  try {
    await build({
      stdin: { contents, resolveDir, loader: 'ts' }, bundle: true, format: 'esm', platform: 'node', outfile, logLevel: 'error',
      define: { 'import.meta.glob': 'noFiles', 'import.meta.env.BASE_URL': '"/"' }, banner: { js: 'const noFiles = () => ({});' }, // the page's other languages
    });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { Engine, keptOf, LocalTable } = await load();
const engine = await Engine.load(readFileSync(process.argv[2]));

// --- the device: time, timers, luck ---

const LONG = 300_000; // nobody looks at the page for so long
const SELDOM = 60_000; // timers of a page that is not seen
const MOST = 1000; // timers at one moment
let now = 1;
let hidden = false;
let timers = [];
let seed = '';

function setTimer(run, ms, every) {
  const timer = { run, at: now + ms, every };
  timers.push(timer);
  return timer;
}

function show(far) {
  if (hidden && !far) for (const timer of timers.filter((t) => t.every)) timer.at = Math.min(timer.at, now + timer.every);
  hidden = far;
}

function goTo(then) {
  show(then - now > LONG);
  for (let at = now, fired = 0; ; at = now) {
    const next = timers.reduce((a, b) => (a && a.at <= b.at ? a : b), null);
    if (!next || next.at > then) break;
    now = Math.max(now, next.at);
    fired = now === at ? fired + 1 : 0;
    if (fired > MOST) throw new Error('a timer fires over and over and time stands still');
    if (next.every) next.at = now + (hidden ? SELDOM : next.every);
    else timers = timers.filter((timer) => timer !== next);
    next.run();
  }
  now = then;
}

const turn = () => new Promise((go) => setImmediate(go));
globalThis.setTimeout = (run, ms) => setTimer(run, ms, 0);
globalThis.setInterval = (run, ms) => setTimer(run, ms, ms);
globalThis.clearTimeout = globalThis.clearInterval = (timer) => void (timers = timers.filter((other) => other !== timer));
Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues: (bytes) => (bytes.set(Buffer.from(seed, 'hex')), bytes) } });

// --- the table ---

const NOTICES = new Set(['undo-asked', 'undo-denied', 'rematch-asked']);
const REQUESTS = new Set(['move', 'undo', 'agree', 'resign', 'leave', 'rematch', 'hint', 'pause', 'resume']); // the page has no others
let table = null;
let kept = null;
let told = 0; // events that the test knows
let next = { id: '', log: [] };
let notices = [];
let alive = 0;
let thoughts = new Map();

const dated = (log) => log.map(([at, text]) => `${at} ${text}`);
const surroundings = {
  thinker: {
    pick: (_level, _game, _view, seat) => new Promise((go) => thoughts.set(seat, go)),
    stop: () => thoughts.clear(),
    hint: async () => ({ ideas: [] }),
  },
  keep: (one) => (one.table === kept.table ? (kept = structuredClone(one)) : (next.log = one.log)),
  name: () => next.id || 'none',
  alive: () => alive,
  beat: (at) => (alive = at),
  trouble: (why) => {
    throw why;
  },
};
const watcher = {
  seat: null,
  since: () => 0,
  hear: (message) => void (NOTICES.has(message.t) && notices.push(JSON.stringify(message))),
  refused: (why) => {
    throw why;
  },
};

function open() {
  table = new LocalTable(engine, kept, surroundings, () => ({ now: () => now, hidden: () => hidden }));
  table.watch(watcher);
}

function answer(more = {}) {
  const events = dated(kept.log.slice(told));
  const after = dated(next.log);
  told = kept.log.length;
  const heard = notices;
  notices = [];
  next = { id: '', log: [] };
  return { granted: true, code: '', words: '', events, next: after, notices: heard, ...more };
}

const optionsOf = (text) => Object.fromEntries(text.split(' ').filter(Boolean).map((option) => option.split('=')));

async function request(q) {
  const { kind: t, seat, text, id, at, yes } = q;
  next = { id: q.next.id, log: [] };
  seed = q.next.seed || '0'.repeat(64);
  try {
    await table.request({ t, table: kept.table, seat, yes, ...(t === 'move' ? { move: text } : {}), ...(id ? { id } : {}), ...(at < 0 ? {} : { at }) });
    return answer();
  } catch (why) {
    if (why.code === undefined) throw why;
    return answer({ granted: false, code: why.code, words: why.rule ? `${why.rule}: ${why.message}` : why.message });
  }
}

const verbs = {
  make({ id, game, seats, options, clock, seed: luck, now: then }) {
    now = then;
    const setup = { table: id, game, seats: seats.map((name) => ({ name })), options: optionsOf(options), seed: luck, clock };
    const begun = engine.table(setup, now);
    kept = keptOf(begun.table, { table: id, log: begun.events.map((text) => [now, text]), seen: now });
    begun.table.free();
    open();
    return answer();
  },
  tick: () => answer(),
  async 'bot-move'({ seat, text }) {
    const bring = thoughts.get(seat);
    thoughts.delete(seat);
    bring?.(text);
    await turn();
    return answer();
  },
  away({ at: left, now: then }) {
    goTo(left);
    table.close();
    now = then;
    open();
    return answer();
  },
  record() {
    const read = engine.readTable(kept.table, kept.log);
    const record = kept.record ?? read.record();
    read.free();
    return { record };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  if (table && q.now && q.kind !== 'away') goTo(q.now);
  await turn();
  const verb = verbs[q.kind] ?? (REQUESTS.has(q.kind) ? request : () => answer({ granted: q.granted, code: q.code, words: q.words }));
  console.log(JSON.stringify(await verb(q)));
}
table?.close();
