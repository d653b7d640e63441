// The director on the page: its clock and screen are the browser's, its speed the person's, its state what Svelte draws.
// SPDX-License-Identifier: MIT
import { settings } from '../lib/settings.svelte';
import { beatSound } from '../lib/sound';
import { paceOf, SPEEDS, type Speed } from './beats';
import { Director, type Scene } from './director';
import { playing } from './playing.svelte';
import { PageScreen } from './screen';

const clock = {
  now: () => performance.now(),
  after: (ms: number, then: () => void) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

export class Stage {
  busy = $state(false);
  /** A position waits to be drawn: what is on the page is not what is true. */
  behind = $state(false);
  /** Whose scene it is, or is about to be. */
  scene: Scene | null = $state.raw(null);
  /** Its beats have begun; before that there is a pause. */
  begun = $state(false);
  private readonly director: Director;

  constructor() {
    const screen = new PageScreen(() => document.body, beatSound);
    this.director = new Director(clock, screen, () => paceOf(settings.choices.speed, settings.calm));
    this.director.onchange = () => this.changed();
    // For tests and the curious: what was played, and when.
    (globalThis as { petteiaBeats?: unknown }).petteiaBeats = this.director.log;
  }

  private changed(): void {
    const { now } = this.director;
    this.busy = this.director.busy;
    this.behind = this.director.behind;
    this.scene = now?.scene ?? null;
    this.begun = now?.beat !== null && now?.beat !== undefined && now.beat.kind !== 'light';
    playing.beat = now?.beat ?? null;
  }

  push(scene: Scene): void {
    playing.on = paceOf(settings.choices.speed, settings.calm).factor > 0;
    this.director.push(scene);
  }

  skip(): void {
    this.director.skip();
  }

  close(): void {
    this.flush();
    playing.on = false;
  }

  flush(): void {
    this.director.flush();
  }

  /** The board is touched: one's own beats end, those of others one by one. */
  press(): void {
    if (this.behind) this.skip();
    else this.flush();
  }

  /** How long these take, for "Show them, 6 s". */
  static seconds(ms: number): number {
    return Math.max(1, Math.round((ms * (paceOf(settings.choices.speed, settings.calm).factor || 0.1)) / 1000));
  }
}

/** The next speed, for the key. */
export const nextSpeed = (speed: Speed): Speed => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!;
