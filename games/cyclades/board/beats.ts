// What each move of Cyclades looks like: markers that push each other off, fleets and troops that travel, buildings that
// rise, gold that flows, cards that turn, dice that roll before the battle's outcome is told.
// SPDX-License-Identifier: MIT
import type { Move, Told } from '$page/boards/contract';
import type { Beat, Piece, Place } from '$page/director/beats';
import { carry, flow, home, named, pop, pushOff, show, signed, symbol, token, type Actor } from '$page/director/write';
import { isIsle, leftToApollo, TYPES } from './logic';
import { storyOf } from './story';
import type { Building, God, Tables, View } from './types';
import Unit from './Unit.svelte';

const BATTLE_MS = 2500; // its outcome stands so long

type Story = Told<View, Tables>;
/** The beats of one move: before the position is drawn, and after. */
interface Parts {
  before?: Beat[];
  after?: Beat[];
}
type Verb = (words: string[], seat: number, told: Story) => Parts;

/** The cell of an offering, or the last one, where all higher ones stand. */
const cell = (god: string, n: number, of = ''): readonly string[] => [`[data-cell="${god}:${n}"]${of}`, `[data-cell="${god}:more"]${of}`];
const square = (isle: string, what: number | 'metro'): string => `[data-square="${isle}:${what}"]`;
const unitOf = (place: string): string => `[data-unit="${place}"]`;

const unit = (seat: number, place: string, n = 1): Piece => {
  const kind = isIsle(place) ? 'troop' : 'fleet';
  const size = kind === 'fleet' ? 50 : 44;
  return { component: Unit, props: { kind, owner: seat, n }, box: [-size / 2, -size / 2, size, size], like: named(place) };
};

/** Gold goes to the god whom one acts for. */
const bank = ({ before }: Story): Place => [named(before.god ?? 'apollo'), named('apollo')];

/** So many of a seat's gold pieces go to the gods. Others' gold is hidden: then the price on the table is known. */
const pay = (seat: number, told: Story, price: number, to: Place = bank(told)): Beat[] => {
  const gold = (view: View) => view.players[seat]?.gold ?? null;
  const [was, is] = [gold(told.before), gold(told.after)];
  const paid = was !== null && is !== null ? was - is : price;
  return paid > 0 ? [...flow(seat, home(seat), to, paid), pop(seat, home(seat), signed(-paid))] : [];
};

const offer: Verb = ([n], seat, { before }) => {
  const god = before.chosen ?? '';
  const row = before.gods.find((one) => one.god === god);
  const beats = carry(seat, home(seat), cell(god, Number(n)), token(seat));
  if (row?.marker != null) beats.push(pushOff(row.marker - 1, cell(god, row.offer, ' .disc'), home(row.marker - 1)));
  return { before: beats };
};

/** To Apollo one goes without an offering; any other god is only pointed out. */
const god: Verb = ([name], seat, { before, tables }) =>
  name === 'apollo'
    ? { before: [...carry(seat, home(seat), [...cell('apollo', before.apollo.length), named('apollo')], token(seat)), ...flow(seat, named('apollo'), home(seat), tables.alms)] }
    : { before: [{ kind: 'light', actor: seat, at: named(name!) }] };

const recruit: Verb = ([what], seat, told) => {
  const priced = pay(seat, told, 0);
  if (what === 'priest' || what === 'philosopher') return { before: [...priced, ...carry(seat, named(told.before.god ?? ''), home(seat), symbol(what === 'priest' ? 'cy-priest' : 'cy-philo', 30, 30))] };
  return { before: [...priced, ...carry(seat, home(seat), named(what!), unit(seat, what!))] };
};

/** Units go from place to place; where all go, none stay behind. */
const go = (seat: number, from: string, to: string, n: number, { before }: Story): Beat[] => {
  const there = isIsle(from) ? before.isles.find((i) => i.isle === from)?.troops : before.sea.find((s) => s.space === from)?.fleets;
  return carry(seat, named(from), named(to), unit(seat, from, n), there === n ? unitOf(from) : undefined);
};
const sail: Verb = ([from, to, n], seat, told) => ({ before: [...(told.before.steps === 0 ? pay(seat, told, told.tables.move_price) : []), ...go(seat, from!, to!, Number(n), told)] });
const march: Verb = ([from, to, n], seat, told) => ({ before: [...pay(seat, told, told.tables.move_price), ...go(seat, from!, to!, Number(n), told)] });
const retreat: Verb = ([to], seat, told) => {
  const battle = told.before.battle;
  return battle ? { before: carry(seat, named(battle.at), named(to!), unit(seat, battle.at, battle.defenders), unitOf(battle.at)) } : {};
};
const land: Verb = ([to, n], seat, told) => (told.before.flies_from ? { before: go(seat, told.before.flies_from, to!, Number(n), told) } : {});

/** Where a new building stands: the last of its kind. */
function rises(seat: Actor, isle: string, type: Building, { after }: Story): Beat[] {
  const built = after.isles.find((i) => i.isle === isle)?.buildings;
  if (!built) return [];
  const index = TYPES.slice(0, TYPES.indexOf(type) + 1).reduce((sum, one) => sum + built[one], 0) - 1;
  return [{ kind: 'rise', actor: seat, at: square(isle, index) }];
}
const build: Verb = ([isle], seat, told) => {
  const type = told.tables.gods.find((g) => g.god === told.before.god)?.building;
  return { before: pay(seat, told, told.tables.building_price, named(isle!)), ...(type ? { after: rises(seat, isle!, type, told) } : {}) };
};
const give: Verb = ([type, isle], seat, told) => ({ after: rises(seat, isle!, type as Building, told) });
const rebuild: Verb = ([isle, , to], seat, told) => ({ after: rises(seat, isle!, to as Building, told) });
const metropolis: Verb = ([isle], seat) => ({ after: [{ kind: 'rise', actor: seat, at: square(isle!, 'metro') }] });
const falls = (seat: number, place: string, words: string): Parts => ({ before: [{ kind: 'join', actor: seat, at: [unitOf(place), named(place)] }, pop(seat, named(place), words)] });

const buy: Verb = ([space], seat, told) => {
  const price = told.before.creatures.find((c) => String(c.space) === space)?.price ?? Number(space);
  return { before: [...pay(seat, told, price, named(`card${space}`)), ...carry(seat, named(`card${space}`), home(seat), undefined, named(`card${space}`))] };
};
const sell: Verb = ([what, place], seat, told) => ({
  before: [...(place ? carry(seat, named(place), home(seat), unit(seat, place), undefined) : []), ...flow(seat, bank(told), home(seat), 1), pop(seat, home(seat), what ? '+1' : '')],
});
const kraken = (to: string, seat: number, { before }: Story): Parts => {
  const from = before.sea.find((s) => s.kraken)?.space;
  const piece = symbol('cy-kraken', 78, 70, { like: named(to) });
  return { before: from ? carry(seat, named(from), named(to), piece, '[data-kraken]') : [{ kind: 'rise', actor: seat, at: named(to), piece }] };
};

const VERBS: Record<string, Verb> = {
  god, offer, recruit, sail, glide: sail, march, retreat, land, build, give, rebuild, metropolis, buy, sell,
  swap: ([space], seat, told) => ({ before: [...pay(seat, told, told.tables.move_price), { kind: 'turn', actor: seat, at: named(`card${space}`) }] }),
  prosper: ([isle], seat) => ({ before: carry(seat, named('apollo'), named(isle!), symbol('cy-horn', 28, 28, { like: named(isle!) })) }),
  steal: ([from], seat) => ({ before: flow(seat, home(Number(from) - 1), home(seat), 1) }),
  raze: (_words, seat, { before }) => (before.site ? falls(seat, before.site, '−1') : {}),
  destroy: ([isle], seat) => falls(seat, isle!, '−1'),
  kill: ([isle], seat) => falls(seat, isle!, '−1'),
  push: ([from, to], seat, { before }) => {
    const owner = before.sea.find((s) => s.space === from)?.owner;
    return owner ? { before: carry(seat, named(from!), named(to!), unit(owner - 1, from!), unitOf(from!)) } : {};
  },
  place: ([isle], seat, { after }) => {
    const figure = after.isles.find((i) => i.isle === isle)?.figure;
    return figure ? { before: carry(seat, home(seat), named(isle!), symbol(`cy-${figure.name}`, 60, 60, { like: named(isle!) })) } : {};
  },
  surface: ([to], seat, told) => kraken(to!, seat, told),
  swim: ([to], seat, told) => kraken(to!, seat, told),
  copy: (_words, seat) => ({ before: [{ kind: 'light', actor: seat }] }),
};

/** A new cycle: coins leave each horn for their owner, all in one beat. */
function revenue({ before, after }: Story): Beat[] {
  if (after.cycle === before.cycle || after.players.every((p) => p.revenue === 0)) return [];
  const earned = after.players.filter((p) => p.alive && p.revenue > 0);
  const isles = after.isles.filter((i) => i.owner !== null && i.printed_prosperity + i.markers > 0);
  const seas = after.sea.filter((s) => s.owner !== null && s.horn && !s.closed);
  const ways = [...isles.map((i) => [named(i.isle), i.owner! - 1] as const), ...seas.map((s) => [named(s.space), s.owner! - 1] as const)];
  return [
    { kind: 'flow', actor: null, places: ways.map(([place]) => place), ends: ways.map(([, seat]) => home(seat)) },
    { kind: 'pop', actor: null, places: earned.map((p) => home(p.seat - 1)), told: earned.map((p) => signed(p.revenue)) },
  ];
}

/** Cards that lie where none or another lay are new or have moved on. */
function cards({ before, after, moves }: Story): Parts {
  const drawn = moves.flatMap((m) => /^draw (\S+)/.exec(m.move ?? '')?.[1] ?? []);
  const was = (creature: string | null) => before.creatures.find((c) => c.creature !== null && c.creature === creature)?.space;
  const moved = after.creatures.filter((c) => c.creature !== null && was(c.creature) !== undefined && was(c.creature) !== c.space);
  const fresh = after.creatures.filter((c) => c.creature !== null && drawn.includes(c.creature));
  const turns: Beat[] = fresh.length ? [{ kind: 'turn', actor: null, places: fresh.map((c) => named(`card${c.space}`)) }] : [];
  return {
    before: moved.map((c): Beat => ({ kind: 'slide', actor: null, from: named(`card${was(c.creature)}`), to: [named(`card${c.space}`), `[data-space="${c.space}"]`], hides: named(`card${was(c.creature)}`) })),
    after: turns,
  };
}

/** The dice roll; only then is the position drawn and the outcome told. */
function battle(told: Story): Parts {
  const story = storyOf(told.before, told.moves);
  if (!story) return {};
  const last = story.assaults.length - 1;
  const dice = story.assaults.flatMap((_, i): Beat[] => {
    const data = { ...story, assaults: story.assaults.slice(0, i + 1), more: i < last };
    const roll: Beat = { kind: 'dice', actor: null, data };
    return i < last ? [roll, { kind: 'verdict', actor: null, data }] : [roll];
  });
  return { before: dice, after: [{ kind: 'verdict', actor: null, ms: told.after.battle ? 700 : BATTLE_MS, data: story }] };
}

const godsTurn = ({ after, moves }: Story): Beat[] =>
  moves.some((m) => m.move?.startsWith('gods ')) ? [{ kind: 'turn', actor: null, places: after.gods.map((row: { god: God }) => named(row.god)) }] : [];

const partsOf = (move: Move, told: Story): Parts => {
  const [verb = '', ...words] = (move.move ?? '').split(' ');
  return move.seat === null ? {} : (VERBS[verb]?.(words, move.seat, told) ?? {});
};

/** Whoever is left without a choice goes to Apollo by themselves, behind those who are there. */
function left({ before, after, moves }: Story): Parts {
  const seats = leftToApollo(before, after, moves);
  const first = after.apollo.length - seats.length;
  return { before: seats.flatMap((seat, i) => carry(seat, home(seat), [...cell('apollo', first + i), named('apollo')], token(seat))) };
}

export function beats(told: Story): Beat[] {
  const parts = [...told.moves.map((move) => partsOf(move, told)), battle(told), cards(told), left(told)];
  const after = [...parts.flatMap((p) => p.after ?? []), ...godsTurn(told), ...revenue(told)];
  const before = parts.flatMap((p) => p.before ?? []);
  return after.length ? [...before, show(told.moves[0]?.seat ?? null), ...after] : before;
}
