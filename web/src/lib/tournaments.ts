// Tournaments as the server tells them (docs/protocol.md, "Tournaments").
// SPDX-License-Identifier: MIT
import { api, net } from './net';
import type { Clock } from './protocol';
import { t } from './words';

export type Phase = 'sign-up' | 'round' | 'break' | 'over';
export const FORMATS = ['swiss', 'robin', 'knockout', 'arena'] as const;
export type Format = (typeof FORMATS)[number];

export interface TournamentRow {
  tournament: string;
  name: string;
  game: string;
  format: Format;
  seats: number;
  host: string;
  phase: Phase;
  round: number;
  rounds: number;
  people: number;
  limit: number;
  starts: number;
  created: number;
  winner?: string;
}

export interface Standing {
  place: number;
  number: number;
  name: string;
  face?: number;
  points: string;
  met: string;
  wins: number;
  byes: number;
  reached?: number;
  state: 'signed' | 'present' | 'gone' | 'out';
  /** Why it stands above the next row; words where points do not decide. */
  above_next?: { by: string; words?: string };
}

export interface RoundTable {
  round: number;
  table: number; // 0: a bye
  over: boolean;
  seats: { number: number; place?: number; points?: string }[];
  id?: string;
  begun?: boolean;
  come_by?: number;
}

export interface Tournament {
  tournament: string;
  n: number;
  now: number;
  next: number;
  name: string;
  game: string;
  format: Format;
  seats: number;
  host: string;
  phase: Phase;
  round: number;
  rounds: number;
  rated: boolean;
  accounts: boolean;
  auto: boolean;
  check_in: boolean;
  late: boolean;
  limit: number;
  starts: number;
  come: number;
  every: number;
  minutes?: number;
  points: number[];
  clock: Clock;
  seed: string;
  you: { host: boolean; number?: number; state?: Standing['state']; table?: string };
  /** Numbers of those whom the host keeps out. */
  kept_out?: number[];
  standings: Standing[];
  tables: RoundTable[];
}

export const list = (): Promise<{ tournaments: TournamentRow[] }> => api('tournaments');
/** The tournament; or its number alone if nothing has happened since `seen`. */
export const look = (id: string, seen = 0): Promise<Tournament | { n: number }> =>
  api(`tournaments/${id}${seen ? `?seen=${seen}` : ''}`, undefined, net.token);
export const allRounds = (id: string): Promise<Tournament> => api(`tournaments/${id}?round=all`, undefined, net.token);

export async function make(terms: Record<string, unknown>): Promise<string> {
  await net.person();
  return (await api<{ tournament: string }>('tournaments', terms, net.token)).tournament;
}

export async function act(id: string, action: string, body: Record<string, unknown> = {}): Promise<void> {
  await net.person();
  await api(`tournaments/${id}/${action}`, body, net.token);
}

/** "41:20", "2:05:00", "3 d": what is left, for a countdown. */
export function countdown(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  if (s >= 2 * 86400) return t('time.days', { n: Math.floor(s / 86400) });
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** "10 min", "1 h", "7 d". */
export function lasting(seconds: number): string {
  if (seconds >= 86400) return t('time.days', { n: Math.round(seconds / 86400) });
  if (seconds >= 3600) return t('time.hours', { n: Math.round(seconds / 3600) });
  return seconds >= 60 ? t('time.minutes', { n: Math.round(seconds / 60) }) : t('time.seconds', { n: seconds });
}
