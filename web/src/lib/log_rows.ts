// The log as rows: moves and events in words, under headings for the parts of the game, with what each move brought.
// SPDX-License-Identifier: MIT
import type { Counter } from '../boards/contract';
import { nameOf, sentence, tellEvent, type Teller } from './move_text';
import type { Frame, LogLine } from './table.svelte';
import { t } from './words';

export interface Gain {
  key: string;
  label: string;
  n: number;
  icon?: Counter['icon'];
}
export interface Row {
  at: number;
  seat: number | null | undefined; // null: luck; undefined: no move
  words: string;
  times: number; // the same again
  by?: string;
  gains: Gain[];
  /** Above it, where another part of the game begins. */
  heading?: { words: string; who: string };
}

/** The position that an event led to: the first one that is not older. */
function frameOf(frames: readonly Frame[], at: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]!.n < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function gainsOf(who: Teller, before: unknown, after: unknown, seat: number): Gain[] {
  const gains = who.board?.gains;
  if (!gains) return [];
  const was = new Map(gains(before, seat, who.tables, t).map((one) => [one.key, one.value]));
  return gains(after, seat, who.tables, t).flatMap(({ key, label, value, icon }) => {
    const n = Number(value) - Number(was.get(key));
    return n ? [{ key, label, n, ...(icon ? { icon } : {}) }] : [];
  });
}

/** A line by itself; null: it is not told. */
export function rowOf(who: Teller, e: LogLine, frames: readonly Frame[]): Row | null {
  if (e.e !== 'move' && e.e !== 'luck') {
    const words = tellEvent(who, e);
    return words ? { at: e.at, seat: undefined, words, times: 1, gains: [] } : null;
  }
  if (e.move && who.board?.silent?.(e.move)) return null;
  const seat = e.e === 'luck' ? null : (e.seat ?? null);
  const own = e.by === 'bot' && seat !== null && who.seats[seat]?.kind === 'bot'; // a bot in its own seat needs no word
  const i = frameOf(frames, e.at);
  const [before, after] = [frames[i - 1], frames[i]];
  const part = before && who.board?.heading?.(before.view, who.tables, t);
  // Where one update brought several moves, what they brought stands beside the last.
  const last = after?.moves.filter((m) => m.seat !== null).at(-1);
  const earlier = after?.moves.slice(0, Math.max(0, after.moves.findIndex((m) => m.seat === seat && m.move === (e.move ?? null))));
  const told = before && after && seat !== null && last?.seat === seat && last.move === (e.move ?? null);
  return {
    at: e.at,
    seat,
    words: sentence(who, e.move ?? null, seat, before?.view, earlier),
    times: 1,
    gains: told ? gainsOf(who, before.view, after.view, seat) : [],
    ...(own || !e.by ? {} : { by: e.by }),
    ...(part?.words ? { heading: { words: part.words, who: part.seat === undefined || part.seat === null ? '' : nameOf(who.seats, part.seat) } } : {}),
  };
}

const FEW = 2; // the luck that a game begins with needs no heading

/** Rows one below the other: a heading once, the same line once. */
export function grouped(rows: readonly Row[]): Row[] {
  const out: Row[] = [];
  let part = '';
  // What happened before the first position that is known stands under a heading of its own.
  const moves = rows.filter((row) => row.seat !== undefined);
  const unknown = moves.findIndex((row) => row.heading);
  const first = unknown > FEW || (unknown < 0 && moves.length > FEW) ? moves[0] : undefined;
  for (const row of rows) {
    const last = out.at(-1);
    const now = row.heading ? `${row.heading.words} ${row.heading.who}` : part;
    const fresh = row.seat !== undefined && now !== part;
    if (row.seat !== undefined) part = now;
    if (!fresh && last && last.seat !== undefined && last.seat === row.seat && last.words === row.words && !last.gains.length && !row.gains.length) {
      out[out.length - 1] = { ...last, at: row.at, times: last.times + 1 };
      continue;
    }
    const { heading, ...plain } = row;
    out.push(fresh && heading ? { ...plain, heading } : row === first ? { ...plain, heading: { words: t('table.log.before'), who: '' } } : plain);
  }
  return out;
}
