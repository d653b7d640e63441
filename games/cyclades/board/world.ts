// What Cyclades brings into the page besides its board.
// SPDX-License-Identifier: MIT
import type { World } from '$page/art/worlds';

const world: World = {
  accent: '#c8643c',
  ink: '#b4532c',
  inkNight: '#e08a63',
  kind: 'kind.bidding',
  ornament: 'M0 14C3 14 4.5 11 6 8C8 3.5 13 2 16.5 4C20 6 20 11 16 11.5C13 11.7 12.5 8.5 14.5 7.5C18 14 22 14 26 14',
};

export default world;
