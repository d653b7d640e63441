// What a finger means where places are smaller than a finger. SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { enlarge, FINGER, meant, type Spot } from '../../src/art/aim';

const cell = (x: number, y: number, side = 30): Spot => ({ left: x - side / 2, top: y - side / 2, width: side, height: side });
const row = [cell(100, 100), cell(130, 100), cell(300, 100)];

test('a place that stands alone is hit as far as a finger reaches', () => {
  expect(meant(row, 300 + 21, 100 - 21)).toEqual([2]);
  expect(meant(row, 300 + 23, 100)).toEqual([]);
});

test('where the reach of two places meets both may be meant, elsewhere only one', () => {
  expect(meant(row, 115, 100)).toEqual([0, 1]);
  expect(meant(row, 100, 100)).toEqual([0]);
  expect(meant(row, 130, 112)).toEqual([1]);
});

test('a large place has a shape of its own: it is meant where it lies below the finger', () => {
  const large = [cell(100, 100, 120), cell(180, 100)];
  expect(meant(large, 170, 100)).toEqual([1]);
  expect(meant(large, 165, 100, 0)).toEqual([0, 1]);
  expect(meant(large, 80, 100, 0)).toEqual([0]);
});

test('a lens draws them as far apart as a finger needs, and not larger than that', () => {
  const k = enlarge(row.slice(0, 2));
  expect(30 * k).toBeGreaterThanOrEqual(FINGER);
  expect(30 * k).toBeLessThan(FINGER + 10);
  expect(enlarge([cell(0, 0, 4), cell(6, 0, 4)])).toBe(3);
});
