// Asks the engine, the same C as the server's, what a placement would bring or why it is not allowed. It is fetched
// when the first tile is taken in hand; until it is there the ghost only knows what the server listed.
// SPDX-License-Identifier: MIT
import type { Engine, Play } from '$page/engine';
import { engine as load } from '$page/lib/engine';
import { compare, positionText, type Preview } from './logic';
import type { View } from './types';

export type Verdict = { preview: Preview; why: null } | { preview: null; why: { rule?: string; words: string } };

export class Judge {
  private engine: Engine | null = $state.raw(null);
  private asked = false;
  private known: { view: View; text: string; play: Play } | null = null;

  wake(): void {
    if (this.asked) return;
    this.asked = true;
    load().then(
      (engine) => (this.engine = engine),
      () => (this.asked = false), // tried again with the next tile
    );
  }

  /** What the engine says of this move in this position, or null while it is not there. */
  ask(view: View, seat: number, move: string): Verdict | null {
    if (!this.engine || view.phase !== 'play') return null;
    const here = this.at(this.engine, view);
    const refusal = here.play.check(seat, move);
    if (refusal) return { preview: null, why: refusal };
    const play = this.engine.start({ game: 'myriath', players: view.players.length, position: here.text });
    try {
      play.move(seat, move);
      return { preview: compare(view, play.view<View>(seat)), why: null };
    } finally {
      play.free();
    }
  }

  private at(engine: Engine, view: View) {
    if (this.known?.view !== view) {
      this.known?.play.free();
      const text = positionText(view);
      this.known = { view, text, play: engine.start({ game: 'myriath', players: view.players.length, position: text }) };
    }
    return this.known;
  }

  free(): void {
    this.known?.play.free();
    this.known = null;
  }
}
