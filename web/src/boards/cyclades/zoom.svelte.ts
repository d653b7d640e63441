// The part of the map that is seen: buttons, wheel with Ctrl, two fingers, and moving about. SPDX-License-Identifier: MIT
import type { Box } from './layout';

const MOST = 3;

export class Zoom {
  factor = $state(1);
  private cx = $state(0.5); // the middle of what is seen, in parts of the whole
  private cy = $state(0.5);
  private fingers = new Map<number, { x: number; y: number }>();
  private spread = 0;

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
}
