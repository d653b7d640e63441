// Explains a button of a tray: on hover, on focus by keyboard, on long press or a right click. Its click is its own.
// SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';
import type { Topic } from '../boards/contract';

export interface Explained {
  topic(): Topic;
  explain(topic: Topic): void;
}

const HOVER_MS = 900;

export const explained: Action<HTMLElement, Explained> = (node, first) => {
  let options = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => options.explain(options.topic());
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(tell, ms);
  };
  const forget = () => clearTimeout(timer);
  const enter = (event: PointerEvent) => void (event.pointerType === 'mouse' && later(HOVER_MS));
  const focus = () => void (node.matches(':focus-visible') && later(2 * HOVER_MS));
  // On a touch screen this is the long press.
  const menu = (event: Event) => {
    event.preventDefault();
    forget();
    tell();
  };
  const events: [string, (event: never) => void][] = [
    ['pointerenter', enter],
    ['pointerleave', forget],
    ['pointerdown', forget],
    ['keydown', forget],
    ['focus', focus],
    ['blur', forget],
    ['contextmenu', menu],
  ];
  for (const [name, handler] of events) node.addEventListener(name, handler as EventListener);
  return {
    update: (next) => void (options = next),
    destroy() {
      forget();
      for (const [name, handler] of events) node.removeEventListener(name, handler as EventListener);
    },
  };
};
