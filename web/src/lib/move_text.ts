// Moves and events in words. A board has sentences of its own; without one the game's verb table serves.
// SPDX-License-Identifier: MIT
import type { BoardModule, Move, SeatInfo } from '../boards/contract';
import { parse } from './legal';
import type { Event, Game } from './protocol';
import { t } from './words';

export interface Teller {
  game: Game | null;
  board: BoardModule | null;
  tables: unknown;
  seats: SeatInfo[];
}

export const nameOf = (seats: SeatInfo[], seat: number | null | undefined): string =>
  (seat !== null && seat !== undefined ? seats[seat]?.name : undefined) ?? t('table.log.luck');

/** "extend f5 f6" is "Extend a dig by two cubes: f5 f6" where no board says it better. */
export function describe(who: Teller, move: string, before?: unknown): string {
  if (who.board) return who.board.describe(move, who.tables, t, before);
  const verbs = who.game?.verbs ?? [];
  const found = parse(verbs.map((v) => v.form), move);
  const words = verbs.find((v) => v.form === found?.form)?.words;
  if (!found || !words) return move;
  return found.args.length ? `${words}: ${found.args.join(' ')}` : words;
}

/** What somebody did, without the name. */
export function sentence(who: Teller, move: string | null, seat: number | null, before?: unknown, earlier?: readonly Move[]): string {
  if (move === null) return who.board?.hidden?.(before, t, seat) ?? t(seat === null ? 'table.log.luckHidden' : 'table.log.hidden');
  if (who.board) return who.board.sentence(move, seat === null ? null : (who.seats[seat] ?? null), who.tables, t, before, who.seats, earlier);
  const words = describe(who, move);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The same with the name. Most say what somebody does ("sails on"), some begin with a name ("Zeus Day: ..."), which stands apart. */
export function withName(who: Teller, move: string | null, seat: number | null, before?: unknown): string {
  const did = sentence(who, move, seat, before);
  return `${nameOf(who.seats, seat)}${/^\p{Lu}/u.test(did) ? ' · ' : ' '}${did}`;
}

/** An event that is no move, as a line of the log; null: it needs none. */
export function tellEvent(who: Teller, e: Event): string | null {
  const name = nameOf(who.seats, e.seat);
  switch (e.e) {
    case 'start':
      return t('table.log.start');
    case 'over':
      return t(e.how === 'stopped' ? 'table.log.stopped' : e.how === 'abandoned' ? 'table.log.abandoned' : 'table.log.over');
    case 'undo':
      return t('table.log.undo');
    case 'sit':
    case 'join':
      return t('table.log.sit', { name: e.name ?? name });
    case 'leave':
      return t('table.log.leave', { name });
    case 'back':
      return t('table.log.back', { name });
    case 'standin':
      return t('table.log.standin', { name });
    case 'resign':
      return t(e.why === 'clock' ? 'table.log.clock' : 'table.log.resign', { name });
    case 'credit':
      return t('table.log.credit');
    case 'extend':
      return t('table.log.extend', { name: nameOf(who.seats, e.from), other: name });
    case 'rest':
      return t('table.log.rest', { name });
    case 'gap':
      return t('table.log.earlier');
    default:
      return null;
  }
}
