// One tournament while it is looked at: asked for again and again, with the positions of its tables and whose turn it is there.
// SPDX-License-Identifier: MIT
import { see } from './follow_tables';
import { net, Refusal, type Message, type Watcher } from './net';
import type { Update } from './protocol';
import { look, type RoundTable, type Tournament } from './tournaments';

const EVERY = 2000;
const MOST = 15; // a connection may watch 16 tables

export class Following {
  now: Tournament | null = $state.raw(null);
  missing = $state(false);
  /** Since when the server has not answered; 0: it does. */
  lost = $state(0);
  /** By this device's clock, ticking. */
  time = $state(Date.now());
  /** Whose turn it is, by table. */
  turns: Record<string, number[]> = $state({});
  private ahead = 0; // of the server's clock before ours
  private heard = Date.now();
  private watchers = new Map<string, Watcher>();
  private timers: ReturnType<typeof setInterval>[] = [];
  private asking = false;

  constructor(readonly id: string) {}

  start(): () => void {
    void this.ask();
    this.timers = [setInterval(() => void this.ask(), EVERY), setInterval(() => (this.time = Date.now()), 500)];
    return () => {
      this.timers.forEach(clearInterval);
      for (const w of this.watchers.values()) net.unwatch(w);
    };
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const said = await look(this.id, this.now?.n);
      this.heard = Date.now();
      this.lost = 0;
      if ('standings' in said) this.take(said);
    } catch (why) {
      if (why instanceof Refusal && why.code === 'no-tournament') this.missing = true;
      else this.lost ||= this.heard;
    } finally {
      this.asking = false;
    }
  }

  private take(said: Tournament): void {
    this.now = said;
    this.ahead = said.now - Date.now();
    this.watch(said.tables.filter((one) => one.id && !one.over));
  }

  /** Those near mine first: there are only so many that can be watched. */
  private watch(tables: RoundTable[]): void {
    const mine = this.now?.you.table;
    const wanted = new Set([...tables].sort((a, b) => Number(b.id === mine) - Number(a.id === mine)).slice(0, MOST).map((one) => one.id!));
    for (const [id, w] of this.watchers)
      if (!wanted.has(id)) {
        this.watchers.delete(id);
        net.unwatch(w);
      }
    for (const id of wanted) {
      if (this.watchers.has(id)) continue;
      const w: Watcher = { table: id, seat: null, since: () => 0, hear: (m) => this.hear(id, m), refused: () => this.watchers.delete(id) };
      this.watchers.set(id, w);
      net.watch(w);
    }
  }

  private hear(id: string, m: Message): void {
    if (m.t !== 'table' && m.t !== 'update') return;
    const told = m as unknown as Update;
    see(id, told);
    this.turns[id] = told.turn ?? [];
    if (told.result) void this.ask();
  }

  /** Milliseconds until that moment of the server's. */
  until(at: number): number {
    return at - this.time - this.ahead;
  }

  /** What waits for an answer is asked for again at once. */
  async after(done: Promise<void>): Promise<void> {
    await done;
    this.asking = false;
    await this.ask();
  }

  name(number: number): string {
    return this.now?.standings.find((row) => row.number === number)?.name ?? '';
  }
}
