// Coasts: the outline of an isle's cells, smoothed and a little uneven, as if cut by hand. Pure geometry; the same isle
// always gets the same coast.
// SPDX-License-Identifier: MIT

export type Point = readonly [number, number];

const round = (v: number): number => Math.round(v * 10) / 10;

/** Corners of a pointed hexagon. */
export function hexagon(cx: number, cy: number, r: number): Point[] {
  return Array.from({ length: 6 }, (_, k) => [
    cx + r * Math.sin((Math.PI / 3) * k),
    cy - r * Math.cos((Math.PI / 3) * k),
  ] as const);
}

/** The same with rounded corners, as a path. */
export function roundHexagon(cx: number, cy: number, r: number, corner: number): string {
  const p = hexagon(cx, cy, r);
  const toward = (a: Point, b: Point): Point => {
    const l = Math.hypot(b[0] - a[0], b[1] - a[1]);
    return [a[0] + ((b[0] - a[0]) * corner) / l, a[1] + ((b[1] - a[1]) * corner) / l];
  };
  const parts = p.map((b, i) => {
    const e = toward(b, p[(i + 5) % 6]!);
    const f = toward(b, p[(i + 1) % 6]!);
    return `${i ? 'L' : 'M'}${round(e[0])} ${round(e[1])}Q${round(b[0])} ${round(b[1])} ${round(f[0])} ${round(f[1])}`;
  });
  return `${parts.join('')}Z`;
}

/** The edge around some cells: edges that two of them share fall away. */
function outline(cells: readonly Point[], r: number): Point[] {
  const edges = new Map<string, { to: string; from: Point }>();
  const name = (p: Point) => `${Math.round(p[0])},${Math.round(p[1])}`;
  const seen = new Map<string, string>();
  for (const [cx, cy] of cells) {
    const p = hexagon(cx, cy, r);
    p.forEach((a, i) => {
      const b = p[(i + 1) % 6]!;
      const back = `${name(b)}>${name(a)}`;
      if (seen.has(back)) {
        edges.delete(seen.get(back)!);
        seen.delete(back);
      } else {
        edges.set(`${name(a)}>${name(b)}`, { to: name(b), from: a });
        seen.set(`${name(a)}>${name(b)}`, `${name(a)}>${name(b)}`);
      }
    });
  }
  const next = new Map<string, { to: string; from: Point }>();
  for (const [key, edge] of edges) next.set(key.split('>')[0]!, edge);
  const first = next.keys().next().value!;
  const points: Point[] = [];
  let at = first;
  do {
    const edge = next.get(at)!;
    points.push(edge.from);
    at = edge.to;
  } while (at !== first);
  return points;
}

function densify(p: readonly Point[], step: number): Point[] {
  return p.flatMap((a, i) => {
    const b = p[(i + 1) % p.length]!;
    const n = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
    return Array.from({ length: n }, (_, t) => [a[0] + ((b[0] - a[0]) * t) / n, a[1] + ((b[1] - a[1]) * t) / n] as const);
  });
}

function soften(p: readonly Point[], sigma: number): Point[] {
  const reach = Math.trunc(sigma * 3);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => Math.exp(-((k - reach) ** 2) / 2 / sigma / sigma));
  const sum = weights.reduce((a, b) => a + b, 0);
  const m = p.length;
  return p.map((_, i) => {
    let x = 0;
    let y = 0;
    weights.forEach((w, k) => {
      const q = p[(i + k - reach + 2 * m) % m]!;
      x += q[0] * w;
      y += q[1] * w;
    });
    return [x / sum, y / sum] as const;
  });
}

/** Moves each point outward by an amount of its own. */
function shift(p: readonly Point[], by: (i: number) => number): Point[] {
  const m = p.length;
  return p.map(([x, y], i) => {
    const a = p[(i + m - 1) % m]!;
    const b = p[(i + 1) % m]!;
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const l = Math.hypot(dx, dy) || 1;
    const t = by(i);
    return [x + (dy / l) * t, y - (dx / l) * t] as const;
  });
}

function uneven(p: readonly Point[], seed: number, size: number): Point[] {
  let state = (seed * 2654435761) >>> 0;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const waves = [3, 5, 7, 9, 11, 14].map((k) => ({ k, phase: random() * 6.28, a: 0.4 + 0.6 * random() }));
  return shift(p, (i) => (size * waves.reduce((s, w) => s + w.a * Math.sin(((2 * Math.PI * i) / p.length) * w.k + w.phase), 0)) / 2.4);
}

/** A smooth closed path through every `skip`th point. */
function path(points: readonly Point[], skip: number): string {
  const p = points.filter((_, i) => i % skip === 0);
  const m = p.length;
  let d = `M${round(p[0]![0])} ${round(p[0]![1])}`;
  for (let i = 0; i < m; i++) {
    const [p0, p1, p2, p3] = [p[(i + m - 1) % m]!, p[i]!, p[(i + 1) % m]!, p[(i + 2) % m]!];
    const c1 = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6];
    const c2 = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    d += `C${round(c1[0]!)} ${round(c1[1]!)} ${round(c2[0]!)} ${round(c2[1]!)} ${round(p2[0])} ${round(p2[1])}`;
  }
  return `${d}Z`;
}

export interface Coast {
  edge: string; // the coast itself
  band: string; // the inner edge of the owner's band
  meadow: string;
  hills: string; // '' on the smallest isles
}

/** The coast of an isle that covers these cells of radius r; `seed` makes each isle its own. */
export function coastOf(cells: readonly Point[], r: number, seed: number): Coast {
  const edge = uneven(shift(soften(densify(outline(cells, r), 5), 3.4), () => 2.2), seed * 7 + 3, 2);
  const inner = uneven(soften(shift(edge, () => -13), 2.5), seed * 3 + 1, 3);
  const heart = uneven(soften(shift(edge, () => -22), 4), seed * 5 + 2, 3);
  return {
    edge: path(edge, 4),
    band: path(shift(edge, () => -6.5), 4),
    meadow: path(inner, 5),
    hills: cells.length > 1 ? path(heart, 6) : '',
  };
}
