// Names that are made up, and faces.
// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { faceOf } from '../../src/art/face';
import { de } from '../../src/words/de';
import { en } from '../../src/words/en';
import { fr } from '../../src/words/fr';

test('every name that may be made up is one the server takes', () => {
  for (const words of [en, fr, de]) {
    const [first, second] = [words['guest.first'].split(' '), words['guest.second'].split(' ')];
    expect(new Set(first).size).toBe(16);
    expect(new Set(second).size).toBe(20);
    for (const a of first) for (const b of second) expect(`${a} ${b}`.length).toBeLessThanOrEqual(24);
  }
});

test('a face follows from the name, and different names look different', () => {
  expect(faceOf('Ana')).toBe(faceOf('Ana'));
  const names = Array.from({ length: 100 }, (_, i) => `Guest ${i}`);
  expect(new Set(names.map((name) => faceOf(name))).size).toBeGreaterThan(95);
  expect(new Set(['beginner', 'casual', 'skilled', 'expert', 'master'].map((level) => faceOf('Kleon', level))).size).toBe(5);
});
