// Whether the other end of a socket still lives. A machine that was cut off, or a server that sleeps, closes nothing: the socket stays open
// and silent. So after a silence the page asks for a sign of life, soon if it waits for an answer, and gives the socket up if none comes.
// Silence is counted in ticks and not in time: a device that slept for an hour has missed one tick.
// SPDX-License-Identifier: MIT

export const TICK_MS = 1500;
/** Silent ticks before it asks: while nothing is waited for, and while something is. */
const IDLE = 10;
const WAITING = 1;
/** Ticks that a sign of life may take. */
const PATIENCE = 3;

export interface Other {
  /** An answer is waited for. */
  waits(): boolean;
  /** Asks for a sign of life. */
  ping(): void;
  /** None has come. */
  dead(): void;
}

export class Pulse {
  private timer: ReturnType<typeof setInterval> | undefined;
  private silent = 0;
  private asked = 0;

  constructor(private readonly other: Other) {}

  start(): void {
    this.stop();
    this.heard();
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Something has come. */
  heard(): void {
    this.silent = this.asked = 0;
  }

  private tick(): void {
    this.silent++;
    if (this.asked) {
      if (this.asked++ >= PATIENCE) this.other.dead();
    } else if (this.silent > (this.other.waits() ? WAITING : IDLE)) {
      this.asked = 1;
      this.other.ping();
    }
  }
}
