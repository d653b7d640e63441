// A table's state out of messages, without a server: the messages are as docs/protocol.md tells them.
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { backIn, Refusal, type Connection } from '../../src/lib/net';

import { lastMoves, Table } from '../../src/lib/table.svelte';

describe('a server that restarts', () => {
  it('says when to come back', () => {
    expect(backIn(1001, 'back in 2300 ms')).toBe(2300);
    expect(backIn(1000, 'back in 2300 ms')).toBeUndefined();
    for (const odd of ['', 'back in -1 ms', 'back in 1000000 ms', 'back in x ms', 'so back in 5 ms']) expect(backIn(1001, odd)).toBeUndefined();
  });
});

describe('the last moves', () => {
  const log = [
    { e: 'start' },
    { e: 'move', seat: 0, move: 'a' },
    { e: 'move', seat: 1, move: 'b' },
    { e: 'luck', move: 'c' },
    { e: 'chat', seat: 1, text: 'x' },
    { e: 'move', seat: 2, masked: true },
  ];
  it('are those of the others since my own', () => {
    expect(lastMoves(log, 0)).toEqual([
      { seat: 1, move: 'b' },
      { seat: null, move: 'c' },
      { seat: 2, move: null },
    ]);
  });
  it('are my own if nobody moved since', () => {
    expect(lastMoves(log.slice(0, 2), 0)).toEqual([{ seat: 0, move: 'a' }]);
  });
  it('are the last one for a spectator', () => {
    expect(lastMoves(log, null)).toEqual([{ seat: 2, move: null }]);
    expect(lastMoves(log.slice(0, 4), null)).toEqual([{ seat: 1, move: 'b' }, { seat: null, move: 'c' }]);
  });
});

describe('a refusal', () => {
  it('speaks to people in sentences', () => {
    expect(new Refusal('rule', 'R2.2', 'this piece does not belong on g1').sentence).toBe('This piece does not belong on g1');
    expect(new Refusal('not-your-seat', undefined, 'you do not sit there').sentence).toBe('You do not sit there');
  });
});

describe('a question for an undo', () => {
  const update = (n: number, more = {}) => ({ t: 'update', table: 't1', seat: 0, n, events: [{ e: 'chat', seat: 1, text: 'x' }], turn: [0], ...more });
  function table() {
    const connection = { whole: true, watch() {}, unwatch() {}, ask() {}, request() {}, game: () => Promise.resolve(null) } as unknown as Connection;
    const it = new Table('t1', undefined, connection);
    it.open();
    const hear = (m: object) => it.eyes[0]!.hear(m as never);
    hear({ ...update(1), t: 'table', game: 'x', phase: 'playing', seats: [], view: {} });
    return { it, hear };
  }
  it('stands while the table says so, whoever has the turn', () => {
    const { it, hear } = table();
    hear({ t: 'undo-asked', by: 1 });
    hear(update(2, { 'undo-asked': 1 }));
    expect(it.undoAsked).toBe(1);
    hear(update(3));
    expect(it.undoAsked).toBeNull();
  });
  it('is not lost behind moves that are still being shown', () => {
    const { it, hear } = table();
    const later: (() => void)[] = [];
    it.onHear = (_news, take) => later.push(take);
    hear(update(2));
    hear({ t: 'undo-asked', by: 1 });
    for (const take of later) take();
    expect(it.undoAsked).toBe(1);
  });
});

describe('the count before a game', () => {
  const begun = (count?: number) => ({ t: 'table', table: 't1', seat: null, n: 3, events: [], turn: [0], game: 'x', phase: 'playing', seats: [], view: {}, left: [60000, 60000], ...(count === undefined ? {} : { count }) });
  function hears(...messages: object[]) {
    const connection = { whole: true, watch() {}, unwatch() {}, ask() {}, request() {}, game: () => Promise.resolve(null) } as unknown as Connection;
    const it = new Table('t1', undefined, connection);
    it.open();
    for (const m of messages) it.eyes[0]!.hear(m as never);
    return it;
  }
  it('ends when the table says, and no clock runs before', () => {
    const now = performance.now();
    const it = hears(begun(2100));
    expect(it.countedAt! - now).toBeGreaterThanOrEqual(2100);
    expect(it.countedAt! - now).toBeLessThan(60000);
    expect(it.left!.at).toBe(it.countedAt);
  });
  it('is not begun anew by a later message, nor by a table without one', () => {
    const it = hears(begun(2100), begun(900));
    expect(it.countedAt! - it.left!.at).toBeGreaterThan(0);
    expect(hears(begun()).countedAt).toBeNull();
  });
});
