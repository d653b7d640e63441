// Which of the two a narrow screen shows, dig site or Museum: board and question agree on it. SPDX-License-Identifier: MIT
import { perBuilder } from '$page/boards/per_builder.svelte';

class Shown {
  museum = $state(false);
}
export const shownBy = perBuilder(() => new Shown());
