// A canvas of the page, or of a worker: the same to paint on. SPDX-License-Identifier: MIT

export type Canvas = HTMLCanvasElement | OffscreenCanvas;
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Can be painted on beside the page's own work. */
export const offscreen = (): boolean => typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined';

export function canvasOf(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}
export const contextOf = (canvas: Canvas): Context => canvas.getContext('2d', { willReadFrequently: true }) as Context;

/** A bitmap packed. */
export const pack = (canvas: Canvas): Promise<Blob> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
    : new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no bitmap'))), 'image/webp', 0.9));

/** The thread goes on between two pieces of work. */
export const breathe = (): Promise<void> => new Promise((go) => setTimeout(go));

/** Work in small pieces: `turn` lets others go on where a piece has taken long enough for a frame. */
export class Breath {
  private since = performance.now();
  async turn(): Promise<void> {
    if (performance.now() - this.since < 10) return;
    await breathe();
    this.since = performance.now();
  }
}
