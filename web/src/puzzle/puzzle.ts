// Puzzles as the build exported them from C (`petteia puzzles GAME FILE --json`), and what this device remembers: ratings, streak, what was solved.
// No drawing, no engine. How ratings move is told in docs/puzzles.md.
// SPDX-License-Identifier: MIT

export interface PuzzleMove {
  seat: number; // -1 is luck
  move: string;
}
export type Kind = 'points' | 'win' | 'best';
export interface Puzzle {
  kind: Kind;
  rating: number;
  players: number;
  options: string[]; // "name=value"
  seat: number;
  position: string;
  /** The player's points before, after the answer and after the obvious line; of "win" and "best" the latter two are chances in per cent. */
  start: string;
  goal: string;
  near: string;
  answer: PuzzleMove[];
  nearly: PuzzleMove[];
}

const files = import.meta.glob<{ default: { puzzles: Puzzle[] } }>('../generated/puzzles/*.json');

export const hasPuzzles = (game: string): boolean => `../generated/puzzles/${game}.json` in files;

export async function puzzlesOf(game: string): Promise<Puzzle[]> {
  const load = files[`../generated/puzzles/${game}.json`];
  return load ? (await load()).default.puzzles : [];
}

/** FNV-1a: a number that depends on every letter. */
function sum(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
}

/** The name of a puzzle in addresses and in what is remembered; it stays when others come or go. */
export const idOf = (p: Puzzle): string => sum(`${p.kind} ${p.seat} ${p.position}`).toString(36);

// --- the puzzle of the day ---

/** A day, the same for everybody: "2026-11-17" by UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
const dayBefore = (day: string): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000));

/** All puzzles have had their day before one comes again: the days go through them in an order that only the game decides. */
export function puzzleOfDay(game: string, list: readonly Puzzle[], day: string): Puzzle | null {
  if (!list.length) return null;
  const order = list.map((p) => ({ p, at: sum(game + idOf(p)) })).sort((a, b) => a.at - b.at);
  const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return order[days % order.length]!.p;
}

// --- what is remembered ---

export interface Standing {
  rating: number;
  rated: number; // puzzles
  solved: number;
}
interface Memory {
  games: Record<string, Standing>;
  /** By game and puzzle: how it ended, and the puzzle's own rating where it moved. */
  done: Record<string, Record<string, { right: boolean; rating: number }>>;
  /** Days in a row with a solved puzzle of the day. */
  streak: { days: number; last: string; longest: number };
  /** The day of the last solved puzzle of the day of each game. */
  days: Record<string, string>;
}

export const START_RATING = 1500;
const PLACE = 'petteia.puzzles';
const EMPTY: Memory = { games: {}, done: {}, streak: { days: 0, last: '', longest: 0 }, days: {} };

export class Remembered {
  private memory: Memory;

  constructor(private readonly kept: Storage = localStorage) {
    try {
      this.memory = { ...structuredClone(EMPTY), ...(JSON.parse(kept.getItem(PLACE) ?? '{}') as Partial<Memory>) };
    } catch {
      this.memory = structuredClone(EMPTY); // what cannot be read is begun anew
    }
  }

  standing(game: string): Standing {
    return this.memory.games[game] ?? { rating: START_RATING, rated: 0, solved: 0 };
  }

  /** How this puzzle ended here; null if it was not tried to the end. */
  ended(game: string, p: Puzzle): boolean | null {
    return this.memory.done[game]?.[idOf(p)]?.right ?? null;
  }

  ratingOf(game: string, p: Puzzle): number {
    return this.memory.done[game]?.[idOf(p)]?.rating ?? p.rating;
  }

  solvedOn(game: string, day: string): boolean {
    return this.memory.days[game] === day;
  }

  /** Days in a row, up to today or yesterday: it is lost when a day has passed without. */
  streak(today: string): number {
    const { days, last } = this.memory.streak;
    return last === today || last === dayBefore(today) ? days : 0;
  }

  get longest(): number {
    return this.memory.streak.longest;
  }

  /** What a puzzle would change for a result between 0 and 1. */
  change(game: string, p: Puzzle, result: number): number {
    const me = this.standing(game);
    const expected = 1 / (1 + 10 ** ((this.ratingOf(game, p) - me.rating) / 400));
    return Math.round((me.rated < 20 ? 40 : 20) * (result - expected));
  }

  /** Ends a puzzle: it is rated once. Returns what it changed. */
  end(game: string, p: Puzzle, result: number, day: string | null): number {
    const first = this.ended(game, p) === null;
    const by = first ? this.change(game, p, result) : 0;
    if (first) {
      const me = this.standing(game);
      const expected = 1 / (1 + 10 ** ((this.ratingOf(game, p) - me.rating) / 400));
      const rating = Math.round(this.ratingOf(game, p) - 8 * (result - expected));
      this.memory.games[game] = { rating: me.rating + by, rated: me.rated + 1, solved: me.solved + Number(result > 0) };
      (this.memory.done[game] ??= {})[idOf(p)] = { right: result > 0, rating };
    }
    if (day && result > 0) this.day(game, day);
    this.keep();
    return by;
  }

  private day(game: string, today: string): void {
    const { streak } = this.memory;
    const days = streak.last === today ? streak.days : this.streak(today) + 1;
    this.memory.streak = { days, last: today, longest: Math.max(streak.longest, days) };
    this.memory.days[game] = today;
  }

  private keep(): void {
    try {
      this.kept.setItem(PLACE, JSON.stringify(this.memory));
    } catch {
      // A full storage costs only the memory of this one.
    }
  }

  /** The next one of the stream: not yet tried, and about as hard as the player is good. `pick` is between 0 and 1. */
  next(game: string, list: readonly Puzzle[], but: Puzzle | null, pick: number): Puzzle | null {
    const fresh = list.filter((p) => p !== but && this.ended(game, p) === null);
    const pool = fresh.length ? fresh : list.filter((p) => p !== but);
    const { rating } = this.standing(game);
    const near = [...pool].sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating)).slice(0, 12);
    return near[Math.floor(pick * near.length)] ?? null;
  }
}
