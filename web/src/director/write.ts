// Words to write beats with, for the boards. SPDX-License-Identifier: MIT
import type { Owner } from '../art/identity';
import Token from '../art/Token.svelte';
import { inHalves } from '../lib/words';
import type { Beat, Piece, Place } from './beats';
import Symbol from './Symbol.svelte';

export type Actor = number | null;

/** A place by its word of the notation. */
export const named = (name: string): string => `[data-name="${name}"]`;
export const home = (seat: number): Place => ({ home: seat });

/** A player's disc, 28 units wide. */
export const token = (owner: Owner, like?: Place): Piece => ({ component: Token, props: { owner }, box: [-14, -14, 28, 28], ...(like ? { like } : {}) });

/** A drawing of the page by its name, around its middle. */
export const symbol = (id: string, w: number, h: number, more: { like?: Place; owner?: Owner; emblem?: string } = {}): Piece => {
  const box = [-w / 2, -h / 2, w, h] as const;
  return { component: Symbol, props: { id, box, owner: more.owner ?? null, emblem: more.emblem }, box, ...(more.like ? { like: more.like } : {}) };
};

/** A piece travels and is set down. */
export const carry = (actor: Actor, from: Place, to: Place, piece?: Piece, hides?: Place): Beat[] => [
  { kind: 'travel', actor, from, to, ...(piece ? { piece } : {}), ...(hides ? { hides } : {}) },
  { kind: 'land', actor },
];

/** What somebody else pushed off goes home. */
export const pushOff = (actor: Actor, from: Place, to: Place): Beat => ({ kind: 'push', actor, from, to, hides: from });

/** Coins or points, one after the other. */
export const flow = (actor: Actor, from: Place, to: Place, count: number, piece?: Piece): Beat[] =>
  count > 0 ? [{ kind: 'flow', actor, from, to, count, ...(piece ? { piece } : {}) }] : [];

export const pop = (actor: Actor, at: Place, words: string): Beat => ({ kind: 'pop', actor, at, words });
export const show = (actor: Actor): Beat => ({ kind: 'show', actor });

export const signed = (n: number): string => (n < 0 ? '−' : '+') + inHalves(Math.abs(n));
