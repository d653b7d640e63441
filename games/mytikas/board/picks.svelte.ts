// What is in hand while a move is being put together: a cube, a building, a card with a power. One for each builder, so
// that board and tray share it. It holds only while the builder says that something is picked, so Esc lets it go.
// SPDX-License-Identifier: MIT
import type { Builder } from '$page/boards/contract';
import { perBuilder } from '$page/boards/per_builder.svelte';
import type { Options } from './options';
import type { Res } from './types';

export interface Cube {
  res: Res;
  level: number;
}

interface Held {
  cube: Cube | null;
  space: string | null;
  level: number | null; // of Olympus
  power: string | null;
}
const NOTHING: Held = { cube: null, space: null, level: null, power: null };

export class Picks {
  private held: Held = $state.raw(NOTHING);
  /** Whose board the tray shows; null: one's own. */
  seat: number | null = $state(null);
  /** What a narrow screen was told to show, until something else is asked. */
  tab: 'gods' | 'olympus' | 'yours' | null = $state(null);

  constructor(private build: Builder) {}

  private get now(): Held {
    return this.build.only === null ? NOTHING : this.held;
  }
  get cube(): Cube | null {
    return this.now.cube;
  }
  get space(): string | null {
    return this.now.space;
  }
  get level(): number | null {
    return this.now.level;
  }
  get power(): string | null {
    return this.now.power;
  }
  holds(res: Res, level: number): boolean {
    return this.cube?.res === res && this.cube.level === level;
  }

  /** Something is in hand, nothing is decided: only "done" and its like wait until it is put down. */
  private hold(what: Partial<Held> | null): void {
    const forms = this.build.forms.filter((form) => form.includes('%'));
    this.build.narrow(what === null ? null : forms);
    this.held = what === null ? NOTHING : { ...NOTHING, ...what };
  }

  /** A click on a cube: made at once where it can mean one thing only, else the cube is in hand. */
  takeCube(o: Options, res: Res, level: number): void {
    const paid = o.give.get(`${res}${level}`) ?? (res === 'M' ? o.heph.get(level) : undefined);
    if (paid !== undefined) return this.build.choose(paid);
    const ways = o.cubes.filter((m) => m.res === res && m.from === level);
    if (ways.length === 1 && ways[0]!.verb === 'up') return this.build.choose(ways[0]!.move);
    if (ways.length > 0) this.hold(this.holds(res, level) ? null : { cube: { res, level } });
  }

  /** A click on a level of the own board with a cube in hand, or a cube dropped there. */
  putCube(o: Options, cube: Cube | null, to: number): void {
    const way = cube && o.cubes.find((m) => m.res === cube.res && m.from === cube.level && m.to === to);
    if (way) this.build.choose(way.move);
  }

  takeSpace(o: Options, space: string): void {
    const level = this.level;
    const done = o.builds.find((b) => b.space === space && b.level === level);
    if (done) this.build.choose(done.move);
    else if (o.builds.some((b) => b.space === space)) this.hold(this.space === space ? null : { space });
  }

  takeLevel(o: Options, level: number, space = this.space): void {
    const done = o.builds.find((b) => b.space === space && b.level === level);
    if (done) this.build.choose(done.move);
    else if (o.builds.some((b) => b.level === level)) this.hold(this.level === level ? null : { level });
  }

  /** Why something that is not lit cannot be clicked: asks for the move that it would have been. */
  why(kind: 'area' | 'pile' | 'card' | 'level' | 'space' | 'cube' | 'step', word: string): boolean {
    const verb = (...verbs: string[]): string | undefined => verbs.find((v) => this.build.forms.some((form) => form.split(' ')[0] === v));
    const building = verb('build') && this.build.moves().find((move) => move.startsWith('build '));
    const one = { area: verb('go'), pile: verb('fav', 'favor'), card: verb('on', 'lock', 'keep') };
    let move: string | undefined;
    if (kind === 'area' || kind === 'pile' || kind === 'card') move = one[kind] && `${one[kind]} ${word}`;
    else if (kind === 'level') move = building && `build ${this.space ?? building.split(' ').slice(1, 3).join(' ')} ${word}`;
    else if (kind === 'space') move = building && `build ${word} ${this.level ?? building.split(' ')[3]}`;
    else if (kind === 'cube') move = verb('give') ? `give ${word}` : verb('up') && `up ${word[0]} ${word[1]}`;
    else if (this.cube) move = verb('move', 'down', 'up') && `${verb('move', 'down', 'up')} ${this.cube.res} ${this.cube.level}${verb('move', 'down') ? ` ${word}` : ''}`;
    return move !== undefined && move !== '' && (this.build.why?.(move) ?? false);
  }

  takePower(card: string): void {
    this.hold(this.power === card ? null : { power: card });
  }
}

export const picksOf = perBuilder((build) => new Picks(build));
