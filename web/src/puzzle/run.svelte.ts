// A puzzle that runs: the engine plays it, the player looks for the answer, a wrong try is shown and taken back.
// SPDX-License-Identifier: MIT
import type { Move } from '../boards/contract';
import type { Engine, Look, Play, Score } from '../engine';
import type { Puzzle, PuzzleMove } from './puzzle';

export type Phase = 'open' | 'wrong' | 'right' | 'shown'; // shown: given up

/** How long a wrong try, or a move of somebody else, is seen, in milliseconds. */
const PACE = 1100;
export const HINTS = 3;
/** What a hint and a wrong try take from the result of 1. */
const PRICE = 0.25;

export class PuzzleRun {
  look: Look | null = $state.raw(null);
  score: Score | null = $state.raw(null);
  phase: Phase = $state('open');
  /** Moves made, others' too. */
  made: PuzzleMove[] = $state.raw([]);
  last: Move[] = $state.raw([]);
  /** Positions that were gone to, not played to. */
  jumps = $state(0);
  hints = $state(0);
  wrong = $state(0);
  /** The points that a wrong turn came to. */
  have = $state('');
  /** What somebody else answers to a wrong move. */
  reply: PuzzleMove | null = $state.raw(null);
  /** The score before the first move, after the answer, and after the obvious line. */
  readonly before: Score;
  readonly after: Score;
  readonly near: Score;
  /** What the player sees before each move of the answer, and after the last one. */
  readonly views: unknown[];
  private play: Play;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly engine: Engine,
    readonly game: string,
    readonly puzzle: Puzzle,
    private readonly onend: (run: PuzzleRun) => void,
    private readonly pace: () => number = () => PACE,
  ) {
    this.play = this.begin();
    this.before = this.play.score(puzzle.seat);
    this.views = [this.play.view(puzzle.seat)];
    for (const { seat, move } of puzzle.answer) {
      this.play.move(seat, move);
      this.views.push(this.play.view(puzzle.seat));
    }
    this.after = this.play.score(puzzle.seat);
    this.go(puzzle.nearly);
    this.near = this.play.score(puzzle.seat);
    this.go([]);
  }

  private begin(): Play {
    const { players, options, position } = this.puzzle;
    return this.engine.start({ game: this.game, players, options: Object.fromEntries(options.map((o) => o.split('=') as [string, string])), position, seed: null });
  }

  close(): void {
    clearTimeout(this.timer);
    this.play.free();
  }

  /** The view before a move of the obvious line: it parts from the answer at once, so only the first is known here. */
  viewAt(line: readonly PuzzleMove[], at: number): unknown {
    return line === this.puzzle.answer || at === 0 ? this.views[at] : undefined;
  }

  /** What the answer is worth after hints and wrong tries; a win that took many is still one. */
  get result(): number {
    return this.phase === 'shown' ? 0 : Math.max(0.1, 1 - PRICE * (this.hints + this.wrong));
  }

  get ended(): boolean {
    return this.phase === 'right' || this.phase === 'shown';
  }

  /** The player has to choose now. */
  get asked(): boolean {
    return this.phase === 'open' && (this.look?.turn.includes(this.puzzle.seat) ?? false);
  }

  /** To the position after these moves. */
  private go(moves: readonly PuzzleMove[]): void {
    clearTimeout(this.timer);
    this.play.free();
    this.play = this.begin();
    for (const { seat, move } of moves) this.play.move(seat, move);
    this.made = [...moves];
    this.last = moves.slice(-1).map(({ seat, move }) => ({ seat: seat < 0 ? null : seat, move }));
    this.jumps++;
    this.see();
  }

  private see(): void {
    this.look = this.play.look(this.puzzle.seat);
    this.score = this.play.score(this.puzzle.seat);
  }

  private apply(one: PuzzleMove): void {
    this.play.move(one.seat, one.move);
    this.made = [...this.made, one];
    const own = one.seat === this.puzzle.seat;
    this.last = [...(own ? [] : this.last), { seat: one.seat < 0 ? null : one.seat, move: one.move }];
    this.see();
  }

  /** A move of the player. */
  try(move: string): void {
    if (!this.asked) return;
    const at = this.made.length;
    this.reply = null;
    this.apply({ seat: this.puzzle.seat, move });
    if (this.puzzle.kind === 'points') this.judgePoints();
    else if (this.puzzle.answer[at]?.move === move) this.others();
    else this.miss(at);
  }

  /** Any way to the points is right; the turn is over when somebody else, or luck, is next. */
  private judgePoints(): void {
    this.have = this.score!.points[this.puzzle.seat] ?? '';
    if (Number(this.have) >= Number(this.puzzle.goal)) this.end('right');
    else if (this.look!.turn.length !== 1 || this.look!.turn[0] !== this.puzzle.seat) this.miss(0);
  }

  /** The others reply as the answer has it, up to the player's next move. */
  private others(): void {
    const next = this.puzzle.answer[this.made.length];
    if (!next) return this.end('right');
    if (next.seat === this.puzzle.seat) return;
    this.timer = setTimeout(() => {
      this.apply(next);
      this.others();
    }, this.pace());
  }

  /** A wrong try is seen for a moment, with the answer to it where one is known, and taken back to the move `to`. */
  private miss(to: number): void {
    this.phase = 'wrong';
    this.wrong++;
    const { nearly, kind } = this.puzzle;
    const answer = nearly[1];
    if (kind === 'win' && to === 0 && this.made[0]?.move === nearly[0]?.move && answer && answer.seat !== this.puzzle.seat) this.reply = answer;
    this.timer = setTimeout(() => {
      if (this.reply) this.apply(this.reply);
      this.timer = setTimeout(() => this.again(to), this.pace() * 1.5);
    }, this.pace());
  }

  private again(to: number): void {
    this.phase = 'open';
    this.go(this.made.slice(0, to));
  }

  get canUndo(): boolean {
    return this.phase === 'open' && this.puzzle.kind === 'points' && this.made.length > 0;
  }

  undo(): void {
    if (this.canUndo) this.go(this.made.slice(0, -1));
  }

  hint(): void {
    if (!this.ended && this.hints < HINTS) this.hints++;
  }

  giveUp(): void {
    if (this.ended) return;
    this.end('shown');
    this.show(this.puzzle.answer.length);
  }

  private end(phase: 'right' | 'shown'): void {
    clearTimeout(this.timer);
    this.phase = phase;
    this.onend(this);
  }

  /** Afterwards: the position after so many moves of the answer, or of the obvious line. */
  show(moves: number, line: readonly PuzzleMove[] = this.puzzle.answer): void {
    if (this.ended) this.go(line.slice(0, moves));
  }

  /** From the start, without a rating. */
  restart(): void {
    this.hints = this.wrong = 0;
    this.phase = 'open';
    this.go([]);
  }
}
