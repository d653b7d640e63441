// The worker's way in: a scene first, then what to paint of it; each answer is a packed bitmap.
// SPDX-License-Identifier: MIT
import { Painter, type Job, type Scene } from './painter';

export type ToPainter = { scene: Scene } | { job: Job; n: number };
export type FromPainter = { n: number; bitmap: Blob };

let painter: Painter | null = null;
let before: Promise<void> = Promise.resolve(); // one picture after the other, in the order of asking
addEventListener('message', ({ data }: MessageEvent<ToPainter>) => {
  if ('scene' in data) painter = new Painter(data.scene);
  else before = before.then(async () => postMessage({ n: data.n, bitmap: await painter!.make(data.job) } satisfies FromPainter));
});
