// Work that can wait: one piece after the other, each when the page has nothing better to do.
// SPDX-License-Identifier: MIT

type Idle = (then: () => void) => void;
const whenIdle: Idle = typeof requestIdleCallback === 'function' ? (then) => void requestIdleCallback(() => then(), { timeout: 2000 }) : (then) => void setTimeout(then, 50);

/** A queue of its own: what is asked for begins when all before it is done, or has failed. */
export function queue(idle: Idle = whenIdle): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(() => new Promise<void>((go) => idle(go))).then(work);
    last = next.catch(() => {});
    return next;
  };
}
