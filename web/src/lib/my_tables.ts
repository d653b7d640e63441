// The tables of this browser, for "continue": the server lists only what is open to everybody.
// SPDX-License-Identifier: MIT

export interface Mine {
  table: string;
  key?: string;
  game?: string;
  seats: number[];
  phase: string;
  yours: boolean; // it was our turn when last seen
  seen: number;
}

const PLACE = 'petteia.tables';
const MOST = 40;

export function mine(): Mine[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Mine[];
  } catch {
    return [];
  }
}

export function remember(table: string, what: Omit<Mine, 'table' | 'seen'>): void {
  const old = mine();
  const before = old.find((m) => m.table === table);
  // Told with every move: written when something has changed.
  if (before && old[0] === before && before.phase === what.phase && before.yours === what.yours && String(before.seats) === String(what.seats) && (what.game ?? before.game) === before.game) return;
  const now: Mine = { ...before, ...what, game: what.game ?? before?.game, key: what.key ?? before?.key, table, seen: Date.now() };
  localStorage.setItem(PLACE, JSON.stringify([now, ...old.filter((m) => m.table !== table)].slice(0, MOST)));
}

export function forget(table: string): void {
  localStorage.setItem(PLACE, JSON.stringify(mine().filter((m) => m.table !== table)));
}
