// The languages: the same keys, the same places for values, and each language's own typography. SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Refused, type Engine, type Play } from '../../src/engine';
import { movesOf } from '../../src/lib/legal';
import { count, LANGUAGES, speak, speaks, t, type Language, optionWords } from '../../src/lib/words';
import { hasEngine, loadEngine } from './engine';
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

describe('the list of languages', () => {
  it('is the engine’s, with a file of words for each and none beside them', () => {
    const header = readFileSync(new URL('../../../core/languages.h', import.meta.url), 'utf8');
    expect(Object.keys(LANGUAGES)).toEqual([...header.matchAll(/LANGUAGE\((\w+), *"/g)].map((m) => m[1]));
    const written = Object.keys(pages).map((path) => path.replace(/.*\/(\w+)\.ts$/, '$1'));
    expect(written.sort()).toEqual(Object.keys(LANGUAGES).sort());
  });
});

/** References to the catalogue stand for a word: `{god:zeus}`, `{#seasons.number}`, or one of two: `{#cubes?cube|cubes}`. */
const spokenOf = (text: string): string => text.replace(/\{#[^}?]*\?([^}|]*)\|([^}]*)\}/g, '$2').replace(/\{[#^\w][^}]*[:.][^}]*\}/g, 'x');

const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe.each(catalogues)('%s: the words of %s', (language, _, english, other) => {
  it('are all there, none is left over', () => {
    expect(Object.keys(english).length).toBeGreaterThan(20);
    expect(Object.keys(english).filter((key) => !(key in other))).toEqual([]);
    expect(Object.keys(other).filter((key) => !(key in english))).toEqual([]);
  });
  it('have the same places for values', () => {
    for (const key of Object.keys(english)) if (key in other) expect(places(other[key]!), key).toEqual(places(english[key]!));
  });
  it('keep to the typography of the language', () => {
    expect(Object.values(other).map(spokenOf).flatMap(SLIPS[language])).toEqual([]);
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

/** Names may be the same in two languages; more than two words may not. */
const isSentence = (text: string): boolean => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length > 2;

/** The same numbers on every run. */
function dice(seed: number): (n: number) => number {
  return (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
}

describe.skipIf(!hasEngine)('what the engine says', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  /** What `say` says in every language: lists that belong together. */
  function inAll(say: () => string[]): Map<string, string[]> {
    const heard = new Map(Object.keys(LANGUAGES).map((language) => {
      engine.speak(language);
      return [language, say()] as const;
    }));
    engine.speak('en');
    return heard;
  }

  /** Pairs of a sentence and its English, of everything that was said. */
  class Heard {
    readonly said = new Map<Other, Map<string, string>>(others.map((language) => [language, new Map()]));
    add(heard: Map<string, string[]>): void {
      const english = heard.get('en')!;
      for (const language of others) {
        const words = heard.get(language)!;
        expect(words.length, language).toBe(english.length);
        words.forEach((text, i) => this.said.get(language)!.set(english[i]!, text));
      }
    }
    expectTranslated(least: number): void {
      for (const [language, pairs] of this.said) {
        expect(pairs.size).toBeGreaterThanOrEqual(least);
        expect([...pairs].filter(([english, text]) => text === english && isSentence(text)), language).toEqual([]);
        expect([...pairs.values()].flatMap(SLIPS[language]), language).toEqual([]);
      }
    }
  }

  const refusalOf = (act: () => void): string[] => {
    try {
      act();
      return [];
    } catch (why) {
      return why instanceof Refused ? [why.refusal.words] : [];
    }
  };

  /** Questions, refusals of moves that were possible once, and score lines of one game. */
  function play(game: string, players: number, heard: Heard): void {
    const random = dice(7 * players + 1);
    const seen: string[] = [];
    const all = Array.from({ length: players }, (_, seat) => seat);
    const of: Play = engine.start({ game, players, seed: null });
    for (let ply = 0; ply < 500; ply++) {
      of.luck(random);
      if (of.status.node === 'over') break;
      const seat = all.find((s) => Object.keys(of.legal(s)).length > 0)!;
      heard.add(inAll(() => [of.look(seat).ask ?? '']));
      if (ply % 5 === 0 && seen.length) {
        const tried = Array.from({ length: 12 }, () => seen[random(seen.length)]!);
        heard.add(inAll(() => all.flatMap((s) => tried.flatMap((move) => of.check(s, move)?.words ?? []))));
      }
      if (ply % 40 === 0) heard.add(inAll(() => of.score(seat).lines.flat().map((line) => line.words)));
      const moves = movesOf(of.legal(seat));
      seen.push(moves[random(moves.length)]!);
      of.move(seat, moves[random(moves.length)]!);
    }
    heard.add(inAll(() => of.score(-1).lines.flat().map((line) => line.words)));
    of.free();
  }

  it.each(games)('%s: questions, refusals and score lines are in the language spoken', (game) => {
    const heard = new Heard();
    const [fewest, most] = engine.game(game)!.players;
    for (let players = fewest; players <= most; players++) play(game, players, heard);
    heard.expectTranslated(30);
  }, 240_000);

  it('games, options, verbs and levels too', () => {
    const heard = new Heard();
    heard.add(inAll(() => engine.games.flatMap((g) => [g.words, g.length, ...g.options.map((o) => o.words), ...g.verbs.map((v) => v.words)])));
    heard.add(inAll(() => engine.levels.map((level) => level.words)));
    heard.expectTranslated(50);
  });

  it('values of options are words for people, not their names', () => {
    for (const g of engine.games)
      for (const o of g.options) for (const value of o.values ?? []) if (!/^\d+$/.test(value)) expect(optionWords(o.name, value), `${g.name} ${o.name}`).not.toBe(value);
  });

  it('refusals that no game has words for, too', () => {
    const heard = new Heard();
    const seats = [{ name: 'Ada' }, { name: 'Bo' }];
    const { table } = engine.table({ table: 'here', game: games[0]!, seats, seed: '0'.repeat(64) }, 1);
    const of = engine.start({ game: games[0]!, players: 2 });
    heard.add(
      inAll(() => [
        ...refusalOf(() => engine.start({ game: 'nothing' })),
        ...refusalOf(() => engine.start({ game: games[0]!, players: 9 })),
        ...refusalOf(() => engine.start({ game: games[0]!, options: { nothing: 1 } })),
        ...refusalOf(() => engine.read('[Game "nothing"]')),
        ...refusalOf(() => of.move(0, 'nonsense')),
        ...refusalOf(() => of.move(7, 'pass')),
        ...refusalOf(() => of.name(0, 'x'.repeat(99))),
        ...refusalOf(() => table.watch(5, 2)),
        ...['move', 'undo', 'agree', 'start', 'nothing'].flatMap((kind) => refusalOf(() => table.ask(kind, 1, { text: '?' }, 2))),
      ]),
    );
    heard.expectTranslated(11);
    of.free();
    table.free();
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
