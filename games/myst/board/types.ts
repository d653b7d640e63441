// What games/myst writes: a view (view.c) and the components (tables.c).
// SPDX-License-Identifier: MIT

/** Team 0 is Yellow, team 1 is Blue. */
export type Team = 0 | 1;
export type Letter = 'R' | 'C' | 'L' | 'P' | 'G' | 'H' | 'S';
export type KeyPiece = 'to place' | 'placed' | 'to lay' | 'laid' | 'out';
export type Phase =
  | 'young' | 'deal' | 'choose' | 'rechoose' | 'puzzle' | 'turns'
  | 'spin' | 'move' | 'jump' | 'key' | 'after' | 'turn' | 'over';

export interface TeamView {
  name: string;
  letter: 'y' | 'b';
  score: number; // by the cards that this viewer sees
  pieces: number;
  switches: number;
  cards: number;
  hand: string[] | null; // null: not to be seen
  used: string[]; // Books played
  choice: string | null; // a Landmark, or "?"
  first: string | null;
  pos: string | null;
  cut_off: boolean;
  waiting: boolean;
  frontier: string[]; // empty in the hard game
  keys: Record<Letter, KeyPiece>;
}

export interface View {
  phase: Phase;
  pmode: 'rt' | 'tempo' | 'alt';
  hard: boolean;
  youngest: Team | null;
  mover: Team | null;
  order: Team | null; // who goes first in the Exploration
  turn: number;
  turns: number;
  spin: number;
  moved: boolean;
  board: string[]; // eight rows of y, b and .
  reach: string[];
  teams: [TeamView, TeamView];
  landmarks: { letter: Letter; over: 0 | 1 | 2; shows: Team | null }[];
  announcements?: { seat: Team; card: string; total: number }[];
}

export interface Landmark {
  letter: Letter;
  name: string;
  key: string;
  lever: string;
  cells: string[];
  emblem: [number, number];
}

export interface Tables {
  terrain: string[];
  landmarks: Landmark[];
  switches: string[];
  cards: { card: string; landmark: Letter | null; value: number }[];
  bonus: number;
  edges: { vertical: string[]; horizontal: string[] };
  spinner: { outer: number[]; inner: number[] };
  paces: { level: string; base_ms: number; miss: number; weight: number }[];
}
