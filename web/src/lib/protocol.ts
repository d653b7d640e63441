// The shapes of docs/protocol.md, as far as the page uses them.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';

/** Legal moves: form, then argument by argument; the last ones in a list. */
export type Legal = { [form: string]: LegalNode };
export type LegalNode = string[] | { [word: string]: LegalNode };

export interface GameOption {
  name: string;
  words: string;
  min: number;
  max: number;
  normal: number;
  values?: string[];
}

export interface Verb {
  verb: string;
  form: string;
  words: string;
  args: string[];
  luck?: boolean;
}

export interface Game {
  name: string;
  title: string;
  words: string;
  length: string;
  rules: number;
  players: [number, number];
  secrets?: boolean;
  options: GameOption[];
  verbs?: Verb[];
  kinds?: Record<string, string[]>;
}

export interface Event {
  e: string;
  seat?: number;
  move?: string;
  masked?: boolean;
  by?: string;
  name?: string;
  text?: string;
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
}

export interface Result {
  points: string[];
  places: number[];
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
  result?: Result;
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
