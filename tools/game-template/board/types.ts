// What games/quarry writes: the view of a position and the tables of its components.
// SPDX-License-Identifier: MIT
export type Phase = 'deal' | 'draw' | 'bid' | 'over';

export interface Player {
  seat: number; // 1 is the first
  coins: number;
  stones: number[]; // won, in the order of the tables
  favourite: string | null; // null: not dealt yet, or hidden
  bid: number | '?' | null; // "?" is hidden; null: none yet
  shown: number | null; // in the round before
}

export interface View {
  phase: Phase;
  round: number;
  rounds: number;
  bag: number[]; // what is left, in the order of the tables
  offer: string | null;
  sold: string | null; // in the round before
  buyer: number | null; // of that stone; null: it was thrown away
  players: Player[];
}

export interface Tables {
  stones: { stone: string; points: number; copies: number }[];
  coins: number;
  gift: number;
  bonus: number;
  rate: number;
}
