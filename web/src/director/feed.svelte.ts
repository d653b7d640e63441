// From what a table says to what is shown of it: each update is a scene, played when its time has come. Who was away is
// told so, and can see it afterwards.
// SPDX-License-Identifier: MIT
import type { BoardModule, Move } from '../boards/contract';
import { asMove, type Eye, type Frame, type News, type Table } from '../lib/table.svelte';
import type { Score, Update } from '../lib/protocol';
import { beatSound } from '../lib/sound';
import { t } from '../lib/words';
import { lengthOf, type Beat } from './beats';
import type { Scene } from './director';
import { Stage } from './stage.svelte';

const RACE_MS = 1000; // no piece of a race is shown later than this
const MANY = 3; // moves at once that nobody saw: they are told, not played
const AGAIN_MS = 20_000;

/** Somebody has only loaded the page again, and looks on. */
const loadedAgain = (): boolean => performance.now() < AGAIN_MS && (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload';

/** What came while nobody looked. */
export interface Missed {
  n: number; // the position after it
  moves: Move[];
  at: number;
  before?: unknown; // the view they were made in, where it is known
}

/** What luck decides is not given away: the position is drawn afterwards. */
export const suspense = (beats: readonly Beat[]): boolean => beats.some((b) => b.kind === 'dice' || b.kind === 'spin');
/** Where a piece lies that one has put there oneself it need not be carried to. */
const CARRIED: readonly Beat['kind'][] = ['light', 'travel', 'slide', 'land', 'snap', 'lift'];

/** The beats of an own move, which is drawn first. */
export const afterwards = (beats: readonly Beat[], actor: number | null): Beat[] => beats.filter((b) => b.actor !== actor || !CARRIED.includes(b.kind));

export interface Around {
  table: Table;
  board(): BoardModule | null;
  tables(): unknown;
  /** Another position is looked at: nothing is played. */
  elsewhere(): boolean;
  /** The points of a position, when it is shown. */
  scored(score: Promise<Score>): void;
}

export class Feed {
  readonly stage = new Stage();
  missed: Missed[] = $state.raw([]);
  /** The missed moves are being shown. */
  showing = $state(false);
  private wasHidden = document.hidden;

  constructor(private readonly around: Around) {
    around.table.onHear = (news, take) => this.hear(news, take);
  }

  private get me(): number | null {
    return this.around.table.me;
  }

  /** The page is hidden, or to be seen again. */
  visible(hidden: boolean): void {
    if (hidden) this.stage.flush();
    this.wasHidden = hidden;
  }

  beatsOf(before: unknown, after: unknown, moves: Move[]): Beat[] {
    const actor = moves.find((m) => m.seat !== null)?.seat ?? null;
    const board = this.around.board();
    if (!board || before === null) return [];
    const told = board.beats?.({ before, after, moves, me: this.me, tables: this.around.tables(), t }) ?? [];
    return actor === null || actor === this.me || told[0]?.kind === 'light' ? told : [{ kind: 'light', actor }, ...told];
  }

  private hear({ eye, message, fresh, before, after }: News, take: () => void): void {
    const { table } = this.around;
    const moves = fresh.flatMap(asMove);
    const others = moves.filter((m) => m.seat !== null && !table.mine.includes(m.seat));
    const watched = eye === table.eye && eye.ready && !this.around.elsewhere();
    if (fresh.some((e) => e.e === 'undo')) this.stage.flush();
    if (!eye.ready && message.t === 'table') {
      take();
      this.reloaded(eye, message);
    } else if (!watched || moves.length === 0 || message.t === 'table') {
      this.inOrder(take);
    } else if (this.wasHidden || others.length >= MANY) {
      this.stage.flush();
      take();
      if (others.length) this.missed = [...this.missed, { n: message.n, moves, at: Date.now(), before }];
    } else {
      const race = eye.turn.length > 1 && (message.turn?.length ?? 0) > 1;
      // Asked for now, while it is the score of this position; a race has no time for it.
      const score = race ? null : table.score();
      score?.catch(() => {});
      const scene = this.scene(moves, this.beatsOf(before, after, moves), take, race);
      // Points tick when they arrive: after the beats of an own move, which is drawn before them.
      const told = () => score && this.around.scored(score);
      this.stage.push(scene.first ? { ...scene, done: told } : { ...scene, show: () => (take(), told()) });
    }
  }

  /** Somebody came back to the table: what others did meanwhile is told, and cannot be shown. */
  private reloaded(eye: Eye, { n, events }: Update): void {
    if (eye !== this.around.table.eye || eye.seenBefore === 0 || (eye.turn.length ?? 0) > 1 || loadedAgain()) return;
    const moves = events.filter((_, i) => n - events.length + 1 + i > eye.seenBefore).flatMap(asMove);
    if (moves.some((m) => m.seat !== null && !this.around.table.mine.includes(m.seat))) this.missed = [{ n, moves, at: Date.now() }];
  }

  /** There are positions to show what was missed from. */
  get showable(): boolean {
    return (this.around.table.eye?.frames ?? []).findIndex((f) => f.n >= (this.missed[0]?.n ?? Infinity)) > 0;
  }

  /** Nothing to play: at once, or after what waits. */
  private inOrder(take: () => void): void {
    if (this.stage.busy) this.stage.push({ actor: null, bot: false, beats: [], show: take });
    else take();
  }

  private scene(moves: Move[], beats: Beat[], show: () => void, race: boolean): Scene {
    const { table } = this.around;
    const move = moves.find((m) => m.seat !== null);
    const actor = move?.seat ?? null;
    const seat = table.seats.find((s) => s.seat === actor);
    const own = actor !== null && table.mine.includes(actor);
    const first = own && !suspense(beats);
    if (first) beatSound('land');
    return {
      actor,
      move: move?.move ?? null,
      bot: seat?.kind === 'bot' || seat?.standin === true,
      beats: first ? afterwards(beats, actor) : beats,
      show,
      own,
      first,
      ...(race ? { limit: RACE_MS } : {}),
    };
  }

  // --- positions of the past ---

  /** Plays from one position to the next, and shows it. */
  step(from: Frame, to: Frame, show: () => void): void {
    this.stage.flush();
    this.stage.push({ actor: null, bot: false, beats: this.beatsOf(from.view, to.view, to.moves), show });
  }

  /** Shows what was missed, from the position before it; `look` shows a position, null is now. */
  showMissed(look: (frame: number | null) => void): void {
    const { frames } = this.around.table.eye!;
    const first = frames.findIndex((f) => f.n >= this.missed[0]!.n);
    this.missed = [];
    if (first < 1) return;
    this.showing = true;
    look(first - 1);
    for (let i = first; i < frames.length; i++) {
      const scene = this.scene(frames[i]!.moves, this.beatsOf(frames[i - 1]!.view, frames[i]!.view, frames[i]!.moves), () => look(i === frames.length - 1 ? null : i), false);
      this.stage.push({ ...scene, own: false, first: false });
    }
    this.stage.push({ actor: null, bot: false, beats: [], show: () => (this.showing = false) });
  }

  /** How long that takes. */
  get missedSeconds(): number {
    const frames = this.around.table.eye?.frames ?? [];
    const first = frames.findIndex((f) => f.n >= (this.missed[0]?.n ?? Infinity));
    if (first < 1) return 1;
    let ms = 0;
    for (let i = first; i < frames.length; i++) ms += 300 + this.beatsOf(frames[i - 1]!.view, frames[i]!.view, frames[i]!.moves).reduce((sum, b) => sum + lengthOf(b), 0);
    return Stage.seconds(ms);
  }

  goOn(): void {
    this.missed = [];
  }
}
