// The last position heard of each of one's tables, for small pictures of them. Forgotten with the page.
// SPDX-License-Identifier: MIT
import { untrack } from 'svelte';
import type { SeatInfo } from '../boards/contract';

export interface Position {
  game: string;
  view: unknown;
  seats: SeatInfo[];
}

class Positions {
  private all: Record<string, Position> = $state.raw({});

  of(table: string): Position | undefined {
    return this.all[table];
  }

  /** What is not told stays as it was. */
  note(table: string, told: Partial<Position>): void {
    const before = untrack(() => this.all); // whoever notes one in an effect would start it again
    const now = { ...before[table], ...told } as Position;
    if (now.game && now.view) this.all = { ...before, [table]: now };
  }
}

export const positions = new Positions();
