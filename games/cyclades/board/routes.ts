// Ways over the map: where fleets and troops can go, where they went. SPDX-License-Identifier: MIT
import type { Move } from '$page/boards/contract';
import type { View } from './types';

/** Everything that can be reached from a place, as the engine tells it. */
export const reachOf = (view: View, from: string | undefined): Set<string> => new Set(view.ways.find((w) => w.from === from)?.legs.map(([to]) => to));

/** The way from a place to another, both included; empty if there is none. */
export function wayTo(view: View, from: string, to: string): string[] {
  const before = new Map(view.ways.find((w) => w.from === from)?.legs);
  if (!before.has(to)) return [];
  const way = [to];
  while (way[0] !== from) way.unshift(before.get(way[0]!)!);
  return way;
}

export interface Step {
  from: string | null;
  to: string;
}

/** The steps of moves, oldest first: what went where, or what happened at one place. */
export function stepsOf(moves: readonly Move[]): Step[] {
  const out: Step[] = [];
  let flown: string | null = null;
  for (const { move } of moves) {
    const [verb = '', a = '', b = ''] = (move ?? '').split(' ');
    if (['sail', 'glide', 'march', 'push'].includes(verb)) out.push({ from: a, to: b });
    else if (verb === 'fly') flown = a;
    else if (verb === 'land') out.push({ from: flown, to: a });
    else if (['build', 'metropolis', 'prosper', 'kill', 'destroy', 'charm', 'place', 'surface', 'swim', 'retreat', 'rebuild'].includes(verb))
      out.push({ from: null, to: a });
    else if (verb === 'recruit' && /\d/.test(a)) out.push({ from: null, to: a });
    else if (verb === 'sell' && b) out.push({ from: null, to: b });
  }
  return out;
}

/** Where what stands at a place has come from in these moves. */
export function cameFrom(moves: readonly Move[], place: string): string | null {
  return stepsOf(moves).reverse().find((step) => step.to === place)?.from ?? null;
}
