// A finished game looked at again: every position from every seat, by the same engine that judged it.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import { PUBLIC, Thinker, type Analysis, type Engine, type GameInfo, type Judgement, type Look, type Play, type Score, type Step } from '../engine';
import { engine } from './engine';
import { called } from './former';
import type { Frame, LogLine } from './table.svelte';
import { ownPoints } from './turning';
import { t } from './words';

/** A bot's name and level, as a record writes them. */
function botOf(label: string): { name: string; level?: string; style?: string; kind?: 'bot' } {
  const found = /^(.+) \((\w+)(?: (\w+))? bot\)$/.exec(label);
  return found ? { name: found[1]!, level: found[2]!, ...(found[3] ? { style: found[3] } : {}), kind: 'bot' } : { name: label };
}

/** Who sat there, as the record calls them; whoever was deleted since is a former player in the language of the page. */
export function seatOf(label: string, seat: number): SeatInfo {
  const name = called(label) || t(`seat.${seat}`);
  return { seat, kind: /\(bot\)$/.test(name) ? 'bot' : 'human', ...botOf(name) };
}

const FRAMES_AT_ONCE = 8;

export class Replay {
  /** Positions: 0 is the beginning, `moves` the end. */
  at = $state(0);
  seat: number | null = $state(null);
  readonly moves: number;
  readonly game: GameInfo;
  readonly seats: SeatInfo[];
  readonly options: Record<string, string | number>;
  judged: Judgement[] = $state.raw([]);
  progress: { n: number; all: number } | null = $state.raw(null);
  private thinker: Thinker | null = null;
  private halt: AbortController | null = null;

  private constructor(
    private readonly machine: Engine,
    readonly record: string,
    private readonly play: Play,
  ) {
    const status = play.status;
    this.moves = status.moves;
    this.at = status.moves;
    this.game = machine.game(status.game)!;
    this.options = status.options;
    this.seats = Array.from({ length: status.players }, (_, seat) => seatOf(status.names[seat] ?? '', seat));
  }

  /** Who has no name is called by the colour of the seat's pieces. */
  call(colours: readonly number[]): void {
    const { names } = this.play.status;
    for (const s of this.seats) if (!names[s.seat]) s.name = t(`seat.${colours[s.seat] ?? s.seat}`);
  }

  static async open(record: string): Promise<Replay> {
    const machine = await engine();
    return new Replay(machine, record, machine.read(record));
  }

  private closed = false;

  close(): void {
    this.closed = true;
    this.halt?.abort();
    this.thinker?.stop();
    this.play.free();
  }

  private get viewer(): number {
    return this.seat ?? PUBLIC;
  }

  look(): Look {
    return this.lookAt(this.at);
  }

  lookAt(move: number): Look {
    this.play.go(move);
    return this.play.look(this.viewer);
  }

  /** All positions one after the other, a few at a time: the page stays quick. Null: another viewer looks on. */
  async frames(): Promise<Frame[] | null> {
    const [viewer, steps] = [this.viewer, new Map(this.steps().map((s) => [s.at, s]))];
    const out: Frame[] = [];
    for (let n = 0; n <= this.moves; n++) {
      this.play.go(n);
      const step = steps.get(n);
      out.push({ n, view: this.play.view(viewer), turn: [], moves: step ? [{ seat: step.e === 'luck' ? null : (step.seat ?? null), move: step.move ?? null }] : [] });
      if (n % FRAMES_AT_ONCE === 0) await new Promise((go) => setTimeout(go));
      if (viewer !== this.viewer || this.closed) return null;
    }
    return out;
  }

  /** The position after `move` moves as bytes, as the seat saw it: for a bot. */
  observe(move: number, seat: number): Uint8Array {
    this.play.go(move);
    return this.play.observe(seat);
  }

  /** What the viewer would see if another move had followed the first `n`. */
  otherwise(n: number, seat: number, move: string): unknown {
    this.play.go(n);
    const other = this.machine.read(this.play.record());
    try {
      other.move(seat, move);
      return other.view(this.viewer);
    } finally {
      other.free();
    }
  }

  score(): Score {
    return this.scoreAt(this.at);
  }

  scoreAt(move: number): Score {
    this.play.go(move);
    return this.play.score(this.viewer);
  }

  /** By seat, with what it held. */
  pointsAt(move: number): number[] {
    this.play.go(move);
    return ownPoints(this.play, this.seats.length);
  }

  /** All moves as this viewer sees them. */
  steps(): Step[] {
    return this.play.steps(this.viewer);
  }

  log(): LogLine[] {
    return this.steps().map((s) => ({ e: s.e, at: s.at, ...(s.seat === undefined ? {} : { seat: s.seat }), ...(s.move === undefined ? {} : { move: s.move }) }));
  }

  go(to: number): void {
    this.at = Math.min(this.moves, Math.max(0, to));
  }

  /** The record up to the position shown. */
  recordHere(): string {
    this.play.go(this.at);
    return this.play.record();
  }

  async analyse(): Promise<Analysis> {
    this.thinker ??= new Thinker(this.machine);
    this.halt = new AbortController();
    this.judged = [];
    this.progress = { n: 0, all: this.moves };
    try {
      return await this.thinker.analyse(this.record, {
        budget: { millis: 120 },
        signal: this.halt.signal,
        progress: (p) => {
          this.progress = { n: p.moves, all: p.of };
          if (p.judged) this.judged = [...this.judged, p.judged];
        },
      });
    } finally {
      this.progress = null;
    }
  }

  stopAnalysis(): void {
    this.halt?.abort();
  }
}
