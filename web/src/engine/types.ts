// What the engine says: the same JSON as the server's (docs/protocol.md).
// SPDX-License-Identifier: MIT

export interface Option {
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
  luck?: boolean;
  args: string[];
}

export interface GameInfo {
  name: string;
  title: string;
  words: string;
  length: string;
  rules: number;
  players: [fewest: number, most: number];
  /** Seats hide things from each other. */
  secrets: boolean;
  options: Option[];
  for_people?: string; // the option that a page sets for people: "pmode=rt"
  team?: number; // people who may share a seat
  styles?: Style[]; // characters that its bots can have: "skilled:style=raider"
  verbs: Verb[];
  kinds: Record<string, string[]>;
}

export interface Style {
  style: string;
  name: string;
  about: string;
}

export interface Level {
  level: string;
  words: string;
  /** How quick it is in a race in real time, 0 the slowest. */
  pace: number;
  /** Of the champion: the games, and for how many players, for which there is a net. */
  nets?: Record<string, number[]>;
}

/** The arguments of a form, one after the other; the last ones in a list. */
export type Args = string[] | { [word: string]: Args };
/** Legal moves: `{"extend % %":{"a2":["a1","a3"]},"pass":[]}`. */
export type Legal = Record<string, Args>;

export interface Refusal {
  /** "rule", "unreadable", "record"; of a table one of docs/protocol.md. */
  code: string;
  rule?: string;
  /** What the game calls this refusal in its catalogue, in every language. */
  key?: string;
  words: string;
  line?: number;
}

export interface Result {
  points: string[];
  places: number[];
}

/** What the server sends to a seat, or to the public. */
export interface Look {
  /** Moves that this viewer knows of. */
  moves: number;
  view: unknown;
  /** The seats that owe a choice. */
  turn: number[];
  ask?: string;
  legal?: Legal;
  result?: Result;
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

/** A move as a viewer sees it. */
export interface Step {
  e: 'move' | 'luck';
  seat?: number;
  /** Left out where it is `masked`: something happened, and not more is known. */
  move?: string;
  masked?: boolean;
  notes?: string[];
  /** All moves up to this one: `go(at)` shows the position after it. */
  at: number;
}

export interface Status {
  game: string;
  players: number;
  options: Record<string, string | number>;
  names: string[];
  /** All moves of the game, and how many of them stand in the position shown. */
  moves: number;
  at: number;
  node: 'decide' | 'chance' | 'over';
  round: number;
  /** The seats that owe a choice: the truth, which no viewer need know. */
  owes: number[];
  resigned: number[];
  /** It began from a position and has no record. */
  placed: boolean;
}

export interface Setup {
  game: string;
  players?: number;
  options?: Record<string, string | number>;
  /** A position's text (docs/scenarios.md) in place of the normal start. */
  position?: string;
  names?: string[];
  /** 64 hexadecimal digits: all draws follow from it, and the record proves them. Drawn by itself
   *  if left out; null: each draw is made on its own. */
  seed?: string | null;
  /** What the table is called; the draws follow from this too. */
  table?: string;
}

export interface LineMove {
  seat: number;
  move: string;
}

export interface Idea {
  move: { text: string; verb: string; args: { kind: string; value: string }[] };
  visits: number;
  /** Tried too seldom, beside the best, for the share to mean much. */
  rough: boolean;
  /** What each seat can expect: its share of the win in thousandths. */
  share_permille: number[];
  /** How the game may go on, the move itself first. */
  line: LineMove[];
}

/** What differs between the games behind two moves, on average: after the better one less after the other. */
export interface WhyFact {
  /** Good for whoever moves. */
  gain: boolean;
  when: 'at-once' | 'answer' | 'next' | 'soon' | 'ahead' | 'end' | 'time';
  /** In the games of simple play, not as the search expects it. */
  quick?: true;
  who: 'mover' | 'rivals';
  measure: string;
  best_milli: number;
  other_milli: number;
  more_milli: number;
  /** Two standard errors; 0: exact. */
  error_milli: number;
  words: string;
  /** "in the end"; empty where the words speak of time. */
  time: string;
}

export interface Why {
  best: { text: string };
  other: { text: string };
  /** `torn`: search and games contradict each other. */
  trust: 'torn' | 'taste' | 'slight' | 'likely' | 'sure';
  /** What is settled, as good as certainly: the win, after both moves (`won`) or neither (`lost`), or after the best alone (`wins`). */
  outcome: 'open' | 'won' | 'lost' | 'wins';
  /** What the search says the other one gives away, of a thousand. */
  loss_permille: number;
  games: number;
  win_permille: [best: number, other: number];
  error_permille: [best: number, other: number];
  /** So many further moves are as good as the best; the first of them. */
  equals: number;
  equal: { text: string }[];
  /** The mover's next moves, as the search expects them, and what these bring: "+2 isles". */
  plan: { text: string }[];
  brings?: string;
  facts: WhyFact[];
  /** What the games say. */
  words: string;
}

export interface Hint {
  game: string;
  seat: number;
  iterations: number;
  ideas: Idea[];
  why?: Why;
}

export type Mark = 'fine' | 'inaccuracy' | 'mistake' | 'blunder';

export interface Judgement {
  /** Counts the moves of the record from 1. */
  move_number: number;
  seat: number;
  mark: Mark;
  loss_permille: number;
  iterations: number;
  /** By a search four times as long; nothing is called a mistake without. */
  confirmed: boolean;
  played: Idea;
  best: Idea;
}

export interface Review {
  player: string;
  decisions: number;
  loss_permille: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export interface Analysis {
  decisions: Judgement[];
  players: Review[];
  complete: boolean;
}

/** How long to think; whatever comes first. */
export interface Budget {
  millis?: number;
  iterations?: number;
}

// --- tables on this device ---

/** An event as it is kept: when, and its text. */
export type Entry = [at: number, text: string];

export interface TableClock {
  kind: string;
  ms?: number;
  increment?: number;
  /** Whose time is up has lost, or a bot moves for them. */
  zero?: 'lose' | 'bot';
}

export interface TableSetup {
  table: string;
  game: string;
  /** Without a level it is a person's. */
  seats: { name: string; level?: string }[];
  options?: Record<string, string | number>;
  clock?: TableClock;
  /** 64 hexadecimal digits that all draws follow from. */
  seed: string;
  record?: string;
  moves?: number;
}

/** What a request did: texts of events to be kept, and messages that are told and not kept. */
export interface Answer {
  events: string[];
  notices: { t: string; table: string; [key: string]: unknown }[];
}

export interface Rematch extends Answer {
  /** The events of the new table. */
  next: string[];
}

export interface ThinkerSeat {
  seat: number;
  level: string;
  /** A thought of another line is of no use. */
  line: number;
}

export interface TableSeat {
  seat: number;
  kind: 'free' | 'human' | 'bot';
  name?: string;
  level?: string;
  standin?: boolean;
  resigned?: boolean;
}

export interface TableStatus {
  game: string;
  phase: 'open' | 'playing' | 'over';
  created: number;
  seats: TableSeat[];
  rematch?: string;
  result?: Result & { seed: string };
}
