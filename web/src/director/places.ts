// Where on the page something is: a board names places by selectors, here they become elements and boxes.
// SPDX-License-Identifier: MIT
import type { Place } from './beats';
import type { Box } from './paths';

/** A closed tab has no size, and what a tray has scrolled away lies below other things: nothing flies there over them. */
function inSight(one: Element): boolean {
  const { width, top, bottom } = one.getBoundingClientRect();
  const frame = one.closest('.play > .tray')?.getBoundingClientRect();
  return width > 0 && (!frame || ((top + bottom) / 2 >= frame.top && (top + bottom) / 2 <= frame.bottom));
}

/** The first that can be seen. */
function seen(root: ParentNode, selector: string): Element | null {
  for (const one of root.querySelectorAll(selector)) if (inSight(one)) return one;
  return null;
}

export function findPlace(root: ParentNode, place: Place | undefined): Element | null {
  if (place === undefined) return null;
  if (typeof place === 'object' && 'drawing' in place) return seen(root, place.drawing);
  if (typeof place === 'object' && 'home' in place) return seen(root, `[data-home="${place.home}"] .disc`) ?? seen(root, `[data-home="${place.home}"]`);
  for (const selector of typeof place === 'string' ? [place] : place) {
    const found = seen(root, selector);
    if (found) return found;
  }
  return null;
}

export function boxOf(root: ParentNode, place: Place | undefined): Box | null {
  const found = findPlace(root, place);
  if (!found) return null;
  if (typeof place === 'object' && 'point' in place && found instanceof SVGGraphicsElement) {
    const { x, y } = new DOMPoint(...place.point).matrixTransform(found.getScreenCTM() ?? undefined);
    return { x, y, w: 0, h: 0 };
  }
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x, y, w: width, h: height };
}
