// The chances of an assault: every pair of faces of the two dice, counted. The faces come from the tables of the engine.
// SPDX-License-Identifier: MIT
import { lostBy, sum, type Lost } from './story';
import type { Tables, View } from './types';

export interface Odds {
  faces: readonly number[];
  /** By the attacker's face, then by the defender's: who loses a unit. */
  rolls: Lost[][];
  counts: Record<Lost, number>;
  all: number;
}

export function oddsOf(attack: number, defence: number, faces: readonly number[]): Odds {
  const rolls = faces.map((a) => faces.map((d) => lostBy(attack + a, defence + d)));
  const counts: Record<Lost, number> = { attacker: 0, defender: 0, both: 0 };
  for (const one of rolls.flat()) counts[one]++;
  return { faces, rolls, counts, all: faces.length ** 2 };
}

/** In how many of the rolls of the next assault this seat (from 0) loses nothing; null: there is none, or it is not in it. */
export function unharmed(view: View, tables: Tables, seat: number | null): { n: number; all: number } | null {
  const b = view.battle;
  if (!b || seat === null || (seat + 1 !== b.attacker && seat + 1 !== b.defender)) return null;
  const place = b.land ? view.isles.find((i) => i.isle === b.at) : view.sea.find((s) => s.space === b.at);
  const { counts, all } = oddsOf(b.attackers, b.defenders + sum(place?.bonus ?? {}), tables.die);
  return { n: counts[seat + 1 === b.attacker ? 'defender' : 'attacker'], all };
}
