// The rulebooks (games/NAME/README.md, README.fr.md, README.de.md), each fetched when it is first opened; and the rule that a dialog shows.
// SPDX-License-Identifier: MIT
import { page, type Page } from './markdown';
import type { Language } from './words';

const texts = import.meta.glob<string>('../../../games/*/README*.md', { query: '?raw', import: 'default' });
const pathOf = (game: string, language: Language): string => `../../../games/${game}/README${language === 'en' ? '' : `.${language}`}.md`;
const books = new Map<string, Promise<Page>>();

/** Whether there is a translation. */
export const hasRulebook = (game: string, language: Language): boolean => pathOf(game, language) in texts;

/** In English where there is no translation: the numbers of the rules are the same. Fails for an unknown game. */
export function rulebook(game: string, language: Language): Promise<Page> {
  const path = pathOf(game, hasRulebook(game, language) ? language : 'en');
  let book = books.get(path);
  if (!book) {
    book = (texts[path]?.() ?? Promise.reject(new Error(`there is no ${path}`))).then(page);
    book.catch(() => books.delete(path));
    books.set(path, book);
  }
  return book;
}

class Shown {
  rule: { game: string; rule: string } | null = $state(null);
}

/** Opens one rule in a dialog over whatever is shown. */
export const shown = new Shown();
export const showRule = (game: string, rule: string): void => {
  shown.rule = { game, rule };
};
