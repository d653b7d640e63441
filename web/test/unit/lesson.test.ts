// Lessons: every one is played to its end by the engine, doing only what it asks. SPDX-License-Identifier: MIT
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/engine';
import { beside, keepProgress, LEARNER, onlyMove, placesOf, progressOf, type LessonText } from '../../src/lesson/lesson';
import { LessonRun } from '../../src/lesson/run.svelte';
import { movesOf } from '../../src/lib/legal';
import { hasEngine, loadEngine } from './engine';

const folder = new URL('../../src/generated/lesson/', import.meta.url);
const games = existsSync(folder) ? readdirSync(folder).map((file) => file.replace('.json', '')) : [];
const textOf = (game: string): LessonText => JSON.parse(readFileSync(new URL(`${game}.json`, folder), 'utf8')) as LessonText;

function storage(): Storage {
  const map = new Map<string, string>();
  return { getItem: (k: string) => map.get(k) ?? null, setItem: (k: string, v: string) => void map.set(k, v) } as unknown as Storage;
}
const small: LessonText = {
  chapters: [
    { name: { en: 'a' }, players: 2, options: [], position: '', steps: [{ say: { en: '1' }, moves: [] }, { say: { en: '2' }, moves: [] }] },
    { name: { en: 'b' }, players: 2, options: [], position: '', steps: [{ say: { en: '3' }, moves: [] }] },
  ],
};

describe('the way through a lesson', () => {
  it('goes from chapter to chapter, and ends', () => {
    expect(placesOf(small)).toHaveLength(3);
    expect(beside(small, { chapter: 0, step: 1 }, 1)).toEqual({ chapter: 1, step: 0 });
    expect(beside(small, { chapter: 1, step: 0 }, 1)).toBeNull();
    expect(beside(small, { chapter: 0, step: 0 }, -1)).toBeNull();
  });
  it('is kept, and a place that is gone is not entered', () => {
    const kept = storage();
    keepProgress('x', { chapter: 1, step: 0, done: false }, kept);
    expect(progressOf('x', small, kept)).toEqual({ chapter: 1, step: 0, done: false });
    keepProgress('x', { chapter: 4, step: 9, done: true }, kept);
    expect(progressOf('x', small, kept)).toEqual({ chapter: 0, step: 0, done: true });
    kept.setItem('petteia.lesson.x', 'broken');
    expect(progressOf('x', small, kept).step).toBe(0);
  });
  it('lights one move of the legal ones', () => {
    const legal = { 'extend % %': { a2: ['a1', 'a3'], b1: ['b2'] }, pass: [] };
    expect(onlyMove(legal, 'extend a2 a3')).toEqual({ 'extend % %': { a2: ['a3'] } });
    expect(onlyMove(legal, 'pass')).toEqual({ pass: [] });
    expect(onlyMove(legal, 'extend a2 b2')).toBeNull();
    expect(onlyMove(legal, 'fly a2')).toBeNull();
  });
});

describe.skipIf(!hasEngine || games.length === 0).each(games)('the lesson of %s', (game) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine();
    vi.useFakeTimers();
  });

  it('is finished by doing only what it asks', () => {
    const text = textOf(game);
    const kept = storage();
    const run = new LessonRun(engine, game, text, () => 10, kept);
    let asked = 0;
    for (let i = 0; i < 200 && !run.done; i++) {
      vi.advanceTimersByTime(100); // the others move
      if (run.asked === null) {
        expect(run.complete).toBe(true);
        run.forward();
        continue;
      }
      expect(movesOf(run.legal!)).toEqual([run.asked]); // nothing else is lit
      const here = JSON.stringify([run.at, run.made]);
      expect(run.try('something else')).toBe(false);
      expect(run.missed).toBe(true);
      expect(JSON.stringify([run.at, run.made])).toBe(here);
      expect(run.try(run.asked)).toBe(true);
      asked++;
    }
    expect(run.done).toBe(true);
    expect(asked).toBe(text.chapters.flatMap((c) => c.steps).flatMap((s) => s.moves).filter((m) => m.seat === LEARNER).length);
    expect(progressOf(game, text, kept)).toEqual({ chapter: 0, step: 0, done: true });
    run.close();
  });

  it('can be left at any step and taken up there, and gone back through', () => {
    const text = textOf(game);
    for (const place of placesOf(text)) {
      const kept = storage();
      keepProgress(game, { ...place, done: false }, kept);
      const run = new LessonRun(engine, game, text, () => 10, kept);
      expect(run.at).toEqual(place);
      run.back();
      expect(run.at).toEqual(beside(text, place, -1) ?? place);
      run.close();
    }
  });
});
