// The log as rows: moves and events in words, under headings for the parts of the game, with what each move brought.
// SPDX-License-Identifier: MIT
import type { Counter } from '../boards/contract';
import { nameOf, sentence, tellEvent, type Teller } from './move_text';
import { asMove, type Frame, type LogLine } from './table.svelte';
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

/** What it cost, where the purse it came from is hidden. */
function priceOf(who: Teller, move: string, before: unknown, seat: number, gains: Gain[]): Gain[] {
  const price = who.board?.price?.(move, before, who.tables);
  const counter = price && who.board?.gains?.(before, seat, who.tables, t).find((one) => one.key === price.key);
  if (!price?.n || !counter || gains.some((one) => one.key === price.key)) return [];
  return [{ key: price.key, label: counter.label, n: price.n, ...(counter.icon ? { icon: counter.icon } : {}) }];
}

/** A line of the log as rows: none if it is not told, more if it set something off for others. */
export function rowsOf(who: Teller, e: LogLine, frames: readonly Frame[], prior: readonly LogLine[] = []): Row[] {
  if (e.e !== 'move' && e.e !== 'luck') {
    const words = tellEvent(who, e);
    return words ? [{ at: e.at, seat: undefined, words, times: 1, gains: [] }] : [];
  }
  const seat = e.e === 'luck' ? null : (e.seat ?? null);
  const move = e.move ?? null;
  const i = frameOf(frames, e.at);
  const [before, after] = [frames[i - 1], frames[i]];
  // Where one update brought several moves, what they brought stands beside the last.
  const last = after?.moves.filter((m) => m.seat !== null).at(-1);
  const told = before && after && seat !== null && last?.seat === seat && last.move === move;
  const more = told ? who.board?.aftermath?.(before.view, after.view, t) : null;
  const rows: Row[] = move !== null && who.board?.silent?.(move) ? [] : [rowOf(who, e, before, after, prior)];
  if (told && rows[0]) {
    const gains = gainsOf(who, before.view, after.view, seat).filter((one) => !more?.keys.includes(one.key));
    rows[0].gains = [...gains, ...(move === null ? [] : priceOf(who, move, before.view, seat, gains))];
  }
  // What nobody chose stands behind all that the update brought.
  const end = after?.moves.at(-1);
  if (before && after && end?.seat === seat && end.move === move)
    for (const [k, one] of (who.board?.befallen?.(before.view, after.view, after.moves, who.seats, t) ?? []).entries())
      rows.push({ at: e.at + 0.1 * (k + 1), seat: one.seat, words: one.words, times: 1, gains: [] });
  if (told && more) {
    const theirs = more.seat === null ? [] : gainsOf(who, before.view, after.view, more.seat).filter((one) => more.keys.includes(one.key));
    rows.push({ at: e.at + 0.9, seat: null, words: more.words, times: 1, gains: theirs });
  }
  return rows;
}

function rowOf(who: Teller, e: LogLine, before: Frame | undefined, after: Frame | undefined, prior: readonly LogLine[]): Row {
  const seat = e.e === 'luck' ? null : (e.seat ?? null);
  const move = e.move ?? null;
  const own = e.by === 'bot' && seat !== null && who.seats[seat]?.kind === 'bot'; // a bot in its own seat needs no word
  const part = before && who.board?.heading?.(before.view, who.tables, t);
  const earlier = before ? after?.moves.slice(0, Math.max(0, after.moves.findIndex((m) => m.seat === seat && m.move === move))) : prior.flatMap(asMove);
  return {
    at: e.at,
    seat,
    words: sentence(who, move, seat, before?.view, earlier),
    times: 1,
    gains: [],
    ...(own || !e.by ? {} : { by: e.by }),
    ...(part?.words ? { heading: headingOf(who, part) } : {}),
  };
}

const headingOf = (who: Teller, part: { words: string; seat?: number | null }): { words: string; who: string } => ({
  words: part.words,
  who: part.seat === undefined || part.seat === null ? '' : nameOf(who.seats, part.seat),
});

const MANY = 4; // so many draws in a row are one line that opens

/** Draws in a row, as [first, after the last] of the rows; before anybody has moved they are how the game was set up. */
export interface Draws {
  from: number;
  to: number;
  setup: boolean;
}

/** What luck dealt at one go, where it is much: a new season's tiles lie on the board, and would push the moves out of sight. */
export function drawsOf(rows: readonly Row[]): Draws[] {
  const out: Draws[] = [];
  const drawn = (row: Row | undefined): boolean => row?.seat === null && row.gains.length === 0;
  for (let from = 0, to = 0; from < rows.length; from = Math.max(to, from + 1)) {
    for (to = from; drawn(rows[to]); ) to++;
    if (to - from >= MANY) out.push({ from, to, setup: rows.slice(0, from).every((row) => row.seat === undefined) });
  }
  return out;
}

const TOLD = 4; // the last events, which come with a table

/** The heading of what was told with the first known position: it led there, as far as one can say. */
export function firstHeading(who: Teller, log: readonly LogLine[], frames: readonly Frame[]): Row['heading'] {
  const [first] = frames;
  const part = first && who.board?.heading?.(first.view, who.tables, t);
  const oldest = log.find((e) => e.e === 'move' || e.e === 'luck');
  const whole = log[0]?.at === 1; // nothing came before it: how the game began
  return first && part?.words && oldest && (whole || oldest.at > first.n - TOLD) ? headingOf(who, part) : undefined;
}

const nameOfPart = (heading: NonNullable<Row['heading']>): string => `${heading.words} ${heading.who}`;
const FEW = 2; // the luck that a game begins with needs no heading

/** Rows one below the other: a heading once, the same line once. `begins`: what those before the first known position stand under. */
export function grouped(rows: readonly Row[], begins?: Row['heading']): Row[] {
  const out: Row[] = [];
  let part = '';
  // What happened before the first position that is known stands under a heading of its own.
  const moves = rows.filter((row) => row.seat !== undefined);
  const unknown = moves.findIndex((row) => row.heading);
  const many = unknown > FEW || (unknown < 0 && moves.length > FEW);
  const first = many || (begins && unknown !== 0) ? moves[0] : undefined;
  const before = begins ?? { words: t('table.log.before'), who: '' };
  for (const row of rows) {
    const last = out.at(-1);
    const now = row.heading ? nameOfPart(row.heading) : row === first ? nameOfPart(before) : part;
    const fresh = row.seat !== undefined && now !== part;
    if (row.seat !== undefined) part = now;
    if (!fresh && last && last.seat !== undefined && last.seat === row.seat && last.words === row.words && !last.gains.length && !row.gains.length) {
      out[out.length - 1] = { ...last, at: row.at, times: last.times + 1 };
      continue;
    }
    const { heading, ...plain } = row;
    out.push(row === first ? { ...plain, heading: before } : fresh && heading ? { ...plain, heading } : plain);
  }
  return out;
}
