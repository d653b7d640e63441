// A hint's reason in a few lines of text.
// SPDX-License-Identifier: MIT
import type { Hint } from '../engine';
import { t } from '../lib/words';

/** The move that a hint means. Where only one is legal nothing was searched, and there are no ideas: it is that one. */
export const hinted = ({ ideas }: Pick<Hint, 'ideas'>, legal: string[]): string | undefined => ideas[0]?.move.text ?? legal[0];

/** The moves that the same seat makes next, if the hint has a plan: at most three. */
function plan({ ideas, seat }: Pick<Hint, 'ideas' | 'seat'>): string[] {
  const on = ideas[0]?.line.slice(1) ?? [];
  const others = on.findIndex((m) => m.seat !== seat);
  return on.slice(0, others < 0 ? 3 : Math.min(3, others)).map((m) => m.move);
}

/** What the move gains and gives up against a worse one, which are as good, and how sure that is; nothing where nothing is known. `say` puts moves into words. */
export function reasons(hint: Pick<Hint, 'why' | 'ideas' | 'seat'>, say: (move: string) => string): string[] {
  const { why } = hint;
  if (!why) return [];
  const told = (gain: boolean): string[] => {
    const facts = why.facts.filter((f) => f.gain === gain).map((f) => `${f.time} ${f.words}`.trim());
    return facts.length ? [t(gain ? 'teacher.gains.are' : 'teacher.gives.are', { facts: facts.join('; '), other: say(why.other.text) })] : [];
  };
  const next = plan(hint).map(say);
  const equal = why.equal.map((m) => say(m.text)).join('; ');
  return [
    ...(next.length ? [t('teacher.plan', { moves: next.join('; ') })] : []),
    ...told(true),
    ...told(false),
    ...(equal ? [t(why.equals > why.equal.length ? 'teacher.equal.more' : 'teacher.equal', { moves: equal })] : []),
    why.words,
  ];
}
