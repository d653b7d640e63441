// What Mytikas brings into the page besides its board.
// SPDX-License-Identifier: MIT
import type { World } from '$page/art/worlds';

const world: World = {
  accent: '#d9a520',
  ink: '#8d6606',
  inkNight: '#e4b94c',
  kind: 'kind.workers',
  ornament:
    'M1 15C7 14 16 10 25 2M7 13C4 11 4 8 6 6C8 8 9 10 7 13ZM12.5 10.5C10 8 10.5 5 12.5 3.5C14.5 5.5 15 8 12.5 10.5ZM18 7C16 4 17 1 19 0C20.5 2 20.5 5 18 7ZM9 12.5C12 14.5 15 14.5 17 12.5C15 10.5 12 10.5 9 12.5ZM15 9.5C18 11 21 10.5 22.5 8.5C20 7 17.5 7.5 15 9.5Z',
};

export default world;
