// The catalogue. SPDX-License-Identifier: MIT
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addWords, asSentence, count, speak, t } from '../../src/lib/words';
import { en } from '../../src/words/en';

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.(svelte|ts)$/.test(name) ? [path] : [];
  });

describe('words', () => {
  it('puts values in', () => {
    expect(t('table.ask.wait', { name: 'Ana' })).toBe('Waiting for Ana');
    expect(count('home.open', 1)).toBe('1 open table');
    expect(count('home.open', 4)).toBe('4 open tables');
  });
  it('begins a refusal like a sentence, unless with a place', () => {
    expect(asSentence('this piece does not belong here')).toBe('This piece does not belong here');
    expect(asSentence('j5 shares no edge')).toBe('j5 shares no edge');
  });
  it('counts and elides as the engine does (core/languages.h)', async () => {
    await speak('fr');
    addWords({ 'test.of': 'les cubes de {name}' }, 'fr');
    expect(count('home.open', 0)).toBe('0 table ouverte');
    expect(count('home.open', 2)).toBe('2 tables ouvertes');
    for (const name of ['Anne', 'Álvaro', 'Åsa', 'Øyvind', 'Hadès', 'Œdipe']) expect(t('test.of', { name })).toBe(`les cubes d’${name}`);
    for (const name of ['Zeus', 'Çelik', 'Ñusta', 'a', 'Harpie']) expect(t('test.of', { name })).toBe(`les cubes de ${name}`);
    await speak('en');
    expect(count('home.open', 0)).toBe('0 open tables');
  });
  it('has every key that the shell asks for', () => {
    const shell = files(join(__dirname, '../../src')).filter((f) => !/src\/(boards|engine)\//.test(f));
    for (const file of shell)
      for (const [, key] of readFileSync(file, 'utf8').matchAll(/\bt\(\s*'(\w+\.[\w.]+)'/g)) expect(Object.keys(en), `${file}: ${key}`).toContain(key);
  });
});
