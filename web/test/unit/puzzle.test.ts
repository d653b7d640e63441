// Puzzles: all of them are played by the engine in the page as somebody who knows the answer would, and by somebody who does the obvious.
// SPDX-License-Identifier: MIT
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/engine';
import { changesOf, reasonOf } from '../../src/puzzle/changes';
import { placeOf, spotsOf } from '../../src/puzzle/marks';
import { dayOf, idOf, puzzleOfDay, Remembered, START_RATING, type Puzzle } from '../../src/puzzle/puzzle';
import { PuzzleRun } from '../../src/puzzle/run.svelte';
import { hasEngine, loadEngine } from './engine';

const folder = new URL('../../src/generated/puzzles/', import.meta.url);
const games = existsSync(folder) ? readdirSync(folder).map((file) => file.replace('.json', '')) : [];
const puzzlesOf = (game: string): Puzzle[] => (JSON.parse(readFileSync(new URL(`${game}.json`, folder), 'utf8')) as { puzzles: Puzzle[] }).puzzles;

function storage(): Storage {
  const map = new Map<string, string>();
  return { getItem: (k: string) => map.get(k) ?? null, setItem: (k: string, v: string) => void map.set(k, v) } as unknown as Storage;
}
const made = (n: number, rating = 1500): Puzzle =>
  ({ kind: 'win', rating, players: 2, options: [], seat: 0, position: `turn ${n}`, start: '0', goal: '100', near: '0', answer: [], nearly: [] }) satisfies Puzzle;
const some = Array.from({ length: 30 }, (_, i) => made(i, 1200 + 20 * i));

describe('the puzzle of the day', () => {
  it('is the same for everybody, whatever the order of the list', () => {
    for (const day of ['2026-11-17', '2027-02-28'])
      expect(puzzleOfDay('quarry', some, day)).toBe(puzzleOfDay('quarry', [...some].reverse(), day));
  });

  it('lets every puzzle have its day before one comes again', () => {
    const days = Array.from({ length: some.length }, (_, i) => dayOf(new Date(Date.UTC(2026, 10, 1 + i))));
    expect(new Set(days.map((day) => puzzleOfDay('quarry', some, day))).size).toBe(some.length);
  });

  it('is none without puzzles', () => expect(puzzleOfDay('quarry', [], '2026-11-17')).toBeNull());
});

describe('the steps of an answer on the board', () => {
  const beat = (kind: 'travel' | 'flow' | 'pop' | 'rise', more: object) => ({ kind, actor: 0, ...more });

  it('stand where something comes to lie, not where gold is paid, and not at a player', () => {
    const paid = [beat('flow', { from: { home: 0 }, to: '.god' }), beat('pop', { at: { home: 0 } })];
    expect(placeOf([...paid, beat('travel', { from: { home: 0 }, to: '.isle' })], 0)).toBe('.isle');
    expect(placeOf([...paid, beat('travel', { from: '.card', to: { home: 0 } })], 0)).toBe('.card');
    expect(placeOf([...paid, beat('rise', { at: '.square' })], 0)).toBe('.square');
    expect(placeOf(paid, 0)).toBe('.god');
    expect(placeOf([beat('pop', { at: { home: 0 } })], 0)).toBeNull();
  });

  it('lie beside each other and inside of the frame', () => {
    const spots = spotsOf([{ n: 1, x: 2, y: 50 }, null, { n: 3, x: 2, y: 50 }, { n: 4, x: 400, y: 50 }], 26, { w: 300, h: 100 });
    expect(spots).toEqual([{ n: 1, x: 13, y: 50 }, { n: 3, x: 41, y: 50 }, { n: 4, x: 287, y: 50 }]);
  });
});

describe('why a move is the best', () => {
  const points = (n: string) => ({ points: [n, '0'], lines: [[], []] });
  it('is told from the points that it and the obvious one bring at once', () => {
    const best = { kind: 'best', seat: 0 } as const;
    expect(reasonOf(best, points('12'), points('9.5'))).toEqual({ kind: 'now', by: 2.5 });
    expect(reasonOf(best, points('9'), points('9'))).toEqual({ kind: 'later', by: 0 });
    expect(reasonOf(best, points('7'), points('9'))).toEqual({ kind: 'less', by: 2 });
    expect(reasonOf({ kind: 'win', seat: 0 }, points('7'), points('9'))).toBeNull();
  });
});

describe('what is remembered', () => {
  it('moves the rating as Elo has it, once for each puzzle', () => {
    const kept = storage();
    const me = new Remembered(kept);
    expect(me.end('quarry', some[15]!, 1, null)).toBe(20); // 40 times (1 - 0.5) against an equal
    expect(me.end('quarry', some[15]!, 0, null)).toBe(0);
    expect(me.standing('quarry')).toEqual({ rating: START_RATING + 20, rated: 1, solved: 1 });
    expect(new Remembered(kept).standing('quarry').rating).toBe(START_RATING + 20);
    expect(me.ratingOf('quarry', some[15]!)).toBe(1496);
    expect(me.end('quarry', made(99, 1520), 0, null)).toBe(-20);
    expect(me.standing('marble').rating).toBe(START_RATING); // each game by itself
  });

  it('counts days in a row, and loses them after a day without', () => {
    const me = new Remembered(storage());
    for (const [day, days] of [['2026-11-17', 1], ['2026-11-17', 1], ['2026-11-18', 2], ['2026-11-19', 3]] as const) {
      me.end('quarry', made(Number(day.slice(-2))), 1, day);
      expect(me.streak(day)).toBe(days);
    }
    expect(me.streak('2026-11-20')).toBe(3); // today may still be solved
    expect(me.streak('2026-11-21')).toBe(0);
    me.end('quarry', made(50), 0, '2026-11-20'); // the answer was shown
    expect(me.streak('2026-11-21')).toBe(0);
    expect(me.longest).toBe(3);
  });

  it('begins anew where what was kept cannot be read', () => {
    const kept = storage();
    kept.setItem('petteia.puzzles', '{');
    expect(new Remembered(kept).standing('quarry').rating).toBe(START_RATING);
  });

  it('gives puzzles about as hard as the player is good, and none twice', () => {
    const me = new Remembered(storage());
    for (const pick of [0, 0.5, 0.999]) expect(Math.abs(me.next('quarry', some, null, pick)!.rating - START_RATING)).toBeLessThanOrEqual(120);
    for (const p of some) if (p !== some[3]) me.end('quarry', p, 1, null);
    expect(me.next('quarry', some, null, 0.7)).toBe(some[3]);
    expect(me.next('quarry', [some[0]!], null, 0)).toBe(some[0]); // all done: one comes again, unrated
  });
});

describe('what an answer changes', () => {
  it('is told by the lines that came, went or count more', () => {
    const line = (points: string, rule: string, words: string) => ({ points, rule, words });
    const score = (...lines: ReturnType<typeof line>[]) => ({ points: ['0'], lines: [lines] });
    const before = score(line('3', 'R1', 'slate: 3 stones'), line('2', 'R2', 'a bonus'), line('1', 'R3', 'stays'));
    const after = score(line('5', 'R1', 'slate: 5 stones'), line('1', 'R3', 'stays'), line('4', 'R4', 'marble'));
    expect(changesOf(before, after, 0)).toEqual([
      { rule: 'R4', words: 'marble', by: 4 },
      { rule: 'R1', words: 'slate: 5 stones', by: 2 },
      { rule: 'R2', words: 'a bonus', by: -2 },
    ]);
  });

  it('takes a line that counts more for the same one, whether it was one or many before', () => {
    const line = (points: string, words: string) => ({ points, rule: 'R5', words });
    const score = (...lines: ReturnType<typeof line>[]) => ({ points: ['0'], lines: [lines] });
    const before = score(line('0.5', '1 half edge of an arrow that touches a tile'), line('9', '18 halves of whole edges that touch a tile'));
    const after = score(line('1.5', '3 half edges of arrows that touch a tile'), line('11', '22 halves of whole edges that touch a tile'));
    expect(changesOf(before, after, 0).map((c) => [c.words.slice(0, 2), c.by])).toEqual([
      ['22', 2],
      ['3 ', 1],
    ]);
  });
});

describe.runIf(hasEngine && games.length > 0)('every puzzle in the page', () => {
  let engine: Engine;
  beforeAll(async () => (engine = await loadEngine()));

  it.each(games)('%s: the answer is right', (game) => {
    vi.useFakeTimers();
    const puzzles = puzzlesOf(game);
    expect(new Set(puzzles.map(idOf)).size).toBe(puzzles.length);
    for (const p of puzzles) {
      const ends: string[] = [];
      const run = new PuzzleRun(engine, game, p, (over) => ends.push(over.phase));
      for (const one of p.answer) {
        if (one.seat === p.seat) run.try(one.move);
        vi.runAllTimers();
      }
      expect(ends, `${p.kind} ${idOf(p)}`).toEqual(['right']);
      expect(run.result).toBe(1);
      run.close();
    }
    vi.useRealTimers();
  });

  it.each(games)('%s: the obvious is wrong, and taken back', (game) => {
    vi.useFakeTimers();
    for (const p of puzzlesOf(game)) {
      const run = new PuzzleRun(engine, game, p, () => {});
      const own = p.nearly.filter((one) => one.seat === p.seat);
      for (const one of own) if (run.phase === 'open') run.try(one.move);
      expect(run.phase === 'wrong' || p.kind === 'points', `${p.kind} ${idOf(p)}`).toBe(true);
      expect(run.ended).toBe(false);
      vi.runAllTimers();
      if (run.wrong) expect(run.made).toEqual([]);
      run.close();
    }
    vi.useRealTimers();
  });
});
