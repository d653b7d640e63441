// The ending: turning points, the tally by place, and the headline.
// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { because, causeOf, headline, rowsOf } from '../../src/lib/ending';
import { decisive, turnsOf } from '../../src/lib/turning';
import { inHalves } from '../../src/lib/words';

const seat = (n: number, name: string, more = {}) => ({ seat: n, name, kind: 'human' as const, ...more });
const two = [seat(0, 'Ana'), seat(1, 'Theo')];

test('turning points are the largest rises, apart from each other, in the order of the game', () => {
  const at = [0, 10, 12, 30, 40, 60];
  const course = { at, values: [[50, 70, 90, 40, 45, 99], [50, 30, 10, 60, 55, 1]] };
  const turns = turnsOf(course, 8);
  expect(turns.map((t) => [t.move, t.seat, t.from, t.to])).toEqual([[10, 0, 50, 70], [30, 1, 10, 60], [60, 0, 45, 99]]);
  expect(decisive(turns, [0])).toEqual(turns[2]);
  expect(decisive(turns, [1])).toEqual(turns[1]);
  expect(decisive([], [0])).toBeNull();
});

test('the tally has a row for what gave somebody points, and a column a player by place', () => {
  const line = (words: string, points: string) => ({ words, points, rule: 'R1' });
  const score = { points: ['3', '9'], lines: [[line('Violet: 1 × 3', '3'), line('Brown: 0', '0')], [line('Violet: 1 × 2', '2'), line('Printed', '5'), line('Small temple 2 x level 1', '2')]] };
  const { order, rows } = rowsOf(score, [2, 1]);
  expect(order).toEqual([1, 0]);
  expect(rows.map((r) => [r.label, r.cells.map((c) => c && [c.how, c.points])])).toEqual([
    ['Violet', [['1 × 3', '3'], ['1 × 2', '2']]],
    ['Printed', [null, ['', '5']]],
    ['Small temple', [null, ['2 x level 1', '2']]],
  ]);
});

test('a line that begins with a number is one row for all, whatever the number', () => {
  const line = (words: string, points: string) => ({ words, points, rule: 'R5' });
  const score = { points: ['5', '4'], lines: [[line('11 half edges of arrows', '5')], [line('9 half edges of arrows', '4')]] };
  expect(rowsOf(score, [1, 2]).rows.map((r) => [r.label, r.cells.map((c) => c?.how)])).toEqual([['Half edges of arrows', ['11', '9']]]);
});

test('points of the same kind twice are one row, and halves are written as people write them', () => {
  const line = (words: string, points: string) => ({ words, points, rule: 'R6.3' });
  const score = { points: ['7', '0'], lines: [[line('Clock Tower: cards of Value 5', '5'), line('Clock Tower: Bonus', '2')], [line('Clock Tower: cards of Value 4, not controlled', '0')]] };
  expect(rowsOf(score, [1, 2]).rows.map((r) => [r.label, r.cells.map((c) => c && [c.how, c.points])])).toEqual([
    ['Clock Tower', [['5 + 2', '7'], ['cards of Value 4, not controlled', '0']]],
  ]);
  expect(['0.5', '9.5', '3', '-0.5', '-1.5'].map(inHalves)).toEqual(['½', '9½', '3', '-½', '-1½']);
});

test('an abandoned game has no winner, and says so', () => {
  const left = two.map((s) => ({ ...s, standin: true }));
  const result = { points: ['4', '0'], places: [1, 2], how: 'abandoned' as const, seed: '', moves: 7, ms: 1000 };
  expect(headline(result, left, [0])).toBe('The game was abandoned');
  expect(because(result, left, [0], null)).toBe('Everybody left, and nobody came back within a day. No rating changes.');
  expect(causeOf(result, left)).toBe('door');
  const played = { ...result, how: 'played' as const };
  expect(because(played, [two[0]!, { ...two[1]!, standin: true }], [0], null)).toBe('A bot finished for Theo.');
  expect(causeOf(played, left)).toBeNull();
  expect(causeOf({ ...result, how: 'stopped' }, [two[0]!, seat(1, 'Theo', { resigned: true, late: true })])).toBe('hour');
});

test('the headline names the cause when points did not decide', () => {
  const result = (points: string[], places: number[], how: 'played' | 'stopped' = 'played') => ({ points, places, how, seed: '' });
  expect(headline(result(['45', '41'], [1, 2]), two, [0])).toBe('You won, by 4 points');
  expect(headline(result(['45', '44'], [1, 2]), two, [1])).toBe('Ana won, by a point');
  expect(headline(result(['45', '45'], [1, 1]), two, [0])).toBe('You and Theo share the win');
  expect(headline(result(['0', '0'], [1, 2], 'stopped'), [two[0]!, seat(1, 'Theo', { resigned: true })], [0])).toBe('You won: Theo resigned');
  expect(headline(result(['0', '0'], [1, 2], 'stopped'), [two[0]!, seat(1, 'Theo', { resigned: true })], [1])).toBe('You resigned. Ana won');
  expect(headline(result(['0', '0'], [1, 2], 'stopped'), [two[0]!, seat(1, 'Theo', { resigned: true, late: true })], [])).toBe('Ana won: Theo ran out of time');
  expect(headline(result(['0', '0'], [1, 2], 'stopped'), two, [])).toBe('The game was abandoned');
  expect(headline(result(['4', '4'], [1, 2]), two, [0])).toBe('You won');
});
