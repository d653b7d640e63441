// What the Myst board reads out of views and tables: the jigsaw of R2.8, the tray, requests, words.
// SPDX-License-Identifier: MIT
import { describe as group, expect, it } from 'vitest';
import { borderOf, CELLS, indexOf, middleOf, neighbours, outlines, wayBetween } from '../../../games/myst/board/geometry';
import { Hand } from '../../../games/myst/board/hand.svelte';
import {
  cardName, cellTopic, confirm, describe, doing, groundOf, landmarkTopic, openCells, ownerOf, partOf, requestFor, sectorOf, sentence, shuffled, sorted, stage,
  touched, valuesFor,
} from '../../../games/myst/board/logic';
import paceTold from '../../../games/myst/board/pace';
import type { Tables, View } from '../../../games/myst/board/types';
import words from '../../../games/myst/board/words.en';
import { MoveBuilder } from '../../src/lib/builder.svelte';
import { filled, type Catalogue } from '../../src/boards/catalogue';
import { addWords, t } from '../../src/lib/words';
import tablesJson from '../../src/generated/myst.en.json';

const tables = tablesJson as unknown as Tables;
addWords(filled(words, tables as unknown as Catalogue, (n) => n === 1));

/** S1 of R9: Yellow in the west, Blue in the east. */
function s1(more: Partial<View> = {}): View {
  const keys = Object.fromEntries(tables.landmarks.map((l) => [l.letter, 'placed'])) as View['teams'][0]['keys'];
  const team = (name: string, letter: 'y' | 'b', hand: string[] | null) => ({
    name, letter, score: 0, pieces: 48, switches: letter === 'y' ? 3 : 5, cards: 5, hand, used: [], choice: null, first: null, pos: null, cut_off: false, waiting: false, frontier: [], keys,
  });
  return {
    phase: 'move', pmode: 'rt', hard: false, youngest: 0, mover: 0, order: 0, turn: 1, turns: 5, spin: 2, moved: false,
    board: Array.from({ length: 8 }, () => 'yyyyyybbbbbb'), reach: [], teams: [team('Yellow', 'y', ['G3', 'G5', 'L2', 'R4', 'K1']), team('Blue', 'b', null)],
    landmarks: tables.landmarks.map((l) => ({ letter: l.letter, over: 0 as const, shows: l.cells[0]! < 'g' ? (0 as const) : (1 as const) })),
    ...more,
  };
}

group('the race', () => {
  const bots = [{ level: 'beginner', pace: 0 }, { level: 'learner', pace: 0 }, { level: 'casual', pace: 1 }, { level: 'master', pace: 4 }];
  const bot = { seat: 1, name: 'Petra', kind: 'bot' as const, level: 'learner' };
  it('R4.14: a bot has the pace of its level, and in the hard game half as much time again', () => {
    const race = s1({ phase: 'puzzle', board: Array.from({ length: 8 }, () => 'yyyyyy......') });
    expect(doing(race, bot, tables, bots, t)).toEqual({ words: 'a piece every 9 s', ms: 9000, step: 48 });
    expect(doing(race, { ...bot, level: 'casual' }, tables, bots, t)!.ms).toBe(6000);
    expect(doing(race, { ...bot, level: 'master' }, tables, bots, t)!.ms).toBe(2500);
    expect(doing({ ...race, hard: true }, bot, tables, bots, t)!.ms).toBe(13500);
    expect(doing(race, { ...bot, seat: 0, kind: 'human' }, tables, bots, t)).toEqual({ words: 'racing', step: 48 });
  });
  it('R4.14: the pace is told before the race, where there is one', () => {
    expect(paceTold(tables, 1, { pmode: 'rt', hard: 'off' }, t)).toBe('a piece every 6 s');
    expect(paceTold(tables, 9, { pmode: 'rt', hard: 'on' }, t)).toBe('a piece every 3.75 s');
    expect(paceTold(tables, 1, { pmode: 'alt', hard: 'off' }, t)).toBe('');
  });
  it('is over when the walk begins: then turns are taken', () => expect(doing(s1(), bot, tables, bots, t)).toBeNull());
});

group('the hand in a race', () => {
  it('R4.11: a piece that is on its way to its cell is not sent there twice, but may be after a refusal', () => {
    const sent: string[] = [];
    const hand = new Hand(new MoveBuilder({ legal: () => ({}), verbs: () => [], send: (move) => sent.push(move), ask: () => null }));
    for (let i = 0; i < 2; i++) {
      hand.take('c4');
      hand.put('c4', 'c4');
      expect([hand.held, hand.sent.length]).toEqual([null, 1]);
    }
    hand.put('c4', 'c5');
    expect(sent).toEqual([requestFor('c4', 'c4', false), requestFor('c4', 'c5', false)]);
    hand.refused(sent[0]!);
    hand.put('c4', 'c4');
    expect(sent).toHaveLength(3);
  });

  it('R4.11: a move that was offered and taken back was never on its way', () => {
    const sent: string[] = [];
    const build = new MoveBuilder({ legal: () => ({}), verbs: () => [], send: (move) => sent.push(move), ask: () => 'really?' });
    const hand = new Hand(build);
    for (let i = 0; i < 2; i++) {
      hand.put('c4', 'c4');
      expect([build.offered, hand.sent]).toEqual([requestFor('c4', 'c4', false), []]);
      build.back();
    }
    hand.put('c4', 'c4');
    build.confirm();
    expect(sent).toEqual([requestFor('c4', 'c4', false)]);
  });
});

group('the island', () => {
  it('R2.2: ninety-six cells, numbered row by row, with edge neighbours only', () => {
    expect(CELLS).toHaveLength(96);
    expect([indexOf('a1'), indexOf('l8'), indexOf('k3')]).toEqual([0, 95, 34]);
    expect(middleOf('a1')).toEqual([50, 50]);
    expect(neighbours('a1').sort()).toEqual(['a2', 'b1']);
    expect(neighbours('f4').sort()).toEqual(['e4', 'f3', 'f5', 'g4']);
  });

  it('R2.8: two neighbours share an edge: what is a tab here is a blank there', () => {
    const shapes = outlines(tables);
    const points = (d: string) => new Set([...d.matchAll(/-?[\d.]+ -?[\d.]+/g)].map((m) => m[0]));
    for (const cell of CELLS)
      for (const next of neighbours(cell)) {
        const shared = [...points(shapes[indexOf(cell)]!)].filter((p) => points(shapes[indexOf(next)]!).has(p));
        expect(shared.length, `${cell} ${next}`).toBeGreaterThanOrEqual(18);
      }
    // Outer edges are straight.
    expect(shapes[0]).toMatch(/^M0 0h100C/);
    expect(shapes[95]).toContain('v100h-100');
  });

  it('the border of some cells is made of the edges around them and no others', () => {
    expect(borderOf(tables, new Set())).toBe('');
    expect(borderOf(tables, new Set(CELLS))).toBe('');
    expect(borderOf(tables, new Set(['f4'])).split('M')).toHaveLength(5);
    expect(borderOf(tables, new Set(['f4', 'g4'])).split('M')).toHaveLength(7);
  });

  it('R8.21: a way goes round the other piece', () => {
    expect(wayBetween('c2', 'e2', null)).toHaveLength(3);
    expect(wayBetween('c2', 'e2', 'd2')).toHaveLength(5);
    expect(wayBetween('c2', 'c2', null)).toEqual(['c2']);
  });
});

group('the tray', () => {
  it('holds every piece whose cell is open, in an order that the salt makes', () => {
    const view = s1({ phase: 'puzzle', board: ['............', ...Array.from({ length: 7 }, () => 'yyyyyybbbbbb')] });
    const open = openCells(view);
    expect(open).toHaveLength(12);
    expect(ownerOf(view, 'a1')).toBeNull();
    expect(ownerOf(view, 'a2')).toBe(0);
    expect(shuffled(open, 7)).not.toEqual(open);
    expect([...shuffled(open, 7)].sort()).toEqual([...open].sort());
    expect(shuffled(open, 7)).toEqual(shuffled(open, 7));
    expect(shuffled(open, 7)).not.toEqual(shuffled(open, 8));
  });

  it('sorts pieces by what can be seen on them', () => {
    expect(sorted([...CELLS], tables, 'edge')).toHaveLength(36);
    expect(sorted([...CELLS], tables, 'sea')).toHaveLength(41); // the shore too
    expect(sorted([...CELLS], tables, 'marks').length).toBeGreaterThan(15); // Keys, switches, and what else is of a Landmark
    expect(sorted([...CELLS], tables, 'all')).toHaveLength(96);
  });

  it('R7.3: a piece where it belongs is a move, elsewhere a try', () => {
    expect(requestFor('k4', 'k4', false)).toBe('place k4');
    expect(requestFor('k4', 'k2', false)).toBe('try k4 k2');
    expect(requestFor('k4', 'k4', true)).toBe('link k4');
    expect(requestFor('k4', 'k2', true)).toBe('trylink k4 k2');
  });
});

group('words', () => {
  it('moves are sentences', () => {
    expect(sentence('place k5', null, tables, t)).toBe('places k5 (Marker Switch)');
    expect(sentence('place k3', null, tables, t)).toBe('places k3 (Key of the Rocket Ship)');
    expect(sentence('deal y R4', null, tables, t)).toBe('Yellow gets Rocket Ship 4');
    const seats = ['Ana', 'Theo'].map((name, seat) => ({ seat, name, kind: 'human' as const }));
    const here = tables.landmarks[0]!;
    const at = (pos: string | null) => { const view = s1(); return { ...view, teams: [{ ...view.teams[0], pos }, view.teams[1]] } as View; };
    expect(sentence('lay', seats[0]!, tables, t, at(here.key), seats)).toBe(`lays the Key piece: takes over the ${here.name} from Theo`);
    expect(sentence('remove', seats[0]!, tables, t, at('a1'), seats, [{ seat: 0, move: `jump ${here.key}` }])).toBe(`takes the Key piece off: wins the ${here.name} back from Theo`);
    expect(sentence('lay', seats[0]!, tables, t)).toBe('lays the Key piece and takes over the Landmark');
    expect(sentence('spin b 4', null, tables, t)).toBe('Blue spins 4');
    expect(describe('choose L', tables, t)).toBe('Choose the Library');
    for (const verb of ['wait', 'stay', 'book', 'lay', 'remove', 'skip', 'end', 'turns 7', 'tempo y', 'young b', 'jump f4', 'move f4', 'link f4', 'rechoose P', 'try a1 b1', 'trylink a1 b1'])
      for (const words of [sentence(verb, null, tables, t), describe(verb, tables, t)]) expect(words).not.toContain('board.myst');
  });

  it('cells, Landmarks and cards explain themselves with a rule', () => {
    expect(groundOf(tables, 'a1', t)).toBe('sea');
    expect(groundOf(tables, 'f3', t)).toBe('Library');
    expect(cellTopic(s1(), tables, 'k5', t)).toMatchObject({ title: 'k5: Marker Switch', rule: 'R5.6' });
    expect(cellTopic(s1(), tables, 'k3', t).rule).toBe('R4.8');
    expect(landmarkTopic(s1(), tables, 'G', 0, t).text).toContain('3, 5');
    expect(landmarkTopic(s1(), tables, 'G', null, t).text).not.toContain('3, 5');
    expect(cardName(tables, 'K2', t)).toBe('Linking Book');
    expect(valuesFor(s1(), tables, 1, 'G')).toEqual([]);
  });

  it('says where the game stands', () => {
    expect(partOf(s1({ phase: 'rechoose' }))).toBe('choose');
    expect(partOf(s1({ phase: 'turn' }))).toBe('walk');
    expect(stage(s1(), tables, t)).toBe('Walk, turn 1 of 5');
    expect(stage(s1({ phase: 'over' }), tables, t)).toBe('Game over');
  });

  it('asks again where a slip would hurt', () => {
    const on = (pos: string, more: Partial<View>): View => {
      const view = s1(more);
      return { ...view, teams: [{ ...view.teams[0], pos }, view.teams[1]] };
    };
    expect(confirm('end', on('a1', { turn: 5 }), tables, t)).toContain('last turn');
    expect(confirm('end', on('a1', { turn: 4 }), tables, t)).toBeNull();
    expect(confirm('skip', on('k3', {}), tables, t)).toContain('Rocket Ship');
    expect(confirm('skip', on('b6', {}), tables, t)).toBeNull();
    expect(confirm('move b6', on('b5', {}), tables, t)).toBeNull();
  });

  it('marks what others did, and turns the spinner to a sector with the number', () => {
    expect([...touched([{ seat: 1, move: 'place f4' }, { seat: null, move: 'spin y 4' }, { seat: 1, move: null }])]).toEqual(['f4']);
    for (let n = 1; n <= 6; n++) for (let k = 0; k < 3; k++) expect(tables.spinner.outer[sectorOf(tables.spinner.outer, n, k)]).toBe(n);
  });
});
