// Cells and the shapes of pieces, on a picture of 1200 by 800: a cell is 100 wide. Edges come from the tables (R2.8).
// SPDX-License-Identifier: MIT
import type { Tables } from './types';

export const COLUMNS = 12;
export const ROWS = 8;
export const CELL = 100;
export type Point = readonly [number, number];

export const CELLS: readonly string[] = Array.from(
  { length: COLUMNS * ROWS },
  (_, i) => String.fromCharCode(97 + (i % COLUMNS)) + (Math.floor(i / COLUMNS) + 1),
);
export const indexOf = (cell: string): number => (Number(cell.slice(1)) - 1) * COLUMNS + cell.charCodeAt(0) - 97;
/** Column and row, from 0. */
export const spotOf = (cell: string): Point => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
export const middleOf = (cell: string): Point => {
  const [column, row] = spotOf(cell);
  return [column * CELL + 50, row * CELL + 50];
};
export const neighbours = (cell: string): string[] => {
  const [c, r] = spotOf(cell);
  const around: Point[] = [[c, r - 1], [c + 1, r], [c, r + 1], [c - 1, r]];
  return around.filter(([x, y]) => x >= 0 && x < COLUMNS && y >= 0 && y < ROWS).map(([x, y]) => CELLS[y * COLUMNS + x]!);
};

/** A way from cell to cell with as few steps as possible, both ends included; null: there is none. */
export function wayBetween(from: string, to: string, blocked: string | null): string[] | null {
  const before = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
    if (cell === to) {
      const way = [cell];
      for (let back = before.get(cell); back; back = before.get(back)) way.unshift(back);
      return way;
    }
    for (const next of neighbours(cell)) {
      if (before.has(next) || next === blocked) continue;
      before.set(next, cell);
      queue.push(next);
    }
  }
  return null;
}

// --- the jigsaw ---

type Curve = readonly [Point, Point, Point];
/** The points of an inner edge from its upper (left) end, as cubic curves. */
function edgeOf(word: string, upright: boolean, column: number, row: number): { start: Point; curves: Curve[] } {
  const side = word[0] === '1' ? 1 : -1;
  const centre = 100 * (0.5 + (parseInt(word.slice(1, 3), 16) / 255 - 0.5) * 0.2);
  const r = 100 * (0.09 + (parseInt(word.slice(3, 5), 16) / 255) * 0.03);
  const at = (along: number, off: number): Point =>
    upright ? [(column + 1) * CELL + side * off, row * CELL + along] : [column * CELL + along, (row + 1) * CELL + side * off];
  return {
    start: at(0, 0),
    curves: [
      [at(centre * 0.45, 0), at(centre - 1.55 * r, -2.2), at(centre - 1.05 * r, -1.6)],
      [at(centre - 0.55 * r, -1), at(centre - 0.42 * r, 0.18 * r), at(centre - 0.6 * r, 0.5 * r)],
      [at(centre - 1.35 * r, 1.05 * r), at(centre - 0.95 * r, 2.2 * r), at(centre, 2.2 * r)],
      [at(centre + 0.95 * r, 2.2 * r), at(centre + 1.35 * r, 1.05 * r), at(centre + 0.6 * r, 0.5 * r)],
      [at(centre + 0.42 * r, 0.18 * r), at(centre + 0.55 * r, -1), at(centre + 1.05 * r, -1.6)],
      [at(centre + 1.55 * r, -2.2), at(centre + (100 - centre) * 0.55, 0), at(100, 0)],
    ],
  };
}

const num = (n: number): string => String(Math.round(n * 10) / 10);
const draw = (curves: Curve[]): string =>
  curves.map((c) => `C${c.map(([x, y]) => `${num(x)} ${num(y)}`).join(' ')}`).join('');

/** The same edge from its other end. */
function backwards({ start, curves }: ReturnType<typeof edgeOf>): Curve[] {
  const points = [start, ...curves.flat()].reverse();
  return curves.map((_, i) => [points[3 * i + 1]!, points[3 * i + 2]!, points[3 * i + 3]!]);
}

const innerEdge = (tables: Tables, upright: boolean, column: number, row: number) =>
  edgeOf(tables.edges[upright ? 'vertical' : 'horizontal'][row]!.slice(5 * column, 5 * column + 5), upright, column, row);

/** Of the cells the one whose middle is nearest to a point of the island, if it is within reach. */
export function nearest(cells: Iterable<string>, [x, y]: readonly [number, number], reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  for (const cell of cells) {
    const [cx, cy] = middleOf(cell);
    const far = Math.hypot(cx - x, cy - y);
    if (far >= least) continue;
    least = far;
    best = cell;
  }
  return best;
}

/** The border around a set of cells: the inner edges between them and the rest. */
export function borderOf(tables: Tables, cells: ReadonlySet<string>): string {
  let border = '';
  for (let i = 0; i < CELLS.length; i++) {
    const column = i % COLUMNS;
    const row = Math.floor(i / COLUMNS);
    const within = cells.has(CELLS[i]!);
    for (const upright of [true, false]) {
      const next = upright ? (column < COLUMNS - 1 ? i + 1 : -1) : row < ROWS - 1 ? i + COLUMNS : -1;
      if (next < 0 || cells.has(CELLS[next]!) === within) continue;
      const { start, curves } = innerEdge(tables, upright, column, row);
      border += `M${num(start[0])} ${num(start[1])}${draw(curves)}`;
    }
  }
  return border;
}

/** The outline of every piece, in the order of cells. */
export function outlines(tables: Tables): string[] {
  const edge = (upright: boolean, column: number, row: number) => innerEdge(tables, upright, column, row);
  return CELLS.map((_, i) => {
    const c = i % COLUMNS;
    const r = Math.floor(i / COLUMNS);
    const top = r === 0 ? 'h100' : draw(edge(false, c, r - 1).curves);
    const right = c === COLUMNS - 1 ? 'v100' : draw(edge(true, c, r).curves);
    const bottom = r === ROWS - 1 ? 'h-100' : draw(backwards(edge(false, c, r)));
    const left = c === 0 ? '' : draw(backwards(edge(true, c - 1, r)));
    return `M${c * CELL} ${r * CELL}${top}${right}${bottom}${left}Z`;
  });
}
