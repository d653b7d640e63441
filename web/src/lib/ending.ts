// What there is to say at the end of a game: the headline, and the tally as a table by place.
// SPDX-License-Identifier: MIT
import type { BoardModule, SeatInfo } from '../boards/contract';
import { ALIKE, nearness } from './alike';
import type { Result, Score } from './protocol';
import { asSentence, count, inHalves, many, speaks, t } from './words';

type PointWords = NonNullable<BoardModule['points']>;

export interface Cell {
  how: string; // the reckoning, small: "3 × 5"
  points: string;
}

export interface Row {
  label: string;
  rule: string;
  cells: (Cell | null)[]; // by seat
}

/** The reckoning is what a line says after a colon, the number that it begins with, or everything from its first number on. */
function partsOf(words: string): { label: string; how: string } {
  const [, label, how] = /^(.*?)\s?: (.*)$/.exec(words) ?? /^(\D{4,}?),? (\d.*)$/.exec(words) ?? [];
  const [, n, counted] = /^(\d+) (\D+)$/.exec(words) ?? [];
  return counted !== undefined ? { label: counted, how: n! } : { label: label ?? words, how: how ?? '' };
}

/** "2 tiles, each worth 5" for 10 points is "2 × 5": the table has a column for each player. */
function reckoned(how: string, points: string): string {
  const [, n, between, value] = /^(\d+)(\D+)(\d+)\D*$/.exec(how) ?? [];
  return value !== undefined && !/ [x×] /.test(between!) && Number(n) * Number(value) === Number(points) ? `${n} × ${value}` : how;
}

/** The name of a place: "n13". */
const isName = (how: string): boolean => /^\p{L}\d+$/u.test(how.split(', ').at(-1)!);

/** What stands before the points: nothing where it would say the same number once more. */
export const howTold = ({ how, points }: Cell): string => (!isName(how) && how.match(/\d+/g)?.join() === points ? '' : how);

/** Points of the same kind twice are one number: "5 + 2"; where they have names these are told: "n2, n13". */
function added(first: Cell | null, more: Cell): Cell {
  if (first === null || Number(first.points) === 0) return more;
  if (isName(first.how) && isName(more.how)) return { how: `${first.how}, ${more.how}`, points: String(Number(first.points) + Number(more.points)) };
  return Number(more.points) === 0 ? first : { how: `${inHalves(first.points)} + ${inHalves(more.points)}`, points: String(Number(first.points) + Number(more.points)) };
}

/** The row for many of a thing, where a line counts one of it, or the other way round. */
function sameOf(rows: Row[], label: string, rule: string): Row | undefined {
  const near = rows.filter((r) => r.rule === rule).map((r) => ({ r, by: nearness(r.label, label) })).sort((a, b) => b.by - a.by)[0];
  return near && near.by >= ALIKE ? near.r : undefined;
}

/** A row for each rule that gave somebody points; the seats in the order of their places. */
export function rowsOf(score: Score, places: number[]): { order: number[]; rows: Row[] } {
  const rows: Row[] = [];
  score.lines.forEach((lines, seat) =>
    lines.forEach((line) => {
      const { label, how } = partsOf(line.words);
      const called = asSentence(label);
      let row = rows.find((r) => r.label === called) ?? (/^\d/.test(line.words) ? sameOf(rows, called, line.rule) : undefined);
      if (!row) rows.push((row = { label: called, rule: line.rule, cells: score.lines.map(() => null) }));
      else if (Number(how) > 1) row.label = called;
      row.cells[seat] = added(row.cells[seat] ?? null, { how: reckoned(how, line.points), points: line.points });
    }),
  );
  const order = score.lines.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
  return { order, rows: rows.filter((r) => r.cells.some((c) => c && Number(c.points) !== 0)) };
}

/** Heights of signs at the ends of lines, each as near to its line as the others allow: `gap` apart, the order kept, inside. */
export function apart(heights: readonly number[], gap: number, most: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]! || a - b);
  const out = [...heights];
  order.forEach((i, k) => k > 0 && (out[i] = Math.max(out[i]!, out[order[k - 1]!]! + gap)));
  for (let k = order.length - 1; k >= 0; k--) out[order[k]!] = Math.min(out[order[k]!]!, most - (order.length - 1 - k) * gap);
  return out;
}

const named = (seats: SeatInfo[]): string => seats.map((s) => s.name).join(', ');

/** Who made the others win by giving up or by being late. */
function byLoss(winner: SeatInfo, loser: SeatInfo, mine: number[]): string {
  const key = loser.late ? 'end.time' : 'end.resigned';
  if (mine.includes(loser.seat)) return t(`${key}.self`, { name: winner.name });
  if (mine.includes(winner.seat)) return t(`${key}.you`, { name: loser.name });
  return t(key, { name: winner.name, other: loser.name });
}

/** The points decided it: nobody gave up, was late or left before the end. */
export const decided = (result: Result): boolean => result.how !== 'stopped' && result.how !== 'abandoned';

/** It ended before anybody had a point: there is nothing to tally. */
export const bare = (result: Result, score: Score): boolean => !decided(result) && rowsOf(score, result.places).rows.length === 0;

/** "1 point", "9½ points", or what a game calls them. */
export const pointWords = (n: number, called?: PointWords): string => called?.(n, t) ?? t(`end.points.${many(Math.ceil(n))}`, { n: inHalves(n) });

export function headline(result: Result, seats: SeatInfo[], mine: number[], called?: PointWords): string {
  const winners = seats.filter((s) => result.places[s.seat] === 1);
  const [winner] = winners;
  const gone = seats.filter((s) => s.resigned);
  if (result.how === 'abandoned' || (result.how === 'stopped' && (!gone.length || !winner))) return t('end.abandoned');
  const own = gone.find((s) => mine.includes(s.seat));
  if (result.how === 'stopped') return byLoss(winner!, own ?? gone[0]!, mine);
  const me = winners.find((s) => mine.includes(s.seat)) && mine.length === 1;
  if (winners.length > 1) return me ? t('end.shared.you', { names: named(winners.filter((s) => !mine.includes(s.seat))) }) : t('end.shared', { names: named(winners) });
  const words = called && pointWords(Number(result.points[winner!.seat]), called);
  if (words) return me ? t('end.you.with', { points: words }) : t('end.other.with', { name: winner!.name, points: words });
  const second = Math.max(...seats.filter((s) => s !== winner).map((s) => Number(result.points[s.seat])));
  const ahead = Number(result.points[winner!.seat]) - second;
  const by = Number.isInteger(ahead) && ahead > 0;
  if (me) return by ? count('end.you.points', ahead) : t('end.you.tie');
  return by ? count('end.other.points', ahead).replace('{name}', winner!.name) : t('end.other.tie', { name: winner!.name });
}

/** What ended it, for the sign at the winner's face; null: the points. */
export function causeOf(result: Result, seats: SeatInfo[]): 'flag' | 'hour' | 'door' | null {
  if (result.how === 'abandoned') return 'door';
  if (result.how !== 'stopped') return null;
  return seats.some((s) => s.late) ? 'hour' : seats.some((s) => s.resigned) ? 'flag' : 'door';
}

/** Those for whom a bot plays at the end, and who have not given up. */
const left = (seats: SeatInfo[]): string => named(seats.filter((s) => s.kind === 'human' && s.standin && !s.resigned));

/** A label in the middle of a sentence. Names keep their capital: they have no second word, or it has one too. */
const inSentence = (label: string): string => (/^\p{Lu}\p{Ll}+ \p{Ll}/u.test(label) && speaks() !== 'de' ? label[0]!.toLowerCase() + label.slice(1) : label);

/** What brought a seat most, if that is not all it has. */
function bestOf(result: Result, seat: SeatInfo, own: boolean, score: Score): string {
  const { rows } = rowsOf(score, result.places);
  const brought = rows.map((r) => ({ what: r.label, n: Number(r.cells[seat.seat]?.points ?? 0) })).filter((one) => one.n > 0).sort((a, b) => b.n - a.n);
  const [best] = brought;
  if (!best || brought.length < 2) return '';
  const values = { what: inSentence(best.what), n: inHalves(best.n), total: inHalves(result.points[seat.seat] ?? '') };
  return own ? t('end.best.you', values) : t('end.best', { ...values, name: seat.name });
}

/** The sentence below it: own place, and what brought most; where points did not decide, that they did not, and
 *  in a game of secrets why others see other sums. */
export function because(result: Result, seats: SeatInfo[], mine: number[], score: Score | null, secrets = false): string {
  if (result.how === 'abandoned') return `${t('end.abandoned.why')} ${t('end.abandoned.rating')}`;
  const parts: string[] = [];
  const me = mine.length === 1 ? mine[0]! : null;
  if (!decided(result)) parts.push(...(score && bare(result, score) ? [t('end.stopped.none')] : [t('end.stopped'), secrets ? t('end.stopped.hidden') : '']));
  else {
    if (me !== null && result.places[me]! > 1 && seats.length > 2) parts.push(t('end.place.of', { place: t(`end.short.${result.places[me]}`), n: seats.length }));
    const about = seats[me ?? result.places.indexOf(1)];
    if (about && score) parts.push(bestOf(result, about, me !== null, score));
  }
  const away = left(seats);
  if (away) parts.push(t('end.standin', { names: away }));
  return parts.filter(Boolean).join(' ');
}
