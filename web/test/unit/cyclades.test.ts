// The Cyclades board's logic: clicks into words, moves into sentences, battles retold. SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { clicksOf, clickWord, wrongKind } from '../../../games/cyclades/board/clicks';
import { chartOf } from '../../../games/cyclades/board/layout';
import { befallen, confirm, leftAfter, describe as say, seaTopic, sentence, stageOf, turnOf } from '../../../games/cyclades/board/logic';
import { Course } from '../../../games/cyclades/board/course';
import { cameFrom, reachOf, stepsOf, wayTo } from '../../../games/cyclades/board/routes';
import { freshMoves, storyOf } from '../../../games/cyclades/board/story';
import { oddsOf, unharmed } from '../../../games/cyclades/board/odds';
import type { Isle, Sea, Tables, View } from '../../../games/cyclades/board/types';
import words from '../../../games/cyclades/board/words.en';
import { MoveBuilder } from '../../src/lib/builder.svelte';
import type { Legal } from '../../src/lib/protocol';
import { filled, type Catalogue } from '../../src/boards/catalogue';
import { addWords, t } from '../../src/lib/words';

const tables = JSON.parse(readFileSync(new URL('../../src/generated/cyclades.en.json', import.meta.url), 'utf8')) as Tables;
addWords(filled(words, tables as unknown as Catalogue, (n) => n === 1));
const map = tables.maps.find((m) => m.players === 5)!;

/** An empty sea with what is given put on it. */
function position(put: { fleets?: Record<string, [number, number]>; isles?: Record<string, Partial<Isle>>; more?: Partial<View> } = {}): View {
  const sea: Sea[] = map.sea.map((s) => {
    const [owner, fleets] = put.fleets?.[s.space] ?? [null, 0];
    return { space: s.space, x: s.x, y: s.y, horn: s.horn, owner, fleets, closed: false, kraken: false, locked: false, bonus: {} };
  });
  const isles: Isle[] = map.isles.map((i) => ({
    isle: i.isle, cells: i.cells, size: i.cells.length, room: 0, owner: null, troops: 0, buildings: { port: 0, fort: 0, temple: 0, univ: 0 },
    temples_used: 0, metropolis: false, metropolis_used: false, printed_prosperity: 0, markers: 0, figure: null, bonus: {}, ...put.isles?.[i.isle],
  }));
  return { width: map.width, phase: 'menu', sea, isles, gods: [], apollo: [], players: [], battle: null, ways: [], supply: {}, ...put.more } as unknown as View;
}

function builder(legal: Legal) {
  const send = vi.fn<(move: string) => void>();
  return { send, build: new MoveBuilder({ legal: () => legal, verbs: () => [], send, ask: () => null }) };
}

describe('clicks', () => {
  const poseidon: Legal = { 'recruit %': ['c6', 'c5'], 'build %': ['n1'], 'sail % % %': { c6: { c5: ['1', '2'], b6: ['1', '2'] } }, 'buy %': ['4'], end: [] };

  it('mean moving unless something else is armed (R4.13)', () => {
    const { build } = builder(poseidon);
    expect([...clicksOf(build, true).places]).toEqual(['c6']);
    build.narrow(['recruit %']);
    expect([...clicksOf(build, true).places]).toEqual(['c6', 'c5']);
    expect([...clicksOf(build, true).plain]).toEqual([]);
  });

  it('build a sailing step by step and ask for the number last (R4.19)', () => {
    const { build, send } = builder(poseidon);
    clickWord(build, true, 'c6');
    expect([...clicksOf(build, true).places]).toEqual(['c5', 'b6']);
    clickWord(build, true, 'b6');
    expect(clicksOf(build, true).counts).toEqual([1, 2]);
    clickWord(build, true, '2');
    expect(send).toHaveBeenCalledWith('sail c6 b6 2');
  });

  it('never send a march whose aim was not pointed at (R4.20)', () => {
    const { build, send } = builder({ 'march % % %': { n1: { n4: ['1'] } }, end: [] });
    clickWord(build, true, 'n1');
    expect(send).not.toHaveBeenCalled();
    expect([...clicksOf(build, true).places]).toEqual(['n4']);
    clickWord(build, true, 'n4');
    expect(send).toHaveBeenCalledWith('march n1 n4 1');
  });

  it('forget a held place when the builder goes back', () => {
    const { build } = builder({ 'march % % %': { n1: { n4: ['1'] }, n2: { n4: ['1'] } }, end: [] });
    clickWord(build, true, 'n1');
    build.back();
    expect([...clicksOf(build, true).places]).toEqual(['n1', 'n2']);
  });

  it('leave out what goes without saying: the group that sails on (R4.19)', () => {
    const { build, send } = builder({ 'sail % % %': { c5: { c4: ['1', '2'], d5: ['1', '2'] } }, stop: [] });
    const clicks = clicksOf(build, false);
    expect([...clicks.places]).toEqual(['c4', 'd5']);
    expect([...clicks.plain]).toEqual(['stop']);
    clickWord(build, false, 'd5');
    clickWord(build, false, '1');
    expect(send).toHaveBeenCalledWith('sail c5 d5 1');
  });

  it('ask for buildings by name: Cyclops and Giant (R5.4, R5.7)', () => {
    const { build, send } = builder({ 'rebuild % % %': { n3: { port: ['fort', 'univ'], temple: ['univ'] } }, waste: [] });
    clickWord(build, false, 'port');
    expect(clicksOf(build, false).types).toEqual(['fort', 'univ']);
    clickWord(build, false, 'univ');
    expect(send).toHaveBeenCalledWith('rebuild n3 port univ');
  });
});

describe('a place of the wrong kind', () => {
  const MARCH: Legal = { 'march % % %': { n1: { n2: ['1'] } }, 'recruit %': ['n1'], end: [] };
  const SAIL: Legal = { 'sail % % %': { c6: { c5: ['1'] } }, end: [] };
  it('is told apart while troops march: the sea is no place to go to (R4.20)', () => {
    const { build } = builder(MARCH);
    build.narrow(['march % % %']);
    const at = (word: string) => wrongKind(build, position(), clicksOf(build, true), word);
    expect(at('c6')).toBe('sea');
    expect(at('n4')).toBeNull(); // an isle that is not lit: the rules say why
  });
  it('is not spoken of before it is settled what is done', () => {
    const { build } = builder(MARCH);
    expect(wrongKind(build, position(), clicksOf(build, true), 'c6')).toBeNull();
  });
  it('and land where fleets are asked for', () => {
    const { build } = builder(SAIL);
    build.narrow(['sail % % %']);
    expect(wrongKind(build, position(), clicksOf(build, true), 'n4')).toBe('isle');
  });
});

describe('words', () => {
  const moves = ['god ares', 'god apollo', 'offer 3', 'recruit c6', 'recruit n4', 'recruit priest', 'recruit philosopher', 'build n4', 'sail c6 c5 2', 'stop',
    'march n1 n4 1', 'swap 3', 'buy 2', 'end', 'stay', 'retreat n5', 'give port n3', 'metropolis n3', 'raze fort', 'prosper n8', 'waste', 'copy harpy',
    'rebuild n3 port univ', 'steal p2', 'destroy n4 fort', 'kill n4', 'fly n1', 'land n4 2', 'charm e7', 'from b3', 'sell fleet b3', 'sell troop n2',
    'sell priest', 'sell philosopher', 'done', 'glide b3 c4 2', 'place n4', 'push b2 a2', 'surface e6', 'swim d5'];
  it.each(moves)('%s', (move) => {
    expect(sentence(move, null, tables, t)).not.toMatch(/board\.|\{/);
    expect(say(move, tables, t)).not.toMatch(/board\.|\{/);
  });
  it.each(['order p2', 'draw harpy', 'gods zeus ares athena', 'gods zeus ares', 'roll 1 3'])('luck: %s', (move) => {
    expect(sentence(move, null, tables, t)).not.toMatch(/board\.|\{/);
  });
  it('names numbers and players', () => {
    expect(sentence('sail c6 c5 2', null, tables, t)).toBe('sails 2 fleets from c6 to c5');
    expect(sentence('march n1 n4 1', null, tables, t)).toBe('marches a troop from n1 to n4');
    expect(sentence('steal p4', null, tables, t)).toBe('steals from Jade');
    expect(sentence('rebuild n3 port univ', null, tables, t)).toBe('turns the port on n3 into a university');
  });
  it('names the creature and the building where the view tells them', () => {
    const before = { god: 'ares', creatures: [{ space: 2, creature: 'minotaur', price: 3 }] } as unknown as View;
    expect(say('buy 2', tables, t, before)).toBe('Hire Minotaur');
    expect(say('swap 2', tables, t, before)).toBe('Replace Minotaur');
    expect(say('build n4', tables, t, before)).toBe('Build a fortress on n4');
    expect(say('buy 3', tables, t, before)).toBe('Buy the creature on space 3');
    expect(sentence('place n4', null, tables, t, { ...before, gods: [], card: 'medusa' } as unknown as View)).toBe('Medusa settles on n4');
  });
  it('says whom an offering pushes off (R4.8)', () => {
    const seats = ['Ana', 'Theo'].map((name, seat) => ({ seat, name, kind: 'human' as const }));
    const before = { creatures: [], chosen: 'zeus', gods: [{ god: 'zeus', marker: 2 }, { god: 'ares', marker: null }] } as unknown as View;
    expect(sentence('offer 4', seats[0]!, tables, t, before, seats)).toBe('offers 4 to Zeus, outbids Theo');
    expect(sentence('offer 4', seats[0]!, tables, t, { ...before, chosen: 'ares' } as View, seats)).toBe('offers 4 to Ares');
  });
  it('tells what nobody chose: the only offering that can be made, and Apollo for whoever is left without another (R4.1, R4.9)', () => {
    const seats = ['Ana', 'Theo', 'Iris'].map((name, seat) => ({ seat, name, kind: 'human' as const }));
    const at = (marker: number | null, offer: number, apollo: number[], cycle = 1) => ({ cycle, gods: [{ god: 'zeus', marker, offer }], apollo }) as unknown as View;
    const told = (before: View, after: View, ...moves: [number | null, string][]) =>
      befallen(before, after, moves.map(([seat, move]) => ({ seat, move })), seats, t).map(({ seat, words }) => [seat, words]);
    const theo = [1, 'can bid nowhere else and goes to Apollo'];
    expect(told(at(2, 3, [3]), at(1, 4, [3, 2]), [0, 'offer 4'])).toEqual([theo]);
    expect(told(at(2, 3, []), at(1, 4, [2]), [0, 'god zeus'])).toEqual([[0, 'offers 4 to Zeus, outbids Theo'], theo]);
    expect(told(at(2, 3, []), at(1, 4, []), [0, 'god zeus'], [0, 'offer 4'])).toEqual([]);
    expect(told(at(2, 3, [3]), at(2, 3, [3, 1]), [0, 'god apollo'])).toEqual([]);
    expect(told(at(2, 3, [1]), at(2, 3, [1, 1, 2]), [0, 'god apollo'])).toEqual([theo]); // with two markers each
    expect(told(at(2, 3, [2]), at(null, 0, [2], 2), [1, 'prosper n4'], [null, 'gods zeus'])).toEqual([theo]); // a new cycle
    expect(told(at(2, 3, [2, 1]), at(2, 3, [1]), [1, 'prosper n4'])).toEqual([]);
  });
  it('says one fleet, not 1 fleets', () => {
    const sea = position({ fleets: { c6: [1, 1] } }).sea.find((s) => s.space === 'c6')!;
    expect(seaTopic(sea, map, [], t).text).toContain('with 1 fleet.');
    expect(seaTopic({ ...sea, fleets: 2, bonus: { port: 1 } }, map, [], t).text).toContain('with 2 fleets and 1 port.');
  });
  it('every creature has a title, words and a drawing', () => {
    const art = readFileSync(new URL('../../../games/cyclades/board/art/creatures.svg', import.meta.url), 'utf8');
    for (const { creature, title, words } of tables.creatures) {
      expect(title).toBeTruthy();
      expect(words).toBeTruthy();
      expect(art).toContain(`id="cy-c-${creature}"`);
    }
  });
});

describe('confirm', () => {
  it('warns of a free recruit that would be lost (R4.13)', () => {
    const view = position({ more: { god: 'poseidon', turn: 1, asked: 1, recruited: 0, players: [{ fleets_in_reserve: 3, troops_in_reserve: 0 }] as View['players'] } });
    expect(confirm('end', view, t)).toMatch(/free fleet/);
    expect(confirm('end', { ...view, recruited: 1 }, t)).toBeNull();
    expect(confirm('end', { ...view, god: 'ares' }, t)).toBeNull();
  });
  it('warns where own pieces would suffer, and of two figures (R5.15, R5.20)', () => {
    const view = position({ fleets: { e6: [1, 2], d5: [2, 1] }, isles: { n1: { owner: 1 }, n4: { figure: { name: 'medusa', owner: 2, since: 1 } } }, more: { asked: 1 } });
    expect(confirm('surface e6', view, t)).toMatch(/own fleets/);
    expect(confirm('surface d5', view, t)).toBeNull();
    expect(confirm('kill n1', view, t)).not.toBeNull();
    expect(confirm('place n4', view, t)).toMatch(/vanish/);
    expect(confirm('place n1', view, t)).toBeNull();
  });
});

describe('battles', () => {
  const at = (move: string, seat: number | null = null) => ({ seat, move });

  it('T6: the troop falls before the Minotaur, and he goes last', () => {
    const before = position({ isles: { n4: { owner: 4, troops: 1, bonus: { minotaur: 2 } } } });
    const story = storyOf(before, [at('march n1 n4 3', 0), at('roll 1 0'), at('roll 0 2'), at('roll 3 1')])!;
    expect(story.assaults.map((a) => [...a.totals, a.lost])).toEqual([[4, 3, 'defender'], [3, 4, 'attacker'], [5, 3, 'defender']]);
    expect([story.attackers, story.defenders, story.bonus]).toEqual([2, 0, {}]);
  });
  it('T3: ports and metropolises defend the sea; a tie costs both', () => {
    const before = position({ fleets: { c5: [4, 1], b4: [1, 3] } });
    before.sea.find((s) => s.space === 'c5')!.bonus = { port: 1, metropolis: 1 };
    const story = storyOf(before, [at('sail b4 c5 3', 0), at('roll 0 0')])!;
    expect(story.assaults[0]!.totals).toEqual([3, 3]);
    expect([story.attackers, story.defenders]).toEqual([2, 0]);
  });
  it('goes on from a battle that has begun, and tells nothing without dice', () => {
    const before = position({ isles: { n6: { owner: 5, troops: 1, bonus: { fort: 1 } } }, more: { battle: { at: 'n6', land: true, attacker: 2, defender: 5, attackers: 2, defenders: 1, defence: 2 } } });
    expect(storyOf(before, [at('stay', 4), at('stay', 1), at('roll 2 2')])!.assaults[0]!.totals).toEqual([4, 4]);
    expect(storyOf(before, [at('stay', 4)])).toBeNull();
  });
  it('R4.28: the log tells who lost, also where one update brings the attack and the dice', () => {
    const seats = ['Ana', 'Theo', 'Mira', 'Kleon', 'Ines'].map((name, seat) => ({ seat, name, kind: 'human' as const }));
    const before = position({ isles: { n4: { owner: 4, troops: 1, bonus: {} } }, more: { creatures: [] } });
    const tell = (roll: string, ...earlier: ReturnType<typeof at>[]) => sentence(roll, null, tables, t, before, seats, [at('march n1 n4 3', 0), ...earlier]);
    expect(tell('roll 1 0')).toBe('4 to 1, dice 1 and 0: Kleon loses one');
    expect(tell('roll 0 3')).toBe('3 to 4, dice 0 and 3: Ana loses one');
    expect(tell('roll 0 2')).toBe('3 to 3, dice 0 and 2: each loses one');
  });
  it('R4.10: an offering leaves what priests save, and one is always paid', () => {
    const purse = (gold: number | null, priests: number) => ({ gold, priests }) as View['players'][number];
    expect(leftAfter(purse(7, 0), 4)).toBe(3);
    expect(leftAfter(purse(7, 2), 4)).toBe(5);
    expect(leftAfter(purse(7, 5), 4)).toBe(6);
    expect(leftAfter(purse(null, 0), 4)).toBeNull();
  });
  it('knows the moves that are new', () => {
    const old = [at('end', 0), at('roll 1 1')];
    expect(freshMoves(old, [...old, at('stay', 1)])).toEqual([at('stay', 1)]);
    expect(freshMoves(old, [at('roll 1 1'), at('sail c6 c5 1', 1)])).toEqual([at('sail c6 c5 1', 1)]);
    expect(freshMoves(old, [at('build n4', 0)])).toEqual([at('build n4', 0)]);
  });
});

describe('the map', () => {
  const ways: View['ways'] = [{ from: 'c6', legs: [['c5', 'c6'], ['b6', 'c6'], ['c4', 'c5'], ['d4', 'c4']] }];
  it('shows the ways that the engine tells (R4.19, R4.21)', () => {
    const view = position({ more: { ways } });
    expect(wayTo(view, 'c6', 'd4')).toEqual(['c6', 'c5', 'c4', 'd4']);
    expect(wayTo(view, 'c6', 'a1')).toEqual([]);
    expect([...reachOf(view, 'c6')]).toEqual(['c5', 'b6', 'c4', 'd4']);
    expect([...reachOf(view, 'c5')]).toEqual([]);
  });
  it('sails a course step by step with the same fleets, and gives up when something else was done (R4.19)', () => {
    const [before, then, later] = [position(), position(), position()];
    const course = new Course();
    const aim = () => course.aim(before, 'sail', ['c6', 'c5', 'c4', 'd4']);
    const made = (move: string) => [{ seat: 0, move }];
    aim();
    expect(course.next(before, made('end'), ['sail c5 c4 2'])).toBeNull(); // nothing has happened yet
    expect(course.next(then, made('sail c6 c5 2'), ['sail c5 c4 1', 'sail c5 c4 2'])).toBe('sail c5 c4 2');
    expect(course.next(later, made('sail c5 c4 2'), ['sail c4 d4 2', 'stop'])).toBe('sail c4 d4 2');
    expect(course.next(position(), made('sail c4 d4 2'), ['end'])).toBeNull();
    aim();
    expect(course.next(then, made('recruit c5'), ['sail c5 c4 2'])).toBeNull();
    aim();
    expect(course.next(then, made('sail c6 c5 2'), ['stop'])).toBeNull(); // a battle, or the way is closed
    expect(course.next(later, made('sail c6 c5 2'), ['sail c5 c4 2'])).toBeNull();
  });
  it('knows where pieces came from', () => {
    const moves = [{ seat: 0, move: 'sail c6 c5 1' }, { seat: 0, move: 'fly n1' }, { seat: 0, move: 'land n4 2' }, { seat: 0, move: 'recruit priest' }];
    expect(stepsOf(moves)).toEqual([{ from: 'c6', to: 'c5' }, { from: 'n1', to: 'n4' }]);
    expect(cameFrom(moves, 'n4')).toBe('n1');
    expect(cameFrom(moves, 'c6')).toBeNull();
  });
  const lies = tables.maps.flatMap((m) => [1, 1.2].map((ratio) => [m.players, ratio, m] as const));
  it.each(lies)('for %i players, in a place %d times as wide as high: every isle has its squares on its own ground', (_players, ratio, one) => {
    const chart = chartOf(one, ratio);
    for (const [i, ground] of chart.grounds.entries()) {
      expect(ground.squares).toHaveLength(one.isles[i]!.cells.length);
      for (const [x, y] of [...ground.squares, ground.troop, ground.metropolis])
        expect(Math.min(...ground.cells.map(([cx, cy]) => Math.hypot(x - cx, y - cy)))).toBeLessThan(46);
    }
    const all = [...one.sea.map((s) => s.space), ...one.isles.map((i) => i.isle)].map((word) => chart.place(word).join());
    expect(new Set(all).size).toBe(all.length);
  });
  it('turns the map for three where a place is wide, and no cell loses a neighbour by it', () => {
    const [three] = tables.maps.filter((m) => m.players === 3);
    const [printed, turned] = [chartOf(three!), chartOf(three!, 374 / 338)];
    expect(turned.id).not.toBe(printed.id);
    expect(turned.frame(374 / 338).w * 1.2).toBeLessThan(printed.frame(374 / 338).w);
    const cells = [...three!.isles.flatMap((i) => i.cells), ...three!.sea.map((s) => s.space)];
    const near = ({ at }: { at(cell: string): readonly [number, number] }, cell: string) =>
      cells.filter((other) => Math.abs(Math.hypot(at(cell)[0] - at(other)[0], at(cell)[1] - at(other)[1]) - 80) < 1);
    for (const cell of cells) expect(near(turned, cell)).toEqual(near(printed, cell));
    for (const m of tables.maps.filter((one) => one.players > 3)) expect(chartOf(m, 2)).toBe(chartOf(m));
  });
});

describe('stages', () => {
  it('tells who acts, who is next and who is passed over (R4.11)', () => {
    const row = (god: string, marker: number | null) => ({ god, place: 1, up: true, marker, offer: 1, may_offer: null });
    const view = position({ more: { god: 'ares', gods: [row('zeus', 3), row('ares', 1), row('poseidon', null), row('athena', 5)] as View['gods'], apollo: [2] } });
    expect(stageOf(view)).toBe('act');
    expect(['zeus', 'ares', 'poseidon', 'athena', 'apollo'].map((g) => turnOf(view, g as 'zeus'))).toEqual(['acted', 'acting', 'skipped', 'next', 'later']);
    // Whoever has acted has the marker back on the track: that is not "nobody".
    const gone = { ...view, gods: view.gods.map((one) => (one.god === 'zeus' ? { ...one, marker: null } : one)) };
    expect(turnOf(gone, 'zeus')).toBe('acted');
  });
});

describe('the chances of an assault', () => {
  it('R2.10, R4.28: all rolls of two dice are counted', () => {
    const odds = oddsOf(1, 3, tables.die);
    expect(tables.die).toEqual([0, 1, 1, 2, 2, 3]);
    expect(odds.all).toBe(36);
    expect(odds.counts).toEqual({ attacker: 31, both: 4, defender: 1 });
    expect(odds.rolls[5]![0]).toBe('defender'); // 1 + 3 against 3 + 0
    // The button that fights on tells each side its own.
    const isle = position().isles[0]!;
    const view = position({ more: { battle: { at: isle.isle, land: true, attacker: 1, defender: 2, attackers: 1, defenders: 3 } as View['battle'], isles: [{ ...isle, bonus: {} }] } });
    expect(unharmed(view, tables, 1)).toEqual({ n: 31, all: 36 });
    expect(unharmed(view, tables, 0)).toEqual({ n: 1, all: 36 });
    expect(unharmed(view, tables, 2)).toBe(null);
  });
});
