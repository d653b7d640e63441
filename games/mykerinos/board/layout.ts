// Where things lie on the drawing: the dig site with its spaces and areas, and the ring of the Museum. Pure geometry.
// SPDX-License-Identifier: MIT
import type { Room } from './types';

export type Point = [number, number];

/** The dig site: the size of a space, its upper left corner, the gap between areas. */
export interface Site {
  q: number;
  x: number;
  y: number;
  gap: number; // between areas, sideways
  gapY: number; // and from row to row
  rows: number;
}

/** Columns a..h, rows from 1 on top. */
export const column = (space: string): number => space.charCodeAt(0) - 97;
export const row = (space: string): number => Number(space.slice(1)) - 1;

const gaps = (n: number, every: number, gap: number): number => Math.floor(n / every) * gap;

/** The upper left corner of a space. */
export function corner(site: Site, space: string): Point {
  const c = column(space);
  const r = row(space);
  return [site.x + c * site.q + gaps(c, 4, site.gap), site.y + r * site.q + gaps(r, 3, site.gapY)];
}

export function centre(site: Site, space: string): Point {
  const [x, y] = corner(site, space);
  return [x + site.q / 2, y + site.q / 2];
}

/** Where a cube stands: beside the cartouche, which lies over the middle of its tile. */
export function cubeAt(site: Site, space: string): Point {
  const [x, y] = centre(site, space);
  const beside = row(space) % 3 === 1 ? site.q * 0.1 : 0;
  return [x + (column(space) % 2 === 0 ? -beside : beside), y];
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** An area is 4 spaces wide and 3 high; areas count in reading order. */
export function areaBox(site: Site, area: number): Box {
  const c = (area - 1) % 2;
  const r = Math.floor((area - 1) / 2);
  return {
    x: site.x + c * (4 * site.q + site.gap),
    y: site.y + r * (3 * site.q + site.gapY),
    w: 4 * site.q,
    h: 3 * site.q,
  };
}

/** A tile: the left or the right half of its area. */
export function tileBox(site: Site, area: number, side: 'L' | 'R'): Box {
  const box = areaBox(site, area);
  return { ...box, x: box.x + (side === 'R' ? box.w / 2 : 0), w: box.w / 2 };
}

export const siteWidth = (site: Site): number => 8 * site.q + site.gap;
export const siteHeight = (site: Site): number => site.rows * site.q + gaps(site.rows - 1, 3, site.gapY);

/** The wide drawing (1200 x 714), and the tall one for phones (390 x TALL), where a badge lies above each area or, with nine rows,
 *  stands beside it: either way the site takes the whole width. */
export const TALL = 481;
export function wideSite(rows: number): Site {
  return rows === 6 ? { q: 84, x: 54, y: 78, gap: 14, gapY: 14, rows } : { q: 62, x: 150, y: 38, gap: 12, gapY: 12, rows };
}
export function tallSite(rows: number): Site {
  return rows === 6 ? { q: 45, x: 17, y: 169, gap: 6, gapY: 34, rows } : { q: 34, x: 61, y: 142, gap: 6, gapY: 12, rows };
}

// --- the Museum: five wings around a court; measures are those of a ring of radius 208 ---

export interface MuseumShape {
  rooms: Record<string, { polygon: Point[]; at: Point; halves?: [Point[], Point[]] }>;
  doors: [Point, Point][];
  outer: Point[];
  circles: Point[];
}

/** Half the width of a wing at this distance from the centre. */
const half = (rho: number): number => 27 + (rho - 56) * (31 / 108);

export function museumShape(cx: number, cy: number, radius: number, rooms: Room[]): MuseumShape {
  const k = radius / 208;
  const at = (wing: number, rho: number, side: number): Point => {
    const a = -Math.PI / 2 + (wing * 2 * Math.PI) / 5;
    return [
      cx + k * (rho * Math.cos(a) - side * Math.sin(a)),
      cy + k * (rho * Math.sin(a) + side * Math.cos(a)),
    ];
  };
  const shape: MuseumShape = { rooms: {}, doors: [], outer: [], circles: [] };
  for (const room of rooms) {
    const w = room.wings[0]! - 1;
    if (room.value === 5)
      shape.rooms[room.room] = {
        polygon: [at(w, 56, -27), at(w, 111, -half(111)), at(w, 111, half(111)), at(w, 56, 27)],
        at: at(w, 86, 0),
      };
    else if (room.value === 3)
      shape.rooms[room.room] = {
        polygon: [at(w, 111, -half(111)), at(w, 164, -58), at(w, 164, 58), at(w, 111, half(111))],
        at: at(w, 138, 0),
      };
    else shape.rooms[room.room] = sharedRoom(at, w);
    // Doors lead into the "5" rooms: from the "3" through its inner wall, from the "2" rooms through the sides.
    for (const from of room.opened_by) {
      const other = rooms.find((r) => r.room === from)!;
      if (other.value === 3) shape.doors.push([at(w, 111, -9), at(w, 111, 9)]);
      else {
        const side = other.wings[0] === room.wings[0] ? 1 : -1;
        shape.doors.push([at(w, 76, side * half(76)), at(w, 96, side * half(96))]);
      }
    }
  }
  for (let wing = 0; wing < 5; wing++) {
    const next = (wing + 1) % 5;
    shape.outer.push(at(wing, 164, -58), at(wing, 164, 58), at(wing, 148, half(148)), at(next, 148, -half(148)));
    shape.circles.push(at(wing, 186, 0));
  }
  return shape;
}

/** A "2" room between wing w and the next, in two halves, one for each patron's tint. */
function sharedRoom(at: (wing: number, rho: number, side: number) => Point, w: number) {
  const next = (w + 1) % 5;
  const polygon = [at(w, 56, 27), at(w, 148, half(148)), at(next, 148, -half(148)), at(next, 56, -27)];
  const on = (rho: number): number => rho * Math.cos(Math.PI / 5) + half(rho) * Math.sin(Math.PI / 5);
  const far = at(w + 0.5, on(148), 0);
  const near = at(w + 0.5, on(56), 0);
  const halves: [Point[], Point[]] = [
    [polygon[0]!, polygon[1]!, far, near],
    [near, far, polygon[2]!, polygon[3]!],
  ];
  return { polygon, at: at(w + 0.5, 110, 0), halves };
}

const short = (n: number): string => String(Math.round(n * 100) / 100);
export const path = (points: Point[]): string => `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;
/** A point this part of the way from the middle to a corner. */
export const shrink = (points: Point[], [cx, cy]: Point, by: number): Point[] =>
  points.map(([x, y]) => [cx + (x - cx) * by, cy + (y - cy) * by]);
