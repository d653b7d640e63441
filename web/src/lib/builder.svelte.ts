// A move built by clicks from the tree of legal moves. It knows no game: words in, notation out.
// SPDX-License-Identifier: MIT
import type { Builder } from '../boards/contract';
import { arity, completions, fill, parse, wordsAfter } from './legal';
import type { Legal, Verb } from './protocol';

export interface BuilderHost {
  /** The legal moves of the seat that decides now, or null. */
  legal(): Legal | null;
  verbs(): Verb[];
  /** Sends a complete move. */
  send(move: string): void;
  /** A sentence if this move should be confirmed first, else null. */
  ask(move: string): string | null;
  /** Asks why a move is not legal. */
  why?(move: string): void;
  /** Says why something cannot be. */
  no?(words: string, rule?: string): void;
  /** A lesson wants every place clicked, also where one move is left: only numbers are filled in by themselves. */
  patient?: boolean;
}

interface Step {
  form: string | null;
  args: string[];
}

export class MoveBuilder implements Builder {
  form: string | null = $state(null);
  args: string[] = $state([]);
  only: string[] | null = $state.raw(null);
  offered: string | null = $state(null);
  /** Why it is offered and not sent. */
  warning: string | null = $state(null);
  private steps: Step[] = [];
  #hint: string | null = $state(null);

  constructor(private host: BuilderHost) {}

  get active(): boolean {
    return this.host.legal() !== null;
  }

  private get legal(): Legal {
    return this.host.legal() ?? {};
  }

  // A board asks the same for each of its places: worked out once a step.
  #forms: string[] = $derived.by(() => {
    const legal = this.legal;
    const all = this.form !== null ? [this.form] : Object.keys(legal).filter((form) => this.only?.includes(form) ?? true);
    return all.filter((form) => !completions(legal, form, this.args).next().done);
  });
  #next: Map<string, Set<string>> = $derived(new Map(this.#forms.map((form) => [form, new Set(wordsAfter(this.legal, form, this.args))])));
  #moves: string[] = $derived(this.#forms.flatMap((form) => [...completions(this.legal, form, this.args)].map((args) => fill(form, args))));

  /** Forms that fit what was picked. */
  get forms(): string[] {
    return this.#forms;
  }

  private kindOf(form: string, at: number): string | undefined {
    return this.host.verbs().find((v) => v.form === form)?.args[at];
  }

  private fits(form: string, word: string, kind?: string): boolean {
    if (kind !== undefined && this.kindOf(form, this.args.length) !== kind) return false;
    return this.#next.get(form)?.has(word) ?? false;
  }

  can(word: string, kind?: string): boolean {
    return this.active && this.forms.some((form) => this.fits(form, word, kind));
  }

  pick(word: string, kind?: string): void {
    const forms = this.forms.filter((form) => this.fits(form, word, kind));
    if (forms.length === 0) return;
    this.step(forms.length === 1 ? forms[0]! : this.form, [...this.args, word]);
  }

  pickForm(form: string): void {
    if (!this.forms.includes(form)) return;
    this.step(form, [...this.args]);
  }

  narrow(forms: string[] | null): void {
    this.clear();
    this.only = forms;
  }

  choose(move: string): void {
    if (!this.active) return;
    const warning = this.host.ask(move);
    this.offered = warning === null ? null : move;
    this.warning = warning;
    if (warning === null) this.send(move);
  }

  /** Sends the move that was offered. */
  confirm(): void {
    if (this.offered !== null) this.send(this.offered);
    else this.clear();
  }

  why(move: string): boolean {
    if (!this.active || !this.host.why || this.isLegal(move)) return false;
    this.host.why(move);
    return true;
  }

  no(words: string, rule?: string): void {
    this.host.no?.(words, rule);
  }

  private isLegal(move: string): boolean {
    const legal = this.legal;
    const found = parse(Object.keys(legal), move);
    if (!found) return false;
    for (const args of completions(legal, found.form, [])) if (fill(found.form, args) === move) return true;
    return false;
  }

  get hinted(): string | null {
    return this.#hint !== null && this.active && this.isLegal(this.#hint) ? this.#hint : null;
  }

  hint(move: string | null): void {
    this.#hint = move;
  }

  back(): void {
    if (this.offered !== null) {
      this.offered = null;
      this.warning = null;
      if (this.args.length < arity(this.form ?? '')) return;
    }
    const step = this.steps.pop();
    if (!step) this.only = null;
    this.form = step?.form ?? null;
    this.args = step?.args ?? [];
  }

  /** Whoever has moved needs the hint no longer. */
  private send(move: string): void {
    this.clear();
    this.#hint = null;
    this.host.send(move);
  }

  clear(): void {
    this.form = null;
    this.only = null;
    this.args = [];
    this.steps = [];
    this.offered = null;
    this.warning = null;
  }

  moves(): string[] {
    return this.#moves;
  }

  private step(form: string | null, args: string[]): void {
    this.steps.push({ form: this.form, args: this.args });
    this.form = form;
    this.args = args;
    // One move is left: it is meant. Two are enough to know that there are more.
    const left: string[] = [];
    for (const f of this.forms)
      for (const all of completions(this.legal, f, args)) {
        if (this.host.patient && all.slice(args.length).some((word) => !/^\d+$/.test(word))) return;
        left.push(fill(f, all));
        if (left.length > 1) return;
      }
    if (left.length === 1) this.choose(left[0]!);
  }
}
