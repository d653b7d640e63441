// The tables of this device: made, opened from where they are kept, and closed when nobody looks any more. To a table's state it is
// a connection like the server's.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import { randomHex, Thinker, type TableClock } from '../engine';
import { engine } from '../lib/engine';
import type { Wish } from '../lib/games.svelte';
import { forget } from '../lib/my_tables';
import { Refusal, type Connection, type Message, type Watcher } from '../lib/net';
import type { Game } from '../lib/protocol';
import { toasts } from '../lib/toast.svelte';
import { t } from '../lib/words';
import { LOCAL, shelf, type Kept } from './shelf';
import { keptOf, LocalTable, opened } from './table';

const PATIENCE = 2000; // ms for another tab to let go of a table

const name = (): string => LOCAL + randomHex(6);

// When each table was last seen alive: what happened in between is not anybody's time. Small and often, so not on the shelf.
const lifeOf = (table: string): string => `petteia.alive.${table}`;
function beat(table: string, now: number): void {
  try {
    localStorage.setItem(lifeOf(table), String(now));
  } catch {
    // A full storage gives more time back than was lost.
  }
}

interface Opened {
  table: LocalTable;
  close(): void;
}

/** A table is open in one tab at a time, for two would write over each other. Answers what lets go of it. */
async function lock(table: string): Promise<() => void> {
  if (!('locks' in navigator)) return () => {};
  return new Promise((got, fail) => {
    navigator.locks
      .request(`petteia ${table}`, { signal: AbortSignal.timeout(PATIENCE) }, () => new Promise<void>((release) => got(release)))
      .catch(() => fail(new Refusal('busy', undefined, t('local.elsewhere'))));
  });
}

let warned = false;

/** What cannot be kept can still be played to the end. */
function cannotKeep(): void {
  if (warned) return;
  warned = true;
  toasts.show({ kind: 'refused', words: t('local.notkept') });
}

/** One after the other, so that the last one written is the newest. */
let writing: Promise<void> = Promise.resolve();
const fresh = new Map<string, Kept>();
function keep(kept: Kept): Promise<void> {
  fresh.set(kept.table, kept);
  writing = writing.then(() => shelf.put(kept)).catch(cannotKeep);
  return writing;
}

class LocalTables implements Connection {
  readonly whole = true;
  private readonly open = new Map<string, Promise<Opened>>();

  async game(game: string): Promise<Game> {
    const found = (await engine()).game(game);
    if (!found) throw new Refusal('no-table', undefined, t('local.nogame', { game }));
    return found;
  }

  watch(w: Watcher): void {
    this.at(w.table).then(
      ({ table }) => table.watch(w),
      (why: unknown) => w.refused(why instanceof Refusal ? why : new Refusal('no-table', undefined, (why as Error).message)),
    );
  }

  unwatch(w: Watcher): void {
    const opened = this.open.get(w.table);
    void opened?.then(({ table, close }) => {
      table.unwatch(w);
      if (table.watched || this.open.get(w.table) !== opened) return;
      this.open.delete(w.table);
      close();
    }, () => {});
  }

  ask(w: Watcher): void {
    this.watch(w);
  }

  async request(message: Message): Promise<Message> {
    return (await this.at(String(message.table))).table.request(message);
  }

  private at(table: string): Promise<Opened> {
    let opened = this.open.get(table);
    if (!opened) {
      opened = this.openTable(table);
      this.open.set(table, opened);
      opened.catch(() => this.open.delete(table));
    }
    return opened;
  }

  /** As it was written last, perhaps by another tab. */
  private async kept(table: string): Promise<Kept | undefined> {
    await writing;
    return (await shelf.get(table).catch(() => undefined)) ?? fresh.get(table);
  }

  private async openTable(table: string): Promise<Opened> {
    const release = await lock(table);
    try {
      const machine = await engine();
      const kept = await this.kept(table);
      if (!kept) throw new Refusal('no-table', undefined, t('local.gone'));
      const thinker = new Thinker(machine);
      const made = new LocalTable(machine, kept, {
        thinker,
        keep: (now) => void keep(now),
        name,
        alive: () => Number(localStorage.getItem(lifeOf(table)) ?? 0),
        beat: (now) => beat(table, now),
        trouble: (why) => toasts.show({ kind: 'refused', words: t('local.nobots', { why: why.message || t('local.noworker') }) }),
      });
      const close = () => {
        made.close();
        thinker.stop();
        release();
      };
      return { table: made, close };
    } catch (why) {
      release();
      throw why;
    }
  }

  /** A table as a wish has it: "me" and those named are people of this device, the others bots. Its name. */
  async make(wish: Wish, me: string, friends: Record<number, string>): Promise<string> {
    void navigator.storage?.persist?.(); // a browser short of room shall not throw games away
    const machine = await engine();
    const seats = wish.seats.map((who, seat) => {
      const person = friends[seat] ?? (who === 'me' ? me : null);
      return person !== null ? { name: person } : { name: who, level: who };
    });
    const { game, options = {}, clock, record, moves } = wish;
    const table = name();
    const now = Date.now();
    const begun = machine.table(
      { table, game, seats, options, seed: randomHex(32), ...(clock ? { clock: clock as unknown as TableClock } : {}), ...(record ? { record, moves: moves ?? 0 } : {}) },
      now,
    );
    await keep(keptOf(begun.table, { table, log: begun.events.map((text) => [now, text]), seen: now }));
    begun.table.free();
    return table;
  }

  /** A finished game that came as a text, kept here. Its name. Throws Refused if it is none. */
  async take(record: string): Promise<string> {
    const machine = await engine();
    const play = machine.read(record);
    const { game, names, players, moves } = play.status;
    const { result } = play.look(-1);
    const seats = Array.from({ length: players }, (_, seat): SeatInfo => ({ seat, name: names[seat] || `${seat + 1}`, kind: 'human' }));
    const table = name();
    const now = Date.now();
    await keep({ table, game, seats, record: play.record(), past: moves, phase: 'over', created: now, seen: now, ...(result ? { result } : {}) });
    play.free();
    return table;
  }

  async remove(table: string): Promise<void> {
    fresh.delete(table);
    localStorage.removeItem(lifeOf(table));
    forget(table);
    await shelf.remove(table);
  }

  async list(): Promise<Kept[]> {
    await writing;
    return shelf.all().catch(() => [...fresh.values()]);
  }

  async record(table: string): Promise<string> {
    const kept = await this.kept(table);
    if (!kept) throw new Refusal('no-table', undefined, t('local.gone'));
    if (kept.record) return kept.record;
    const { table: made } = opened(await engine(), kept, Date.now());
    const record = made.record();
    made.free();
    return record;
  }
}

export const localTables = new LocalTables();
