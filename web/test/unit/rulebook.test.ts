// The rulebooks of the page: in the language spoken, with the same rules; English where there is no translation. SPDX-License-Identifier: MIT
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleOf, type Page } from '../../src/lib/markdown';
import { hasRulebook, rulebook } from '../../src/lib/rulebook.svelte';
import { LANGUAGES, type Language } from '../../src/lib/words';

const folder = join(__dirname, '../../../games');
const games = readdirSync(folder, { withFileTypes: true }).filter((d) => d.isDirectory()).map((d) => d.name);
const others = Object.keys(LANGUAGES).filter((language): language is Exclude<Language, 'en'> => language !== 'en');
const idsIn = (book: Page): string[] => [...book.blocks.map((b) => b.html).join('').matchAll(/ id="(R[\d.]+[a-z]?)"/g)].map((m) => m[1]!);

describe.each(games)('the rulebook of %s', (game) => {
  it('is there in English', async () => {
    expect(hasRulebook(game, 'en')).toBe(true);
    expect(idsIn(await rulebook(game, 'en')).length).toBeGreaterThan(20);
  });
  it.each(others)('has the same rules in %s, or is the English one', async (language) => {
    const [english, other] = await Promise.all([rulebook(game, 'en'), rulebook(game, language)]);
    expect(hasRulebook(game, language)).toBe(existsSync(join(folder, game, `README.${language}.md`)));
    if (!hasRulebook(game, language)) return expect(other).toBe(english);
    expect(idsIn(other)).toEqual(idsIn(english));
    const rule = idsIn(english).find((id) => id.includes('.'))!;
    expect(ruleOf(other, rule)!.html).not.toBe(ruleOf(english, rule)!.html);
  });
});

it('there is no rulebook of an unknown game', async () => {
  await expect(rulebook('chess', 'fr')).rejects.toThrow('chess');
});
