// "3, 2, 1": before a game that others have waited for, and before a race, where nobody should begin before the others.
// SPDX-License-Identifier: MIT

/** As long as the table counts before a game of several people (PT_COUNT_MS). */
export const COUNT_MS = 2100;

export class Count {
  /** When it is over, by performance.now(); null: nothing is counted. */
  until: number | null = $state(null);
  /** It holds everybody's hands: a click does not end it, and nothing can be taken before it is over. */
  holds = $state(false);
  private told: number | null = null;
  private raced: boolean | null = null;

  /** The table counts to this time; it says so more than once. */
  table(until: number | null): void {
    if (until === null || until === this.told) return;
    this.told = this.until = until;
    this.holds = false;
  }

  /** Whether there is a race now. One that begins while somebody looks is counted, if it `may` be; who comes to it later finds it running. */
  race(now: boolean, may: boolean): void {
    if (now && this.raced === false && may) {
      this.until = performance.now() + COUNT_MS;
      this.holds = true;
    }
    this.raced = now;
  }

  done(): void {
    this.until = null;
    this.holds = false;
  }
}
