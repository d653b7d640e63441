// Which of the two a narrow screen shows, dig site or Museum: board and question agree on it. SPDX-License-Identifier: MIT
import type { Builder } from '$page/boards/contract';

class Shown {
  museum = $state(false);
}
const shown = new WeakMap<Builder, Shown>();

export function shownBy(build: Builder): Shown {
  let one = shown.get(build);
  if (!one) shown.set(build, (one = new Shown()));
  return one;
}
