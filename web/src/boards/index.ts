// The boards: games/NAME/board, found by their place. Each is its own chunk, loaded when a table of its game is opened.
// SPDX-License-Identifier: MIT
import { addWords, many, speaks, t, type Translate } from '../lib/words';
import { filled, type Catalogue } from './catalogue';
import type { BoardModule } from './contract';

type Load = () => Promise<{ default: BoardModule }>;
const modules = import.meta.glob<{ default: BoardModule }>('../../../games/*/board/index.ts');
const words = import.meta.glob<{ default: Record<string, string> }>('../../../games/*/board/words.*.ts');

/** What a game says of how fast a bot is, where bots and people play at once: `told` of its pace.ts. */
type Told = (tables: unknown, pace: number, options: Record<string, string | number>, t: Translate) => string;
const paces = import.meta.glob<{ default: Told }>('../../../games/*/board/pace.ts');

const gameOf = (index: string): string => index.split('/').at(-3)!;
const wordsBeside = (index: string, language: string) => words[index.replace(/index\.ts$/, `words.${language}.ts`)];

export const boards: Record<string, Load> = Object.fromEntries(
  Object.entries(modules).map(([index, load]): [string, Load] => [gameOf(index), async () => (await Promise.all([load(), wordsOf(index)]))[0]]),
);

/** Makes the board's words known; the components that they name. */
async function wordsOf(index: string): Promise<unknown> {
  const language = speaks();
  const [said, tables] = await Promise.all([wordsBeside(index, language)?.(), tablesOf(gameOf(index))]);
  if (said) addWords(filled(said.default, tables as Catalogue, (n) => many(n) === 'one'), language);
  return tables;
}

/** How fast bots of a `pace` are in this game, before there is a table; undefined where turns are taken. The board itself is not loaded. */
export async function paceOf(game: string): Promise<((pace: number, options: Record<string, string | number>) => string) | undefined> {
  const index = Object.keys(paces).find((path) => gameOf(path) === game);
  if (index === undefined) return undefined;
  const [{ default: told }, tables] = await Promise.all([paces[index]!(), wordsOf(index.replace(/pace\.ts$/, 'index.ts'))]);
  return (pace, options) => told(tables, pace, options, t);
}

const tables = import.meta.glob<{ default: unknown }>('../generated/*.*.json');

/** The components of a game as the build exported them from C (`petteia tables GAME`), with their names in the language spoken. */
export async function tablesOf(game: string): Promise<unknown> {
  const load = tables[`../generated/${game}.${speaks()}.json`];
  return load ? (await load()).default : {};
}
