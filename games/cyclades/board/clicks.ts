// From clicks to words of the notation: which moves are meant, what can be clicked next. What is armed (recruit, build,
// sail) lives in the builder, as the forms it is narrowed to, so that board, tray and Esc agree.
// SPDX-License-Identifier: MIT
import type { Builder } from '$page/boards/contract';
import { arity, parse } from '$page/lib/legal';
import { heldOf, hold } from './held.svelte';
import { isIsle, isSea, TYPES } from './logic';
import type { View } from './types';

export interface Option {
  form: string;
  args: string[];
}

export interface Clicks {
  options: Option[]; // the moves that are meant, with arguments
  implied: string[]; // words that go without saying: the group that sails on
  picked: string[]; // what was picked, with what is implied
  places: Set<string>; // sea spaces and isles
  gods: Set<string>;
  offers: number[];
  cards: Set<string>; // spaces of the creature track
  counts: number[];
  types: string[];
  creatures: string[];
  players: string[];
  plain: Set<string>; // moves without arguments
}

/** Forms that begin on the same places; without a choice among them, moving is meant. */
const MOVING = ['sail % % %', 'march % % %'];
const STANDING = ['recruit %', 'build %'];

function meant(options: Option[], build: Builder): Option[] {
  if (build.only !== null || build.form !== null) return options;
  const has = (forms: string[]) => forms.filter((form) => options.some((o) => o.form === form));
  const standing = has(STANDING);
  const kept = has(MOVING).length > 0 || standing.length > 1 ? STANDING : [];
  const without = options.filter((o) => !kept.includes(o.form));
  return without.filter((o) => o.form !== 'swap %' || !has(['buy %']).length);
}

export function clicksOf(build: Builder, menu: boolean): Clicks {
  const held = heldOf(build);
  const forms = build.active ? build.forms : [];
  const all = (build.active ? build.moves() : []).flatMap((move) => parse(forms, move) ?? []);
  const plain = new Set(all.filter((o) => arity(o.form) === 0).map((o) => o.form));
  const at = build.args.length;
  const options = meant(all.filter((o) => arity(o.form) > 0 && held.every((word, i) => o.args[at + i] === word)), build);
  const implied: string[] = [...held];
  const first = options[0];
  // In the middle of something, what leaves no choice is not asked for.
  if (!menu && !held.length && first && arity(first.form) > at + 1 && options.every((o) => o.form === first.form && o.args[at] === first.args[at]))
    implied.push(first.args[at]!);
  const here = at + implied.length;
  const words = (of: (o: Option) => boolean) => [...new Set(options.filter((o) => arity(o.form) > here && of(o)).map((o) => o.args[here]!))];
  const verb = (o: Option) => o.form.split(' ')[0]!;
  const isCount = (o: Option) =>
    /^\d+$/.test(o.args[here]!) && ['sail', 'march', 'glide', 'land'].includes(verb(o));
  return {
    options,
    implied,
    picked: [...build.args, ...implied],
    places: new Set(words((o) => isIsle(o.args[here]!) || isSea(o.args[here]!))),
    gods: new Set(words((o) => verb(o) === 'god')),
    offers: words((o) => verb(o) === 'offer').map(Number),
    cards: new Set(words((o) => verb(o) === 'buy' || verb(o) === 'swap')),
    counts: words(isCount).map(Number),
    types: words((o) => (TYPES as readonly string[]).includes(o.args[here]!)),
    creatures: words((o) => verb(o) === 'copy'),
    players: words((o) => verb(o) === 'steal'),
    plain,
  };
}

/** A click on anything that has a word. */
export function clickWord(build: Builder, menu: boolean, word: string): void {
  const clicks = clicksOf(build, menu);
  const here = clicks.picked.length;
  const fit = clicks.options.filter((o) => o.args[here] === word);
  const form = fit[0]?.form;
  if (form === undefined) return;
  if (build.only === null && build.form === null && fit.every((o) => o.form === form)) build.narrow([form]);
  const next = fit[0]!.args[here + 1];
  const words = [...clicks.implied, word];
  if (fit.length === 1 && next !== undefined && (isIsle(next) || isSea(next))) hold(build, words);
  else for (const w of words) build.pick(w);
}

/** It is settled what is done, or nothing else can be. */
const isArmed = (build: Builder, view: View, clicks: Clicks): boolean =>
  build.only !== null || build.form !== null || clicks.picked.length > 0 || view.phase !== 'menu';

/** What was clicked where the other kind of place is asked for: the notation has no move for it, so nobody can say why it is refused. */
export function wrongKind(build: Builder, view: View, clicks: Clicks, word: string): 'sea' | 'isle' | null {
  const asked = [...clicks.places];
  if (asked.length === 0 || !isArmed(build, view, clicks)) return null;
  if (isSea(word)) return asked.every(isIsle) ? 'sea' : null;
  return asked.every(isSea) ? 'isle' : null;
}

/** The move that a click on a place would mean if it were legal: for those who can say why it is not. */
export function wouldMean(build: Builder, view: View, clicks: Clicks, word: string): string | null {
  const first = clicks.options.find((o) => o.args.length > clicks.picked.length && o.args.some((a) => isIsle(a) || isSea(a)));
  if (first && isArmed(build, view, clicks)) {
    const args = [...clicks.picked, word, ...first.args.slice(clicks.picked.length + 1)];
    return [first.form.split(' ')[0], ...args].join(' ');
  }
  if (view.phase !== 'menu') return null;
  const own = view.turn === null ? undefined : view.players[view.turn - 1]?.isles[0];
  if (isSea(word)) return `recruit ${word}`;
  return view.god === 'ares' && own && view.isles.some((i) => i.isle === word && i.owner !== view.turn) ? `march ${own} ${word} 1` : `build ${word}`;
}

/** Arms a form of the menu, or puts it away. */
export function arm(build: Builder, form: string): void {
  const armed = build.only?.includes(form) ?? false;
  build.narrow(null);
  if (!armed) build.narrow([form]);
}
