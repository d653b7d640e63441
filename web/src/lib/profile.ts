// A person's page: results, ratings over time, the last games; and what they are worth as badges.
// SPDX-License-Identifier: MIT
import { api, net } from './net';

export const SEEN_BY = ['all', 'friends', 'nobody'] as const;
export type SeenBy = (typeof SEEN_BY)[number];
/** Who sees one's page, who may invite, who may write at a table where one sits. */
export type Wishes = Record<'seen' | 'invited' | 'written', SeenBy>;
export type Wish = keyof Wishes;
export interface ResultRow {
  game: string;
  seats: number;
  /** 0: it was not played to the end. */
  place: number;
  games: number;
}
export interface Page {
  person: string;
  name: string;
  seen: SeenBy;
  hidden: boolean;
  /** They let us invite them. */
  invite?: boolean;
  created: number;
  ratings: { game: string; games: number; rating: number; sigma: number }[];
  results: ResultRow[];
  moments: { game: string; seats: number; at: number; rating: number }[];
  /** What they have done in games between people; `table` where we may see it. */
  badges: { game: string; badge: string; at: number; table?: string }[];
  /** Every feat there is. */
  feats: { game: string; badge: string; rule: string }[];
  recent: { table: string; game: string; ended: number; about: { seats?: { seat: number; name?: string; face?: number }[] } }[];
}

export const page = (person: string): Promise<Page> => api(`people/${encodeURIComponent(person)}`, undefined, net.token);
export const wishes = (): Promise<Wishes> => api('page', undefined, net.token);
export const wish = (what: Wish, by: SeenBy): Promise<unknown> => api('page', { [what]: by }, net.token);

export const gamesOf = (rows: ResultRow[]): number => rows.reduce((sum, row) => sum + row.games, 0);
export const wonOf = (rows: ResultRow[]): number => gamesOf(rows.filter((row) => row.place === 1 && row.seats > 1));

/** Those still to be had: one of each game in turn, so that every game is among the first. */
export function still(shown: Pick<Page, 'badges' | 'feats'>): Page['feats'] {
  const left = shown.feats.filter((f) => !shown.badges.some((b) => b.game === f.game && b.badge === f.badge));
  const turn = (f: Page['feats'][number]): number => left.filter((o) => o.game === f.game).indexOf(f);
  return left.map((f) => [turn(f), f] as const).sort((a, b) => a[0] - b[0]).map(([, f]) => f);
}

/** Feats that the results prove; each is a key of words and how far one is. */
export function badgesOf(rows: ResultRow[], games: string[]): { key: string; have: number; want: number }[] {
  const won = rows.filter((row) => row.place === 1 && row.seats > 1);
  const ended = rows.filter((row) => row.place > 0);
  const each = games.filter((game) => won.some((row) => row.game === game)).length;
  const full = gamesOf(won.filter((row) => row.seats >= 5));
  return [
    { key: 'win', have: gamesOf(won), want: 1 },
    { key: 'ten', have: gamesOf(ended), want: 10 },
    { key: 'hundred', have: gamesOf(ended), want: 100 },
    { key: 'five', have: full, want: 1 },
    { key: 'each', have: each, want: games.length || 5 },
  ];
}
