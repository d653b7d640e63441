// What the worker does: it keeps one engine and one mind, and answers one question after the other. Long ones
// are thought about in slices, so that it hears when it is told to stop.
// SPDX-License-Identifier: MIT
import { Engine } from './engine';
import type { Mind } from './mind';
import { PUBLIC } from './play';
import type { Analysis, Budget, Hint, Judgement, Why } from './types';

export type Question =
  | { do: 'pick'; level: string; game: string; view: Uint8Array; seat: number; budget: Budget }
  | { do: 'hint'; game: string; view: Uint8Array; seat: number; most: number; open: boolean; budget: Budget }
  | { do: 'advise'; game: string; view: Uint8Array; seat: number; budget: Budget }
  | { do: 'why'; game: string; view: Uint8Array; seat: number; best: string; other: string; loss: number; budget: Budget }
  | { do: 'analyse'; record: string; open: boolean; budget: Budget; seed: bigint; seat?: number };

export type ToHost = { load: WebAssembly.Module } | { id: number; ask: Question; language: string } | { id: number; stop: true };

/** How far an analysis is: moves looked at, of all, and the decision judged last. */
export interface Progress {
  moves: number;
  of: number;
  judged?: Judgement;
}

export type FromHost =
  | { id: number; progress: Hint | Progress }
  | { id: number; answer: string | Hint | Analysis | Why | null }
  | { id: number; failed: string };

const SLICE = 200; // ms

/** Lets messages come in. */
const breathe = () => new Promise<void>((go) => setTimeout(go, 0));

export class WorkerHost {
  private engine: Promise<Engine> | undefined;
  private mind: Mind | undefined;
  private whose = '';
  private readonly stopped = new Set<number>();
  private line: Promise<void> = Promise.resolve();

  /** `fetchNet` brings the bytes of a game's net for so many players. */
  constructor(
    private readonly post: (message: FromHost) => void,
    private readonly fetchNet: (game: string, players: number) => Promise<Uint8Array> = () => Promise.reject(new Error('there are no nets here')),
  ) {}

  hear(message: ToHost): void {
    if ('load' in message) this.engine = Engine.load(message.load);
    else if ('stop' in message) this.stopped.add(message.id);
    else this.line = this.line.then(() => this.serve(message.id, message.ask, message.language));
  }

  private async serve(id: number, question: Question, language: string): Promise<void> {
    try {
      if (!this.engine) throw new Error('the engine has not been loaded');
      const engine = await this.engine;
      engine.speak(language);
      await breathe();
      this.post({ id, answer: await this.answer(engine, id, question) });
    } catch (error) {
      this.post({ id, failed: error instanceof Error ? error.message : String(error) });
    }
    this.stopped.delete(id);
  }

  private async answer(engine: Engine, id: number, q: Question): Promise<string | Hint | Analysis | Why | null> {
    if (q.do === 'hint') return this.hint(engine, id, q);
    if (q.do === 'analyse') return this.analyse(engine, id, q);
    if (q.do === 'why' || q.do === 'advise') {
      const mind = this.mindOf(engine, 'hint', q.game);
      mind.budget(q.budget);
      return q.do === 'advise' ? mind.advise(q.view, q.seat) : mind.why(q.view, q.seat, q.best, q.other, q.loss);
    }
    const mind = this.mindOf(engine, q.level, q.game);
    mind.budget(q.budget);
    const players = mind.needs(q.view);
    if (players) await this.learn(engine, q.game, players);
    return mind.pick(q.view, q.seat);
  }

  /** Without its net a champion plays as the master does; it is asked for again with the next move. */
  private async learn(engine: Engine, game: string, players: number): Promise<void> {
    try {
      engine.learn(await this.fetchNet(game, players));
    } catch (why) {
      console.warn(`the net for ${game} with ${players} players cannot be had`, why);
    }
  }

  /** The next question is often for the same one, which remembers what it thought. */
  private mindOf(engine: Engine, level: string, game: string, seed?: bigint): Mind {
    if (this.mind && this.whose === `${level} ${game}`) return this.mind;
    this.close();
    this.mind = engine.mind(level, game, seed);
    this.whose = `${level} ${game}`;
    return this.mind;
  }

  private close(): void {
    this.mind?.close();
    this.mind = undefined;
  }

  private async hint(engine: Engine, id: number, q: Question & { do: 'hint' }): Promise<Hint> {
    const mind = this.mindOf(engine, q.open ? 'open' : 'hint', q.game);
    let left = q.budget.millis ?? 1000;
    for (;;) {
      const slice = q.budget.iterations ? left : Math.min(left, SLICE);
      mind.budget({ ...q.budget, millis: slice });
      const found = mind.hint(q.view, q.seat, q.most);
      left -= slice;
      if (left <= 0 || this.stopped.has(id)) return found;
      this.post({ id, progress: found });
      await breathe();
    }
  }

  /** Each analysis has a mind of its own, whose totals are the game's. */
  private async analyse(engine: Engine, id: number, q: Question & { do: 'analyse' }): Promise<Analysis> {
    const play = engine.read(q.record);
    const { game, moves } = play.status;
    const decisions: Judgement[] = [];
    const movers = new Map(play.steps(PUBLIC).map((s) => [s.at - 1, s.seat]));
    this.close();
    const mind = this.mindOf(engine, q.open ? 'open' : 'hint', game, q.seed);
    try {
      mind.budget(q.budget);
      let at = 0;
      for (; at < moves && !this.stopped.has(id); at++) {
        if (q.seat !== undefined && movers.get(at) !== q.seat) continue;
        play.go(at);
        const judged = mind.judge(play);
        if (!judged) continue;
        decisions.push(judged);
        this.post({ id, progress: { moves: at + 1, of: moves, judged } });
        await breathe();
      }
      return { decisions, players: mind.review(play), complete: at === moves };
    } finally {
      play.free();
      this.close();
    }
  }
}
