// What games/myriath writes: the view of a position and the tables of its tiles.
// SPDX-License-Identifier: MIT
export type Side = 'N' | 'E' | 'S' | 'W';
export type Half = 'NE' | 'SE' | 'SW' | 'NW';
export type Corner = [number, number]; // in half cells

/** What it looks like is the shape of its tile and orientation. Halves of its ends are written "d4 NE". */
export interface Laid {
  tile: string;
  orientation: number;
  anchor: string;
  scored: string[];
  open: string[];
}

export interface Player {
  seat: number;
  colour: string;
  letter: string | null;
  half_points: number;
  head_start: number;
  hand: { tile: string; placements?: number }[];
  laid: Laid[];
}

export interface View {
  phase: 'start' | 'octagon' | 'play' | 'over';
  squares: number; // a side
  nodes: number;
  offset: number;
  first: number | null;
  turn: number | null;
  passes: number;
  own_contacts: boolean;
  players: Player[];
}

export interface ShapeNode {
  x: number; // from the anchor
  y: number;
  triangles: string;
  kind: 'arrow' | 'whole' | 'bend' | 'straight';
}

export interface Shape {
  tile: string;
  orientation: number;
  width: number;
  height: number;
  outline: Corner[];
  hole?: Corner[];
  nodes: ShapeNode[];
  streets: { x: number; y: number; to: 'E' | 'S' }[];
}

export interface Tables {
  tiles: { tile: string; words: string; streets: number; orientations: number[] }[];
  shapes: Shape[];
}
