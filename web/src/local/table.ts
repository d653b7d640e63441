// A table on this device: the page in the place of the server, with the same messages (docs/protocol.md). The law is the engine's;
// this passes on requests, keeps events, tells watchers, sets timers and brings in the bots' moves.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import { randomHex, Refused, type Answer, type Engine, type EngineTable, type Entry, type Thinker, type ThinkerSeat } from '../engine';
import { Refusal, type Message, type Watcher } from '../lib/net';
import type { TableMessage, Update } from '../lib/protocol';
import limits from '../generated/limits.json';
import { t } from '../lib/words';
import type { Kept } from './shelf';
import { BEAT, Pulse, timeFrom, type Time } from './time';

const LONGEST = 2 ** 31 - 1; // of a timer
/** What people may ask of the table itself; the rest is answered here. */
const REQUESTS = new Set(['move', 'undo', 'agree', 'resign', 'leave', 'pause', 'resume']);

export interface Surroundings {
  thinker: Thinker;
  /** Writes it down. */
  keep(kept: Kept): void;
  /** A name for another table. */
  name(): string;
  /** When this table was last seen alive, and that it is. */
  alive(): number;
  beat(now: number): void;
  /** The bots cannot think. */
  trouble(why: Error): void;
}

/** The engine's refusals as the server's; a thought that was stopped is one too. */
function asRefusal(why: unknown): Refusal {
  if (why instanceof Refusal) return why;
  if (why instanceof Refused) return new Refusal(why.refusal.code, why.refusal.rule, why.refusal.words);
  return new Refusal('busy', undefined, (why as Error).message);
}

/** What is kept of a table; what does not follow from its state stands in `more`. */
export function keptOf(table: EngineTable, more: Partial<Kept> & { table: string; log: Entry[]; seen: number }): Kept {
  const { game, phase, created, seats, rematch, result } = table.status;
  return {
    game,
    seats: seats as SeatInfo[],
    phase: phase === 'over' ? 'over' : 'playing',
    created,
    ...(rematch ? { rematch } : {}),
    ...(result ? { result: { points: result.points, places: result.places }, record: more.record ?? table.record() } : {}),
    ...more,
  };
}

const dated = (events: string[], now: number): Entry[] => events.map((text) => [now, text]);

/** A table as it was kept, by this version or by one that kept records. */
export function opened(engine: Engine, kept: Kept, now: number): { table: EngineTable; log: Entry[] } {
  if (kept.log) return { table: engine.readTable(kept.table, kept.log), log: [...kept.log] };
  const { table, game, record = '', past = 0 } = kept;
  const seats = kept.seats.map(({ name, kind, level }) => ({ name, ...(kind === 'bot' && level ? { level } : {}) }));
  const adopted = engine.adoptTable({ table, game, seats, seed: randomHex(32), record }, past, now);
  return { table: adopted.table, log: dated(adopted.events, now) };
}

export class LocalTable {
  /** What each watcher has been told: so many events. */
  private readonly streams = new Map<Watcher, number>();
  private readonly table: EngineTable;
  private readonly log: Entry[];
  private readonly time: Time;
  private readonly pulse: Pulse;
  private readonly beating: ReturnType<typeof setInterval>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Who is thought for, and in which line of the game. */
  private readonly thinking = new Map<number, number>();
  /** Thoughts that were stopped are of no use. */
  private generation = 0;

  constructor(
    engine: Engine,
    private kept: Kept,
    private readonly around: Surroundings,
    time: (atLeast: number) => Time = timeFrom,
  ) {
    const alive = Math.max(around.alive(), kept.seen);
    this.time = time(Math.max(alive, kept.log?.at(-1)?.[0] ?? 0));
    ({ table: this.table, log: this.log } = opened(engine, kept, this.time.now()));
    this.pulse = new Pulse(this.time);
    this.credit(alive);
    this.ask('look');
    this.goOn(this.log.length !== (kept.log?.length ?? 0));
    this.beating = setInterval(() => this.wake(), BEAT);
  }

  close(): void {
    clearInterval(this.beating);
    clearTimeout(this.timer);
    if (this.table.due) this.around.beat(this.time.now());
    this.forgetThoughts();
    this.table.free();
  }

  get watched(): boolean {
    return this.streams.size > 0;
  }

  // --- telling ---

  watch(w: Watcher): void {
    try {
      const message = this.table.watch<TableMessage>(w.seat, this.time.now());
      this.streams.set(w, message.n);
      w.hear(message as unknown as Message);
    } catch (why) {
      w.refused(asRefusal(why));
    }
  }

  unwatch(w: Watcher): void {
    this.streams.delete(w);
  }

  private tell(): void {
    const now = this.time.now();
    for (const [w, n] of [...this.streams]) {
      const message = this.table.update<Update>(w.seat, n, now);
      this.streams.set(w, message.n);
      w.hear(message as unknown as Message);
    }
  }

  // --- asking ---

  async request(message: Message): Promise<Message> {
    this.wake();
    try {
      return { t: 'ok', ...(await this.act(message, Number(message.seat))) };
    } catch (why) {
      throw asRefusal(why);
    }
  }

  private async act(message: Message, seat: number): Promise<object | void> {
    switch (message.t) {
      case 'score':
        return this.table.score(message.seat === undefined ? null : seat);
      case 'legal':
        return { legal: this.table.legal(seat) };
      case 'hint':
        return this.hint(seat);
      case 'rematch':
        return this.rematch(seat);
      default:
        if (!REQUESTS.has(message.t)) throw new Refusal('malformed', undefined, t('local.norequest', { request: message.t }));
        this.goOn(this.ask(message.t, seat, message));
    }
  }

  private async hint(seat: number): Promise<object> {
    this.goOn(this.ask('hint', seat));
    const { game } = this.kept;
    const view = this.table.observe(seat);
    const why = (limits.hintMs * 2) / 5; // as on a server (bots/advise.c): the reason takes no time beyond a hint's
    const hint = await this.around.thinker.hint(game, view, seat, { budget: { millis: limits.hintMs - why } });
    if (hint.ideas.length < 2) return { hint };
    const told = await this.around.thinker.advise(game, view, seat, { millis: why / 3 });
    return { hint: told ? { ...hint, ideas: told.ideas.slice(0, hint.ideas.length), why: told.why } : hint };
  }

  private rematch(seat: number): void {
    const now = this.time.now();
    const id = this.around.name();
    const { table, next, ...answer } = this.table.rematch(seat, id, randomHex(32), now);
    this.around.keep(keptOf(table, { table: id, log: dated(next, now), seen: now }));
    table.free();
    this.goOn(this.take(answer, now));
  }

  /** Whether something happened. Throws Refused. */
  private ask(kind: string, seat = -1, { move, text = move, id, at }: Partial<Message> = {}): boolean {
    const now = this.time.now();
    const asked = { ...(text === undefined ? {} : { text: String(text) }), ...(id === undefined ? {} : { id: String(id) }) };
    return this.take(this.table.ask(kind, seat, { ...asked, ...(at === undefined ? {} : { at: Number(at) }) }, now), now);
  }

  private take({ events, notices }: Answer, now: number): boolean {
    this.log.push(...dated(events, now));
    for (const notice of notices) for (const w of this.streams.keys()) w.hear(notice);
    return events.length > 0;
  }

  /** After a request: what is due by now, what is written and told, and what comes next. */
  private goOn(happened: boolean): void {
    if (this.ask('tick') || happened) {
      this.keep();
      this.tell();
    }
    this.think();
    clearTimeout(this.timer);
    const { due } = this.table;
    if (due) this.timer = setTimeout(() => this.tick(), Math.min(Math.max(due - this.time.now(), 0), LONGEST));
  }

  /** The record of a game that was over stays as it is. */
  private keep(): void {
    const { table, created, phase, record } = this.kept;
    this.kept = keptOf(this.table, { table, created, log: [...this.log], seen: this.time.now(), ...(phase === 'over' && record ? { record } : {}) });
    this.around.keep(this.kept);
  }

  // --- time ---

  /** Gives back what the clocks took while the page was away. True if that was so: then everything was looked at. */
  private wake(): boolean {
    const away = this.pulse.beat();
    if (this.table.due) this.around.beat(this.pulse.last);
    if (away === null) return false;
    this.goOn(this.credit(away));
    return true;
  }

  private tick(): void {
    if (!this.wake()) this.goOn(false);
  }

  private credit(lastAlive: number): boolean {
    const absence = this.table.absence(lastAlive, this.time.now());
    return absence > 0 && this.ask('credit', -1, { at: absence });
  }

  // --- bots ---

  /** Whoever has to be thought for, is; a thought that nobody waits for any more is stopped, and all others begin anew. */
  private think(): void {
    const wanted = this.table.thinkers(this.time.now());
    const stale = [...this.thinking].some(([seat, line]) => !wanted.some((w) => w.seat === seat && w.line === line));
    if (stale) this.forgetThoughts();
    for (const one of wanted) if (!this.thinking.has(one.seat)) void this.thinkFor(one);
  }

  private async thinkFor({ seat, level, line }: ThinkerSeat): Promise<void> {
    const { generation } = this;
    this.thinking.set(seat, line);
    let move: string;
    try {
      move = await this.around.thinker.pick(level, this.kept.game, this.table.observe(seat), seat);
    } catch (why) {
      if (generation === this.generation) this.around.trouble(why as Error);
      return;
    }
    if (generation !== this.generation) return;
    this.thinking.delete(seat);
    this.wake();
    this.goOn(this.ask('bot-move', seat, { move }));
  }

  private forgetThoughts(): void {
    this.generation++;
    if (this.thinking.size) this.around.thinker.stop();
    this.thinking.clear();
  }
}
