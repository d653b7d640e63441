// What each move of Myriath looks like: a tile leaves its place in the tray and slides to the board, the ends that touch
// flash, a half point pops at each of them and flies to the track.
// SPDX-License-Identifier: MIT
import type { Told } from '$page/boards/contract';
import type { Beat, Piece, Place } from '$page/director/beats';
import { home, pop, show, signed } from '$page/director/write';
import { inset, middle, nodeAt, scaled } from './geometry';
import { compare, points, shapeOf } from './logic';
import Tile from './Tile.svelte';
import type { Laid, Tables, View } from './types';

const nodePlace = (node: string): Place => ({ drawing: 'svg.mr-board', point: middle(...nodeAt(node)) });

/** A tile as it will lie: the middle of its anchor's node comes to lie on that of the board. */
function pieceOf(one: Laid, seat: number, tables: Tables): Piece {
  const shape = shapeOf(tables, one.tile, one.orientation);
  const outline = inset(scaled(shape.outline), -4);
  const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { component: Tile, props: { shape, seat }, box: [x, y, Math.max(...xs) - x, Math.max(...ys) - y], origin: middle(0, 0), like: nodePlace(one.anchor) };
}

function fresh(before: View, after: View): { seat: number; laid: Laid }[] {
  return after.players.flatMap((player, seat) => {
    const had = new Set(before.players[seat]?.laid.map((one) => one.tile));
    return player.laid.filter((one) => !had.has(one.tile)).map((laid) => ({ seat, laid }));
  });
}

export function beats({ before, after, tables }: Told<View, Tables>): Beat[] {
  if (before.players.length !== after.players.length) return [];
  const slides = fresh(before, after).flatMap(({ seat, laid }): Beat[] => {
    const from: Place = [`[data-hand="${seat}"] [data-tile="${laid.tile}"]`, `[data-home="${seat}"]`];
    return [{ kind: 'slide', actor: seat, from, to: nodePlace(laid.anchor), piece: pieceOf(laid, seat, tables) }, { kind: 'land', actor: seat }];
  });
  const { contacts, gains } = compare(before, after);
  if (contacts.length === 0) return slides;
  const actor = contacts[0]!.seat;
  const places = contacts.map((c) => nodePlace(c.node));
  const scorers = gains.flatMap((half, seat) => (half > 0 ? [{ half, seat }] : []));
  return [
    ...slides,
    { kind: 'join', actor, places },
    { kind: 'pop', actor, places, told: contacts.map((c) => `+${points(c.halves.length)}`) },
    { kind: 'flow', actor, places, ends: contacts.map((c): Place => [`[data-track="${c.seat}"]`, `[data-home="${c.seat}"]`]) },
    show(actor),
    ...scorers.map(({ half, seat }) => pop(seat, home(seat), half % 2 ? `+${points(half)}` : signed(half / 2))),
  ];
}
