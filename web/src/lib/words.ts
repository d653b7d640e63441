// The one catalogue of strings: t('key', {name}) with the values put in the places of {name}.
// SPDX-License-Identifier: MIT
import { en } from '../words/en';

const catalogue: Record<string, string> = { ...en };

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
/** Keys of boards are known only once the board is loaded, so any string is taken; an unknown one is shown as it is. */
export type Translate = (key: Key | (string & {}), values?: Values) => string;

export const t: Translate = (key, values) => {
  const text = catalogue[key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all)) : text;
};

/** A board brings its own words when it is loaded: keys `board.NAME.*`. */
export function addWords(more: Record<string, string>): void {
  Object.assign(catalogue, more);
}

/** "1 move", "2 moves": keys `KEY.one` and `KEY.more`, with {n}. */
export const count = (key: string, n: number): string => t(n === 1 ? `${key}.one` : `${key}.more`, { n });
