// Places that were clicked but not yet given to the builder: it would send the one move that is left, although its aim was
// never pointed at. They count only as long as the builder stands where it stood.
// SPDX-License-Identifier: MIT
import type { Builder } from '$page/boards/contract';

let held: { build: Builder; only: readonly string[] | null; at: number; words: string[] } | null = $state.raw(null);

export function heldOf(build: Builder): string[] {
  return held && held.build === build && held.only === build.only && held.at === build.args.length ? held.words : [];
}

export function hold(build: Builder, words: string[]): void {
  held = { build, only: build.only, at: build.args.length, words };
}
