// The page's host of a table (api/api.h) for tests/test_hosts.py: node tests/hosts_page.mjs MODULE. Each line that comes in is a
// request in JSON; each line that goes out is its answer: {"granted":true,"code":"","words":"","events":[...],"next":[...],"notices":[...]}.
// An event is its time and its text.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { open } from '../wasm/host.mjs';

const host = await open(await WebAssembly.compile(readFileSync(process.argv[2])));
let table = 0;
let log = [];

const granted = ({ events = [], next = [], notices = [] }, now) => ({
  granted: true,
  code: '',
  words: '',
  events: events.map((text) => `${now} ${text}`),
  next: next.map((text) => `${now} ${text}`),
  notices: notices.map((notice) => JSON.stringify(notice)),
});
// A rule's number stands before the words, as the law says it.
const refused = ({ code, rule, words }) => ({ granted: false, code, words: rule ? `${rule}: ${words}` : words, events: [], next: [] });

function answer(good, now) {
  const told = host.json();
  if (good) log.push(...(told.events ?? []).map((text) => [now, text]));
  return good ? granted(told, now) : refused(told);
}

/** A call that the session cannot go on without. */
function must(name, ...args) {
  const value = host.say(name, ...args);
  if (!value) throw new Error(`${name}: ${host.text()}`);
  return value;
}

function readAll(id) {
  table = must('api_table_open', id);
  for (const [at, text] of log) must('api_table_read', table, at, text);
}

const verbs = {
  make({ id, game, seats, levels = [], options, clock, seed, now }) {
    table = must('api_table_plan', id, game, seats.length, options, seed);
    must('api_table_clock', table, clock.kind, clock.ms, clock.increment, clock.zero === 'lose' ? 1 : 0);
    for (const [seat, name] of seats.entries())
      if (!host.say('api_table_seat', table, seat, name, levels[seat] ?? '')) return answer(false, now);
    verbs.id = id;
    return answer(host.say('api_table_begin', table, '', 0, now), now);
  },
  read({ id, log: all }) {
    log = all;
    readAll(id);
    const now = log.at(-1)[0];
    return answer(host.say('api_table_ask', table, 'look', -1, '', '', -1, now), now);
  },
  away({ at: left, now }) {
    readAll(verbs.id);
    const absence = host.say('api_table_absence', table, left, now);
    return answer(host.say('api_table_ask', table, absence > 0 ? 'credit' : 'look', -1, '', '', absence, now), now);
  },
  rematch({ seat, next, now }) {
    return answer(host.say('api_table_rematch', table, seat, next.id || 'none', next.seed || '0'.repeat(64), now), now);
  },
  record() {
    host.say('api_table_record', table);
    return { record: host.text() };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  const ask = () => answer(host.say('api_table_ask', table, q.kind, q.seat, q.kind === 'ready' ? (q.yes ? 'yes' : 'no') : q.text, q.id, q.at, q.now), q.now);
  console.log(JSON.stringify(verbs[q.kind]?.(q) ?? ask()));
}
