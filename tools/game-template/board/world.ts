// What Quarry brings into the page besides its board.
// SPDX-License-Identifier: MIT
import type { World } from '$page/art/worlds';

const world: World = {
  accent: '#6b5b8c',
  ink: '#6b5b8c',
  inkNight: '#b3a2d8',
  kind: 'kind.game',
  ornament: 'M2 14 7 4H13L17 14ZM17 14 20 8H23L25 14',
};

export default world;
