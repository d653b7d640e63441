// What the board says about a position and a move: log lines, counters, explanations, what lies in the tray. It reads what
// the view, the tables and the legal moves say and works out no rule.
// SPDX-License-Identifier: MIT
import type { Move, SeatInfo, Topic } from '$page/boards/contract';
import { count, t as translate, type Translate } from '$page/lib/words';
import { CELLS, COLUMNS, indexOf, ROWS, spotOf } from './geometry';
import { paceMs } from './pace';
import type { Landmark, Letter, Tables, Team, View } from './types';

const KEY = 'board.myst.';
export const key = (name: string): string => KEY + name;
export const verbOf = (move: string): string => move.split(' ')[0]!;
export const argsOf = (move: string): string[] => move.split(' ').slice(1);

// --- the position ---

export const ownerOf = (view: View, cell: string): Team | null => {
  const [column, row] = spotOf(cell);
  const mark = view.board[row]![column];
  return mark === 'y' ? 0 : mark === 'b' ? 1 : null;
};
export const openCells = (view: View): string[] => CELLS.filter((cell) => ownerOf(view, cell) === null);
export const ownedBy = (view: View, team: Team): string[] => CELLS.filter((cell) => ownerOf(view, cell) === team);
export const rival = (team: Team): Team => (team === 0 ? 1 : 0);
export const asTeam = (seat: number | null): Team | null => (seat === 0 || seat === 1 ? seat : null);

/** Before the race, in it, on the walk, over. */
export type Part = 'choose' | 'race' | 'walk' | 'over';
export function partOf(view: View): Part {
  if (view.phase === 'over') return 'over';
  if (view.phase === 'puzzle') return 'race';
  return ['young', 'deal', 'choose', 'rechoose'].includes(view.phase) ? 'choose' : 'walk';
}
/** Both teams place pieces whenever they like. */
export const racing = (view: View): boolean => view.phase === 'puzzle' && view.pmode === 'rt';

export const landmarkAt = (tables: Tables, cell: string): Landmark | undefined => tables.landmarks.find((l) => l.cells.includes(cell));
export const keyAt = (tables: Tables, cell: string): Landmark | undefined => tables.landmarks.find((l) => l.key === cell);
export const landmark = (tables: Tables, letter: string): Landmark => tables.landmarks.find((l) => l.letter === letter)!;
export const cardOf = (tables: Tables, card: string) => tables.cards.find((c) => c.card === card)!;
export const heldBy = (view: View, team: Team): number => view.landmarks.filter((l) => l.shows === team).length;

/** Cells that the walk is for: the Keys of Landmarks of the other team that may still change hands, as trays and island show them. */
export function keysAtStake(view: View, tables: Tables, team: Team): Set<string> {
  const found = new Set<string>();
  for (const { letter, key: cell } of tables.landmarks) {
    const { shows, over } = view.landmarks.find((l) => l.letter === letter)!;
    if (shows !== rival(team)) continue;
    if (over === 0 ? view.teams[team].keys[letter] === 'to lay' : over === 1 && view.teams[shows].keys[letter] === 'laid') found.add(cell);
  }
  return found;
}

/** Cards of a Landmark in a hand that may be seen, by value. */
export function valuesFor(view: View, tables: Tables, team: Team | null, letter: Letter): number[] {
  const hand = team === null ? null : view.teams[team].hand;
  return (hand ?? []).map((card) => cardOf(tables, card)).filter((card) => card.landmark === letter).map((card) => card.value);
}
export const hasBook = (view: View, tables: Tables, team: Team | null): boolean =>
  team !== null && (view.teams[team].hand ?? []).some((card) => cardOf(tables, card).landmark === null);

// --- the tray: every piece whose cell is open, in an order of its own ---

export function shuffled(cells: string[], salt: number): string[] {
  const mix = (cell: string): number => {
    let h = Math.imul(indexOf(cell) + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca77);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    return (h ^ (h >>> 13)) >>> 0;
  };
  return [...cells].sort((a, b) => mix(a) - mix(b));
}

const SORTS = {
  all: () => true,
  edge: (_, cell) => {
    const [column, row] = spotOf(cell);
    return column === 0 || column === COLUMNS - 1 || row === 0 || row === ROWS - 1;
  },
  sea: (_, _cell, ground) => ground === '~' || ground === 's',
  forest: (_, _cell, ground) => ground === 'f' || ground === 'r',
  path: (_, _cell, ground) => ground === 'p',
  meadow: (_, _cell, ground) => ground === 'm',
  marks: (tables, cell) => landmarkAt(tables, cell) !== undefined || tables.switches.includes(cell),
} satisfies Record<string, (tables: Tables, cell: string, ground: string) => boolean>;
export type Filter = keyof typeof SORTS;
/** Face down a piece tells nothing but its shape. */
export const filtersOf = (view: View): Filter[] => (view.hard ? ['all', 'edge'] : (Object.keys(SORTS) as Filter[]));
export function sorted(cells: string[], tables: Tables, filter: Filter): string[] {
  return cells.filter((cell) => SORTS[filter](tables, cell, groundAt(tables, cell)));
}

/** The cell where a move was refused; null: it was at none. */
export const refusedAt = (move: string): string | null => CELLS.find((cell) => cell === argsOf(move).at(-1)) ?? null;
/** Where a piece was refused, for the flag beside the cell. */
export const cellTitle = (cell: string): string => translate(key('refused.at'), { cell });

/** The cell that a hint means, and with it the piece of that cell; null: it means none. */
export function hintedAt(tables: Tables, move: string | null | undefined): string | null {
  const [verb = '', where = ''] = move?.split(' ') ?? [];
  if (/^(re)?choose$/.test(verb)) return landmark(tables, where).key;
  return /^(place|link|move|jump)$/.test(verb) ? where : null;
}

/** The request of a piece on a cell: a piece where it belongs is a move, elsewhere a try that the server answers (R7.3). */
export function requestFor(piece: string, cell: string, book: boolean): string {
  if (piece === cell) return `${book ? 'link' : 'place'} ${cell}`;
  return `${book ? 'trylink' : 'try'} ${piece} ${cell}`;
}

// --- what has just happened ---

/** Cells that the moves of others touched. */
export const touched = (moves: Move[]): Set<string> =>
  new Set(moves.flatMap(({ move }) => (move && /^(place|link|move|jump) /.test(move) ? argsOf(move) : [])));

/** The two sectors of the spinner that show a number; which of them is no matter. */
export function sectorOf(ring: number[], number: number, which: number): number {
  const found = ring.flatMap((n, i) => (n === number ? [i] : []));
  return found[which % Math.max(1, found.length)] ?? 0;
}

// --- words ---

const groundAt = (tables: Tables, cell: string): string => {
  const [column, row] = spotOf(cell);
  return tables.terrain[row]![column]!;
};
const GROUNDS: Record<string, string> = { '~': 'sea', s: 'shore', m: 'meadow', f: 'forest', p: 'path', r: 'rock' };

/** What a piece mostly is, as one colour: drawn until it is painted. */
const GROUND_COLOURS: Record<string, string> = { '~': '#3b7f92', s: '#e3c98c', m: '#a3ba4e', f: '#5d8a37', p: '#cdb35e', r: '#97907f' };
export const colourAt = (tables: Tables, cell: string): string => GROUND_COLOURS[groundAt(tables, cell)] ?? GROUND_COLOURS['~']!;

/** And in a few strokes around its middle: waves, a shore, tufts, trees, a way, a rock; a keyhole, a lever, a gable. */
const SKETCHES: Record<string, string> = {
  '~': 'M-26 -10q7 -9 14 0t14 0t14 0M-20 12q7 -9 14 0t14 0',
  s: 'M-30 8q14 -16 30 -4t30 -6M-18 22h.1M2 20h.1M16 24h.1',
  m: 'M-22 10l-4 -12M-20 10l2 -14M-18 10l6 -10M8 -6l-4 -12M10 -6l2 -14M12 -6l6 -10M10 24l-3 -9M12 24l3 -10',
  f: 'M-14 20v-8M-14 12a12 12 0 1 1 .1 0zM14 24v-8M14 16a12 12 0 1 1 .1 0z',
  p: 'M-44 16C-20 16 -18 -8 4 -8S26 -14 44 -14M-44 30C-12 30 -8 6 10 6S30 2 44 2',
  r: 'M-28 20l8 -24 14 -8 12 12 14 -2 8 22zM-6 -12l4 16M6 0l-4 20',
  key: 'M0 -16a11 11 0 1 1 -.1 0zM-5 4l-5 22h20l-5 -22',
  lever: 'M-18 22h36v-10h-36zM0 12L14 -18M14 -18a5 5 0 1 1 .1 0',
  landmark: 'M-26 22h52M-20 22v-24M20 22v-24M-28 -4L0 -24L28 -4zM0 22v-14',
};
export function sketchAt(tables: Tables, cell: string): string {
  const what = keyAt(tables, cell) ? 'key' : tables.switches.includes(cell) ? 'lever' : landmarkAt(tables, cell) ? 'landmark' : groundAt(tables, cell);
  return SKETCHES[what] ?? SKETCHES['~']!;
}

export const nameOfLandmark = (tables: Tables, letter: string): string => landmark(tables, letter).name;

/** What lies on a cell, in a word or two: "sea", "Marker Switch", "Key of the Library", "Library". */
export function groundOf(tables: Tables, cell: string, t: Translate): string {
  const own = keyAt(tables, cell);
  if (own) return t(key('ground.key'), { landmark: own.name });
  if (tables.switches.includes(cell)) return t(key('ground.switch'));
  const part = landmarkAt(tables, cell);
  return part ? part.name : t(key(`ground.${GROUNDS[groundAt(tables, cell)] ?? 'sea'}`));
}

export const teamName = (team: Team, t: Translate): string => t(key(`team.${team}`));
const teamOf = (letter: string): Team => (letter === 'y' ? 0 : 1);

export function cardName(tables: Tables, card: string, t: Translate): string {
  const { landmark: letter, value } = cardOf(tables, card);
  return letter === null ? t(key('book')) : t(key('card'), { landmark: nameOfLandmark(tables, letter), value });
}

function phrase(head: string, move: string, tables: Tables, t: Translate): string {
  const verb = verbOf(move);
  const [a = '', b = ''] = argsOf(move);
  switch (verb) {
    case 'choose':
    case 'rechoose':
      return t(key(`${head}.${verb}`), { landmark: nameOfLandmark(tables, a) });
    case 'place':
    case 'link':
    case 'move':
    case 'jump':
      return t(key(`${head}.${verb}`), { cell: a, what: groundOf(tables, a, t) });
    case 'young':
    case 'tempo':
      return t(key(`${head}.${verb}`), { team: teamName(teamOf(a), t) });
    case 'deal':
      return t(key(`${head}.deal`), { team: teamName(teamOf(a), t), card: cardName(tables, b, t) });
    case 'spin':
      return t(key(`${head}.spin`), { team: teamName(teamOf(a), t), n: b });
    default:
      return t(key(`${head}.${verb}`), { a, b, n: a });
  }
}

export function sentence(move: string, seat: SeatInfo | null, tables: Tables, t: Translate, before?: View, seats?: SeatInfo[], earlier: readonly Move[] = []): string {
  const team = asTeam(seat?.seat ?? null);
  if (team === null || (move !== 'lay' && move !== 'remove')) return phrase('log', move, tables, t);
  // R4.8: it is the Key on which they stand.
  const went = earlier.flatMap((m) => (m.seat === team ? (/^(?:move|jump) (\w+)/.exec(m.move ?? '')?.[1] ?? []) : [])).at(-1);
  const where = keyAt(tables, went ?? before?.teams[team].pos ?? '');
  return where ? t(key(`log.${move}.from`), { landmark: where.name, who: seats?.[rival(team)]?.name ?? teamName(rival(team), t) }) : phrase('log', move, tables, t);
}
export const describe = (move: string, tables: Tables, t: Translate): string => phrase('do', move, tables, t);

// --- explanations ---

export function cellTopic(view: View, tables: Tables, cell: string, t: Translate): Topic {
  const owner = ownerOf(view, cell);
  const own = keyAt(tables, cell);
  const lever = tables.switches.includes(cell);
  const here = view.teams.flatMap((team, i) => (team.pos === cell ? [t(key('cell.stands'), { team: teamName(i as Team, t) })] : []));
  const lies = owner === null ? t(key(`cell.open.${partOf(view) === 'race' ? 'race' : 'before'}`)) : t(key('cell.owned'), { team: teamName(owner, t) });
  const what = own ? t(key('cell.key')) : lever ? t(key('cell.switch')) : landmarkAt(tables, cell) ? t(key('cell.part')) : '';
  return {
    title: t(key('cell'), { cell, what: groundOf(tables, cell, t) }),
    text: [lies, ...here, what].filter(Boolean).join(' '),
    rule: own ? 'R4.8' : lever ? 'R5.6' : owner === null ? 'R4.3' : 'R5.1',
  };
}

export function landmarkTopic(view: View, tables: Tables, letter: Letter, me: Team | null, t: Translate): Topic {
  const { over, shows } = view.landmarks.find((l) => l.letter === letter)!;
  const values = valuesFor(view, tables, me, letter);
  const lines = [
    shows === null ? t(key('landmark.nobody')) : t(key('landmark.shows'), { team: teamName(shows, t) }),
    over === 1 ? t(key('landmark.laid')) : over === 2 ? t(key('landmark.settled')) : '',
    values.length ? t(key('landmark.cards'), { values: values.join(', ') }) : me === null ? '' : t(key('landmark.nocards')),
    t(key('landmark.text'), { cell: landmark(tables, letter).key, bonus: tables.bonus }),
  ];
  return { title: nameOfLandmark(tables, letter), text: lines.filter(Boolean).join(' '), rule: over ? 'R5.3' : 'R2.4' };
}

export function cardTopic(tables: Tables, card: string, t: Translate): Topic {
  const { landmark: letter, value } = cardOf(tables, card);
  if (letter === null) return { title: t(key('book')), text: t(key('book.text')), rule: 'R5.4' };
  return { title: cardName(tables, card, t), text: t(key('card.text'), { value, bonus: tables.bonus }), rule: 'R6.3' };
}

export const pieceTopic = (tables: Tables, piece: string, view: View, t: Translate): Topic => ({
  title: t(key('piece'), { what: view.hard ? t(key('piece.plain')) : groundOf(tables, piece, t) }),
  text: t(key('piece.text')),
  rule: view.pmode === 'rt' ? 'R4.11' : 'R4.3',
});

/** How many cells are open, and who is cut off. */
export function openWords(view: View, t: Translate): string {
  const open = count(key('race.open'), openCells(view).length);
  const cut = view.teams.findIndex((team) => team.cut_off);
  return cut < 0 ? open : t(key('race.cut'), { open, team: teamName(cut as Team, t) });
}

/** The race in a sentence, for the bar and the screen reader. */
export const raceWords = (view: View, t: Translate): string =>
  t(key('race.label'), { yellow: view.teams[0].pieces, blue: view.teams[1].pieces, open: openWords(view, t) });

/** What is known of a bot: the rules of the table keep time by its `pace`. */
type Bot = { level: string; pace: number };

/** How long a bot takes for a piece. */
function paceOf(view: View, tables: Tables, seat: SeatInfo, bots: readonly Bot[]): number {
  const pace = bots.find((bot) => bot.level === seat.level)?.pace ?? 0;
  return paceMs(tables, pace, view.hard);
}

/** What a team does in the race: a bot has a pace, and its next piece is on the way since its last one. */
export function doing(view: View, seat: SeatInfo, tables: Tables, bots: readonly Bot[], t: Translate): { words: string; ms?: number; step: number } | null {
  const team = asTeam(seat.seat);
  if (!racing(view) || team === null) return null;
  const step = view.teams[team].pieces;
  if (seat.kind !== 'bot') return { words: t(key('race.on')), step };
  const ms = paceOf(view, tables, seat, bots);
  return { words: t(key('pace.short'), { s: ms / 1000 }), ms, step };
}

/** How long a bot takes for a piece, in words; "" where no bot plays. */
export function paceWords(view: View, tables: Tables, seats: readonly SeatInfo[], bots: readonly Bot[], t: Translate): string {
  const bot = seats.find((seat) => seat.kind === 'bot');
  if (!bot) return '';
  return t(key('pace'), { who: bot.name, s: paceOf(view, tables, bot, bots) / 1000 });
}

/** The race by tens of pieces, for the log. */
export function raceHeading(view: View, t: Translate): string {
  const from = Math.floor((CELLS.length - openCells(view).length) / 10) * 10;
  return t(key('race.tens'), { from, to: Math.min(from + 10, CELLS.length) });
}

/** A sentence where a slip would hurt. */
export function confirm(move: string, view: View, tables: Tables, t: Translate): string | null {
  const me = view.mover;
  if (me === null) return null;
  if (move === 'end' && view.turn === view.turns && hasBook(view, tables, me)) return t(key('sure.end'));
  if (move === 'skip') {
    const here = keyAt(tables, view.teams[me].pos ?? '');
    const values = here ? valuesFor(view, tables, me, here.letter) : [];
    return here && values.length ? t(key('sure.skip'), { landmark: here.name, values: values.join(', ') }) : null;
  }
  return null;
}

export function stage(view: View, _tables: Tables, t: Translate): string {
  switch (partOf(view)) {
    case 'choose':
      return t(key('stage.choose'));
    case 'race':
      return t(key('stage.race'), { open: count(key('race.open'), openCells(view).length) });
    case 'walk':
      return view.turns ? t(key('stage.walk'), { n: Math.max(1, view.turn), all: view.turns }) : t(key('stage.turns'));
    case 'over':
      return t(key('stage.over'));
  }
}
