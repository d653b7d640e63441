// How a game stood when it was last looked at on this device: whoever comes back after days is shown what has changed. Only games with
// days a move are kept, the last few: others are seen to their end.
// SPDX-License-Identifier: MIT
export interface LastSeen {
  n: number;
  view: unknown;
}
const PLACE = 'petteia.seen';
const MOST = 20;
type Kept = [place: string, seen: LastSeen][];

const all = (): Kept => {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Kept;
  } catch {
    return [];
  }
};
const placeOf = (table: string, seat: number | null): string => `${table}.${seat ?? 'public'}`;

export const lastSeen = (table: string, seat: number | null): LastSeen | undefined => all().find(([place]) => place === placeOf(table, seat))?.[1];

export function keepSeen(table: string, seat: number | null, seen: LastSeen): void {
  const place = placeOf(table, seat);
  try {
    localStorage.setItem(PLACE, JSON.stringify([[place, seen], ...all().filter(([other]) => other !== place)].slice(0, MOST)));
  } catch {
    // A full storage costs only the replay.
  }
}
