// The picture of the island in its looks: as it is, tinted by day for Yellow and by night for Blue, as paper below the
// pieces. Each is painted once into a bitmap, so that a board of ninety-six clipped pieces stays quick.
// SPDX-License-Identifier: MIT
import island from './art/island.svg?raw';
import lights from './art/lights.svg?raw';
import symbols from './art/symbols.svg?raw';
import { middleOf } from './geometry';
import type { Tables } from './types';

export type Look = 'plain' | 'day' | 'night' | 'paper' | 'lamp';

/** Colour matrices, of red, green and blue: three factors and what is added (1 is full); the plain picture has none. */
const TINTS: Record<Exclude<Look, 'plain'>, readonly number[]> = {
  day: [0.887, 0.304, -0.2, 0.075, -0.053, 1.034, 0.004, 0.05, 0.004, -0.075, 0.935, -0.009],
  night: [0.906, -0.27, 0.251, -0.121, 0.349, 0.466, 0.17, -0.145, 0.212, 0.389, 0.451, -0.006],
  paper: [0.105, 0.165, 0.05, 0.66, 0.105, 0.165, 0.05, 0.622, 0.1, 0.155, 0.05, 0.53],
  lamp: [0.1, 0.155, 0.05, 0.13, 0.1, 0.155, 0.05, 0.14, 0.1, 0.155, 0.055, 0.155],
};

const inside = (svg: string): string => svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
/** Trees, stones, Landmarks, the Key and the switch as groups with ids, for drawings in the page too. */
export const parts: string = inside(symbols);

/** Marker Switches and Keys stand where the tables say. */
function marks(tables: Tables): string {
  const levers = tables.switches.map(middleOf).map(([x, y]) => `<use href="#my-switch" x="${x}" y="${y + 4}"/>`);
  const keys = tables.landmarks.map((l) => `<use href="#my-key" x="${l.emblem[0]}" y="${l.emblem[1]}"/>`);
  return [...levers, ...keys].join('');
}

const drawing = (scene: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">${parts}${scene}</svg>`;
const asUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The page goes on between two pieces of work. */
export const breathe = (): Promise<void> => new Promise((go) => setTimeout(go));

/** Work in small pieces: `turn` lets the page go on where a piece has taken long enough for a frame. */
export class Breath {
  private since = performance.now();
  async turn(): Promise<void> {
    if (performance.now() - this.since < 10) return;
    await breathe();
    this.since = performance.now();
  }
}

const context = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => canvas.getContext('2d', { willReadFrequently: true })!;
function canvasOf(width: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round((width * 2) / 3);
  return canvas;
}

async function draw(svg: string, canvas: HTMLCanvasElement): Promise<void> {
  const image = new Image();
  image.src = asUrl(svg);
  await image.decode();
  context(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  await breathe();
}

/** Every pixel of `from` through a colour matrix. */
export function tint(data: Uint8ClampedArray, matrix: readonly number[]): void {
  const [a, b, c, d, e, f, g, h, i, j, k, l] = matrix as [number, number, number, number, number, number, number, number, number, number, number, number];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    data[at] = a * red + b * green + c * blue + d * 255;
    data[at + 1] = e * red + f * green + g * blue + h * 255;
    data[at + 2] = i * red + j * green + k * blue + l * 255;
  }
}

/** The vector picture is drawn once; its looks are made of its pixels. */
const plains = new Map<number, Promise<HTMLCanvasElement>>();
function plain(tables: Tables, width: number): Promise<HTMLCanvasElement> {
  let found = plains.get(width);
  if (!found) {
    const canvas = canvasOf(width);
    plains.set(width, (found = draw(drawing(inside(island) + marks(tables)), canvas).then(() => canvas)));
  }
  return found;
}

/** Paints a look into a bitmap of this width. */
export async function paint(tables: Tables, look: Look, width: number): Promise<HTMLCanvasElement> {
  const from = await plain(tables, width);
  if (look === 'plain') return from;
  const canvas = canvasOf(width);
  const [g, source, breath, rows] = [context(canvas), context(from), new Breath(), 32];
  for (let y = 0; y < canvas.height; y += rows) {
    const part = source.getImageData(0, y, canvas.width, Math.min(rows, canvas.height - y));
    tint(part.data, TINTS[look]);
    g.putImageData(part, 0, y);
    await breath.turn();
  }
  // By night lamps, Keys and switches keep their own colours.
  if (look === 'night') await draw(drawing(inside(lights) + marks(tables)), canvas);
  return canvas;
}

/** A bitmap packed, beside the page's own work. */
export const pack = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no bitmap'))), 'image/webp', 0.9));

/** Everything that the bitmaps are painted from, but the tables. */
export const art = island + lights + symbols;
