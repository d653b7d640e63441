// The pictures of the rules pages: positions as games/NAME/diagrams.scn has them, set up by the engine in the page. Each
// stands below the first rule it cites. SPDX-License-Identifier: MIT
import type { Move } from '../boards/contract';
import { PUBLIC, type Engine } from '../engine';
import type { Chapter, LessonText } from '../lesson/lesson';
import { MoveBuilder } from './builder.svelte';
import { engine } from './engine';

export interface Diagram {
  rule: string;
  title: string;
  words: string;
  chapter: Chapter;
}

export interface Drawn {
  view: unknown;
  me: number | null;
  build: MoveBuilder;
  last: Move[];
}

const files = import.meta.glob<{ default: LessonText }>('../generated/diagrams/*.json');

export async function diagramsOf(game: string, language: string): Promise<Diagram[]> {
  const found = await files[`../generated/diagrams/${game}.json`]?.();
  return (found?.default.chapters ?? []).flatMap((chapter): Diagram[] => {
    const rule = chapter.cites?.[0];
    const says = chapter.steps[0]?.say;
    if (!rule || !says) return [];
    return [{ rule, title: chapter.name[language] ?? chapter.name.en, words: says[language] ?? says.en, chapter }];
  });
}

/** The position after the moves; the legal moves that the scenario proves are lit. */
export function draw(machine: Engine, game: string, chapter: Chapter): Drawn {
  const play = machine.start({
    game,
    players: chapter.players,
    options: Object.fromEntries(chapter.options.map((o) => o.split('=') as [string, string])),
    position: chapter.position || undefined,
    seed: null,
  });
  try {
    const steps = chapter.steps.flatMap((s) => s.moves);
    for (const { seat, move } of steps) play.move(seat, move);
    const lit = chapter.steps.at(-1)?.lit;
    const legal = lit ? play.legal(lit.seat) : null;
    const build = new MoveBuilder({ legal: () => legal, verbs: () => machine.game(game)?.verbs ?? [], send: () => {}, ask: () => null });
    if (legal && lit?.verb) build.narrow(Object.keys(legal).filter((form) => form.split(' ')[0] === lit.verb));
    const me = lit?.seat ?? null;
    return { view: play.view(me ?? PUBLIC), me, build, last: steps.slice(-1).map(({ seat, move }) => ({ seat: seat < 0 ? null : seat, move })) };
  } finally {
    play.free();
  }
}

export const drawn = async (game: string, chapter: Chapter): Promise<Drawn> => draw(await engine(), game, chapter);
