// A pause of a game against bots: whether one may have it, and that a race does not go on without its player.
// SPDX-License-Identifier: MIT
import type { Table } from './table.svelte';

type Played = Pick<Table, 'phase' | 'me' | 'mine' | 'seats' | 'paused' | 'eye' | 'request'>;

/** Everybody else is a bot, or has given up: nobody else has to wait. */
export const mayPause = ({ phase, me, mine, seats }: Played): boolean =>
  phase === 'playing' && me !== null && !seats[me]?.resigned && seats.every((s) => s.kind !== 'human' || s.resigned || mine.includes(s.seat));

/** Several are asked at once: each moves whenever they like. */
export const races = ({ eye }: Played): boolean => (eye?.turn.length ?? 0) > 1;

/** The player does not see the race any more: it waits, unless somebody else of the team plays on. Whether that could be is of no use to somebody who has gone. */
export function pauseRace(table: Played): void {
  const shared = (table.seats[table.me ?? 0]?.team?.length ?? 1) > 1;
  if (mayPause(table) && races(table) && !table.paused && !shared) void table.request('pause', { seat: table.me }).catch(() => {});
}
