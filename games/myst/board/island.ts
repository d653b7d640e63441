// The picture of the island, drawn by the page (a worker cannot read a vector), and who makes bitmaps of it: a worker where there
// is one, else the page itself. SPDX-License-Identifier: MIT
import island from './art/island.svg?raw';
import lamps from './art/lights.svg?raw';
import symbols from './art/symbols.svg?raw';
import { breathe, offscreen } from './canvas';
import { middleOf } from './geometry';
import { Painter, type Job, type Scene } from './painter';
import type { FromPainter, ToPainter } from './painter_worker';
import type { Tables } from './types';

const inside = (svg: string): string => svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
/** Trees, stones, Landmarks, the Key and the switch as groups with ids, for drawings in the page too. */
export const parts: string = inside(symbols);

/** Marker Switches and Keys stand where the tables say. */
function marks(tables: Tables): string {
  const levers = tables.switches.map(middleOf).map(([x, y]) => `<use href="#my-switch" x="${x}" y="${y + 4}"/>`);
  const keys = tables.landmarks.map((l) => `<use href="#my-key" x="${l.emblem[0]}" y="${l.emblem[1]}"/>`);
  return [...levers, ...keys].join('');
}

/** The island, and the lamps that burn on it at night. */
export const scenes = (tables: Tables): { plain: string; lights: string } => ({ plain: inside(island) + marks(tables), lights: inside(lamps) + marks(tables) });

/** A vector is read once, which takes longest, and drawn in any size. */
const read = new Map<string, Promise<HTMLImageElement>>();
function vector(scene: string): Promise<HTMLImageElement> {
  let found = read.get(scene);
  if (!found) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">${parts}${scene}</svg>`)}`;
    read.set(scene, (found = image.decode().then(() => image)));
  }
  return found;
}

const BANDS = 4;
/** Draws a scene; `width` is in pixels of the bitmap. */
async function draw(scene: string, width: number): Promise<ImageData> {
  const [w, h] = [Math.round(width), Math.round((width * 2) / 3)];
  const image = await vector(scene);
  const g = Object.assign(document.createElement('canvas'), { width: w, height: h }).getContext('2d', { willReadFrequently: true })!;
  // A band at a time: the page goes on between them.
  const band = Math.ceil(h / BANDS);
  for (let y = 0; y < h; y += band) {
    g.drawImage(image, 0, (y * 800) / h, 1200, (band * 800) / h, 0, y, w, band);
    await breathe();
  }
  return g.getImageData(0, 0, w, h);
}

/** Whoever paints the bitmaps of one fineness. `done` lets the worker go. */
export interface Easel {
  make(job: Job): Promise<Blob>;
  done(): void;
}

/** The island in this width of pixels, ready to be painted from. */
export async function easel(tables: Tables, shapes: readonly string[], width: number): Promise<Easel> {
  const { plain, lights } = scenes(tables);
  const scene: Scene = { plain: await draw(plain, width), lights: await draw(lights, width), shapes: [...shapes] };
  if (!offscreen()) {
    const painter = new Painter(scene);
    return { make: (job) => painter.make(job), done: () => {} };
  }
  const worker = new Worker(new URL('./painter_worker.ts', import.meta.url), { type: 'module', name: 'myst' });
  const tell = (message: ToPainter, give: Transferable[] = []): void => worker.postMessage(message, give);
  const waiting: ((bitmap: Blob) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<FromPainter>) => waiting[data.n]!(data.bitmap);
  tell({ scene }, [scene.plain.data.buffer, scene.lights.data.buffer]);
  return {
    make: (job) =>
      new Promise((ready) => {
        tell({ job, n: waiting.length });
        waiting.push(ready);
      }),
    done: () => worker.terminate(),
  };
}

/** Everything that the bitmaps are painted from, but the tables. */
export const art = island + lamps + symbols;
