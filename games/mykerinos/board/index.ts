// Mykerinos for the shell: the board, the tray, and what it says in words.
// SPDX-License-Identifier: MIT
import type { BoardModule } from '$page/boards/contract';
import { many, t as translate } from '$page/lib/words';
import Actions from './Actions.svelte';
import { beats } from './beats';
import Board from './Board.svelte';
import { clicksOf } from './clicks';
import Diagram from './Diagram.svelte';
import Reserve from './icons/Reserve.svelte';
import Room from './icons/Room.svelte';
import Stock from './icons/Stock.svelte';
import Tile from './icons/Tile.svelte';
import { aftermath, confirm, describe, key, playerOf, roomsOf, sentence } from './logic';
import Sign from './Sign.svelte';
import Tray from './Tray.svelte';
import type { Tables, View } from './types';

const board: BoardModule<View, Tables> = {
  component: Board,
  beats,
  actions: Actions,
  tray: Tray,
  trayPlace: 'below',
  place: { below: [126, 140], tablet: 478, phone: 461, phoneAsk: 114 },
  counters(view, seat, _tables, t) {
    const player = playerOf(view, seat);
    if (!player) return [];
    const tiles = player.patrons.reduce((sum, row) => sum + row.tiles, 0) + player.blank;
    return [
      { key: 'stock', label: t(key(`count.stock.${many(player.stock)}`)), value: player.stock, icon: Stock },
      { key: 'reserve', label: t(key('count.reserve')), value: player.reserve, icon: Reserve },
      { key: 'tiles', label: t(key(`count.tiles.${many(tiles)}`)), value: tiles, icon: Tile },
      { key: 'rooms', label: t(key(`count.rooms.${many(roomsOf(view, seat))}`)), value: roomsOf(view, seat), icon: Room },
    ];
  },
  sentence,
  describe,
  confirm: (move, view) => confirm(move, view, translate),
  prompt(build, _view, tables, t) {
    const { armed, next, short } = clicksOf(build, tables);
    const last = build.args.at(-1);
    if (last === undefined) return armed === null ? null : t(key(`ask.first.${armed}`));
    const words = [...next].sort().join(', ');
    return `${t(key('ask.next'), { a: last, words })}${short === null ? '' : ` ${t(key('ask.or'))}`}`;
  },
  stage: (view, tables, t) => {
    const season = t(key('season.of'), { n: view.season, all: tables.seasons });
    const phase = t(key(`phase.${view.phase}`));
    return `${season} · ${phase}${view.last_action ? `, ${t(key('last.action'))}` : ''}`;
  },
  // Between two of one's cubes the neutral ones are asked for, with two players: that is no part of its own.
  heading: (view, tables, t) => ({ words: `${t(key('season.of'), { n: view.season, all: tables.seasons })} · ${t(key(`phase.${view.phase === 'neutral' ? 'excavate' : view.phase}`))}` }),
  aftermath,
  silent: (move) => move === 'n-none', // that nothing was placed is no news
  told: (view, seat) => playerOf(view, seat)?.score ?? 0,
  gains(view, seat, _tables, t) {
    const player = playerOf(view, seat);
    if (!player) return [];
    const tiles = player.patrons.reduce((sum, row) => sum + row.tiles, 0) + player.blank;
    return [
      { key: 'points', label: t(key('count.points')), value: player.points },
      { key: 'stock', label: t(key(`count.stock.${many(player.stock)}`)), value: player.stock, icon: Stock },
      { key: 'tiles', label: t(key(`count.tiles.${many(tiles)}`)), value: tiles, icon: Tile },
      { key: 'rooms', label: t(key(`count.rooms.${many(roomsOf(view, seat))}`)), value: roomsOf(view, seat), icon: Room },
    ];
  },
  // R6.4: cubes in stock.
  ties(view, _tables, t) {
    const stock = { key: 'stock', label: t(key('tie.stock')), icon: Stock, values: view.players.map((p) => p.stock), more: (who: string) => t(key('tie.stock.more'), { who }), less: (who: string) => t(key('tie.stock.less'), { who }) };
    return { rule: 'R6.4', rows: [stock], out: [] };
  },
  sign: Sign,
  diagram: Diagram,
};

export default board;
