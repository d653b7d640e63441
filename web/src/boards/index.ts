// The boards: games/NAME/board, found by their place. Each is its own chunk, loaded when a table of its game is opened.
// SPDX-License-Identifier: MIT
import { addWords, many, speaks } from '../lib/words';
import { filled, type Catalogue } from './catalogue';
import type { BoardModule } from './contract';

type Load = () => Promise<{ default: BoardModule }>;
const modules = import.meta.glob<{ default: BoardModule }>('../../../games/*/board/index.ts');
const words = import.meta.glob<{ default: Record<string, string> }>('../../../games/*/board/words.*.ts');

const gameOf = (index: string): string => index.split('/').at(-3)!;
const wordsBeside = (index: string, language: string) => words[index.replace(/index\.ts$/, `words.${language}.ts`)];

export const boards: Record<string, Load> = Object.fromEntries(
  Object.entries(modules).map(([index, load]): [string, Load] => [
    gameOf(index),
    async () => {
      const language = speaks();
      const [module, said, tables] = await Promise.all([load(), wordsBeside(index, language)?.(), tablesOf(gameOf(index))]);
      if (said) addWords(filled(said.default, tables as Catalogue, (n) => many(n) === 'one'), language);
      return module;
    },
  ]),
);

const tables = import.meta.glob<{ default: unknown }>('../generated/*.*.json');

/** The components of a game as the build exported them from C (`petteia tables GAME`), with their names in the language spoken. */
export async function tablesOf(game: string): Promise<unknown> {
  const load = tables[`../generated/${game}.${speaks()}.json`];
  return load ? (await load()).default : {};
}
