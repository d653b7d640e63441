// The position after a move of a study, by the engine in this page.
// SPDX-License-Identifier: MIT
import { PUBLIC, type Engine, type Look, type Play } from '../engine';
import type { Chapter, StudyNode } from './study';

export class Position {
  look: Look | null = $state.raw(null);
  /** Whoever decides here, and through whose eyes one looks; null: nobody. */
  mover: number | null = $state(null);
  over = $state(false);
  private play: Play | null = null;
  private chapter = '';
  private made: string[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly game: string,
  ) {}

  close(): void {
    this.play?.free();
    this.play = null;
  }

  /** To the end of this path; what it has in common with the last one is not played again. */
  go(chapter: Chapter, path: readonly StudyNode[]): void {
    const start = JSON.stringify([chapter.chapter, chapter.players, chapter.options]);
    if (start !== this.chapter || !this.play) {
      this.close();
      this.play = this.engine.start({ game: this.game, players: chapter.players, options: chapter.options, seed: null });
      [this.chapter, this.made] = [start, []];
    }
    const moves = path.map((one) => `${one.seat} ${one.move}`);
    let same = 0;
    while (same < moves.length && moves[same] === this.made[same]) same++;
    this.play.go(same);
    for (const one of path.slice(same)) this.play.move(one.seat!, one.move!);
    this.made = moves;
    this.see();
  }

  private see(): void {
    const { turn, result } = this.play!.look(PUBLIC);
    this.over = result !== undefined;
    this.mover = turn[0] ?? null;
    this.look = this.play!.look(this.mover ?? PUBLIC);
  }

  /** Something has to be drawn before anybody decides. */
  get drawing(): boolean {
    return this.look !== null && this.mover === null && !this.over;
  }

  /** What luck brings here, without changing what is shown. */
  draw(): { seat: number; move: string }[] {
    const depth = this.made.length;
    const drawn = this.play!.luck().map((move) => ({ seat: -1, move }));
    this.play!.go(depth);
    return drawn;
  }
}
