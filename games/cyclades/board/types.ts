// What games/cyclades writes: the view of a position and the tables of its components.
// SPDX-License-Identifier: MIT

export type God = 'poseidon' | 'ares' | 'zeus' | 'athena' | 'apollo';
export type Building = 'port' | 'fort' | 'temple' | 'univ';
export type Unit = 'fleet' | 'troop' | 'priest' | 'philosopher';

/** What a place adds to its defender (R4.26, R4.27). */
export type Bonus = Partial<Record<'fort' | 'port' | 'metropolis' | 'minotaur', number>>;

export interface Sea {
  space: string;
  x: number;
  y: number;
  horn: boolean;
  owner: number | null; // a seat's number from 1
  fleets: number;
  closed: boolean;
  kraken: boolean;
  locked: boolean;
  bonus: Bonus;
}

export interface Figure {
  name: string;
  owner: number | null;
  since: number;
}

export interface Isle {
  isle: string;
  cells: string[];
  size: number;
  room: number;
  owner: number | null;
  troops: number;
  buildings: Record<Building, number>;
  temples_used: number;
  metropolis: boolean;
  metropolis_used: boolean;
  printed_prosperity: number;
  markers: number;
  figure: Figure | null;
  bonus: Bonus;
}

export interface GodRow {
  god: God;
  place: number; // 0: face down
  up: boolean;
  marker: number | null;
  offer: number;
  may_offer: [number, number] | null; // only of the viewer who places a marker
}

export interface TrackSpace {
  space: number;
  creature: string | null;
  title: string | null;
  words: string | null;
  price: number | null;
}

export interface Player {
  seat: number;
  alive: boolean;
  gold: number | null;
  metropolises: number;
  revenue: number;
  priests: number;
  philosophers: number;
  discounts: number;
  fleets_in_reserve: number;
  troops_in_reserve: number;
  isles: string[];
}

export interface Battle {
  at: string;
  land: boolean;
  attacker: number;
  defender: number | null;
  attackers: number;
  defenders: number;
  defence: number;
}

/** Where fleets or troops from a place can go: each place after the one before it on a shortest way. */
export interface Way {
  from: string;
  legs: [to: string, before: string][];
}

export interface View {
  viewer: number | null;
  cycle: number;
  last_cycle: number;
  goal: number;
  width: number;
  phase: string;
  asked: number | null;
  turn: number | null;
  god: God | null;
  recruited: number;
  bidder: number | null;
  barred: God | null;
  chosen: God | null;
  give: Building | null;
  site: string | null;
  flies_from: string | null;
  sails_from: string | null;
  steps: number;
  charmed: string | null;
  swapped_space: number;
  battle: Battle | null;
  gods: GodRow[];
  apollo: number[];
  apollo_marker_taken: boolean;
  turn_track: (number | null)[];
  creatures: TrackSpace[];
  deck: string[];
  discard: string[];
  card: string | null;
  copied: boolean;
  sea: Sea[];
  isles: Isle[];
  players: Player[];
  ways: Way[]; // of those who are asked only
  supply: Record<Building | 'metropolis' | 'priest' | 'philosopher' | 'prosperity', number>;
}

export interface MapSea {
  space: string;
  x: number;
  y: number;
  horn: boolean;
  near: string[];
  isles: string[];
}

export interface MapIsle {
  isle: string;
  cells: string[];
  prosperity: number;
  footprint: number;
}

export interface GameMap {
  players: number;
  width: number;
  sea: MapSea[];
  isles: MapIsle[];
}

export interface Creature {
  creature: string;
  title: string;
  words: string;
  rule: string;
  figure: boolean;
}

export interface Tables {
  units: number;
  building_price: number;
  move_price: number;
  die: number[]; // its faces
  sail_steps: number;
  philosophers: number; // who make a metropolis
  alms: number; // Apollo’s gold
  alms_last_isle: number;
  highest_offer: number;
  sylph: number;
  gods: { god: God; title: string; building?: Building; unit?: Unit; prices?: number[] }[];
  creatures: Creature[];
  maps: GameMap[];
}
