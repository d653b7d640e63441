// Quarry for the shell: the board, and what it says in words.
// SPDX-License-Identifier: MIT
import type { BoardModule } from '$page/boards/contract';
import { many } from '$page/lib/words';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import { describe, key, sentence } from './logic';
import type { Tables, View } from './types';

const board: BoardModule<View, Tables> = {
  component: Board,
  counters(view, seat, _tables, t) {
    const player = view.players[seat];
    if (!player) return [];
    const stones = player.stones.reduce((sum, n) => sum + n, 0);
    return [
      { key: 'coins', label: t(key(`count.coins.${many(player.coins)}`)), value: player.coins },
      { key: 'stones', label: t(key(`count.stones.${many(stones)}`)), value: stones },
    ];
  },
  sentence,
  describe,
  stage: (view, _tables, t) => t(key(view.phase === 'over' ? 'stage.over' : 'stage.round'), { n: view.round, all: view.rounds }),
  diagram: Diagram,
};

export default board;
