// The beat that runs now, for boards that draw some of their beats themselves: dice, a spinner, a battle's verdict.
// SPDX-License-Identifier: MIT
import type { Beat } from './beats';

class Playing {
  /** Beats are played: what boards would show by themselves they show. */
  on = $state(false);
  beat: Beat | null = $state.raw(null);
  /** How many times slower or faster than normal. */
  factor = $state(1);
}

export const playing = new Playing();
