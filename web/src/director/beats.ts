// What a move looks like: beats, one after the other, as data. A board says which; the screen draws them; the director
// keeps the time. Here are the kinds with their times, and the speeds a person can choose.
// SPDX-License-Identifier: MIT

export type Kind =
  | 'light' | 'travel' | 'slide' | 'push' | 'land' | 'rise' | 'flow' | 'turn' | 'pop' | 'join' | 'snap'
  | 'dice' | 'spin' | 'step' | 'lift' | 'verdict' | 'fade' | 'show';

interface Length {
  ms: number;
  most?: number; // by distance: from ms to this
  apart?: number; // for each further one of several
  easing: string;
}

const TRAVEL = 'cubic-bezier(.3,.7,.2,1)';

/** Times at normal speed. */
export const LENGTHS: Record<Kind, Length> = {
  light: { ms: 140, easing: 'linear' },
  travel: { ms: 280, most: 420, easing: TRAVEL },
  slide: { ms: 280, most: 420, easing: TRAVEL },
  push: { ms: 280, easing: TRAVEL },
  land: { ms: 60, easing: 'linear' },
  rise: { ms: 320, easing: TRAVEL },
  flow: { ms: 500, apart: 80, easing: 'cubic-bezier(.5,0,.2,1)' },
  turn: { ms: 320, easing: 'ease-in-out' },
  join: { ms: 140, apart: 80, easing: 'linear' },
  pop: { ms: 160, apart: 80, easing: 'cubic-bezier(.2,.8,.2,1)' },
  snap: { ms: 90, easing: 'linear' },
  dice: { ms: 1000, easing: 'cubic-bezier(.1,.7,.1,1)' },
  spin: { ms: 1100, easing: 'cubic-bezier(.1,.7,.1,1)' },
  step: { ms: 120, apart: 120, easing: TRAVEL },
  lift: { ms: 200, apart: 200, easing: TRAVEL },
  verdict: { ms: 700, easing: 'linear' },
  fade: { ms: 80, easing: 'linear' },
  show: { ms: 0, easing: 'linear' },
};

/** More coins than this are one heap with the number. */
export const HEAP = 8;

/** Something on the page: a selector, the first of several that is there, a player's own row, or a point of a drawing. */
export type Place = string | readonly string[] | { home: number } | { drawing: string; point: readonly [number, number] };

/** A drawn thing that moves: a component with its properties, and the box it draws in. */
export interface Piece {
  // Each game draws with components of its own; the screen only passes the properties on.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  component: any;
  props: Record<string, unknown>;
  box: readonly [x: number, y: number, w: number, h: number];
  /** What lies on the place: a point of its drawing, 0 0 if left out. */
  origin?: readonly [number, number];
  /** Its unit on the screen: that of the drawing that holds this place; without it a unit is a pixel. */
  like?: Place;
  /** In place of a unit: so wide beside that place. */
  fit?: number;
}

export interface Beat {
  kind: Kind;
  actor: number | null; // whose motion it is; null is luck
  at?: Place; // what is lit, rises, turns, is told of
  from?: Place;
  to?: Place;
  path?: readonly Place[]; // of a walk: cell by cell, the first is where it stands
  piece?: Piece; // what moves; without it what stands at `from`
  hides?: Place; // what is not seen while its likeness moves
  count?: number; // so many, one after the other
  places?: readonly Place[]; // one of several each
  ends?: readonly Place[]; // where each of them goes
  words?: string;
  told?: readonly string[]; // each its own words
  ms?: number; // where it is not the kind's own time
  data?: unknown; // for the board that draws this beat itself
}

/** How long a beat takes at normal speed. `far`: the part of the longest way, 0 to 1. */
export function lengthOf(beat: Beat, far = 0.5): number {
  const { ms, most, apart = 0 } = LENGTHS[beat.kind];
  const several = beat.path ? beat.path.length - 1 : Math.min(HEAP + 1, beat.places?.length ?? beat.count ?? 1);
  const one = beat.ms ?? (most === undefined ? ms : ms + far * (most - ms));
  return one + apart * Math.max(0, (several > HEAP && !beat.path ? 1 : several) - 1);
}

export type Speed = 'calm' | 'normal' | 'quick' | 'once';
export const SPEEDS: readonly Speed[] = ['calm', 'normal', 'quick', 'once'];

export interface Pace {
  pause: number; // before a bot's turn
  factor: number; // of beats; 0: positions only fade over
  between: number; // two turns
}

const PACES: Record<Speed, Pace> = {
  calm: { pause: 1600, factor: 1.5, between: 600 },
  normal: { pause: 800, factor: 1, between: 300 },
  quick: { pause: 300, factor: 0.6, between: 100 },
  once: { pause: 0, factor: 0, between: 0 },
};

/** Reduced motion is "at once", with time to see that a bot has moved, unless one has asked for none. */
export const paceOf = (speed: Speed, still: boolean): Pace => (still && speed !== 'once' ? { ...PACES.once, pause: 400 } : PACES[speed]);
