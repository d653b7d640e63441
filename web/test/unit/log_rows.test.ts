// The log as rows under headings. SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { grouped, type Row } from '../../src/lib/log_rows';

const move = (at: number, heading?: string): Row => ({ at, seat: 0, words: `move ${at}`, times: 1, gains: [], ...(heading ? { heading: { words: heading, who: '' } } : {}) });
const headings = (rows: Row[]) => grouped(rows).map((row) => row.heading?.words ?? '');

test('a heading stands once, above the first line of its part', () => {
  expect(headings([move(1, 'Cycle 1'), move(2, 'Cycle 1'), move(3, 'Cycle 2')])).toEqual(['Cycle 1', '', 'Cycle 2']);
});

test('what happened before the first known position has a heading of its own, but not the luck that a game begins with', () => {
  expect(headings([move(1), move(2), move(3), move(4, 'Cycle 2')])).toEqual(['Earlier', '', '', 'Cycle 2']);
  expect(headings([move(1), move(2, 'Cycle 1')])).toEqual(['', 'Cycle 1']);
});
