// What the Myriath board reads out of views, against the engine: previews are the rules' own (R5), positions go there
// and back, turns and flips are those of R2.6.
// SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeatInfo } from '../../src/boards/contract';
import type { Engine } from '../../src/engine';
import { anchorNear, baseOf, inset, nodeAt, nodeName, U } from '../../../games/myriath/board/geometry';
import { byTile, compare, describe as told, flip, groupsOf, halvesOf, lastTiles, placement, points, pointsOf, positionText, reachOf, sentence, shapeOf, turn } from '../../../games/myriath/board/logic';
import type { Tables, View } from '../../../games/myriath/board/types';
import { movesOf } from '../../src/lib/legal';
import english from '../../../games/myriath/board/words.en';
import tablesJson from '../../src/generated/myriath.en.json';
import { hasEngine, loadEngine } from './engine';

const tables = tablesJson as unknown as Tables;

describe('tiles', () => {
  it('R2.5: eighteen open tiles in four groups, and the octagon apart', () => {
    const groups = groupsOf(tables);
    expect(groups.map((g) => [g.key, g.tiles.length])).toEqual([['one', 4], ['two', 4], ['three', 4], ['corner', 6]]);
    expect(tables.tiles).toHaveLength(19);
    expect(tables.shapes).toHaveLength(91);
  });

  it('R2.6: four quarter turns and two flips lead back; a flip mirrors what is seen', () => {
    for (let g = 0; g < 8; g++) {
      expect(turn(turn(turn(turn(g))))).toBe(g);
      expect(turn(turn(g), -1)).toBe(g);
      expect(flip(flip(g))).toBe(g);
      const seen = shapeOf(tables, 'Lao', g);
      const mirrored = shapeOf(tables, 'Lao', flip(g));
      const box = 4 * seen.width + 2;
      const corners = (list: [number, number][]) => list.map(([x, y]) => `${x},${y}`).sort();
      expect(corners(mirrored.outline)).toEqual(corners(seen.outline.map(([x, y]) => [box - x, y])));
    }
  });

  it('an end faces the street of its own tile', () => {
    for (const shape of tables.shapes)
      for (const node of shape.nodes.filter((one) => one.kind === 'arrow'))
        expect(baseOf(shape, node.x, node.y)).toBe(node.triangles);
  });

  it('the ghost follows the pointer and stays inside the area', () => {
    const bar = shapeOf(tables, '3aa', 0);
    expect(anchorNear(bar, 8, [-500, -500])).toEqual([0, 0]);
    expect(anchorNear(bar, 8, [5000, 5000])).toEqual([4, 7]);
    expect(anchorNear(bar, 8, [(2 * 2 + 3.5) * U, 6.5 * U])).toEqual([2, 3]);
  });

  it('an inset square is smaller on all sides', () => {
    expect(inset([[0, 0], [10, 0], [10, 10], [0, 10]], 2)).toEqual([[2, 2], [8, 2], [8, 8], [2, 8]]);
  });

  it('a move is told by the crossings that the tile lies between, the arrow first, and no two of a place read alike', () => {
    const t = (name: string, values: Record<string, unknown> = {}) => (english[name] ?? name).replace(/\{(\w+)\}/g, (_, word: string) => String(values[word]));
    expect(reachOf(shapeOf(tables, '1aw', 2), 'd4')).toEqual({ from: 'e4', to: 'd4' });
    expect(reachOf(shapeOf(tables, 'Lai', 0), 'c3')).toEqual({ from: 'c3', over: 'd3', to: 'd4' });
    expect(sentence('place 3aa 1 d3', null, tables, t)).toBe('lays a long tile from d3 to d6');
    expect(told('place Loo 0 c3', tables, t)).toBe('Lay a bent tile from c3 by d3 to d4 (whole edges outwards)');
    const all = tables.shapes.filter((shape) => !shape.hole).map((shape) => told(placement(shape.tile, shape, 'd4'), tables, t));
    expect(all).toHaveLength(90);
    expect(new Set(all).size).toBe(90);
  });

  it('names of nodes and points as people write them', () => {
    expect(nodeName(...nodeAt('l12'))).toBe('l12');
    expect([0, 1, 2, 3, 20].map(points)).toEqual(['0', '½', '1', '1½', '10']);
    const seats = [{ seat: 0, name: 'Brave Fox' }] as SeatInfo[];
    expect(sentence('start 1', null, tables, (_, values) => String(values?.a), undefined, seats)).toBe('Brave Fox');
    expect([...lastTiles([{ seat: 1, move: 'place 2aw 5 d4' }, { seat: 0, move: 'pass' }, { seat: 2, move: 'oct c3' }])]).toEqual(['1 2aw', '2 oct']);
  });
});

describe.skipIf(!hasEngine)('with the engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine();
  });
  const at = (position: string, players = 2) => engine.start({ game: 'myriath', players, position });

  /** The gains of a move, by the board's reading. */
  function preview(position: string, seat: number, move: string, players = 2) {
    const play = at(`${position}\nturn ${seat + 1}`, players);
    const before = play.view<View>(seat);
    play.move(seat, move);
    return compare(before, play.view<View>(seat));
  }

  it('S3: a preview says who gets what, and where', () => {
    const found = preview('laid 1 oct:c3 1aw:1:e3 1aa:0:e5\nlaid 2 oct:f5', 1, 'place Lai 0 d4');
    expect(found.gains).toEqual([3, 2]);
    const where = found.contacts.map((c) => `${c.seat} ${c.node} ${c.halves.length}`).sort();
    expect(where).toEqual(['0 e4 2', '0 e5 1', '1 d4 1', '1 e5 1']);
  });

  it('T23: with the option own off, own contacts are touched and not counted', () => {
    const own = 'laid 1 oct:c3 1aw:0:d5\nlaid 2 oct:f5';
    expect(preview(own, 0, 'place 1wp 0 e5').gains).toEqual([6, 0]);
    const off = preview(`${own}\nown off`, 0, 'place 1wp 0 e5');
    expect(off.gains).toEqual([2, 0]);
    expect(off.contacts.reduce((n, c) => n + c.halves.length, 0)).toBe(2);
  });

  it.each([2, 3, 4])('%i players: through a whole game every preview adds up and every position is read again', (players) => {
    const play = engine.start({ game: 'myriath', players, seed: '7'.repeat(64) });
    play.luck();
    let n = 0;
    while (play.status.node !== 'over') {
      const seat = play.look(-1).turn[0]!;
      const moves = movesOf(play.legal(seat) as never);
      const before = play.view<View>(seat);
      const move = moves[(n++ * 37) % moves.length]!;
      if (before.phase === 'play' && n % 4 === 0) {
        const again = at(positionText(before), players);
        expect(JSON.stringify(again.view(seat))).toBe(JSON.stringify(before));
        expect([...byTile(moves).values()].flat()).toHaveLength(moves[0] === 'pass' ? 0 : moves.length);
        again.free();
      }
      play.move(seat, move);
      const found = compare(before, play.view<View>(seat));
      const summed = found.gains.map((_, who) => found.contacts.filter((c) => c.seat === who).reduce((sum, c) => sum + c.halves.length, 0));
      expect(summed).toEqual(found.gains);
      // The points beside the names come from the view that is shown.
      expect(found.gains.map((_, who) => String(pointsOf(play.view<View>(seat), who)))).toEqual(play.score(-1).points);
    }
    // R5.4: a score is the head start and half a point for each half that is joined.
    const end = play.view<View>(0);
    end.players.forEach((player, seat) => expect(halvesOf(end, seat).joined + player.head_start).toBe(player.half_points));
  }, 20_000);
});
