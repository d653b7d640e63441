// Names that are made up, and faces.
// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { faceOf, hashOf } from '../../src/art/face';
import { called } from '../../src/lib/account';
import { newsOf } from '../../src/lib/follow_tables';
import { forget, nextGame, remember, sorted, timeLeft, waiting, type Mine } from '../../src/lib/my_tables';
import { seatOf } from '../../src/lib/replay.svelte';
import { speak } from '../../src/lib/words';
import { readJson } from '../../src/lib/former';
import { de } from '../../src/words/de';
import { en } from '../../src/words/en';
import { fr } from '../../src/words/fr';

test('a former player is called so in every language, and everybody else by their name', async () => {
  expect(called('Ana')).toBe('Ana');
  await speak('fr');
  expect(called('former player')).toBe('ancien joueur');
  expect(called('former player 2')).toBe('ancien joueur 2');
  expect(called('former player of chess')).toBe('former player of chess');
  const said = '{"standings":[{"name":"former player"}],"winner":"former player 2","text":"former player"}';
  expect(seatOf('former player', 1), 'in the record of a game, too').toEqual({ seat: 1, kind: 'human', name: 'ancien joueur' });
  expect(seatOf('Kleon (skilled bot)', 0)).toEqual({ seat: 0, kind: 'bot', name: 'Kleon', level: 'skilled' });
  expect(seatOf('Kleon (skilled raider bot)', 0)).toEqual({ seat: 0, kind: 'bot', name: 'Kleon', level: 'skilled', style: 'raider' });
  expect(readJson(said), 'wherever a name comes from the server, but not in what people say').toEqual({ standings: [{ name: 'ancien joueur' }], winner: 'ancien joueur 2', text: 'former player' });
  await speak('en');
});

test('every name that may be made up is one the server takes', () => {
  for (const words of [en, fr, de]) {
    const [first, second] = [words['guest.first'].split(' '), words['guest.second'].split(' ')];
    expect(new Set(first).size).toBe(16);
    expect(new Set(second).size).toBe(20);
    for (const a of first) for (const b of second) expect(`${a} ${b}`.length).toBeLessThanOrEqual(24);
  }
});

test('a face follows from the id, whatever its person is called; without one from the name', () => {
  expect(hashOf('pabcdefghij'), 'as core/ids.h makes it').toBe(2642068088);
  expect(faceOf('Ana', undefined, hashOf('pabcdefghij'))).toBe(faceOf('Bo', undefined, hashOf('pabcdefghij')));
  expect(faceOf('Ana', undefined, hashOf('pabcdefghij'))).not.toBe(faceOf('Ana', undefined, hashOf('pabcdefghik')));
  expect(faceOf('Ana')).toBe(faceOf('Ana'));
  const names = Array.from({ length: 100 }, (_, i) => `Guest ${i}`);
  expect(new Set(names.map((name) => faceOf(name))).size).toBeGreaterThan(95);
  const levels = ['beginner', 'learner', 'casual', 'regular', 'skilled', 'seasoned', 'expert', 'elite', 'master', 'champion'];
  expect(new Set(levels.map((level) => faceOf('Kleon', level))).size).toBe(levels.length);
});

test('bots of one level can be told apart by their ground, their outline or their veins', () => {
  const names = [...readFileSync(new URL('../../../table/names.c', import.meta.url), 'utf8').matchAll(/"(\w+)"/g)].map((m) => m[1]!);
  expect(names.length).toBeGreaterThan(15);
  const large = (face: string): string => face.replace(/rotate\([^)]*\)/, ''); // a lean of some degrees tells nobody apart
  expect(new Set(names.map((name) => large(faceOf(name, 'beginner')))).size).toBe(names.length);
  const grounds = names.map((name) => /fill="(#\w+)"/.exec(faceOf(name, 'beginner'))![1]);
  for (const ground of new Set(grounds)) expect(grounds.filter((one) => one === ground).length).toBeLessThan(names.length / 2);
});

test('the characters of a game can be told apart by their cloaks', () => {
  const folder = new URL('../../../games/', import.meta.url);
  const games = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  for (const { name } of games) {
    const list = /^names character\n((?:    .*\n)+)/m.exec(readFileSync(new URL(`${name}/words/en`, folder), 'utf8'))![1]!;
    const ids = [...list.matchAll(/^    (\w+):/gm)].map((m) => m[1]!);
    expect(ids.length, name).toBeGreaterThan(1);
    const faces = ['', ...ids].map((style) => faceOf('Kleon', 'casual', undefined, style));
    expect(new Set(faces).size, name).toBe(faces.length);
  }
});

test('my games: those that wait come first, the shortest time before the others', () => {
  const game = (table: string, more: Partial<Mine>): Mine => ({ table, seats: [0], phase: 'playing', yours: true, seen: 5, ...more });
  const list = [game('a', { yours: false, seen: 9 }), game('b', {}), game('c', { until: 900 }), game('d', { until: 500 })];
  expect(sorted(list, 100).map((m) => m.table)).toEqual(['d', 'c', 'b', 'a']);
  expect(timeLeft(list[3]!, 100)).toBe(400);
  expect(timeLeft(list[0]!, 100)).toBeNull();
});

test('the next game is another one that waits, the shortest time first', () => {
  const game = (table: string, more: Partial<Mine>): Mine => ({ table, seats: [0], phase: 'playing', yours: true, seen: 5, ...more });
  const list = [game('here', { until: 100 }), game('late', { until: 900 }), game('soon', { until: 500 }), game('theirs', { yours: false, until: 1 }), game('over', { phase: 'over', until: 2 })];
  expect(nextGame(list, 'here', 50)?.table).toBe('soon');
  expect(nextGame(list.slice(0, 1), 'here', 50)).toBeNull();
});

test('what a spectator hears says whose turn it is, and forgets what was asked before', () => {
  const kept: Mine = { table: 't', seats: [1], phase: 'playing', yours: true, seen: 5, turn: [1], ask: 'bid', until: 7 };
  const told = { t: 'update' as const, table: 't', seat: null, n: 3, events: [] };
  expect(newsOf(kept, { ...told, turn: [1] })).toMatchObject({ yours: true, ask: 'bid', phase: 'playing' });
  const moved = newsOf(kept, { ...told, turn: [0] });
  expect(moved).toMatchObject({ yours: false, turn: [0] });
  expect(moved.ask).toBeUndefined();
  expect(newsOf(kept, { ...told, events: [{ e: 'over' }] })).toMatchObject({ phase: 'over', yours: false });
});

test('the badge counts the games that wait for us, and no others', () => {
  const game = (phase: string, yours: boolean): Mine => ({ table: 't', seats: [0], phase, yours, seen: 0 });
  expect(waiting([game('playing', true), game('playing', false), game('over', true), game('playing', true)])).toBe(2);
});

test('the installed page carries that number, and loses it with the last game', () => {
  const kept = new Map<string, string>();
  const badge = vi.fn(() => Promise.reject(new Error('this device has none')));
  vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) });
  vi.stubGlobal('navigator', { setAppBadge: badge });
  remember('a', { seats: [0], phase: 'playing', yours: true });
  remember('b', { seats: [1], phase: 'playing', yours: true });
  remember('b', { seats: [1], phase: 'playing', yours: false });
  forget('a');
  expect(badge.mock.calls).toEqual([[1], [2], [1], [0]]);
  vi.unstubAllGlobals();
});
