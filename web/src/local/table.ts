// A table on this device: the engine in the page in the place of the server, with the same messages (docs/protocol.md). Bots
// think in a worker; each seat is told only what it may know.
// SPDX-License-Identifier: MIT
import type { SeatInfo } from '../boards/contract';
import { PUBLIC, Refused, type Engine, type Play, type Step, type Thinker } from '../engine';
import { Refusal, type Message, type Watcher } from '../lib/net';
import type { Event, TableMessage, Update } from '../lib/protocol';
import type { Kept } from './shelf';

const HINT_MS = 1500;

export interface Surroundings {
  thinker: Thinker;
  /** Writes it down. */
  keep(kept: Kept): void;
  /** Makes a table of these seats and the same game; its name. */
  again(kept: Kept, options: Record<string, string | number>, seats: SeatInfo[]): Promise<string>;
  /** The bots cannot think. */
  trouble(why: Error): void;
}

/** What a watcher has been told: events, and of how many moves. */
interface Told {
  n: number;
  at: number;
}

const eventOf = ({ e, seat, move, masked }: Step): Event => ({
  e,
  ...(seat === undefined ? {} : { seat }),
  ...(move === undefined ? {} : { move }),
  ...(masked ? { masked } : {}),
});

/** The engine's refusals as the server's; a thought that was stopped is one too. */
function asRefusal(why: unknown): Refusal {
  if (why instanceof Refusal) return why;
  if (why instanceof Refused) return new Refusal(why.refusal.code, why.refusal.rule, why.refusal.words);
  return new Refusal('busy', undefined, (why as Error).message);
}

export class LocalTable {
  private readonly streams = new Map<Watcher, Told>();
  private play: Play;
  /** Thoughts about an earlier turn of the game are of no use. */
  private generation = 0;
  private readonly thinking = new Set<number>();
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  /** In a race: until when a seat has to wait after a wrong try. */
  private readonly locked = new Map<number, number>();

  constructor(
    private readonly engine: Engine,
    private kept: Kept,
    private readonly around: Surroundings,
  ) {
    this.play = engine.read(kept.record);
    if (this.over) return;
    if (this.play.luck().length) this.keep();
    this.care();
  }

  close(): void {
    this.forgetThoughts();
    this.play.free();
  }

  get watched(): boolean {
    return this.streams.size > 0;
  }

  private get over(): boolean {
    return this.play.status.node === 'over';
  }

  // --- telling ---

  watch(w: Watcher): void {
    const seat = w.seat === null ? undefined : this.kept.seats[w.seat];
    if (w.seat !== null && seat?.kind !== 'human') {
      w.refused(new Refusal('no-table', undefined, 'nobody of this device sits there'));
      return;
    }
    const status = this.play.status;
    const steps = this.play.steps(w.seat ?? PUBLIC);
    const events: Event[] = [{ e: 'start' }, ...steps.map(eventOf), ...(this.over ? [this.ending()] : [])];
    this.streams.set(w, { n: events.length, at: status.moves });
    const message: TableMessage = {
      ...this.update(w, events.length, events),
      t: 'table',
      game: status.game,
      phase: this.over ? 'over' : 'playing',
      access: 'local',
      options: status.options,
      clock: { kind: 'none' },
      moves: steps.length,
      commit: '',
      seats: this.kept.seats,
      ...(this.kept.rematch ? { rematch: this.kept.rematch } : {}),
    };
    w.hear(message as unknown as Message);
  }

  unwatch(w: Watcher): void {
    this.streams.delete(w);
  }

  private update(w: Watcher, n: number, events: Event[]): Update {
    const { view, turn, ask, legal, result } = this.play.look(w.seat ?? PUBLIC);
    return {
      t: 'update',
      table: this.kept.table,
      seat: w.seat,
      n,
      events,
      view,
      turn,
      ...(ask === undefined ? {} : { ask }),
      ...(legal === undefined ? {} : { legal }),
      ...(result ? { result: { ...result, seed: '' } } : {}),
    };
  }

  /** Everybody is told the moves they have not heard of, and what happened before and after these. */
  private tell(before: Event[] = [], after: Event[] = []): void {
    const { moves } = this.play.status;
    for (const [w, told] of [...this.streams]) {
      const fresh = this.play.steps(w.seat ?? PUBLIC).filter((s) => s.at > told.at);
      const events = [...before, ...fresh.map(eventOf), ...after];
      told.n += events.length;
      told.at = moves;
      w.hear(this.update(w, told.n, events) as unknown as Message);
    }
  }

  private ending(): Event {
    return { e: 'over', how: this.play.status.resigned.length ? 'stopped' : 'played' };
  }

  // --- asking ---

  async request(message: Message): Promise<Message> {
    const seat = Number(message.seat);
    try {
      return { t: 'ok', ...(await this.act(message, seat)) };
    } catch (why) {
      throw asRefusal(why);
    }
  }

  private async act(message: Message, seat: number): Promise<object | void> {
    switch (message.t) {
      case 'score':
        return this.play.score(message.seat === undefined ? PUBLIC : seat);
      case 'legal':
        return { legal: this.play.legal(seat) };
      case 'move':
        return this.move(seat, String(message.move));
      case 'undo':
        return this.undo(seat);
      case 'hint':
        return { hint: await this.around.thinker.hint(this.kept.game, this.play.observe(seat), seat, { budget: { millis: HINT_MS } }) };
      case 'resign':
        return this.resign(seat);
      case 'rematch':
        return this.rematch();
      default:
        throw new Refusal('malformed', undefined, `there is no '${message.t}' at a table of this device`);
    }
  }

  private owns(seat: number): void {
    if (this.kept.seats[seat]?.kind !== 'human') throw new Refusal('not-your-seat', undefined, 'you do not sit there');
    if (this.over) throw new Refusal('not-playing', undefined, 'this game is not being played');
  }

  private move(seat: number, move: string): void {
    this.owns(seat);
    const racing = this.play.racing;
    if (racing && performance.now() < (this.locked.get(seat) ?? 0))
      throw new Refusal('rule', 'R4.11', 'LOCKED: a wrong try costs a moment');
    try {
      this.play.move(seat, move);
    } catch (why) {
      // In a race a wrong try costs time (the option lock_ms).
      if (racing && why instanceof Refused && why.refusal.words.includes('WRONG_PLACE'))
        this.locked.set(seat, performance.now() + Number(this.play.status.options.lock_ms ?? 0));
      throw why;
    }
    this.goOn();
  }

  /** After a move: luck, the end, what is written and told, and the bots. */
  private goOn(): void {
    this.play.luck();
    this.keep();
    this.tell([], this.over ? [this.ending()] : []);
    this.care();
  }

  /** At one screen nobody has to be asked. */
  private undo(seat: number): void {
    this.owns(seat);
    const last = this.play.steps(seat).filter((s) => s.e === 'move' && s.seat === seat).at(-1);
    if (!last || last.at <= this.kept.past || this.play.racing)
      throw new Refusal('nothing-to-undo', undefined, 'there is no move of yours to take back');
    this.forgetThoughts();
    this.play.go(last.at - 1);
    const before = this.engine.read(this.play.record());
    this.play.free();
    this.play = before;
    for (const told of this.streams.values()) told.at = Math.min(told.at, last.at - 1);
    this.keep();
    this.tell([{ e: 'undo', moves: last.at - 1 }]);
    this.care();
  }

  private resign(seat: number): void {
    this.owns(seat);
    this.forgetThoughts();
    this.play.resign(seat);
    this.kept = { ...this.kept, seats: this.kept.seats.map((s) => (s.seat === seat ? { ...s, resigned: true } : s)) };
    this.keep();
    this.tell([{ e: 'resign', seat, why: 'player' }], [this.ending()]);
  }

  /** Everybody one seat further. */
  private async rematch(): Promise<void> {
    if (!this.over || this.kept.rematch) throw new Refusal('no-rematch', undefined, 'this is not the time for a rematch');
    const { seats } = this.kept;
    const moved = seats.map((_, seat) => ({ ...seats[(seat + seats.length - 1) % seats.length]!, seat, resigned: false }));
    const table = await this.around.again(this.kept, this.play.status.options, moved);
    this.kept = { ...this.kept, rematch: table };
    this.keep();
    this.tell([], [{ e: 'rematch', table }]);
  }

  private keep(): void {
    const { result } = this.play.look(PUBLIC);
    this.kept = { ...this.kept, record: this.play.record(), phase: this.over ? 'over' : 'playing', seen: Date.now(), ...(result ? { result } : {}) };
    this.around.keep(this.kept);
  }

  // --- bots ---

  /** Every bot that owes a choice makes it: at once, or in a race when its time has come. */
  private care(): void {
    const { owes } = this.play.status;
    for (const seat of owes) {
      const bot = this.kept.seats[seat];
      if (bot?.kind !== 'bot' || this.thinking.has(seat) || this.timers.has(seat)) continue;
      if (!this.play.racing) void this.think(seat, bot.level!);
      else
        this.timers.set(
          seat,
          setTimeout(() => {
            this.timers.delete(seat);
            void this.think(seat, bot.level!);
          }, this.play.pace(bot.level!)),
        );
    }
  }

  private async think(seat: number, level: string): Promise<void> {
    if (!this.play.status.owes.includes(seat)) return; // in a race it may be over meanwhile
    const generation = this.generation;
    this.thinking.add(seat);
    let move: string;
    try {
      move = await this.around.thinker.pick(level, this.kept.game, this.play.observe(seat), seat);
    } catch (why) {
      if (generation === this.generation) this.around.trouble(why as Error);
      return;
    }
    if (generation !== this.generation) return;
    this.thinking.delete(seat);
    if (this.play.check(seat, move) !== null) this.care(); // somebody was quicker
    else {
      this.play.move(seat, move);
      this.goOn();
    }
  }

  private forgetThoughts(): void {
    this.generation++;
    if (this.thinking.size) this.around.thinker.stop();
    this.thinking.clear();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
