// The patrons' plates and shapes (24 x 24 box); the ground of a tile by its place, so that neighbours differ.
// SPDX-License-Identifier: MIT
import type { Patron } from './types';

interface Look {
  plate: string;
  mark: string; // the shape on the plate
  light: boolean; // a light mark on a dark plate
  shape: string;
}

export const LOOKS: Record<Patron, Look> = {
  V: {
    plate: '#8E63B8',
    mark: '#FBEFD9',
    light: true,
    shape: 'M12 20.5C6 15.6 3.2 12.6 3.2 9.1A4.6 4.6 0 0 1 12 7.3A4.6 4.6 0 0 1 20.8 9.1C20.8 12.6 18 15.6 12 20.5z',
  },
  L: { plate: '#EBCB4B', mark: '#2A230A', light: false, shape: 'M12 3.5L21.5 19.5H2.5z' },
  B: { plate: '#8A5A34', mark: '#FBEFD9', light: true, shape: 'M4.2 4.2h15.6v15.6H4.2z' },
  K: { plate: '#2B2A2E', mark: '#F4EEE2', light: true, shape: 'M12 3a9 9 0 1 0 .01 0z' },
  T: { plate: '#E8853A', mark: '#2B1405', light: false, shape: 'M12 2L21 12L12 22L3 12z' },
};

const GROUNDS = ['a', 'b', 'c', 'a', 'c', 'a', 'b', 'c', 'b', 'c', 'a', 'b'];
export const groundOf = (slot: number): string => `var(--mk-t${GROUNDS[slot] ?? 'a'})`;
