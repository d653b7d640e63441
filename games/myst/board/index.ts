// Myst for the shell: the board, the tray, and what it says in words.
// SPDX-License-Identifier: MIT
import type { BoardModule } from '$page/boards/contract';
import { games } from '$page/lib/games.svelte';
import { t } from '$page/lib/words';
import Actions from './Actions.svelte';
import { beats } from './beats';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import Ending from './Ending.svelte';
import { handOf } from './hand.svelte';
import Cards from './icons/Cards.svelte';
import Key from './icons/Key.svelte';
import Piece from './icons/Piece.svelte';
import Switch from './icons/Switch.svelte';
import { asTeam, confirm, describe, doing, heldBy, key, keysAtStake, partOf, raceHeading, racing, refusedAt, sentence, stage } from './logic';
import { COLOURS } from './sprite';
import Sign from './Sign.svelte';
import Tray from './Tray.svelte';
import type { Tables, View } from './types';

const board: BoardModule<View, Tables> = {
  component: Board,
  beats,
  tray: Tray,
  trayPlace: 'left',
  place: { tablet: 660, phone: 330 },
  actions: Actions,
  colours: COLOURS,
  counters(view, seat, _tables, t) {
    const team = asTeam(seat);
    if (team === null) return [];
    const { pieces, switches, cards } = view.teams[team];
    const counter = (name: string, value: number, icon: typeof Piece) => ({ key: name, label: t(key(`count.${name}`)), head: t(key(`head.${name}`)), value, icon });
    return [
      counter('pieces', pieces, Piece),
      counter('landmarks', heldBy(view, team), Key),
      counter('switches', switches, Switch),
      counter('cards', cards, Cards),
    ];
  },
  hidden: (_before, t, seat) => (seat === null ? null : t(key('log.hidden'))), // the one choice that is secret (R3.4)
  silent: (move) => move === 'end',
  flags: (move) => /^(place|link|try|trylink) /.test(move) && refusedAt(move) !== null, // a step too far is told where it was meant
  sentence,
  describe,
  confirm: (move, view, tables) => confirm(move, view, tables, t),
  prompt(build, view, tables, t) {
    const hand = handOf(build);
    if (view.phase === 'move' && view.mover !== null && keysAtStake(view, tables, view.mover).size > 0) return t(key('prompt.walk'));
    if (!racing(view)) return null;
    // Whoever is cut off reads what the question says of it.
    const may = (verb: string): boolean => build.moves().some((move) => move.startsWith(verb));
    if (hand.book ? !may('link ') : !may('place ')) return null;
    if (hand.book) return t(key(hand.held === null ? 'prompt.book' : 'prompt.book.held'));
    return t(key(hand.held === null ? 'prompt.race' : matchMedia('(hover: none)').matches ? 'prompt.held.touch' : 'prompt.held'));
  },
  stage,
  race: racing,
  doing: (view, seat, tables, t) => doing(view, seat, tables, games.bots, t),
  heading: (view, tables, t) => (partOf(view) === 'race' ? { words: raceHeading(view, t) } : { words: stage(view, tables, t), seat: partOf(view) === 'walk' ? view.mover : null }),
  told: (view, seat) => view.teams[asTeam(seat) ?? 0].score,
  gains(view, seat, _tables, t) {
    const team = asTeam(seat);
    if (team === null) return [];
    return [
      { key: 'landmarks', label: t(key('count.landmarks')), value: heldBy(view, team), icon: Key },
      { key: 'switches', label: t(key('count.switches')), value: view.teams[team].switches, icon: Switch },
    ];
  },
  ending: Ending,
  sign: Sign,
  diagram: Diagram,
};

export default board;
