// Who may pause, and that a race waits for whoever leaves it. SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from 'vitest';
import { mayPause, pauseRace } from '../../src/lib/pause';

type Played = Parameters<typeof mayPause>[0];
const human = (seat: number, more = {}) => ({ seat, name: `p${seat}`, kind: 'human' as const, ...more });
const bot = (seat: number) => ({ seat, name: 'Pebble', kind: 'bot' as const, level: 'beginner' });
function at(seats: Played['seats'], more: Partial<Record<keyof Played, unknown>> = {}): Played {
  return { phase: 'playing', me: 0, mine: [0], paused: false, eye: { turn: [0, 1] }, request: vi.fn(() => Promise.resolve({})), ...more, seats } as unknown as Played;
}

describe('a pause', () => {
  it('is for those who keep nobody else waiting', () => {
    expect(mayPause(at([human(0), bot(1)]))).toBe(true);
    expect(mayPause(at([human(0), human(1)]))).toBe(false);
    expect(mayPause(at([human(0), human(1)], { mine: [0, 1] }))).toBe(true);
    expect(mayPause(at([human(0), bot(1), human(2, { resigned: true })]))).toBe(true);
    expect(mayPause(at([human(0, { resigned: true }), bot(1)]))).toBe(false);
    expect(mayPause(at([human(0), bot(1)], { me: null }))).toBe(false);
    expect(mayPause(at([human(0), bot(1)], { phase: 'over' }))).toBe(false);
  });

  it('comes by itself when a race is left, once, and only in a race', () => {
    const race = at([human(0), bot(1)]);
    pauseRace(race);
    expect(race.request).toHaveBeenCalledExactlyOnceWith('pause', { seat: 0 });
    for (const other of [at([human(0), bot(1)], { paused: true }), at([human(0), bot(1)], { eye: { turn: [0] } }), at([human(0), human(1)]), at([human(0, { team: ['Ada', 'Eve'] }), bot(1)])]) {
      pauseRace(other);
      expect(other.request).not.toHaveBeenCalled();
    }
  });

  it('does not mind a refusal', async () => {
    const race = at([human(0), bot(1)], { request: vi.fn(() => Promise.reject(new Error('over'))) });
    expect(() => pauseRace(race)).not.toThrow();
    await Promise.resolve();
  });
});
