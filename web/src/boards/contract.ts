// What a board is to the shell, and what the shell gives it. A board draws a view and turns clicks into words of the
// notation; it never works out a rule.
// SPDX-License-Identifier: MIT
import type { Component } from 'svelte';
import type { Beat } from '../director/beats';
import type { Translate } from '../lib/words';

/** Somebody at the table. The player's colour is the seat's: 0 Coral, 1 Lapis, 2 Saffron, 3 Jade, 4 Murex. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'free' | 'human' | 'bot';
  face?: number; // a person's face is drawn from it
  level?: string;
  style?: string; // of a bot: a character of the game
  standin?: boolean;
  resigned?: boolean;
  late?: boolean; // resigned by the clock
  ready?: boolean; // before the game: it may begin
  team?: string[]; // the names of those who share the seat, if there are several
}

/** A move as the log has it: `seat` null is luck, `move` null is hidden from this viewer. */
export interface Move {
  seat: number | null;
  move: string | null;
  by?: string;
}

export interface Topic {
  title: string;
  text: string;
  rule?: string; // "R4.2"
}

/** Builds a move by clicks. Only meaningful while this seat owes a choice. */
export interface Builder {
  /** My decision, and the position shown is the live one. */
  readonly active: boolean;
  /** Forms still possible: "extend % %", "pass". */
  readonly forms: string[];
  readonly form: string | null;
  readonly args: string[];
  /** Is this word a possible next click, in any form still possible? `kind` narrows it to arguments of this kind. */
  can(word: string, kind?: string): boolean;
  /** Click it. When one complete move is left it is sent, or offered where a slip would hurt. */
  pick(word: string, kind?: string): void;
  /** Narrows to one form ("pass" is complete at once). */
  pickForm(form: string): void;
  /** Forgets what was picked and keeps only these forms, until a move is made or taken back; null lifts it. */
  narrow(forms: string[] | null): void;
  /** What it was narrowed to, or null. */
  readonly only: string[] | null;
  /** A complete move at once (a drag, a ghost). */
  choose(move: string): void;
  /** One step back (Esc). */
  back(): void;
  /** Complete moves that fit what was picked. */
  moves(): string[];
  /** A complete move that waits for a confirmation, or null. */
  readonly offered: string | null;
  /** The move that a hint has named, as long as it is legal: the board may light what it takes. */
  readonly hinted?: string | null;
  /** Asks those who know the rules why a move is not legal; the answer comes as `refused`. Says whether there is somebody to ask. */
  why?(move: string): boolean;
  /** Says why something that was clicked cannot be, where the view itself tells it. */
  no?(words: string, rule?: string): void;
}

// A view and the tables have each game's own shape, which the board declares; the shell only passes them on.
/* eslint-disable @typescript-eslint/no-explicit-any */
/** A move that was sent and refused; a new object each time. */
export interface Refused {
  move: string;
  words: string;
  rule?: string;
}

export interface BoardProps<V = any, T = any> {
  view: V; // what `show` writes, patched by deltas; replaced on each change, never changed in place
  tables: T; // the game's exported components (petteia tables)
  seats: SeatInfo[];
  me: number | null; // the seat this person looks from; null: a spectator
  build: Builder;
  last: Move[]; // the moves since my last decision, newest last
  explain(topic: Topic): void;
  calm: boolean; // reduced motion
  night: boolean; // dark mode
  refused?: Refused | null; // the last one, where moves are sent
}

/** What a game's own buttons in the ask bar get: shown only while a choice is owed. */
export type ActionProps<V = any, T = any> = Pick<BoardProps<V, T>, 'view' | 'tables' | 'seats' | 'me' | 'build'>;

/** A picture of the rules: a position, what has just happened in it, and whose moves are lit. Nothing can be clicked. */
export type DiagramProps<V = any, T = any> = Pick<BoardProps<V, T>, 'view' | 'tables'> & Partial<Pick<BoardProps<V, T>, 'me' | 'build' | 'last' | 'night'>>;

export interface Counter {
  key: string;
  label: string; // for the tooltip and the screen reader
  value: number | string;
  icon?: Component; // 18 px, decorative
  head?: string; // one short word that stands below the number, where there is room
  delta?: number;
  chief?: boolean; // in the strip of a narrow screen it stands where others have their points
}

/** What has happened, for those who show it: the moves of one update, and the views before and after them. */
export interface Told<V = any, T = any> {
  before: V;
  after: V;
  moves: Move[];
  me: number | null;
  tables: T;
  t: Translate;
}

/** The measures of the stage, in pixels. All of them are the window's and the game's, none of what is shown, so nothing ever moves.
 *  Pairs are for windows lower than 800 and for others. */
export interface Place {
  left?: number; // the width of a tray left of the board
  right?: number; // the width of players and log
  ask?: [low: number, high: number]; // the height of the question
  below?: [low: number, high: number]; // the height of a tray below the board
  tablet?: number; // the height of the board where everything is one column
  phone?: number;
  aside?: boolean; // the question keeps room at its end for a drawing of what another does (data-aside)
  phoneAsk?: number; // the least height of the question on a phone: that of the largest one, if nothing below it may move
}

/** One thing that decides between equal points: a number by seat, null where it is hidden. */
export interface Tie {
  key: string;
  label: string;
  icon?: Component; // 20 px, decorative
  values: (number | null)[];
  more(who: string): string; // "more gold than Ana"
  less(who: string): string;
}

/** What decides between equal points, the first before the others, and who is out of the game. */
export interface Ties {
  rule: string;
  rows: Tie[];
  out: number[];
}

export interface BoardModule<V = any, T = any> {
  /** The beats that lead from one view to the other. */
  beats?(told: Told<V, T>): Beat[];
  component: Component<BoardProps<V, T>>;
  tray?: Component<BoardProps<V, T>>;
  trayPlace?: 'below' | 'left';
  place?: Place;
  counters(view: V, seat: number, tables: T, t: Translate): Counter[];
  /** A log line in words, without the player's name: "extends the dig from c4 to c5". `before`: the view it was made in, where that is known; `seats`: those it may name;
   *  `earlier`: moves between that view and this one. */
  sentence(move: string, seat: SeatInfo | null, tables: T, t: Translate, before?: V, seats?: SeatInfo[], earlier?: readonly Move[]): string;
  /** What is public of a draw (`seat` null) or a move that this viewer does not see; null: nothing more than that there was one. */
  hidden?(before: V | undefined, t: Translate, seat: number | null): string | null;
  /** The part of the game that a move of this view belongs to, above its lines in the log, and whose turn it is. */
  heading?(view: V, tables: T, t: Translate): { words: string; seat?: number | null };
  /** The points of a seat where the view tells them: they stand beside the name as long as that view is shown. An answer of the table may be one move ahead of it. */
  told?(view: V, seat: number): number;
  /** Numbers of a seat whose changes the log tells beside a move. */
  gains?(view: V, seat: number, tables: T, t: Translate): Counter[];
  /** What a move costs by what lies open, for those whose purse is hidden: the change of the gain `key`. */
  price?(move: string, before: V, tables: T): { key: string; n: number } | null;
  /** What a move sets off for everybody, in words of its own in the log, with the gains `keys` that belong to it and not to the move. */
  aftermath?(before: V, after: V, t: Translate): { words: string; seat: number | null; keys: string[] } | null;
  /** What the rules did, besides these moves, for players who had no choice: each a line of its own in the log. */
  befallen?(before: V, after: V, moves: readonly Move[], seats: SeatInfo[], t: Translate): { seat: number; words: string }[];
  /** A move that the log leaves out: the next one tells it, or the next heading does. */
  silent?(move: string): boolean;
  /** For the text list of legal moves. `before`: the view it would be made in, where that is known: then things have their names. */
  describe(move: string, tables: T, t: Translate, before?: V): string;
  /** The board itself shows at its place why this move was refused. */
  flags?(move: string): boolean;
  /** A sentence if a slip would hurt. */
  confirm?(move: string, view: V, tables: T): string | null;
  /** Buttons of the game's own for the ask bar, in place of the plain ones for complete moves. */
  actions?: Component<ActionProps<V, T>>;
  /** What is to be clicked next while a move is being built, for the ask bar. */
  prompt?(build: Builder, view: V, tables: T, t: Translate): string | null;
  /** Where the game stands, for the header: "Season 2 of 4". */
  stage?(view: V, tables: T, t: Translate): string;
  /** Several play at once, and the quicker one gets more: it begins for all at the same time. */
  race?(view: V): boolean;
  /** The colours of the seats, where they are not 0, 1, 2: Myst's teams are Saffron (2) and Lapis (1). */
  colours?: readonly number[];
  /** So many points in the game's own words, where it does not call them points: "2 metropolises". */
  points?(n: number, t: Translate): string;
  /** For the tally of a finished game. */
  ties?(view: V, tables: T, t: Translate): Ties;
  /** What a row of the tally counts, drawn as on the board: 24 px, beside `label`. */
  sign?: Component<{ label: string; rule: string; tables: T }>;
  /** What a seat does while all play at once, beside its name; `ms`: how long its next step takes, since the `step`th. */
  doing?(view: V, seat: SeatInfo, tables: T, t: Translate): { words: string; ms?: number; step: number } | null;
  /** The end told step by step above the tally: `over` is called when all is told; `skip` tells the rest at once. */
  ending?: Component<{ view: V; tables: T; seats: SeatInfo[]; skip: boolean; over(): void }>;
  /** For rules pages: draws a position given as a view. */
  diagram?: Component<DiagramProps<V, T>>;
}
