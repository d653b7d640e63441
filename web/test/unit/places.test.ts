// Why each place of a finished game is what it is: points, then what the rules say of equal ones. SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import type { Ties } from '../../src/boards/contract';
import { rowsOf } from '../../src/lib/ending';
import { tellsTies, whyOf, whyWords } from '../../src/lib/places';
import type { Result } from '../../src/lib/protocol';

const tie = (key: string, values: (number | null)[]) => ({ key, label: key, values, more: (who: string) => `more ${key} than ${who}`, less: (who: string) => `less ${key} than ${who}` });
const ended = (points: number[], places: number[]): Result => ({ how: 'over', points: points.map(String), places }) as unknown as Result;
const told = (result: Result, ties: Ties): string[] => {
  const order = result.places.map((_, seat) => seat).sort((a, b) => result.places[a]! - result.places[b]!);
  return order.map((seat) => {
    const why = whyOf(seat, order, result, ties);
    return whyWords(why, result, seat, `seat ${why.other}`, (n) => `${n} metropolises`);
  });
};

test('Cyclades: behind the winner gold decides, then revenue (R6.4)', () => {
  const ties: Ties = { rule: 'R6.4', rows: [tie('gold', [3, 3, 0, 7, 1]), tie('revenue', [2, 5, 4, 1, 9])], out: [] };
  expect(told(ended([1, 1, 2, 1, 0], [4, 3, 1, 2, 5]), ties)).toEqual([
    'The most: 2 metropolises',
    '1 metropolises: behind seat 2',
    'less gold than seat 3',
    'less revenue than seat 1',
    '0 metropolises: behind seat 0',
  ]);
});

test('Cyclades: of two with enough metropolises the one with more gold wins; with equal gold they share it (R6.1)', () => {
  const rows = (gold: number[]): Ties => ({ rule: 'R6.4', rows: [tie('gold', gold), tie('revenue', [8, 2, 5])], out: [] });
  expect(told(ended([2, 2, 1], [2, 1, 3]), rows([4, 9, 0]))).toEqual(['more gold than seat 0', 'less gold than seat 1', '1 metropolises: behind seat 0']);
  expect(told(ended([2, 2, 1], [1, 1, 3]), rows([4, 4, 0])).slice(0, 2)).toEqual(['equal to seat 1', 'equal to seat 0']);
});

test('Cyclades: whoever is out has the last place for that (R6.2, R6.4)', () => {
  const ties: Ties = { rule: 'R6.4', rows: [tie('gold', [5, null, null])], out: [1, 2] };
  expect(told(ended([1, 0, 0], [1, 2, 2]), ties)).toEqual(['The most: 1 metropolises', 'out of the game', 'out of the game']);
});

test('Mykerinos: equal points, more cubes in stock (R6.4), and only then a row for them', () => {
  const ties: Ties = { rule: 'R6.4', rows: [tie('stock', [2, 6, 1])], out: [] };
  expect(told(ended([40, 40, 31], [2, 1, 3]), ties).slice(0, 2)).toEqual(['more stock than seat 0', 'less stock than seat 1']);
  expect(tellsTies(ties, ended([40, 40, 31], [2, 1, 3]), 6)).toBe(true);
  expect(tellsTies(ties, ended([41, 40, 31], [1, 2, 3]), 6)).toBe(false);
  expect(tellsTies(ties, ended([41, 40, 31], [1, 2, 3]), 1)).toBe(true); // a tally of one row has room for it
});

test('metropolises are told by their isles', () => {
  const line = (isle: string) => ({ words: `metropolis: ${isle}`, points: '1', rule: 'R1.2' });
  const { rows } = rowsOf({ points: ['3', '1'], lines: [[line('n2'), line('n13'), line('n7')], [line('n4')]] }, [1, 2]);
  expect(rows.map((r) => r.cells.map((c) => [c?.how, c?.points]))).toEqual([[['n2, n13, n7', '3'], ['n4', '1']]]);
});
