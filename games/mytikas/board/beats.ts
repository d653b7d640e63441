// What each move of Mytikas looks like: figures walk to their area, cubes are gained and hop up the steps, buildings rise on
// Olympus, favours go from pile to player and back, offerings land one by one, cards turn.
// SPDX-License-Identifier: MIT
import type { Told } from '$page/boards/contract';
import type { Beat, Piece, Place } from '$page/director/beats';
import { carry, flow, home, named, pop, show, signed, symbol } from '$page/director/write';
import Ladder from './Ladder.svelte';
import { GODS, RES } from './logic';
import type { God, Player, Res, Tables, View } from './types';

type Story = Told<View, Tables>;

const pile = (god: God): Place => named(`pile-${god}`);
const favour = (god: God): Piece => symbol(`mt-f${god}`, 40, 40, { like: pile(god) });
const cube = (res: Res): Piece => symbol(`mt-${res}`, 30, 30);
const SEEN = 450; // ms
/** Beside the words that tell the move, where room is kept for it; a replay has it beside the name. */
const aside = (seat: number): Place => ['[data-aside]', `[data-home="${seat}"]`];
const ladder = (res: Res, from: number, to: number): Piece => ({ component: Ladder, props: { res, from, to }, box: [0, 0, 112, 74], origin: [56, 37], like: '[data-aside]', fit: 1 });
const OFFERING = symbol('mt-off', 26, 26);
/** A player's own things: in the tray, if it is the one who looks, else the row. */
const own = (seat: number, me: number | null, name: string): Place => (seat === me ? [named(name), `[data-home="${seat}"]`] : home(seat));

/** Where the action takes place. */
const scene = ({ before, after, moves }: Story): Place => {
  const gone = moves.flatMap((m) => /^go (\S+)/.exec(m.move ?? '')?.[1] ?? [])[0];
  const area = gone ?? before.area ?? after.area;
  return area ? [named(`${area}-bonus`), named(area), '.mt'] : '.mt';
};

/** The figure walks; where it has not stood yet it comes from its owner. */
function figures({ before, after }: Story): Beat[] {
  return after.players.flatMap((player, seat) => {
    const was = before.players[seat]?.spot ?? null;
    if (player.spot === null || player.spot === was) return [];
    const to = [`[data-stand="${player.spot}"]`, named(player.spot)];
    if (was !== null) return carry(seat, `[data-figure="${seat}"]`, to, undefined, `[data-figure="${seat}"]`);
    return carry(seat, home(seat), to, symbol('mt-fig', 40, 52, { like: to, owner: seat, emblem: 'translate(-9 -.5) scale(.75)' }));
  });
}

/** Tokens of a god: what somebody has more comes from whoever has fewer. */
function favours({ before, after, me }: Story): Beat[] {
  return GODS.flatMap((god) => {
    const change = after.players.map((p, seat) => p.favors[god] - (before.players[seat]?.favors[god] ?? 0));
    const [gives, takes] = [change.findIndex((n) => n < 0), change.findIndex((n) => n > 0)];
    const actor = takes >= 0 ? takes : gives;
    if (actor < 0) return [];
    const from = gives >= 0 ? own(gives, me, `favor-${god}`) : pile(god);
    const to = takes >= 0 ? own(takes, me, `favor-${god}`) : pile(god);
    return carry(actor, from, to, favour(god));
  });
}

const total = (player: Player | undefined, res: Res): number => player?.levels.reduce((sum, level) => sum + level[res], 0) ?? 0;

/** Cubes that are gained come from the area, those that are paid go back there; what is lifted hops from step to step. */
function cubes(told: Story): Beat[] {
  return told.after.players.flatMap((player, seat) =>
    RES.flatMap((res): Beat[] => {
      const change = total(player, res) - total(told.before.players[seat], res);
      if (change > 0) return flow(seat, scene(told), own(seat, told.me, 'step-1'), change, cube(res));
      if (change < 0) return flow(seat, own(seat, told.me, 'step-1'), scene(told), -change, cube(res));
      return lifted(told, seat, res);
    }),
  );
}
function lifted({ before, after, me }: Story, seat: number, res: Res): Beat[] {
  const change = after.players[seat]!.levels.map((level, i) => level[res] - (before.players[seat]?.levels[i]?.[res] ?? 0));
  const [from, to] = [change.findIndex((n) => n < 0), change.findIndex((n) => n > 0)];
  if (from < 0 || to < 0) return [];
  const hops = Math.abs(to - from);
  // Another's steps are not drawn on the stage: a few small ones in the question show what goes where, and stay a moment.
  if (seat !== me) return [{ kind: 'lift', actor: seat, path: Array.from({ length: hops + 1 }, () => aside(seat)), piece: ladder(res, from + 1, to + 1) }, { kind: 'verdict', actor: seat, ms: SEEN }];
  const steps = Array.from({ length: hops + 1 }, (_, i) => named(`step-${1 + from + (to > from ? i : -i)}`));
  return [{ kind: 'lift', actor: seat, path: steps, piece: cube(res) }, { kind: 'land', actor: seat }];
}

/** Offerings come to their owner, or go one by one onto a card. */
function offerings(told: Story): Beat[] {
  return told.after.players.flatMap((player, seat): Beat[] => {
    const was = told.before.players[seat];
    if (!was) return [];
    const change = player.reserve - was.reserve;
    if (change > 0) return [...flow(seat, scene(told), own(seat, told.me, 'offerings'), change, OFFERING), pop(seat, home(seat), signed(change))];
    const card = player.cards.find((c) => c.tokens > (was.cards.find((one) => one.card === c.card)?.tokens ?? 0));
    return change < 0 && card ? flow(seat, own(seat, told.me, 'offerings'), [named(card.card), `[data-home="${seat}"]`], -change, OFFERING) : [];
  });
}

/** Cards go from the line to whoever keeps them; the one whose lock is met is told. */
function cards({ before, after }: Story): Beat[] {
  return after.players.flatMap((player, seat) => {
    const had = new Map(before.players[seat]?.cards.map((c) => [c.card, c]));
    return player.cards.flatMap((card): Beat[] => {
      const was = had.get(card.card);
      if (!was) return before.line.some((c) => c.card === card.card) ? carry(seat, `[data-card="${card.card}"]`, home(seat), undefined, `[data-card="${card.card}"]`) : [];
      return card.locked && !was.locked ? [pop(seat, [named(card.card), `[data-home="${seat}"]`], `${before.next_lock ?? ''} ✓`)] : [];
    });
  });
}

/** Buildings rise where they stand now; their points pop above them. */
function buildings({ before, after }: Story): Beat[] {
  const had = new Set(before.olympus.flatMap((level) => level.buildings.map((b) => `${b.seat} ${b.space}`)));
  return after.olympus.flatMap((level) =>
    level.buildings
      .filter((b) => !had.has(`${b.seat} ${b.space}`))
      .map((b): Beat => ({ kind: 'rise', actor: b.seat - 1, at: `[data-building="${b.seat} ${b.space}"]` })),
  );
}
function points({ before, after }: Story): Beat[] {
  return after.players.flatMap((player, seat) => {
    const more = player.score - (before.players[seat]?.score ?? player.score);
    return more === 0 ? [] : [pop(seat, home(seat), signed(more))];
  });
}

function revealed({ before, after, moves }: Story): Beat[] {
  if (!moves.some((m) => /^(deal|reveal)/.test(m.move ?? ''))) return [];
  const had = new Set(before.line.map((c) => c.card));
  const places = after.line.filter((c) => !had.has(c.card)).map((c) => `[data-card="${c.card}"]`);
  return places.length ? [{ kind: 'turn', actor: null, places }] : [];
}

/** What only points somewhere: a card to offer on, the action of an area. */
function pointed({ before, moves }: Story): Beat[] {
  return moves.flatMap(({ seat, move }): Beat[] => {
    const [verb = '', card] = (move ?? '').split(' ');
    const at = verb === 'on' ? named(card!) : ['main', 'bonus', 'follow'].includes(verb) && before.area ? named(before.area) : null;
    return seat === null || at === null ? [] : [{ kind: 'light', actor: seat, at }];
  });
}

export function beats(told: Story): Beat[] {
  if (told.before.players.length !== told.after.players.length) return [];
  const before = [pointed, figures, favours, cubes, offerings, cards].flatMap((part) => part(told));
  const after = [buildings, points, revealed].flatMap((part) => part(told));
  return after.length ? [...before, show(told.moves[0]?.seat ?? null), ...after] : before;
}
