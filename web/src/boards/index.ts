// The boards: one line a board. Each is its own chunk, loaded when a table of its game is opened.
// SPDX-License-Identifier: MIT
import { addWords, speaks } from '../lib/words';
import type { BoardModule } from './contract';

type Load = () => Promise<{ default: BoardModule }>;
const list: Record<string, Load> = {
  cyclades: () => import('./cyclades'),
  mykerinos: () => import('./mykerinos'),
  myriath: () => import('./myriath'),
  myst: () => import('./myst'),
  mytikas: () => import('./mytikas'),
};

// A board brings its English words itself; those of another language are fetched beside it.
const words = import.meta.glob<{ default: Record<string, string> }>('./*/words.fr.ts');

export const boards: Record<string, Load> = Object.fromEntries(
  Object.entries(list).map(([name, load]): [string, Load] => [
    name,
    async () => {
      const language = speaks();
      const [module, more] = await Promise.all([load(), words[`./${name}/words.${language}.ts`]?.()]);
      if (more) addWords(more.default, language);
      return module;
    },
  ]),
);

const tables = import.meta.glob<{ default: unknown }>('../generated/*.json');

/** The components of a game as the build exported them from C (`petteia tables GAME`). */
export async function tablesOf(game: string): Promise<unknown> {
  const load = tables[`../generated/${game}.json`];
  return load ? (await load()).default : {};
}
