// Every refusal in the C sources has its French, and none is hidden behind another. SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine';
import { movesOf } from '../../src/lib/legal';
import { Refusal } from '../../src/lib/net';
import { reason, speak, toldWhy } from '../../src/lib/words';
import { refusals } from '../../src/words/fr.refusals';
import { hasEngine, loadEngine } from './engine';
import { slips } from './french';
import { parts, refusalsIn } from './refusing';

const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
/** Words that are the same in both languages, names apart. */
const SHARED = new Set(['temple', 'temples', 'port', 'link', 'place', '?']);

beforeAll(() => speak('fr'));

describe.each(parts)('the refusals of %s', (part) => {
  const all = refusalsIn(part);
  it('are found in the sources', () => {
    expect(all.length).toBeGreaterThan({ server: 40, api: 8, 'the page': 3 }[part] ?? 30);
  });
  it('all have French words', () => {
    expect(all.filter(({ sentence }) => toldWhy(sentence) === sentence).map(({ where, sentence }) => `${where}: ${sentence}`)).toEqual([]);
  });
  it('leave no English part', () => {
    const isEnglish = (part: string): boolean => part !== '' && !SHARED.has(part) && (/^\s?[a-z].* |^\s?[a-z]{3,}$/.test(part) || toldWhy(part) !== part);
    const left = all.filter(({ sentence, parts: put }) => put.some((p) => isEnglish(p) && ` ${toldWhy(sentence)} `.match(/[\p{L} ]+/gu)!.some((words) => ` ${words} `.includes(` ${p.trim()} `))));
    expect(left.map(({ sentence }) => `${sentence} -> ${toldWhy(sentence)}`)).toEqual([]);
  });
});

describe('the French refusals', () => {
  const sources = parts.flatMap(refusalsIn);
  it('keep to French typography and put in what the English has', () => {
    expect(refusals.flatMap(([, french]) => slips(french))).toEqual([]);
    for (const [english, french] of refusals) expect(places(french), english).toEqual(places(english));
  });
  it('are none said twice, and each is the one that is heard', () => {
    const put = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => (/^n\d?$/.test(name) ? String(7 + Number(name.slice(1))) : `Q${name}`));
    for (const [english, french] of refusals) expect(toldWhy(put(english)), english).toBe(put(french));
    expect(new Set(refusals.map(([english]) => english)).size).toBe(refusals.length);
  });
  it('miss what nobody has translated', () => {
    expect(toldWhy('the dice are made of cheese')).toBe('the dice are made of cheese');
    expect(sources.some(({ sentence }) => sentence === 'the tag Seed needs 3 hexadecimal digits')).toBe(true);
  });
  it('begin like sentences', () => {
    expect(new Refusal('rule', 'R4.3', 'your piece c4 is placed already').sentence).toBe('Votre pièce c4 est déjà posée');
    expect(reason('R5.20: the Kraken closes d3')).toBe('R5.20\u00a0: le Kraken ferme d3');
    expect(reason('2 bid ares: R6.1: the game is over')).toBe('Joueur 2, bid ares\u00a0: R6.1\u00a0: la partie est finie');
  });
  it('give way to English', async () => {
    await speak('en');
    expect(reason('your piece c4 is placed already')).toBe('Your piece c4 is placed already');
    await speak('fr');
  });
});

describe.skipIf(!hasEngine)('heard from the engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine();
  });
  /** Moves that were possible once, tried by everybody later on. */
  function refused(game: string): Set<string> {
    const all = new Set<string>();
    const play = engine.start({ game, players: 2, seed: null });
    const seen: string[] = [];
    let n = 1;
    const random = (most: number): number => (n = (n * 48271) % 2147483647) % most;
    for (let ply = 0; ply < 60; ply++) {
      play.luck(random);
      if (play.status.node === 'over') break;
      const seat = [0, 1].find((s) => Object.keys(play.legal(s)).length > 0)!;
      for (let i = 0; i < 12 && seen.length; i++)
        for (const s of [0, 1]) {
          const why = play.check(s, seen[random(seen.length)]!);
          if (why) all.add(why.words);
        }
      const moves = movesOf(play.legal(seat));
      seen.push(...[0, 1, 2].map(() => moves[random(moves.length)]!));
      play.move(seat, moves[random(moves.length)]!);
    }
    play.free();
    return all;
  }
  it.each(parts.filter((part) => !['server', 'api', 'the page'].includes(part)))('%s says why, in French', (game) => {
    const all = [...refused(game)];
    expect(all.length).toBeGreaterThan(4);
    expect(all.filter((text) => toldWhy(text) === text)).toEqual([]);
  }, 60_000);
});
