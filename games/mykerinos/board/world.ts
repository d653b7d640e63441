// What Mykerinos brings into the page besides its board.
// SPDX-License-Identifier: MIT
import type { World } from '$page/art/worlds';

const world: World = {
  accent: '#2a9d9a',
  ink: '#1f7a78',
  inkNight: '#4fc3bf',
  kind: 'kind.majority',
  ornament:
    'M13 15V7M13 7C10 5 10 2 13 0C16 2 16 5 13 7M13 11C8 11 5 8 5 4C9 4 12 6 13 9M13 11C18 11 21 8 21 4C17 4 14 6 13 9M2 15h22',
};

export default world;
