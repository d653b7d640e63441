// The looks of the island and the sheets of pieces, made of the pixels of one picture. It needs no page: a worker does it, so that
// a phone answers fingers meanwhile. SPDX-License-Identifier: MIT
import { Breath, canvasOf, contextOf, pack, type Canvas } from './canvas';
import { cut, type Ink } from './sheets';

export type Look = 'plain' | 'day' | 'night' | 'paper' | 'lamp';
export type Tinted = Exclude<Look, 'plain'>;

/** Colour matrices, of red, green and blue: three factors and what is added (1 is full); the plain picture has none. */
export const TINTS: Record<Tinted, readonly number[]> = {
  day: [0.887, 0.304, -0.2, 0.075, -0.053, 1.034, 0.004, 0.05, 0.004, -0.075, 0.935, -0.009],
  night: [0.906, -0.27, 0.251, -0.121, 0.349, 0.466, 0.17, -0.145, 0.212, 0.389, 0.451, -0.006],
  paper: [0.105, 0.165, 0.05, 0.66, 0.105, 0.165, 0.05, 0.622, 0.1, 0.155, 0.05, 0.53],
  lamp: [0.1, 0.155, 0.05, 0.13, 0.1, 0.155, 0.05, 0.14, 0.1, 0.155, 0.055, 0.155],
};

/** The island as the page has drawn it; `lights` shine through the night. */
export interface Scene {
  plain: ImageData;
  lights: ImageData;
  shapes: readonly string[]; // the outlines of the pieces
}
/** A look as it lies below the pieces, or all pieces of a team. */
export type Job = { look: 'plain' | 'paper' | 'lamp' } | { look: 'day' | 'night'; loose: boolean; ink: Ink };

/** Every pixel through a colour matrix, from one place to another. */
export function tint(data: Uint8ClampedArray, matrix: readonly number[], to: Uint8ClampedArray = data): void {
  const [a, b, c, d, e, f, g, h, i, j, k, l] = matrix as [number, number, number, number, number, number, number, number, number, number, number, number];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    to[at] = a * red + b * green + c * blue + d * 255;
    to[at + 1] = e * red + f * green + g * blue + h * 255;
    to[at + 2] = i * red + j * green + k * blue + l * 255;
    to[at + 3] = data[at + 3]!;
  }
}

/** The picture through the tint of a look. */
async function tinted({ plain, lights }: Scene, look: Look): Promise<Canvas> {
  const { width, height } = plain;
  const canvas = canvasOf(width, height);
  const g = contextOf(canvas);
  if (look === 'plain') {
    g.putImageData(plain, 0, 0);
    return canvas;
  }
  const [breath, rows] = [new Breath(), 32];
  for (let y = 0; y < height; y += rows) {
    const part = new ImageData(width, Math.min(rows, height - y));
    tint(plain.data.subarray(y * width * 4, y * width * 4 + part.data.length), TINTS[look], part.data);
    g.putImageData(part, 0, y);
    await breath.turn();
  }
  if (look !== 'night') return canvas;
  const above = canvasOf(width, height);
  contextOf(above).putImageData(lights, 0, 0);
  g.drawImage(above, 0, 0);
  return canvas;
}

/** The cuts are drawn on the map below the pieces. */
function dash(canvas: Canvas, shapes: readonly string[], stroke: string): void {
  const g = contextOf(canvas);
  g.scale(canvas.width / 1200, canvas.width / 1200);
  g.setLineDash([5, 4]);
  g.lineWidth = 1.4;
  g.strokeStyle = stroke;
  g.stroke(new Path2D(shapes.join('')));
}

/** Paints what is asked for, as a packed bitmap. The two sheets of a team are cut from one picture. */
export class Painter {
  private readonly coloured: Partial<Record<Look, Promise<Canvas>>> = {};
  constructor(private readonly scene: Scene) {}

  async make(job: Job): Promise<Blob> {
    const { shapes, plain } = this.scene;
    if ('ink' in job) return pack(await cut(await (this.coloured[job.look] ??= tinted(this.scene, job.look)), shapes, plain.width / 1200, job.loose, job.ink));
    const canvas = await tinted(this.scene, job.look);
    if (job.look !== 'plain') dash(canvas, shapes, job.look === 'paper' ? '#6e5c3880' : '#8d97a680');
    return pack(canvas);
  }
}
