// The level that follows how one does. SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { adapt, nextLevel } from '../../src/lib/adapt';
import type { Result } from '../../src/lib/protocol';

const LEVELS = ['beginner', 'learner', 'casual'];
const person = { seat: 0, name: 'Ana', kind: 'human' as const };
const bot = (seat: number, level = 'learner') => ({ seat, name: `B${seat}`, kind: 'bot' as const, level });
const over = (places: number[], how = 'played'): Result => ({ places, points: places.map(String), how }) as unknown as Result;

test('a win leads a step up, a loss a step down, and neither off the ladder', () => {
  expect(nextLevel(LEVELS, 'learner', 1, [1, 2])).toBe('casual');
  expect(nextLevel(LEVELS, 'learner', 2, [2, 1])).toBe('beginner');
  expect(nextLevel(LEVELS, 'casual', 1, [1, 2])).toBe('casual');
  expect(nextLevel(LEVELS, 'beginner', 2, [2, 1])).toBe('beginner');
});

test('a shared place, and one in the middle of a table of three, change nothing', () => {
  expect(nextLevel(LEVELS, 'learner', 1, [1, 1])).toBe('learner');
  expect(nextLevel(LEVELS, 'learner', 2, [2, 1, 3])).toBe('learner');
  expect(nextLevel(LEVELS, 'learner', 3, [3, 1, 2])).toBe('beginner');
  expect(nextLevel(LEVELS, 'greedy', 1, [1, 2])).toBe('greedy');
});

const likes = { adapts: true, adapted: '', level: 'learner' };
const two = [person, bot(1)];

test('a game counts once, however often its end is looked at', () => {
  const played = { table: 't1', seats: two, mine: [0], result: over([1, 2]) };
  const first = adapt(played, LEVELS, likes);
  expect(first).toEqual({ adapted: 't1', level: 'casual' });
  expect(adapt(played, LEVELS, { ...likes, ...first })).toEqual(first);
  expect(adapt({ ...played, table: 't2', seats: [person, bot(1, 'casual')], result: over([2, 1]) }, LEVELS, { ...likes, ...first })).toEqual({ adapted: 't2', level: 'learner' });
});

test('to give up is to lose, even when ahead', () => {
  const seats = [{ ...person, resigned: true }, bot(1)];
  expect(adapt({ table: 't', seats, mine: [0], result: over([1, 2], 'stopped') }, LEVELS, likes)?.level).toBe('beginner');
});

test('only who likes it, alone against bots of one level, in a game that was played out', () => {
  const played = { table: 't', seats: two, mine: [0], result: over([1, 2]) };
  expect(adapt({ ...played, seats: [person, bot(1), bot(2, 'casual')], result: over([1, 2, 3]) }, LEVELS, likes)).toBeNull();
  expect(adapt({ ...played, seats: [person, { ...person, seat: 1 }] }, LEVELS, likes)).toBeNull();
  expect(adapt({ ...played, mine: [] }, LEVELS, likes)).toBeNull();
  expect(adapt(played, [], likes)).toBeNull(); // the levels are not known yet
  expect(adapt({ ...played, result: over([1, 2], 'abandoned') }, LEVELS, likes)).toBeNull();
  expect(adapt(played, LEVELS, { ...likes, adapts: false })).toBeNull();
});
