// Why each place of a finished game is what it is: the points, or what decides between equal points.
// SPDX-License-Identifier: MIT
import type { BoardModule, SeatInfo, Tie, Ties } from '../boards/contract';
import { pointWords } from './ending';
import type { Result } from './protocol';
import { t } from './words';

/** What a place is owed to, told of one other seat where there is one: `by` is what decided between equal points. */
export interface Why {
  kind: 'most' | 'points' | 'more' | 'less' | 'equal' | 'out';
  other?: number;
  by?: Tie;
}

const pointsOf = (result: Result, seat: number): number => Number(result.points[seat] ?? 0);

/** The first of what decides that differs between two seats; where it is hidden it tells nothing. */
function between(ties: Ties, a: number, b: number): Tie | undefined {
  return ties.rows.find((row) => row.values[a] != null && row.values[b] != null && row.values[a] !== row.values[b]);
}

/** `order`: the seats by place. A place is told of the one before it, the first of the one behind it. */
export function whyOf(seat: number, order: readonly number[], result: Result, ties: Ties): Why {
  if (ties.out.includes(seat)) return { kind: 'out' };
  const { places } = result;
  const same = order.find((other) => other !== seat && places[other] === places[seat]);
  if (same !== undefined) return { kind: 'equal', other: same };
  const first = places[seat] === 1;
  const other = first ? order.find((one) => one !== seat && !ties.out.includes(one)) : order.filter((one) => places[one]! < places[seat]!).at(-1);
  const by = other === undefined || pointsOf(result, other) !== pointsOf(result, seat) ? undefined : between(ties, seat, other);
  if (other === undefined || (first && !by)) return { kind: 'most' };
  return by ? { kind: first ? 'more' : 'less', other, by } : { kind: 'points', other };
}

/** It in words; `who` stands for the other. */
export function whyWords(why: Why, result: Result, seat: number, who: string, called?: BoardModule['points']): string {
  if (why.by) return why.kind === 'more' ? why.by.more(who) : why.by.less(who);
  return t(`end.why.${why.kind}`, { points: pointWords(pointsOf(result, seat), called), who });
}

/** What decides ties is worth a row where some points are equal, and where there is little else to tell. */
export const tellsTies = (ties: Ties, result: Result, rows: number): boolean =>
  ties.rows.length > 0 && (rows < 3 || new Set(result.points.slice(0, result.places.length).map(Number)).size < result.places.length);

/** Why one's own place is what it is, where the points alone do not tell it; empty otherwise. */
export function ownPlace(board: BoardModule | null, view: unknown, tables: unknown, result: Result, seats: SeatInfo[], mine: number[]): string {
  if (mine.length !== 1 || view === undefined || !board?.ties) return '';
  const order = seats.map((s) => s.seat).sort((a, b) => (result.places[a] ?? 0) - (result.places[b] ?? 0) || a - b);
  const why = whyOf(mine[0]!, order, result, board.ties(view, tables, t));
  if (!why.by && why.kind !== 'out') return '';
  const words = whyWords(why, result, mine[0]!, seats[why.other ?? 0]!.name, board.points);
  return why.by ? t('end.why.you', { words }) : t('end.why.you.out');
}
