// Looking after a club: what moderators and admins see and do, and what everybody may report.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import { api, net } from './net';

export interface Named {
  person: string;
  name: string;
}
export interface Measure {
  measure: number;
  kind: 'warning' | 'mute' | 'ban' | 'unrated';
  about: Named;
  by: Named;
  table?: string;
  at: number;
  until: number;
  ended?: number;
  words: string;
}
export interface Past {
  reports?: number; // nobody counts those about themselves
  measures: Measure[];
}
export interface Report {
  report: number;
  kind: 'name' | 'chat' | 'table' | 'thrown';
  at: number;
  open: boolean;
  by: Named;
  about: Named;
  table?: string;
  number?: number;
  words: string;
  verdict: string;
}
/** A page of them; `more`: those before the last one here. */
export interface Reports {
  reports: Report[];
  more: boolean;
}
/** Games that look thrown (docs/fair.md); scores, expectations and rises in hundredths. */
export interface Thrown {
  played: number;
  lost: number;
  early: number;
  score: number;
  expected: number;
  doubt: number;
  rise: number;
  games: { table: string; game: string; at: number; ms: number; moves: number; score: number; expected: number; rise: number; early: boolean }[];
}
export interface WholeReport extends Report {
  evidence: Partial<Thrown> & { game?: string; name?: string; lines?: { n: number; at: number; name: string; text: string; about: boolean }[] };
  /** The table at that time, as anybody who looked on saw it. */
  position?: { game: string; moves: number; seats: SeatInfo[]; view: unknown };
  about_before: Past;
  by_before: Past;
}
export interface Member extends Named {
  role: 'player' | 'moderator' | 'admin';
  account: boolean;
  created: number;
  before: Past;
}
export interface ClubTable {
  table: string;
  game: string;
  phase: 'open' | 'playing';
  access: string;
  changed: number;
  about?: { seats?: { name?: string }[] };
}
export interface Health {
  well: boolean;
  trouble: string;
  up_ms: number;
  disk?: { bytes: number; free: number };
  sockets: number;
  tables: number;
  bots_waiting: number;
  workers: number;
  commit_us: number;
}
export interface AuditLine {
  line: number;
  at: number;
  who: Named;
  act: string;
  about: Named;
  words: string;
}
export interface Audit {
  lines: AuditLine[];
  lines_in_all: number;
  broken: number;
  last: string;
}
export type ClubSettings = Record<'slow' | 'guests' | 'accounts' | 'words' | 'shared', string>;
export interface NewMeasure {
  kind: Measure['kind'];
  person?: string;
  range?: string;
  table?: string;
  days?: number;
  words: string;
  report?: number;
  /** Of a ban: also the addresses from which they came lately. */
  addresses?: boolean;
}

const get = <T>(path: string): Promise<T> => api(`admin/${path}`, undefined, net.token);
const post = (path: string, body: unknown): Promise<unknown> => api(`admin/${path}`, body, net.token);

export const club = {
  reports: (state: 'open' | 'closed', before = 0) => get<Reports>(`reports?state=${state}${before ? `&before=${before}` : ''}`),
  report: (number: number) => get<WholeReport>(`reports/${number}`),
  people: (name: string) => get<{ people: Member[] }>(`people?name=${encodeURIComponent(name)}`).then((got) => got.people),
  measures: () => get<{ measures: Measure[] }>('measures').then((got) => got.measures),
  tables: () => get<{ tables: ClubTable[] }>('tables').then((got) => got.tables),
  health: () => get<Health>('health'),
  settings: () => get<ClubSettings>('settings'),
  audit: () => get<Audit>('audit?verify=1'),
  measure: (what: NewMeasure) => post('measures', what),
  lift: (measure: number, words: string) => post('lift', { measure, words }),
  close: (report: number, words: string) => post('close', { report, words }),
  role: (person: string, role: Member['role'], words: string) => post('roles', { person, role, words }),
  set: (name: keyof ClubSettings, value: string) => post('settings', { name, value }),
};

/** Anybody may report a name, a line of the chat or a table. */
export type Reported = { kind: 'chat'; table: string; key?: string; name: string; text: string } | { kind: 'table'; table: string; key?: string } | { kind: 'name'; person: string; name: string };
export const report = (what: Reported & { words: string }): Promise<unknown> => api('reports', what, net.token);
/** What whoever made a table has done about somebody, and holds. */
export interface Kept {
  measure: number;
  kind: 'mute' | 'remove';
  name: string;
  at: number;
}
/** Who looks on at a table of one's own, and whom one has muted or removed there. */
export const lookers = (table: string): Promise<{ here: string[]; measures: Kept[] }> => api(`measures/${table}`, undefined, net.token);
export const letIn = (measure: number): Promise<unknown> => api(`measures/${measure}`, undefined, net.token, 'DELETE');
/** Whoever made a table removes or mutes somebody who looks on. */
export const atTable = (kind: 'mute' | 'remove', table: string, name: string): Promise<unknown> => api('measures', { kind, table, name }, net.token);
