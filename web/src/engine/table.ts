// A table whose host is this page: its law is the engine's (api/api.h). The host brings requests and the time, keeps the texts of
// events, and thinks for the bots.
// SPDX-License-Identifier: MIT
import type { Module } from './module';
import { PUBLIC } from './play';
import type { Answer, Entry, Legal, Rematch, Score, TableSetup, TableStatus, ThinkerSeat } from './types';

const forgotten = new FinalizationRegistry<() => void>((drop) => drop());

/** What a request may bring beside its kind and seat. */
export interface Asked {
  text?: string;
  id?: string;
  at?: number;
}

/** A table and the texts of the events that it began with. */
export interface Begun {
  table: EngineTable;
  events: string[];
}

export class EngineTable {
  private at: number;

  private constructor(
    private readonly module: Module,
    pointer: number,
  ) {
    this.at = pointer;
    forgotten.register(this, () => module.call([], (f) => f.api_table_drop(pointer)), this);
  }

  // --- making one; all throw Refused ---

  private static plan(module: Module, setup: TableSetup): EngineTable {
    const options = Object.entries(setup.options ?? {}).map(([name, value]) => `${name}=${value}`);
    const inputs = [setup.table, setup.game, options.join(' '), setup.seed];
    const table = new EngineTable(
      module,
      module.make(inputs, (f, id, game, opts, seed) => f.api_table_plan(id!, game!, setup.seats.length, opts!, seed!)),
    );
    const { kind, ms = 0, increment = 0, zero = 'bot' } = setup.clock ?? { kind: 'none' };
    table.must([kind], (f, word) => f.api_table_clock(table.pointer, word!, ms, increment, zero === 'lose' ? 1 : 0));
    setup.seats.forEach(({ name, level = '' }, seat) =>
      table.must([name, level], (f, n, l) => f.api_table_seat(table.pointer, seat, n!, l!)),
    );
    return table;
  }

  /** A new table, begun: from the first `moves` moves of a record, if there is one. */
  static begin(module: Module, setup: TableSetup, now: number): Begun {
    const table = EngineTable.plan(module, setup);
    table.must([setup.record ?? ''], (f, record) => f.api_table_begin(table.pointer, record!, setup.moves ?? 0, now));
    return { table, events: module.json<Answer>().events };
  }

  /** From the record of a game that was kept as one; its options are the record's. */
  static adopt(module: Module, setup: TableSetup & { record: string }, past: number, now: number): Begun {
    const table = EngineTable.plan(module, setup);
    table.must([setup.record], (f, record) => f.api_table_adopt(table.pointer, record!, past, now));
    return { table, events: module.json<Answer>().events };
  }

  /** From its events, as they were kept. */
  static read(module: Module, id: string, log: readonly Entry[]): EngineTable {
    const table = new EngineTable(module, module.make([id], (f, name) => f.api_table_open(name!)));
    for (const [at, text] of log) table.must([text], (f, event) => f.api_table_read(table.pointer, at, event!));
    return table;
  }

  /** Gives the memory back; the table is of no use afterwards. */
  free(): void {
    forgotten.unregister(this);
    this.module.call([], (f) => f.api_table_drop(this.pointer));
    this.at = 0;
  }

  private get pointer(): number {
    if (this.at === 0) throw new Error('this table was freed');
    return this.at;
  }

  /** For calls that answer whether it could be. */
  private must(inputs: string[], use: Parameters<Module['make']>[1]): void {
    this.module.make(inputs, use);
  }

  // --- requests; all throw Refused ---

  ask(kind: string, seat: number, { text = '', id = '', at = -1 }: Asked, now: number): Answer {
    this.must([kind, text, id], (f, k, words, name) => f.api_table_ask(this.pointer, k!, seat, words!, name!, at, now));
    return this.module.json();
  }

  /** The next table, of this name and seed. */
  rematch(seat: number, id: string, seed: string, now: number): { table: EngineTable } & Rematch {
    const next = this.module.make([id, seed], (f, name, digits) => f.api_table_rematch(this.pointer, seat, name!, digits!, now));
    return { table: new EngineTable(this.module, next), ...this.module.json<Rematch>() };
  }

  // --- time ---

  /** The next moment at which to ask "tick"; 0: none. */
  get due(): number {
    return this.module.call([], (f) => f.api_table_due(this.pointer));
  }

  /** What to credit when the host was away; 0: nothing. */
  absence(lastAlive: number, now: number): number {
    return this.module.call([], (f) => f.api_table_absence(this.pointer, lastAlive, now));
  }

  /** For whom the host has to find a move now. */
  thinkers(now: number): ThinkerSeat[] {
    this.module.call([], (f) => f.api_table_thinkers(this.pointer, now));
    return this.module.json();
  }

  // --- what it tells ---

  /** The message `table`, with all events. Throws Refused. */
  watch<Told>(seat: number | null, now: number): Told {
    this.must([], (f) => f.api_table_watch(this.pointer, seat ?? PUBLIC, now));
    return this.module.json();
  }

  /** The message `update`, with the events after the first `since`. */
  update<Told>(seat: number | null, since: number, now: number): Told {
    this.module.call([], (f) => f.api_table_update(this.pointer, seat ?? PUBLIC, since, now));
    return this.module.json();
  }

  legal(seat: number): Legal {
    this.module.call([], (f) => f.api_table_legal(this.pointer, seat));
    return this.module.json();
  }

  score(seat: number | null): Score {
    this.module.call([], (f) => f.api_table_score(this.pointer, seat ?? PUBLIC));
    return this.module.json();
  }

  /** The view as bytes, for a bot. */
  observe(seat: number): Uint8Array {
    this.module.call([], (f) => f.api_table_observe(this.pointer, seat));
    return this.module.bytes();
  }

  get status(): TableStatus {
    this.module.call([], (f) => f.api_table_status(this.pointer));
    return this.module.json();
  }

  record(): string {
    this.module.call([], (f) => f.api_table_record(this.pointer));
    return this.module.text();
  }
}
