// The shapes of docs/protocol.md, as far as the page uses them.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import type { Args, GameInfo, Legal, Option, Verb } from '../engine/types';

export type { Legal, Verb };
export type LegalNode = Args;
export type GameOption = Option;

/** The list of games leaves out verbs and kinds. */
export type Game = Omit<GameInfo, 'verbs' | 'kinds'> & Partial<Pick<GameInfo, 'verbs' | 'kinds'>>;

export interface Event {
  e: string;
  seat?: number;
  move?: string;
  masked?: boolean;
  by?: string;
  from?: number; // who gives
  name?: string;
  text?: string;
  yes?: boolean;
  level?: string;
  moves?: number;
  how?: string;
  why?: string;
  table?: string;
}

export interface Clock {
  kind: 'none' | 'move' | 'bank' | 'days';
  ms?: number;
  increment?: number;
  zero?: 'lose' | 'bot';
  holidays?: boolean; // the clock of somebody who has days off stands still
}

export interface Result {
  points: string[];
  places: number[];
  how?: 'played' | 'stopped' | 'abandoned';
  moves?: number;
  ms?: number; // from the start to the end
  seed: string;
}

/** What an `update` and a `table` share. */
export interface Update {
  t: 'update' | 'table';
  table: string;
  seat: number | null;
  n: number;
  events: Event[];
  view?: unknown;
  delta?: unknown;
  turn?: number[];
  ask?: string;
  legal?: Legal;
  left?: number[];
  count?: number; // ms until "3, 2, 1" is over and clocks run
  paused?: boolean; // nothing moves and no time runs
  'undo-asked'?: number; // the seat that waits for the others to agree
  result?: Result;
  'rematch-asked'?: number[]; // the seats that want to play again
  skipped?: number; // events before these that are not told
  seats?: SeatInfo[];
}

export interface TableMessage extends Update {
  game: string;
  phase: 'open' | 'playing' | 'over';
  access: 'open' | 'link' | 'private' | 'local';
  options: Record<string, string | number>;
  clock: Clock;
  moves: number;
  commit: string;
  seats: SeatInfo[];
  rematch?: string;
  host?: number; // the seat of whoever made the table
}

export interface ScoreLine {
  points: string;
  rule: string;
  words: string;
}

export interface Score {
  points: string[];
  lines: ScoreLine[][];
}

export interface Refused {
  t: 'refused';
  re?: string;
  code: string;
  rule?: string;
  words: string;
}

export interface TableRow {
  table: string;
  game: string;
  phase: string;
  created: number;
  ended?: number;
  about: { players?: string[]; seats?: SeatInfo[]; [key: string]: unknown };
}
