// What the board says about a position and a move: targets of a click, log lines, counters, explanations. It reads what
// the view and the legal moves say and works out no rule.
// SPDX-License-Identifier: MIT
import type { Move, SeatInfo, Topic } from '$page/boards/contract';
import { many, type Translate } from '$page/lib/words';
import type { Colour, Patron, Player, Room, Space, Tables, View } from './types';

export const PATRONS: Patron[] = ['V', 'L', 'B', 'K', 'T'];
const KEY = 'board.mykerinos.';
export const key = (name: string): string => KEY + name;

// --- moves ---

export const verbOf = (move: string): string => move.split(' ')[0]!;
export const argsOf = (move: string): string[] => move.split(' ').slice(1);

/** The forms of a patron's actions; without one, those of plain and of neutral cubes. */
export function formsOf(tables: Tables, patron: Patron | null): string[] {
  return tables.kinds.filter((kind) => kind.patron === patron).map((kind) => kind.form);
}

/** Which patron a set of forms belongs to, if it is one's whole set. */
export function armedBy(tables: Tables, forms: string[]): Patron | null {
  const of = new Set(tables.kinds.filter((kind) => forms.includes(kind.form)).map((kind) => kind.patron));
  return of.size === 1 && forms.length > 0 ? [...of][0]! : null;
}

/** Legal moves by what has to be clicked: those of these forms that begin with `args`. */
export function fitting(moves: string[], forms: string[], args: string[]): string[] {
  const verbs = new Set(forms.map(verbOf));
  return moves.filter((move) => verbs.has(verbOf(move)) && args.every((word, i) => argsOf(move)[i] === word));
}

/** The words that may be clicked next. */
export function nextWords(moves: string[], picked: number): Set<string> {
  const words = new Set<string>();
  for (const move of moves) {
    const word = argsOf(move)[picked];
    if (word !== undefined) words.add(word);
  }
  return words;
}

/** The move that is complete with what is picked, while longer ones are possible too. */
export function shortMove(moves: string[], picked: number): string | null {
  if (picked === 0) return null;
  return moves.find((move) => argsOf(move).length === picked) ?? null;
}

/** The spaces and rooms that the moves of others have touched, for "last move" marks. */
export function touched(moves: (string | null)[]): Set<string> {
  const words = new Set<string>();
  for (const move of moves)
    if (move !== null && !/^(deal|wing|first|take|discard) /.test(move)) for (const word of argsOf(move)) words.add(word);
  return words;
}

// --- words ---

function phrase(head: string, move: string, tables: Tables, t: Translate): string {
  const verb = verbOf(move);
  const args = argsOf(move);
  if (verb === 'take' || verb === 'discard') return t(key(`${head}.${verb}.${args[0]}`));
  let [a = '', b = '', c = ''] = args;
  if (verb === 'wing') a = tables.patrons.find((p) => p.patron === a)?.name ?? a;
  return t(key(`${head}.${verb}`), { a, b, c });
}

/** A tile as it is called: "Lemon 3", whichever way round it lies ("L3'"). */
export function tileWords(name: string, tables: Tables, t: Translate): string {
  const tile = tables.tiles.find((one) => one.tile === name.replace(/'$/, ''));
  if (!tile) return name;
  return tile.patron === null ? t(key('tile.blank')) : t(key('tile.short'), { patron: t(key(`patron.${tile.patron}`)), n: tile.points });
}

/** The patrons to whom a room counts, as the board shows them. */
const wingsOf = (room: Room, view: View, t: Translate): string =>
  room.wings.map((wing) => view.wings[wing - 1]?.patron).map((patron) => (patron ? t(key(`patron.${patron}`)) : '')).join(' / ');

/** What the log tells: the tile that was taken, who begins; names where they are known. */
export function sentence(move: string, _seat: SeatInfo | null, tables: Tables, t: Translate, before?: View, seats?: SeatInfo[]): string {
  const [verb = '', a = ''] = move.split(' ');
  const slot = before?.slots.find((one) => one !== null && one.area === before.area && one.side === a);
  if (verb === 'take' && slot) return t(key('log.take'), { a: tileWords(slot.tile, tables, t) });
  if (verb === 'discard' && slot) return t(key('log.discard'), { a: tileWords(slot.tile, tables, t) });
  if (verb === 'deal') return t(key('log.deal'), { a: tileWords(a, tables, t) });
  const room = verb === 'room' || verb === 'brown' ? tables.rooms.find((one) => one.room === a) : undefined;
  if (room && before) return t(key(`log.${verb}.of`), { value: room.value, wing: wingsOf(room, before, t) });
  if (verb === 'first') return t(key('log.first'), { a: seats?.[Number(a) - 1]?.name ?? a });
  return phrase('log', move, tables, t);
}

/** What a button or a list says of a move; a room is named by its worth and its patrons where they are known. */
export function describe(move: string, tables: Tables, t: Translate, view?: View): string {
  const [verb = '', a = ''] = move.split(' ');
  const room = view && (verb === 'room' || verb === 'brown') ? tables.rooms.find((one) => one.room === a) : undefined;
  if (room) return t(key(`do.${verb}.of`), { value: room.value, wing: wingsOf(room, view!, t) });
  return phrase('do', move, tables, t);
}

export function colourName(colour: Colour, seats: SeatInfo[], t: Translate): string {
  return colour === 'N' ? t(key('neutral')) : (seats[colour - 1]?.name ?? String(colour));
}

export function spaceName(space: Space, seats: SeatInfo[], t: Translate): string {
  if (space.cube === null) return t(key(space.pyramid ? 'space.pyramid' : 'space.empty'), { space: space.space });
  const who = colourName(space.cube, seats, t);
  return t(key(space.pyramid ? 'space.cube.pyramid' : 'space.cube'), { space: space.space, who });
}

export function spaceTopic(space: Space, seats: SeatInfo[], t: Translate): Topic {
  const values = { space: space.space, area: space.area };
  if (space.cube !== null) {
    const who = colourName(space.cube, seats, t);
    return {
      title: t(key('space.cube.title'), { ...values, who }),
      text: t(key('space.cube.text'), values),
      rule: 'R5.7',
    };
  }
  if (space.pyramid)
    return { title: t(key('space.pyramid.title'), values), text: t(key('space.pyramid.text'), values), rule: 'R4.6' };
  return { title: t(key('space.empty.title'), values), text: t(key('space.empty.text'), values), rule: 'R4.3' };
}

const points = (n: number, t: Translate): string => t(key(`tile.points.${many(n)}`), { n });

export function tileName(tile: { tile: string; patron: Patron | null; points: number }, tables: Tables, t: Translate): string {
  const patron = patronName(tile.patron, tables) ?? t(key('tile.none'));
  return t(key('tile.label'), { patron, points: points(tile.points, t) });
}

export function tileTopic(
  tile: { tile: string; patron: Patron | null; points: number },
  tables: Tables,
  t: Translate,
): Topic {
  const patron = patronName(tile.patron, tables);
  if (patron === null) return { title: t(key('tile.blank')), text: t(key('tile.blank.text')), rule: 'R5.5' };
  const power = t(key(`power.${tile.patron}.text`));
  return {
    title: `${patron}, ${points(tile.points, t)}`,
    text: `${t(key('tile.text'), { patron })} ${power}`,
    rule: 'R5.5',
  };
}

export const patronName = (patron: Patron | null, tables: Tables): string | null =>
  tables.patrons.find((p) => p.patron === patron)?.name ?? null;

/** The patron at a wing 1..5, as the game has dealt them; "" before that. */
export const wingName = (view: View, wing: number): string => view.wings[wing - 1]?.name ?? '';

export function powerTopic(patron: Patron, tables: Tables, t: Translate): Topic {
  return {
    title: patronName(patron, tables) ?? patron,
    text: `${t(key(`power.${patron}.text`))} ${t(key('power.note'))}`,
    rule: tables.kinds.find((kind) => kind.patron === patron)?.rule,
  };
}

export function roomName(room: Room, view: View, seats: SeatInfo[], t: Translate): string {
  const owner = view.rooms.find((r) => r.room === room.room)?.owner ?? null;
  return t(key('room.label'), {
    room: room.room,
    value: room.value,
    wing: room.wings.map((w) => wingName(view, w)).join(', '),
    who: owner === null ? t(key('room.free')) : colourName(owner, seats, t),
  });
}

/** What the best rooms are worth: those that a cube next door has to open. */
export const bestRoom = (tables: Tables): number => Math.max(...tables.rooms.map((room) => room.value));

export function roomTopic(room: Room, view: View, tables: Tables, t: Translate): Topic {
  const best = bestRoom(tables);
  const kind = room.wings.length > 1 ? 'shared' : room.value < best ? 'own' : 'inner';
  return {
    title: t(key('room.title'), { value: room.value, wing: wingsOf(room, view, t) }),
    text: t(key(`room.text.${kind}`), {
      value: room.value,
      best,
      a: wingName(view, room.wings[0]!),
      b: wingName(view, room.wings[1] ?? room.wings[0]!),
    }),
    rule: kind === 'inner' ? 'R5.6' : 'R6.2',
  };
}

// --- what has just happened ---

/** Who has taken which tile from one view to the next, and for how many points. Where two alike are gone, the other one
 *  having been put aside, the move tells which. */
export function taken(before: View, after: View, last: Move[] = []): { seat: number; tile: string; points: number }[] {
  const held = (player: Player, patron: Patron | null): number =>
    patron === null ? player.blank : (player.patrons.find((row) => row.patron === patron)?.tiles ?? 0);
  const gone = before.slots.filter((slot) => slot !== null && !after.slots.some((one) => one?.tile === slot.tile));
  return after.players.flatMap((player, seat) => {
    const was = before.players[seat];
    if (!was) return [];
    const fit = gone.filter(
      (slot) => held(player, slot!.patron) > held(was, slot!.patron) && player.points - was.points === slot!.points,
    );
    const tile = fit.find((slot) => last.some((one) => one.seat === seat && one.move === `take ${slot!.side}`)) ?? fit[0];
    return tile ? [{ seat, tile: tile.tile, points: tile.points }] : [];
  });
}

// --- the state of a player ---

export const playerOf = (view: View, seat: number | null): Player | null =>
  seat === null ? null : (view.players[seat] ?? null);

export function roomsOf(view: View, seat: number): number {
  return view.rooms.filter((room) => room.owner === seat + 1).length;
}

/** What a tile in the tray can do now. */
export type TileState = 'none' | 'used' | 'ready' | 'armed' | 'blocked' | 'wait';

export function tileState(
  player: Player,
  patron: Patron,
  moves: string[],
  tables: Tables,
  armed: Patron | null,
  excavating: boolean,
): TileState {
  const row = player.patrons.find((p) => p.patron === patron)!;
  if (row.tiles === 0) return 'none';
  if (armed === patron) return 'armed';
  if (fitting(moves, formsOf(tables, patron), []).length > 0) return 'ready';
  if (row.tilted === row.tiles) return 'used';
  return excavating ? 'blocked' : 'wait';
}

/** Tiles of the undealt set by patron, dearest last; the blank one apart. */
export function remaining(view: View, tables: Tables): Map<Patron, number[]> {
  const left = new Map<Patron, number[]>(PATRONS.map((patron) => [patron, []]));
  for (const name of view.undealt) {
    const tile = tables.tiles.find((row) => row.tile === name);
    if (tile?.patron) left.get(tile.patron)!.push(tile.points);
  }
  for (const list of left.values()) list.sort((a, b) => a - b);
  return left;
}

/** A sentence if a slip would hurt: a season given up, a tile left lying. */
export function confirm(move: string, view: View, t: Translate): string | null {
  const player = typeof view.turn === 'number' ? view.players[view.turn - 1] : undefined;
  if (move === 'pass' && player && player.stock > 0) return t(key('confirm.pass'), { n: player.stock });
  if (move === 'decline' && view.slots.some((slot) => slot !== null && slot.area === view.area))
    return t(key('confirm.decline'));
  return null;
}

/** R4.1: what a new season brings is nobody's move; the log tells whoever looks how much it was. */
export function aftermath(before: View, after: View, t: Translate): { words: string; seat: number | null; keys: string[] } | null {
  if (before.season === after.season) return null;
  return { words: t(key('log.refill')), seat: typeof after.viewer === 'number' ? after.viewer - 1 : null, keys: ['stock'] };
}
