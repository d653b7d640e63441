// What the board says about a position and a move: names, explanations, log lines, counters. It reads what the view, the
// tables and the legal moves say and works out no rule.
// SPDX-License-Identifier: MIT
import type { SeatInfo, Topic } from '$page/boards/contract';
import { many, type Translate } from '$page/lib/words';
import type { BuildingRow, CardRow, Cubes, God, OwnCard, Player, Res, SpaceRow, Tables, View } from './types';

export const key = (name: string): string => `board.mytikas.${name}`;
export const GODS: God[] = ['Z', 'D', 'P', 'H'];
export const RES: Res[] = ['S', 'M', 'G'];
export const ROMAN = ['I', 'II', 'III', 'IV'] as const;
export const roman = (level: number): string => ROMAN[level - 1] ?? String(level);

// --- who and what ---

export const nameOf = (seats: SeatInfo[], seat: number): string => seats[seat]?.name ?? String(seat + 1);
export const playerOf = (view: View, seat: number | null): Player | null =>
  seat === null ? null : (view.players[seat] ?? null);
export const godName = (god: string, tables: Tables): string => tables.gods.find((g) => g.god === god)?.name ?? god;
export const cardRow = (card: string, tables: Tables): CardRow => tables.cards.find((c) => c.card === card)!;
export const cardName = (card: string, tables: Tables): string => tables.cards.find((c) => c.card === card)?.title ?? card;
export const buildingOf = (type: string, tables: Tables): BuildingRow => tables.buildings.find((b) => b.type === type)!;
export const spaceRow = (space: string, tables: Tables): SpaceRow =>
  tables.buildings.flatMap((b) => b.spaces).find((s) => s.space === space)!;
export const cubesOf = (player: Player): number =>
  player.levels.reduce((sum, level) => sum + level.S + level.M + level.G, 0);
export const favorsOf = (player: Player): number => GODS.reduce((sum, god) => sum + player.favors[god], 0);
export const builtOf = (player: Player): number => player.spaces.filter((space) => space.level !== null).length;

/** Who controls a card, or null: it lies in the line. */
export function holderOf(view: View, card: string): { player: Player; card: OwnCard } | null {
  for (const player of view.players) {
    const found = player.cards.find((c) => c.card === card);
    if (found) return { player, card: found };
  }
  return null;
}

/** The lock on the n-th face-down card, and whether it lies there still. */
export function lockOn(view: View, n: number): { value: number; taken: boolean } {
  const at = view.locks.length - 1 - view.face_down + n;
  return { value: view.locks[at] ?? 0, taken: at < view.locks_taken };
}

/** What a space gives, in words. */
export function effectOf(space: SpaceRow, t: Translate): string {
  const { gold, favors, offerings, moves } = space;
  const name = gold > 0 ? 'gold' : favors > 0 ? (favors > 1 ? 'favors' : 'favor') : offerings === 0 ? 'moves' : moves > 0 ? 'offering.move' : 'offerings';
  return t(key(`effect.${name}`), { favors, offerings, moves });
}

export function cubesIn(cubes: Cubes, t: Translate): string {
  const parts = RES.filter((res) => cubes[res] > 0).map((res) => t(key(`cost.${res}.${many(cubes[res])}`), { n: cubes[res] }));
  return parts.length > 0 ? parts.join(', ') : t(key('cost.none'));
}

/** Splits words into lines of at most `most` letters. */
export function lines(text: string, most: number): string[] {
  const out: string[] = [];
  for (const word of text.split(' ')) {
    const last = out.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) out[out.length - 1] = `${last} ${word}`;
    else out.push(word);
  }
  return out;
}

/** What somebody has done since one looked: areas, cards, piles, and buildings as "seat space". */
export function touched(moves: readonly { seat: number | null; move: string | null }[]): Set<string> {
  const marks = new Set<string>();
  for (const { seat, move } of moves) {
    const [verb = '', a = '', b = ''] = (move ?? '').split(' ');
    if (verb === 'go' || verb === 'on' || verb === 'lock' || verb === 'reveal') marks.add(a);
    else if (verb === 'favor') marks.add(`pile ${a[0]}`);
    else if (verb === 'build' && seat !== null) marks.add(`${seat} ${a} ${b}`);
  }
  return marks;
}

// --- explanations ---

const CARD_RULES: Record<string, string> = {
  zeus: 'R5.2',
  poseidon: 'R5.3',
  demeter: 'R5.4',
  hades: 'R5.5',
  apollo: 'R5.7',
  athena: 'R5.8',
  artemis: 'R5.9',
  pan: 'R5.10',
  ares: 'R5.11',
  hephaestus: 'R5.12',
  hestia: 'R5.13',
  hermes: 'R5.14',
};
const AREA_RULES: Record<string, string> = {
  zd: 'R4.11',
  zn: 'R4.13',
  dd: 'R4.12',
  dn: 'R4.13',
  pd: 'R4.15',
  pn: 'R4.16',
  hd: 'R4.17',
  hn: 'R4.18',
};

export function pointsOf(card: string, tables: Tables, t: Translate): string {
  const row = cardRow(card, tables);
  const values = { fixed: tables.fixed_points, extra: tables.extra_points };
  if (row.worth === 'each') return t(key(`points.${card}`), { n: row.low });
  if (row.worth === 'tiers') {
    const [a = 0, b = 0, c = 0] = tables.tier_points;
    return t(key('points.tiers'), { a, b, c, low: row.low, high: row.high, what: t(key(`counts.${card}`)) });
  }
  return row.god === null ? t(key(`points.${card}`), values) : t(key('points.token'), { ...values, god: godName(row.god, tables) });
}

/** The numbers of the printed powers, for their words. */
export function powerValues(tables: Tables): Record<string, number> {
  const [few = 0, many = 0] = tables.hades_price;
  const [fewGain = 0, manyGain = 0] = tables.hades_gain;
  const { M: marble, G: gold } = tables.demeter_price;
  return { few, many, fewGain, manyGain, marble, gold, lifts: tables.apollo_lifts };
}

export function cardTopic(card: string, view: View, tables: Tables, t: Translate): Topic {
  const held = holderOf(view, card)?.card;
  const text = [t(key(`power.${card}.text`), powerValues(tables)), t(key('card.points'), { points: pointsOf(card, tables, t) })];
  if (held) text.push(t(key('card.now'), { n: held.points }));
  if (held && !held.usable) text.push(t(key('card.fresh.text')));
  return { title: cardName(card, tables), text: text.join(' '), rule: CARD_RULES[card] ?? 'R5.6' };
}

/** "in the line", or whose it is and how safe. */
export function cardLabel(card: string, view: View, seats: SeatInfo[], tables: Tables, t: Translate): string {
  const held = holderOf(view, card);
  const where = held
    ? t(key(held.card.locked ? 'card.locked' : 'card.of'), { who: nameOf(seats, held.player.seat - 1), n: held.card.tokens })
    : t(key('card.line'));
  return t(key('card.label'), { card: cardName(card, tables), where });
}

export const mainWords = (area: string, tables: Tables, t: Translate): string =>
  t(key(`main.${area}`), { n: area === 'hd' ? tables.lifts : tables.offerings });

export function areaTopic(area: string, why: string | null, tables: Tables, t: Translate): Topic {
  const row = tables.areas.find((a) => a.area === area)!;
  const text = [
    ...(why === null ? [] : [t(key(why))]),
    t(key(`main.${area}.text`), { n: area === 'hd' ? tables.lifts : tables.offerings }),
    t(key(`bonus.${row.bonus}.text`), { god: godName(row.god, tables), lifts: tables.bonus_lifts }),
  ];
  return { title: t(key(`area.${area}`)), text: text.join(' '), rule: AREA_RULES[area] };
}

export function spaceTopic(space: Player['spaces'][number], tables: Tables, t: Translate): Topic {
  return {
    title: t(key('space.title'), { what: t(key(`type.${space.type}`)), n: space.points_per_level }),
    text: t(key('space.text'), {
      cost: cubesIn(space.cost, t),
      effect: effectOf(spaceRow(space.space, tables), t),
    }),
    rule: 'R4.13',
  };
}

// --- moves in words ---

function phrase(head: string, move: string, tables: Tables, t: Translate): string {
  const [verb = '', a = '', b = '', c = ''] = move.split(' ');
  const res = (letter: string): string => t(key(`res.${letter}`));
  const say = (name: string, values: Record<string, string | number> = {}): string => t(key(`${head}.${name}`), values);
  switch (verb) {
    case 'keep':
    case 'on':
    case 'lock':
    case 'deal':
    case 'reveal':
      return say(verb, { card: cardName(a, tables) });
    case 'fav':
      return say(verb, { god: godName(a, tables) });
    case 'favor':
      return a.includes('@')
        ? say('from', { god: godName(a[0]!, tables), n: a.slice(2) })
        : say(verb, { god: godName(a, tables) });
    case 'go':
      return say(verb, { area: t(key(`area.${a}`)), main: mainWords(a, tables, t) });
    case 'down':
    case 'move':
      return say(verb, { res: res(a), a: b, b: c });
    case 'up':
      return head === 'log' ? say(verb, { res: res(a), a: Number(b) + 1 }) : say(verb, { res: res(a), a: b, b: Number(b) + 1 });
    case 'upx':
      return say(verb, { res: res(a), a: head === 'log' ? Number(b) + 1 : b, finer: res(a === 'S' ? 'M' : 'G') });
    case 'demeter':
      return say(verb, { a, res: res(b) });
    case 'hades':
      return say(verb, { n: a, gain: tables.hades_gain[tables.hades_price.indexOf(Number(a))] ?? '' });
    case 'give':
      return say(verb, { res: res(a[0]!), a: a.slice(1) });
    case 'heph':
      return say(verb, { a });
    case 'prod':
      return say(verb, { what: cubesIn(tables.combinations.find((row) => row.name === a)?.gain ?? { S: 0, M: 0, G: 0 }, t) });
    case 'pan':
      return say(verb, { res: res(a) });
    case 'build':
      return say(verb, { what: t(key(`a.${a}`)), side: b, a: c, points: buildingOf(a, tables).points * Number(c) });
    case 'put':
      return say(`put.${many(Number(a))}`, { n: a });
    case 'follow': {
      const means = a === '$' ? t(key('means.$')) : t(key('means.god'), { god: godName(a, tables) });
      return b === '' ? say(verb, { means }) : say('follow.area', { means, area: t(key(`area.${b}`)) });
    }
    case 'first':
      return say(verb, { n: a });
    default:
      return say(verb);
  }
}

/** What the log tells: names of players, and with a building what was paid. */
export function sentence(move: string, _seat: SeatInfo | null, tables: Tables, t: Translate, before?: View, seats?: SeatInfo[]): string {
  const named = (n: string): string => seats?.[Number(n) - 1]?.name ?? n;
  const [verb = '', a = '', b = '', c = ''] = move.split(' ');
  const from = /^(\w)@p?(\d)$/.exec(a);
  if (verb === 'favor' && from) return t(key('log.from'), { god: godName(from[1]!, tables), who: named(from[2]!) });
  if (verb === 'pass' && before?.phase === 'follow') return t(key('log.pass.follow'));
  if (verb === 'first') return t(key('log.first'), { who: named(a) });
  if (verb === 'main' && before?.area) return t(key('log.main.at'), { main: mainWords(before.area, tables, t) });
  const cost = verb === 'build' && before?.actor ? before.players[before.actor - 1]?.spaces.find((s) => s.space === `${a} ${b}`)?.cost : undefined;
  if (cost) return t(key('log.build.paid'), { what: t(key(`a.${a}`)), a: roman(Number(c)), cost: cubesIn(cost, t) });
  if (verb === 'put' && before?.left.target) return t(key(`log.put.on.${many(Number(a))}`), { n: a, card: cardName(before.left.target, tables) });
  return phrase('log', move, tables, t);
}

/** A card that is dealt face down: that much is public. */
export const hidden = (before: View | undefined, t: Translate, seat: number | null): string | null => (before && seat === null ? t(key(before.phase === 'line' ? 'log.hidden.line' : 'log.hidden.hand')) : null);
/** What an area does has a name of its own wherever the area is known. */
export const describe = (move: string, tables: Tables, t: Translate, before?: View): string => (move === 'main' && before?.area ? mainWords(before.area, tables, t) : phrase('do', move, tables, t));

/** A sentence if a slip would hurt: tokens past the lock, cubes given away. */
export function confirm(move: string, view: View, t: Translate): string | null {
  const [verb, a = ''] = move.split(' ');
  if (verb === 'hades') return t(key('confirm.hades'), { n: a });
  if (verb !== 'put' || view.next_lock === null || view.left.target === null || view.actor === null) return null;
  const held = holderOf(view, view.left.target);
  const own = held?.player.seat === view.actor ? held.card.tokens : 0;
  const all = own + Number(a);
  return all > view.next_lock ? t(key('confirm.over'), { n: all, lock: view.next_lock }) : null;
}

/** How a turn ends needs no line: the next heading tells it. Nor does it that somebody goes ahead with what the line before says. */
export const silent = (move: string): boolean => /^(end|done|main)$/.test(move);
