// What the board says about views and moves. It reads them and puts them into words; no rule is worked out here.
// SPDX-License-Identifier: MIT
import type { Move, SeatInfo, Topic } from '$page/boards/contract';
import { many, type Translate } from '$page/lib/words';
import { storyOf, sum } from './story';
import type { Bonus, Building, GameMap, God, Isle, Player, Sea, Tables, Unit, View } from './types';

export const key = (name: string): string => `board.cyclades.${name}`;

export const TYPES: readonly Building[] = ['port', 'fort', 'temple', 'univ'];

export const isIsle = (word: string): boolean => /^n\d+$/.test(word);
export const isSea = (word: string): boolean => /^[a-k]\d+$/.test(word);

export const mapOf = (view: View, tables: Tables): GameMap => tables.maps.find((m) => m.width === view.width) ?? tables.maps[0]!;
export const playerOf = (view: View, seat: number | null): Player | undefined =>
  seat === null ? undefined : view.players[seat];
export const creatureOf = (tables: Tables, name: string) => tables.creatures.find((c) => c.creature === name);
/** A creature's name and what it does: the engine's words. */
export const titleOf = (name: string, tables: Tables): string => creatureOf(tables, name)?.title ?? name;
export const wordsOf = (name: string, tables: Tables): string => creatureOf(tables, name)?.words ?? '';
export const nameOf = (seats: SeatInfo[], number: number | null): string =>
  number === null ? '' : (seats[number - 1]?.name ?? String(number));
/** The numbers of what a god gives, for its words. */
export const godValues = (god: God, tables: Tables): Record<string, number> => ({
  n: tables.gods.find((g) => g.god === god)?.prices?.length ?? 0,
  steps: tables.sail_steps,
  price: tables.move_price,
  wise: tables.philosophers,
  alms: tables.alms,
  last: tables.alms_last_isle,
});

/** The part of the cycle: for the guide and the header. */
export type Stage = 'gather' | 'bid' | 'act' | 'over';
export function stageOf(view: View): Stage {
  if (view.phase === 'over') return 'over';
  if (['order', 'track', 'gods'].includes(view.phase)) return 'gather';
  return view.phase === 'bid' || view.phase === 'offer' ? 'bid' : 'act';
}

/** What has become of a god's turn this cycle; null during the auction. */
export type Turn = 'acted' | 'acting' | 'next' | 'later' | 'skipped';
export function turnOf(view: View, god: God): Turn | null {
  if (stageOf(view) !== 'act') return null;
  const order: God[] = [...view.gods.filter((g) => g.up).map((g) => g.god), 'apollo'];
  const now = view.god === null ? order.length - 1 : order.indexOf(view.god);
  const at = order.indexOf(god);
  if (at < 0) return null;
  const held = god === 'apollo' ? view.apollo.length > 0 : (view.gods.find((g) => g.god === god)?.marker ?? null) !== null;
  if (at === now) return 'acting';
  if (at < now) return 'acted'; // the marker is back on the track: nothing tells whether there was one
  if (!held) return 'skipped';
  const between = order.slice(now + 1, at).filter((g) => view.gods.some((row) => row.god === g && row.marker !== null));
  return between.length === 0 ? 'next' : 'later';
}

export function listOf(parts: string[], t: Translate): string {
  if (parts.length < 2) return parts.join('');
  return t(key('list.and'), { list: parts.slice(0, -1).join(', '), last: parts.at(-1)! });
}

/** The gold that is left after an offering: each priest saves one, and one is always paid (R4.10). Null: nobody knows the purse. */
export function leftAfter(player: Player | undefined, offer: number): number | null {
  const gold = player?.gold ?? null;
  return gold === null ? null : gold - Math.max(1, offer - player!.priests);
}

// --- moves in words ---

/** Literal words first, so that `recruit priest` is not a place. */
const FORMS: [RegExp, string][] = [
  [/^god apollo$/, 'god.apollo'],
  [/^god (\w+)$/, 'god'],
  [/^offer (\d+)$/, 'offer'],
  [/^recruit (priest|philosopher)$/, 'recruit.$1'],
  [/^recruit (n\d+)$/, 'recruit.isle'],
  [/^recruit (\w+)$/, 'recruit.sea'],
  [/^sell (priest|philosopher)$/, 'sell.$1'],
  [/^sell (fleet|troop) (\w+)$/, 'sell.$1'],
  [/^gods (\w+) (\w+) (\w+)$/, 'gods.three'],
  [/^gods (\w+) (\w+)$/, 'gods.two'],
  [/^(sail|march|glide|land)( \w+)+$/, '$1'],
  [/^(\w+)( \w+)*$/, '$1'],
];
const COUNTED = new Set(['sail', 'march', 'glide', 'land']);

function wordIn(word: string, tables: Tables, t: Translate): string {
  if (tables.gods.some((g) => g.god === word)) return t(key(`god.${word}`));
  const creature = creatureOf(tables, word);
  if (creature) return creature.title;
  if ((TYPES as readonly string[]).includes(word)) return t(key(`type.${word}`));
  const seat = /^p(\d)$/.exec(word);
  return seat ? t(key(`seat.${seat[1]}`)) : word;
}

function told(prefix: string, move: string, tables: Tables, t: Translate): string {
  for (const [form, name] of FORMS) {
    const found = form.exec(move);
    if (!found) continue;
    const verb = name.replace('$1', found[1] ?? '');
    const skip = verb.startsWith('sell.') ? 2 : 1;
    const [a = '', b = '', c = ''] = move.split(' ').slice(skip).map((word) => wordIn(word, tables, t));
    if (!COUNTED.has(verb)) return t(key(`${prefix}.${verb}`), { a, b, c });
    const n = Number(move.split(' ').at(-1));
    return t(key(`${prefix}.${verb}.${many(n)}`), { a, b, n });
  }
  return move;
}

function offerWords(n: number | string, god: string, seat: number | null, before: View | undefined, seats: SeatInfo[] | undefined, t: Translate): string {
  const pushed = before?.gods.find((g) => g.god === god)?.marker ?? null;
  const rival = pushed !== null && pushed - 1 !== seat && seats ? nameOf(seats, pushed) : '';
  return t(key(rival ? 'log.offer.outbids' : 'log.offer.god'), { n, god: t(key(`god.${god}`)), who: rival });
}

export function sentence(move: string, seat: SeatInfo | null, tables: Tables, t: Translate, before?: View, seats?: SeatInfo[], earlier: readonly Move[] = []): string {
  const [verb, a = ''] = move.split(' ');
  const who = /^p(\d)$/.exec(a) && seats ? nameOf(seats, Number(a[1])) : '';
  if (who && (verb === 'steal' || verb === 'order')) return t(key(`log.${verb}`), { a: who });
  const creature = before?.creatures.find((c) => String(c.space) === a)?.creature;
  const building = tables.gods.find((g) => g.god === before?.god)?.building;
  const battle = verb === 'roll' && before ? storyOf(before, [...earlier, { seat: null, move }]) : null;
  const assault = battle?.assaults.at(-1);
  if (battle && assault && battle.defender !== null) {
    const { dice, totals, lost } = assault;
    const who = nameOf(seats ?? [], lost === 'attacker' ? battle.attacker : battle.defender);
    return t(key(lost === 'both' ? 'log.roll.both' : 'log.roll.one'), { a: totals[0], b: totals[1], x: dice[0], y: dice[1], who });
  }
  const chosen = earlier.flatMap((m) => /^god (\w+)/.exec(m.move ?? '')?.[1] ?? []).at(-1) ?? before?.chosen;
  if (verb === 'offer' && chosen) return offerWords(a, chosen, seat?.seat ?? null, before, seats, t);
  if (verb === 'place' && before?.card) return t(key('log.place.what'), { what: titleOf(before.card, tables), a });
  if (verb === 'build' && building) return t(key('log.build.what'), { what: t(key(`type.${building}`)), a });
  if ((verb === 'buy' || verb === 'swap') && creature) return t(key(`log.${verb}.what`), { what: titleOf(creature, tables) });
  return told('log', move, tables, t);
}
/** Whom one turns to is told with the offering, and how a turn ends by the next heading. */
export const silent = (move: string): boolean => /^(god (?!apollo)|(end|stop|done)$)/.test(move);

/** The gold that a move costs; null: nothing, or nothing that is known from the table alone. */
export function priceOf(move: string, before: View, tables: Tables): number | null {
  const [verb, a = ''] = move.split(' ');
  switch (verb) {
    case 'build':
      return tables.building_price;
    case 'recruit':
      return tables.gods.find((g) => g.god === before.god)?.prices?.[before.recruited] ?? null;
    case 'buy':
      return before.creatures.find((c) => String(c.space) === a)?.price ?? null;
    case 'sail':
      return before.steps === 0 ? tables.move_price : null;
    case 'march':
    case 'swap':
      return tables.move_price;
    default:
      return null;
  }
}

/** R4.10: when all markers are placed, everybody pays; R4.5: a new cycle brings everybody their revenue. Only one's own gold is known. */
export function aftermath(before: View, after: View, t: Translate): { words: string; seat: number | null; keys: string[] } | null {
  const part = before.cycle !== after.cycle ? 'revenue' : stageOf(before) === 'bid' && stageOf(after) === 'act' ? 'paid' : null;
  return part && { words: t(key(`log.${part}`)), seat: after.viewer === null ? null : after.viewer - 1, keys: ['gold'] };
}
/** R4.1, R4.9: the seats that Apollo took because nothing else was left to them, in order of arrival. */
export function leftToApollo(before: View, after: View, moves: readonly Move[]): number[] {
  const known = [...(before.cycle === after.cycle ? before.apollo : []), ...moves.flatMap((m) => (m.move === 'god apollo' && m.seat !== null ? [m.seat + 1] : []))];
  return after.apollo.flatMap((number) => {
    const at = known.indexOf(number);
    if (at < 0) return [number - 1];
    known.splice(at, 1);
    return [];
  });
}
/** R4.1: who has one choice only is not asked: an offering that was the only one, and Apollo. */
export function befallen(before: View, after: View, moves: readonly Move[], seats: SeatInfo[], t: Translate): { seat: number; words: string }[] {
  const offered = moves.flatMap((m, i) => {
    const god = /^god (?!apollo)(\w+)$/.exec(m.move ?? '')?.[1];
    const [was, is] = [before, after].map((view) => view.gods.find((row) => row.god === god));
    const named = moves.slice(i + 1).some((later) => later.seat === m.seat && later.move?.startsWith('offer '));
    if (m.seat === null || named || !is || is.marker !== m.seat + 1 || is.offer === was?.offer) return [];
    return [{ seat: m.seat, words: offerWords(is.offer, is.god, m.seat, before, seats, t) }];
  });
  return [...offered, ...leftToApollo(before, after, moves).map((seat) => ({ seat, words: t(key('log.god.left')) }))];
}
export const stageWords = (view: View, t: Translate): string => {
  const stage = stageOf(view);
  const now = stage === 'act' && view.god ? t(key('stage.act.god'), { god: t(key(`god.${view.god}`)) }) : t(key(`stage.${stage}`));
  return `${t(key('cycle'), { n: view.cycle })} · ${now}`;
};
/** What a move would do; where the view is known, creatures and buildings have their names. */
export function describe(move: string, tables: Tables, t: Translate, before?: View): string {
  const [verb = '', a = ''] = move.split(' ');
  const creature = before?.creatures.find((c) => String(c.space) === a)?.creature;
  const building = tables.gods.find((g) => g.god === before?.god)?.building;
  if ((verb === 'buy' || verb === 'swap') && creature) return t(key(`say.${verb}.what`), { what: titleOf(creature, tables) });
  if (verb === 'build' && building) return t(key('say.build.what'), { what: t(key(`type.${building}`)), a });
  return told('say', move, tables, t);
}

/** A sentence where a slip would hurt. */
export function confirm(move: string, view: View, t: Translate): string | null {
  const [verb, a = ''] = move.split(' ');
  const me = view.asked;
  const isle = view.isles.find((i) => i.isle === a);
  const sea = view.sea.find((s) => s.space === a);
  const ask = (name: string) => t(key(`confirm.${name}`), { a });
  if (verb === 'end') return freeLost(view, t);
  if (verb === 'waste') return ask('waste');
  if ((verb === 'surface' || verb === 'swim') && sea && sea.owner === me) return ask(verb);
  if ((verb === 'kill' || verb === 'destroy') && isle && isle.owner === me) return ask(verb);
  if (verb === 'place' && isle?.figure) return ask('place');
  return null;
}

const UNITS: Record<Exclude<God, 'apollo'>, Unit> = { poseidon: 'fleet', ares: 'troop', zeus: 'priest', athena: 'philosopher' };

/** R4.13: a free recruit that is not taken is lost. */
function freeLost(view: View, t: Translate): string | null {
  const unit = view.god === null || view.god === 'apollo' ? null : UNITS[view.god];
  const player = playerOf(view, (view.turn ?? 0) - 1);
  if (!unit || !player || view.recruited > 0) return null;
  const left = { fleet: player.fleets_in_reserve, troop: player.troops_in_reserve, priest: view.supply.priest, philosopher: view.supply.philosopher };
  return left[unit] > 0 ? t(key('confirm.end.free'), { unit: t(key(`unit.${unit}`)) }) : null;
}

// --- places in words ---

export function seaName(sea: Sea, seats: SeatInfo[], t: Translate): string {
  const space = sea.space;
  if (sea.kraken) return t(key('sea.kraken'), { space });
  const what = sea.owner
    ? t(key(`sea.fleet.${many(sea.fleets)}`), { space, n: sea.fleets, who: nameOf(seats, sea.owner) })
    : t(key(sea.horn ? 'sea.label.horn' : 'sea.label'), { space });
  return sea.closed ? t(key('sea.closed'), { what }) : what;
}

export function builtOn(isle: Isle, t: Translate): string {
  const parts = TYPES.filter((type) => isle.buildings[type] > 0).map((type) =>
    isle.buildings[type] === 1 ? t(key(`type.${type}`)) : t(key('list.count'), { n: isle.buildings[type], what: t(key(`type.${type}`)) }),
  );
  if (isle.metropolis) parts.unshift(t(key('type.metropolis')));
  return parts.length ? t(key('isle.built'), { list: listOf(parts, t) }) : t(key('isle.built.none'));
}

export function isleName(isle: Isle, seats: SeatInfo[], t: Translate): string {
  const who = isle.owner === null ? t(key('isle.neutral')) : t(key('isle.owned'), { who: nameOf(seats, isle.owner) });
  const troops = t(key(`isle.troops.${isle.troops === 0 ? 'none' : many(isle.troops)}`), { n: isle.troops });
  return t(key('isle.label'), { isle: isle.isle, who, troops, built: builtOn(isle, t) });
}

function bonusWords(bonus: Bonus, t: Translate): string[] {
  const one = (what: string) => key((TYPES as readonly string[]).includes(what) ? `type.${what}` : `battle.${what}`);
  return Object.entries(bonus).map(([what, n]) => t(key('list.count'), { n, what: t(n === 1 ? one(what) : key(`battle.${what}`)) }));
}

export function seaTopic(sea: Sea, map: GameMap, seats: SeatInfo[], t: Translate): Topic {
  const place = map.sea.find((s) => s.space === sea.space);
  const text = [t(key('sea.text'), { near: listOf([...(place?.isles ?? []), ...(place?.near ?? [])], t) })];
  if (sea.horn) text.push(t(key('sea.horn.text')));
  if (sea.owner !== null) {
    const parts = [t(key(`sea.fleets.${many(sea.fleets)}`), { n: sea.fleets }), ...bonusWords(sea.bonus, t)];
    text.push(t(key('sea.fleets.text'), { who: nameOf(seats, sea.owner), n: listOf(parts, t) }));
  }
  if (sea.closed) text.push(t(key('sea.closed.text')));
  if (sea.locked) text.push(t(key('sea.locked.text')));
  const rule = sea.kraken ? 'R5.20' : sea.closed ? 'R5.19' : sea.owner !== null ? 'R4.27' : 'R2.6';
  return { title: t(key('sea.title'), { space: sea.space }), text: text.join(' '), rule };
}

export function isleTopic(isle: Isle, tables: Tables, seats: SeatInfo[], t: Translate): Topic {
  const text = [isleName(isle, seats, t)];
  if (isle.room > 0) text.push(t(key(`isle.room.${many(isle.room)}`), { n: isle.room }));
  text.push(t(key('isle.prosperity'), { n: isle.printed_prosperity + isle.markers }));
  const strength = [t(key(`isle.troops.${isle.troops === 0 ? 'none' : many(isle.troops)}`), { n: isle.troops }), ...bonusWords(isle.bonus, t)];
  if (isle.troops + sum(isle.bonus) > 0) text.push(t(key('isle.defence'), { n: listOf(strength, t) }));
  const creature = isle.figure ? creatureOf(tables, isle.figure.name) : undefined;
  if (isle.figure && creature) {
    const name = isle.figure.owner === null ? 'isle.figure.nobody' : 'isle.figure';
    text.push(`${t(key(name), { title: creature.title, who: nameOf(seats, isle.figure.owner) })} ${creature.title}: ${creature.words}.`);
  }
  return { title: t(key('isle.title'), { isle: isle.isle }), text: text.join(' '), rule: creature?.rule ?? 'R2.7' };
}
