// Who we are: a token is kept until the server says that nobody has it.
// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Net } from '../../src/lib/net';

const TOKEN = 'petteia.token';
let kept: Map<string, string>;
let asked: string[];

/** Every answer of the server, in order. */
function answers(...list: [status: number, type: string, body: string][]): void {
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const [status, type, body] = list.shift() ?? [500, 'text/plain', ''];
    return Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));
  });
}

describe('the token', () => {
  beforeEach(() => {
    kept = new Map([[TOKEN, 'mine']]);
    asked = [];
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [503, 'application/json', '{"code":"retry","words":"the disk"}'],
    [503, 'application/json', '{"code":"memory","words":"none"}'],
    [429, 'application/json', '{"code":"too-fast","words":"wait"}'],
    [401, 'text/html', '<p>a proxy wants a password</p>'],
    [404, 'text/html', '<p>not found</p>'],
    [502, 'text/html', '<p>bad gateway</p>'],
  ])('stays after %d %s', async (status, type, body) => {
    answers([status, type, body]);
    await expect(new Net().person()).rejects.toThrow();
    expect(kept.get(TOKEN)).toBe('mine');
    expect(asked).toEqual(['/api/me']);
  });

  it('goes when nobody has it', async () => {
    answers(
      [401, 'application/json', '{"code":"who","words":"say who you are"}'],
      [201, 'application/json', '{"person":"p2","name":"Guest","account":false,"token":"new"}'],
    );
    await new Net().person();
    expect(kept.get(TOKEN)).toBe('new');
  });

  it('comes with another name when the server refuses ours', async () => {
    kept.clear();
    const net = new Net();
    net.otherName = () => 'Quiet Heron';
    const bodies: unknown[] = [];
    const said = [
      new Response('{"code":"name","words":"it mixes alphabets"}', { status: 400, headers: { 'content-type': 'application/json' } }),
      new Response('{"person":"p3","name":"Quiet Heron","account":false,"token":"new"}', { status: 201, headers: { 'content-type': 'application/json' } }),
    ];
    vi.stubGlobal('fetch', (_: string, how: RequestInit) => (bodies.push(JSON.parse(how.body as string)), Promise.resolve(said.shift()!)));
    expect((await net.person()).name).toBe('Quiet Heron');
    expect(bodies).toEqual([{ name: 'Guest' }, { name: 'Quiet Heron' }]);
  });

  it.each(['logged out', 'forgotten'] as const)('goes when one is %s, and only then', async (how) => {
    const net = new Net();
    answers([503, 'application/json', '{"code":"not-written","words":"the disk"}']);
    await expect(net.end(how)).rejects.toThrow();
    expect(kept.get(TOKEN)).toBe('mine');
    answers([200, 'application/json', '{"person":"p1","name":"Guest","account":false}']);
    await net.end(how);
    expect(kept.has(TOKEN)).toBe(false);
    expect(asked[0]).toBe(how === 'forgotten' ? '/api/me' : '/api/logout');
  });
});

/** What Net needs of a socket. Nobody is at its other end, unless the test speaks. */
class SilentSocket {
  static all: SilentSocket[] = [];
  sent: { t: string; id?: string }[] = [];
  closed = false;
  onopen: () => void = () => {};
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    SilentSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { t: string });
  }

  close(): void {
    this.closed = true;
  }

  greet(): void {
    this.onopen();
    this.onmessage!({ data: '{"t":"hello"}' });
  }
}

describe('a server that sleeps', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    SilentSocket.all = [];
    vi.stubGlobal('localStorage', { getItem: () => 'mine', setItem: () => {}, removeItem: () => {} });
    vi.stubGlobal('location', { href: 'http://localhost/' });
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('WebSocket', SilentSocket);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const speaking = (): void => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"person":"p1","ticket":"t1"}', { status: 200, headers: { 'content-type': 'application/json' } })));
  };
  const after = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

  it('is left, and the move that it did not answer is sent again elsewhere, under its id', async () => {
    speaking();
    const net = new Net();
    net.open();
    await after(1);
    SilentSocket.all[0]!.greet();
    void net.request({ t: 'move', table: 't' }, true);
    await after(20000);
    expect(SilentSocket.all[0]!.closed).toBe(true);
    expect(SilentSocket.all.length).toBeGreaterThan(1);
    const next = SilentSocket.all.at(-1)!;
    next.greet();
    const move = (s: SilentSocket): unknown => s.sent.find((m) => m.t === 'move')!.id;
    expect(move(next)).toBe(move(SilentSocket.all[0]!));
    net.close();
  });

  it('is asked again for a ticket when it gives none', async () => {
    const asked = vi.fn(() => new Promise<Response>(() => {}));
    vi.stubGlobal('fetch', asked);
    const net = new Net();
    net.me = { person: 'p1', name: 'Kim', account: false };
    net.open();
    await after(20000);
    expect(asked.mock.calls.length).toBeGreaterThan(1);
    net.close();
  });
});
