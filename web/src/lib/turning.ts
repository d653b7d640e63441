// The course of a game as lines, and the moves at which it turned.
// SPDX-License-Identifier: MIT
import type { Play } from '../engine';

/** A line a seat: its value after each of `at` moves. */
export interface Course {
  at: number[];
  values: number[][]; // by seat
}

export interface Turn {
  move: number; // the moves made when it had happened
  seat: number; // whose it was
  from: number;
  to: number;
}

/** Points of everybody at the position shown, each counted with the own cards: after the game nothing is secret, and a hand that is laid open at the end was worth
 *  as much before. */
export const ownPoints = (play: Pick<Play, 'score'>, seats: number): number[] => Array.from({ length: seats }, (_, seat) => Number(play.score(seat).points[seat]));

/** The same course by the number of moves, however it was looked at. */
export function inOrder({ at, values }: Course): Course {
  const order = at.map((_, i) => i).sort((a, b) => at[a]! - at[b]!);
  return { at: order.map((i) => at[i]!), values: values.map((line) => order.map((i) => line[i]!)) };
}

const MOST = 3;
const APART = 5;

/** The three largest rises, at least `least` and five moves apart, in the order of the game. Of equal ones the later counts: it was
 *  nearer to the end that it led to. */
export function turnsOf(course: Course, least: number): Turn[] {
  const rises = course.values.flatMap((line, seat) =>
    line.slice(1).map((to, i): Turn => ({ move: course.at[i + 1]!, seat, from: line[i]!, to })),
  );
  const turns: Turn[] = [];
  for (const rise of rises.filter((r) => r.to - r.from >= least).sort((a, b) => b.to - b.from - (a.to - a.from) || b.move - a.move))
    if (turns.length < MOST && turns.every((t) => Math.abs(t.move - rise.move) >= APART)) turns.push(rise);
  return turns.sort((a, b) => a.move - b.move);
}

/** The largest of the winner's; without one, the largest of all. */
export function decisive(turns: Turn[], winners: number[]): Turn | null {
  const size = (t: Turn): number => t.to - t.from;
  const best = (list: Turn[]): Turn | null => list.reduce<Turn | null>((a, b) => (a && size(a) > size(b) ? a : b), null);
  return best(turns.filter((t) => winners.includes(t.seat))) ?? best(turns);
}
