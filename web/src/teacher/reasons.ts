// A hint's reason in a few lines of text.
// SPDX-License-Identifier: MIT
import type { Hint } from '../engine';
import { t } from '../lib/words';

/** The move that a hint means. Where only one is legal nothing was searched, and there are no ideas: it is that one. */
export const hinted = ({ ideas }: Pick<Hint, 'ideas'>, legal: string[]): string | undefined => ideas[0]?.move.text ?? legal[0];

/** What the move gains and gives up, and how sure that is; nothing where nothing is known. */
export function reasons({ why }: Pick<Hint, 'why'>): string[] {
  if (!why) return [];
  const told = (gain: boolean): string[] => {
    const facts = why.facts.filter((f) => f.gain === gain).map((f) => `${f.time} ${f.words}`.trim());
    return facts.length ? [t(gain ? 'teacher.gains.are' : 'teacher.gives.are', { facts: facts.join(', ') })] : [];
  };
  return [...told(true), ...told(false), why.words];
}
