// A socket that nobody is at any more is given up; one that is only quiet is not.
// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pulse, TICK_MS } from '../../src/lib/pulse';

let waits: boolean;
let answers: boolean;
let said: string[];
let pulse: Pulse;

beforeEach(() => {
  vi.useFakeTimers();
  waits = answers = false;
  said = [];
  pulse = new Pulse({
    waits: () => waits,
    ping: () => {
      said.push('ping');
      if (answers) pulse.heard();
    },
    dead: () => {
      said.push('dead');
      pulse.stop();
    },
  });
  pulse.start();
});
afterEach(() => vi.useRealTimers());

const ticks = (count: number): unknown => vi.advanceTimersByTime(count * TICK_MS);

it('is asked for soon while an answer is waited for, and then given up', () => {
  waits = true;
  ticks(2);
  expect(said).toEqual(['ping']);
  ticks(2);
  expect(said).toEqual(['ping']);
  ticks(1);
  expect(said).toEqual(['ping', 'dead']);
  ticks(100);
  expect(said).toEqual(['ping', 'dead']);
});

it('is asked for after a long silence while nothing is', () => {
  ticks(10);
  expect(said).toEqual([]);
  ticks(1);
  expect(said).toEqual(['ping']);
  ticks(3);
  expect(said).toEqual(['ping', 'dead']);
});

it('stays as long as somebody answers, however long the answer takes', () => {
  waits = answers = true;
  ticks(100);
  expect(said).toEqual(Array(50).fill('ping'));
});

it('is not asked for while messages come', () => {
  waits = true;
  for (let i = 0; i < 50; i++) {
    ticks(1);
    pulse.heard();
  }
  expect(said).toEqual([]);
});

it('begins anew with the next socket', () => {
  ticks(12);
  pulse.start();
  said = [];
  ticks(10);
  expect(said).toEqual([]);
});
