// "3, 2, 1": when it is counted, and whether a click may end it. SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Count, COUNT_MS } from '../../src/lib/count.svelte';

describe('a count', () => {
  it('before a game is told by the table, more than once, and may be ended', () => {
    const count = new Count();
    count.table(null);
    expect(count.until).toBe(null);
    count.table(5000);
    expect([count.until, count.holds]).toEqual([5000, false]);
    count.done();
    count.table(5000);
    expect(count.until).toBe(null);
  });

  it('before a race holds everybody (R2.9)', () => {
    const count = new Count();
    count.race(false, true);
    expect(count.holds).toBe(false);
    const before = performance.now();
    count.race(true, true);
    expect(count.holds).toBe(true);
    expect(count.until! - before).toBeGreaterThanOrEqual(COUNT_MS);
    count.done();
    count.race(true, true);
    expect(count.holds).toBe(false);
  });

  it('is not for a race that runs already, nor where it may not be', () => {
    const late = new Count();
    late.race(true, true);
    expect(late.holds).toBe(false);
    const alone = new Count();
    alone.race(false, false);
    alone.race(true, false);
    expect(alone.holds).toBe(false);
  });
});
