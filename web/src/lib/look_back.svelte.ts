// Looking back over somebody's last games: with what they open, and where the games turned. The page's own engine reads the records and
// thinks in a worker, when it is asked to; what it finds is kept on this device, because a game that is over does not change.
// SPDX-License-Identifier: MIT
import { hashOf } from '../art/face';
import { boards, tablesOf } from '../boards';
import { Thinker, type Judgement } from '../engine';
import { engine } from './engine';
import { describe, sentence, type Teller } from './move_text';
import { api, net } from './net';
import type { Page } from './profile';
import { Replay } from './replay.svelte';
import { turnsOf, type Turn } from './turning';

/** What one game shows: moves in the notation, so that they can be said in any language. */
export interface Looked {
  table: string;
  game: string;
  seat: number;
  /** Their first move of their own. */
  first: string | null;
  /** The largest change of anybody's chance to win, in percent; null: it never turned. */
  turn: (Turn & { text: string }) | null;
}

type Recent = Page['recent'][number];
const LEAST = 8; // percent: a smaller change turns nothing
const BUDGET = 40; // ms a decision
const KEPT = 'petteia.looked';
const MOST = 60;

/** Where somebody sat: by their face, and in older games by their name. */
export function seatOfPerson(row: Recent, person: string, name: string): number | null {
  const seats = row.about.seats ?? [];
  const byFace = seats.find((s) => s.face === hashOf(person));
  return (byFace ?? seats.find((s) => s.face === undefined && s.name === name))?.seat ?? null;
}

/** The largest rise of a chance to win. */
export function greatest(judged: Judgement[], seats: number): Turn | null {
  const course = { at: judged.map((j) => j.move_number), values: Array.from({ length: seats }, (_, seat) => judged.map((j) => (j.played.share_permille[seat] ?? 0) / 10)) };
  return turnsOf(course, LEAST).reduce<Turn | null>((a, b) => (a && a.to - a.from >= b.to - b.from ? a : b), null);
}

/** Openings by game, the commonest first. */
export function openings(looked: Looked[]): { game: string; first: string; times: number; of: number }[] {
  const counts = new Map<string, { game: string; first: string; times: number }>();
  for (const one of looked) {
    if (one.first === null) continue;
    const key = `${one.game} ${one.first}`;
    const so = counts.get(key) ?? { game: one.game, first: one.first, times: 0 };
    counts.set(key, { ...so, times: so.times + 1 });
  }
  const of = (game: string): number => looked.filter((one) => one.game === game && one.first !== null).length;
  return [...counts.values()].map((one) => ({ ...one, of: of(one.game) })).sort((a, b) => b.times - a.times || a.game.localeCompare(b.game));
}

const kept = (): Record<string, Looked> => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, Looked>;
  } catch {
    return {};
  }
};
const keyOf = (table: string, seat: number): string => `${table} ${seat}`;

export class LookBack {
  looked: Looked[] = $state.raw([]);
  progress: { game: number; of: number } | null = $state.raw(null);
  private readonly halt = new AbortController();
  private readonly rows: { row: Recent; seat: number }[];
  private readonly tellers: Record<string, Teller> = $state.raw({});
  private thinker: Thinker | null = null;

  constructor(shown: Page) {
    this.rows = shown.recent.flatMap((row) => {
      const seat = seatOfPerson(row, shown.person, shown.name);
      return seat === null ? [] : [{ row, seat }];
    });
    const before = kept();
    const found = this.rows.flatMap(({ row, seat }) => before[keyOf(row.table, seat)] ?? []);
    void Promise.all(found.map((one) => this.learn(one.game))).then(() => (this.looked = found));
  }

  /** Games that nobody has looked at yet. */
  get left(): number {
    return this.rows.length - this.looked.length;
  }

  close(): void {
    this.halt.abort();
    this.thinker?.stop();
  }

  /** The words of a game's moves. */
  private async learn(game: string): Promise<void> {
    if (this.tellers[game]) return;
    const machine = await engine();
    const [tables, module] = await Promise.all([tablesOf(game), boards[game]?.()]);
    this.tellers[game] = { game: machine.game(game) ?? null, board: module?.default ?? null, tables, seats: [] };
  }

  private async look(row: Recent, seat: number): Promise<Looked> {
    const record = await api<string>(`tables/${row.table}/record`, undefined, net.token);
    const replay = await Replay.open(record);
    try {
      replay.seat = seat;
      const steps = replay.steps();
      const first = steps.find((s) => s.e === 'move' && s.seat === seat && s.move !== undefined)?.move ?? null;
      const { decisions } = await this.thinker!.analyse(record, { budget: { millis: BUDGET }, signal: this.halt.signal });
      const turn = greatest(decisions, replay.seats.length);
      const text = turn && decisions.find((j) => j.move_number === turn.move)!.played.move.text;
      return { table: row.table, game: row.game, seat, first, turn: turn && { ...turn, text: text! } };
    } finally {
      replay.close();
    }
  }

  /** Looks at those that are left, one after the other. */
  async run(): Promise<void> {
    this.thinker ??= new Thinker(await engine());
    const rest = this.rows.filter(({ row, seat }) => !this.looked.some((one) => one.table === row.table && one.seat === seat));
    try {
      for (const [i, { row, seat }] of rest.entries()) {
        this.progress = { game: i + 1, of: rest.length };
        await this.learn(row.game);
        const one = await this.look(row, seat);
        if (this.halt.signal.aborted) return;
        const all = { ...kept(), [keyOf(row.table, seat)]: one };
        localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST))));
        this.looked = [...this.looked, one];
      }
    } finally {
      this.progress = null;
    }
  }

  opening(one: { game: string; first: string }): string {
    return this.tellers[one.game] ? describe(this.tellers[one.game]!, one.first) : one.first;
  }

  turned(one: Looked): string {
    const teller = this.tellers[one.game];
    return teller ? sentence(teller, one.turn!.text, one.turn!.seat) : one.turn!.text;
  }
}
