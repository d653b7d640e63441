// QR codes beside known ones, made by another program: a whole one, and the hashes of larger ones.
// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { hashOf } from '../../src/art/face';
import { qrOf } from '../../src/lib/qr';

const text = (n: number): string => 'petteia.example/'.repeat(20).slice(0, n);
const drawn = (n: number, mask?: number): string => qrOf(text(n), mask)!.map((row) => row.map(Number).join('')).join('\n');

const SMALLEST = `111111100011101111111
100000101000001000001
101110100000001011101
101110100101101011101
101110101011101011101
100000100101001000001
111111101010101111111
000000000000000000000
101010100000100010010
100100001111001110011
011000101101000011111
100101000011100000010
010011110111000011001
000000001010000110001
111111100100111110111
100000100000000000011
101110101100110001000
101110100001011110010
101110101111001110101
100000100111110000010
111111101101001110011`;

const LARGER: [number, number, number][] = [
  [26, 0, 1547538755],
  [26, 3, 579561089],
  [26, 6, 4165943409],
  [60, 0, 2850711691],
  [60, 3, 528123254],
  [60, 6, 847632756],
  [80, 0, 2299154343],
  [80, 3, 3054282133],
  [80, 6, 1224116877],
  [120, 0, 1228235877],
  [120, 3, 2803025569],
  [120, 6, 3300578969],
  [150, 0, 2863509701],
  [150, 3, 585921985],
  [150, 6, 3276788997],
  [210, 0, 2478678897],
  [210, 3, 3278984161],
  [210, 6, 2833113745],
];

test('the smallest code is the known one, module by module', () => {
  expect(drawn(10, 0)).toBe(SMALLEST);
});

test('larger ones, with several blocks and a version number, are the known ones', () => {
  for (const [n, mask, hash] of LARGER) expect([n, mask, hashOf(drawn(n, mask))]).toEqual([n, mask, hash]);
});

test('a text that is too long has none, and one that fits is square', () => {
  expect(qrOf('x'.repeat(214))).toBeNull();
  const rows = qrOf('x'.repeat(213))!;
  expect(rows.length).toBe(57);
  expect(rows.every((row) => row.length === 57)).toBe(true);
});
