// A game in progress, or one read from a record. Rules, views and scores are the engine's.
// SPDX-License-Identifier: MIT
import type { Module } from './module';
import { Refused } from './module';
import { below, type Random } from './random';
import type { Legal, Look, Refusal, Score, Status, Step } from './types';

/** As a viewer: somebody who only watches. */
export const PUBLIC = -1;
/** As a seat: the one who makes the draws. A draw can be named where no seed decides. */
export const LUCK = -1;

/** Lets go of what a forgotten Play holds. */
const forgotten = new FinalizationRegistry<() => void>((drop) => drop());

export class Play {
  private at: number;

  constructor(
    private readonly module: Module,
    pointer: number,
  ) {
    this.at = pointer;
    forgotten.register(this, () => module.call([], (f) => f.api_drop(pointer)), this);
  }

  /** Gives the memory back; the play is of no use afterwards. */
  free(): void {
    forgotten.unregister(this);
    this.module.call([], (f) => f.api_drop(this.pointer));
    this.at = 0;
  }

  /** For the files of this folder. */
  get pointer(): number {
    if (this.at === 0) throw new Error('this play was freed');
    return this.at;
  }

  get status(): Status {
    this.module.call([], (f) => f.api_status(this.pointer));
    return this.module.json();
  }

  // --- what a viewer sees ---

  look<View = unknown>(viewer: number): Look & { view: View } {
    this.module.call([], (f) => f.api_look(this.pointer, viewer));
    return this.module.json();
  }

  view<View = unknown>(viewer: number): View {
    this.module.call([], (f) => f.api_view(this.pointer, viewer));
    return this.module.json();
  }

  legal(seat: number): Legal {
    this.module.call([], (f) => f.api_legal(this.pointer, seat));
    return this.module.json();
  }

  score(viewer: number): Score {
    this.module.call([], (f) => f.api_score(this.pointer, viewer));
    return this.module.json();
  }

  /** All moves, also those after the position shown. */
  steps(viewer: number): Step[] {
    this.module.call([], (f) => f.api_steps(this.pointer, viewer));
    return this.module.json();
  }

  /** The view as bytes, for a bot. */
  observe(viewer: number): Uint8Array {
    this.module.call([], (f) => f.api_observe(this.pointer, viewer));
    return this.module.bytes();
  }

  // --- playing ---

  /** Why the move is not legal, or null. */
  check(seat: number, move: string): Refusal | null {
    try {
      this.module.ask([move], (f, text) => f.api_check(this.pointer, seat, text!));
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  }

  /** Plays a move; what followed the position shown is forgotten. Throws Refused. */
  move(seat: number, move: string): void {
    this.module.ask([move], (f, text) => f.api_move(this.pointer, seat, text!));
  }

  /** Draws until somebody has a choice or the game is over: from the game's seed, if it has one.
   *  Returns what was drawn. */
  luck(random: Random = below): string[] {
    const drawn: string[] = [];
    for (let tickets = this.tickets(); tickets > 0; tickets = this.tickets()) {
      const ticket = this.seeded ? this.module.call([], (f) => f.api_ticket(this.pointer) >>> 0) : random(tickets);
      this.module.ask([], (f) => f.api_draw(this.pointer, ticket));
      drawn.push(this.module.text());
    }
    return drawn;
  }

  /** The tickets in the lot that is drawn here; 0 if none is. */
  tickets(): number {
    return this.module.call([], (f) => f.api_tickets(this.pointer) >>> 0);
  }

  get seeded(): boolean {
    return this.module.call([], (f) => f.api_seeded(this.pointer)) !== 0;
  }

  /** At the game's last position; nobody moves afterwards. */
  resign(seat: number): void {
    this.module.ask([], (f) => f.api_resign(this.pointer, seat));
  }

  /** Shows the position after the first `moves` moves. */
  go(moves: number): void {
    if (!this.module.call([], (f) => f.api_go(this.pointer, moves))) throw new RangeError(`there is no move ${moves}`);
  }

  // --- as text ---

  name(seat: number, name: string): void {
    this.module.ask([name], (f, text) => f.api_name(this.pointer, seat, text!));
  }

  /** The record up to the position shown (docs/records.md). */
  record(): string {
    this.module.ask([], (f) => f.api_record(this.pointer));
    return this.module.text();
  }

  position(): string {
    this.module.call([], (f) => f.api_position(this.pointer));
    return this.module.text();
  }
}
