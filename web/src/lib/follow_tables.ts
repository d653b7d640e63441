// Whose turn it is at this person's tables, while the home page is looked at. It looks on as a spectator does: looking at the list
// is not being at the table.
// SPDX-License-Identifier: MIT
import { isLocal } from '../local/shelf';
import { applyDelta } from './delta';
import { mine, note, peopleOf, type Mine } from './my_tables';
import { net, type Message, type Watcher } from './net';
import { positions } from './positions.svelte';
import type { TableMessage, Update } from './protocol';

const MOST = 15; // a connection may watch 16 tables

/** What a message about the table changes in what is kept of it. */
export function newsOf(m: Mine, told: Update): Omit<Mine, 'table' | 'seen'> {
  const over = told.result !== undefined || told.events.some((e) => e.e === 'over');
  const phase = over ? 'over' : told.turn ? 'playing' : ((told as Partial<TableMessage>).phase ?? m.phase);
  const turn = told.turn ?? [];
  const yours = !over && turn.some((seat) => m.seats.includes(seat));
  // What is asked and for how long was told to the seat alone: it holds as long as nothing has happened since.
  const same = String(m.turn) === String(turn) && m.yours === yours;
  const until = told.left && yours ? { until: Date.now() + Math.max(...m.seats.map((seat) => told.left![seat] ?? 0)) } : {};
  const { table: _, seen: __, ask, until: ___, ...kept } = m;
  const game = (told as Partial<TableMessage>).game;
  return { ...kept, ...(game ? { game } : {}), ...(told.seats ? { people: peopleOf(told.seats) } : {}), phase, turn, yours, ...(same && ask ? { ask } : {}), ...until };
}

/** The position that a message tells. */
export function see(table: string, told: Update): void {
  const { game, seats } = told as Partial<TableMessage>;
  const view = told.view ?? (told.delta === undefined ? undefined : applyDelta(positions.of(table)?.view, told.delta));
  positions.note(table, { ...(game ? { game } : {}), ...(seats ? { seats } : {}), ...(view ? { view } : {}) });
}

/** Follows the tables of the server until the function that it returns is called. */
export function follow(list: Mine[], changed: () => void): () => void {
  const watchers = list.filter((m) => !isLocal(m.table) && m.seats.length).slice(0, MOST).map(
    (m): Watcher => ({
      table: m.table,
      seat: null,
      ...(m.key ? { key: m.key } : {}),
      since: () => 0,
      hear(message: Message) {
        if (message.t !== 'table' && message.t !== 'update') return;
        const kept = mine().find((one) => one.table === m.table);
        if (!kept) return;
        see(m.table, message as unknown as Update);
        note(m.table, newsOf(kept, message as unknown as Update));
        changed();
      },
      refused() {}, // no spectators there: what was seen last stays
    }),
  );
  for (const w of watchers) net.watch(w);
  return () => watchers.forEach((w) => net.unwatch(w));
}
