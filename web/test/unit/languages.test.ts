// The languages: the same keys, the same places for values, and each language's own typography. SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { count, LANGUAGES, speak, speaks, t, type Language } from '../../src/lib/words';
import { slips as french } from './french';
import { slips as german } from './german';

type Words = Record<string, string>;
type Other = Exclude<Language, 'en'>;
const SLIPS: Record<Other, (text: string) => string[]> = { fr: french, de: german };
const others = Object.keys(LANGUAGES).filter((language): language is Other => language !== 'en');

const gamesFolder = new URL('../../../games/', import.meta.url);
const games = readdirSync(gamesFolder, { withFileTypes: true }).filter((f) => f.isDirectory()).map((f) => f.name);

const pages = import.meta.glob<Record<string, Words>>('../../src/words/*.ts', { eager: true });
const modules = import.meta.glob<{ default: Words }>('../../../games/*/board/words.*.ts', { eager: true });
const pageOf = (language: string): Words => pages[`../../src/words/${language}.ts`]?.[language] ?? {};
const wordsOf = (game: string, language: string): Words => modules[`../../../games/${game}/board/words.${language}.ts`]?.default ?? {};

const catalogues = others.flatMap((language): [Other, string, Words, Words][] => [
  [language, 'the page', pageOf('en'), pageOf(language)],
  ...games.map((g): [Other, string, Words, Words] => [language, g, wordsOf(g, 'en'), wordsOf(g, language)]),
]);
const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe.each(catalogues)('%s: the words of %s', (language, _, english, other) => {
  it('are all there, none is left over', () => {
    expect(Object.keys(english).length).toBeGreaterThan(50);
    expect(Object.keys(english).filter((key) => !(key in other))).toEqual([]);
    expect(Object.keys(other).filter((key) => !(key in english))).toEqual([]);
  });
  it('have the same places for values', () => {
    for (const key of Object.keys(english)) if (key in other) expect(places(other[key]!), key).toEqual(places(english[key]!));
  });
  it('keep to the typography of the language', () => {
    expect(Object.values(other).flatMap(SLIPS[language])).toEqual([]);
  });
  it('are not left in English', () => {
    // Names, single letters and words that both languages share may be equal; whole sentences may not.
    const same = Object.keys(english).filter((key) => other[key] === english[key] && /\w+ \w+ \w+/.test(english[key]!.replace(/\{\w+\}/g, '')));
    expect(same).toEqual([]);
  });
});

describe.each(others)('%s: lessons', (language) => {
  it.each(games)('%s keeps to the typography of the language', (game) => {
    const mark = new RegExp(`^\\s*(say|name):${language} `);
    const lines = readFileSync(new URL(`${game}/lesson.scn`, gamesFolder), 'utf8').split('\n').filter((line) => mark.test(line));
    expect(lines.length).toBeGreaterThan(6);
    expect(lines.map((line) => line.replace(mark, '')).flatMap(SLIPS[language])).toEqual([]);
  });
});

describe.each(others)('%s: summaries', (language) => {
  it.each(games)('%s has the same sections as in English', (game) => {
    const [english, other] = ['SUMMARY.md', `SUMMARY.${language}.md`].map((name) => readFileSync(new URL(`${game}/${name}`, gamesFolder), 'utf8'));
    const shape = (text: string) => text.split('\n').filter(Boolean).map((line) => line.slice(0, 2).replace(/\p{L}/gu, 'x'));
    expect(shape(other!)).toEqual(shape(english!));
    expect(SLIPS[language](other!)).toEqual([]);
  });
});

describe('switching', () => {
  it('speaks the other language, counts as it does, and comes back', async () => {
    await speak('fr');
    expect(speaks()).toBe('fr');
    expect(t('nav.rules')).toBe('Règles');
    expect(count('rules.found', 0)).toBe('0 règle trouvée');
    await speak('de');
    expect(speaks()).toBe('de');
    expect(t('nav.rules')).toBe('Regeln');
    expect(count('rules.found', 1)).toBe('1 Regel gefunden');
    expect(count('rules.found', 0)).toBe('0 Regeln gefunden');
    await speak('en');
    expect(t('nav.rules')).toBe('Rules');
    expect(count('rules.found', 0)).toBe('0 rules found');
  });
});
