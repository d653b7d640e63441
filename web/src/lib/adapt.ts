// The level that follows how one does: a rung up after a win, one down after a loss. Kept in the browser only.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import { decided } from './ending';
import type { Result } from './protocol';
import type { Choices } from './settings.svelte';

/** Where one stands next, among levels from the weakest to the strongest. With more than two players only the last place
 *  counts as a loss: among equals most games are not won. */
export function nextLevel(levels: readonly string[], level: string, place: number, places: readonly number[]): string {
  const at = levels.indexOf(level);
  if (at < 0) return level;
  const shared = places.filter((p) => p === place).length > 1;
  const won = place === 1 && !shared;
  const lost = place > 1 && places.every((p) => p <= place) && !shared;
  return levels[Math.min(Math.max(at + Number(won) - Number(lost), 0), levels.length - 1)]!;
}

export interface Played {
  table: string;
  seats: SeatInfo[];
  mine: number[];
  result: Result;
}

/** What a game that is over changes in the choices of whoever likes the level to follow; null if it does not count. A game counts
 *  once, however often its end is looked at. */
export function adapt(p: Played, levels: readonly string[], choices: Pick<Choices, 'adapts' | 'adapted' | 'level'>): Pick<Choices, 'adapted' | 'level'> | null {
  const bots = p.seats.filter((s) => s.kind === 'bot');
  const level = bots[0]?.level ?? '';
  if (!choices.adapts || p.mine.length !== 1 || bots.length !== p.seats.length - 1 || bots.some((b) => b.level !== level) || !levels.includes(level)) return null;
  const gaveUp = p.seats.some((s) => s.seat === p.mine[0] && s.resigned);
  if (!gaveUp && !decided(p.result)) return null;
  const places = gaveUp ? [2, 1] : p.result.places; // whoever gives up has lost, whatever the points say
  const place = gaveUp ? 2 : places[p.mine[0]!]!;
  return { adapted: p.table, level: choices.adapted === p.table ? choices.level : nextLevel(levels, level, place, places) };
}
