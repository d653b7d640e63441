// What an answer changes in the score, line by line as the engine explains it. No drawing.
// SPDX-License-Identifier: MIT
import type { Score } from '../engine';
import { ALIKE, nearness } from '../lib/alike';
import type { Puzzle } from './puzzle';

export interface Change {
  rule: string;
  words: string;
  by: number;
}
export interface Total {
  seat: number;
  from: string;
  to: string;
}

/** Lines of a player's score that came, went or changed, by what they changed the sum; the largest first. */
export function changesOf(before: Score, after: Score, seat: number): Change[] {
  const key = (l: { rule: string; words: string; points: string }) => `${l.rule} ${l.words} ${l.points}`;
  const [was, now] = [before.lines[seat] ?? [], after.lines[seat] ?? []];
  const old = was.map(key);
  const fresh = now.filter((l) => {
    const at = old.indexOf(key(l));
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  });
  const gone = was.filter((l) => {
    const at = old.indexOf(key(l));
    if (at >= 0) old.splice(at, 1);
    return at >= 0;
  });
  // A line that only counts more than before is one change, not two. The closest pairs come first: two lines of one rule may differ by a word.
  const pairs = fresh
    .flatMap((l) => gone.filter((g) => g.rule === l.rule).map((g) => ({ l, g, near: near(g.words, l.words) })))
    .filter((pair) => pair.near >= ALIKE)
    .sort((a, b) => b.near - a.near);
  const mate = new Map<(typeof fresh)[number], (typeof gone)[number]>();
  for (const { l, g } of pairs) if (!mate.has(l) && ![...mate.values()].includes(g)) mate.set(l, g);
  const left = gone.filter((g) => ![...mate.values()].includes(g));
  const changes = fresh.map((l) => ({ rule: l.rule, words: l.words, by: Number(l.points) - Number(mate.get(l)?.points ?? 0) }));
  return [...changes, ...left.map((g) => ({ rule: g.rule, words: g.words, by: -Number(g.points) }))].filter((c) => c.by !== 0).sort((a, b) => b.by - a.by);
}

/** A line that begins with a name speaks of that; one that begins with a number is compared by its words. */
function near(a: string, b: string): number {
  const first = (words: string) => words.split(/[\s:,(]/)[0]!;
  return /^\d/.test(a) && /^\d/.test(b) ? nearness(a, b) : first(a) === first(b) ? 1 : 0;
}

export const totalsOf = (before: Score, after: Score): Total[] =>
  before.points.map((from, seat) => ({ seat, from, to: after.points[seat] ?? from })).filter((one) => one.from !== one.to);

/** Why a move is best by far, from the points that it and the obvious one bring at once: `by` more, as many, or `by` less. Null: another kind of puzzle. */
export function reasonOf(p: Pick<Puzzle, 'kind' | 'seat'>, after: Score, near: Score): { kind: 'now' | 'later' | 'less'; by: number } | null {
  if (p.kind !== 'best') return null;
  const more = Number(after.points[p.seat]) - Number(near.points[p.seat]);
  return { kind: more > 0 ? 'now' : more < 0 ? 'less' : 'later', by: Math.abs(more) };
}
