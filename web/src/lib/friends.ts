// Friends, blocked people and recent opponents, as the server keeps them.
// SPDX-License-Identifier: MIT
import { api, net } from './net';

export interface Somebody {
  person: string;
  name: string;
  /** Of a friend: they are connected now. */
  here?: boolean;
  /** The table where they play and anybody may look on. */
  plays?: string;
}

export interface Friends {
  friends: Somebody[];
  /** They have asked us. */
  asks: Somebody[];
  /** We have asked them. */
  asked: Somebody[];
  blocked: Somebody[];
  recent: Somebody[];
}

export const friends = (): Promise<Friends> => api('friends', undefined, net.token);
/** Asks somebody by name or id, or accepts what they have asked. */
export const befriend = (who: { name: string } | { person: string }): Promise<unknown> => api('friends', who, net.token);
/** Tells a friend of a table, or of a free seat of it, at once; false: they are not here. */
export const invite = (person: string, table: string, key?: string, seat?: number): Promise<boolean> =>
  api<{ here?: boolean }>('invitations', { person, table, ...(key ? { key } : {}), ...(seat === undefined ? {} : { seat }) }, net.token).then((got) => got.here !== false);
export const unfriend = (person: string): Promise<unknown> => api(`friends/${person}`, undefined, net.token, 'DELETE');
export const block = (person: string): Promise<unknown> => api('blocks', { person }, net.token);
export const unblock = (person: string): Promise<unknown> => api(`blocks/${person}`, undefined, net.token, 'DELETE');
