// Cyclades for the shell: the board, the tray, and what it says in words.
// SPDX-License-Identifier: MIT
import type { Component } from 'svelte';
import type { BoardModule } from '$page/boards/contract';
import { many, t as translate } from '$page/lib/words';
import creatures from './art/creatures.svg?raw';
import pieces from './art/pieces.svg?raw';
import Actions from './Actions.svelte';
import { beats } from './beats';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import Icon from './Icon.svelte';
import { aftermath, befallen, confirm, describe, key, playerOf, priceOf, sentence, silent, stageOf, stageWords } from './logic';
import { prompt } from './prompt';
import Sign from './Sign.svelte';
import Tray from './Tray.svelte';
import type { Tables, View } from './types';

// The drawings are symbols that board and tray refer to; they stand once in the page.
document.body.insertAdjacentHTML('afterbegin', pieces + creatures);

/** A drawn piece as an icon without properties, as the players' panel wants it. */
const icon = (name: string): Component => ((anchor: Parameters<typeof Icon>[0]) => Icon(anchor, { name, w: 20 })) as unknown as Component;
const icons = { metropolises: icon('metro1'), gold: icon('coin'), revenue: icon('horn'), philosophers: icon('philo'), priests: icon('priest') };

const board: BoardModule<View, Tables> = {
  component: Board,
  beats,
  tray: Tray,
  trayPlace: 'left',
  place: { tablet: 640, phone: 338, phoneAsk: 106 },
  actions: Actions,
  prompt,
  counters(view, seat, tables, t) {
    const player = playerOf(view, seat);
    if (!player) return [];
    const count = (name: keyof typeof icons, value: number | string) => ({ key: name, label: t(key(`count.${name}`), { goal: view.goal, wise: tables.philosophers }), value, icon: icons[name] });
    return [
      { ...count('metropolises', `${player.metropolises}/${view.goal}`), chief: true },
      count('gold', player.gold ?? '?'),
      { ...count('revenue', `+${player.revenue}`), chief: true },
      count('philosophers', player.philosophers),
      count('priests', player.priests),
    ];
  },
  sentence,
  describe,
  confirm: (move, view) => confirm(move, view, translate),
  stage: (view, _tables, t) => stageWords(view, t),
  heading: (view, _tables, t) => ({ words: stageWords(view, t), seat: stageOf(view) === 'act' && view.turn !== null ? view.turn - 1 : null }),
  told: (view, seat) => playerOf(view, seat)?.metropolises ?? 0,
  gains(view, seat, tables, t) {
    const player = playerOf(view, seat);
    if (!player) return [];
    const one = (name: keyof typeof icons, value: number | null) => ({ key: name, label: t(key(`count.${name}`), { goal: view.goal, wise: tables.philosophers }), value: value ?? NaN, icon: icons[name] });
    return [one('metropolises', player.metropolises), one('philosophers', player.philosophers), one('priests', player.priests), one('revenue', player.revenue), one('gold', player.gold)];
  },
  price: (move, before, tables) => ({ key: 'gold', n: -(priceOf(move, before, tables) ?? 0) }),
  aftermath,
  befallen,
  silent,
  points: (n, t) => t(key(`points.${many(n)}`), { n }),
  // R6.1, R6.4: gold, then revenue.
  ties(view, _tables, t) {
    const by = (name: 'gold' | 'revenue') => ({
      key: name, label: t(key(`tie.${name}`)), icon: icons[name], values: view.players.map((p) => (p.alive ? p[name] : null)),
      more: (who: string) => t(key(`tie.${name}.more`), { who }), less: (who: string) => t(key(`tie.${name}.less`), { who }),
    });
    return { rule: 'R6.4', rows: [by('gold'), by('revenue')], out: view.players.filter((p) => !p.alive).map((p) => p.seat - 1) };
  },
  sign: Sign,
  diagram: Diagram,
};

export default board;
