// A battle retold for the scene: what was said in the log, and what the view before it held. The dice and the strengths
// come from there; the retelling only adds them up as the players at a table would.
// SPDX-License-Identifier: MIT
import type { Move } from '$page/boards/contract';
import type { Bonus, View } from './types';

export type Lost = 'attacker' | 'defender' | 'both';

export const sum = (bonus: Bonus): number => Object.values(bonus).reduce((a, b) => a + b, 0);

export interface Assault {
  attackers: number;
  defenders: number;
  bonus: Bonus;
  dice: readonly [number, number];
  totals: readonly [number, number];
  lost: Lost;
}

export interface Story {
  at: string;
  land: boolean;
  attacker: number; // seats from 1
  defender: number | null;
  assaults: Assault[];
  attackers: number; // left at the end
  defenders: number;
  bonus: Bonus;
  more?: boolean; // there are further assaults that have not been told
}

/** The moves of `last` that were not in `before`: the longest end of the one that begins the other is old. */
export function freshMoves(before: readonly Move[], last: readonly Move[]): Move[] {
  const same = (a: Move, b: Move) => a.seat === b.seat && a.move === b.move;
  for (let k = Math.min(before.length, last.length); k > 0; k--)
    if (before.slice(-k).every((m, i) => same(m, last[i]!))) return k === last.length ? [...last] : last.slice(k);
  return [...last];
}

/** Who fights for what, as far as a move begins it. */
function opening(view: View, move: Move): Story | null {
  const words = (move.move ?? '').split(' ');
  const verb = words[0]!;
  if (!['sail', 'glide', 'march', 'land'].includes(verb) || move.seat === null) return null;
  const at = words.at(-2)!;
  const isle = view.isles.find((i) => i.isle === at);
  const sea = view.sea.find((s) => s.space === at);
  const place = isle ?? sea;
  if (!place) return null;
  return {
    at,
    land: isle !== undefined,
    attacker: move.seat + 1,
    defender: place.owner,
    assaults: [],
    attackers: Number(words.at(-1)),
    defenders: isle ? isle.troops : sea!.fleets,
    bonus: place.bonus,
  };
}

function ongoing(view: View): Story | null {
  const b = view.battle;
  if (!b) return null;
  const place = b.land ? view.isles.find((i) => i.isle === b.at) : view.sea.find((s) => s.space === b.at);
  return { at: b.at, land: b.land, attacker: b.attacker, defender: b.defender, assaults: [], attackers: b.attackers, defenders: b.defenders, bonus: place?.bonus ?? {} };
}

/** R4.28: the lower sum loses a unit, equal sums cost both. */
export const lostBy = (attack: number, defence: number): Lost => (attack < defence ? 'attacker' : attack > defence ? 'defender' : 'both');

/** The Minotaur falls last. */
function assault(story: Story, dice: readonly [number, number]): void {
  const totals = [story.attackers + dice[0], story.defenders + sum(story.bonus) + dice[1]] as const;
  const lost = lostBy(...totals);
  story.assaults.push({ attackers: story.attackers, defenders: story.defenders, bonus: story.bonus, dice, totals, lost });
  if (lost !== 'defender') story.attackers--;
  if (lost === 'attacker') return;
  if (story.defenders > 0) story.defenders--;
  else story.bonus = Object.fromEntries(Object.entries(story.bonus).filter(([what]) => what !== 'minotaur'));
}

/** The battle in these moves, or null. `before`: the view they were made in. */
export function storyOf(before: View, moves: readonly Move[]): Story | null {
  let story = ongoing(before);
  for (const move of moves) {
    const roll = /^roll (\d) (\d)$/.exec(move.move ?? '');
    if (!roll) {
      if (move.move === 'stay') continue;
      if (move.move?.startsWith('retreat') && story && move.seat === (story.defender ?? 0) - 1) story.defenders = 0;
      else story = opening(before, move) ?? story;
    } else if (story) assault(story, [Number(roll[1]), Number(roll[2])]);
  }
  return story && story.assaults.length > 0 ? story : null;
}
