// What a board's words take from the game's own catalogue (games/NAME/words), so that no name and no number stands twice.
// SPDX-License-Identifier: MIT
import { asSentence } from '../lib/words';

/** A name with its further forms ("de", "short"), and the lists they stand in; numbers from the game's data. */
export interface Catalogue {
  names: Record<string, Record<string, { name: string; [form: string]: string }>>;
  facts: Record<string, number>;
}

const PLACE = /\{(\^?)(?:#([a-z][a-z0-9-]*)|([a-z][a-z0-9-]*):([\w$]+))(?:\.([a-z][a-z0-9-]*))?(?:\?([^|{}]*)\|([^|{}]*))?\}/g;

/** The words with {#fact}, {#fact.number}, {#fact?one|more}, {list:id} and {list:id.form} filled in; ^ begins with a capital. What
    the catalogue does not have stays as it is, which a test finds. Other places are filled when the words are said. */
export function filled(words: Record<string, string>, { names, facts }: Catalogue, isOne: (n: number) => boolean): Record<string, string> {
  const fill = (text: string): string =>
    text.replace(PLACE, (all, capital: string, fact: string | undefined, list: string, id: string, form: string | undefined, one: string | undefined, more: string) => {
      const n = fact === undefined ? undefined : facts[fact];
      let said = n === undefined ? names[list]?.[id]?.[form ?? 'name'] : form === undefined ? String(n) : (names[form]?.[n]?.name ?? String(n));
      if (n !== undefined && one !== undefined) said = isOne(n) ? one : more;
      return said === undefined ? all : capital ? asSentence(said) : said;
    });
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, fill(text)]));
}
