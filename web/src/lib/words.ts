// The one catalogue of strings: t('key', {name}) with the values put in the places of {name}. English is always there; another
// language comes in a chunk of its own when it is chosen, and a board's words with the board. What the games say is in the person's
// language when it comes: the engine and the server are told which (onSpeak).
// SPDX-License-Identifier: MIT
import grammar from '../generated/grammar.json';
import languages from '../generated/languages.json';
import { en } from '../words/en';

/** The engine's languages (core/languages.h), each with its own name. */
export const LANGUAGES: Readonly<typeof languages> = languages;
export type Language = keyof typeof languages;
export const isLanguage = (word: string): word is Language => word in LANGUAGES;

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
/** Keys of boards are known only once the board is loaded, so any string is taken; an unknown one is shown as it is. */
export type Translate = (key: Key | (string & {}), values?: Values) => string;

type Catalogue = Record<string, string>;
const catalogues: Partial<Record<Language, Catalogue>> & { en: Catalogue } = { en: { ...en } };
/** A file of the name of its language, which exports the words under that name. */
const chunks = import.meta.glob<Record<string, Catalogue>>(['../words/*.ts', '!../words/en.ts']);
let language: Language = 'en';

/** The language that is spoken now. */
export const speaks = (): Language => language;

const hearers: ((language: Language) => void)[] = [];

/** Whoever has a language of its own to change, when another one is spoken. */
export function onSpeak(hear: (language: Language) => void): void {
  hearers.push(hear);
}

/** Speaks another language once its words are there. What is drawn already has to be drawn anew. */
export async function speak(wanted: Language): Promise<void> {
  const chunk = await chunks[`../words/${wanted}.ts`]?.();
  addWords(chunk?.[wanted] ?? {}, wanted);
  if (wanted === language) return;
  language = wanted;
  for (const hear of hearers) hear(wanted);
}

/** "de" or "d’" before a value: in some languages a word loses its vowel before another or a mute h, as in core/say.c. */
function before(word: string, value: string): string {
  const rule: { elided: string[]; aspirate: string[] } = grammar[language];
  if (!rule.elided.includes(word.trim().toLowerCase())) return word;
  const loses = /^[aeiouœæøh]\p{M}*\p{L}/iu.test(value.normalize('NFD')) && !rule.aspirate.some((one) => value.toLowerCase().startsWith(one));
  return loses ? `${word.slice(0, -2)}’` : word;
}

export const t: Translate = (key, values) => {
  const text = catalogues[language]?.[key] ?? catalogues.en[key] ?? key;
  if (!values) return text;
  return text.replace(/((?<![\p{L}’-])\p{L}+ )?\{(\w+)\}/gu, (all, word: string | undefined, name: string) => {
    const value = values[name];
    return value === undefined ? all : `${word ? before(word, String(value)) : ''}${value}`;
  });
};

/** What a value of a game's option means; a number says it itself. */
export function optionWords(option: string, value: string | number): string {
  const key = `option.${option}.${value}`;
  const words = t(key);
  return words === key ? String(value) : words;
}

/** The words of a refusal, beginning like a sentence; the name of a place, such as j5, stays as it stands on the board. */
export const asSentence = (words: string): string => /^[a-z]\d/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);

/** How many letters the longest word of a name has: a heading gets as small as it needs (.called in app.css). */
export const longestWord = (name: string): number => Math.max(1, ...name.split(' ').map((word) => [...word].length));

/** A board brings its own words when it is loaded: keys `board.NAME.*`. */
export function addWords(more: Catalogue, of: Language = 'en'): void {
  catalogues[of] = { ...catalogues[of], ...more };
}

/** "one" or "more", as the language counts (core/languages.h): French says "0 point", English "0 points". */
export function many(n: number): 'one' | 'more' {
  const [from, to] = grammar[language].one as [number, number];
  return Math.abs(n) >= from && Math.abs(n) <= to ? 'one' : 'more';
}

/** "1 move", "2 moves": keys `KEY.one` and `KEY.more`, with {n}. */
export const count = (key: string, n: number): string => t(`${key}.${many(n)}`, { n });

/** Half points as people write them: "9½", not "9.5". */
export const inHalves = (points: string | number): string => String(points).replace(/^(-?)0?\.5$/, '$1½').replace(/\.5$/, '½');
