// A game as a lesson: the decisions of one seat are judged, and the dearest of them explained if search and games agree.
// SPDX-License-Identifier: MIT
import { Thinker, type Engine, type Judgement, type Review, type Why } from '../engine';
import { Replay } from '../lib/replay.svelte';
import { engine } from '../lib/engine';

/** A decision worth a lesson: what was played, what was better, and why. */
export interface Moment {
  judged: Judgement;
  why: Why;
}

export type Stage = 'judging' | 'explaining' | 'done' | 'stopped';

const MOST = 3;
/** So many decisions are looked at to find them. */
const TRIED = 2 * MOST;
/** For each decision, and for each comparison, in milliseconds. */
const TIME = { judge: 200, why: 1500 };

/** The decisions that cost something, the dearest first; whatever is less than a mistake only where there is nothing worse. */
export function dearest(judged: Judgement[]): Judgement[] {
  const slips = judged.filter((j) => j.mark !== 'fine').sort((a, b) => b.loss_permille - a.loss_permille);
  return slips.slice(0, TRIED);
}

export class Lesson {
  stage: Stage = $state('judging');
  progress = $state({ n: 0, all: 1 });
  judged: Judgement[] = $state.raw([]);
  moments: Moment[] = $state.raw([]);
  review: Review | null = $state.raw(null);
  private readonly thinker: Thinker;
  private readonly halt = new AbortController();

  private constructor(
    machine: Engine,
    readonly replay: Replay,
    readonly seat: number,
  ) {
    this.thinker = new Thinker(machine);
  }

  static async of(replay: Replay, seat: number): Promise<Lesson> {
    return new Lesson(await engine(), replay, seat);
  }

  close(): void {
    this.halt.abort();
    this.thinker.stop();
  }

  stop(): void {
    this.halt.abort();
  }

  /** Judges the seat's decisions, then explains. Fails if it is closed meanwhile. */
  async run(): Promise<void> {
    const { replay, seat } = this;
    const all = await this.thinker.analyse(replay.record, {
      seat,
      budget: { millis: TIME.judge },
      signal: this.halt.signal,
      progress: (p) => {
        this.progress = { n: p.moves, all: p.of };
        if (p.judged) this.judged = [...this.judged, p.judged];
      },
    });
    this.review = all.players[seat] ?? null;
    this.stage = all.complete ? 'explaining' : 'stopped';
    for (const judged of dearest(all.decisions)) {
      if (this.moments.length === MOST) break;
      await this.explain(judged);
    }
    if (this.stage === 'explaining') this.stage = 'done';
  }

  private async explain(judged: Judgement): Promise<void> {
    const { best, played, loss_permille: loss, move_number: n } = judged;
    const view = this.replay.observe(n - 1, this.seat);
    const why = await this.thinker.why(this.replay.game.name, view, this.seat, best.move.text, played.move.text, loss, { millis: TIME.why });
    // Where the search sees little, or the games that are played on speak against it, there is nothing to be taught.
    if (why?.trust !== 'likely' && why?.trust !== 'sure') return;
    this.moments = [...this.moments, { judged, why }].sort((a, b) => a.judged.move_number - b.judged.move_number);
  }
}
