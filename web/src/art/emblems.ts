// The five emblems (24 x 24 box, centre 12,12) and area patterns (12 px tile): one shape beside each colour.
// SPDX-License-Identifier: MIT

/** By seat; the last one is the neutral ring. */
export const EMBLEMS = [
  'M9.5 5h5v4.5h4.5v5h-4.5v4.5h-5v-4.5H5v-5h4.5z',
  'M5.5 4.5h5v15h-5zM13.5 4.5h5v15h-5z',
  'M12 2.5 14.6 9.4 21.5 12 14.6 14.6 12 21.5 9.4 14.6 2.5 12 9.4 9.4z',
  'M13 3.6A8.5 8.5 0 1 0 20.4 13.5 6.8 6.8 0 0 1 13 3.6z',
  'M12 5 20 13.5V19.5L12 11.5 4 19.5V13.5z',
  'M12 6.5a5.5 5.5 0 1 0 .01 0zM12 9.3a2.7 2.7 0 1 1-.01 0z',
] as const;

/** The colour of a seat: a number for --pN-base and so on, or "n" for neutral. */
export const colourOf = (seat: number | null): string => (seat === null || seat < 0 || seat > 4 ? 'n' : String(seat));
export const emblemOf = (seat: number | null): string => EMBLEMS[seat === null || seat < 0 || seat > 4 ? 5 : seat]!;
