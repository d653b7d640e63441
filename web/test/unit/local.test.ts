// A table of this device, with the real engine and the real bots: the messages are those of the server (docs/protocol.md).
// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PUBLIC, type Engine, type Play } from '../../src/engine';
import { movesOf } from '../../src/lib/legal';
import type { Kept } from '../../src/local/shelf';
import type { LocalTable } from '../../src/local/table';
import { hasEngine, loadEngine } from './engine';
import { Device, ID, playOut, PROGRAM, send, verified, type Case, type Seat } from './local_device';

let engine: Engine;
const suite = describe.skipIf(!hasEngine);
beforeAll(async () => {
  if (hasEngine) engine = await loadEngine();
});

suite('a table of this device', () => {
  it.each(['mykerinos', 'myriath', 'myst'])('%s is played to the end against a bot, and its record is judged to be that game', async (game) => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game, people: [0] });
    await playOut(table, eyes);
    expect(eyes[0]!.events.at(-1)).toEqual({ e: 'over', how: 'played' });
    expect(device.kept.phase).toBe('over');
    const again = engine.read(device.kept.record!);
    expect(again.status.node).toBe('over');
    expect(again.look(0).result!.points).toEqual(eyes[0]!.last!.result!.points);
    const told = eyes[0]!.events.filter((e) => e.e === 'move' || e.e === 'luck');
    expect(again.steps(0).length).toBe(told.length);
    if (existsSync(PROGRAM)) expect(verified(device.kept.record!)).toMatch(/seed|draw/);
    table.close();
  });

  it('goes on after it was closed, move for move, with its whole log', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0] });
    await playOut(table, eyes, 5);
    await eyes[0]!.until(() => eyes[0]!.legal.length > 0);
    const before = eyes[0]!.last!;
    table.close();
    const later = device.open();
    const [eye] = device.watch(later, 0);
    expect(eye!.last!.view).toEqual(before.view);
    expect(eye!.last!.legal).toEqual(before.legal);
    expect(eye!.events).toEqual(eyes[0]!.events);
    expect(device.kept.log!.length).toBeGreaterThanOrEqual(eye!.events.length);
    await playOut(later, [eye!]);
    expect(device.kept.phase).toBe('over');
    if (existsSync(PROGRAM)) verified(device.kept.record!);
    later.close();
  });

  it('takes back the last own move, also when a bot has answered', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0] });
    const eye = eyes[0]!;
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
    expect(device.kept.log!.at(-1)![1]).toMatch(/^undo \d+ agreed$/);
    await playOut(table, eyes);
    if (existsSync(PROGRAM)) verified(device.kept.record!);
    table.close();
  });

  it('takes back the move of one of several people at this screen without asking the others', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0, 1] });
    const first = eyes.find((e) => e.legal.length > 0)!;
    const before = first.last!;
    await send(table, 'move', first.seat!, { move: first.legal[0] });
    await send(table, 'undo', first.seat!);
    expect(first.last!.legal).toEqual(before.legal);
    table.close();
  });

  it('tells each seat what it may know, and no more', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'myst', people: [0, 1], options: { pmode: 'alt' } });
    const [watching] = device.watch(table, null);
    await playOut(table, eyes, 6);
    const made = engine.readTable(ID, device.kept.log!);
    const play = engine.read(made.record());
    for (const e of [...eyes, watching!]) {
      expect(e.last!.view).toEqual(play.view(e.seat ?? PUBLIC));
      expect(e.events.filter((one) => one.e === 'move' || one.e === 'luck').length).toBe(play.steps(e.seat ?? PUBLIC).length);
    }
    expect(eyes[0]!.last!.view).not.toEqual(eyes[1]!.last!.view);
    expect(watching!.last!.legal).toBeUndefined();
    table.close();
  });

  it('refuses with the rule, and nobody acts for a bot', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0] });
    await eyes[0]!.until(() => eyes[0]!.legal.length > 0);
    const n = eyes[0]!.last!.n;
    await expect(send(table, 'move', 0, { move: 'extend a1 a2' })).rejects.toMatchObject({ code: 'rule', rule: expect.stringMatching(/^R/) as string });
    await expect(send(table, 'move', 0, { move: 'nonsense' })).rejects.toMatchObject({ code: 'unreadable' });
    await expect(send(table, 'move', 0, { move: eyes[0]!.legal[0], at: 1 })).rejects.toMatchObject({ code: 'stale' });
    await expect(send(table, 'move', 1, { move: 'pass' })).rejects.toMatchObject({ code: 'not-your-seat' });
    for (const t of ['tick', 'bot-move', 'credit', 'chat']) await expect(send(table, t, 0)).rejects.toMatchObject({ code: 'malformed' });
    expect(eyes[0]!.last!.n).toBe(n);
    const [other] = device.watch(table, 1);
    expect(other!.why?.code).toBe('not-your-seat');
    table.close();
  });

  it('gives hints, which mark the table, and explains the score', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0] });
    await eyes[0]!.until(() => eyes[0]!.legal.length > 0);
    const { hint } = (await send(table, 'hint', 0)) as unknown as { hint: { ideas: { move: { text: string } }[] } };
    expect(eyes[0]!.legal).toContain(hint.ideas[0]!.move.text);
    const [again] = device.watch(table, 0);
    expect(again!.about).toMatchObject({ unrated: true });
    const score = (await send(table, 'score', 0)) as unknown as { points: string[]; lines: unknown[][] };
    expect(score.points.length).toBe(2);
    table.close();
  });

  it('ends when nobody is left who wants to play, and begins again one seat further', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'cyclades', people: [0], players: 3 });
    await expect(send(table, 'rematch', 0)).rejects.toMatchObject({ code: 'no-rematch' });
    await send(table, 'resign', 0);
    expect(eyes[0]!.events.slice(-2)).toEqual([{ e: 'resign', seat: 0, why: 'player' }, { e: 'over', how: 'stopped' }]);
    expect(eyes[0]!.last!.result!.places[0]).toBe(3);
    expect(device.kept.record).toContain('1 resigns');
    await send(table, 'rematch', 0);
    const id = device.kept.rematch!;
    expect(eyes[0]!.events.at(-1)).toEqual({ e: 'rematch', table: id });
    expect(device.shelf.get(id)!.seats).toMatchObject([{ kind: 'bot' }, { kind: 'human', name: 'P0' }, { kind: 'bot' }]);
    const next = device.open(id);
    const [eye] = device.watch(next, 1);
    expect(eye!.about).toMatchObject({ phase: 'playing', game: 'cyclades' });
    next.close();
    table.close();
  });

  it('goes on with a bot when one of three resigns', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0, 1, 2], players: 3 });
    await send(table, 'resign', 1);
    expect(eyes[0]!.events.slice(-2)).toMatchObject([{ e: 'resign', seat: 1 }, { e: 'standin', seat: 1 }]);
    expect(device.kept.phase).toBe('playing');
    await expect(send(table, 'move', 1, { move: 'pass' })).rejects.toMatchObject({ code: 'not-playing' });
    await playOut(table, eyes);
    expect(eyes[0]!.moves.some((e) => e.seat === 1 && e.by === 'bot')).toBe(true);
    expect(eyes[0]!.last!.result!.places[1]).toBe(3);
    table.close();
  }, 60000);

  it('lets the lowest scorer begin the next game of Myriath (R3.2)', async () => {
    const device = new Device(engine);
    const { table, eyes } = device.begin({ game: 'myriath', people: [0, 1] });
    await playOut(table, eyes);
    const { places } = eyes[0]!.last!.result!;
    expect(new Set(places).size).toBe(2);
    await send(table, 'rematch', 0);
    const next = device.open(device.kept.rematch);
    const begins = (places.indexOf(2) + 1) % 2; // one seat further
    const [eye] = device.watch(next, begins);
    expect(eye!.last!.turn).toEqual([begins]);
    expect(eye!.events.some((e) => e.e === 'luck' && e.move?.startsWith('start'))).toBe(false);
    next.close();
    table.close();
  });
});

suite('time at a table of this device', () => {
  let device: Device;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    device = new Device(engine);
    device.byHand = true;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('whose time is up has lost, where that is so', async () => {
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0, 1], clock: { kind: 'bank', ms: 10000, increment: 0, zero: 'lose' } });
    expect(eyes[0]!.last!.left).toEqual([10000, 10000]);
    const asked = eyes.find((e) => e.legal.length > 0)!;
    await device.later(9500);
    expect(device.kept.phase).toBe('playing');
    await device.later(1000);
    expect(asked.events.slice(-2)).toEqual([{ e: 'resign', seat: asked.seat, why: 'clock' }, { e: 'over', how: 'stopped' }]);
    expect(asked.last!.result!.places[asked.seat!]).toBe(2);
    table.close();
  });

  it('or a bot moves for them', async () => {
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0, 1], clock: { kind: 'move', ms: 5000 } });
    const asked = eyes.find((e) => e.legal.length > 0)!;
    await device.later(4500);
    expect(asked.moves).toEqual([]);
    await device.later(500);
    for (let i = 0; i < 100 && !asked.moves.length; i++) await device.think();
    expect(asked.moves[0]).toMatchObject({ seat: asked.seat, by: 'clock' });
    expect(device.kept.phase).toBe('playing');
    table.close();
  });

  it('gives back the time that the device slept, or the table was closed', async () => {
    const { table, eyes } = device.begin({ game: 'mykerinos', people: [0, 1], clock: { kind: 'bank', ms: 10000, increment: 0, zero: 'lose' } });
    const asked = eyes.find((e) => e.legal.length > 0)!;
    await device.later(3000);
    device.now += 3600_000; // no timer ran
    await device.later(1000);
    expect(device.kept.phase).toBe('playing');
    expect(asked.events.at(-1)).toEqual({ e: 'credit' });
    expect(asked.last!.left![asked.seat!]).toBeGreaterThan(6000);
    expect(asked.last!.left![asked.seat!]).toBeLessThanOrEqual(7500);
    table.close();
    device.now += 86400_000;
    const later = device.open();
    const [eye] = device.watch(later, asked.seat);
    expect(eye!.last!.left![asked.seat!]).toBeGreaterThan(5000);
    expect(eye!.last!.left![asked.seat!]).toBeLessThan(7500);
    await device.later(8000);
    expect(device.kept.phase).toBe('over');
    later.close();
  });

  /** Myst in real time, at the beginning of the race. */
  async function race(more: Partial<Case> = {}): Promise<{ table: LocalTable; eyes: Seat[] }> {
    const { table, eyes } = device.begin({ game: 'myst', people: [0, 1], ...more, options: { pmode: 'rt', ...more.options } });
    for (let i = 0; i < 20 && !eyes[0]!.legal.some((m) => m.startsWith('place')); i++) {
      const asked = eyes.find((e) => e.legal.length > 0)!;
      await send(table, 'move', asked.seat!, { move: asked.legal[0] });
    }
    return { table, eyes };
  }

  it('the guard of a race places a piece when nobody does (Myst R4.15)', async () => {
    const { table, eyes } = await race({ options: { stall_s: 10 } });
    const before = eyes[0]!.moves.length;
    await device.later(9500);
    expect(eyes[0]!.moves.length).toBe(before);
    await device.later(500);
    expect(eyes[0]!.moves.slice(before)).toMatchObject([{ by: 'guard' }]);
    table.close();
  });

  it('a wrong try in a race costs a moment, and only that seat (Myst R4.11)', async () => {
    const { table, eyes } = await race();
    const places = eyes.map((e) => e.legal.filter((m) => m.startsWith('place')));
    const [piece, cell] = places[0]!.map((m) => m.split(' ')[1]);
    const wrong = `try ${piece} ${cell}`;
    await expect(send(table, 'move', 0, { move: wrong })).rejects.toMatchObject({ code: 'rule', rule: 'R2.2' });
    await expect(send(table, 'move', 0, { move: places[0]![0] })).rejects.toMatchObject({ code: 'rule', rule: 'R4.11' });
    await send(table, 'move', 1, { move: places[1]!.at(-1) });
    await device.later(1000);
    await send(table, 'move', 0, { move: eyes[0]!.legal.find((m) => m.startsWith('place')) });
    table.close();
  });

  it('both teams race at once, the bot at its pace (Myst R4.14)', async () => {
    vi.useRealTimers();
    device.byHand = false;
    const { table, eyes } = device.begin({ game: 'myst', people: [0], level: 'skilled', options: { pmode: 'rt' } });
    const eye = eyes[0]!;
    await eye.until(() => eye.legal.length > 0);
    const began = performance.now();
    await send(table, 'move', 0, { move: eye.legal[0] }); // the first Landmark
    await eye.until(() => eye.legal.some((m) => m.startsWith('place')));
    const mine = () => eye.moves.filter((e) => e.seat === 0).length;
    const theirs = () => eye.moves.filter((e) => e.seat === 1).length;
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

/** The line of a record that tells its seed. */
const seedOf = (record: string): string => /\[Seed "\w+"\]/.exec(record)![0];

suite('a game that an older version kept as a record', () => {
  /** As that version wrote it. */
  function old(device: Device, play: Play, more: Partial<Kept> = {}): void {
    const seats = [{ seat: 0, name: 'P0', kind: 'human' as const }, { seat: 1, name: 'beginner (bot)', kind: 'bot' as const, level: 'beginner' }];
    seats.forEach((s) => play.name(s.seat, s.name));
    device.shelf.set(ID, { table: ID, game: play.status.game, seats, record: play.record(), past: 0, phase: 'playing', created: 5, seen: 6, ...more });
  }
  function played(game: string, moves: number): Play {
    const play = engine.start({ game, players: 2, table: ID });
    for (let i = 0; i < moves; i++) {
      play.luck();
      const { owes } = play.status;
      if (!owes.length) break;
      const legal = movesOf(play.legal(owes[0]!));
      play.move(owes[0]!, legal[i % legal.length]!);
    }
    play.luck();
    return play;
  }

  it.each(['mykerinos', 'myriath', 'myst', 'mytikas', 'cyclades'])('goes on where it was, and its draws are still proved: %s', async (game) => {
    const device = new Device(engine);
    const play = played(game, 12);
    old(device, play);
    const table = device.open();
    const [eye] = device.watch(table, 0);
    expect(eye!.last!.view).toEqual(play.view(0));
    expect(eye!.events.filter((e) => e.e === 'move' || e.e === 'luck').length).toBe(play.steps(0).length);
    expect(device.kept).toMatchObject({ created: 5, game, phase: 'playing' });
    expect(device.kept.record).toBeUndefined(); // the log is the truth now
    await send(table, 'resign', 0);
    expect(device.kept.record).toContain(seedOf(play.record()));
    if (existsSync(PROGRAM)) verified(device.kept.record!);
    table.close();
  });

  it('is still over when it was, with the same record', async () => {
    const device = new Device(engine);
    for (const [play, resigned] of [[played('mykerinos', 1000), false], [played('mykerinos', 9), true]] as const) {
      if (resigned) play.resign(0);
      const record = play.record();
      old(device, play, { phase: 'over', record });
      const table = device.open();
      const [eye] = device.watch(table, 0);
      expect(eye!.about!.phase).toBe('over');
      expect(eye!.last!.result!.points).toEqual(play.look(0).result!.points);
      expect(eye!.last!.result!.places).toEqual(play.look(0).result!.places);
      await send(table, 'rematch', 0);
      expect(device.kept.record).toContain(seedOf(record));
      expect(device.kept.record!.split('\n').length).toBe(record.split('\n').length);
      table.close();
    }
  });

  it('that played on from another game plays on from all its moves', async () => {
    const device = new Device(engine);
    const play = played('mykerinos', 9);
    old(device, play, { past: 4 });
    const table = device.open();
    const [eye] = device.watch(table, 0);
    expect(eye!.last!.view).toEqual(play.view(0));
    expect(eye!.about).toMatchObject({ past: play.status.moves, unrated: true });
    await expect(send(table, 'undo', 0)).rejects.toMatchObject({ code: 'nothing-to-undo' });
    await playOut(table, [eye!]);
    expect(engine.read(device.kept.record!).status.node).toBe('over');
    table.close();
  });
});
