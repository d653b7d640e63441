// Drags a drawn piece with the pointer: a copy follows it, lifted a little, and is dropped on the control below. Let go elsewhere it
// glides back. A press that does not move stays a click, and a quick swipe along its list still scrolls: a finger that rests takes the piece.
// SPDX-License-Identifier: MIT
import type { Action } from 'svelte/action';

export interface Drag {
  enabled: boolean;
  /** The name of the control it was let go over. Answers false where it cannot stay: then it glides back. */
  drop(name: string): boolean | void;
  /** The name of the control below it while it moves; null: none, or it was let go. */
  over?(name: string | null): void;
  /** It was lifted; and it lies again, somewhere. */
  lift?(): void;
  lies?(): void;
  /** Which control is meant by a piece whose middle is there, where that is not simply the one below. */
  near?(x: number, y: number): string | null;
  /** The list it lies in scrolls sideways, so a finger that moves up takes it at once. */
  sideways?(): boolean;
  /** How large it is in the hand, if not as large as it lies. */
  size?(): number;
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

/** A copy that nobody can find or reach: it is only looked at. */
function likeness(node: Element): HTMLElement {
  const copy = node.cloneNode(true) as HTMLElement;
  for (const name of copy.getAttributeNames()) if (/^(data-|aria-|tabindex|role|id$)/.test(name)) copy.removeAttribute(name);
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  return copy;
}

const SLACK = 6;
const REST_MS = 120; // a finger that stays so long takes the piece
const LIFT = { mouse: 4, touch: 34 }; // above a finger, which hides what lies below it
const BACK_MS = 200;
const EASE = 'cubic-bezier(.3,.7,.2,1)';

const nameAt = (x: number, y: number): string | null => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-name]')?.dataset.name ?? null;

/** A finger that moves so before it has rested wants the piece, not the list it lies in: that scrolls up and down, or sideways. */
export const takes = (dx: number, dy: number, rested: boolean, sideways = false): boolean =>
  rested || (sideways ? Math.abs(dy) > 0.8 * Math.abs(dx) : Math.abs(dx) > 1.2 * Math.abs(dy));

/** A piece in the hand: the copy, and where in it the pointer holds it. */
class Held {
  readonly copy = document.createElement('div');
  private readonly size: [number, number];
  private readonly hold: [number, number];
  at: [number, number] = [0, 0]; // its upper left corner

  constructor(
    private readonly node: Element,
    { symbol, size }: Drag,
    from: PointerEvent,
    private readonly lift: number,
  ) {
    const box = node.getBoundingClientRect();
    const larger = symbol ? symbol.size / box.width : size ? size() / box.width : 1.3;
    this.size = symbol ? [symbol.size, symbol.size] : [box.width * larger, box.height * larger];
    this.hold = symbol ? [0.5, 0.6] : [(from.clientX - box.left) / box.width, (from.clientY - box.top) / box.height];
    const { style } = this.copy;
    this.copy.className = 'pt-dragged';
    // By property: the page's policy allows no style attribute.
    Object.assign(style, { position: 'fixed', left: '0', top: '0', width: `${this.size[0]}px`, height: `${this.size[1]}px`, pointerEvents: 'none', zIndex: '1000' });
    const inside = symbol ? picture(symbol) : likeness(node);
    Object.assign(inside.style, { width: '100%', height: '100%', overflow: 'visible' });
    this.copy.append(inside);
    // The copy keeps the colours of the place it comes from.
    (node.closest('.my-pieces, .mk, .mr, .mt, .my') ?? document.body).append(this.copy);
    this.move(from);
    if (!symbol && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.copy.animate([{ scale: 1 / larger }, { scale: 1 }], { duration: 120, easing: EASE });
  }

  move({ clientX, clientY }: PointerEvent): void {
    this.at = [clientX - this.hold[0] * this.size[0], clientY - this.hold[1] * this.size[1] - this.lift];
    this.copy.style.translate = `${this.at[0]}px ${this.at[1]}px`;
  }

  get middle(): [number, number] {
    return [this.at[0] + this.size[0] / 2, this.at[1] + this.size[1] / 2];
  }

  /** To where it came from. */
  async back(): Promise<void> {
    const box = this.node.getBoundingClientRect();
    const to = [box.left + (box.width - this.size[0]) / 2, box.top + (box.height - this.size[1]) / 2];
    const scale = box.width / this.size[0];
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const glide = this.copy.animate([{ translate: this.copy.style.translate, scale: 1 }, { translate: `${to[0]}px ${to[1]}px`, scale }], { duration: calm ? 0 : BACK_MS, easing: EASE, fill: 'forwards' });
    await glide.finished.catch(() => {});
  }
}

export const dragPiece: Action<Element, Drag> = (node, first) => {
  let options = first;
  let held: Held | null = null;
  let from: PointerEvent | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let taken = false; // it does not scroll any more

  const meant = (event: PointerEvent): string | null => {
    if (options.near) return options.near(...held!.middle);
    return nameAt(event.clientX, event.clientY);
  };
  function forget(): void {
    clearTimeout(rest);
    from = null;
    taken = false;
    for (const [name, handler] of following) removeEventListener(name, handler as EventListener);
  }
  /** A mouse that lets go where it began has dragged, and does not click. */
  const swallow = (event: Event): void => event.stopPropagation();
  function put(name: string | null): void {
    const piece = held!;
    held = null;
    forget();
    addEventListener('click', swallow, { capture: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    options.over?.(null);
    const stays = name !== null && options.drop(name) !== false;
    const done = (): void => (piece.copy.remove(), options.lies?.());
    if (stays) done();
    else void piece.back().then(done);
  }
  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointerId) return;
    const [dx, dy] = [event.clientX - from.clientX, event.clientY - from.clientY];
    if (!held && Math.hypot(dx, dy) > SLACK && (from.pointerType !== 'touch' || taken)) {
      options.lift?.();
      held = new Held(node, options, from, from.pointerType === 'touch' ? LIFT.touch : LIFT.mouse);
    }
    held?.move(event);
    if (held) options.over?.(meant(event));
  }
  function up(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointerId) return;
    if (held) put(meant(event));
    else forget();
  }
  function cancel(): void {
    if (held) put(null);
    else forget();
  }
  /** What a finger does is decided with its first step: later the browser scrolls already. */
  function touch(event: Event): void {
    const finger = (event as TouchEvent).touches[0];
    if (!from || !finger) return;
    taken ||= takes(finger.clientX - from.clientX, finger.clientY - from.clientY, false, options.sideways?.());
    if (taken && event.cancelable) event.preventDefault();
  }
  function menu(event: Event): void {
    if (!held) return forget();
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function down(event: Event): void {
    const pointer = event as PointerEvent;
    if (!options.enabled || pointer.button !== 0 || from) return;
    from = pointer;
    taken = pointer.pointerType !== 'touch';
    if (!taken) rest = setTimeout(() => (taken = true), REST_MS);
    for (const [name, handler] of following) addEventListener(name, handler as EventListener);
  }
  const following: [string, (event: never) => void][] = [
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', cancel],
  ];
  node.addEventListener('pointerdown', down);
  node.addEventListener('touchmove', touch, { passive: false });
  node.addEventListener('contextmenu', menu, true);
  return {
    update: (next) => void (options = next),
    destroy() {
      held?.copy.remove();
      held = null;
      forget();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('touchmove', touch);
      node.removeEventListener('contextmenu', menu, true);
    },
  };
};
