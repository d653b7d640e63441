// What a finger means on a board whose places are smaller than a finger: each place is hit as if it were as large as one. Where two
// places share the spot that was tapped, neither is taken: a lens shows them larger, and the next tap decides.
// SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';

/** What a finger hits, in pixels. */
export const FINGER = 44;

export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const middleOf = ({ left, top, width, height }: Spot): [number, number] => [left + width / 2, top + height / 2];

/** The places that a tap there may mean, by their indices. `hit` lies below the finger: a large place has a shape of its own. */
export function meant(spots: readonly Spot[], x: number, y: number, hit = -1): number[] {
  return spots.flatMap((spot, i) => {
    if (i === hit) return [i];
    if (spot.width >= FINGER && spot.height >= FINGER) return [];
    const [cx, cy] = middleOf(spot);
    const near = Math.abs(x - cx) <= Math.max(FINGER, spot.width) / 2 && Math.abs(y - cy) <= Math.max(FINGER, spot.height) / 2;
    return near ? [i] : [];
  });
}

/** How much larger these have to be drawn so that a finger hits each of them. */
export function enlarge(spots: readonly Spot[], most = 3): number {
  const sides = spots.flatMap((a, i) => {
    const [ax, ay] = middleOf(a);
    return spots.slice(i + 1).map((b) => {
      const [bx, by] = middleOf(b);
      return Math.max(Math.abs(ax - bx), Math.abs(ay - by));
    });
  });
  return Math.min(most, Math.max(1.25, (FINGER + 4) / Math.max(1, Math.min(...sides))));
}

export interface Crowd {
  svg: SVGSVGElement;
  x: number;
  y: number;
  /** The places that may be meant. */
  places: Element[];
}

/** On what holds a board: sends a tap to the place it means, and calls `crowd` where it may mean several. */
export const aim: Action<HTMLElement, (crowd: Crowd) => void> = (root, first) => {
  let crowd = first;
  let touched = false;
  const down = (e: PointerEvent) => (touched = e.pointerType === 'touch');
  function click(e: MouseEvent) {
    const from = e.target as Element;
    const svg = from.closest<SVGSVGElement>('svg[role=group]');
    const type = (e as PointerEvent).pointerType;
    if (!svg || (type ? type !== 'touch' : !touched)) return; // a click that was made from a tap has no kind
    touched = false;
    const places = [...svg.querySelectorAll('.pt-control.legal')];
    const below = places.indexOf(from.closest('.pt-control.legal')!);
    const found = meant(places.map((one) => one.getBoundingClientRect()), e.clientX, e.clientY, below);
    if (found.length === 0 || (found.length === 1 && found[0] === below)) return;
    e.stopPropagation();
    const few = found.map((i) => places[i]!);
    // The picture in the lens shows no focus.
    if (svg.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
    if (few.length > 1) crowd({ svg, x: e.clientX, y: e.clientY, places: few });
    else few[0]!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: e.clientX, clientY: e.clientY }));
  }
  root.addEventListener('pointerdown', down, true);
  root.addEventListener('click', click, true);
  return {
    update: (next) => void (crowd = next),
    destroy() {
      root.removeEventListener('pointerdown', down, true);
      root.removeEventListener('click', click, true);
    },
  };
};
