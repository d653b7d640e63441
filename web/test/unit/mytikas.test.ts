// What the Mytikas board makes of clicks and views: legal moves by what is clicked, what is in hand, words.
// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { confirm, describe as inWords, holderOf, key, lines, lockOn, pointsOf, sentence, silent, touched } from '../../../games/mytikas/board/logic';
import { areaMove, optionsOf, ribbonMove } from '../../../games/mytikas/board/options';
import { picksOf } from '../../../games/mytikas/board/picks.svelte';
import type { Tables, View } from '../../../games/mytikas/board/types';
import words from '../../../games/mytikas/board/words.en';
import type { Engine } from '../../src/engine';
import { MoveBuilder } from '../../src/lib/builder.svelte';
import { movesOf } from '../../src/lib/legal';
import type { Legal } from '../../src/lib/protocol';
import { filled, type Catalogue } from '../../src/boards/catalogue';
import { addWords, t } from '../../src/lib/words';
import tablesJson from '../../src/generated/mytikas.en.json';
import { hasEngine, loadEngine } from './engine';

const tables = tablesJson as unknown as Tables;
addWords(filled(words, tables as unknown as Catalogue, (n) => n === 1));

function hand(legal: Legal) {
  const sent: string[] = [];
  const build = new MoveBuilder({ legal: () => legal, verbs: () => [], send: (move) => void sent.push(move), ask: () => null });
  return { build, sent, picks: picksOf(build), options: optionsOf(movesOf(legal)) };
}

describe('clicks', () => {
  it('R4.17: a cube that can only rise is lifted by one click', () => {
    const { picks, options, sent } = hand({ 'up % %': { S: ['1'], M: ['2'] }, done: [] });
    picks.takeCube(options, 'S', 1);
    expect(sent).toEqual(['up S 1']);
  });
  it('R5.13: with Hestia the cube is in hand until one says how it rises', () => {
    const { picks, options, sent } = hand({ 'up % %': { S: ['1'] }, 'upx % %': { S: ['1'] } });
    picks.takeCube(options, 'S', 1);
    expect(sent).toEqual([]);
    expect(picks.cube).toEqual({ res: 'S', level: 1 });
  });
  it('R4.4: a cube goes down only when a level is chosen, even if there is but one', () => {
    const { build, picks, options, sent } = hand({ 'go %': ['zd', 'dd'], 'down % % %': { S: { 2: ['1'] } } });
    picks.takeCube(options, 'S', 2);
    expect(sent).toEqual([]);
    expect(build.moves()).toContain('go zd'); // nothing is decided
    picks.putCube(options, picks.cube, 3);
    expect(sent).toEqual([]);
    picks.putCube(options, picks.cube, 1);
    expect(sent).toEqual(['down S 2 1']);
    expect(picks.cube).toBeNull();
  });
  it('Esc lets go of what is in hand, and so does a second click', () => {
    const { build, picks, options } = hand({ 'build % % %': { small: { a: ['1', '2'], b: ['1'] } } });
    picks.takeSpace(options, 'small a');
    expect(picks.space).toBe('small a');
    build.back();
    expect(picks.space).toBeNull();
    picks.takeSpace(options, 'small a');
    picks.takeSpace(options, 'small a');
    expect(picks.space).toBeNull();
  });
  it('R4.13: piece and level make a building, in either order', () => {
    const legal: Legal = { 'build % % %': { small: { a: ['1', '2'], b: ['1'] } } };
    const first = hand(legal);
    first.picks.takeSpace(first.options, 'small b');
    first.picks.takeLevel(first.options, 2); // not for this piece: the level is in hand now
    first.picks.takeSpace(first.options, 'small a');
    expect(first.sent).toEqual(['build small a 2']);
    const second = hand(legal);
    second.picks.takeSpace(second.options, 'small b');
    second.picks.takeLevel(second.options, 1);
    expect(second.sent).toEqual(['build small b 1']);
  });
  it('R5.5, R5.12: cubes that are given or paid go at once', () => {
    const give = hand({ 'give %%': { S: ['1'], M: ['3'] } });
    give.picks.takeCube(give.options, 'M', 3);
    expect(give.sent).toEqual(['give M3']);
    const heph = hand({ 'heph %': ['2', '3'], done: [] });
    heph.picks.takeCube(heph.options, 'S', 2);
    heph.picks.takeCube(heph.options, 'M', 2);
    expect(heph.sent).toEqual(['heph 2']);
  });
  it('an area is clicked for go, for the main action, and to follow where one payment is possible', () => {
    expect(areaMove(optionsOf(['go zd', 'go dn']), 'dn', null)).toBe('go dn');
    expect(areaMove(optionsOf(['main', 'skip']), 'pd', 'pd')).toBe('main');
    expect(areaMove(optionsOf(['main', 'skip']), 'pn', 'pd')).toBeNull();
    expect(areaMove(optionsOf(['pass', 'follow Z']), 'zd', 'zd')).toBe('follow Z');
    expect(areaMove(optionsOf(['pass', 'follow Z', 'follow $']), 'zd', 'zd')).toBeNull();
    expect(areaMove(optionsOf(['pass', 'follow Z zd', 'follow Z zn']), 'zn', 'zd')).toBe('follow Z zn');
    expect(ribbonMove(optionsOf(['main', 'skip']), 'pd', 'pd')).toBe('skip');
    expect(ribbonMove(optionsOf(['bonus', 'pass']), 'pd', 'pd')).toBe('bonus');
    expect(ribbonMove(optionsOf(['bonus', 'pass']), 'pn', 'pd')).toBeNull();
  });
});

describe('words', () => {
  it('tell a move', () => {
    expect(sentence('build small b 3', null, tables, t)).toBe('builds a small temple on level 3 for 6');
    const seats = ['Ana', 'Bram', 'Cleo'].map((name, seat) => ({ seat, name, kind: 'human' as const }));
    expect(sentence('favor P@3', null, tables, t, undefined, seats)).toBe('takes a favour of Poseidon from Cleo');
    expect(sentence('upx S 1', null, tables, t)).toBe('Hestia: stone rises to level 2 as marble');
    expect(inWords('prod 1S1M', tables, t)).toBe('Produce 1 stone, 1 marble');
    expect(inWords('follow $ zn', tables, t)).toBe('Follow with an offering token: Zeus Night');
    expect(inWords('hades 7', tables, t)).toBe('Hades: 7 cubes for 3 offering tokens');
    expect(pointsOf('apollo', tables, t)).toBe('2, 5 or 7 for gold: below 1, from 1, from 2.');
    expect(pointsOf('hera', tables, t)).toBe('3, and 4 more with a Zeus token.');
  });
  it('name what an area does, where the area is known, and leave out of the log that somebody goes ahead with it', () => {
    const before = { area: 'dn' } as View;
    expect(inWords('main', tables, t, before)).toBe('Build a city');
    expect(sentence('main', null, tables, t, before)).toBe('goes ahead: Build a city');
    expect(silent('main') && !silent('bonus')).toBe(true);
    expect(['follow', 'bonus'].map((phase) => sentence('pass', null, tables, t, { phase } as View))).toEqual(['does not follow', 'passes']); // R4.8, R4.6
  });
  it('are broken into lines', () => {
    expect(lines('Zeus Day: then lift up to 2 steps', 18)).toEqual(['Zeus Day: then', 'lift up to 2 steps']);
  });
  it('exist for every key that the board asks for', () => {
    const folder = join(__dirname, '../../../games/mytikas/board');
    for (const file of readdirSync(folder).filter((name) => /\.(svelte|ts)$/.test(name)))
      for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(/\bkey\('([\w.$]+)'\)/g))
        expect(Object.keys(words), `${file}: ${name}`).toContain(key(name!));
    for (const card of tables.cards) {
      expect(words).toHaveProperty([key(`power.${card.card}`)]);
      expect(words).toHaveProperty([key(`power.${card.card}.text`)]);
      if (card.worth === 'tiers') expect(words).toHaveProperty([key(`counts.${card.card}`)]);
    }
  });
  it('mark what was touched', () => {
    const marks = touched([
      { seat: 1, move: 'go zn' },
      { seat: 1, move: 'build small b 3' },
      { seat: 1, move: 'favor P@3' },
      { seat: null, move: 'reveal pan' },
      { seat: 2, move: null },
    ]);
    expect([...marks]).toEqual(['zn', '1 small b', 'pile P', 'pan']);
  });
});

describe.skipIf(!hasEngine)('with the engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  it.each([2, 3, 4])('every move of games with %i players is reached by clicks and told in words', (players) => {
    const play = engine.start({ game: 'mytikas', players, seed: null, options: { cards: 'two' } });
    let random = 7 + players;
    const below = (n: number): number => (random = (random * 1103515245 + 12345) % 2147483648) % n;
    for (let ply = 0; ply < 250; ply++) {
      play.luck(below);
      const { turn } = play.look(-1) as { turn: number[] };
      if (turn.length === 0) break;
      const seat = turn[0]!;
      const { view, legal } = play.look<View>(seat) as { view: View; legal: Legal };
      const moves = movesOf(legal);
      const o = optionsOf(moves);
      const found = [
        ...o.go.values(),
        ...o.gods.values(),
        ...o.from.map((f) => f.move),
        ...o.cubes.map((c) => c.move),
        ...o.give.values(),
        ...o.heph.values(),
        ...o.builds.map((b) => b.move),
        ...o.cards.values(),
        ...o.put.map((p) => p.move),
        ...o.prod,
        ...o.pan,
        ...o.follow.map((f) => f.move),
        ...o.powers.map((p) => p.move),
        ...o.plain,
      ];
      expect(found.sort()).toEqual([...moves].sort());
      const told = moves.flatMap((move) => [inWords(move, tables, t), sentence(move, null, tables, t)]);
      expect(told.filter((text) => /[{}]|board\./.test(text))).toEqual([]);
      // R4.22: the lock highlighted as next is the first that lies there.
      for (let i = 0; i < view.face_down; i++) {
        const on = lockOn(view, i);
        if (!on.taken) {
          expect(on.value).toBe(view.next_lock);
          break;
        }
      }
      if (view.left.target !== null && view.next_lock !== null && o.put.length > 0) {
        const held = holderOf(view, view.left.target);
        const own = held?.player.seat === view.actor ? held.card.tokens : 0;
        for (const { n, move } of o.put) expect(confirm(move, view, t) !== null).toBe(own + n > view.next_lock);
      }
      play.move(seat, moves[below(moves.length)]!);
    }
    play.free();
  }, 60_000);
});
