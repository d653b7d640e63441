// The time of a table on this device: it never goes back, whatever happens to the clock on the wall, and it is known when the device
// slept or the page was frozen, so that nobody's time runs out meanwhile.
// SPDX-License-Identifier: MIT

export interface Time {
  /** Milliseconds since 1970, roughly; whole, and never less than before. */
  now(): number;
  /** The page is not seen: then a browser lets timers wait. */
  hidden(): boolean;
}

/** The wall's clock when it begins, from then on the time that has gone by. `atLeast`: the last moment of an earlier page. */
export function timeFrom(atLeast: number): Time {
  const began = Math.max(Date.now(), atLeast) - performance.now();
  return {
    now: () => Math.floor(began + performance.now()),
    hidden: () => typeof document !== 'undefined' && document.hidden,
  };
}

/** How often a page shows that it is alive. */
export const BEAT = 1000;
const SLOW = 5 * BEAT; // the page was busy
const HIDDEN = 90 * BEAT; // browsers let hidden pages wait for up to a minute

/** Notices when the page was away. */
export class Pulse {
  /** The last sign of life. */
  last: number;
  private wasHidden = false;

  constructor(private readonly time: Time) {
    this.last = time.now();
  }

  /** A sign of life. If there was none for too long: since when. */
  beat(): number | null {
    const now = this.time.now();
    const hidden = this.time.hidden();
    const away = now - this.last > (hidden || this.wasHidden ? HIDDEN : SLOW) ? this.last : null;
    this.last = now;
    this.wasHidden = hidden;
    return away;
  }
}
