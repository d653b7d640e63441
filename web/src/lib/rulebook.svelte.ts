// The rulebooks, asked for once and read; and the rule that a dialog shows.
// SPDX-License-Identifier: MIT
import { page, type Page } from './markdown';
import { api } from './net';

const books = new Map<string, Promise<Page>>();

/** Without a server the engine knows it too. */
const ours = async (game: string): Promise<string> => (await import('./engine').then((module) => module.engine())).rulebook(game);

export function rulebook(game: string): Promise<Page> {
  let book = books.get(game);
  if (!book) {
    book = api<string>(`rules/${game}`).catch(() => ours(game)).then(page);
    book.catch(() => books.delete(game));
    books.set(game, book);
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
