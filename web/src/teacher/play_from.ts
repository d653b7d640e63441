// A new table from a position of a record: the one who moves there is the reader, bots have the other seats.
// SPDX-License-Identifier: MIT
import { games, makeTable } from '../lib/games.svelte';
import type { Replay } from '../lib/replay.svelte';
import { toasts } from '../lib/toast.svelte';
import { asSentence } from '../lib/words';

export async function playFrom(replay: Replay, moves: number, me: number, here: boolean): Promise<void> {
  try {
    const seats = replay.seats.map((s) => (s.seat === me ? 'me' : games.levels[1]?.level ?? 'greedy'));
    await makeTable({ game: replay.game.name, players: seats.length, seats, options: replay.options, record: replay.record, moves, ...(here ? { here: true } : {}) }, true);
  } catch (why) {
    toasts.show({ kind: 'refused', words: asSentence((why as Error).message) });
  }
}
