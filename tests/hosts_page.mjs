// The page's host of a table (api/api.h) for tests/test_hosts.py: node tests/hosts_page.mjs MODULE. Each line that comes in is a
// request in JSON; each line that goes out is its answer: {"granted":true,"code":"","words":"","events":[...],"next":[...]}.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { open } from '../wasm/host.mjs';

const host = await open(await WebAssembly.compile(readFileSync(process.argv[2])));
let table = 0;

const granted = ({ events = [], next = [] }) => ({ granted: true, code: '', words: '', events, next });
// A rule's number stands before the words, as the law says it.
const refused = ({ code, rule, words }) => ({ granted: false, code, words: rule ? `${rule}: ${words}` : words, events: [], next: [] });
const answer = (good) => (good ? granted : refused)(host.json());

/** A call that the session cannot go on without. */
function must(name, ...args) {
  const value = host.say(name, ...args);
  if (!value) throw new Error(`${name}: ${host.text()}`);
  return value;
}

const verbs = {
  make({ id, game, seats, options, seed, now }) {
    table = must('api_table_plan', id, game, seats.length, options, seed);
    seats.forEach((name, seat) => must('api_table_seat', table, seat, name, ''));
    return answer(host.say('api_table_begin', table, '', 0, now));
  },
  read({ id, log }) {
    table = must('api_table_open', id);
    for (const [at, text] of log) must('api_table_read', table, at, text);
    return answer(host.say('api_table_ask', table, 'look', -1, '', '', -1, log.at(-1)[0]));
  },
  rematch({ seat, next, now }) {
    return answer(host.say('api_table_rematch', table, seat, next.id, next.seed, now));
  },
  record() {
    host.say('api_table_record', table);
    return { record: host.text() };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  const ask = () => answer(host.say('api_table_ask', table, q.kind, q.seat, q.text, q.id, q.at, q.now));
  console.log(JSON.stringify(verbs[q.kind]?.(q) ?? ask()));
}
