// Drags a drawn piece with the pointer: a copy follows it and is dropped on the control below. A press that does not
// move stays a click.
// SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';

export interface Drag {
  enabled: boolean;
  /** The name of the control it was let go over. */
  drop(name: string): void;
  /** The name of the control below it while it moves; null: none, or it was let go. */
  over?(name: string | null): void;
  /** It was lifted. */
  lift?(): void;
  /** For a piece inside a drawing: the symbol that follows the pointer, its size, the class of its owner. */
  symbol?: { id: string; size: number; owner?: string };
}

const SVG = 'http://www.w3.org/2000/svg';

/** A drawing of its own for a symbol. */
function picture({ id, owner = '' }: NonNullable<Drag['symbol']>): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${id}`);
  use.setAttribute('width', '100%');
  use.setAttribute('height', '100%');
  svg.setAttribute('class', owner);
  svg.append(use);
  return svg;
}

const SLACK = 6;

const nameAt = (event: PointerEvent): string | undefined =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-name]')?.dataset.name;

export const dragPiece: Action<Element, Drag> = (node, first) => {
  let options = first;
  let copy: HTMLElement | null = null;
  let from: [number, number] | null = null;

  const end = () => {
    if (copy) options.over?.(null);
    copy?.remove();
    copy = from = null;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', end);
  };
  function lift() {
    const { symbol } = options;
    options.lift?.();
    const box = symbol ? { width: symbol.size / 1.3, height: symbol.size / 1.3 } : node.getBoundingClientRect();
    copy = document.createElement('div');
    copy.className = 'pt-dragged';
    copy.style.cssText = `position:fixed;left:0;top:0;width:${box.width * 1.3}px;height:${box.height * 1.3}px;pointer-events:none;z-index:1000`;
    copy.append(symbol ? picture(symbol) : node.cloneNode(true));
    // By property: the page's policy allows no style attribute.
    Object.assign((copy.firstChild as HTMLElement).style, { width: '100%', height: '100%', overflow: 'visible' });
    // The copy keeps the colours of the place it comes from.
    (node.closest('.mk, .mr, .mt, .my') ?? document.body).append(copy);
  }
  function move(event: PointerEvent) {
    if (!from) return;
    if (!copy && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLACK) lift();
    if (!copy) return;
    copy.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY}px - 60%)`;
    options.over?.(nameAt(event) ?? null);
  }
  function up(event: PointerEvent) {
    const moved = copy !== null;
    end();
    if (!moved) return;
    const name = nameAt(event);
    if (name !== undefined) options.drop(name);
  }
  function down(event: Event) {
    const pointer = event as PointerEvent;
    if (!options.enabled || pointer.button !== 0) return;
    from = [pointer.clientX, pointer.clientY];
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', end);
  }
  node.addEventListener('pointerdown', down);
  return {
    update: (next) => void (options = next),
    destroy() {
      end();
      node.removeEventListener('pointerdown', down);
    },
  };
};
