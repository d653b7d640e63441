// What moves over the page: the likeness of something drawn, a coin, a word on a chip. SPDX-License-Identifier: MIT
import type { Box, Mover } from './paths';

export interface Ghost extends Mover {
  element: HTMLElement | SVGElement;
  box?: Box; // where the original stands
}

const SVG = 'http://www.w3.org/2000/svg';

/** What a drawing inherits from its ancestors and would lose outside them. */
function inherit(from: Element, to: HTMLElement | SVGElement): void {
  const style = getComputedStyle(from);
  to.style.color = style.color;
  to.style.font = style.font;
  for (const name of ['--p-base', '--p-lit', '--p-shade', '--p-emblem']) {
    const value = style.getPropertyValue(name);
    if (value) to.style.setProperty(name, value);
  }
}

/** A copy of an element as it stands now. */
export function likeness(source: Element): Ghost {
  const { x, y, width: w, height: h } = source.getBoundingClientRect();
  const box = { x, y, w, h };
  const copy = source.cloneNode(true) as HTMLElement | SVGElement;
  for (const one of [copy, ...copy.querySelectorAll('[data-name], [id]')]) for (const name of ['id', 'data-name', 'data-nav', 'tabindex']) one.removeAttribute(name);
  if (!(source instanceof SVGGraphicsElement) || source instanceof SVGSVGElement) {
    const holder = document.createElement('div');
    copy.style.width = `${w}px`;
    copy.style.height = `${h}px`;
    holder.append(copy);
    inherit(source, holder);
    return { element: holder, w, h, box };
  }
  // Part of a drawing: an own drawing around it, with the same unit.
  const holder = document.createElementNS(SVG, 'svg');
  const m = source.getScreenCTM()!;
  holder.style.width = `${w}px`;
  holder.style.height = `${h}px`;
  const group = document.createElementNS(SVG, 'g');
  // From its own coordinates to the screen, and from there to the corner of its box.
  group.setAttribute('transform', `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e - x} ${m.f - y})`);
  copy.removeAttribute('transform');
  (copy as SVGElement).style.transform = 'none';
  group.append(copy);
  holder.append(group);
  inherit(source, holder);
  return { element: holder, w, h, box };
}

export function coin(): Ghost {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('viewBox', '-12 -12 24 24');
  element.style.width = element.style.height = '24px';
  for (const [r, fill, stroke] of [[10.5, '#E9C15B', '#1B2433'], [6.6, 'none', '#A5760A']] as const) {
    const circle = document.createElementNS(SVG, 'circle');
    circle.setAttribute('r', String(r));
    circle.setAttribute('fill', fill);
    circle.setAttribute('stroke', stroke);
    circle.setAttribute('stroke-width', '1.8');
    element.append(circle);
  }
  return { element, w: 24, h: 24 };
}

const CHIP_H = 26;

export function chip(words: string, look: 'good' | 'bad' | 'gold' | 'ink'): Ghost {
  const element = document.createElement('div');
  element.className = `director-chip ${look}`;
  element.textContent = words;
  const w = 18 + 8.2 * words.length;
  element.style.width = `${w}px`;
  return { element, w, h: CHIP_H };
}
