// Ways over the map for the eye: the chain a march takes, the course of the last moves. SPDX-License-Identifier: MIT
import type { Move } from '$page/boards/contract';
import type { GameMap, View } from './types';

/** A chain of a seat's fleets from isle to isle, shortest first; empty if there is none. */
export function chainOf(view: View, map: GameMap, owner: number, from: string, to: string): string[] {
  const own = new Set(view.sea.filter((s) => s.owner === owner).map((s) => s.space));
  const places = new Map(map.sea.map((s) => [s.space, s]));
  const queue = map.sea.filter((s) => own.has(s.space) && s.isles.includes(from)).map((s) => [s.space]);
  const seen = new Set(queue.map((way) => way[0]!));
  for (const way of queue) {
    const at = places.get(way.at(-1)!)!;
    if (at.isles.includes(to)) return way;
    for (const next of at.near) {
      if (seen.has(next) || !own.has(next)) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  }
  return [];
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
