// Polygons of tiles and lines of their ends. A cell is U wide; node (x, y) has its upper left corner at (2xU, 2yU).
// SPDX-License-Identifier: MIT
import type { Corner, Half, Shape, Side } from './types';

export const U = 48;
export type Point = [number, number];

const short = (n: number): string => String(Math.round(n * 100) / 100);

/** "c4" is (2, 3). */
export const nodeAt = (name: string): Point => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
export const nodeName = (x: number, y: number): string => String.fromCharCode(97 + x) + String(y + 1);
export const middle = (x: number, y: number): Point => [(2 * x + 0.5) * U, (2 * y + 0.5) * U];

/** Corners in half cells, at another size of a cell. */
export const scaled = (corners: Corner[], unit = U): Point[] => corners.map(([x, y]) => [(x * unit) / 2, (y * unit) / 2]);

const area = (p: Point[]): number =>
  p.reduce((sum, [x, y], i) => {
    const [px, py] = p.at(i - 1)!;
    return sum + px * y - x * py;
  }, 0) / 2;

/** The polygon with its edges moved inwards by d. */
export function inset(p: Point[], d: number): Point[] {
  const s = area(p) > 0 ? 1 : -1;
  const lines = p.map(([x1, y1], i) => {
    const [x2, y2] = p[(i + 1) % p.length]!;
    const dx = x2 - x1;
    const dy = y2 - y1;
    const far = Math.hypot(dx, dy);
    return [x1 + ((-dy * s) / far) * d, y1 + ((dx * s) / far) * d, dx, dy] as const;
  });
  return lines.map((b, i) => {
    const a = lines.at(i - 1)!;
    const det = a[2] * b[3] - a[3] * b[2];
    const t = ((b[0] - a[0]) * b[3] - (b[1] - a[1]) * b[2]) / det;
    return [a[0] + a[2] * t, a[1] + a[3] * t];
  });
}

/** A path around the polygon with rounded corners. */
export function rounded(p: Point[], radius: number): string {
  let d = '';
  p.forEach((b, i) => {
    const a = p.at(i - 1)!;
    const c = p[(i + 1) % p.length]!;
    const la = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const lc = Math.hypot(c[0] - b[0], c[1] - b[1]);
    const q = Math.min(radius, la * 0.45, lc * 0.45);
    const from = [b[0] + ((a[0] - b[0]) / la) * q, b[1] + ((a[1] - b[1]) / la) * q] as const;
    const to = [b[0] + ((c[0] - b[0]) / lc) * q, b[1] + ((c[1] - b[1]) / lc) * q] as const;
    d += `${i ? 'L' : 'M'}${short(from[0])} ${short(from[1])}Q${short(b[0])} ${short(b[1])} ${short(to[0])} ${short(to[1])}`;
  });
  return `${d}Z`;
}

/** Strips along the edges that face the light (upper left) and those that face away. */
export function bands(p: Point[], outer: number, inner: number): { lit: string; shade: string } {
  const a = inset(p, outer);
  const b = inset(p, inner);
  const s = area(p) > 0 ? 1 : -1;
  let lit = '';
  let shade = '';
  p.forEach(([x, y], i) => {
    const j = (i + 1) % p.length;
    const dx = p[j]![0] - x;
    const dy = p[j]![1] - y;
    const towards = -((dy - dx) * s) / Math.hypot(dx, dy) / Math.SQRT2;
    const strip = `M${[a[i]!, a[j]!, b[j]!, b[i]!].map((q) => q.map(short).join(' ')).join('L')}Z`;
    if (towards > 0.3) lit += strip;
    else if (towards < -0.3) shade += strip;
  });
  return { lit, shade };
}

/** The middle of each street that a tile covers, where its emblems sit. */
export const streetMiddles = (shape: Shape, unit = U): Point[] =>
  shape.streets.map(({ x, y, to }) =>
    to === 'E' ? [(2 * x + 1.5) * unit, (2 * y + 0.5) * unit] : [(2 * x + 0.5) * unit, (2 * y + 1.5) * unit],
  );

/** Which triangle of a node faces the tile's own street there. */
export function baseOf(shape: Shape, x: number, y: number): Side | null {
  for (const street of shape.streets) {
    if (street.x === x && street.y === y) return street.to;
    if (street.to === 'E' && street.x + 1 === x && street.y === y) return 'W';
    if (street.to === 'S' && street.x === x && street.y + 1 === y) return 'N';
  }
  return null;
}

const TOWARDS: Record<Side, Point> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const CORNER: Record<Half, Point> = { NE: [1, -1], SE: [1, 1], SW: [-1, 1], NW: [-1, -1] };
const BETWEEN: Record<Half, [Side, Side]> = { NE: ['N', 'E'], SE: ['E', 'S'], SW: ['S', 'W'], NW: ['W', 'N'] };

/** The triangle of a set that lies along a half-diagonal. */
export const sideAlong = (half: Half, triangles: string): Side =>
  BETWEEN[half].find((side) => triangles.includes(side)) ?? BETWEEN[half][0];

/** The line of half an end of a tile that lies at `anchor`, d away from the half-diagonal. */
export function endOf(shape: Shape, anchor: string, node: string, half: Half, d: number): [Point, Point] {
  const [ax, ay] = nodeAt(anchor);
  const [x, y] = nodeAt(node);
  const end = shape.nodes.find((one) => one.x === x - ax && one.y === y - ay)!;
  return endLine(x, y, half, sideAlong(half, end.triangles), baseOf(shape, x - ax, y - ay), end.kind === 'whole', d);
}

/** The line of half an end, on its own side of the half-diagonal, d away from it. */
export function endLine(x: number, y: number, half: Half, mine: Side, base: Side | null, whole: boolean, d: number): [Point, Point] {
  const [cx, cy] = middle(x, y);
  const length = U / Math.SQRT2;
  const ux = CORNER[half][0] / Math.SQRT2;
  const uy = CORNER[half][1] / Math.SQRT2;
  const [mx, my] = TOWARDS[mine];
  const along = mx * ux + my * uy;
  const far = Math.hypot(mx - along * ux, my - along * uy);
  const nx = ((mx - along * ux) / far) * d;
  const ny = ((my - along * uy) / far) * d;
  const from = whole ? 0 : d + 1.5;
  const to = mine === base ? length - 3 : length - d - 7;
  return [
    [cx + ux * from + nx, cy + uy * from + ny],
    [cx + ux * to + nx, cy + uy * to + ny],
  ];
}
export const lineTo = ([a, b]: [Point, Point]): string =>
  `M${short(a[0])} ${short(a[1])}L${short(b[0])} ${short(b[1])}`;

/** The point of a half-diagonal half-way out, where a contact is pointed at. */
export function contactAt(x: number, y: number, half: Half): Point {
  const [cx, cy] = middle(x, y);
  return [cx + CORNER[half][0] * U * 0.25, cy + CORNER[half][1] * U * 0.25];
}

/** The anchor that puts the middle of a shape nearest to a point, inside the area. */
export function anchorNear(shape: Shape, nodes: number, [px, py]: Point): Point {
  const clamp = (v: number, most: number) => Math.max(0, Math.min(most, v));
  return [
    clamp(Math.round((px - U / 2) / (2 * U) - shape.width / 2), nodes - 1 - shape.width),
    clamp(Math.round((py - U / 2) / (2 * U) - shape.height / 2), nodes - 1 - shape.height),
  ];
}
