// Thinking off the page's own thread: bots, hints and analyses in a Web Worker.
//
//   const thinker = new Thinker(engine);
//   const move = await thinker.pick('skilled', 'myriath', play.observe(1), 1);
// SPDX-License-Identifier: MIT
import type { Engine } from './engine';
import type { FromHost, Progress, Question, ToHost } from './worker_host';
import type { Analysis, Budget, Hint, Why } from './types';

/** The way to a worker and back. */
export interface Channel {
  post(message: ToHost): void;
  listen(hear: (message: FromHost) => void, broken: (why: string) => void): void;
  close(): void;
}

export interface HintWish {
  most?: number;
  /** Know everything, not only what the seat may. */
  open?: boolean;
  budget?: Budget;
  progress?: (hint: Hint) => void;
  /** Aborted: what was found so far is the answer. */
  signal?: AbortSignal;
}

export interface AnalysisWish {
  open?: boolean;
  /** For each decision. */
  budget?: Budget;
  seed?: bigint;
  /** Only the decisions of this one. */
  seat?: number;
  progress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

interface Waiting {
  answer: (value: never) => void;
  fail: (error: Error) => void;
  progress?: (value: never) => void;
}

function webWorker(): Channel {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'petteia' });
  return {
    post: (message) => worker.postMessage(message),
    listen: (hear, broken) => {
      worker.onmessage = (event: MessageEvent<FromHost>) => hear(event.data);
      worker.onerror = (event) => broken(event.message);
    },
    close: () => worker.terminate(),
  };
}

export class Thinker {
  private channel: Channel | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(
    private readonly engine: Pick<Engine, 'compiled' | 'language'>,
    private readonly open: () => Channel = webWorker,
  ) {}

  /** A level's move in a view from `Play.observe(seat)`; without a budget in the level's own time. */
  pick(level: string, game: string, view: Uint8Array, seat: number, budget: Budget = {}): Promise<string> {
    return this.ask({ do: 'pick', level, game, view, seat, budget });
  }

  hint(game: string, view: Uint8Array, seat: number, wish: HintWish = {}): Promise<Hint> {
    const { most = 8, open = false, budget = {} } = wish;
    return this.ask({ do: 'hint', game, view, seat, most, open, budget }, wish);
  }

  /** The hint that was just asked for, anew and with its reason; null where nothing can be compared. */
  advise(game: string, view: Uint8Array, seat: number, budget: Budget): Promise<Hint | null> {
    return this.ask({ do: 'advise', game, view, seat, budget });
  }

  /** Why `best` is better than `other` for the seat; `loss` of a thousand is what the search sees between them. Null: nothing is known. */
  why(game: string, view: Uint8Array, seat: number, best: string, other: string, loss: number, budget: Budget): Promise<Why | null> {
    return this.ask({ do: 'why', game, view, seat, best, other, loss, budget });
  }

  analyse(record: string, wish: AnalysisWish = {}): Promise<Analysis> {
    const { open = false, budget = { millis: 300 }, seed = 1n } = wish;
    return this.ask({ do: 'analyse', record, open, budget, seed, ...(wish.seat === undefined ? {} : { seat: wish.seat }) }, wish);
  }

  /** Ends the worker at once; what is under way fails. The next question starts a new one. */
  stop(why = 'stopped'): void {
    this.channel?.close();
    this.channel = undefined;
    for (const { fail } of this.waiting.values()) fail(new Error(why));
    this.waiting.clear();
  }

  private ask<T>(ask: Question, wish: { progress?: (value: never) => void; signal?: AbortSignal } = {}): Promise<T> {
    const channel = this.connected();
    const id = ++this.last;
    const { progress, signal } = wish;
    return new Promise<T>((answer, fail) => {
      this.waiting.set(id, { answer, fail, ...(progress ? { progress } : {}) });
      channel.post({ id, ask, language: this.engine.language });
      const halt = () => this.waiting.has(id) && channel.post({ id, stop: true });
      if (signal?.aborted) halt();
      else signal?.addEventListener('abort', halt, { once: true });
    });
  }

  private connected(): Channel {
    if (this.channel) return this.channel;
    this.channel = this.open();
    this.channel.listen(
      (message) => this.hear(message),
      (why) => this.stop(why),
    );
    this.channel.post({ load: this.engine.compiled });
    return this.channel;
  }

  private hear(message: FromHost): void {
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    if ('progress' in message) return asked.progress?.(message.progress as never);
    this.waiting.delete(message.id);
    if ('failed' in message) asked.fail(new Error(message.failed));
    else asked.answer(message.answer as never);
  }
}
