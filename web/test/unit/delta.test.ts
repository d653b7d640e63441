// Deltas as docs/protocol.md tells them. SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { applyDelta } from '../../src/lib/delta';

describe('a delta', () => {
  it('does what the example of the protocol says', () => {
    const view = { turn: 1, hand: [{ fits: 3 }, { fits: 4 }, { fits: 5 }, { fits: 6 }, { fits: 7 }] };
    const next = applyDelta(view, { turn: [2], hand: { '+': [[4, 1, []]], '0': { fits: [9] } } });
    expect(next).toEqual({ turn: 2, hand: [{ fits: 9 }, { fits: 4 }, { fits: 5 }, { fits: 6 }] });
  });
  it('leaves the old view as it was and shares what did not change', () => {
    const view = { a: { x: 1 }, b: { y: 2 } };
    const next = applyDelta(view, { a: { x: [5] } }) as typeof view;
    expect(view.a.x).toBe(1);
    expect(next.a.x).toBe(5);
    expect(next.b).toBe(view.b);
  });
  it('removes a key, replaces a value, and changes nothing when empty', () => {
    expect(applyDelta({ a: 1, b: 2 }, { a: [] })).toEqual({ b: 2 });
    expect(applyDelta({ a: [1, 2] }, { a: [[3]] })).toEqual({ a: [3] });
    expect(applyDelta({ a: 1 }, {})).toEqual({ a: 1 });
  });
  it('splices one after the other', () => {
    expect(applyDelta([1, 2, 3], { '+': [[0, 1, [7, 8]], [3, 1, []]] })).toEqual([7, 8, 2]);
    expect(applyDelta([{ a: 1 }], { '+': [[1, 0, [[2], [3]], ['a']]] })).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });
});
