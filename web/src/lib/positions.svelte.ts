// The last position heard of each of one's tables, for small pictures of them. Forgotten with the page.
// SPDX-License-Identifier: MIT
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
    const now = { ...this.all[table], ...told } as Position;
    if (now.game && now.view) this.all = { ...this.all, [table]: now };
  }
}

export const positions = new Positions();
