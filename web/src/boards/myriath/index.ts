// Myriath for the shell: the board, the tray, and what it says in words.
// SPDX-License-Identifier: MIT
import type { BoardModule } from '../contract';
import { addWords } from '../../lib/words';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import { describe, halvesOf, key, sentence } from './logic';
import Tray from './Tray.svelte';
import type { Tables, View } from './types';
import words from './words.en';

addWords(words);

const board: BoardModule<View, Tables> = {
  component: Board,
  tray: Tray,
  trayPlace: 'left',
  counters(view, seat, _tables, t) {
    const player = view.players[seat];
    if (!player) return [];
    const { joined, open } = halvesOf(view, seat);
    return [
      { key: 'tiles', label: t(key('count.tiles')), value: player.hand.length },
      { key: 'joined', label: t(key('count.joined')), value: joined },
      { key: 'open', label: t(key('count.open')), value: open },
    ];
  },
  sentence,
  describe,
  stage: (view, t) => t(key(`stage.${view.phase}`), { n: view.players.reduce((sum, p) => sum + p.laid.length, 0) }),
  diagram: Diagram,
};

export default board;
