// Who is who on a board: the class that carries a player's colours, and the emblem that goes with it (24 x 24 box).
// SPDX-License-Identifier: MIT

/** A seat 0..4, or the neutral colour. */
export type Owner = number | 'N';

export const ownerClass = (owner: Owner): string => (owner === 'N' ? 'pn' : `p${owner}`);

const EMBLEMS = [
  'M9.5 5h5v4.5h4.5v5h-4.5v4.5h-5v-4.5H5v-5h4.5z',
  'M5.5 4.5h5v15h-5zM13.5 4.5h5v15h-5z',
  'M12 2.5 14.6 9.4 21.5 12 14.6 14.6 12 21.5 9.4 14.6 2.5 12 9.4 9.4z',
  'M13 3.6A8.5 8.5 0 1 0 20.4 13.5 6.8 6.8 0 0 1 13 3.6z',
  'M12 5 20 13.5V19.5L12 11.5 4 19.5V13.5z',
];
const NEUTRAL = 'M12 6.5a5.5 5.5 0 1 0 .01 0zM12 9.5a2.5 2.5 0 1 1-.01 0z';

export const emblemOf = (owner: Owner): string => (owner === 'N' ? NEUTRAL : EMBLEMS[owner]!);
