// How fast bots lay their pieces in a race (R4.14): for the table, and for whoever chooses a bot before there is one.
// SPDX-License-Identifier: MIT
import type { Translate } from '$page/lib/words';
import type { Tables } from './types';

/** How long a bot takes for a piece. `pace` is what is known of it: the rules of the table keep time by that. */
export function paceMs(tables: Pick<Tables, 'paces'>, pace: number, hard: boolean): number {
  const { base_ms } = tables.paces[Math.min(pace, tables.paces.length - 1)]!;
  return (hard ? 1.5 : 1) * base_ms;
}

/** The same in a few words, for a table with these options; "" where nobody races. */
export default function told(tables: Tables, pace: number, options: Record<string, string | number>, t: Translate): string {
  return options.pmode === 'rt' ? t('board.myst.pace.short', { s: paceMs(tables, pace, options.hard === 'on') / 1000 }) : '';
}
