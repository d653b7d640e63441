// Which decisions a lesson looks at, and what a hint says.
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Hint, Judgement, Mark, Why } from '../engine';
import { dearest } from './lesson.svelte';
import { hinted, reasons } from './reasons';

const judged = (n: number, loss: number, mark: Mark): Judgement => ({ move_number: n, seat: 0, mark, loss_permille: loss, iterations: 1, confirmed: true }) as Judgement;

describe('a lesson', () => {
  it('looks at the dearest decisions first, at six at most, and at none that was fine', () => {
    const all = [judged(1, 5, 'fine'), ...[2, 3, 4, 5, 6, 7, 8].map((n) => judged(n, n * 20, 'mistake'))];
    expect(dearest(all).map((j) => j.move_number)).toEqual([8, 7, 6, 5, 4, 3]);
    expect(dearest([judged(1, 5, 'fine')])).toEqual([]);
  });
});

describe('the reasons of a hint', () => {
  const fact = { when: 'end', who: 'mover', measure: 'gold', best_milli: 1, other_milli: 0, more_milli: 1, error_milli: 0 } as const;
  const why = { other: { text: 'end' }, equals: 4, equal: [{ text: 'pass' }], facts: [{ ...fact, gain: true, words: '+1 isle', time: 'in the end' }, { ...fact, gain: false, words: '−2 gold', time: '' }], words: 'Likely: so it is' } as unknown as Why;
  const line = (...seats: number[]): Hint['ideas'] => [{ line: seats.map((seat, i) => ({ seat, move: `m${i}` })) } as Hint['ideas'][number]];
  const say = (move: string): string => move.toUpperCase();

  it('are the plan, what it gains against a worse move, what it gives up, what is as good, and how sure that is', () => {
    expect(reasons({ why, seat: 1, ideas: line(1, 1, 1, 0, 1) }, say)).toEqual([
      'The plan: then M1; M2',
      'Rather than END it gains: in the end +1 isle',
      'It gives up: −2 gold',
      'As good: PASS, and more',
      'Likely: so it is',
    ]);
    expect(reasons({ seat: 1, ideas: line(1, 1) }, say)).toEqual([]);
  });

  it('speak of no plan where the others are next', () => {
    expect(reasons({ why, seat: 1, ideas: line(1, 0, 1) }, say)[0]).toContain('Rather than END');
  });
});

describe('the move of a hint', () => {
  it('is its first idea, and the only legal move where nothing had to be searched', () => {
    const idea = (text: string) => ({ move: { text } }) as Hint['ideas'][number];
    expect(hinted({ ideas: [idea('pass'), idea('end')] }, ['end', 'pass'])).toBe('pass');
    expect(hinted({ ideas: [] }, ['n-none'])).toBe('n-none');
    expect(hinted({ ideas: [] }, [])).toBeUndefined();
  });
});
