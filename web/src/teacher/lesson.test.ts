// Which decisions a lesson looks at, and what a hint says.
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Hint, Judgement, Mark, Why } from '../engine';
import { dearest } from './lesson.svelte';
import { hinted, plan, reasons } from './reasons';

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
  const why = {
    trust: 'likely',
    outcome: 'open',
    loss_permille: 64,
    other: { text: 'end' },
    equals: 4,
    equal: [{ text: 'pass' }],
    plan: [{ text: 'm1' }, { text: 'm2' }],
    brings: '+2 isles',
    facts: [{ ...fact, gain: true, words: '+1 isle', time: 'in the end' }, { ...fact, gain: false, words: '−2 gold', time: '' }],
    words: '20 quick games',
  } as unknown as Why;
  const say = (move: string): string => move.toUpperCase();

  it('are how sure it is, what it gains, prepares and gives up, what is as good, and what the games say', () => {
    expect(reasons({ why }, say)).toEqual([
      'Likely: 6 % more of the win than with END',
      'It gains: in the end +1 isle',
      'The plan: then M1; M2 (+2 isles)',
      'It gives up: −2 gold',
      'As good: PASS, and more',
      '20 quick games',
    ]);
    expect(reasons({}, say)).toEqual([]);
  });

  it('begin with the word for how sure they are, and claim no more than is seen', () => {
    const first = (trust: Why['trust'], loss: number): string => reasons({ why: { ...why, trust, loss_permille: loss, plan: [], equal: [], facts: [] } }, say)[0]!;
    expect(first('sure', 90)).toBe('Sure: 9 % more of the win than with END');
    expect(first('slight', 4)).toBe('A slight edge: the games played on from here prefer it to END');
    expect(reasons({ why: { ...why, plan: [], equal: [], facts: why.facts.slice(1) } }, say)[1]).toContain('further ahead');
    expect(first('taste', 0)).toBe('A matter of taste: END is as good');
    expect(first('torn', 50)).toBe('Both worth a try: the search prefers this (5 % more of the win), simple play END');
  });
});

describe('a plan', () => {
  it('is what the same seat does next, before anybody else moves', () => {
    const line = (...seats: number[]) => seats.map((seat, i) => ({ seat, move: `m${i}` }));
    expect(plan(line(1, 1, 1, 1), 1)).toEqual(['m1', 'm2']);
    expect(plan(line(1, 1, 0, 1), 1)).toEqual(['m1']);
    expect(plan(line(1, 0, 1), 1)).toEqual([]);
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
