// Work that can wait until something is on the screen: a page that comes bit by bit answers sooner than one that comes at once.
// SPDX-License-Identifier: MIT

/** Calls back after so many frames have been drawn; the answer takes it back. */
export function afterFrames(frames: number, then: () => void): () => void {
  let handle = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (left: number): void => {
    // A hidden page draws no frames.
    if (document.hidden) timer = setTimeout(then);
    else handle = requestAnimationFrame(() => (timer = setTimeout(() => (left > 1 ? wait(left - 1) : then()))));
  };
  wait(frames);
  return () => (cancelAnimationFrame(handle), clearTimeout(timer));
}
