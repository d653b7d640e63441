// A lesson as the build exported it from C (`petteia lesson GAME`), and how far somebody has come in it. No drawing, no engine.
// SPDX-License-Identifier: MIT
import { completions, fill, parse } from '../lib/legal';
import type { Legal, LegalNode } from '../lib/protocol';

/** The same words in each language. */
export type Said = { en: string } & Record<string, string>;

export interface LessonMove {
  seat: number; // 0 is the learner, -1 luck
  move: string;
}
export interface Step {
  say: Said;
  moves: LessonMove[];
  /** Whose legal moves the step proves, of this verb or ("") of all. */
  lit?: { seat: number; verb: string };
}
export interface Chapter {
  name: Said;
  cites?: string[];
  players: number;
  options: string[]; // "name=value"
  position: string; // "": a fresh game
  steps: Step[];
}
export interface LessonText {
  chapters: Chapter[];
}

export const LEARNER = 0;

const texts = import.meta.glob<{ default: LessonText }>('../generated/lesson/*.json');

export const hasLesson = (game: string): boolean => `../generated/lesson/${game}.json` in texts;

export async function lessonOf(game: string): Promise<LessonText | null> {
  const load = texts[`../generated/lesson/${game}.json`];
  return load ? (await load()).default : null;
}

// --- where one is ---

export interface Place {
  chapter: number;
  step: number;
}
export interface Progress extends Place {
  done: boolean; // the lesson was finished once
}

const START: Progress = { chapter: 0, step: 0, done: false };
const placeOf = (game: string): string => `petteia.lesson.${game}`;

/** How far this browser has come; a lesson that has changed meanwhile is entered at a place it has. */
export function progressOf(game: string, text: LessonText | null, kept: Storage = localStorage): Progress {
  let found: Progress;
  try {
    found = { ...START, ...(JSON.parse(kept.getItem(placeOf(game)) ?? '{}') as Partial<Progress>) };
  } catch {
    return { ...START };
  }
  if (text && !text.chapters[found.chapter]?.steps[found.step]) return { ...START, done: found.done };
  return found;
}

export function keepProgress(game: string, progress: Progress, kept: Storage = localStorage): void {
  try {
    kept.setItem(placeOf(game), JSON.stringify(progress));
  } catch {
    // A full storage costs only the way back.
  }
}

/** All steps of the lesson in a row, for the bar that shows how far one is. */
export const placesOf = (text: LessonText): Place[] =>
  text.chapters.flatMap((c, chapter) => c.steps.map((_, step) => ({ chapter, step })));

/** The place after (or before) this one, or null at an end. */
export function beside(text: LessonText, at: Place, by: 1 | -1): Place | null {
  const all = placesOf(text);
  const i = all.findIndex((p) => p.chapter === at.chapter && p.step === at.step);
  return all[i + by] ?? null;
}

// --- what is asked ---

/** The legal moves, less all but one: so the board lights only what is asked. Null if it is none of them. */
export function onlyMove(legal: Legal, move: string): Legal | null {
  const found = parse(Object.keys(legal), move);
  if (!found) return null;
  if (![...completions(legal, found.form, found.args)].some((args) => fill(found.form, args) === move)) return null;
  const [last, ...before] = [...found.args].reverse();
  let node: LegalNode = last === undefined ? [] : [last];
  for (const word of before) node = { [word]: node };
  return { [found.form]: node };
}
