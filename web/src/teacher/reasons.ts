// A hint's reason in a few lines of text.
// SPDX-License-Identifier: MIT
import type { Hint, Idea, Why } from '../engine';
import { asSentence, t } from '../lib/words';

/** The move that a hint means. Where only one is legal nothing was searched, and there are no ideas: it is that one. */
export const hinted = ({ ideas }: Pick<Hint, 'ideas'>, legal: string[]): string | undefined => ideas[0]?.move.text ?? legal[0];

/** The moves that the same seat makes next in an expected line, before anybody else moves: at most two. */
export function plan(line: Idea['line'], seat: number): string[] {
  const on = line.slice(1);
  const others = on.findIndex((m) => m.seat !== seat);
  return on.slice(0, others < 0 ? 2 : Math.min(2, others)).map((m) => m.move);
}

/** From here the search sees a difference (bots/analyse.h). */
const SEEN = 20;

/** How sure it is, and by how much it is better than what. */
function verdict({ trust, outcome, loss_permille: loss }: Why, other: string): string {
  const how = outcome !== 'open' ? outcome : trust === 'taste' || trust === 'torn' ? trust : loss < SEEN ? 'games' : 'seen';
  return t(`teacher.verdict.${how}`, { trust: t(`teacher.trust.${trust}`), loss: Math.round(loss / 10), other });
}

/** How sure it is; what the move gains against a worse one, prepares and gives up; which are as good; and what the games say. Nothing where nothing is known. `say` puts moves into words. */
export function reasons({ why }: Pick<Hint, 'why'>, say: (move: string) => string): string[] {
  if (!why) return [];
  const told = (gain: boolean): string[] => {
    const facts = why.facts.filter((f) => f.gain === gain).map((f) => `${f.time} ${f.words}`.trim());
    return facts.length ? [t(gain ? 'teacher.gains.are' : 'teacher.gives.are', { facts: facts.join('; ') })] : [];
  };
  const all = (moves: { text: string }[]): string => moves.map((m) => say(m.text)).join('; ');
  const gains = told(true);
  return [
    verdict(why, say(why.other.text)),
    ...gains,
    ...(gains.length || why.plan.length || why.loss_permille < SEEN ? [] : [t('teacher.nothing')]),
    ...(why.plan.length ? [t(why.brings ? 'teacher.plan.brings' : 'teacher.plan', { moves: all(why.plan), brings: why.brings ?? '' })] : []),
    ...told(false),
    ...(why.equal.length ? [t(why.equals > why.equal.length ? 'teacher.equal.more' : 'teacher.equal', { moves: all(why.equal) })] : []),
    why.words,
  ].map(asSentence);
}
