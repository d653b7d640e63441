// The tables of this browser, for "continue": the server lists only what is open to everybody.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';

export interface Mine {
  table: string;
  key?: string;
  game?: string;
  seats: number[];
  phase: string;
  yours: boolean; // it was our turn when last seen
  seen: number;
  /** As last seen: who sits there, whose turn it was, what was asked, and when the time to decide is up. */
  people?: { seat: number; name: string; level?: string; face?: number }[];
  turn?: number[];
  ask?: string;
  spoken?: string; // the language in which it was asked
  until?: number;
}

/** Who sits there, as it is kept. */
export const peopleOf = (seats: SeatInfo[]): NonNullable<Mine['people']> =>
  seats.flatMap((s) => (s.kind === 'free' ? [] : [{ seat: s.seat, name: s.name, ...(s.face === undefined ? {} : { face: s.face }), ...(s.kind === 'bot' ? { level: s.level ?? 'beginner' } : {}) }]));

/** What is left to decide, in ms; null: no clock runs for us. */
export const timeLeft = (m: Mine, now: number): number | null => (m.yours && m.until !== undefined ? Math.max(0, m.until - now) : null);

/** Those that wait for us first, the shortest time before the others; then what was seen last. */
export const sorted = (list: Mine[], now: number): Mine[] =>
  [...list].sort((a, b) => Number(b.yours) - Number(a.yours) || (timeLeft(a, now) ?? Infinity) - (timeLeft(b, now) ?? Infinity) || b.seen - a.seen);

/** The game to go on with after a move here: of those that wait for us the one whose clock runs out first. */
export const nextGame = (list: Mine[], here: string, now: number): Mine | null =>
  sorted(list.filter((m) => m.table !== here && m.yours && m.phase === 'playing'), now)[0] ?? null;

const PLACE = 'petteia.tables';
const MOST = 40;

export function mine(): Mine[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Mine[];
  } catch {
    return [];
  }
}

/** How many games wait for us: the badge of the installed page. */
export const waiting = (list: Mine[]): number => list.filter((m) => m.yours && m.phase === 'playing').length;

function keep(list: Mine[]): void {
  localStorage.setItem(PLACE, JSON.stringify(list));
  if ('setAppBadge' in navigator) navigator.setAppBadge(waiting(list)).catch(() => {}); // not every device has badges
}

export function remember(table: string, what: Omit<Mine, 'table' | 'seen'>): void {
  const old = mine();
  const before = old.find((m) => m.table === table);
  // Told with every move: written when something has changed.
  if (before && old[0] === before && before.phase === what.phase && before.yours === what.yours && before.ask === what.ask && String(before.turn) === String(what.turn) && String(before.seats) === String(what.seats) && (what.game ?? before.game) === before.game) return;
  const now: Mine = { ...what, game: what.game ?? before?.game, key: what.key ?? before?.key, table, seen: Date.now() };
  keep([now, ...old.filter((m) => m.table !== table)].slice(0, MOST));
}

/** Games that were begun on another device: the server's list of what this person plays. A seat is known by the name it was taken under. */
export function adopt(rows: { table: string; game: string; changed: number; about: { seats?: SeatInfo[] } }[], name: string): boolean {
  const list = mine();
  const fresh = rows.filter((row) => !list.some((m) => m.table === row.table)).map((row): Mine => {
    const seats = row.about.seats ?? [];
    return { table: row.table, game: row.game, seats: seats.filter((s) => s.kind === 'human' && s.name === name).map((s) => s.seat), phase: 'playing', yours: false, seen: row.changed, people: peopleOf(seats) };
  });
  if (fresh.length) keep([...list, ...fresh].slice(0, MOST));
  return fresh.length > 0;
}

/** What was heard from afar: the table keeps its place in the list, and its time unless something has happened there. */
export function note(table: string, what: Omit<Mine, 'table' | 'seen'>): void {
  const happened = (m: Mine): boolean => m.phase !== what.phase || String(m.turn) !== String(what.turn);
  const list = mine().map((m) => (m.table === table ? { ...what, table, seen: happened(m) ? Date.now() : m.seen } : m));
  keep(list);
}

export function forget(table: string): void {
  keep(mine().filter((m) => m.table !== table));
}
