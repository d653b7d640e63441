// What Myst brings into the page besides its board.
// SPDX-License-Identifier: MIT
import type { World } from '$page/art/worlds';

const world: World = {
  accent: '#e8c547',
  ink: '#86690a',
  inkNight: '#e8c547',
  kind: 'kind.puzzle',
  ornament:
    'M13 0a8 8 0 1 1 0 16a8 8 0 1 1 0-16M13 4.5a2.5 2.5 0 0 1 1.3 4.6L15.5 13h-5l1.2-3.9A2.5 2.5 0 0 1 13 4.5',
};

export default world;
