// The director: positions are shown one after the other, each after the beats that lead to it. It knows time and order;
// what a beat looks like is the screen's, and what a position is its scene's. No DOM here.
// SPDX-License-Identifier: MIT
import { LENGTHS, lengthOf, type Beat, type Pace } from './beats';

export interface Clock {
  now(): number;
  /** Calls back once; the answer takes it back. */
  after(ms: number, then: () => void): () => void;
}

export interface Screen {
  /** A scene begins: what its beats take from the old drawing is looked at now. */
  open(beats: readonly Beat[]): void;
  /** Begins a beat at this factor of its time; says how long it takes, 0 if there is nothing to see. */
  begin(beat: Beat, factor: number): number;
  /** The beat is over, or is to be. */
  end(beat: Beat): void;
  /** The position is drawn, and beats may follow: the pieces that stood in for it go. */
  drawn(): void;
  /** All beats of the scene are over. */
  clear(): void;
}

export interface Scene {
  actor: number | null; // a seat; null is luck
  move?: string | null; // what they do, in notation
  bot: boolean;
  beats: readonly Beat[];
  /** Draws the position. */
  show(): void;
  /** All its beats have been played, or skipped. */
  done?(): void;
  /** It answers a click here: nobody waits for it. */
  own?: boolean;
  /** The position is drawn first, and the beats lie over it: an own click that leaves nothing to chance. */
  first?: boolean;
  /** A race: no pauses, and never more than this to wait. */
  limit?: number;
}

export interface LogEntry {
  at: number;
  what: 'pause' | 'begin' | 'end' | 'miss' | 'show' | 'skip' | 'flush'; // a miss: there was nothing to see of it
  kind?: Beat['kind'];
  actor?: number | null;
  scene: number;
  ms?: number; // how long a pause is after what was before it: shorter if much waits
}

const TWICE_MS = 400; // two skips within this end everything
const LONG_MS = 8000; // more than this waiting is played faster
const HURRY = 0.4;
const KEPT = 400; // entries of the log

interface Queued extends Scene {
  id: number;
  shown: boolean;
}

export class Director {
  readonly log: LogEntry[] = [];
  /** Told after each change. */
  onchange: () => void = () => {};
  private queue: Queued[] = []; // the first one runs
  private left: Beat[] = []; // beats of the first one that have not begun
  private beat: Beat | null = null;
  private cancel: (() => void) | null = null;
  private ended = -Infinity; // when the last beats ended
  private lastActor: number | null = null;
  private skipped = -Infinity;
  private factor = 1;
  private serial = 0;

  constructor(
    private readonly clock: Clock,
    private readonly screen: Screen,
    private readonly pace: () => Pace,
  ) {}

  // --- what there is ---

  /** Something is played, or waits. */
  get busy(): boolean {
    return this.queue.length > 0;
  }

  /** A position waits to be drawn. */
  get behind(): boolean {
    return this.queue.some((scene) => !scene.shown);
  }

  get now(): { scene: Scene; beat: Beat | null } | null {
    return this.queue[0] ? { scene: this.queue[0], beat: this.beat } : null;
  }

  /** Beats still to be played, the running one too. */
  get beatsLeft(): number {
    const rest = this.queue.slice(1).reduce((n, scene) => n + scene.beats.filter((b) => b.kind !== 'show').length, 0);
    return rest + this.left.filter((b) => b.kind !== 'show').length + (this.beat ? 1 : 0);
  }

  /** So many milliseconds of beats and pauses wait at the chosen speed. */
  get waiting(): number {
    const { factor } = this.pace();
    let actor = this.queue[0]?.actor ?? null;
    let sum = this.left.reduce((n, b) => n + lengthOf(b) * factor, this.beat ? lengthOf(this.beat) * factor : 0);
    for (const scene of this.queue.slice(1)) {
      sum += this.gap(scene, actor) + scene.beats.reduce((n, b) => n + lengthOf(b) * factor, 0);
      actor = scene.actor ?? actor;
    }
    return sum;
  }

  // --- what is asked of it ---

  push(scene: Scene): void {
    if (scene.limit !== undefined && this.waiting + this.lengthOf(scene) > scene.limit) this.flush();
    this.queue.push({ ...scene, id: ++this.serial, shown: false });
    if (this.queue.length === 1) this.start();
    this.onchange();
  }

  /** Ends the beat or the pause; the second time soon after, everything. */
  skip(): void {
    const now = this.clock.now();
    const twice = now - this.skipped < TWICE_MS;
    this.skipped = now;
    if (!this.busy) return;
    if (twice) {
      this.flush();
      return;
    }
    this.note('skip');
    this.stop();
    this.next();
  }

  /** Ends everything: what waits is drawn at once. */
  flush(): void {
    if (!this.busy) return;
    this.note('flush');
    this.stop();
    this.left = [];
    while (this.queue[0]) {
      this.show();
      this.lastActor = this.queue[0].actor ?? this.lastActor;
      this.queue.shift()!.done?.();
    }
    this.screen.clear();
    this.ended = this.clock.now();
    this.onchange();
  }

  // --- the running scene ---

  private lengthOf(scene: Scene): number {
    return scene.beats.reduce((n, b) => n + lengthOf(b) * this.pace().factor, 0);
  }

  /** The pause before a scene, counted from the end of the last one. */
  private gap(scene: Scene, before: number | null): number {
    if (scene.limit !== undefined || scene.own || scene.actor === null || scene.actor === before) return 0;
    const { pause, between } = this.pace();
    return scene.bot ? pause : between;
  }

  private start(): void {
    const scene = this.queue[0]!;
    this.factor = this.pace().factor * (this.waiting + this.lengthOf(scene) > LONG_MS ? HURRY : 1);
    const beats = this.factor === 0 ? [{ kind: 'show', actor: scene.actor } as Beat, { kind: 'fade', actor: scene.actor } as Beat] : withShow(scene);
    this.left = [...beats];
    if (this.factor > 0) this.screen.open(scene.beats);
    const hurry = this.factor > 0 && this.factor < this.pace().factor ? HURRY : 1;
    const gap = this.gap(scene, this.lastActor) * hurry;
    const wait = this.ended + gap - this.clock.now();
    if (wait > 0) this.pause(wait, gap);
    else this.next();
  }

  /** The actor is lit while one waits for them. */
  private pause(ms: number, gap: number): void {
    this.note('pause', undefined, gap);
    const light = this.left[0]?.kind === 'light' ? this.left.shift()! : null;
    const needed = light ? this.begin(light) : 0;
    this.cancel = this.clock.after(Math.max(ms, needed), () => {
      this.stop();
      this.next();
      this.onchange();
    });
  }

  private next(): void {
    for (;;) {
      const beat = this.left.shift();
      if (!beat) {
        this.finish();
        return;
      }
      if (beat.kind === 'show') {
        this.show();
        this.screen.drawn();
        continue;
      }
      const ms = this.begin(beat);
      if (ms > 0) {
        this.cancel = this.clock.after(ms, () => {
          this.stop();
          this.next();
          this.onchange();
        });
        this.onchange();
        return;
      }
      this.stop();
    }
  }

  private begin(beat: Beat): number {
    this.beat = beat;
    const ms = beat.kind === 'fade' ? LENGTHS.fade.ms : this.screen.begin(beat, this.factor);
    this.note(ms > 0 ? 'begin' : 'miss', beat);
    if (ms === 0) this.beat = null;
    return ms;
  }

  /** Ends what runs, before its time or at it. */
  private stop(): void {
    this.cancel?.();
    this.cancel = null;
    const beat = this.beat;
    this.beat = null;
    if (!beat) return;
    if (beat.kind !== 'fade') this.screen.end(beat);
    this.note('end', beat);
  }

  private show(): void {
    const scene = this.queue[0]!;
    if (scene.shown) return;
    scene.shown = true;
    this.note('show');
    scene.show();
  }

  private finish(): void {
    const scene = this.queue[0]!;
    this.show();
    this.screen.clear();
    this.queue.shift();
    scene.done?.();
    this.ended = this.clock.now();
    this.lastActor = scene.actor ?? this.lastActor;
    if (this.queue.length) this.start();
    this.onchange();
  }

  private note(what: LogEntry['what'], beat?: Beat, ms?: number): void {
    const scene = this.queue[0];
    this.log.push({ at: this.clock.now(), what, ...(beat ? { kind: beat.kind } : {}), ...(ms === undefined ? {} : { ms }), actor: beat?.actor ?? scene?.actor ?? null, scene: scene?.id ?? 0 });
    if (this.log.length > KEPT) this.log.splice(0, this.log.length - KEPT);
  }
}

/** The beats with the moment at which the position is drawn: where they say, else last. */
function withShow(scene: Scene): Beat[] {
  const show: Beat = { kind: 'show', actor: scene.actor };
  const rest = scene.beats.filter((beat) => beat.kind !== 'show');
  if (scene.first) return [show, ...rest];
  return rest.length === scene.beats.length ? [...rest, show] : [...scene.beats];
}
