// The tree of legal moves: listing it, walking it. Pure functions; builder.svelte.ts holds the state.
// SPDX-License-Identifier: MIT
import type { Legal, LegalNode } from './protocol';

export const arity = (form: string): number => form.split('%').length - 1;

/** Puts words in the places of %; places without a word stay. */
export function fill(form: string, args: string[]): string {
  let i = 0;
  return form.replace(/%/g, (all) => args[i++] ?? all);
}

/** The node after these arguments, or null if they lead nowhere. `undefined` words: the end of a path. */
export function walk(node: LegalNode | undefined, args: string[]): LegalNode | null {
  let at: LegalNode | undefined = node;
  for (const [i, word] of args.entries()) {
    if (Array.isArray(at)) return i === args.length - 1 && at.includes(word) ? [] : null;
    at = at?.[word];
    if (at === undefined) return null;
  }
  return at ?? null;
}

/** The words that may come after these arguments. */
export function wordsAfter(legal: Legal, form: string, args: string[]): string[] {
  if (args.length >= arity(form)) return [];
  const node = walk(legal[form], args);
  if (!node) return [];
  return Array.isArray(node) ? node : Object.keys(node);
}

/** The argument lists of all complete moves of a form that begin with `args`. */
export function* completions(legal: Legal, form: string, args: string[]): Generator<string[]> {
  const n = arity(form);
  if (args.length > n) return;
  const node = walk(legal[form], args);
  if (node !== null) yield* below(node, args, n);
}

function* below(node: LegalNode, args: string[], n: number): Generator<string[]> {
  if (args.length === n) yield args;
  else if (!Array.isArray(node)) for (const [word, next] of Object.entries(node)) yield* below(next, [...args, word], n);
  else if (args.length === n - 1) for (const word of node) yield [...args, word];
}

/** All complete moves, as notation. */
export function movesOf(legal: Legal): string[] {
  return Object.keys(legal).flatMap((form) => [...completions(legal, form, [])].map((args) => fill(form, args)));
}

/** Form and arguments of a notation, by the legal forms: "extend a2 a3" is ["extend % %", ["a2", "a3"]]. */
export function parse(forms: Iterable<string>, text: string): { form: string; args: string[] } | null {
  const plain = text.trim().replace(/\s+/g, ' ');
  for (const form of forms) {
    const parts = form.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const found = new RegExp(`^${parts.join('(\\S+?)')}$`).exec(plain);
    if (found) return { form, args: found.slice(1) };
  }
  return null;
}
