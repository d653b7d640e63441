// What Myriath brings into the page besides its board.
// SPDX-License-Identifier: MIT
import type { World } from '$page/art/worlds';

const world: World = {
  accent: '#5e7f4a',
  ink: '#557443',
  inkNight: '#8fb573',
  kind: 'kind.tiles',
  ornament: 'M0 14H22V2H6V10H15V6.5H10',
};

export default world;
