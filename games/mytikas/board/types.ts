// What games/mytikas writes: the view of a position and the tables of its components.
// SPDX-License-Identifier: MIT

export type God = 'Z' | 'D' | 'P' | 'H';
export type Res = 'S' | 'M' | 'G';
export type Cubes = Record<Res, number>;
export type BuildingType = 'minor' | 'small' | 'major' | 'large';
export type Bonus = 'offering' | 'favor' | 'lift' | 'offer' | 'move';

export interface LineCard {
  card: string;
  title: string;
  god: God | null;
}

export interface OwnCard extends LineCard {
  tokens: number;
  locked: boolean;
  usable: boolean;
  points: number;
}

export interface Space {
  space: string; // "small b"
  type: BuildingType;
  cost: Cubes; // after discounts
  points_per_level: number;
  level: number | null;
  payable: number[];
}

export interface Player {
  seat: number;
  score: number;
  may_follow: boolean;
  reserve: number;
  favors: Record<God, number>;
  spot: string | null;
  levels: Cubes[];
  spaces: Space[];
  cards: OwnCard[];
  hand: string[] | null;
}

export interface Level {
  level: number;
  tokens: number;
  of: number;
  buildings: { seat: number; type: BuildingType; space: string }[];
}

export interface Area {
  area: string;
  name: string;
  god: God;
  free: boolean;
  figure: number | null;
  main_now: boolean; // whoever is about to go could do it
  bonus_now: boolean;
}

export interface View {
  viewer: number | null;
  phase: string;
  round: number;
  turn: number;
  last_turn: number;
  first: number | null;
  active: number | null;
  actor: number | null;
  decides: number | null;
  stage: 'none' | 'main' | 'follow' | 'bonus' | 'skip';
  area: string | null;
  end: string | null;
  two_cards: boolean;
  left: {
    gives: number;
    cities: number;
    favors: number;
    moves: number;
    lifts: number;
    refine: boolean;
    target: string | null;
  };
  olympus: Level[];
  complete_levels: number;
  areas: Area[];
  piles: { god: God; name: string; tokens: number; of: number }[];
  line: LineCard[];
  face_down: number;
  locks: number[];
  locks_taken: number;
  next_lock: number | null;
  unseen: string[];
  hidden_hands: number;
  players: Player[];
}

export interface CardRow {
  card: string;
  title: string;
  god: God | null;
  area: string | null;
  worth: 'fixed' | 'tiers' | 'each';
  low: number;
  high: number;
}

export interface SpaceRow {
  space: string;
  offerings: number;
  favors: number;
  moves: number;
  gold: number;
}

export interface BuildingRow {
  type: BuildingType;
  title: string;
  cost: Cubes;
  points: number;
  temple: boolean;
  spaces: SpaceRow[];
}

export interface Tables {
  counts: { players: number; level_tokens: number[]; favors: number; locks: number[] }[];
  buildings: BuildingRow[];
  gods: { god: God; name: string; card: string }[];
  areas: { area: string; god: God; bonus: Bonus }[];
  combinations: { name: string; area: string; gain: Cubes }[];
  cards: CardRow[];
  tier_points: number[];
  demeter_price: Cubes;
  hades_price: number[];
  hades_gain: number[];
  lifts: number;
  bonus_lifts: number;
  apollo_lifts: number;
  offerings: number;
  offerings_or_offer: number;
  rounds: number;
  full_levels: number;
  fixed_points: number;
  extra_points: number;
}
