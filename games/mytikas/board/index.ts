// Mytikas for the shell: the board, the tray, and what it says in words.
// SPDX-License-Identifier: MIT
import type { BoardModule, Builder } from '$page/boards/contract';
import { many, t as translate, type Translate } from '$page/lib/words';
import Actions from './Actions.svelte';
import { beats } from './beats';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import Built from './icons/Built.svelte';
import Cubes from './icons/Cubes.svelte';
import Favor from './icons/Favor.svelte';
import Offering from './icons/Offering.svelte';
import { builtOf, confirm, cubesOf, describe, favorsOf, godName, hidden, key, mainWords, playerOf, powerValues, sentence, silent } from './logic';
import { FEW, optionsOf } from './options';
import { picksOf } from './picks.svelte';
import Sign from './Sign.svelte';
import Tray from './Tray.svelte';
import type { God, Tables, View } from './types';

/** What following takes: an offering token, or a favour out of those one has. */
function priceOf(means: string, view: View, tables: Tables, t: Translate): string {
  const own = view.decides === null ? undefined : view.players[view.decides - 1];
  if (means === '$') return t(key('opt.offering'));
  const n = own?.favors[means as God] ?? 1;
  return t(key(n === 1 ? 'price.favor.one' : 'price.favor'), { n, god: godName(means, tables) });
}

/** What is to be clicked next, by what is in hand and what is asked. */
function prompt(build: Builder, view: View, tables: Tables, t: Translate): string | null {
  const o = optionsOf(build.moves());
  const { cube, space, level, power } = picksOf(build);
  if (cube) {
    const lift = o.cubes.some((m) => m.verb === 'upx');
    return t(key(lift ? 'prompt.cube.lift' : 'prompt.cube'), { res: t(key(`res.${cube.res}`)), level: cube.level });
  }
  if (space !== null) {
    const type = space.split(' ')[0]!;
    const points = tables.buildings.find((b) => b.type === type)!.points;
    const best = Math.max(...o.builds.filter((b) => b.space === space).map((b) => b.level));
    return t(key('prompt.space'), {
      what: t(key(`type.${type}`)),
      best: t(key('prompt.space.one'), { level: best, points: best * points }),
    });
  }
  if (level !== null) return t(key('prompt.level'), { level });
  if (power !== null) return t(key(`power.${power}.text`), powerValues(tables));
  if (o.builds.length > 0) return o.builds.length <= FEW ? '' : t(key('prompt.build'));
  if (o.go.size > 0) return t(key(o.powers.length > 0 ? 'prompt.power' : 'prompt.start'));
  if (o.cubes.some((m) => m.verb === 'up')) return t(key('prompt.lift'));
  if (o.cubes.some((m) => m.verb === 'move')) return t(key('prompt.move'));
  if (o.give.size > 0) return t(key('prompt.give'));
  if (o.cubes.length > 0) return t(key('prompt.end'));
  if (o.gods.size > 0) return t(key(o.from.length > 0 ? 'prompt.favor.from' : 'prompt.favor'));
  if (o.from.length > 0) return t(key('prompt.from'));
  const only = o.follow.length === 1 ? o.follow[0]! : null;
  if (only && view.area !== null) return t(key('prompt.follow.one'), { main: mainWords(view.area, tables, t), price: priceOf(only.means, view, tables, t) });
  if (o.follow.length > 0) return view.area === null ? t(key('prompt.follow')) : t(key('prompt.follow.do'), { main: mainWords(view.area, tables, t) });
  if (o.cards.size > 0 && view.phase === 'target') return t(key('prompt.on'));
  return null;
}

const board: BoardModule<View, Tables> = {
  component: Board,
  beats,
  tray: Tray,
  actions: Actions,
  trayPlace: 'below',
  place: { right: 300, ask: [84, 92], below: [166, 204], tablet: 520, phone: 500, phoneAsk: 68, aside: true },
  counters(view, seat, _tables, t) {
    const player = playerOf(view, seat);
    if (!player) return [];
    return [
      { key: 'cubes', label: t(key(`count.cubes.${many(cubesOf(player))}`)), value: cubesOf(player), icon: Cubes },
      { key: 'built', label: t(key(`count.built.${many(builtOf(player))}`)), value: builtOf(player), icon: Built },
      { key: 'favors', label: t(key(`count.favors.${many(favorsOf(player))}`)), value: favorsOf(player), icon: Favor },
      { key: 'offerings', label: t(key(`count.offerings.${many(player.reserve)}`)), value: player.reserve, icon: Offering },
    ];
  },
  sentence,
  hidden,
  silent,
  describe,
  confirm: (move, view) => confirm(move, view, translate),
  prompt,
  stage: (view, tables, t) => {
    if (view.phase === 'over') return t(key('stage.over'));
    if (view.turn === 0 && view.players.every((p) => p.spot === null) && view.phase !== 'start') return t(key('stage.setup'));
    return [
      t(key('stage.turn'), { n: view.turn + 1 }),
      t(key('stage.levels'), { n: view.complete_levels, all: tables.full_levels }),
      t(key('stage.locks'), { n: view.locks_taken, all: view.locks.length }),
    ].join(' · ');
  },
  heading: (view, _tables, t) => {
    const turn = view.phase === 'first' || view.phase === 'deal' || view.phase === 'line' || view.phase === 'pick' || view.phase === 'setup' ? t(key('stage.setup')) : t(key('stage.turn'), { n: view.turn + 1 });
    return { words: turn, seat: view.active === null ? null : view.active - 1 };
  },
  told: (view, seat) => playerOf(view, seat)?.score ?? 0,
  gains(view, seat, _tables, t) {
    const player = playerOf(view, seat);
    if (!player) return [];
    return [
      { key: 'score', label: t(key('tray.score'), { n: player.score }), value: player.score },
      { key: 'offerings', label: t(key(`count.offerings.${many(player.reserve)}`)), value: player.reserve, icon: Offering },
    ];
  },
  sign: Sign,
  diagram: Diagram,
};

export default board;
