// Thinking, on the thread that calls: a page does it in a worker (thinker.ts).
// SPDX-License-Identifier: MIT
import type { Module } from './module';
import type { Play } from './play';
import type { Budget, Hint, Judgement, Review, Why } from './types';

export class Mind {
  constructor(
    private readonly module: Module,
    private readonly pointer: number,
  ) {}

  close(): void {
    this.module.call([], (f) => f.api_mind_close(this.pointer));
  }

  /** For how many players the net is that it would use in this view and that `Engine.learn` has not got yet; 0: none. */
  needs(view: Uint8Array): number {
    return this.module.call([view], (f, at) => f.api_mind_needs(this.pointer, at!));
  }

  /** Left out: the level's own limits; a second for hints and judgements. */
  budget({ millis = 0, iterations = 0 }: Budget): void {
    this.module.call([], (f) => f.api_mind_budget(this.pointer, millis, iterations));
  }

  /** A level's move in a view from `Play.observe(seat)`. */
  pick(view: Uint8Array, seat: number): string {
    if (!this.module.call([view], (f, at) => f.api_pick(this.pointer, at!, seat)))
      throw new RangeError(`seat ${seat} has nothing to choose here`);
    return this.module.text();
  }

  /** The best moves. Called again for the same view it thinks on. */
  hint(view: Uint8Array, seat: number, most = 8): Hint {
    if (!this.module.call([view], (f, at) => f.api_hint(this.pointer, at!, seat, most)))
      throw new RangeError(`seat ${seat} has nothing to choose here`);
    return this.module.json();
  }

  /** The last hint anew, with its reason: after a second look its figures, and even its first move, may be others. Null if there was too little time, or only one move. */
  advise(view: Uint8Array, seat: number): Hint | null {
    return this.module.call([view, '', ''], (f, at, one, two) => f.api_why(this.pointer, at!, seat, one!, two!, 0)) ? this.module.json() : null;
  }

  /** Why one move is better than another, in the engine's language; null if there was too little time. `loss` is of a thousand. */
  why(view: Uint8Array, seat: number, best: string, other: string, loss: number): Why | null {
    return this.module.call([view, best, other], (f, at, one, two) => f.api_why(this.pointer, at!, seat, one!, two!, loss)) ? this.module.json() : null;
  }

  /** What the move that follows the position shown was worth; null where there was no choice. */
  judge(play: Play): Judgement | null {
    return this.module.call([], (f) => f.api_judge(this.pointer, play.pointer)) ? this.module.json() : null;
  }

  /** The players' totals over everything judged so far. */
  review(play: Play): Review[] {
    this.module.call([], (f) => f.api_review(this.pointer, play.pointer));
    return this.module.json();
  }
}
