// One stop of the Tab key for a whole board; arrow keys go from control to control, to the nearest in that direction; Page
// Down and Page Up go through those that can be picked.
// SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The index of the nearest point in a direction, or -1. Sideways counts double. */
export function nearest(points: readonly (readonly [number, number])[], from: number, [wx, wy]: readonly [number, number]): number {
  const [x, y] = points[from]!;
  let best = -1;
  let cost = Infinity;
  points.forEach(([px, py], i) => {
    const along = (px - x) * wx + (py - y) * wy;
    const across = Math.abs((px - x) * wy) + Math.abs((py - y) * wx);
    if (i === from || along < 2) return;
    const c = along + 2 * across;
    if (c < cost) [best, cost] = [i, c];
  });
  return best;
}

export const roving: Action<Element> = (root) => {
  const controls = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-nav]')];

  function choose(one: HTMLElement) {
    for (const other of root.querySelectorAll('[data-nav][tabindex="0"]')) other.setAttribute('tabindex', '-1');
    one.setAttribute('tabindex', '0');
  }
  /** Always one stop: the one that had it, else the first legal place, else the first. */
  function settle() {
    if (root.querySelector('[data-nav][tabindex="0"]')) return;
    const first = root.querySelector<HTMLElement>('[data-nav].legal') ?? root.querySelector<HTMLElement>('[data-nav]');
    if (first) choose(first);
  }
  /** The next control that can be picked, or the one before. */
  function leap(event: Event, all: HTMLElement[], from: number, by: 1 | -1) {
    event.preventDefault();
    for (let i = 1; i <= all.length; i++) {
      const one = all[(from + by * i + all.length) % all.length]!;
      if (!one.classList.contains('legal')) continue;
      choose(one);
      one.focus();
      return;
    }
  }
  function key(event: Event) {
    const name = (event as KeyboardEvent).key;
    const way = WAYS[name];
    const all = controls();
    const from = all.indexOf(document.activeElement as HTMLElement);
    if (from < 0) return;
    if (name === 'PageDown' || name === 'PageUp') leap(event, all, from, name === 'PageDown' ? 1 : -1);
    if (!way) return;
    const points = all.map((c) => {
      const box = c.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    });
    const to = nearest(points, from, way);
    event.preventDefault();
    if (to < 0) return;
    choose(all[to]!);
    all[to]!.focus();
  }
  const focus = (event: Event) => {
    const one = (event.target as Element).closest<HTMLElement>('[data-nav]');
    if (one) choose(one);
  };
  const watch = new MutationObserver(settle);
  watch.observe(root, { childList: true, subtree: true });
  settle();
  root.addEventListener('keydown', key);
  root.addEventListener('focusin', focus);
  return {
    destroy() {
      watch.disconnect();
      root.removeEventListener('keydown', key);
      root.removeEventListener('focusin', focus);
    },
  };
};
