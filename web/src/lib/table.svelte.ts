// A table as state: what the page shows of it, from whichever seat this person looks. There is one Eye for each stream
// (a seat of ours, or the public's); at the same screen there are several, and the page looks through the one that is
// asked.
// SPDX-License-Identifier: MIT
import type { Move, SeatInfo } from '../boards/contract';
import { randomHex } from '../engine/random';
import { applyDelta } from './delta';
import { net, type Connection, type Message, type Refusal, type Watcher } from './net';
import type { Clock, Event, Game, Legal, Result, Score, TableMessage, Update } from './protocol';
import { keepSeen, lastSeen, type LastSeen } from './last_seen';
import { peopleOf, remember } from './my_tables';
import { positions } from './positions.svelte';
import { speaks } from './words';

/** A line of the log: an event with its place in the stream. */
export interface LogLine extends Event {
  at: number;
}

/** A position one can look back at: the view, and the moves that led to it from the one before. */
export interface Frame {
  n: number;
  view: unknown;
  turn: number[];
  moves: Move[];
}

/** What has come, and what it changes. */
export interface News {
  eye: Eye;
  message: Update;
  fresh: Event[]; // events not heard before
  before: unknown; // views
  after: unknown;
}

export const asMove = (e: Event): Move[] =>
  e.e === 'move' || e.e === 'luck'
    ? [{ seat: e.e === 'luck' ? null : (e.seat ?? null), move: e.move ?? null, ...(e.by ? { by: e.by } : {}) }]
    : [];

// The server sends the last few events with a table. What this tab has seen before it was reloaded it keeps itself.
const placeOf = (eye: Eye): string => `petteia.log.${eye.table}.${eye.seat ?? 'public'}`;

const KEEP_MS = 1000;
const DAY_MS = 86_400_000;
const unkept = new Set<Eye>();
let keeping: ReturnType<typeof setTimeout> | undefined;

function keepNow(): void {
  clearTimeout(keeping);
  keeping = undefined;
  for (const eye of unkept)
    try {
      sessionStorage.setItem(placeOf(eye), JSON.stringify(eye.log.slice(-800)));
    } catch {
      // A full storage costs only the log after a reload.
    }
  unkept.clear();
}

/** Soon, and at the latest when the page goes: a move is drawn first. */
function keepLog(eye: Eye): void {
  unkept.add(eye);
  keeping ??= setTimeout(keepNow, KEEP_MS);
}
if (typeof addEventListener === 'function') addEventListener('pagehide', keepNow);

function keptLog(eye: Eye, first: number, more: boolean): LogLine[] {
  if (eye.owner.connection.whole) return [];
  const log = JSON.parse(sessionStorage.getItem(placeOf(eye)) ?? '[]') as LogLine[];
  const last = log.at(-1)?.at ?? 0;
  if (more && last + 1 < first) log.push({ e: 'gap', at: last + 1 });
  return log;
}

/** One stream: what one seat, or the public, may see. */
export class Eye implements Watcher {
  n = $state(0);
  view: unknown = $state.raw(null);
  turn: number[] = $state.raw([]);
  ask = $state('');
  legal: Legal | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  frames: Frame[] = $state.raw([]);
  ready = $state(false);
  /** Before the last update several were asked at once, this seat among them. */
  raced = false;
  /** The last event that this tab had seen before the page was loaded again; 0: none. */
  seenBefore = 0;
  /** What was heard and may not be shown yet: up to which event, and the view then. */
  private heard: number | null = null;
  private ahead: unknown = null;

  constructor(
    readonly owner: Table,
    readonly table: string,
    readonly seat: number | null,
    readonly key: string | undefined,
  ) {}

  since(): number {
    return this.heard ?? 0;
  }

  hear(message: Message): void {
    if (message.t !== 'table' && message.t !== 'update') {
      this.owner.heard(message);
      return;
    }
    const m = message as unknown as Update;
    if (m.t === 'update' && this.heard === null) return; // the whole table was asked for and is on its way
    const before = this.ahead;
    const after = m.view !== undefined ? m.view : m.delta !== undefined ? applyDelta(before, m.delta) : before;
    const fresh = this.heard === null ? [] : m.events.slice(Math.max(0, m.events.length - (m.n - this.heard)));
    this.heard = m.n;
    this.ahead = after;
    const at = performance.now();
    this.owner.paused = m.paused === true;
    this.owner.undoAsked = m['undo-asked'] ?? null; // not when it is shown: the question itself comes at once, too
    this.owner.onHear({ eye: this, message: m, fresh, before, after }, () => this.take(m, after, at));
  }

  refused(why: Refusal): void {
    this.owner.eyeRefused(this, why);
  }

  /** Shows it. */
  private take(m: Update, view: unknown, heardAt: number): void {
    if (m.t === 'table') this.owner.takeTable(m as TableMessage);
    this.view = view;
    this.raced = this.turn.length > 1 && this.legal !== null;
    this.turn = m.turn ?? [];
    this.ask = m.ask ?? '';
    this.legal = m.legal ?? null;
    this.addEvents(m);
    this.addFrame(m);
    this.n = m.n;
    this.ready = true;
    if (!this.owner.connection.whole) keepLog(this);
    this.owner.took(this, m, heardAt);
  }

  /** How the game stood when this device last looked, if that is kept: a game with days a move. */
  private earlier(): LastSeen | undefined {
    return this.seat === null || this.owner.connection.whole ? undefined : lastSeen(this.table, this.seat);
  }

  /** Events are numbered up to n; those seen already are not added twice. */
  private addEvents(m: Update): void {
    const first = m.n - m.events.length + 1;
    const fresh = m.events.map((e, i) => ({ ...e, at: first + i })).filter((e) => e.at > this.n || !this.ready);
    const told = m.events.flatMap(asMove).length;
    const kept = this.ready ? this.log : keptLog(this, first, told < ((m as TableMessage).moves ?? 0) && m.events.find((e) => e.e === 'move' || e.e === 'luck')?.e === 'move');
    // What people said or were called may have been rewritten since: somebody was deleted.
    const said = (e: LogLine): Event | undefined => (e.e !== 'gap' && !asMove(e).length ? m.events[e.at - first] : undefined);
    const before = m.t === 'table' ? kept.map((e) => ({ ...(said(e) ?? e), at: e.at })) : kept;
    // This tab's own log, or, days later, how the game stood when it was last looked at.
    if (!this.ready) this.seenBefore = before.filter((e) => e.e !== 'gap').at(-1)?.at ?? this.earlier()?.n ?? 0;
    if (m.skipped) fresh.unshift({ e: 'gap', at: first - 1 });
    if (fresh.length || !this.ready || m.t === 'table') this.log = [...before, ...fresh.filter((e) => e.at > (before.at(-1)?.at ?? 0))];
  }

  private addFrame(m: Update): void {
    if (this.view === null) return;
    const moves = m.events.flatMap((e) => asMove(e));
    const last = this.frames.at(-1);
    if (last && last.view === this.view) return;
    const first = m.t === 'table' && !this.ready;
    const earlier = first ? this.earlier() : undefined;
    const before = first ? (earlier && earlier.n < m.n ? [{ n: earlier.n, view: earlier.view, turn: [], moves: [] }] : []) : this.frames;
    this.frames = [...before, { n: m.n, view: this.view, turn: this.turn, moves: before.length ? moves : [] }];
  }
}

export class Table {
  game: Game | null = $state.raw(null);
  phase: TableMessage['phase'] = $state('open');
  access: TableMessage['access'] = $state('open');
  options: Record<string, string | number> = $state.raw({});
  clock: Clock = $state.raw({ kind: 'none' });
  seats: SeatInfo[] = $state.raw([]);
  commit = $state('');
  result: Result | null = $state.raw(null);
  rematch: string | null = $state(null);
  host: number | null = $state(null);
  private gameName: string | undefined; // known before the game is loaded
  left: { ms: number[]; at: number } | null = $state.raw(null);
  /** When "3, 2, 1" is over, by performance.now(); null: it was not counted. */
  countedAt: number | null = $state(null);
  eyes: Eye[] = $state.raw([]);
  /** The table cannot be seen, in the server's words. */
  trouble: Refusal | null = $state.raw(null);
  /** Nothing moves and no time runs. */
  paused = $state(false);
  /** Somebody asks to take a move back. */
  undoAsked: number | null = $state(null);
  rematchAsked: number[] = $state.raw([]);
  /** The seats that somebody looks from now; null: not told (a table of this device). */
  there: number[] | null = $state.raw(null);
  /** Why its game does not count for ratings (docs/fair.md); '': it does, null: not told. */
  uncounted: string | null = $state(null);
  sending = $state(0);
  private tried = new Set<number>();
  private closed = false;
  /** Told each update when it comes; `take` shows it. All must be shown, in order. */
  onHear: (news: News, take: () => void) => void = (_news, take) => take();
  /** Told each update after it was taken (sounds, the live region). */
  onUpdate: (eye: Eye, m: Update) => void = () => {};
  onSay: (m: Message) => void = () => {};

  constructor(
    readonly id: string,
    readonly key: string | undefined,
    readonly connection: Connection = net,
  ) {}

  open(): void {
    this.addEye(null);
  }

  close(): void {
    this.closed = true;
    for (const eye of this.eyes) this.connection.unwatch(eye);
  }

  // --- eyes ---

  /** The seats we hold, in order. */
  get mine(): number[] {
    return this.eyes.flatMap((e) => (e.seat === null ? [] : [e.seat])).sort((a, b) => a - b);
  }

  /** Whose eyes we look through: of our seats the one that is asked, else the one asked last. */
  eye: Eye | null = $state.raw(null);

  get me(): number | null {
    return this.eye?.seat ?? null;
  }

  private addEye(seat: number | null): void {
    if (this.closed || this.eyes.some((e) => e.seat === seat)) return;
    const eye = new Eye(this, this.id, seat, this.key);
    this.eyes = [...this.eyes, eye];
    this.eye ??= eye;
    this.connection.watch(eye);
  }

  private dropEye(eye: Eye): void {
    this.eyes = this.eyes.filter((e) => e !== eye);
    this.connection.unwatch(eye);
    if (this.eye === eye) this.eye = this.eyes[0] ?? null;
  }

  eyeRefused(eye: Eye, why: Refusal): void {
    if (eye.seat !== null) {
      this.dropEye(eye);
      if (this.eyes.length === 0) this.trouble = why;
      return;
    }
    // No spectators here: but perhaps we sit here.
    this.eyes = [];
    this.eye = null;
    for (let seat = 0; seat < 5; seat++) this.trySeat(seat);
  }

  /** Looks through a seat if it is ours: the server knows. */
  private trySeat(seat: number): void {
    if (this.tried.has(seat)) return;
    this.tried.add(seat);
    this.addEye(seat);
  }

  takeTable(m: TableMessage): void {
    this.phase = m.phase;
    this.gameName = m.game;
    this.access = m.access;
    this.options = m.options;
    this.clock = m.clock;
    this.seats = m.seats;
    this.commit = m.commit;
    this.rematch = m.rematch ?? null;
    this.host = m.host ?? null;
    if (!this.game || this.game.name !== m.game) void this.loadGame(m.game);
    for (const s of m.seats) if (s.kind === 'human') this.trySeat(s.seat);
  }

  private async loadGame(name: string): Promise<void> {
    this.game = await this.connection.game(name);
  }

  took(eye: Eye, m: Update, heardAt: number): void {
    if (m.result) {
      this.result = m.result;
      this.rematchAsked = m['rematch-asked'] ?? [];
      this.phase = 'over';
    }
    if (m.t === 'update') for (const e of m.events) this.follow(e, eye);
    if (m.seats) this.seats = m.seats;
    if (m.left) this.left = { ms: m.left, at: heardAt + (m.count ?? 0) };
    if (m.count !== undefined) this.countedAt ??= heardAt + m.count; // each of our seats is told it
    if (eye.seat !== null) {
      const watching = this.eyes.find((e) => e.seat === null);
      if (watching) this.dropEye(watching);
      if (eye.view && (this.clock.ms ?? 0) >= DAY_MS && !document.hidden) keepSeen(this.id, eye.seat, { n: m.n, view: eye.view });
      if (eye.view && this.gameName) positions.note(this.id, { game: this.gameName, view: eye.view, seats: this.seats });
      remember(this.id, {
        key: this.key,
        game: this.gameName,
        seats: this.mine,
        phase: this.phase,
        yours: eye.legal !== null,
        people: peopleOf(this.seats),
        turn: eye.turn,
        ...(eye.ask ? { ask: eye.ask, spoken: speaks() } : {}),
        ...(m.left ? { until: Date.now() + (m.left[eye.seat] ?? 0) } : {}),
      });
    }
    // The seats of one screen are told one after the other: whichever is asked is looked through.
    const asked = this.eyes.find((e) => e.legal !== null);
    if (!this.eye?.ready) this.eye = eye;
    else if (this.eye.legal === null && asked) this.eye = asked;
    this.onUpdate(eye, m);
  }

  /** What an event changes at the table itself: who sits where is asked for anew. */
  private follow(e: Event, eye: Eye): void {
    if (e.e === 'start') this.phase = 'playing';
    if (e.e === 'rematch') this.rematch = e.table ?? null;
    if (['sit', 'join', 'quit', 'leave', 'bot', 'ready', 'standin', 'back', 'resign', 'start'].includes(e.e)) {
      if ((e.e === 'sit' || e.e === 'join') && e.seat !== undefined) this.tried.delete(e.seat);
      this.connection.ask(eye, true);
    }
  }

  heard(m: Message): void {
    if (m.t === 'undo-asked') this.undoAsked = Number(m.by);
    if (m.t === 'undo-denied') this.undoAsked = null;
    if (m.t === 'rematch-asked') this.rematchAsked = [...new Set([...this.rematchAsked, Number(m.by)])];
    if (m.t === 'there') this.there = m.seats as number[];
    if (m.t === 'rated') this.uncounted = m.yes ? '' : String(m.why);
    this.onSay(m);
  }

  // --- what we do ---

  request(t: string, more: Record<string, unknown> = {}, again = false): Promise<Message> {
    return this.connection.request({ t, table: this.id, ...more }, again);
  }

  async sit(seat: number, name?: string): Promise<void> {
    await this.request('sit', { seat, entropy: randomHex(16), ...(this.key ? { key: this.key } : {}), ...(name ? { name } : {}) });
    this.tried.delete(seat);
    this.trySeat(seat);
  }

  async send(move: string): Promise<void> {
    const eye = this.eye;
    if (!eye || eye.seat === null) return;
    this.sending++;
    try {
      await this.request('move', { seat: eye.seat, move, at: eye.n }, true);
    } finally {
      this.sending--;
    }
  }

  async score(): Promise<Score> {
    const seat = this.me;
    return (await this.request('score', seat === null ? {} : { seat })) as unknown as Score;
  }

  /** The moves of the log since our last own decision, newest last. */
  get last(): Move[] {
    return lastMoves(this.eye?.log ?? [], this.me);
  }
}

/** The moves after the last one of `me` (or that one, if nothing came after it), newest last; for a spectator the last
 * move and the luck that followed it. */
export function lastMoves(log: Event[], me: number | null): Move[] {
  const out: Move[] = [];
  for (let i = log.length - 1; i >= 0; i--) {
    const e = log[i]!;
    if (e.e === 'start' || e.e === 'undo') break;
    if (e.e !== 'move' && e.e !== 'luck') continue;
    const seat = e.e === 'luck' ? null : (e.seat ?? null);
    const own = seat !== null && seat === me;
    if (own && out.some((m) => m.seat !== null)) break;
    out.unshift({ seat, move: e.move ?? null, ...(e.by ? { by: e.by } : {}) });
    if (own || (me === null && seat !== null)) break;
  }
  return out;
}
