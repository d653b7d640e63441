// What a player holds while building: a piece of the tray, the cell it is over, a Linking Book that is meant, the pieces
// sent and not yet answered. One for each builder, shared by board and tray.
// SPDX-License-Identifier: MIT
import type { Builder, Refused } from '$page/boards/contract';
import { perBuilder } from '$page/boards/per_builder.svelte';
import { requestFor, type Filter } from './logic';

export interface Sent {
  move: string;
  piece: string;
  cell: string;
}

export class Hand {
  /** The piece picked from the tray, by the name of its own cell. */
  held: string | null = $state(null);
  /** The piece that is in the hand itself, above the tray. */
  lifted: string | null = $state(null);
  /** The cell that is meant by a piece whose middle is there on the screen; the board knows. */
  near: (x: number, y: number) => string | null = () => null;
  /** The cell below a piece that is dragged. */
  over: string | null = $state(null);
  /** A Linking Book is meant: the next piece goes to any open cell. */
  book = $state(false);
  sent: Sent[] = $state.raw([]);
  /** Pieces that came back: they shake. */
  back: string | null = $state(null);
  filter: Filter = $state('all');

  constructor(private readonly build: Builder) {}

  take(piece: string | null): void {
    this.held = piece === this.held ? null : piece;
    this.back = null;
  }

  /** Puts a piece on a cell: the server says whether it belongs there. */
  put(piece: string, cell: string): void {
    if (!this.build.active) return;
    const move = requestFor(piece, cell, this.book);
    this.held = this.over = null;
    if (this.sent.some((one) => one.move === move)) return; // it is on its way, if only after a cut
    this.build.choose(move);
    if (this.build.offered === null) this.sent = [...this.sent, { move, piece, cell }]; // else it waits to be confirmed
  }

  /** What became of the pieces that were sent: the cell is covered, or the piece was refused. */
  settle(covered: (cell: string) => boolean): void {
    if (this.sent.some((one) => covered(one.cell))) this.sent = this.sent.filter((one) => !covered(one.cell));
  }

  refused(move: string): void {
    const one = this.sent.find((sent) => sent.move === move);
    if (!one) return;
    this.sent = this.sent.filter((sent) => sent !== one);
    this.back = one.piece;
  }

  clear(): void {
    this.held = this.over = null;
    this.book = false;
  }
}

/** Refusals that the board has shown: it may come anew, after a pause or from another tab of a phone. */
export const shownRefusals = new WeakSet<Refused>();

export const handOf = perBuilder((build) => new Hand(build));
