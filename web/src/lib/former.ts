// Whoever was deleted is a "former player" (server/erase.c): said in the language of the page, wherever a name comes from the server.
// SPDX-License-Identifier: MIT
import { t } from './words';

const FORMER = /^former player( \d+)?$/;
const NAMES = new Set(['name', 'winner', 'host']);

/** A name as people read it; in a tournament several former players have numbers. */
export const called = (name: string): string => name.replace(FORMER, (_, number: string | undefined) => t('account.former') + (number ?? ''));

/** JSON from the server, with former players called so. */
export const readJson = (text: string): unknown =>
  text.includes('former player') ? JSON.parse(text, (key, value: unknown) => (NAMES.has(key) && typeof value === 'string' ? called(value) : value)) : JSON.parse(text);
