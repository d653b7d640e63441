// The languages: the same keys, the same places for values, and each language's own typography. SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { count, speak, speaks, t } from '../../src/lib/words';
import { en } from '../../src/words/en';
import { fr } from '../../src/words/fr';
import { slips } from './french';

type Words = Record<string, string>;
const boards = new URL('../../../games/', import.meta.url);
const named = readdirSync(boards, { withFileTypes: true }).filter((f) => f.isDirectory()).map((f) => f.name);
const modules = import.meta.glob<{ default: Words }>('../../../games/*/board/words.*.ts', { eager: true });
const wordsOf = (board: string, language: string): Words => modules[`../../../games/${board}/board/words.${language}.ts`]?.default ?? {};

const catalogues: [string, Words, Words][] = [['the page', en, fr], ...named.map((b): [string, Words, Words] => [b, wordsOf(b, 'en'), wordsOf(b, 'fr')])];
const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe.each(catalogues)('the words of %s', (_, english, french) => {
  it('are there in both languages, none is left over', () => {
    expect(Object.keys(english).filter((key) => !(key in french))).toEqual([]);
    expect(Object.keys(french).filter((key) => !(key in english))).toEqual([]);
  });
  it('have the same places for values', () => {
    for (const key of Object.keys(english)) if (key in french) expect(places(french[key]!), key).toEqual(places(english[key]!));
  });
  it('keep to French typography', () => {
    expect(Object.values(french).flatMap(slips)).toEqual([]);
  });
  it('are not left in English', () => {
    // Names, single letters and words that both languages share may be equal; whole sentences may not.
    const same = Object.keys(english).filter((key) => french[key] === english[key] && /\w+ \w+ \w+/.test(english[key]!.replace(/\{\w+\}/g, '')));
    expect(same).toEqual([]);
  });
});

describe('lessons', () => {
  const folder = new URL('../../../games/', import.meta.url);
  it.each(readdirSync(folder, { withFileTypes: true }).filter((f) => f.isDirectory()).map((f) => f.name))('%s keeps to French typography', (game) => {
    const lines = readFileSync(new URL(`${game}/lesson.scn`, folder), 'utf8').split('\n').filter((line) => /^\s*(say|name):fr /.test(line));
    expect(lines.length).toBeGreaterThan(6);
    expect(lines.map((line) => line.replace(/^\s*(say|name):fr /, '')).flatMap(slips)).toEqual([]);
  });
});

describe('summaries', () => {
  const folder = new URL('../../../games/', import.meta.url);
  it.each(readdirSync(folder, { withFileTypes: true }).filter((f) => f.isDirectory()).map((f) => f.name))('%s: the same sections in both languages', (game) => {
    const [english, french] = ['SUMMARY.md', 'SUMMARY.fr.md'].map((name) => readFileSync(new URL(`${game}/${name}`, folder), 'utf8'));
    const shape = (text: string) => text.split('\n').filter(Boolean).map((line) => line.slice(0, 2).replace(/\w/g, 'x'));
    expect(shape(french!)).toEqual(shape(english!));
    expect(slips(french!)).toEqual([]);
  });
});

describe('switching', () => {
  it('speaks the other language, counts as it does, and comes back', async () => {
    await speak('fr');
    expect(speaks()).toBe('fr');
    expect(t('nav.rules')).toBe('Règles');
    expect(count('rules.found', 0)).toBe('0 règle trouvée');
    await speak('en');
    expect(t('nav.rules')).toBe('Rules');
    expect(count('rules.found', 0)).toBe('0 rules found');
  });
});
