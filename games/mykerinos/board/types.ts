// What games/mykerinos writes: the view of a position and the tables of its components.
// SPDX-License-Identifier: MIT

/** A seat's number 1..4, or the neutral colour. */
export type Colour = number | 'N';
export type Patron = 'V' | 'L' | 'B' | 'K' | 'T';
export type Phase = 'first' | 'wings' | 'deal' | 'excavate' | 'neutral' | 'survey' | 'over';

export interface Space {
  space: string;
  area: number;
  pyramid: boolean;
  cube: Colour | null;
}

export interface Slot {
  tile: string;
  patron: Patron | null;
  points: number;
  turned: boolean;
  area: number;
  side: 'L' | 'R';
}

export interface Area {
  area: number;
  surveyed: boolean;
  open: boolean;
  ranking: { colour: Colour; cubes: number }[];
}

export interface Player {
  seat: number;
  score: number;
  points: number;
  stock: number;
  reserve: number;
  neutral: number;
  blank: number;
  series: number;
  passed: boolean;
  patrons: { patron: Patron; tiles: number; tilted: number; value: number }[];
}

export interface View {
  viewer: Colour | null;
  season: number;
  phase: Phase;
  turn: Colour | null;
  first: Colour | null;
  last_action: boolean;
  passed: (Colour | null)[];
  area: number | null;
  queue: { seat: number; role: 'high' | 'low' | 'discard' }[];
  rows: number;
  columns: number;
  spaces: Space[];
  slots: (Slot | null)[];
  areas: Area[];
  wings: { wing: number; patron: Patron | null; name: string }[];
  rooms: { room: string; value: number; wings: number[]; owner: Colour | null }[];
  players: Player[];
  neutral_reserve: number;
  undealt: string[];
}

export interface Room {
  room: string;
  value: number;
  wings: number[];
  x: number;
  y: number;
  opened_by: string[];
}

export interface Tables {
  cubes: number;
  seasons: number;
  patrons: { patron: Patron; name: string }[];
  tiles: { tile: string; patron: Patron | null; points: number; pyramids: string[] }[];
  rooms: Room[];
  kinds: { form: string; rule: string; cubes: number; from_reserve: number; patron: Patron | null; words: string }[];
}
