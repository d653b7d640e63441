// What the board says about a position and a move, and where things lie. No rule is worked out here.
// SPDX-License-Identifier: MIT
import type { SeatInfo, Topic } from '$page/boards/contract';
import { many, type Translate } from '$page/lib/words';
import type { Player, Tables, View } from './types';

export const key = (name: string): string => `board.quarry.${name}`;
export const stoneName = (stone: string, t: Translate): string => t(key(`stone.${stone}`));

// --- where things lie, in a drawing 480 wide ---

export const WIDTH = 480;
export const TOP = 148; // of the players
export const ROW = 62;
export const CHIP = { across: 9, step: 51, size: 44 }; // the bids to choose from

/** The middle of the chip for a bid, below so many players. */
export const chipAt = (bid: number, players: number): [number, number] => [
  36 + (bid % CHIP.across) * CHIP.step,
  TOP + ROW * players + 84 + Math.floor(bid / CHIP.across) * CHIP.step,
];

/** With room for all the chips that anybody may need. */
export const heightOf = (view: View): number => TOP + ROW * view.players.length + 64 + 2 * CHIP.step;

// --- what it says ---

function phrase(head: string, move: string, t: Translate): string {
  const [verb = '', what = ''] = move.split(' ');
  if (verb !== 'bid') return t(key(`${head}.${verb}`), { stone: stoneName(what, t) });
  return t(key(`${head}.bid.${many(Number(what))}`), { n: what });
}
export const sentence = (move: string, _seat: SeatInfo | null, _tables: Tables, t: Translate): string => phrase('log', move, t);
export const describe = (move: string, _tables: Tables, t: Translate): string => phrase('do', move, t);

export function stoneTopic(tables: Tables, view: View, stone: string, t: Translate): Topic {
  const at = tables.stones.findIndex((one) => one.stone === stone);
  const { points = 0, copies = 0 } = tables.stones[at] ?? {};
  return {
    title: stoneName(stone, t),
    text: t(key('stone.text'), { points, copies, left: view.bag[at] ?? 0, bonus: tables.bonus }),
    rule: 'R2.1',
  };
}

export function playerTopic(tables: Tables, player: Player, name: string, t: Translate): Topic {
  const favourite = player.favourite === null ? t(key('favourite.hidden')) : t(key('favourite.is'), { stone: stoneName(player.favourite, t) });
  return { title: name, text: `${t(key(`coins.${many(player.coins)}`), { n: player.coins })}. ${favourite} ${t(key('rate'), { rate: tables.rate })}`, rule: 'R6.3' };
}

/** How the last round ended, or null. */
export function lastRound(view: View, nameOf: (seat: number) => string, t: Translate): string | null {
  if (view.sold === null) return null;
  const stone = stoneName(view.sold, t);
  if (view.buyer === null) return t(key('last.nobody'), { stone });
  const paid = view.players[view.buyer - 1]?.shown ?? 0;
  return t(key(`last.sold.${many(paid)}`), { stone, who: nameOf(view.buyer - 1), n: paid });
}

/** What is written where a player's bid lies: a number, a question mark for a hidden one, or the bid of the round before. */
export function bidText(player: Player, phase: View['phase']): string {
  if (phase === 'bid') return player.bid === null ? '' : String(player.bid);
  return player.shown === null ? '' : String(player.shown);
}
