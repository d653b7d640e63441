// The boards: one line a board. Each is its own chunk, loaded when a table of its game is opened.
// SPDX-License-Identifier: MIT
import type { BoardModule } from './contract';

export const boards: Record<string, () => Promise<{ default: BoardModule }>> = {
  cyclades: () => import('./cyclades'),
  mykerinos: () => import('./mykerinos'),
  myriath: () => import('./myriath'),
  mytikas: () => import('./mytikas'),
};

const tables = import.meta.glob<{ default: unknown }>('../generated/*.json');

/** The components of a game as the build exported them from C (`petteia tables GAME`). */
export async function tablesOf(game: string): Promise<unknown> {
  const load = tables[`../generated/${game}.json`];
  return load ? (await load()).default : {};
}
