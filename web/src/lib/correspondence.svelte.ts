// Games with days a move: what this person keeps for themselves at a table (docs/correspondence.md). The server checks each prepared
// answer in positions that it imagines from what the seat sees; the page only asks what could follow.
// SPDX-License-Identifier: MIT
import type { Table } from './table.svelte';

const DAY = 86_400_000;
/** A game that people need not be at: days a move, or no clock. */
export const slow = (table: Table): boolean =>
  table.access !== 'local' && (table.clock.kind === 'none' || (table.clock.ms ?? 0) >= DAY);
export const hasDays = (table: Table): boolean => table.clock.kind !== 'none' && (table.clock.ms ?? 0) >= DAY;

export interface Step {
  seat: number;
  move: string;
}
export interface Note {
  at: number;
  text: string;
}
interface Told {
  lines: { line: string; done: number }[];
  notes: Note[];
  next?: { seat: number; moves: string[] }[];
  ends?: 'luck' | 'secret' | 'over' | 'other';
}

/** In the place of a move of somebody else: whatever they do. */
export const WHATEVER = '*';

/** "1 bid zeus 3; 0 go athena" */
export const stepsOf = (line: string): Step[] => line.split('; ').map((one) => ({ seat: Number(one[0]), move: one.slice(2) }));
export const lineOf = (steps: readonly Step[]): string => steps.map((one) => `${one.seat} ${one.move}`).join('; ');

export class Mine {
  lines: { line: string; done: number }[] = $state.raw([]);
  notes: Note[] = $state.raw([]);
  /** The line that is being made; null: none is. */
  path: Step[] | null = $state.raw(null);
  next: { seat: number; moves: string[] }[] = $state.raw([]);
  ends: Told['ends'] = $state();

  constructor(
    private readonly table: Table,
    private readonly failed: (why: unknown) => void,
  ) {}

  private async ask(t: string, more: Record<string, unknown> = {}): Promise<boolean> {
    try {
      const told = (await this.table.request(t, { seat: this.table.me, ...more })) as unknown as Told;
      this.lines = told.lines;
      this.notes = told.notes;
      if (told.next) [this.next, this.ends] = [told.next, told.ends];
      return true;
    } catch (why) {
      this.failed(why);
      return false;
    }
  }

  look = (): Promise<boolean> => this.ask('mine');

  /** Begins a line, or goes on with it: what could follow is asked. */
  async go(path: Step[]): Promise<void> {
    if (await this.ask('prepare', { line: lineOf(path) })) this.path = path;
    else this.path = null;
  }

  async keep(): Promise<void> {
    if (this.path && (await this.ask('prepare', { line: lineOf(this.path), yes: true }))) this.path = null;
  }

  drop = (line: string): Promise<boolean> => this.ask('unprepare', { line });
  note = (at: number, text: string): Promise<boolean> => this.ask('note', { at, text });
}
