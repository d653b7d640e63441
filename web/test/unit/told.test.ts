// What the engine says has French words: every question and score line of random games is looked at. SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine';
import { movesOf } from '../../src/lib/legal';
import { speak, told } from '../../src/lib/words';
import { engine as pairs } from '../../src/words/fr.engine';
import { hasEngine, loadEngine } from './engine';
import { slips } from './french';

/** The same numbers on every run. */
function dice(seed: number): (n: number) => number {
  return (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
}

function heard(engine: Engine, game: string): Set<string> {
  const all = new Set<string>();
  const [fewest, most] = engine.game(game)!.players;
  for (let players = fewest; players <= most; players++) {
    const random = dice(7 * players + 1);
    const play = engine.start({ game, players, seed: null });
    for (let ply = 0; ply < 700; ply++) {
      play.luck(random);
      const { node } = play.status;
      if (node === 'over') break;
      const seat = Array.from({ length: players }, (_, s) => s).find((s) => Object.keys(play.legal(s)).length > 0)!;
      const look = play.look(seat);
      if (look.ask) all.add(look.ask);
      if (ply % 40 === 0) for (const lines of play.score(seat).lines) for (const line of lines) all.add(line.words);
      const moves = movesOf(look.legal ?? {});
      play.move(seat, moves[random(moves.length)]!);
    }
    play.free();
  }
  return all;
}

describe('the sentences of the engine in French', () => {
  it('keep to French typography, and put in what the English has', () => {
    expect(pairs.flatMap(([, french]) => slips(french.replace(/hidden|open|on|off|any/g, '')))).toEqual([]);
    const places = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    for (const [english, french] of pairs) expect(places(french), english).toEqual(places(english));
  });
  it('leave alone what they do not know', async () => {
    await speak('fr');
    expect(told('Area 3: take a tile, or decline')).toBe('Zone 3\u00a0: prenez une tuile, ou rien');
    expect(told('R4.2: nonsense')).toBe('R4.2: nonsense');
    await speak('en');
    expect(told('Place cubes or pass')).toBe('Place cubes or pass');
  });
});

describe.skipIf(!hasEngine)('heard in random games', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine();
    await speak('fr');
  });
  it.each(['cyclades', 'mykerinos', 'myriath', 'myst', 'mytikas'])('%s: all of it has French words', (game) => {
    const all = [...heard(engine, game)];
    expect(all.length).toBeGreaterThan(8);
    expect(all.filter((text) => told(text) === text)).toEqual([]);
  }, 120_000);
  it('games, options and levels too', () => {
    const all = engine.games.flatMap((g) => [g.words, ...g.options.map((o) => o.words)]);
    expect(all.filter((text) => told(text) === text)).toEqual([]);
    const levels = engine.levels.map((l) => /^\p{Lu}\w+: (.*)$/u.exec(l.words)?.[1]).filter((w) => w !== undefined);
    expect(levels.filter((text) => told(text) === text)).toEqual([]);
  });
});
