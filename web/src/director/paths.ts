// The ways of things that move over the page, as keyframes. SPDX-License-Identifier: MIT
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export type Point = readonly [number, number];

/** What moves: its size, and how far its drawing lies from its own middle. */
export interface Mover {
  w: number;
  h: number;
  dx?: number;
  dy?: number;
}

export const middleOf = (box: Box): Point => [box.x + box.w / 2, box.y + box.h / 2];

/** The value of `translate` that puts it there: a scale of its own then needs no account of the place. */
export const put = (m: Mover, x: number, y: number): string => `${(x - m.w / 2 + (m.dx ?? 0)).toFixed(1)}px ${(y - m.h / 2 + (m.dy ?? 0)).toFixed(1)}px`;

const STEPS = 12; // points of an arc

/** From a to b in an arc as high as this part of the way; what `fades` is gone when it is there. */
export function arcOf(m: Mover, a: Point, b: Point, high: number, fades = false): Keyframe[] {
  const arc = high * Math.hypot(b[0] - a[0], b[1] - a[1]);
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const t = i / STEPS;
    const frame: Keyframe = { translate: put(m, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]) - arc * Math.sin(Math.PI * t)) };
    if (fades) frame.opacity = i === 0 || i === STEPS ? 0 : 1;
    return frame;
  });
}

/** From place to place in small hops. */
export function hopsOf(m: Mover, points: readonly Point[]): Keyframe[] {
  const frames: Keyframe[] = [{ translate: put(m, ...points[0]!) }];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const high = 0.2 * Math.hypot(b[0] - a[0], b[1] - a[1]);
    frames.push({ translate: put(m, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - high) }, { translate: put(m, ...b) });
  }
  return frames;
}
