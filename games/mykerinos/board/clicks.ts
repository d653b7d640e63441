// From clicks to words of the notation: which forms are meant, what can be clicked next. The armed patron lives in the
// builder, as the forms it is narrowed to, so that board, tray and Esc agree.
// SPDX-License-Identifier: MIT
import type { Builder } from '$page/boards/contract';
import { argsOf, armedBy, fitting, formsOf, nextWords, shortMove } from './logic';
import type { Patron, Tables } from './types';

export interface Clicks {
  armed: Patron | null;
  moves: string[]; // that fit what is picked, of the forms that are meant
  next: Set<string>; // spaces and rooms
  sides: { words: Set<string>; verb: 'take' | 'discard' };
  short: string | null; // complete as it is
}

const SURVEY = ['take %', 'room %', 'discard %'];

export function clicksOf(build: Builder, tables: Tables): Clicks {
  const all = build.active ? build.moves() : [];
  const armed = build.only === null ? null : armedBy(tables, build.only);
  const forms = [...formsOf(tables, armed), ...(armed === null ? SURVEY : [])];
  const moves = fitting(all, forms, build.args);
  const onTiles = (move: string) => move.startsWith('take ') || move.startsWith('discard ');
  return {
    armed,
    moves,
    next: nextWords(moves.filter((move) => !onTiles(move)), build.args.length),
    sides: {
      words: nextWords(moves.filter(onTiles), 0),
      verb: moves.some((move) => move.startsWith('discard ')) ? 'discard' : 'take',
    },
    short: shortMove(moves, build.args.length),
  };
}

/** A click on a space, a room or a tile; true if it meant something. */
export function clickWord(build: Builder, tables: Tables, word: string): boolean {
  const clicks = clicksOf(build, tables);
  if (clicks.short !== null && build.args.at(-1) === word) {
    build.choose(clicks.short);
    return true;
  }
  if (!clicks.next.has(word) && !clicks.sides.words.has(word)) return false;
  if (build.only === null && /^[a-h]/.test(word)) build.narrow(formsOf(tables, null));
  build.pick(word);
  return true;
}

/** The move that a click on a space, a room or a tile would mean if it were legal: for those who can say why it is not. */
export function wouldMean(build: Builder, tables: Tables, word: string): string | null {
  const at = build.args.length;
  const kind = (one: string): string => (/^[a-h]\d/.test(one) ? 'space' : /^\d/.test(one) ? 'room' : 'side');
  const like = clicksOf(build, tables).moves.find((move) => argsOf(move)[at] !== undefined && kind(argsOf(move)[at]!) === kind(word));
  if (like === undefined || build.args.includes(word)) return null;
  const args = argsOf(like);
  args[at] = word;
  return [like.split(' ')[0], ...args].join(' ');
}

/** A whole path at once, as a drag makes it: its move if it is one, else click by click. */
export function clickPath(build: Builder, tables: Tables, words: string[]): void {
  const path = [...build.args, ...words].join(' ');
  const whole = clicksOf(build, tables).moves.filter((move) => argsOf(move).join(' ') === path);
  // A first click may already leave one move only, which is sent: the second must not begin another.
  if (whole.length === 1) build.choose(whole[0]!);
  else for (const word of words) clickWord(build, tables, word);
}

/** Arms a patron, or puts the tile back. */
export function arm(build: Builder, tables: Tables, patron: Patron, armed: Patron | null): void {
  build.narrow(null);
  if (patron !== armed) build.narrow(formsOf(tables, patron));
}
