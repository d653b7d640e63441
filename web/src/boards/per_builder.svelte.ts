// What board, tray and question of a table share, one for each builder. It is made by whoever asks first, and outside of what is
// being computed then: Svelte does not follow what a computation has made itself, and the first question would never hear of it.
// SPDX-License-Identifier: MIT
import type { Builder } from './contract';

function apart<T>(make: () => T): { one: T } {
  let made: { one: T } | null = null;
  $effect.root(() => void (made = { one: make() }))();
  return made ?? { one: make() }; // outside of a page nothing is followed, and nothing was made
}

export function perBuilder<T>(make: (build: Builder) => T): (build: Builder) => T {
  const all = new WeakMap<Builder, { one: T }>();
  return (build) => {
    let found = all.get(build);
    if (!found) all.set(build, (found = apart(() => make(build))));
    return found.one;
  };
}
