// Where things lie on the map. The honeycomb is that of R2.6: a cell of diameter D at (X, Y) of the tables; an isle's
// squares, troops, horns and figure have their places by the shape of the isle.
// SPDX-License-Identifier: MIT
import { coastOf, type Coast, type Point } from './coast';
import type { GameMap, MapIsle } from './types';

export const D = 80;
export const R = D / Math.sqrt(3);
export const SQUARE = 28;
const GAP = 4;
const ROW = D * 0.8660254;
const ROWS = 'abcdefghijk';

/** The centre of a cell. `turned`: by a sixth of a circle to the right, where the honeycomb falls on itself. */
export function cellAt(name: string, turned = false): Point {
  const row = ROWS.indexOf(name[0]!);
  const across = 2 * (Number(name.slice(1)) - 1) + Math.abs(row - 5); // in half cells
  const [x, y] = turned ? [(across - 3 * row) / 2, (across + row) / 2] : [across, row];
  return [(x * D) / 2, y * ROW];
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The picture's frame: the map without margins, and as much sea around it as fills a place of this ratio. */
function frameOf(cells: readonly Point[], ratio?: number): Box {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - left + D + 12, Math.max(...ys) - top + 2 * R + 20];
  const [wide, high] = ratio === undefined ? [w, h] : [Math.max(w, h * ratio), Math.max(h, w / ratio)];
  return { x: left - D / 2 - 6 - (wide - w) / 2, y: top - R - 10 - (high - h) / 2, w: wide, h: high };
}

type Scene = readonly [kind: 'hill' | 'cypress' | 'olive' | 'vines' | 'village', x: number, y: number, w?: number, h?: number];

interface Shape {
  slot: Point; // the middle of the metropolis space
  rest: Point[]; // squares beside it
  troop: Point;
  horns: Point;
  figure: Point;
  size: number; // of the figure
  scenes: Scene[];
}

/** By the cells after the first, as steps of (X, Y) from it. */
const SHAPES: Record<string, Shape> = {
  '': {
    slot: [0, -15],
    rest: [],
    troop: [-15, 19],
    horns: [17, 18],
    figure: [25, -20],
    size: 46,
    scenes: [['olive', 27, -8, 4], ['cypress', -28, -2, 12]],
  },
  '2,0': {
    slot: [40, -10],
    rest: [],
    troop: [7, 21],
    horns: [64, 24],
    figure: [98, -2],
    size: 50,
    scenes: [['cypress', -26, -3, 15], ['cypress', -31, 3, 11], ['olive', 107, -8, 5], ['olive', 111, 1, 4], ['vines', 90, 12, 16, 2]],
  },
  '1,1': {
    slot: [40, 63],
    rest: [],
    troop: [-5, -2],
    horns: [38, 94],
    figure: [26, 6],
    size: 48,
    scenes: [['cypress', -24, 10, 13], ['hill', 14, -14, 24, 15], ['olive', 18, 12, 4.5]],
  },
  '-1,1': {
    slot: [-40, 63],
    rest: [],
    troop: [2, -2],
    horns: [-38, 94],
    figure: [-28, 8],
    size: 48,
    scenes: [['cypress', 24, 10, 13], ['hill', -14, -14, 24, 15], ['olive', -18, 12, 4.5]],
  },
  '-1,1 1,1': {
    slot: [-4, 73],
    rest: [[-14, 6]],
    troop: [18, 12],
    horns: [-56, 68],
    figure: [62, 66],
    size: 52,
    scenes: [
      ['hill', -4, -20, 30, 17],
      ['cypress', -68, 67, 15],
      ['olive', 68, 71, 5],
      ['olive', 63, 62, 4],
      ['village', 62, 91],
      ['vines', -62, 88, 18, 3],
    ],
  },
  '1,1 3,1': {
    slot: [80, 67],
    rest: [[0, 6]],
    troop: [139, 77],
    horns: [70, 98],
    figure: [26, 44],
    size: 50,
    scenes: [
      ['hill', -8, -16, 26, 15],
      ['cypress', 26, 0, 14],
      ['cypress', 22, 8, 11],
      ['village', 28, 89],
      ['olive', 110, 97, 4.5],
      ['olive', 120, 99, 3.5],
    ],
  },
  '1,1 2,2': {
    slot: [40, 71],
    rest: [[-12, 2]],
    troop: [86, 132],
    horns: [62, 158],
    figure: [22, -2],
    size: 48,
    scenes: [
      ['hill', -4, -19, 28, 16],
      ['cypress', 72, 62, 13],
      ['olive', 8, 88, 4.5],
      ['village', 92, 163],
      ['olive', 110, 140, 4.5],
      ['vines', -26, 22, 16, 2],
    ],
  },
  // These two, and the row of four, lie so on the turned map for three.
  '2,0 1,1': {
    slot: [40, -6],
    rest: [[26, 62]],
    troop: [58, 70],
    horns: [-16, 16],
    figure: [100, -2],
    size: 50,
    scenes: [
      ['hill', -10, -18, 28, 16],
      ['cypress', -28, 2, 13],
      ['olive', 104, -14, 5],
      ['olive', 110, -4, 4],
      ['village', 92, 24],
      ['vines', 22, 30, 18, 2],
    ],
  },
  '-1,1 -2,2': {
    slot: [-40, 71],
    rest: [[12, 2]],
    troop: [-92, 132],
    horns: [-66, 158],
    figure: [-22, -2],
    size: 48,
    scenes: [
      ['hill', 4, -19, 28, 16],
      ['cypress', -72, 62, 13],
      ['olive', -8, 88, 4.5],
      ['village', -92, 163],
      ['olive', -110, 140, 4.5],
      ['vines', 26, 22, 16, 2],
    ],
  },
  '2,0 4,0 6,0': {
    slot: [8, -4],
    rest: [[76, -2], [122, -2]],
    troop: [172, 6],
    horns: [102, 26],
    figure: [230, -2],
    size: 58,
    scenes: [
      ['cypress', -28, 6, 14],
      ['hill', 48, -18, 28, 16],
      ['olive', 50, 24, 4.5],
      ['vines', 16, 24, 18, 2],
      ['village', 212, 22],
      ['hill', 200, -16, 26, 14],
      ['cypress', 262, 6, 13],
    ],
  },
  '2,0 -1,1 1,1': {
    slot: [32, 8],
    rest: [[-14, 69], [18, 69]],
    troop: [93, 2],
    horns: [62, 74],
    figure: [-46, 62],
    size: 54,
    scenes: [
      ['hill', -14, -6, 40, 26],
      ['hill', 8, -10, 26, 16],
      ['cypress', 106, 12, 15],
      ['cypress', 111, 2, 17],
      ['village', -56, 73],
      ['vines', -60, 89, 18, 3],
      ['olive', -32, 96, 5],
      ['olive', 20, 99, 4.5],
    ],
  },
  '-1,1 -2,2 -3,3': {
    slot: [-2, 10],
    rest: [[-40, 71], [-86, 130]],
    troop: [-94, 170],
    horns: [-16, 88],
    figure: [-124, 213],
    size: 60,
    scenes: [
      ['cypress', 24, -14, 15],
      ['cypress', 29, -6, 12],
      ['hill', -6, -17, 28, 16],
      ['olive', -18, 75, 4.5],
      ['village', -62, 142],
      ['vines', -70, 69, 14, 3],
      ['cypress', -92, 206, 12],
    ],
  },
};

export interface Ground {
  isle: string;
  at: Point; // the first cell: places below are absolute
  coast: Coast;
  label: Point;
  middle: Point;
  metropolis: Point;
  squares: Point[]; // those outside the metropolis space first
  footprint: number;
  troop: Point;
  horns: Point;
  figure: Point;
  figureSize: number;
  scenes: Scene[];
  cells: Point[];
}

function groundOf(isle: MapIsle, turned: boolean): Ground {
  const cells = isle.cells.map((cell) => cellAt(cell, turned)).sort((a, b) => Math.round(a[1] - b[1]) || a[0] - b[0]);
  const at = cells[0]!;
  const steps = cells.slice(1).map(([x, y]) => `${Math.round((x - at[0]) / (D / 2))},${Math.round((y - at[1]) / ROW)}`);
  const shape = SHAPES[steps.join(' ')] ?? SHAPES['']!;
  const put = ([x, y]: Point): Point => [at[0] + x, at[1] + y];
  const half = isle.footprint > 1 ? (SQUARE + GAP) / 2 : 0;
  const [sx, sy] = shape.slot;
  const slot: Point[] = half ? [[sx - half, sy], [sx + half, sy]] : [[sx, sy]];
  const mean = (i: 0 | 1) => cells.reduce((sum, c) => sum + c[i], 0) / cells.length;
  return {
    isle: isle.isle,
    at,
    coast: coastOf(cells, R, Number(isle.isle.slice(1))),
    label: put([0, 2 - R]),
    middle: [mean(0), mean(1)],
    metropolis: put(shape.slot),
    squares: [...shape.rest, ...slot].map(put),
    footprint: isle.footprint,
    troop: put(shape.troop),
    horns: put(shape.horns),
    figure: put(shape.figure),
    figureSize: shape.size,
    scenes: shape.scenes,
    cells,
  };
}

/** A map as it lies: as printed, or turned. */
export interface Chart {
  map: GameMap;
  id: string; // one for each way to lie
  grounds: Ground[];
  at(cell: string): Point;
  /** Where a space or an isle of the notation lies. */
  place(word: string): Point;
  /** What is seen of it in a place of this ratio. */
  frame(ratio?: number): Box;
}

function drawn(map: GameMap, turned: boolean): Chart {
  const at = (cell: string): Point => cellAt(cell, turned);
  const cells = [...map.isles.flatMap((isle) => isle.cells), ...map.sea.map((sea) => sea.space)].map(at);
  const grounds = map.isles.map((isle) => groundOf(isle, turned));
  return { map, id: `${map.width}${turned ? 't' : ''}`, grounds, at, place: (word) => grounds.find((g) => g.isle === word)?.middle ?? at(word), frame: (ratio) => frameOf(cells, ratio) };
}

const charts = new WeakMap<GameMap, readonly [Chart, Chart]>();
const TURNABLE = 3; // for so many players the map is narrow, and its isles have a shape for both ways
const GAIN = 1.15;

/** The chart of a map for a place of this ratio, width to height. A narrow map is turned where that makes it much larger; worked
 *  out once. */
export function chartOf(map: GameMap, ratio?: number): Chart {
  let both = charts.get(map);
  if (!both) charts.set(map, (both = [drawn(map, false), drawn(map, true)]));
  const [printed, turned] = both;
  return ratio !== undefined && map.players <= TURNABLE && printed.frame(ratio).w > GAIN * turned.frame(ratio).w ? turned : printed;
}
