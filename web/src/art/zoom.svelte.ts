// The part of a board that is seen: buttons, wheel with Ctrl, two fingers, a double tap, and moving about.
// SPDX-License-Identifier: MIT

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const MOST = 3;
/** A press that has moved this far, in pixels, is no click any more. */
const FAR = 7;
const DOUBLE_TAP_MS = 400;

export class Zoom {
  factor = $state(1);
  private cx = $state(0.5); // the middle of what is seen, in parts of the whole
  private cy = $state(0.5);
  private fingers = new Map<number, { x: number; y: number }>();
  private spread = 0;

  viewBox(whole: Box): string {
    const { x, y, w, h } = this.box(whole);
    return `${x} ${y} ${w} ${h}`;
  }

  box(whole: Box): Box {
    const w = whole.w / this.factor;
    const h = whole.h / this.factor;
    return { x: whole.x + this.cx * whole.w - w / 2, y: whole.y + this.cy * whole.h - h / 2, w, h };
  }

  step(way: 'in' | 'out' | 'fit'): void {
    this.set(way === 'fit' ? 1 : this.factor * (way === 'in' ? 1.5 : 1 / 1.5));
  }

  private set(factor: number): void {
    this.factor = Math.min(MOST, Math.max(1, factor));
    const edge = 0.5 / this.factor;
    this.cx = Math.min(1 - edge, Math.max(edge, this.cx));
    this.cy = Math.min(1 - edge, Math.max(edge, this.cy));
  }

  private shift(dx: number, dy: number, svg: SVGSVGElement): void {
    this.cx -= dx / svg.clientWidth / this.factor;
    this.cy -= dy / svg.clientHeight / this.factor;
    this.set(this.factor);
  }

  wheel(event: WheelEvent, svg: SVGSVGElement | undefined): void {
    if (!svg || (!event.ctrlKey && this.factor === 1)) return;
    event.preventDefault();
    if (event.ctrlKey) this.set(this.factor * Math.exp(-event.deltaY / 300));
    else this.shift(-event.deltaX, -event.deltaY, svg);
  }

  down(event: PointerEvent): void {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.spread = 0;
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.spread = 0;
  }

  /** Two fingers zoom; true while they do. */
  pinch(event: PointerEvent, svg: SVGSVGElement | undefined): boolean {
    if (this.fingers.size !== 2 || !svg || !this.fingers.has(event.pointerId)) return false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [a, b] = [...this.fingers.values()];
    const spread = Math.hypot(a!.x - b!.x, a!.y - b!.y);
    if (this.spread > 0) this.set((this.factor * spread) / this.spread);
    this.spread = spread;
    return true;
  }

  /** One finger, or the mouse, moves a map that is zoomed in. */
  pan(event: PointerEvent, svg: SVGSVGElement | undefined): void {
    const from = this.fingers.get(event.pointerId);
    if (!from || !svg || this.factor === 1) return;
    this.shift(event.clientX - from.x, event.clientY - from.y, svg);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** Nearer around this point of the screen, or back to the whole. */
  private toggle(event: PointerEvent, svg: SVGSVGElement): void {
    const box = svg.getBoundingClientRect();
    const near = this.factor === 1;
    this.cx = (event.clientX - box.left) / box.width;
    this.cy = (event.clientY - box.top) / box.height;
    this.set(near ? 2 : 1);
  }

  /** All of it on one drawing. `free` says whether a press there may move the drawing: not where it begins a move. */
  gestures = (svg: SVGSVGElement, free: (target: Element) => boolean): { update(now: (target: Element) => boolean): void; destroy(): void } => {
    let may = free;
    let from: { x: number; y: number } | null = null;
    let moved = false;
    let tapped = 0;
    const down = (e: PointerEvent) => {
      this.down(e);
      moved = false;
      from = may(e.target as Element) ? { x: e.clientX, y: e.clientY } : null;
    };
    const move = (e: PointerEvent) => {
      if (this.pinch(e, svg)) moved = true;
      else if (from && e.buttons !== 0 && (moved || Math.hypot(e.clientX - from.x, e.clientY - from.y) > FAR)) {
        moved ||= this.factor > 1;
        this.pan(e, svg);
      }
    };
    const up = (e: PointerEvent) => {
      this.up(e);
      if (e.pointerType !== 'touch' || moved || !from) return;
      if (e.timeStamp - tapped < DOUBLE_TAP_MS) this.toggle(e, svg);
      tapped = e.timeStamp;
    };
    const wheel = (e: WheelEvent) => this.wheel(e, svg);
    const click = (e: MouseEvent) => moved && e.stopPropagation(); // what was moved was not clicked
    svg.addEventListener('pointerdown', down);
    svg.addEventListener('pointermove', move);
    svg.addEventListener('pointerup', up);
    svg.addEventListener('pointercancel', up);
    svg.addEventListener('click', click, true);
    svg.addEventListener('wheel', wheel, { passive: false });
    return {
      update: (now) => (may = now),
      destroy: () => {
        svg.removeEventListener('pointerdown', down);
        svg.removeEventListener('pointermove', move);
        svg.removeEventListener('pointerup', up);
        svg.removeEventListener('pointercancel', up);
        svg.removeEventListener('click', click, true);
        svg.removeEventListener('wheel', wheel);
      },
    };
  };
}
