// The legal moves sorted by what is clicked for them. Words in, words out: nothing here knows why a move is legal.
// SPDX-License-Identifier: MIT
import type { BuildingType, God, Res } from './types';

export interface CubeMove {
  verb: 'down' | 'move' | 'up' | 'upx';
  res: Res;
  from: number;
  to: number;
  move: string;
}
export interface Build {
  space: string; // "small b"
  type: BuildingType;
  level: number;
  move: string;
}
export interface Follow {
  means: string; // a god's letter, or $ for an offering token
  area: string | null;
  move: string;
}

export interface Options {
  go: Map<string, string>; // area: move
  gods: Map<God, string>; // pile: move
  from: { god: God; seat: number; move: string }[]; // a token of another player
  cubes: CubeMove[];
  give: Map<string, string>; // "M2": move
  heph: Map<number, string>; // level: move
  builds: Build[];
  cards: Map<string, string>; // keep, on, lock
  put: { n: number; move: string }[];
  prod: string[];
  pan: string[];
  follow: Follow[];
  powers: { card: 'demeter' | 'hades'; move: string }[];
  plain: Set<string>; // moves of one word
}

/** So many buildings are offered whole, in the ask bar. */
export const FEW = 3;

export function optionsOf(moves: string[]): Options {
  const o: Options = {
    go: new Map(),
    gods: new Map(),
    from: [],
    cubes: [],
    give: new Map(),
    heph: new Map(),
    builds: [],
    cards: new Map(),
    put: [],
    prod: [],
    pan: [],
    follow: [],
    powers: [],
    plain: new Set(),
  };
  for (const move of moves) sort(o, move);
  return o;
}

function sort(o: Options, move: string): void {
  const [verb = '', a = '', b = '', c = ''] = move.split(' ');
  switch (verb) {
    case 'go':
      o.go.set(a, move);
      break;
    case 'fav':
      o.gods.set(a as God, move);
      break;
    case 'favor':
      if (a.includes('@')) o.from.push({ god: a[0] as God, seat: Number(a.slice(2)), move });
      else o.gods.set(a as God, move);
      break;
    case 'down':
    case 'move':
      o.cubes.push({ verb, res: a as Res, from: Number(b), to: Number(c), move });
      break;
    case 'up':
    case 'upx':
      o.cubes.push({ verb, res: a as Res, from: Number(b), to: Number(b) + 1, move });
      break;
    case 'give':
      o.give.set(a, move);
      break;
    case 'heph':
      o.heph.set(Number(a), move);
      break;
    case 'build':
      o.builds.push({ space: `${a} ${b}`, type: a as BuildingType, level: Number(c), move });
      break;
    case 'keep':
    case 'on':
    case 'lock':
      o.cards.set(a, move);
      break;
    case 'put':
      o.put.push({ n: Number(a), move });
      break;
    case 'prod':
      o.prod.push(move);
      break;
    case 'pan':
      o.pan.push(move);
      break;
    case 'follow':
      o.follow.push({ means: a, area: b === '' ? null : b, move });
      break;
    case 'demeter':
    case 'hades':
      o.powers.push({ card: verb, move });
      break;
    default:
      o.plain.add(move);
  }
}

/** The one move that a click on an area makes by itself, if there is just one that is meant. */
export function areaMove(o: Options, area: string, active: string | null): string | null {
  const go = o.go.get(area);
  if (go !== undefined) return go;
  if (area === active && o.plain.has('main')) return 'main';
  const follows = o.follow.filter((f) => (f.area ?? active) === area);
  return follows.length === 1 ? follows[0]!.move : null;
}

/** What a click on the bonus ribbon of the active area does. */
export function ribbonMove(o: Options, area: string, active: string | null): string | null {
  if (area !== active) return null;
  return o.plain.has('skip') ? 'skip' : o.plain.has('bonus') ? 'bonus' : null;
}
