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
