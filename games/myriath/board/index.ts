// Myriath for the shell: the board, the tray, and what it says in words.
// SPDX-License-Identifier: MIT
import type { BoardModule } from '$page/boards/contract';
import { many } from '$page/lib/words';
import { beats } from './beats';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import { ghostOf } from './ghost.svelte';
import Edge from './icons/Edge.svelte';
import Joined from './icons/Joined.svelte';
import Tiles from './icons/Tiles.svelte';
import { describe, halvesOf, key, kindOf, points, pointsOf, reachWords, sentence } from './logic';
import Sign from './Sign.svelte';
import Tray from './Tray.svelte';
import type { Tables, View } from './types';

const board: BoardModule<View, Tables> = {
  component: Board,
  beats,
  tray: Tray,
  trayPlace: 'left',
  place: { tablet: 640, phone: 374, phoneAsk: 68 },
  counters(view, seat, _tables, t) {
    const player = view.players[seat];
    if (!player) return [];
    const { joined, open } = halvesOf(view, seat);
    return [
      { key: 'tiles', label: t(key(`count.tiles.${many(player.hand.length)}`)), value: player.hand.length, icon: Tiles },
      { key: 'joined', label: t(key(`count.joined.${many(joined)}`)), value: joined, icon: Joined },
      { key: 'open', label: t(key(`count.open.${many(open)}`)), value: open, icon: Edge },
    ];
  },
  sentence,
  describe,
  prompt(build, view, tables, t) {
    const ghost = ghostOf(build);
    if (ghost.tile === null) return null;
    const kind = kindOf(ghost.tile, t);
    const name = kind.charAt(0).toUpperCase() + kind.slice(1);
    const { node } = ghost;
    const shape = ghost.shape(tables);
    if (node === null || !shape) return t(key(matchMedia('(hover: none)').matches ? 'ghost.held.touch' : 'ghost.held'), { name });
    const reach = reachWords(shape, node, t);
    if (ghost.why) return t(key('ghost.illegal'), { name, reach, why: ghost.why.words });
    if (!ghost.preview) return null;
    const mine = ghost.preview.gains[(view.turn ?? 1) - 1] ?? 0;
    const all = ghost.preview.gains.reduce((sum, gain) => sum + gain, 0);
    const gains = t(key('ghost.gains'), { mine: points(mine), theirs: points(all - mine) });
    const n = ghost.preview.contacts.length;
    return `${t(key(`ghost.legal.${many(n)}`), { name, reach, n })} ${gains}`;
  },
  stage: (view, _tables, t) => t(key(`stage.${view.phase}`), { n: view.players.reduce((sum, p) => sum + p.laid.length, 0) }),
  heading: (view, _tables, t) => ({ words: t(key(`heading.${view.phase === 'play' ? 'play' : 'other'}`), { n: Math.floor(view.players.reduce((sum, p) => sum + p.laid.length, 0) / view.players.length) }) }),
  told: pointsOf,
  gains: (view, seat, _tables, t) => {
    const half = view.players[seat]?.half_points ?? 0;
    return [{ key: 'points', label: t(key('track.label'), { who: '', n: points(half) }), value: half / 2 }];
  },
  sign: Sign,
  diagram: Diagram,
};

export default board;
