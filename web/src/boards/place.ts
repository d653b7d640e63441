// The measures of a board's stage, as custom properties for ui/play.css: use:placed={board?.place} on the element.
// SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';
import type { Place } from './contract';

/** A phone of 390 x 844, for which boards tell their height, has a stage of this width. */
const PHONE = 374;
const px = (n: number): string => `${n}px`;

export const placed: Action<HTMLElement, Place | undefined> = (node, first) => {
  const update = (place: Place = {}): void => {
    const { left = 344, right = 248, ask = [62, 70], below = [126, 140], tablet = 480, phone = 338, phoneAsk = 70 } = place;
    const measures = { '--left': left, '--right': right, '--ask-low': ask[0], '--ask-high': ask[1], '--tray-low': below[0], '--tray-high': below[1], '--board-tablet': tablet, '--board-phone': phone, '--ask-phone': phoneAsk };
    node.style.setProperty('--board-share', String(phone / PHONE)); // of the width of a phone's stage
    for (const [name, n] of Object.entries(measures)) node.style.setProperty(name, px(n));
  };
  update(first);
  return { update };
};
