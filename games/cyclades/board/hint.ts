// Explains a thing of the tray on hover, on keyboard focus, or on a long press; a press that explained is not a click.
// SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';
import type { Topic } from '$page/boards/contract';

const HOVER_MS = 600;
const PRESS_MS = 500;

export interface Hint {
  topic(): Topic;
  explain(topic: Topic): void;
  /** A click on what cannot be picked: says why. False: it is explained instead. */
  why?(): boolean;
}

export const hint: Action<HTMLElement, Hint> = (node, first) => {
  let options = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const later = (ms: number, press = false) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      held = press;
      options.explain(options.topic());
    }, ms);
  };
  const stop = () => clearTimeout(timer);
  const enter = (event: PointerEvent) => event.pointerType === 'mouse' && later(HOVER_MS);
  const down = (event: PointerEvent) => {
    stop();
    held = false;
    if (event.pointerType !== 'mouse') later(PRESS_MS, true);
  };
  const click = (event: MouseEvent) => {
    stop();
    const off = node.getAttribute('aria-disabled') === 'true';
    if (held || off) {
      event.stopImmediatePropagation();
      event.preventDefault();
      if (off && !held && !options.why?.()) options.explain(options.topic());
    }
    held = false;
  };
  const focus = () => node.matches(':focus-visible') && later(2 * HOVER_MS);
  const key = (event: KeyboardEvent) => (event.key === '?' || event.key === 'i') && options.explain(options.topic());
  node.addEventListener('pointerenter', enter);
  node.addEventListener('pointerleave', stop);
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointerup', stop);
  node.addEventListener('click', click, { capture: true });
  node.addEventListener('focus', focus);
  node.addEventListener('blur', stop);
  node.addEventListener('keydown', key);
  return {
    update: (next) => void (options = next),
    destroy: stop,
  };
};
