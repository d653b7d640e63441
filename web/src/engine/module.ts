// The WebAssembly module as typed calls: texts go in and come out, everything else is numbers.
// SPDX-License-Identifier: MIT
import type { Refusal } from './types';

/** Where the module can come from. */
export type Source = WebAssembly.Module | BufferSource | Response | PromiseLike<Response>;

type Pointer = number;

/** api/api.h, as it is exported. */
export interface Api {
  memory: WebAssembly.Memory;
  _initialize(): void;
  api_take(bytes: number): Pointer;
  api_give(at: Pointer): void;
  api_reply(): Pointer;
  api_reply_size(): number;
  api_language(code: Pointer): number;
  api_games(): void;
  api_bots(): void;
  api_random(game: Pointer, players: number, first: number, games: number): number;
  api_new(game: Pointer, players: number, options: Pointer, position: Pointer): Pointer;
  api_read(record: Pointer): Pointer;
  api_drop(play: Pointer): void;
  api_go(play: Pointer, moves: number): number;
  api_status(play: Pointer): void;
  api_check(play: Pointer, seat: number, move: Pointer): number;
  api_move(play: Pointer, seat: number, move: Pointer): number;
  api_resign(play: Pointer, seat: number): number;
  api_tickets(play: Pointer): number;
  api_draw(play: Pointer, ticket: number): number;
  api_seed(play: Pointer, seed: Pointer, table: Pointer): number;
  api_seeded(play: Pointer): number;
  api_ticket(play: Pointer): number;
  api_name(play: Pointer, seat: number, name: Pointer): number;
  api_record(play: Pointer): number;
  api_position(play: Pointer): void;
  api_look(play: Pointer, viewer: number): void;
  api_view(play: Pointer, viewer: number): void;
  api_legal(play: Pointer, seat: number): void;
  api_score(play: Pointer, viewer: number): void;
  api_steps(play: Pointer, viewer: number): void;
  api_observe(play: Pointer, viewer: number): void;
  api_mind(level: Pointer, game: Pointer, seed: bigint): Pointer;
  api_mind_close(mind: Pointer): void;
  api_mind_needs(mind: Pointer, view: Pointer): number;
  api_net(bytes: Pointer, size: number): number;
  api_mind_budget(mind: Pointer, millis: number, iterations: number): void;
  api_pick(mind: Pointer, view: Pointer, seat: number): number;
  api_hint(mind: Pointer, view: Pointer, seat: number, most: number): number;
  api_why(mind: Pointer, view: Pointer, seat: number, best: Pointer, other: Pointer, lossPermille: number): number;
  api_judge(mind: Pointer, play: Pointer): number;
  api_review(mind: Pointer, play: Pointer): void;
  api_table_plan(id: Pointer, game: Pointer, players: number, options: Pointer, seed: Pointer): Pointer;
  api_table_clock(table: Pointer, kind: Pointer, ms: number, increment: number, loses: number): number;
  api_table_seat(table: Pointer, seat: number, name: Pointer, level: Pointer): number;
  api_table_begin(table: Pointer, record: Pointer, moves: number, now: number): number;
  api_table_adopt(table: Pointer, record: Pointer, past: number, now: number): number;
  api_table_open(id: Pointer): Pointer;
  api_table_read(table: Pointer, at: number, text: Pointer): number;
  api_table_drop(table: Pointer): void;
  api_table_ask(table: Pointer, kind: Pointer, seat: number, text: Pointer, id: Pointer, at: number, now: number): number;
  api_table_rematch(table: Pointer, seat: number, id: Pointer, seed: Pointer, now: number): Pointer;
  api_table_due(table: Pointer): number;
  api_table_absence(table: Pointer, lastAlive: number, now: number): number;
  api_table_thinkers(table: Pointer, now: number): void;
  api_table_watch(table: Pointer, viewer: number, now: number): number;
  api_table_update(table: Pointer, viewer: number, since: number, now: number): void;
  api_table_legal(table: Pointer, seat: number): void;
  api_table_score(table: Pointer, viewer: number): void;
  api_table_observe(table: Pointer, seat: number): void;
  api_table_status(table: Pointer): void;
  api_table_record(table: Pointer): void;
}

/** A refusal, thrown: nothing has changed. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.rule ? `${refusal.rule}: ${refusal.words}` : refusal.words);
    this.name = 'Refused';
  }
}

/** The engine broke one of its own rules; the instance is of no more use. */
export class Broken extends Error {
  override name = 'Broken';
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const response = await (source as PromiseLike<Response> | Response);
  if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status} ${response.url}`);
  // Streaming needs the right content type, which not every host sends.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(
    readonly compiled: WebAssembly.Module,
    private readonly api: Api,
  ) {}

  static async load(source: Source): Promise<Module> {
    const compiled = await compile(source);
    let memory: WebAssembly.Memory | undefined;
    const nowhere = () => 8; // "bad file descriptor": there are no files here
    const wasi = {
      clock_time_get(_clock: number, _precision: bigint, at: number) {
        const nanos = BigInt(Math.round(performance.now() * 1000)) * 1000n;
        new DataView(memory!.buffer).setBigUint64(at, nanos, true);
        return 0;
      },
      fd_close: nowhere,
      fd_seek: nowhere,
      fd_write: nowhere,
    };
    const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi });
    const api = instance.exports as unknown as Api;
    memory = api.memory;
    api._initialize();
    return new Module(compiled, api);
  }

  /** The reply of the last call. */
  bytes(): Uint8Array {
    const at = this.api.api_reply();
    return new Uint8Array(this.api.memory.buffer, at, this.api.api_reply_size()).slice();
  }

  text(): string {
    return this.decoder.decode(this.bytes());
  }

  json<T>(): T {
    return JSON.parse(this.text()) as T;
  }

  /** Calls with texts, or bytes, put into the module's memory for as long as the call lasts. */
  call<T>(inputs: (string | Uint8Array)[], use: (api: Api, ...at: Pointer[]) => T): T {
    const at = inputs.map((input) => this.put(input));
    try {
      return use(this.api, ...at);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw new Broken(this.text() || error.message);
      throw error;
    } finally {
      for (const pointer of at) this.api.api_give(pointer);
    }
  }

  /** The same for what may be refused: `use` returns 0 for yes. */
  ask(inputs: (string | Uint8Array)[], use: (api: Api, ...at: Pointer[]) => number): void {
    if (this.call(inputs, use) !== 0) throw new Refused(this.json<Refusal>());
  }

  /** The same for what may not be there: `use` returns 0 for that. */
  make(inputs: (string | Uint8Array)[], use: (api: Api, ...at: Pointer[]) => Pointer): Pointer {
    const made = this.call(inputs, use);
    if (made === 0) throw new Refused(this.json<Refusal>());
    return made;
  }

  private put(input: string | Uint8Array): Pointer {
    const bytes = typeof input === 'string' ? this.encoder.encode(input.replaceAll('\0', ' ') + '\0') : input;
    const at = this.api.api_take(bytes.length);
    if (at === 0) throw new Broken('there is not enough memory');
    new Uint8Array(this.api.memory.buffer).set(bytes, at);
    return at;
  }
}
