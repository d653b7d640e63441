// The tints of the gods, and the drawing that stands for what a card counts at the end.
// SPDX-License-Identifier: MIT

export const TINTS: Record<string, string> = {
  Z: '#d9a400',
  D: '#4e8f3a',
  P: '#2c7da0',
  H: '#a8322d',
  none: '#8a7ca8',
};

export const COUNTED: Record<string, string> = {
  demeter: 'S',
  hades: 'lock',
  apollo: 'G',
  pan: 'M',
  ares: 'off',
  hephaestus: 'fA',
  hestia: 'l4',
  hermes: 'k-hermes',
  athena: 'small',
  artemis: 'minor',
};

/** The smallest letters that are read without effort, in pixels of the screen. */
const SMALLEST = 11;
/** Beyond this the words outgrow what they stand on. */
const MOST = 16.6;
/** How large letters must be drawn, in units of a drawing shown at this scale. */
export const least = (scale: number): number => (scale > 0 ? Math.min(MOST, SMALLEST / scale + 0.05) : 0);
/** Whether words in letters of this size fit beside what else stands there. */
export const fits = (words: string, size: number, room: number): boolean => words.length * size * 0.5 <= room;
