// What the board says about a position and a move: placements, previews read from two views, counters, log lines.
// SPDX-License-Identifier: MIT
import type { Translate } from '$page/lib/words';
import type { SeatInfo, Topic } from '$page/boards/contract';
import { nodeAt, nodeName } from './geometry';
import type { Half, Laid, Shape, ShapeNode, Tables, View } from './types';

const KEY = 'board.myriath.';
export const key = (name: string): string => KEY + name;

/** What somebody has in this view, as a number. */
export const pointsOf = (view: View, seat: number): number => (view.players[seat]?.half_points ?? 0) / 2;
export const points = (half: number): string => {
  const whole = Math.trunc(half / 2);
  return half % 2 === 0 ? String(whole) : `${whole || ''}½`;
};

// --- tiles ---

/** The shape of a tile in any orientation 0..7; those that look alike share one. */
export function shapeOf(tables: Tables, tile: string, orientation: number): Shape {
  const row = tables.tiles.find((one) => one.tile === tile)!;
  const g = row.orientations[orientation & 7] ?? 0;
  return tables.shapes.find((shape) => shape.tile === tile && shape.orientation === g)!;
}

/** A quarter turn clockwise; a flip left to right as it lies now. */
export const turn = (g: number, by = 1): number => (g & 4) | ((g + by) & 3);
export const flip = (g: number): number => (g ^ 4) & 4 | ((4 - (g & 3)) & 3);

export const wordsOf = (tables: Tables, tile: string): string =>
  tables.tiles.find((one) => one.tile === tile)?.words ?? tile;

/** What a player calls it: short, middle, long, bent. */
export const kindOf = (tile: string, t: Translate): string => t(key(`kind.${tile[0]}`));
/** And what its ends look like. */
const endsOf = (tables: Tables, tile: string): string => wordsOf(tables, tile).split(', ').slice(1).join(', ');

/** The crossings that it lies between, the arrow's first, and the one where it bends. */
export function reachOf(shape: Shape, node: string): { from: string; to: string; over?: string } {
  const [x, y] = nodeAt(node);
  const name = (one: ShapeNode): string => nodeName(x + one.x, y + one.y);
  const [a, b] = shape.nodes.filter((one) => one.kind === 'arrow' || one.kind === 'whole').sort((one, other) => Number(other.kind === 'arrow') - Number(one.kind === 'arrow'));
  const bend = shape.nodes.find((one) => one.kind === 'bend');
  return { from: a ? name(a) : node, to: b ? name(b) : node, ...(bend ? { over: name(bend) } : {}) };
}
export const reachWords = (shape: Shape, node: string, t: Translate): string => {
  const reach = reachOf(shape, node);
  return t(key(reach.over === undefined ? 'reach' : 'reach.bent'), { over: '', ...reach });
};

/** Tiles by what they are: one, two, three streets, corners. */
export function groupsOf(tables: Tables): { key: string; tiles: string[] }[] {
  const names = ['one', 'two', 'three'];
  const groups = new Map<string, string[]>();
  for (const tile of tables.tiles) {
    const shape = shapeOf(tables, tile.tile, 0);
    if (shape.hole) continue;
    const group = shape.height > 0 ? 'corner' : (names[tile.streets - 1] ?? 'corner');
    groups.set(group, [...(groups.get(group) ?? []), tile.tile]);
  }
  return [...groups].map(([group, tiles]) => ({ key: group, tiles }));
}

// --- placements ---

export const placement = (tile: string, shape: Shape, node: string): string => `place ${tile} ${shape.orientation} ${node}`;

/** Legal placements by tile: "1aa" has "0 d4", "1 e3"... */
export function byTile(moves: string[]): Map<string, { orientation: number; node: string; move: string }[]> {
  const map = new Map<string, { orientation: number; node: string; move: string }[]>();
  for (const move of moves) {
    const [verb, tile, orientation, node] = move.split(' ');
    if (verb !== 'place' || !tile || !node) continue;
    map.set(tile, [...(map.get(tile) ?? []), { orientation: Number(orientation), node, move }]);
  }
  return map;
}

// --- what a placement would bring: the difference of two views ---

export interface Contact {
  seat: number; // 0..
  node: string;
  halves: Half[]; // of this seat's ends, newly scoring
  laid: Laid;
}
export interface Preview {
  gains: number[]; // half points by seat
  contacts: Contact[];
}

/** "d4 NE": a node, and a half of the tile's end there. */
export const halfAt = (text: string): [string, Half] => text.split(' ') as [string, Half];

export function compare(before: View, after: View): Preview {
  const contacts: Contact[] = [];
  after.players.forEach((player, seat) => {
    const old = new Map(before.players[seat]?.laid.map((laid) => [laid.tile, laid.scored]));
    for (const laid of player.laid) {
      const at = new Map<string, Half[]>();
      for (const text of laid.scored) {
        const [node, half] = halfAt(text);
        if (!old.get(laid.tile)?.includes(text)) at.set(node, [...(at.get(node) ?? []), half]);
      }
      for (const [node, halves] of at) contacts.push({ seat, node, halves, laid });
    }
  });
  return {
    gains: after.players.map((player, seat) => player.half_points - (before.players[seat]?.half_points ?? 0)),
    contacts,
  };
}

/** The position as text (docs/scenarios.md), for the engine. */
export function positionText(view: View): string {
  const lines = [`phase ${view.phase}`, `own ${view.own_contacts ? 'on' : 'off'}`, `passes ${view.passes}`];
  if (view.first !== null) lines.push(`first ${view.first}`);
  if (view.turn !== null) lines.push(`turn ${view.turn}`);
  for (const player of view.players) {
    if (player.laid.length > 0)
      lines.push(`laid ${player.seat} ${player.laid.map((l) => laidText(l)).join(' ')}`);
    lines.push(`hand ${player.seat} ${player.hand.map((one) => one.tile).join(' ')}`);
  }
  lines.push(`score ${view.players.map((player) => player.half_points / 2).join(' ')}`);
  return lines.join('\n');
}
const laidText = (l: Laid): string => (l.tile === 'oct' ? `${l.tile}:${l.anchor}` : `${l.tile}:${l.orientation}:${l.anchor}`);

// --- words ---

function phrase(head: string, move: string, tables: Tables, t: Translate): string {
  const [verb = '', a = '', b = '', c = ''] = move.split(' ');
  if (verb !== 'place') return t(key(`${head}.${verb}`), { a });
  const g = Number(b);
  const reach = reachWords(shapeOf(tables, a, g), c, t);
  // Between the same crossings it can lie two ways, unless both of its ends are arrows.
  const way = g & 4 ? t(key('way.flipped')) : a.endsWith('wt') && g & 2 ? t(key('way.turned')) : '';
  return t(key(`${head}.place`), { tile: kindOf(a, t), reach, ends: endsOf(tables, a), way: way && `, ${way}` });
}
export const sentence = (move: string, _seat: SeatInfo | null, tables: Tables, t: Translate, _before?: View, seats?: SeatInfo[]): string =>
  move.startsWith('start ') ? t(key('log.start'), { a: seats?.[Number(move.slice(6)) - 1]?.name ?? move.slice(6) }) : phrase('log', move, tables, t);
export const describe = (move: string, tables: Tables, t: Translate): string => phrase('do', move, tables, t);

/** Halves of a player's ends: those that score, and those still open. */
export function halvesOf(view: View, seat: number): { joined: number; open: number } {
  let joined = 0;
  let open = 0;
  for (const laid of view.players[seat]?.laid ?? []) {
    joined += laid.scored.length;
    open += laid.open.length;
  }
  return { joined, open };
}

export function tileTopic(tables: Tables, tile: string, who: string | null, t: Translate): Topic {
  const octagon = shapeOf(tables, tile, 0).hole !== undefined;
  const words = wordsOf(tables, tile);
  return {
    title: who === null ? words : t(key('tile.of'), { who, words }),
    text: t(key(octagon ? 'octagon.text' : 'tile.text')),
    rule: octagon ? 'R8.7' : 'R2.5',
  };
}

/** Tiles that lie where the moves of the others put them. */
export function lastTiles(moves: { seat: number | null; move: string | null }[]): Set<string> {
  const marks = new Set<string>();
  for (const { seat, move } of moves) {
    const [verb, a] = (move ?? '').split(' ');
    if (verb === 'place') marks.add(`${seat} ${a}`);
    if (verb === 'oct') marks.add(`${seat} oct`);
  }
  return marks;
}
