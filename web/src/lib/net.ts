// The connection: who we are, one socket for everything, and coming back by itself. It knows messages, not tables:
// whoever watches a table is told its messages, and a new connection continues from what it has seen.
// SPDX-License-Identifier: MIT
import { readJson } from './former';
import { WITHOUT_SERVER } from './address';
import { randomHex } from '../engine/random';
import type { Game, Refused } from './protocol';
import { Pulse } from './pulse';
import { reach } from './reach.svelte';
import { asSentence, onSpeak, speaks, t } from './words';

export type Message = { t: string; re?: string; table?: string; seat?: number | null; n?: number; [key: string]: unknown };
export type State = 'off' | 'connecting' | 'on';

/** A server that restarts says when to come back, in milliseconds, so that not everybody does at once. */
export function backIn(code: number, reason: string): number | undefined {
  const said = code === 1001 ? /^back in (\d{1,5}) ms$/.exec(reason) : null;
  return said ? Number(said[1]) : undefined;
}

/** Long enough for a slow network; a server that sleeps never answers, and its proxy asks another one next time. */
const TICKET_MS = 8000;
const late = (): Promise<never> => new Promise((_, fail) => setTimeout(() => fail(new TypeError('nobody answers')), TICKET_MS));

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly rule: string | undefined,
    words: string,
  ) {
    super(words);
  }

  /** For people, in their language. */
  get sentence(): string {
    return asSentence(this.message);
  }
}

export interface Watcher {
  table: string;
  seat: number | null;
  key?: string;
  /** The last n seen, 0: nothing yet. */
  since(): number;
  hear(message: Message): void;
  /** The server does not let us watch. */
  refused(why: Refusal): void;
}

/** The other side of a table: the server, or the engine in this page. */
export interface Connection {
  /** It tells all events of a table each time, so that none need be kept. */
  readonly whole: boolean;
  watch(w: Watcher): void;
  unwatch(w: Watcher): void;
  /** The stream from what was seen on; `whole`: the whole table again. */
  ask(w: Watcher, whole?: boolean): void;
  /** Sends a request; the promise is its answer. `again`: it is repeated after a cut, which its id makes harmless. */
  request(message: Message, again?: boolean): Promise<Message>;
  /** A game with its verbs. */
  game(name: string): Promise<Game>;
}

interface Waiting {
  message: Message;
  done(answer: Message): void;
  fail(why: Error): void;
  /** May be sent again after a cut: its id makes it harmless. */
  again: boolean;
  sent: boolean;
}

export interface Me {
  person: string;
  name: string;
  account: boolean;
  /** An account may have none, and come by passkey alone. */
  password?: boolean;
  /** Of those who look after the club. */
  role?: 'moderator' | 'admin';
}

const TOKEN = 'petteia.token';
const BROWSER = 'petteia.browser';

/** A random number that this browser keeps for itself: two accounts that use one browser do not play each other for ratings (docs/fair.md). */
function thisBrowser(): string {
  const kept = localStorage.getItem(BROWSER) ?? `b${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  localStorage.setItem(BROWSER, kept);
  return kept;
}

export async function api<T>(path: string, body?: unknown, token?: string | null, method = body === undefined ? 'GET' : 'POST', keepalive = false): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': speaks() };
  if (token) headers.Authorization = `Bearer ${token}`;
  const request = { method, headers, keepalive, body: body === undefined ? undefined : JSON.stringify(body) };
  const answer = await reach.watch(WITHOUT_SERVER ? Promise.reject(new TypeError('there is no server')) : fetch(`/api/${path}`, request));
  const type = answer.headers.get('content-type') ?? '';
  const got: unknown = type.includes('json') ? readJson(await answer.text()) : type.includes('zip') ? await answer.blob() : await answer.text();
  if (answer.ok) return got as T;
  const trouble = got as { code?: string; words?: string };
  throw new Refusal(trouble.code ?? String(answer.status), undefined, trouble.words ?? answer.statusText);
}

const games = new Map<string, Promise<Game>>();
onSpeak(() => games.clear());

/** A game with its verbs, asked for once. */
function gameNamed(name: string): Promise<Game> {
  let game = games.get(name);
  if (!game) {
    game = api<Game>(`games/${name}`);
    game.catch(() => games.delete(name));
    games.set(name, game);
  }
  return game;
}

export class Net implements Connection {
  readonly whole = false;
  readonly game = gameNamed;
  /** Told on every change of the connection. */
  onState: (state: State) => void = () => {};
  /** Told what concerns this person, wherever they are. */
  onNotice: (notice: Message) => void = () => {};
  /** Told what this person wants to hear of. */
  onBell: (m: Message) => void = () => {};
  /** We are nobody any more. */
  onForget: () => void = () => {};
  /** We are somebody else, or nobody. */
  onMe: () => void = () => {};
  /** A tournament has a table for us. */
  onSeat: (m: Message) => void = () => {};
  /** Those who have a study open. */
  readonly studies = new Set<(m: Message) => void>();
  state: State = 'off';
  get me(): Me | null {
    return this.who;
  }
  set me(who: Me | null) {
    this.who = who;
    this.onMe();
  }
  private who: Me | null = null;
  /** The name a new guest gets. */
  name: () => string = () => 'Guest';
  /** One that the server takes, if it refuses that name. */
  otherName: () => string = () => 'Guest';
  private asking: Promise<Me> | null = null;
  private socket: WebSocket | null = null;
  private watchers = new Set<Watcher>();
  private waiting = new Map<string, Waiting>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = false;
  /** What the server was told last. */
  private hidden = false;
  private count = 0;
  private readonly run = randomHex(6);
  private readonly pulse = new Pulse({
    waits: () => this.state !== 'on' || [...this.waiting.values()].some((w) => w.sent),
    ping: () => this.state === 'on' && this.socket!.send('{"t":"ping"}'),
    dead: () => this.giveUp(),
  });

  // --- who we are ---

  get token(): string | null {
    return localStorage.getItem(TOKEN);
  }

  /** Becomes a guest if we are nobody yet. */
  person(): Promise<Me> {
    if (this.me) return Promise.resolve(this.me);
    this.asking ??= this.find().finally(() => (this.asking = null));
    return this.asking;
  }

  private async find(): Promise<Me> {
    if (this.token) {
      try {
        this.me = await api<Me>('me', undefined, this.token);
        return this.me;
      } catch (why) {
        if (!(why instanceof Refusal) || why.code !== 'who') throw why;
        localStorage.removeItem(TOKEN); // the server has forgotten us
        this.onForget();
      }
    }
    const guest = (name: string): Promise<Me & { token: string }> => api('guest', { name });
    const made = guest(this.name()).catch((why: unknown) => {
      if (!(why instanceof Refusal) || why.code !== 'name') throw why;
      return guest(this.otherName()); // whoever comes to play is not kept at the door by a name
    });
    return this.become(await made);
  }

  become(answer: Me & { token?: string }): Me {
    if (answer.token) localStorage.setItem(TOKEN, answer.token);
    this.me = { person: answer.person, name: answer.name, account: answer.account, ...(answer.password === undefined ? {} : { password: answer.password }), ...(answer.role ? { role: answer.role } : {}) };
    return this.me;
  }

  /** The server ends this device's token, or with 'forgotten' everything of this person; only then are we nobody. */
  async end(how: 'logged out' | 'forgotten'): Promise<void> {
    try {
      if (how === 'forgotten') await api('me', undefined, this.token, 'DELETE');
      else await api('logout', {}, this.token);
    } catch (why) {
      if (!(why instanceof Refusal) || why.code !== 'who') throw why; // nobody has the token: it has ended already
    }
    this.forget();
  }

  forget(): void {
    localStorage.removeItem(TOKEN);
    this.me = null;
    this.onForget();
    this.socket?.close();
  }

  // --- the socket ---

  /** Connects, and stays connected until close(). */
  open(): void {
    this.wanted = true;
    if (!this.socket && this.timer === undefined) void this.connect();
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.socket?.close();
  }

  /** What comes from now on is in another language. Whoever watches asks anew for what has come already. */
  speak(language: string): void {
    if (this.state === 'on') void this.request({ t: 'lang', lang: language }).catch(() => {});
  }

  /** Whether anybody can see the page: what happens while nobody can is told in other ways, too. */
  showing(): void {
    const hidden = document.visibilityState === 'hidden';
    if (this.state === 'on' && hidden !== this.hidden) void this.request({ t: 'hidden', yes: hidden }).catch(() => {});
    this.hidden = hidden;
  }

  /** Tries at once, when the person asks or the network comes back. */
  hurry(): void {
    if (!this.wanted || this.socket) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.connect();
  }

  private set(state: State): void {
    if (this.state === state) return;
    this.state = state;
    this.onState(state);
  }

  private async connect(): Promise<void> {
    this.set('connecting');
    let ticket: string;
    try {
      const asked = this.person().then(() => api<{ ticket: string }>('ticket', {}, this.token));
      ticket = (await Promise.race([asked, late()])).ticket;
    } catch (why) {
      if (why instanceof Refusal && why.code === 'who') this.me = null;
      this.later();
      return;
    }
    const place = new URL('/ws', location.href);
    place.protocol = place.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(place, 'petteia.1');
    this.socket = socket;
    this.pulse.start();
    socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', v: 1, ticket, lang: speaks(), browser: thisBrowser() }));
    socket.onmessage = (event) => this.hear(readJson(event.data as string) as Message);
    socket.onclose = (event) => {
      if (this.socket === socket) this.socket = null;
      this.cut(backIn(event.code, event.reason));
    };
  }

  /** Nobody is at the other end any more, who would close it. */
  private giveUp(): void {
    const socket = this.socket!;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.cut();
  }

  private cut(wait?: number): void {
    this.pulse.stop();
    for (const [id, w] of this.waiting)
      if (w.again) w.sent = false;
      else {
        this.waiting.delete(id);
        w.fail(new Refusal('cut', undefined, t('net.cut')));
      }
    if (this.wanted) this.later(wait);
    else {
      this.socket = null;
      this.set('off');
    }
  }

  /** Tries again: when the server asked for it, or after a while that grows with each failure. */
  private later(asked?: number): void {
    this.socket = null;
    this.set('off');
    const wait = asked ?? Math.min(8000, 300 * 2 ** this.tries++) * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.wanted) void this.connect();
    }, wait);
  }

  private hear(m: Message): void {
    this.pulse.heard();
    if (m.t === 'hello') {
      this.tries = 0;
      this.set('on');
      this.hidden = false;
      this.showing();
      for (const w of this.watchers) this.ask(w);
      for (const w of this.waiting.values()) if (!w.sent) this.write(w);
      return;
    }
    if (m.t === 'seat' || m.t === 'bell') {
      (m.t === 'seat' ? this.onSeat : this.onBell)(m);
      return;
    }
    if (m.t === 'study') {
      for (const hear of this.studies) hear(m);
      return;
    }
    const waiting = m.re === undefined ? undefined : this.waiting.get(m.re);
    if (waiting) {
      this.waiting.delete(m.re!);
      if (m.t === 'refused') {
        const r = m as unknown as Refused;
        waiting.fail(new Refusal(r.code, r.rule, r.words));
      } else waiting.done(m);
      if (m.t !== 'table' && m.t !== 'update') return;
    }
    if (m.t === 'notice') {
      if (m.kind === 'lifted') for (const w of this.watchers) if (w.table === m.table) this.ask(w, true); // let in again: there we are
      this.onNotice(m);
      return;
    }
    if (m.table === undefined) return;
    for (const w of this.watchers)
      if (w.table === m.table && (m.seat === undefined || (m.seat ?? null) === w.seat || m.by !== undefined)) w.hear(m);
  }

  private write(w: Waiting): void {
    w.sent = true;
    this.socket!.send(JSON.stringify(w.message));
  }

  request(message: Message, again = false): Promise<Message> {
    const id = `${this.run}-${++this.count}`;
    return new Promise((done, fail) => {
      const w: Waiting = { message: { ...message, id }, done, fail, again, sent: false };
      if (this.state !== 'on' && !again) {
        fail(new Refusal('cut', undefined, t('net.none')));
        return;
      }
      this.waiting.set(id, w);
      if (this.state === 'on') this.write(w);
    });
  }

  // --- watching ---

  watch(w: Watcher): void {
    this.watchers.add(w);
    if (this.state === 'on') this.ask(w);
    else this.open();
  }

  unwatch(w: Watcher): void {
    if (!this.watchers.delete(w) || this.state !== 'on') return;
    this.request({ t: 'unwatch', table: w.table, ...(w.seat === null ? {} : { seat: w.seat }) }).catch(() => {});
  }

  ask(w: Watcher, whole = false): void {
    const since = whole ? 0 : w.since();
    this.request({
      t: 'watch',
      table: w.table,
      ...(w.seat === null ? {} : { seat: w.seat }),
      ...(w.key ? { key: w.key } : {}),
      ...(since ? { since } : {}),
    }).catch((why: unknown) => {
      if (why instanceof Refusal && why.code !== 'cut') w.refused(why);
    });
  }
}

export const net = new Net();
onSpeak((language) => net.speak(language));
