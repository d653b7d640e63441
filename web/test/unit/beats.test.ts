// Every event of the five games has its beats: golden games are gone through move by move, as a replay shows them.
// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Told } from '../../src/boards/contract';
import type { Beat } from '../../src/director/beats';
import { PUBLIC } from '../../src/engine';
import { beats as cyclades } from '../../../games/cyclades/board/beats';
import { beats as mykerinos } from '../../../games/mykerinos/board/beats';
import { beats as myriath } from '../../../games/myriath/board/beats';
import { beats as myst } from '../../../games/myst/board/beats';
import { beats as mytikas } from '../../../games/mytikas/board/beats';
import { hasEngine, loadEngine } from './engine';

/** What only says that one is done, or points nowhere: the actor's row is lit, and that is all. */
const SILENT: Record<string, RegExp> = {
  cyclades: /^(end|stop|stay|done|waste|fly|charm|from|order)/,
  mykerinos: /^(n-none|decline|first|wing)/,
  myriath: /^(pass|start)/,
  myst: /^(wait|stay|book|skip|end|young|tempo)/,
  mytikas: /^(keep|skip|pass|end|done|offer|first|deal)/,
};
const GAMES: Record<string, (told: Told) => Beat[]> = { cyclades, mykerinos, myriath, myst, mytikas };
const MOST = 400; // moves of each record

const machine = hasEngine ? await loadEngine() : null;

describe.skipIf(!machine).each(Object.keys(GAMES))('%s', (game) => {
  const folder = resolve(__dirname, '../../../games', game, 'golden');
  const records = readdirSync(folder).filter((name) => name.endsWith('.play')).slice(0, 3);

  it.each(records)('%s is told beat by beat', (name) => {
    const play = machine!.read(readFileSync(join(folder, name), 'utf8'));
    const tables = JSON.parse(readFileSync(resolve(__dirname, `../../src/generated/${game}.en.json`), 'utf8')) as unknown;
    const mute = new Set<string>();
    let moving = 0;
    play.go(0);
    let before = play.look(PUBLIC).view;
    for (const step of play.steps(PUBLIC).slice(0, MOST)) {
      play.go(step.at);
      const after = play.look(PUBLIC).view;
      const moves = [{ seat: step.seat ?? null, move: step.move ?? null }];
      const beats = GAMES[game]!({ before, after, moves, me: null, tables, t: (key: string) => key });
      if (beats.length) moving++;
      else if (step.move && !SILENT[game]!.test(step.move)) mute.add(step.move.replace(/\d+/g, '#'));
      before = after;
    }
    play.free();
    expect([...mute]).toEqual([]);
    expect(moving).toBeGreaterThan(10);
  });
});
