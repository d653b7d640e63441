// The games kept on this device: IndexedDB, one entry for each table. The log is the truth; what stands beside it is for
// lists.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import type { Entry } from '../engine/types';
import type { Result } from '../lib/protocol';

export interface Kept {
  table: string;
  game: string;
  seats: SeatInfo[];
  /** Its events, the first one first. Left out by older versions, and of a record that came as a text. */
  log?: Entry[];
  /** The game as a record (docs/records.md): once it is over, and where there is no log. */
  record?: string;
  /** Without a log: the moves of the record that were another game's. */
  past?: number;
  phase: 'playing' | 'over';
  created: number;
  /** When it was last played. */
  seen: number;
  result?: Omit<Result, 'seed'>;
  rematch?: string;
}

const NAME = 'petteia';
const STORE = 'tables';
export const LOCAL = 'local-';
export const isLocal = (table: string): boolean => table.startsWith(LOCAL);

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error ?? new Error('the device keeps nothing'));
  });

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  if (!opening) {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'table' });
    opening = done(request);
    opening.catch(() => (opening = null));
  }
  return opening;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE);
}

export const shelf = {
  async get(table: string): Promise<Kept | undefined> {
    return done((await store('readonly')).get(table) as IDBRequest<Kept | undefined>);
  },
  async put(kept: Kept): Promise<void> {
    await done((await store('readwrite')).put(kept));
  },
  async remove(table: string): Promise<void> {
    await done((await store('readwrite')).delete(table));
  },
  /** Newest first. */
  async all(): Promise<Kept[]> {
    const all = await done((await store('readonly')).getAll() as IDBRequest<Kept[]>);
    return all.sort((a, b) => b.seen - a.seen);
  },
};
