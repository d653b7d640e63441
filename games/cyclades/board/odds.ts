// The chances of an assault: every pair of faces of the two dice, counted. The faces come from the tables of the engine.
// SPDX-License-Identifier: MIT
import { lostBy, type Lost } from './story';

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
