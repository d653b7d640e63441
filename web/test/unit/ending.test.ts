// The ending: turning points, the tally by place, and the headline.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apart, because, causeOf, decided, headline, howTold, pointWords, rowsOf } from '../../src/lib/ending';
import { decisive, inOrder, ownPoints, turnsOf } from '../../src/lib/turning';
import { inHalves } from '../../src/lib/words';
import { hasEngine, loadEngine } from './engine';

const seat = (n: number, name: string, more = {}) => ({ seat: n, name, kind: 'human' as const, ...more });
const two = [seat(0, 'Ana'), seat(1, 'Theo')];

test('turning points are the largest rises, apart from each other, in the order of the game', () => {
  const at = [0, 10, 12, 30, 40, 60];
  const course = { at, values: [[50, 70, 90, 40, 45, 99], [50, 30, 10, 60, 55, 1]] };
  const turns = turnsOf(course, 8);
  expect(turns.map((t) => [t.move, t.seat, t.from, t.to])).toEqual([[12, 0, 70, 90], [30, 1, 10, 60], [60, 0, 45, 99]]);
  expect(decisive(turns, [0])).toEqual(turns[2]);
  expect(decisive(turns, [1])).toEqual(turns[1]);
  expect(decisive([], [0])).toBeNull();
});

test('of equal rises the later is the turning point, and positions count in their order', () => {
  const course = inOrder({ at: [0, 20, 40, 60, 80, 35], values: [[0, 1, 1, 2, 3, 1]] });
  expect(course).toEqual({ at: [0, 20, 35, 40, 60, 80], values: [[0, 1, 1, 1, 2, 3]] });
  expect(turnsOf(course, 1).map((t) => t.move)).toEqual([20, 60, 80]);
  expect(decisive(turnsOf(course, 1), [0])!.move).toBe(80);
});

test('a reckoning that is the points themselves is not told beside them', () => {
  const told = (how: string, points: string) => howTold({ how, points });
  expect([told('8', '8'), told('cards of Value 4', '4'), told('3 tiles', '3')]).toEqual(['', '', '']);
  expect([told('5 + 2', '7'), told('2 × 5', '10'), told('3 tiles of 2', '6'), told('n4', '4'), told('', '3')]).toEqual(['5 + 2', '2 × 5', '3 tiles of 2', 'n4', '']);
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
  const french = rowsOf({ points: ['1', '0'], lines: [[line('Petite cité, 1 × niveau 1', '1')], []] }, [1, 2]);
  expect(french.rows.map((r) => r.label)).toEqual(['Petite cité']);
});

test('so many of the same worth are a product, where that is what they bring', () => {
  const line = (words: string, points: string) => ({ words, points, rule: 'R6.2' });
  const score = { points: ['10', '7'], lines: [[line('Lord Lemon: 2 tiles, each worth 5', '10')], [line('Lord Lemon: 1 tile worth 3', '3'), line('Sir Brown: 3 tiles of 2', '4')]] };
  expect(rowsOf(score, [1, 2]).rows.map((r) => r.cells.map((c) => c?.how))).toEqual([['2 × 5', '1 × 3'], [undefined, '3 tiles of 2']]);
});

test('a line that begins with a number is one row for all, whatever the number', () => {
  const line = (words: string, points: string) => ({ words, points, rule: 'R5' });
  const score = { points: ['5', '4'], lines: [[line('11 half edges of arrows', '5')], [line('9 half edges of arrows', '4')]] };
  expect(rowsOf(score, [1, 2]).rows.map((r) => [r.label, r.cells.map((c) => c?.how)])).toEqual([['Half edges of arrows', ['11', '9']]]);
});

test('one and many of the same are one row, in the words for many', () => {
  const line = (words: string, points: string) => ({ words, points, rule: 'R8.3' });
  const [one, many, other] = ['1 half of a whole edge that touches a tile of the same player', '4 halves of whole edges that touch a tile of the same player', '3 half edges of arrows that touch a tile of the same player'];
  const score = { points: ['2', '2'], lines: [[line(one!, '0.5'), line(other!, '1.5')], [line(other!, '1.5'), line(many!, '2')]] };
  expect(rowsOf(score, [1, 2]).rows.map((r) => [r.label, r.cells.map((c) => c?.how)])).toEqual([
    ['Halves of whole edges that touch a tile of the same player', ['1', '4']],
    ['Half edges of arrows that touch a tile of the same player', ['3', '3']],
  ]);
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
  expect(because(result, left, [0], null)).toBe('Nobody won: everybody left, and nobody came back within a day. No rating changes.');
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

test('a game has its own word for points', () => {
  const metropolises = (n: number) => `${n} metropolises`;
  const result = { points: ['2', '1'], places: [1, 2], how: 'played' as const, seed: '' };
  expect(headline(result, two, [0], metropolises)).toBe('You won with 2 metropolises');
  expect(headline(result, two, [1], metropolises)).toBe('Ana won with 2 metropolises');
  expect([0.5, 1, 1.5, 2].map((n) => pointWords(n))).toEqual(['½ point', '1 point', '1½ points', '2 points']);
});

test('signs at the ends of equal lines do not hide each other', () => {
  expect(apart([50, 90], 18, 200)).toEqual([50, 90]);
  expect(apart([50, 50, 50], 18, 200)).toEqual([50, 68, 86]);
  expect(apart([200, 195, 40], 18, 200)).toEqual([200, 182, 40]); // pushed back from the edge
});

test('the sentence says what brought most, unless there is only that', () => {
  const line = (words: string, points: string) => ({ words, points, rule: 'R1' });
  const result = { points: ['8', '3'], places: [1, 2], how: 'played' as const, seed: '' };
  const score = { points: ['8', '3'], lines: [[line('Violet: 1 × 5', '5'), line('Printed', '3')], [line('Printed', '3')]] };
  expect(because(result, two, [0], score)).toBe('What brought you most: Violet, 5 of 8 points.');
  expect(because(result, two, [], score)).toBe('What brought Ana most: Violet, 5 of 8 points.');
  expect(because(result, two, [1], score)).toBe('');
  // A description goes on as part of the sentence; a name of two words keeps its capitals.
  const most = (words: string) => because(result, two, [0], { points: ['8', '3'], lines: [[line(words, '5'), line('Violet', '3')], []] });
  expect(most('Printed on the tiles taken')).toBe('What brought you most: printed on the tiles taken, 5 of 8 points.');
  expect(most('Lady Lemon')).toBe('What brought you most: Lady Lemon, 5 of 8 points.');
});

test('where points did not decide, nobody has a place by them', () => {
  const three = [...two, seat(2, 'Mira', { resigned: true })];
  const stopped = { points: ['1', '2', '3'], places: [1, 2, 3], how: 'stopped' as const, seed: '' };
  expect(decided(stopped)).toBe(false);
  expect(decided({ ...stopped, how: 'abandoned' })).toBe(false);
  expect(decided({ ...stopped, how: 'played' })).toBe(true);
  const line = (points: string) => [{ words: 'Violet', points, rule: 'R1' }];
  const score = { points: ['1', '2', '3'], lines: ['1', '2', '3'].map(line) };
  expect(because(stopped, three, [2], { points: ['0', '0', '0'], lines: [line('0'), [], []] }, true)).toBe('The game ended there, before anybody had a point.');
  expect(because(stopped, three, [2], score)).toBe('The game ended there: the points below did not decide it.');
  expect(because(stopped, three, [2], score, true)).toBe('The game ended there: the points below did not decide it. What the others kept hidden is not counted.');
});

test.skipIf(!hasEngine)('cards in the hand count from the beginning: no single move of Myst is worth all of them (R6.2)', async () => {
  const play = (await loadEngine()).read(readFileSync(new URL('../../../games/myst/golden/rt-10.play', import.meta.url), 'utf8'));
  const moves = play.steps(0).length;
  const course = Array.from({ length: moves + 1 }, (_, n) => (play.go(n), ownPoints(play, 2)));
  expect(course.at(-1)).toEqual([14, 18]); // its Result
  const rises = course.slice(1).flatMap((now, n) => now.map((points, seat) => points - course[n]![seat]!));
  expect(Math.max(...rises)).toBeLessThanOrEqual(12); // two cards of 5 and the bonus, by one Landmark
  play.free();
});
