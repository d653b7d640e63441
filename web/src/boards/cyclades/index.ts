// Cyclades for the shell: the board, the tray, and what it says in words.
// SPDX-License-Identifier: MIT
import type { BoardModule } from '../contract';
import { addWords, t as translate } from '../../lib/words';
import creatures from './art/creatures.svg?raw';
import pieces from './art/pieces.svg?raw';
import Actions from './Actions.svelte';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import { confirm, describe, key, playerOf, sentence, stageOf } from './logic';
import { prompt } from './prompt';
import Tray from './Tray.svelte';
import type { Tables, View } from './types';
import words from './words.en';

addWords(words);
// The drawings are symbols that board and tray refer to; they stand once in the page.
document.body.insertAdjacentHTML('afterbegin', pieces + creatures);

const board: BoardModule<View, Tables> = {
  component: Board,
  tray: Tray,
  trayPlace: 'left',
  actions: Actions,
  prompt: (build, view, _tables, t) => prompt(build, view, t),
  counters(view, seat, _tables, t) {
    const player = playerOf(view, seat);
    if (!player) return [];
    return [
      { key: 'metropolises', label: t(key('count.metropolises'), { goal: view.goal }), value: `${player.metropolises}/${view.goal}` },
      { key: 'gold', label: t(key('count.gold')), value: player.gold ?? '?' },
      { key: 'revenue', label: t(key('count.revenue')), value: `+${player.revenue}` },
      { key: 'philosophers', label: t(key('count.philosophers')), value: player.philosophers },
      { key: 'priests', label: t(key('count.priests')), value: player.priests },
    ];
  },
  sentence,
  describe,
  confirm: (move, view) => confirm(move, view, translate),
  stage: (view, t) => {
    const stage = stageOf(view);
    const now = stage === 'act' && view.god ? t(key('stage.act.god'), { god: t(key(`god.${view.god}`)) }) : t(key(`stage.${stage}`));
    return `${t(key('cycle'), { n: view.cycle })} · ${now}`;
  },
  diagram: Diagram,
};

export default board;
