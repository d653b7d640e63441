// What the Mykerinos board makes of clicks and views: forms and targets, the ring of the Museum, words.
// SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engine';
import { arm, clickPath, clicksOf, clickWord } from '../../../games/mykerinos/board/clicks';
import { areaBox, corner, museumShape, tileBox, wideSite, type Point } from '../../../games/mykerinos/board/layout';
import { aftermath, confirm, describe as inWords, remaining, roomTopic, sentence, spaceTopic, taken, tileState, touched } from '../../../games/mykerinos/board/logic';
import type { Tables, View } from '../../../games/mykerinos/board/types';
import words from '../../../games/mykerinos/board/words.en';
import { MoveBuilder } from '../../src/lib/builder.svelte';
import { movesOf } from '../../src/lib/legal';
import type { Legal } from '../../src/lib/protocol';
import { filled, type Catalogue } from '../../src/boards/catalogue';
import { addWords, t } from '../../src/lib/words';
import tablesJson from '../../src/generated/mykerinos.en.json';
import { hasEngine, loadEngine } from './engine';

const tables = tablesJson as unknown as Tables;
addWords(filled(words, tables as unknown as Catalogue, (n) => n === 1));

function inside([x, y]: Point, polygon: Point[]): boolean {
  let odd = false;
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon.at(i - 1)!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

describe('the log', () => {
  it('R4.1: the cubes of a new season belong to no move', () => {
    const at = (season: number, viewer: number | null) => ({ season, viewer }) as unknown as View;
    expect(aftermath(at(1, 2), at(1, 2), t)).toBe(null);
    expect(aftermath(at(1, 2), at(2, 2), t)).toEqual({ words: 'a new season: cubes for everybody', seat: 1, keys: ['stock'] });
    expect(aftermath(at(1, null), at(2, null), t)?.seat).toBe(null);
  });
});

describe('the drawing', () => {
  it('R2.5: a space lies in its area, and its area in the right half of the site', () => {
    for (const rows of [6, 9]) {
      const site = wideSite(rows);
      for (let r = 1; r <= rows; r++)
        for (const [c, letter] of [...'abcdefgh'].entries()) {
          const area = Math.floor((r - 1) / 3) * 2 + (c < 4 ? 1 : 2);
          const box = tileBox(site, area, c % 4 < 2 ? 'L' : 'R');
          const [x, y] = corner(site, `${letter}${r}`);
          expect(x).toBeGreaterThanOrEqual(box.x);
          expect(x + site.q).toBeLessThanOrEqual(box.x + box.w + 1e-9);
          expect(y).toBeGreaterThanOrEqual(areaBox(site, area).y);
          expect(y + site.q).toBeLessThanOrEqual(areaBox(site, area).y + areaBox(site, area).h + 1e-9);
        }
    }
  });

  it('R2.6: fifteen rooms, fifteen doors, and nothing stands in the wrong room', () => {
    const shape = museumShape(0, 0, 208, tables.rooms);
    expect(shape.doors).toHaveLength(15);
    for (const one of tables.rooms)
      for (const other of tables.rooms)
        expect(inside(shape.rooms[one.room]!.at, shape.rooms[other.room]!.polygon)).toBe(one === other);
  });
});

describe('words', () => {
  it('every verb of the tables has its sentences', () => {
    for (const { form } of tables.kinds) {
      const move = form.replace(/%/g, 'c4');
      for (const text of [sentence(move, null, tables, t), inWords(move, tables, t)]) {
        expect(text).not.toMatch(/board\.|\{/);
        expect(text).toContain('c4');
      }
    }
    for (const move of ['take L', 'discard R', 'decline', 'pass', 'n-none', 'room 33', 'wing V', "deal V7'", 'first 2'])
      expect(sentence(move, null, tables, t)).not.toMatch(/board\.|\{/);
  });

  it('tiles have names whichever way round they lie, and rooms the patrons whom they serve', () => {
    expect(sentence("deal V7'", null, tables, t)).toBe(sentence('deal V7', null, tables, t));
    const view = { slots: [], wings: [1, 2, 3, 4, 5].map((wing) => ({ wing, patron: 'VLBKT'[wing - 1], name: '' })) } as unknown as View;
    expect(sentence('room 33', null, tables, t, view)).toBe('puts a reserve cube into the 3 of Brown');
    expect(inWords('room 33', tables, t, view)).toBe('A reserve cube into the 3 of Brown');
    // After a name it is a sentence: "Ione puts a neutral cube on h2".
    for (const move of ['n-start h2', 'n-extend h2 h3', 'room 33']) expect(sentence(move, null, tables, t, view)).toMatch(/^puts /);
    expect(sentence('brown 25', null, tables, t, view)).toBe('Brown: a cube into the 2 of Tangerine / Violet');
  });

  it('last moves mark spaces and rooms, not tiles', () => {
    expect([...touched(['extend c4 c5', 'room 33', 'take L', 'pass', null, 'deal V7'])]).toEqual(['c4', 'c5', '33']);
  });
});

describe.skipIf(!hasEngine)('clicks, with the engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  function table(position: string, players = 3) {
    const play = engine.start({ game: 'mykerinos', players, position });
    const sent: string[] = [];
    const build = new MoveBuilder({
      legal: () => play.legal(0) as Legal,
      verbs: () => [],
      send: (move) => sent.push(move),
      ask: () => null,
    });
    return { play, build, sent, view: play.view<View>(0) };
  }
  let position = '';
  beforeAll(() => {
    const play = engine.start({ game: 'mykerinos', players: 3, seed: '5'.repeat(64) });
    play.luck();
    while (play.look(-1).turn[0] !== 0) play.move(play.look(-1).turn[0]!, movesOf(play.legal(play.look(-1).turn[0]!) as Legal)[0]!);
    position = play.position();
  });

  it('R4.3, R4.4: where nothing can be extended one click starts a dig', () => {
    const { build, sent } = table(position);
    const space = build.moves().find((move) => move.startsWith('start '))!.slice(6);
    expect(clickWord(build, tables, space)).toBe(true);
    expect(sent).toEqual([`start ${space}`]); // no cube of ours is there: nothing to extend from
  });

  it('a click that means nothing changes nothing', () => {
    const { build, sent } = table(position);
    expect(clickWord(build, tables, 'z9')).toBe(false);
    expect(clickWord(build, tables, '33')).toBe(false);
    expect(build.args).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('every legal move of many positions can be clicked together', () => {
    const play = engine.start({ game: 'mykerinos', players: 2, seed: '3'.repeat(64) });
    play.luck();
    let n = 0;
    let tried = 0;
    while (play.status.node !== 'over' && n < 400) {
      const seat = play.look(-1).turn[0]!;
      const legal = play.legal(seat) as Legal;
      const moves = movesOf(legal);
      for (const want of [moves[(n * 7) % moves.length]!, moves.at(-1)!]) {
        const sent: string[] = [];
        const build = new MoveBuilder({ legal: () => legal, verbs: () => [], send: (m) => sent.push(m), ask: () => null });
        const [verb, ...args] = want.split(' ');
        const kind = tables.kinds.find((one) => one.form.split(' ')[0] === verb);
        if (args.length === 0) build.choose(want);
        else {
          if (kind?.patron) arm(build, tables, kind.patron, null);
          for (const word of args)
            // Where one move is left it is sent before its last word.
            if (sent.length === 0) expect(clickWord(build, tables, word)).toBe(true);
          if (sent.length === 0) clickWord(build, tables, args.at(-1)!); // as it is, and no more
        }
        expect(sent).toEqual([want]);
        const dragged: string[] = [];
        const drag = new MoveBuilder({ legal: () => legal, verbs: () => [], send: (m) => dragged.push(m), ask: () => null });
        if (kind?.patron) arm(drag, tables, kind.patron, null);
        if (kind) {
          clickPath(drag, tables, args);
          expect(dragged).toEqual([want]);
        }
        tried++;
      }
      const going = moves.filter((m) => m !== 'pass' && m !== 'decline');
      play.move(seat, going.length ? going[(n * 13) % going.length]! : moves[0]!);
      play.luck();
      n++;
    }
    expect(tried).toBeGreaterThan(100);
  });

  it('R5.5: a tile taken goes to its taker, with its points', () => {
    const play = engine.start({ game: 'mykerinos', players: 4, seed: '9'.repeat(64) });
    play.luck();
    let n = 0;
    let takes = 0;
    while (play.status.node !== 'over') {
      const seat = play.look(-1).turn[0]!;
      const moves = movesOf(play.legal(seat) as Legal);
      const going = moves.filter((m) => m.startsWith('take ') || m.startsWith('start '));
      const move = (n % 11 !== 10 && going[(n * 5) % Math.max(1, going.length)]) || moves.at(-1)!;
      n++;
      const before = play.view<View>(-1);
      play.move(seat, move);
      const after = play.view<View>(-1);
      if (move.startsWith('take ')) {
        const side = move.slice(5);
        const slot = before.slots.find((one) => one?.area === before.area && one?.side === side)!;
        if (after.season === before.season) expect(taken(before, after, [{ seat, move }])).toEqual([{ seat, tile: slot.tile, points: slot.points }]);
        takes++;
      } else if (after.season === before.season) expect(taken(before, after)).toEqual([]);
      play.luck();
    }
    expect(takes).toBeGreaterThan(5);
  });

  it('R5.5: of two tiles alike the one that was named goes to its taker', () => {
    const play = engine.start({ game: 'mykerinos', players: 2, seed: '9'.repeat(64) });
    play.luck();
    const view = play.view<View>(-1);
    const slot = view.slots.find((one) => one !== null)!;
    const twins = ['L', 'R'].map((side) => ({ ...slot, side, tile: `${slot.tile}${side}`, patron: null, points: 0 }));
    const before = { ...view, slots: twins } as View;
    const after = { ...view, slots: [], players: view.players.map((one, seat) => (seat ? one : { ...one, blank: one.blank + 1 })) } as View;
    for (const { side, tile } of twins) expect(taken(before, after, [{ seat: 0, move: `take ${side}` }])).toEqual([{ seat: 0, tile, points: 0 }]);
  });

  it('R4.10: arming a patron narrows to its forms, arming it again lets go', () => {
    const { build } = table(position);
    arm(build, tables, 'K', null);
    expect(build.only).toEqual(['black % %']);
    expect(clicksOf(build, tables).armed).toBe('K');
    arm(build, tables, 'K', 'K');
    expect(build.only).toBeNull();
  });

  it('confirms a pass with cubes in stock, and explains what is there', () => {
    const { view } = table(position);
    const turn = { ...view, turn: 1 };
    expect(confirm('pass', turn, t)).toContain(String(view.players[0]!.stock));
    expect(confirm('start a1', turn, t)).toBeNull();
    expect(spaceTopic(view.spaces[0]!, [], t).rule).toMatch(/^R/);
    for (const room of tables.rooms) expect(roomTopic(room, view, tables, t).text).not.toMatch(/board\.|\{/);
    expect([...remaining(view, tables).values()].flat().length + (view.undealt.includes('X0') ? 1 : 0)).toBe(view.undealt.length);
    expect(tileState(view.players[0]!, 'V', [], tables, null, true)).toBe('none');
  });
});
