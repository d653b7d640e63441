// A game's rules on one page (games/NAME/SUMMARY.md, SUMMARY.fr.md, SUMMARY.de.md), fetched when a rules page is opened.
// SPDX-License-Identifier: MIT
import { page, type Page } from './markdown';
import type { Language } from './words';

const texts = import.meta.glob<string>('../../../games/*/SUMMARY*.md', { query: '?raw', import: 'default' });

export async function summaryOf(game: string, language: Language): Promise<Page | null> {
  const folder = `../../../games/${game}/SUMMARY`;
  const load = texts[`${folder}.${language}.md`] ?? texts[`${folder}.md`];
  return load ? page(await load()) : null;
}
