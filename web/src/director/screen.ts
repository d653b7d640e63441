// Draws beats over the page: likenesses of pieces that travel from place to place, coins that flow, words that pop. Places
// are found by selectors when a beat needs them, so that a board need know nothing of this. What a beat has drawn stays
// until the position is drawn, which has it for good.
// SPDX-License-Identifier: MIT
import { flushSync, mount, unmount } from 'svelte';
import { HEAP, LENGTHS, lengthOf, type Beat, type Piece, type Place } from './beats';
import type { Screen } from './director';
import { playing } from './playing.svelte';
import { chip, coin, likeness, type Ghost } from './ghosts';
import { arcOf, hopsOf, middleOf, put, type Box } from './paths';
import { boxOf, findPlace } from './places';
import './director.css';

/** How a part of the drawing itself shows that something happens to it. */
const MARKS: Partial<Record<Beat['kind'], Keyframe[]>> = {
  turn: [{ scale: '0 1' }, { scale: '1 1' }],
  rise: [{ scale: '1 0' }, { scale: '1 1' }],
};
const FLASH: Keyframe[] = [{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }];
const FAR_PX = 900; // a way that takes the longest time

/** Svelte draws at once, where it may: inside of an effect it does so by itself, a moment later. */
function drawNow(): void {
  try {
    flushSync();
  } catch {
    return;
  }
}

export class PageScreen implements Screen {
  private layer: HTMLElement | null = null;
  private ghosts: Ghost[] = [];
  private running: Animation[] = [];
  /** Of parts of the drawing itself, not of stand-ins. */
  private marked: Animation[] = [];
  private lit: Element[] = [];
  private hidden: SVGElement[] = [];
  private turned: SVGElement[] = [];
  private taken = new Map<Beat, Ghost>();
  /** Beats that a board draws by itself. */
  private mounted: Record<string, unknown>[] = [];

  constructor(
    private readonly root: () => HTMLElement,
    private readonly sound: (kind: Beat['kind']) => void,
  ) {}

  // --- places ---

  private find(place: Place | undefined): Element | null {
    return findPlace(this.root(), place);
  }

  private boxOf(place: Place | undefined): Box | null {
    return boxOf(this.root(), place);
  }

  private get stage(): HTMLElement {
    if (!this.layer?.isConnected) {
      this.layer = document.createElement('div');
      this.layer.setAttribute('aria-hidden', 'true');
      document.body.append(this.layer);
    }
    // Colours and letters are the game's own: its class carries them.
    this.layer.className = `director ${this.root().querySelector('.board > div')?.classList[0] ?? ''}`;
    return this.layer;
  }

  // --- scenes ---

  open(beats: readonly Beat[]): void {
    for (const beat of beats) {
      const source = beat.piece || !beat.from ? null : this.find(beat.from);
      if (source) this.taken.set(beat, likeness(source));
    }
  }

  begin(beat: Beat, factor: number): number {
    playing.beat = beat; // a board may bring up the part of it where this happens
    drawNow();
    playing.factor = factor;
    const drawn = this.draw(beat, factor);
    if (drawn > 0) this.sound(beat.kind);
    return drawn;
  }

  end(): void {
    for (const animation of this.running) animation.finish();
    this.running = [];
  }

  drawn(): void {
    drawNow(); // the position must be there before its stand-ins go
    for (const element of this.hidden) element.style.visibility = '';
    for (const one of this.mounted) void unmount(one);
    for (const ghost of this.ghosts) ghost.element.remove();
    this.hidden = [];
    this.mounted = [];
    this.ghosts = [];
  }

  clear(): void {
    this.drawn();
    this.end();
    // What has ended would still hold its last frame: a card that has turned would be the measure of its own frame.
    for (const animation of this.marked) animation.cancel();
    this.marked = [];
    for (const element of this.lit) element.classList.remove('director-lit');
    for (const element of this.turned) element.style.transformBox = element.style.transformOrigin = '';
    this.lit = [];
    this.turned = [];
    this.taken.clear();
  }

  // --- beats ---

  private draw(beat: Beat, factor: number): number {
    switch (beat.kind) {
      case 'light':
        return this.light(beat, factor);
      case 'travel':
      case 'slide':
      case 'push':
        return this.travel(beat, factor);
      case 'step':
      case 'lift':
        return this.walk(beat, factor);
      case 'land':
        return this.land(beat, factor);
      case 'rise':
      case 'snap':
        return this.appear(beat, factor);
      case 'flow':
        return this.flow(beat, factor);
      case 'turn':
      case 'join':
        return this.mark(beat, factor);
      case 'pop':
      case 'verdict':
        return this.tell(beat, factor);
      default:
        return lengthOf(beat) * factor; // dice and spinners: the board turns them
    }
  }

  private light(beat: Beat, factor: number): number {
    const row = beat.actor === null ? null : this.root().querySelector(`[data-home="${beat.actor}"]`);
    for (const element of [row, this.find(beat.at)])
      if (element) {
        element.classList.add('director-lit');
        this.lit.push(element);
      }
    return row || this.lit.length ? lengthOf(beat) * factor : 0;
  }

  private run(element: Element, frames: Keyframe[], duration: number, easing: string, delay = 0): Animation {
    const animation = element.animate(frames, { duration, easing, delay, fill: 'both' });
    this.running.push(animation);
    return animation;
  }

  private add(ghost: Ghost): Ghost {
    this.stage.append(ghost.element);
    this.ghosts.push(ghost);
    return ghost;
  }

  /** The piece as it will stand: in the units of the drawing where it goes. */
  private make(piece: Piece, near: Element | null): Ghost {
    const like = this.find(piece.like) ?? near;
    const svg = like instanceof SVGElement ? (like.ownerSVGElement ?? like) : null;
    const matrix = like instanceof SVGGraphicsElement ? like.getScreenCTM() : null;
    const own = svg && matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    // Beside what it is to fit, and nothing else: a room that a phone does not show is no reason for a cube as wide as half the board.
    const beside = piece.like === undefined ? near : this.find(piece.like);
    const unit = piece.fit && beside ? (piece.fit * beside.getBoundingClientRect().width) / piece.box[2] : own;
    const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const [x, y, w, h] = piece.box;
    const [ox, oy] = piece.origin ?? [0, 0];
    element.setAttribute('viewBox', `${x} ${y} ${w} ${h}`);
    element.style.width = `${w * unit}px`;
    element.style.height = `${h * unit}px`;
    this.mounted.push(mount(piece.component, { target: element, props: piece.props }) as Record<string, unknown>);
    // Its own middle, which lies on the place, need not be the middle of its box.
    return { element, w: w * unit, h: h * unit, dx: (x + w / 2 - ox) * unit, dy: (y + h / 2 - oy) * unit };
  }

  private hide(place: Place | undefined): void {
    const element = this.find(place);
    if (!(element instanceof SVGElement || element instanceof HTMLElement)) return;
    element.style.visibility = 'hidden';
    this.hidden.push(element as SVGElement);
  }

  /** What moves in this beat, at its beginning. */
  private mover(beat: Beat, to: Place | undefined): Ghost | null {
    const taken = this.taken.get(beat);
    if (!beat.piece && !taken) return null;
    const ghost = this.add(beat.piece ? this.make(beat.piece, this.find(to)) : taken!);
    this.hide(beat.hides);
    return ghost;
  }

  private travel(beat: Beat, factor: number): number {
    const to = this.boxOf(beat.to);
    const from = beat.piece ? this.boxOf(beat.from) : (this.taken.get(beat)?.box ?? null);
    if (!to || !from) return 0;
    const ghost = this.mover(beat, beat.to);
    if (!ghost) return 0;
    const [a, b] = [middleOf(from), middleOf(to)];
    const far = Math.min(1, Math.hypot(b[0] - a[0], b[1] - a[1]) / FAR_PX);
    const ms = lengthOf(beat, far) * factor;
    this.run(ghost.element, arcOf(ghost, a, b, beat.kind === 'slide' ? 0 : 0.12), ms, LENGTHS[beat.kind].easing);
    return ms;
  }

  private walk(beat: Beat, factor: number): number {
    const boxes = (beat.path ?? []).map((place) => this.boxOf(place));
    if (boxes.length < 2 || boxes.some((box) => box === null)) return 0;
    const ghost = this.mover(beat, beat.path!.at(-1));
    if (!ghost) return 0;
    const ms = lengthOf(beat) * factor;
    this.run(ghost.element, hopsOf(ghost, boxes.map((box) => middleOf(box!))), ms, 'linear');
    return ms;
  }

  /** What came last is set down. */
  private land(beat: Beat, factor: number): number {
    const ghost = this.ghosts.at(-1);
    const ms = lengthOf(beat) * factor;
    if (!ghost) return 0;
    this.run(ghost.element, [{ scale: '1' }, { scale: '1.04 0.96' }, { scale: '1' }], ms, 'linear');
    return ms;
  }

  private appear(beat: Beat, factor: number): number {
    const at = this.boxOf(beat.at);
    const ghost = at && this.mover(beat, beat.at);
    if (!at || !ghost) return this.mark(beat, factor);
    const ms = lengthOf(beat) * factor;
    const translate = put(ghost, ...middleOf(at));
    const frames: Keyframe[] =
      beat.kind === 'rise'
        ? [{ translate, transform: `translateY(${ghost.h}px)`, clipPath: 'inset(0 0 100% 0)' }, { translate, transform: 'none', clipPath: 'inset(0 0 -20% 0)' }]
        : [{ translate, transform: 'translate(4px,-4px)' }, { translate, transform: 'none' }];
    this.run(ghost.element, frames, ms, LENGTHS[beat.kind].easing);
    return ms;
  }

  private flow(beat: Beat, factor: number): number {
    const ways = this.waysOf(beat);
    if (ways.length === 0) return 0;
    const { ms, apart = 0, easing } = LENGTHS.flow;
    const heap = ways.length > HEAP && !beat.ends;
    const drawn = heap ? ways.slice(0, 1) : ways;
    // Many at once, each to its own owner, are closer together: the beat is no longer than a heap's neighbours.
    const gap = Math.min(apart, (apart * HEAP) / drawn.length);
    drawn.forEach(([from, to], i) => {
      const ghost = this.add(beat.piece ? this.make(beat.piece, this.find(beat.to)) : heap ? chip(beat.words ?? String(ways.length), 'gold') : coin());
      this.run(ghost.element, arcOf(ghost, middleOf(from), middleOf(to), 0.12, true), ms * factor, easing, i * gap * factor);
    });
    return (ms + gap * (drawn.length - 1)) * factor;
  }

  /** From where to where each coin goes. */
  private waysOf(beat: Beat): [Box, Box][] {
    const places = beat.places ?? Array.from({ length: beat.count ?? 1 }, () => beat.from);
    return places.flatMap((place, i): [Box, Box][] => {
      const [from, to] = [this.boxOf(place), this.boxOf(beat.ends?.[i] ?? beat.to)];
      return from && to ? [[from, to]] : [];
    });
  }

  /** Something of the drawing itself turns, rises or flashes. */
  private mark(beat: Beat, factor: number): number {
    const places = beat.places ?? (beat.at ? [beat.at] : []);
    const found = places.map((place) => this.find(place)).filter((one) => one !== null);
    if (found.length === 0) return 0;
    const { ms, apart = 0, easing } = LENGTHS[beat.kind];
    found.forEach((element, i) => {
      const { style } = element as SVGElement;
      style.transformBox = 'fill-box';
      style.transformOrigin = beat.kind === 'rise' ? 'bottom' : 'center';
      this.turned.push(element as SVGElement);
      this.marked.push(this.run(element, MARKS[beat.kind] ?? FLASH, ms * factor, easing, i * apart * factor));
    });
    return lengthOf({ ...beat, places: found.map(() => '') }) * factor;
  }

  private tell(beat: Beat, factor: number): number {
    if (beat.words === undefined && !beat.told) return beat.kind === 'verdict' ? lengthOf(beat) * factor : 0; // the board tells it
    const places = beat.places ?? (beat.at ? [beat.at] : []);
    const told = places.map((place, i) => ({ box: this.boxOf(place), words: beat.told?.[i] ?? beat.words ?? '' })).filter((one) => one.box && one.words);
    if (told.length === 0) return 0;
    const { apart = 0, easing } = LENGTHS.pop;
    told.forEach(({ box, words }, i) => {
      const ghost = this.add(chip(words, beat.kind === 'verdict' ? 'ink' : words.startsWith('−') ? 'bad' : 'good'));
      const x = Math.min(innerWidth - ghost.w / 2 - 4, Math.max(ghost.w / 2 + 4, middleOf(box!)[0]));
      const translate = put(ghost, x, Math.max(ghost.h / 2 + 4, box!.y));
      this.run(ghost.element, [{ translate, scale: '.4', opacity: 0 }, { translate, scale: '1', opacity: 1 }], LENGTHS.pop.ms * factor, easing, i * apart * factor);
    });
    return lengthOf({ ...beat, places: told.map(() => '') }) * factor;
  }
}
