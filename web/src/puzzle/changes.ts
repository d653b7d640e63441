// What an answer changes in the score, line by line as the engine explains it. No drawing.
// SPDX-License-Identifier: MIT
import type { Score } from '../engine';

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
  // A line that only counts more than before is one change, not two.
  const changes = fresh.map((l) => {
    const at = gone.findIndex((g) => g.rule === l.rule && alike(g.words, l.words));
    const by = Number(l.points) - (at >= 0 ? Number(gone.splice(at, 1)[0]!.points) : 0);
    return { rule: l.rule, words: l.words, by };
  });
  return [...changes, ...gone.map((g) => ({ rule: g.rule, words: g.words, by: -Number(g.points) }))].filter((c) => c.by !== 0).sort((a, b) => b.by - a.by);
}

/** Do two lines speak of the same, numbers aside? */
const alike = (a: string, b: string): boolean => a.split(/[\s:,(]/)[0] === b.split(/[\s:,(]/)[0];

export const totalsOf = (before: Score, after: Score): Total[] =>
  before.points.map((from, seat) => ({ seat, from, to: after.points[seat] ?? from })).filter((one) => one.from !== one.to);
