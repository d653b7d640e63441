// Letters in drawings stay legible: a drawing shrinks with its place, and words in it that would fall below the least size
// are drawn larger. One place for every board, at every size. SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';

/** The smallest letters that are read without effort, in pixels of the screen; a little more than is promised. */
const LEAST = 11.2;

/** How large the letters must be in the drawing's own units, or null where they are large enough. */
export const enlarged = (size: number, scale: number): number | null => (scale > 0 && size * scale < LEAST - 0.1 ? LEAST / scale : null);

/** What moves now and comes to rest: letters on it are not as large as they will be. */
const moving = (node: HTMLElement): Animation[] =>
  node.getAnimations({ subtree: true }).filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);

export const legible: Action<HTMLElement> = (node) => {
  let asked = 0;
  let resting = false;
  function look(): void {
    asked = 0;
    const going = moving(node);
    const carried = going.map((one) => (one.effect as KeyframeEffect).target);
    if (going.length > 0 && !resting) {
      resting = true;
      void Promise.allSettled(going.map((one) => one.finished)).then(() => ((resting = false), soon()));
    }
    const found: [SVGTextElement, number | null][] = [];
    for (const text of node.querySelectorAll('text')) {
      if (carried.some((one) => one?.contains(text))) continue;
      const size = Number(text.getAttribute('font-size'));
      const matrix = size > 0 ? text.getScreenCTM() : null;
      if (matrix) found.push([text, enlarged(size, Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)))]);
    }
    // Written after all is read: the page is laid out once.
    for (const [text, size] of found) {
      if (size !== null) text.style.fontSize = `${size.toFixed(2)}px`;
      else if (text.style.fontSize) text.style.removeProperty('font-size');
    }
  }
  const soon = (): void => void (asked ||= requestAnimationFrame(look));
  const resized = new ResizeObserver(soon);
  const changed = new MutationObserver(soon);
  resized.observe(node);
  changed.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ['viewBox', 'font-size'] });
  soon();
  return {
    destroy: () => {
      cancelAnimationFrame(asked);
      resized.disconnect();
      changed.disconnect();
    },
  };
};
