// The tile in hand: which one, how it is turned, over which node. One for each builder, so that board and tray share it.
// SPDX-License-Identifier: MIT
import { perBuilder } from '$page/boards/per_builder.svelte';
import { flip, shapeOf, turn, type Preview } from './logic';
import { nodeAt, nodeName } from './geometry';
import type { Shape, Tables } from './types';

export interface Spot {
  orientation: number;
  node: string;
  move: string;
}

export class Ghost {
  tile: string | null = $state(null);
  orientation = $state(0);
  /** Its anchor, or null while it is not over the board. */
  x: number | null = $state(null);
  y = $state(0);
  hints = $state(true);
  /** On its way from the tray. */
  dragged = false;
  /** Let go by a finger: it waits for "Lay it". */
  resting = $state(false);
  /** What the engine says of the placement shown. */
  preview: Preview | null = $state.raw(null);
  /** Why it is not legal there, if the engine has said so. */
  why: { rule?: string; words: string } | null = $state.raw(null);

  take(tile: string | null, spots: Spot[] = []): void {
    this.tile = tile;
    this.x = null;
    this.resting = false;
    this.preview = this.why = null;
    // As it lies it may fit nowhere: begin with an orientation that does.
    if (!spots.some((spot) => spot.orientation === this.orientation)) this.orientation = spots[0]?.orientation ?? 0;
  }

  shape(tables: Tables): Shape | null {
    return this.tile === null ? null : shapeOf(tables, this.tile, this.orientation);
  }

  get node(): string | null {
    return this.x === null ? null : nodeName(this.x, this.y);
  }

  /** Turns and flips keep it inside the area. */
  turn(tables: Tables, nodes: number, by = 1): void {
    this.orientation = turn(this.orientation, by);
    this.settle(tables, nodes);
  }
  flip(tables: Tables, nodes: number): void {
    this.orientation = flip(this.orientation);
    this.settle(tables, nodes);
  }
  move(tables: Tables, nodes: number, dx: number, dy: number): void {
    if (this.x === null) {
      this.x = this.y = Math.floor(nodes / 2) - 1;
    } else {
      this.x += dx;
      this.y += dy;
    }
    this.settle(tables, nodes);
  }
  private settle(tables: Tables, nodes: number): void {
    const shape = this.shape(tables);
    if (!shape || this.x === null) return;
    this.x = Math.max(0, Math.min(nodes - 1 - shape.width, this.x));
    this.y = Math.max(0, Math.min(nodes - 1 - shape.height, this.y));
  }

  /** Goes to the next of the places where it fits, in reading order. */
  next(spots: Spot[], by = 1): void {
    if (spots.length === 0) return;
    const order = (spot: Spot): number => {
      const [x, y] = nodeAt(spot.node);
      return (spot.orientation === this.orientation ? 0 : 1000) + y * 16 + x;
    };
    const sorted = [...spots].sort((a, b) => order(a) - order(b));
    const at = sorted.findIndex((spot) => spot.node === this.node && spot.orientation === this.orientation);
    const spot = sorted[(at + by + sorted.length) % sorted.length]!;
    this.orientation = spot.orientation;
    [this.x, this.y] = nodeAt(spot.node);
  }
}

export const ghostOf = perBuilder(() => new Ghost());
