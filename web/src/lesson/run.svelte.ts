// A lesson that runs: the engine plays it, the learner makes the moves that are asked, the others move by themselves.
// SPDX-License-Identifier: MIT
import type { Move } from '../boards/contract';
import type { Engine, Look, Play, Score } from '../engine';
import type { Legal } from '../lib/protocol';
import { beside, keepProgress, LEARNER, onlyMove, progressOf, type Chapter, type LessonText, type Place, type Step } from './lesson';

/** How long one sees a move of the others before the next one, in milliseconds. */
const PACE = 900;

export class LessonRun {
  at: Place = $state.raw({ chapter: 0, step: 0 });
  look: Look | null = $state.raw(null);
  score: Score | null = $state.raw(null);
  /** Moves of this step that were made. */
  made = $state(0);
  /** Made since the learner's last own move, newest last. */
  last: Move[] = $state.raw([]);
  /** Steps that were gone to, not played to. */
  jumps = $state(0);
  /** A try that was not what is asked. */
  missed = $state(false);
  /** The whole lesson is through. */
  done = $state(false);
  private play: Play | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly engine: Engine,
    readonly game: string,
    readonly text: LessonText,
    private readonly pace: () => number = () => PACE,
    private readonly kept: Storage = localStorage,
  ) {
    const progress = progressOf(game, text, kept);
    this.go(progress);
  }

  close(): void {
    clearTimeout(this.timer);
    this.play?.free();
    this.play = null;
  }

  get chapter(): Chapter {
    return this.text.chapters[this.at.chapter]!;
  }

  get step(): Step {
    return this.chapter.steps[this.at.step]!;
  }

  /** What the learner is asked to do now, in notation. */
  get asked(): string | null {
    const next = this.step.moves[this.made];
    return next?.seat === LEARNER ? next.move : null;
  }

  /** The legal moves as the board gets them: the asked one alone. */
  get legal(): Legal | null {
    return this.asked !== null && this.look?.legal ? onlyMove(this.look.legal, this.asked) : null;
  }

  /** All that this step has is done; one may go on. */
  get complete(): boolean {
    return this.made >= this.step.moves.length;
  }

  get next(): Place | null {
    return beside(this.text, this.at, 1);
  }

  get before(): Place | null {
    return beside(this.text, this.at, -1);
  }

  /** To a step: its chapter's position, and the moves before it. */
  go(to: Place): void {
    clearTimeout(this.timer);
    const chapter = this.text.chapters[to.chapter]!;
    this.play?.free();
    this.play = this.engine.start({
      game: this.game,
      players: chapter.players,
      options: Object.fromEntries(chapter.options.map((o) => o.split('=') as [string, string])),
      position: chapter.position || undefined,
      seed: null,
    });
    this.last = [];
    this.jumps++;
    for (const step of chapter.steps.slice(0, to.step)) for (const one of step.moves) this.apply(one.seat, one.move);
    this.enter(to);
  }

  private enter(to: Place): void {
    this.at = { chapter: to.chapter, step: to.step };
    this.made = 0;
    this.missed = false;
    const before = progressOf(this.game, this.text, this.kept);
    keepProgress(this.game, { ...this.at, done: before.done }, this.kept);
    this.see();
    this.others();
  }

  private apply(seat: number, move: string): void {
    this.play!.move(seat, move);
    const own = seat === LEARNER;
    this.last = [...(own ? [] : this.last), { seat: seat < 0 ? null : seat, move }];
  }

  private see(): void {
    this.look = this.play!.look(LEARNER);
    this.score = this.play!.score(LEARNER);
  }

  /** The moves of others and of luck make themselves, one after the other, up to what the learner is asked. */
  private others(): void {
    const next = this.step.moves[this.made];
    if (!next || next.seat === LEARNER) return;
    this.timer = setTimeout(() => {
      this.apply(next.seat, next.move);
      this.made++;
      this.see();
      this.others();
    }, this.pace());
  }

  /** A move of the learner: only what is asked is made; anything else is answered kindly. */
  try(move: string): boolean {
    if (move !== this.asked) {
      this.missed = true;
      return false;
    }
    this.apply(LEARNER, move);
    this.made++;
    this.missed = false;
    this.see();
    // What is said next speaks of what was just done, so it comes at once; a new chapter waits to be opened.
    if (this.complete && this.next?.chapter === this.at.chapter) this.enter(this.next);
    else this.others();
    return true;
  }

  /** Does what is asked for the learner. */
  show(): void {
    if (this.asked !== null) this.try(this.asked);
  }

  forward(): void {
    if (this.asked !== null) return;
    clearTimeout(this.timer);
    this.jumps++;
    // Who does not wait for the others sees where they get to.
    while (!this.complete && this.asked === null) {
      const { seat, move } = this.step.moves[this.made]!;
      this.apply(seat, move);
      this.made++;
    }
    this.see();
    if (!this.complete) return;
    const next = this.next;
    if (!next) this.finish();
    else if (next.chapter === this.at.chapter) this.enter(next);
    else this.go(next);
  }

  back(): void {
    if (this.made > 0 && this.step.moves.some((m) => m.seat === LEARNER)) this.go(this.at);
    else if (this.before) this.go(this.before);
  }

  private finish(): void {
    this.done = true;
    keepProgress(this.game, { chapter: 0, step: 0, done: true }, this.kept);
  }

  again(): void {
    this.done = false;
    this.go({ chapter: 0, step: 0 });
  }
}
