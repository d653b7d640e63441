// How pieces move: from their owner to their place and back, in an arc; by cross-fade where motion is unwelcome.
// SPDX-License-Identifier: MIT
import type { TransitionConfig } from 'svelte/transition';

export type At = readonly [number, number];

export interface Way {
  at: At; // where the piece stands
  away: At | (() => At); // where it comes from, or goes to
  calm: boolean;
  delay?: number;
}

/** cubic-bezier(.3,.7,.2,1), near enough. */
const settle = (t: number): number => 1 - Math.pow(1 - t, 3);

/** A transition of an SVG group: in from `away`, out to it. Coordinates are those of the drawing. */
export function travel(_node: Element, { at, away, calm, delay = 0 }: Way): TransitionConfig {
  if (calm) return { duration: 80, css: (t) => `opacity:${t}` };
  const [x, y] = typeof away === 'function' ? away() : away;
  const dx = x - at[0];
  const dy = y - at[1];
  const far = Math.hypot(dx, dy);
  const arc = 0.12 * far;
  return {
    delay,
    duration: Math.min(420, 280 + far / 6),
    easing: settle,
    css: (t, u) =>
      `transform:translate(${u * dx}px,${u * dy - arc * Math.sin(Math.PI * t)}px);opacity:${Math.min(1, 4 * t)}`,
  };
}

/** A tile that is turned up: through a thin edge. */
export function turnUp(_node: Element, { calm, delay = 0 }: { calm: boolean; delay?: number }): TransitionConfig {
  if (calm) return { duration: 80, css: (t) => `opacity:${t}` };
  return { delay, duration: 320, css: (t) => `transform:scaleX(${t});transform-box:fill-box;transform-origin:center` };
}

/** Ends what moves below this element: a tap or the space bar skips. */
export function skipMotion(root: Element | null | undefined): void {
  for (const animation of root?.getAnimations({ subtree: true }) ?? []) animation.finish();
}

/** Where on a drawing the home of a seat lies: its row among the players, or an edge of the drawing. */
export function homeOf(svg: SVGSVGElement | null | undefined, seat: number | null, edge: At): At {
  const row = seat === null ? null : document.querySelector(`[data-home="${seat}"]`);
  const matrix = svg?.getScreenCTM();
  if (!row || !matrix) return edge;
  const box = row.getBoundingClientRect();
  if (box.width === 0) return edge;
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix.inverse());
  return [point.x, point.y];
}

/** Points that fly from where they were made to their owner. */
export function flyOff(_node: Element, { at, away, delay = 0 }: { at: At; away: At; delay?: number }): TransitionConfig {
  const dx = away[0] - at[0];
  const dy = away[1] - at[1];
  return {
    delay,
    duration: 900,
    // They stand for a moment, so that they can be read, and go.
    css: (t) => {
      const go = Math.max(0, (t - 0.45) / 0.55) ** 2;
      return `transform:translate(${go * dx}px,${go * dy - 14 * Math.min(1, 3 * t)}px);opacity:${t < 1 ? Math.min(1, 6 * t) : 0}`;
    },
  };
}
