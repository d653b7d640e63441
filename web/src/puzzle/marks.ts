// Where on the board the steps of an answer happen: numbered discs stand there. A board tells it by how it shows a move. No drawing.
// SPDX-License-Identifier: MIT
import type { BoardModule } from '../boards/contract';
import type { Beat, Place } from '../director/beats';
import { named } from '../director/write';
import { t } from '../lib/words';
import type { PuzzleMove } from './puzzle';

const onBoard = (place: Place | undefined): place is Place => place !== undefined && !(typeof place === 'object' && 'home' in place);

/** What is moved to, what is lit or rises, what is taken: in this order, since a fleet's way ends where the step is. */
const WAYS: ((beat: Beat) => Place | undefined)[] = [
  (b) => (b.kind === 'flow' || b.kind === 'pop' ? undefined : (b.to ?? b.path?.at(-1))),
  (b) => (b.kind === 'pop' ? undefined : b.at),
  (b) => (b.kind === 'flow' || b.kind === 'pop' ? undefined : b.from),
  (b) => b.to ?? b.at ?? b.from,
];

/** The place of a step among the beats that show it; null: it has none. */
export function placeOf(beats: readonly Beat[], actor: number): Place | null {
  const own = beats.filter((b) => b.actor === actor);
  for (const way of WAYS) for (const beat of own) if (onBoard(way(beat))) return way(beat)!;
  return null;
}

/** Where each step of an answer may be, the best first: the last place that the move itself names, as in "march n1 n4 1", then the others, then
 *  what a board shows of it. `views`: before each step, and after the last. */
export const placesOf = (board: BoardModule, tables: unknown, answer: readonly PuzzleMove[], views: readonly unknown[], me: number): Place[][] =>
  answer.map((one, i) => {
    if (one.seat < 0) return [];
    const beats = board.beats?.({ before: views[i], after: views[i + 1], moves: [{ seat: one.seat, move: one.move }], me, tables, t }) ?? [];
    const shown = placeOf(beats, one.seat);
    return [...one.move.split(' ').slice(1).reverse().map(named), ...(shown ? [shown] : [])];
  });

export interface Spot {
  n: number;
  x: number;
  y: number;
}

/** Discs at the corners of their places, beside each other where several share one, and inside of the frame. */
export function spotsOf(corners: readonly ({ n: number; x: number; y: number } | null)[], size: number, frame: { w: number; h: number }): Spot[] {
  const out: Spot[] = [];
  const within = (v: number, most: number): number => Math.min(Math.max(v, size / 2), most - size / 2);
  for (const corner of corners) {
    if (!corner) continue;
    const spot = { n: corner.n, x: within(corner.x, frame.w), y: within(corner.y, frame.h) };
    while (out.some((o) => Math.hypot(o.x - spot.x, o.y - spot.y) < size)) spot.x += size + 2;
    if (spot.x > frame.w - size / 2) spot.x = within(corner.x, frame.w) - size - 2;
    out.push(spot);
  }
  return out;
}
