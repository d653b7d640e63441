// What each move of Mykerinos looks like: cubes come from their owner, tiles go to whoever takes them and their points
// fly after them, discs go to the passing scale, tiles are turned up.
// SPDX-License-Identifier: MIT
import type { Told } from '$page/boards/contract';
import Cube from '$page/art/Cube.svelte';
import type { Beat, Piece, Place } from '$page/director/beats';
import { carry, flow, home, named, pop, show, signed, token } from '$page/director/write';
import { argsOf, taken } from './logic';
import type { Colour, Slot, Tables, View } from './types';

const owner = (colour: Colour) => (colour === 'N' ? 'N' : colour - 1);
const cube = (colour: Colour, at: string, fit: number): Piece => ({ component: Cube, props: { owner: owner(colour), size: 46 }, box: [-23, -23, 46, 46], like: named(at), fit });
const tileAt = (tile: string): Place => `[data-piece="${tile}"]`;
const MUSEUM = named('museum'); // as a whole, where its rooms are not shown
const cubeAt = (space: string): Place => `[data-piece="${space}"]`;

/** Cubes on the spaces that a move names, where there was none: each comes from its owner. A survey may take them away at once. */
function dug({ before }: Told<View, Tables>, seat: number, move: string): Beat[] {
  const colour: Colour = move.startsWith('n-') ? 'N' : seat + 1;
  const fresh = argsOf(move).filter((space) => before.spaces.some((s) => s.space === space && s.cube !== colour));
  return fresh.flatMap((space) => carry(seat, home(seat), named(space), cube(colour, space, 0.64)));
}

/** A room that has a cube now. */
function housed({ before, after }: Told<View, Tables>, seat: number): Beat[] {
  const was = new Map(before.rooms.map((r) => [r.room, r.owner]));
  return after.rooms.filter((r) => r.owner !== null && was.get(r.room) !== r.owner).flatMap((r) => [...carry(seat, home(seat), [named(r.room), MUSEUM], cube(r.owner!, r.room, 0.5)), { kind: 'join', actor: seat, at: [named(r.room), MUSEUM] }]);
}

/** Something goes into the Museum: where there is room for one of the two only, it is seen rather than the dig. */
export const intoMuseum = (beat: Beat | null): boolean => [beat?.to, beat?.at].some((place) => Array.isArray(place) && place.includes(MUSEUM));

/** A tile leaves the dig for the tray, or the row, of whoever takes it. */
function claimed(told: Told<View, Tables>): Beat[] {
  return taken(told.before, told.after, told.moves).flatMap(({ tile, seat, points }) => {
    const slot = told.before.slots.find((s): s is Slot => s?.tile === tile);
    if (!slot) return [];
    const to: Place = seat === told.me ? [`[data-patron="${slot.patron}"]`, `[data-home="${seat}"]`] : home(seat);
    return [...carry(seat, tileAt(tile), to, undefined, tileAt(tile)), ...(points > 0 ? [...flow(seat, named(`area${slot.area}`), home(seat), 1), pop(seat, home(seat), signed(points))] : [])];
  });
}

/** A new season: the cubes go home, area by area. */
function swept({ before, after }: Told<View, Tables>): Beat[] {
  const gone = before.spaces.filter((s) => s.cube !== null && after.spaces.find((now) => now.space === s.space)?.cube === null);
  if (gone.length === 0) return [];
  return [{ kind: 'join', actor: null, places: gone.slice(0, 8).map((s) => cubeAt(s.space)) }];
}

/** Tiles that are turned up, one after the other. */
function dealt({ before, after, moves }: Told<View, Tables>): Beat[] {
  if (!moves.some((m) => m.move?.startsWith('deal'))) return [];
  const was = new Set(before.slots.map((s) => s?.tile));
  const fresh = after.slots.flatMap((s) => (s && !was.has(s.tile) ? [tileAt(s.tile)] : []));
  return fresh.length ? [{ kind: 'turn', actor: null, places: fresh }] : [];
}

function passed({ before, after }: Told<View, Tables>, seat: number): Beat[] {
  const i = after.passed.findIndex((colour, at) => colour === seat + 1 && before.passed[at] !== colour);
  return i < 0 ? [] : carry(seat, home(seat), [`[data-pass="${i}"]`, named('scale')], token(seat));
}

export function beats(told: Told<View, Tables>): Beat[] {
  const before: Beat[] = [];
  for (const move of told.moves) {
    if (move.seat === null || move.move === null) continue;
    const verb = move.move.split(' ')[0]!;
    if (verb === 'pass') before.push(...passed(told, move.seat));
    else if (verb === 'room' || verb === 'brown') before.push(...housed(told, move.seat));
    else if (verb === 'discard') before.push({ kind: 'join', actor: move.seat, at: named(argsOf(move.move)[0]!) });
    else if (verb !== 'take') before.push(...dug(told, move.seat, move.move));
  }
  before.push(...claimed(told), ...swept(told));
  const after = dealt(told);
  return after.length ? [...before, show(null), ...after] : before;
}
