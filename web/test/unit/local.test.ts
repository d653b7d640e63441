// A table of this device, with the real engine and the real bots: the messages are those of the server (docs/protocol.md).
// SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC, Thinker, type Channel, type Engine } from '../../src/engine';
import { WorkerHost, type FromHost, type ToHost } from '../../src/engine/worker_host';
import { movesOf } from '../../src/lib/legal';
import type { Message, Refusal, Watcher } from '../../src/lib/net';
import type { Event, Update } from '../../src/lib/protocol';
import type { Kept } from '../../src/local/shelf';
import { LocalTable } from '../../src/local/table';
import { hasEngine, loadEngine } from './engine';

let engine: Engine;
const suite = describe.skipIf(!hasEngine);
beforeAll(async () => {
  if (hasEngine) engine = await loadEngine();
});

/** The worker's host on this thread. */
function host(): Channel {
  let hear: (m: FromHost) => void = () => {};
  const at = new WorkerHost((m) => queueMicrotask(() => hear(m)));
  return { post: (m: ToHost) => at.hear(m), listen: (h) => (hear = h), close: () => {} };
}

class Seat implements Watcher {
  n = 0;
  last: Update | null = null;
  events: Event[] = [];
  why: Refusal | null = null;
  private waiting: (() => void)[] = [];

  constructor(
    readonly table: string,
    readonly seat: number | null,
  ) {}
  since = () => 0;
  hear(m: Message): void {
    this.last = m as unknown as Update;
    if (m.t === 'table') this.events = [];
    this.events.push(...this.last.events);
    expect(this.last.n).toBe(this.events.length); // numbered without a gap
    this.waiting.splice(0).forEach((go) => go());
  }
  refused(why: Refusal): void {
    this.why = why;
  }
  get legal(): string[] {
    return this.last?.legal ? movesOf(this.last.legal) : [];
  }
  async until(good: () => boolean): Promise<void> {
    while (!good()) await new Promise<void>((go) => this.waiting.push(go));
  }
}

interface Case {
  game: string;
  people: number[];
  players?: number;
  level?: string;
  options?: Record<string, string | number>;
}

function lay({ game, people, players = 2, level = 'beginner', options = {} }: Case) {
  const seats = Array.from({ length: players }, (_, seat) =>
    people.includes(seat) ? { seat, name: `P${seat}`, kind: 'human' as const } : { seat, name: `${level} (bot)`, kind: 'bot' as const, level },
  );
  const play = engine.start({ game, players, options, table: 'local-test' });
  let kept: Kept = { table: 'local-test', game, seats, record: play.record(), past: 0, phase: 'playing', created: 0, seen: 0 };
  play.free();
  const made: { seats: unknown }[] = [];
  const open = () =>
    new LocalTable(engine, kept, {
      thinker: new Thinker(engine.compiled, host),
      keep: (now) => (kept = now),
      again: async (_, __, moved) => `local-${made.push({ seats: moved })}`,
      trouble: (why) => {
        throw why;
      },
    });
  const eyes = people.map((seat) => new Seat('local-test', seat));
  return { open, eyes, kept: () => kept, made };
}

const send = (table: LocalTable, t: string, seat: number, more: object = {}) => table.request({ t, table: 'local-test', seat, ...more });

/** Plays on with the first legal move of whoever is asked. */
async function playOut(table: LocalTable, eyes: Seat[], most = Infinity): Promise<void> {
  for (let i = 0; i < most; i++) {
    await Promise.race(eyes.map((e) => e.until(() => e.legal.length > 0 || e.last?.result !== undefined)));
    const asked = eyes.find((e) => e.legal.length > 0);
    if (!asked) return;
    const { legal } = asked;
    await send(table, 'move', asked.seat!, { move: legal[i % legal.length] });
  }
}

suite('a table of this device', () => {
  it.each(['mykerinos', 'myriath', 'myst'])('%s is played to the end against a bot, and its record is judged to be that game', async (game) => {
    const { open, eyes, kept } = lay({ game, people: [0] });
    const table = open();
    table.watch(eyes[0]!);
    await playOut(table, eyes);
    expect(eyes[0]!.events.at(-1)).toEqual({ e: 'over', how: 'played' });
    expect(kept().phase).toBe('over');
    const again = engine.read(kept().record);
    expect(again.status.node).toBe('over');
    expect(again.look(0).result!.points).toEqual(eyes[0]!.last!.result!.points);
    expect(again.steps(0).length).toBe(eyes[0]!.events.length - 2); // but for start and over
    table.close();
  });

  it('goes on after it was closed, move for move', async () => {
    const { open, eyes, kept } = lay({ game: 'mykerinos', people: [0] });
    const table = open();
    table.watch(eyes[0]!);
    await playOut(table, eyes, 5);
    await eyes[0]!.until(() => eyes[0]!.legal.length > 0);
    const before = eyes[0]!.last!;
    table.close();
    const later = open();
    const eye = new Seat('local-test', 0);
    later.watch(eye);
    expect(eye.last!.view).toEqual(before.view);
    expect(eye.last!.legal).toEqual(before.legal);
    expect(eye.events.filter((e) => e.e === 'move').length).toBe(eyes[0]!.events.filter((e) => e.e === 'move').length);
    await playOut(later, [eye]);
    expect(kept().phase).toBe('over');
    later.close();
  });

  it('takes back the last own move, also when a bot has answered', async () => {
    const { open, eyes } = lay({ game: 'mykerinos', people: [0] });
    const table = open();
    const eye = eyes[0]!;
    table.watch(eye);
    await eye.until(() => eye.legal.length > 0);
    await expect(send(table, 'undo', 0)).rejects.toMatchObject({ code: 'nothing-to-undo' });
    let before = eye.last!;
    for (let answered = false; !answered; ) {
      before = eye.last!;
      const own = eye.events.length;
      await send(table, 'move', 0, { move: eye.legal[0] });
      await eye.until(() => eye.legal.length > 0 && eye.last !== before);
      answered = eye.events.slice(own).some((e) => e.e === 'move' && e.seat === 1); // a turn may be of several moves
    }
    await send(table, 'undo', 0);
    expect(eye.events.at(-1)).toMatchObject({ e: 'undo' });
    expect(eye.last!.view).toEqual(before.view);
    expect(eye.last!.legal).toEqual(before.legal);
    table.close();
  });

  it('tells each seat what it may know, and no more', async () => {
    const { open, eyes } = lay({ game: 'myst', people: [0, 1], options: { pmode: 'alt' } });
    const table = open();
    const watching = new Seat('local-test', null);
    table.watch(watching);
    eyes.forEach((e) => table.watch(e));
    await playOut(table, eyes, 6);
    const play = engine.read((table as unknown as { play: { record(): string } }).play.record());
    for (const e of [...eyes, watching]) {
      expect(e.last!.view).toEqual(play.view(e.seat ?? PUBLIC));
      expect(e.events.slice(1).length).toBe(play.steps(e.seat ?? PUBLIC).length);
    }
    expect(eyes[0]!.last!.view).not.toEqual(eyes[1]!.last!.view);
    expect(watching.last!.legal).toBeUndefined();
    table.close();
  });

  it('refuses with the rule, and nobody acts for a bot', async () => {
    const { open, eyes } = lay({ game: 'mykerinos', people: [0] });
    const table = open();
    table.watch(eyes[0]!);
    await eyes[0]!.until(() => eyes[0]!.legal.length > 0);
    const n = eyes[0]!.last!.n;
    await expect(send(table, 'move', 0, { move: 'extend a1 a2' })).rejects.toMatchObject({ code: 'rule', rule: expect.stringMatching(/^R/) as string });
    await expect(send(table, 'move', 0, { move: 'nonsense' })).rejects.toMatchObject({ code: 'unreadable' });
    await expect(send(table, 'move', 1, { move: 'pass' })).rejects.toMatchObject({ code: 'not-your-seat' });
    expect(eyes[0]!.last!.n).toBe(n);
    const other = new Seat('local-test', 1);
    table.watch(other);
    expect(other.why?.code).toBe('no-table');
    table.close();
  });

  it('gives hints and explains the score', async () => {
    const { open, eyes } = lay({ game: 'mykerinos', people: [0] });
    const table = open();
    table.watch(eyes[0]!);
    await eyes[0]!.until(() => eyes[0]!.legal.length > 0);
    const { hint } = (await send(table, 'hint', 0)) as unknown as { hint: { ideas: { move: { text: string } }[] } };
    expect(eyes[0]!.legal).toContain(hint.ideas[0]!.move.text);
    const score = (await send(table, 'score', 0)) as unknown as { points: string[]; lines: unknown[][] };
    expect(score.points.length).toBe(2);
    table.close();
  });

  it('ends when somebody resigns, and begins again one seat further', async () => {
    const { open, eyes, kept, made } = lay({ game: 'cyclades', people: [0], players: 3 });
    const table = open();
    table.watch(eyes[0]!);
    await expect(send(table, 'rematch', 0)).rejects.toMatchObject({ code: 'no-rematch' });
    await send(table, 'resign', 0);
    expect(eyes[0]!.events.slice(-2)).toEqual([{ e: 'resign', seat: 0, why: 'player' }, { e: 'over', how: 'stopped' }]);
    expect(eyes[0]!.last!.result!.places[0]).toBe(3);
    expect(kept().record).toContain('1 resigns');
    await send(table, 'rematch', 0);
    expect(eyes[0]!.events.at(-1)).toEqual({ e: 'rematch', table: 'local-1' });
    expect(made[0]!.seats).toMatchObject([{ kind: 'bot' }, { kind: 'human', resigned: false }, { kind: 'bot' }]);
    table.close();
  });

  it('races in real time: both teams at once, the bot at its pace (Myst R4.14)', async () => {
    const { open, eyes } = lay({ game: 'myst', people: [0], level: 'skilled', options: { pmode: 'rt' } });
    const table = open();
    const eye = eyes[0]!;
    table.watch(eye);
    await eye.until(() => eye.legal.length > 0);
    const began = performance.now();
    await send(table, 'move', 0, { move: eye.legal[0] }); // the first Landmark
    await eye.until(() => eye.legal.some((m) => m.startsWith('place')));
    const mine = () => eye.events.filter((e) => e.e === 'move' && e.seat === 0).length;
    const theirs = () => eye.events.filter((e) => e.e === 'move' && e.seat === 1).length;
    const [own, others] = [mine(), theirs()];
    for (let i = 0; i < 5; i++) await send(table, 'move', 0, { move: eye.legal.find((m) => m.startsWith('place')) });
    expect(mine()).toBe(own + 5); // nobody is waited for
    expect(theirs() - others).toBeLessThanOrEqual((performance.now() - began) / 1000); // which is 0, unless this machine was slow
    await expect(send(table, 'undo', 0)).rejects.toMatchObject({ code: 'nothing-to-undo' });
    await eye.until(() => theirs() > others);
    expect(performance.now() - began).toBeGreaterThan(1000); // it takes its seconds
    table.close();
  }, 60000);
});
