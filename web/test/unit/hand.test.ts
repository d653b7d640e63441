// A piece in the hand: what takes it, where it snaps to; the looks of the island. SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { nearest } from '../../../games/myst/board/geometry';
import { tint } from '../../../games/myst/board/painter';
import { markOf } from '../../../games/myst/board/pictures.svelte';
import { takes } from '../../src/art/drag';

describe('a finger', () => {
  it('scrolls with a swipe up or down, and takes a piece sideways or after a rest; in a tray that scrolls sideways it is the other way round', () => {
    expect(takes(2, 30, false)).toBe(false);
    expect(takes(-3, -30, false)).toBe(false);
    expect(takes(30, 10, false)).toBe(true);
    expect(takes(0, -30, true)).toBe(true);
    expect(takes(2, -30, false, true)).toBe(true);
    expect(takes(14, -14, false, true)).toBe(true);
    expect(takes(30, -10, false, true)).toBe(false);
    expect(takes(-30, 0, true, true)).toBe(true);
  });
});

describe('a piece above the island', () => {
  it('snaps to the nearest cell within reach', () => {
    expect(nearest(['a1', 'b1'], [95, 50], 80)).toBe('a1');
    expect(nearest(['a1', 'b1'], [105, 50], 80)).toBe('b1');
    expect(nearest(['a1', 'b1'], [320, 50], 80)).toBe(null);
    expect(nearest([], [50, 50], 80)).toBe(null);
  });
});

describe('a look of the island', () => {
  it('is made of the pixels, within their bounds', () => {
    const data = new Uint8ClampedArray([100, 50, 200, 255, 255, 255, 255, 255]);
    tint(data, [0, 1, 0, 0, 1, 0, 0, 0.5, 2, 0, 0, 0]);
    expect([...data]).toEqual([50, 228, 200, 255, 255, 255, 255, 255]);
  });
  it('is kept under a mark of its art', () => {
    expect(markOf('island')).toBe(markOf('island'));
    expect(markOf('island')).not.toBe(markOf('Island'));
  });
});
