// A device for tests of local tables: its shelf, its clock, those who watch, and a worker on this thread.
// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { Thinker, type Channel, type Engine, type TableClock } from '../../src/engine';
import { WorkerHost, type FromHost, type ToHost } from '../../src/engine/worker_host';
import { movesOf } from '../../src/lib/legal';
import type { Message, Refusal, Watcher } from '../../src/lib/net';
import type { Event, TableMessage, Update } from '../../src/lib/protocol';
import type { Kept } from '../../src/local/shelf';
import { keptOf, LocalTable } from '../../src/local/table';

export const ID = 'local-test';
const SEED = '5'.repeat(64);
export const PROGRAM = fileURLToPath(new URL('../../../build/petteia', import.meta.url));

/** The worker's host on this thread. */
function host(): Channel {
  let hear: (m: FromHost) => void = () => {};
  let open = true;
  const at = new WorkerHost((m) => queueMicrotask(() => open && hear(m)));
  return { post: (m: ToHost) => at.hear(m), listen: (h) => (hear = h), close: () => (open = false) };
}

export class Seat implements Watcher {
  n = 0;
  last: Update | null = null;
  about: TableMessage | null = null;
  events: Event[] = [];
  why: Refusal | null = null;
  private waiting: (() => void)[] = [];

  constructor(
    readonly table: string,
    readonly seat: number | null,
  ) {}
  since = () => 0;
  hear(m: Message): void {
    this.last = m as unknown as Update;
    if (m.t === 'table') {
      this.events = [];
      this.about = m as unknown as TableMessage;
    }
    this.events.push(...this.last.events);
    expect(this.last.n).toBe(this.events.length); // numbered without a gap
    this.waiting.splice(0).forEach((go) => go());
  }
  refused(why: Refusal): void {
    this.why = why;
  }
  get legal(): string[] {
    return this.last?.legal ? movesOf(this.last.legal) : [];
  }
  get moves(): Event[] {
    return this.events.filter((e) => e.e === 'move');
  }
  async until(good: () => boolean): Promise<void> {
    while (!good()) await new Promise<void>((go) => this.waiting.push(go));
  }
}

export interface Case {
  game: string;
  people: number[];
  players?: number;
  level?: string;
  options?: Record<string, string | number>;
  clock?: TableClock;
}

/** Tables, the shelf they are kept on, and a clock that is moved by hand where `now` is used. */
export class Device {
  readonly shelf = new Map<string, Kept>();
  now = 1_000_000_000_000;
  alive = 0;
  byHand = false;
  private made = 0;

  constructor(readonly engine: Engine) {}

  seats({ people, players = 2, level = 'beginner' }: Case) {
    return Array.from({ length: players }, (_, seat) => (people.includes(seat) ? { name: `P${seat}` } : { name: level, level }));
  }

  lay(wanted: Case): void {
    const { game, options = {}, clock } = wanted;
    const setup = { table: ID, game, seats: this.seats(wanted), options, seed: SEED, ...(clock ? { clock } : {}) };
    const { table, events } = this.engine.table(setup, this.now);
    this.shelf.set(ID, keptOf(table, { table: ID, log: events.map((text) => [this.now, text]), seen: this.now }));
    table.free();
  }

  get kept(): Kept {
    return this.shelf.get(ID)!;
  }

  open(id = ID): LocalTable {
    return new LocalTable(
      this.engine,
      this.shelf.get(id)!,
      {
        thinker: new Thinker(this.engine, host),
        keep: (kept) => void this.shelf.set(kept.table, structuredClone(kept)),
        name: () => `local-${++this.made}`,
        alive: () => this.alive,
        beat: (now) => (this.alive = now),
        trouble: (why) => {
          throw why;
        },
      },
      ...(this.byHand ? [() => ({ now: () => this.now, hidden: () => false })] : []),
    );
  }

  watch(table: LocalTable, ...seats: (number | null)[]): Seat[] {
    return seats.map((seat) => {
      const eye = new Seat(ID, seat);
      table.watch(eye);
      return eye;
    });
  }

  /** Time goes by, second by second, and the timers with it. */
  async later(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      this.now += Math.min(left, 500);
      await vi.advanceTimersByTimeAsync(Math.min(left, 500));
    }
  }

  /** A bot in the worker gets its turns. */
  async think(): Promise<void> {
    await vi.advanceTimersByTimeAsync(1);
    await new Promise((go) => setImmediate(go));
  }

  begin(wanted: Case): { table: LocalTable; eyes: Seat[] } {
    this.lay(wanted);
    const table = this.open();
    return { table, eyes: this.watch(table, ...wanted.people) };
  }
}

export const send = (table: LocalTable, t: string, seat: number, more: object = {}) => table.request({ t, table: ID, seat, ...more });

/** Plays on with some legal move of whoever is asked. */
export async function playOut(table: LocalTable, eyes: Seat[], most = Infinity): Promise<void> {
  for (let i = 0; i < most; i++) {
    await Promise.race(eyes.map((e) => e.until(() => e.legal.length > 0 || e.last?.result !== undefined)));
    const asked = eyes.find((e) => e.legal.length > 0);
    if (!asked) return;
    await send(table, 'move', asked.seat!, { move: asked.legal[i % asked.legal.length], at: asked.last!.n });
  }
}

/** What `petteia verify` says of it. */
export function verified(record: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'petteia-local-'));
  writeFileSync(join(folder, 'game.play'), record);
  try {
    return execFileSync(PROGRAM, ['verify', join(folder, 'game.play')], { encoding: 'utf8', stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
