// The words of the boards take names and numbers from the game's catalogue and its data: what they ask for is there, nothing is
// said twice, and nothing is left over. SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filled, type Catalogue } from '../../src/boards/catalogue';
import { addWords, LANGUAGES, speak, t } from '../../src/lib/words';

type Words = Record<string, string>;
const gamesFolder = new URL('../../../games/', import.meta.url);
const games = readdirSync(gamesFolder, { withFileTypes: true }).filter((f) => f.isDirectory()).map((f) => f.name);
const modules = import.meta.glob<{ default: Words }>('../../../games/*/board/words.*.ts', { eager: true });
const tables = import.meta.glob<{ default: unknown }>('../../src/generated/*.*.json', { eager: true });
const read = (path: string): string => readFileSync(new URL(path, gamesFolder), 'utf8');

const rows = games.flatMap((game) =>
  Object.keys(LANGUAGES).map((language): [string, string, Words, Catalogue] => [
    game,
    language,
    modules[`../../../games/${game}/board/words.${language}.ts`]!.default,
    tables[`../../src/generated/${game}.${language}.json`]!.default as Catalogue,
  ]),
);
/** A text without its places. */
const bare = (text: string): string => text.replace(/\{[^{}]*\}/g, '\u0000').replace(/\b(les|des|aux) deux\b/gi, '$1'); // "both"
const isProper = (name: string): boolean => /^\p{Lu}/u.test(name);
const englishOf = (game: string): Catalogue => rows.find(([g, language]) => g === game && language === 'en')![3];
const verbsOf = (game: string): string[] => [...read(`${game}/words/en`).matchAll(/^verb\.([\w-]+)/gm)].map((m) => m[1]!);

/** The names of what moves point at (gods, resources, patrons), each with its English name. */
function things(game: string, { names }: Catalogue): { name: string; english: string }[] {
  const kinds = [...read(`${game}/words/en`).matchAll(/^kind\.([\w-]+):/gm)].map((m) => m[1]!.toLowerCase());
  const lists = Object.keys(names).filter((list) => kinds.includes(list));
  return lists.flatMap((list) => Object.entries(names[list]!).map(([id, { name }]) => ({ name, english: englishOf(game).names[list]![id]!.name })));
}

function repeatsOf(game: string, words: Words, catalogue: Catalogue): [string, string][] {
  const all = things(game, catalogue);
  const proper = all.filter((one) => isProper(one.english)).map((one) => new RegExp(`(?<!\\p{L})${one.name}(?!\\p{L})`, 'u'));
  const whole = new Set(all.map((one) => one.name.toLowerCase()));
  return Object.entries(words).filter(([, text]) => whole.has(text.toLowerCase()) || proper.some((name) => name.test(bare(text))));
}

/** Numbers in digits or words. One is none of the data: the singular, and the first of its kind, are said so. */
function typedIn(words: Words, { names }: Catalogue): [string, string][] {
  const counted = Object.entries(names.number ?? {}).filter(([n]) => Number(n) > 1).map(([, { name }]) => name);
  const word = new RegExp(`(?<!\\p{L})(${counted.join('|') || '-'})(?!\\p{L})`, 'iu');
  return Object.entries(words).filter(([, text]) => !/^R\d+\.\d+$/.test(text) && (/[2-9]|\d\d/.test(bare(text)) || word.test(bare(text))));
}

/** The template texts of a source, those inside others too, with \0 for what is put in. */
function templatesOf(text: string): string[] {
  const found: string[] = [];
  const open: { said: string; depth: number }[] = []; // templates that are not closed, and the brackets open in what is put in
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    const top = open.at(-1);
    const inside = top?.depth === 0; // in its text, not in what is put in
    if (inside && c === '\\') i++;
    else if (c === '`' && inside) found.push(open.pop()!.said);
    else if (c === '`') open.push({ said: '', depth: 0 });
    else if (inside && c === '$' && text[i + 1] === '{') {
      top!.said += '\0';
      top!.depth = 1;
      i++;
    } else if (inside) top!.said += c;
    else if (top && c === '{') top.depth++;
    else if (top && c === '}') top.depth--;
  }
  return found;
}

/** The texts of a board's sources: whole, and as patterns where something is put in. */
function literalsOf(game: string): { whole: Set<string>; patterns: RegExp[] } {
  const folder = new URL(`${game}/board/`, gamesFolder);
  const files = readdirSync(folder).filter((f) => /\.(ts|svelte)$/.test(f) && !f.startsWith('words.'));
  const sources = files.map((f) => readFileSync(new URL(f, folder), 'utf8').replace(/<!--[^]*?-->|\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''));
  const templates = sources.flatMap(templatesOf).filter((one) => /^[a-z][\w.$\0-]*\0[\w.$\0-]*$/.test(one));
  const patterns = templates.map((one) => new RegExp(`^${one.replace(/[.$]/g, '\\$&').replace(/\0/g, '[\\w$.@-]+')}$`));
  return { whole: new Set(sources.flatMap((text) => [...text.matchAll(/'([\w$.@-]+)'/g)].map((m) => m[1]!))), patterns };
}

/** Keys that nothing asks for. The sentences about moves stand under a head ("log", "do") and the verb. */
function unusedOf(game: string, keys: string[]): string[] {
  const { whole, patterns } = literalsOf(game);
  const verbs = new Set(verbsOf(game));
  const names = keys.map((key) => key.replace(`board.${game}.`, ''));
  const asked = (key: string): boolean => whole.has(key) || patterns.some((one) => one.test(key));
  const counted = (key: string): boolean => names.includes(key.replace(/\.one$/, '.more')) && names.includes(key.replace(/\.more$/, '.one'));
  const plain = (key: string): string => (counted(key) ? key.replace(/\.(one|more)$/, '') : key);
  const isMove = (key: string): boolean => {
    const [head = '', verb = '', ...rest] = key.split('.');
    const moves = names.filter((one) => one.startsWith(`${head}.`) && verbs.has(one.split('.')[1]!)).length;
    return moves * 2 > verbs.size && whole.has(head) && (verbs.has(verb) || whole.has([verb, ...rest].join('.')) || whole.has(verb));
  };
  return names.filter((key) => !asked(key) && !asked(plain(key)) && !isMove(key));
}

describe.each(rows)('the board words of %s in %s', (game, _, words, catalogue) => {
  it('ask for names and facts that there are', () => {
    const left = Object.entries(filled(words, catalogue, (n) => n === 1)).filter(([, text]) => /\{[^{}]*[:#?^][^{}]*\}/.test(text));
    expect(left).toEqual([]);
  });
  it('repeat no name of the catalogue', () => expect(repeatsOf(game, words, catalogue)).toEqual([]));
  it('have no number that is the game’s', () => expect(typedIn(words, catalogue)).toEqual([]));
  it('are all in use', () => expect(unusedOf(game, Object.keys(words))).toEqual([]));
});

describe('the checks', () => {
  const [game, , words, catalogue] = rows.find(([g, language]) => language === 'en' && things(g, englishOf(g)).some((one) => isProper(one.english)))!;
  const name = things(game, catalogue).find((one) => isProper(one.english))!.name;
  const added = { ...words, [`board.${game}.zzz`]: `Go to ${name}, 7 times` };
  it('find a name, a number and a word that is not used', () => {
    expect(repeatsOf(game, added, catalogue).length).toBe(1);
    expect(repeatsOf(game, { ...words, x: name.toLowerCase() }, catalogue).length).toBe(1);
    expect(typedIn(added, catalogue).length).toBe(1);
    expect(unusedOf(game, Object.keys(added))).toEqual(['zzz']);
  });
});

describe('filling in', () => {
  const one = { names: { god: { h: { name: 'Hadès', de: 'd’Hadès' } }, number: { 2: { name: 'deux' } } }, facts: { most: 2, least: 1 } };
  it('takes facts, names, forms, capitals and plurals, and leaves the rest', () => {
    const text = '{#most} {^#most.number} {#least?cube|cubes} {#most?cube|cubes} {god:h} {god:h.de} {n} {#none} {#least.number}';
    expect(filled({ text }, one, (n) => n === 1).text).toBe('2 Deux cube cubes Hadès d’Hadès {n} {#none} 1');
  });
});

describe('elision', () => {
  it('is French, before a vowel or a mute h', async () => {
    addWords({ 'x.of': 'cube de {who}', 'x.that': 'Que {who}' }, 'fr');
    await speak('fr');
    for (const [who, said] of [['Anne', 'cube d’Anne'], ['Hadès', 'cube d’Hadès'], ['Émile', 'cube d’Émile'], ['Harpie', 'cube de Harpie'], ['Zeus', 'cube de Zeus'], ['a4', 'cube de a4'], ['Yves', 'cube de Yves']])
      expect(t('x.of', { who: who! })).toBe(said);
    expect(t('x.that', { who: 'Anne' })).toBe('Qu’Anne');
    await speak('en');
  });
});
