// The log as rows under headings. SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import type { BoardModule } from '../../src/boards/contract';
import { drawsOf, firstHeading, grouped, rowsOf, type Row } from '../../src/lib/log_rows';
import type { Teller } from '../../src/lib/move_text';
import type { Frame, LogLine } from '../../src/lib/table.svelte';

const move = (at: number, heading?: string): Row => ({ at, seat: 0, words: `move ${at}`, times: 1, gains: [], ...(heading ? { heading: { words: heading, who: '' } } : {}) });
const headings = (rows: Row[]) => grouped(rows).map((row) => row.heading?.words ?? '');

test('a heading stands once, above the first line of its part', () => {
  expect(headings([move(1, 'Cycle 1'), move(2, 'Cycle 1'), move(3, 'Cycle 2')])).toEqual(['Cycle 1', '', 'Cycle 2']);
});

test('what happened before the first known position has a heading of its own, but not the luck that a game begins with', () => {
  expect(headings([move(1), move(2), move(3), move(4, 'Cycle 2')])).toEqual(['Earlier', '', '', 'Cycle 2']);
  expect(headings([move(1), move(2, 'Cycle 1')])).toEqual(['', 'Cycle 1']);
});

test('a new game begins under its first part, not under "Earlier"', () => {
  const rows = [move(1), move(2), move(3), move(4, 'Cycle 1')];
  expect(grouped(rows, { words: 'Cycle 1', who: '' }).map((row) => row.heading?.words ?? '')).toEqual(['Cycle 1', '', '', '']);
});

test('many draws in a row are one line, the setup before the first move; a few are told one by one', () => {
  const draw = (at: number): Row => ({ ...move(at), seat: null });
  const note: Row = { at: 0.5, seat: undefined, words: 'The game begins', times: 1, gains: [] };
  const income: Row = { ...draw(3), gains: [{ key: 'gold', label: 'gold', n: 8 }] };
  expect(drawsOf([note, draw(1), draw(2), draw(3), draw(4), move(5), draw(6)])).toEqual([{ from: 1, to: 5, setup: true }]);
  expect(drawsOf([note, draw(1), draw(2), move(3), draw(4), draw(5), draw(6), draw(7)])).toEqual([{ from: 4, to: 8, setup: false }]);
  expect(drawsOf([move(1), draw(2), income, draw(4), draw(5), draw(6), move(7)])).toEqual([]); // what luck brought somebody stays in sight
  expect(drawsOf([])).toEqual([]);
});

/** A purse of gold in view of everybody but Theo's, and a move that everybody pays after. */
interface Purses {
  gold: (number | null)[];
  part: string;
}
const board = {
  sentence: (text: string) => text,
  heading: (view: Purses) => ({ words: view.part }),
  gains: (view: Purses, seat: number) => [{ key: 'gold', label: 'gold', value: view.gold[seat] ?? NaN }],
  price: (text: string) => (text === 'build' ? { key: 'gold', n: -2 } : null),
  aftermath: (before: Purses, after: Purses) => (before.part === 'bid' && after.part === 'act' ? { words: 'all pay', seat: 0, keys: ['gold'] } : null),
  silent: (text: string) => text === 'end',
} as unknown as BoardModule;
const who: Teller = { game: null, board, tables: {}, seats: [] };
const frame = (n: number, part: string, gold: (number | null)[], seat?: number, text?: string): Frame => ({ n, view: { part, gold }, turn: [], moves: text ? [{ seat: seat!, move: text }] : [] });
const line = (at: number, seat: number, text: string): LogLine => ({ e: 'move', at, seat, move: text });
const brief = (rows: Row[]) => rows.map((row) => [row.seat, row.words, row.gains.map((gain) => gain.n)]);

test('what all pay stands on a row of its own, not beside the move that ended the bidding', () => {
  const frames = [frame(7, 'bid', [9, null]), frame(8, 'act', [5, null], 0, 'apollo')];
  expect(brief(rowsOf(who, line(8, 0, 'apollo'), frames))).toEqual([[0, 'apollo', []], [null, 'all pay', [-4]]]);
});

test('what nobody chose has lines of its own, behind all that the update brought', () => {
  const teller: Teller = { ...who, board: { ...board, befallen: () => [{ seat: 1, words: 'left to Apollo' }] } as unknown as BoardModule };
  const both = { ...frame(9, 'bid', [9, null]), moves: [{ seat: 0, move: 'prosper' }, { seat: null, move: 'gods' }] };
  const frames = [frame(7, 'act', [9, null]), both];
  expect(brief(rowsOf(teller, line(8, 0, 'prosper'), frames)).map(([seat]) => seat)).toEqual([0]);
  expect(brief(rowsOf(teller, { e: 'luck', at: 9, move: 'gods' } as LogLine, frames))).toEqual([[null, 'gods', []], [1, 'left to Apollo', []]]);
  expect(brief(rowsOf(teller, line(8, 0, 'offer'), [frame(7, 'bid', [9, null]), frame(8, 'act', [5, null], 0, 'offer')])).map(([, words]) => words)).toEqual(['offer', 'left to Apollo', 'all pay']);
});

test('a price that lies open is told where the purse is hidden; the end of a turn is not told', () => {
  const frames = [frame(7, 'act', [9, null]), frame(8, 'act', [9, null], 1, 'build'), frame(9, 'act', [7, null], 0, 'build'), frame(10, 'act', [7, null], 0, 'end')];
  expect(brief(rowsOf(who, line(8, 1, 'build'), frames))).toEqual([[1, 'build', [-2]]]);
  expect(brief(rowsOf(who, line(9, 0, 'build'), frames))).toEqual([[0, 'build', [-2]]]);
  expect(rowsOf(who, line(10, 0, 'end'), frames)).toEqual([]);
});

test('only what came with the first position stands under its heading', () => {
  const frames = [frame(8, 'act', [9, null])];
  expect(firstHeading(who, [line(5, 0, 'a'), line(8, 0, 'b')], frames)).toEqual({ words: 'act', who: '' });
  expect(firstHeading(who, [line(3, 0, 'a'), line(8, 0, 'b')], frames)).toBeUndefined();
  expect(firstHeading(who, [line(1, 0, 'a'), line(8, 0, 'b')], frames)).toEqual({ words: 'act', who: '' }); // from the beginning
});
