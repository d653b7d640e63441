// The engine: the same C as the server's, compiled to WebAssembly. It needs nothing but the platform and
// runs in a page, in a worker and in Node.
//
//   const engine = await Engine.load(fetch('/petteia.wasm'));
//   const play = engine.start({ game: 'mykerinos', players: 2 });
//   play.luck();
//   const { view, turn, legal } = play.look(0);
// SPDX-License-Identifier: MIT
import { Mind } from './mind';
import { Module, type Source } from './module';
import { Play } from './play';
import { randomHex, seed64 } from './random';
import { EngineTable, type Begun } from './table';
import type { Entry, GameInfo, Level, Setup, TableSetup } from './types';

export class Engine {
  private spoken = 'en';
  /** Asked for once in each language. */
  private known: { games?: readonly GameInfo[]; levels?: readonly Level[] } = {};

  private constructor(private readonly module: Module) {}

  /** What people read in them is in the language spoken. */
  get games(): readonly GameInfo[] {
    if (!this.known.games) {
      this.module.call([], (f) => f.api_games());
      this.known.games = this.module.json<GameInfo[]>();
    }
    return this.known.games;
  }

  get levels(): readonly Level[] {
    if (!this.known.levels) {
      this.module.call([], (f) => f.api_bots());
      this.known.levels = this.module.json<Level[]>();
    }
    return this.known.levels;
  }

  get language(): string {
    return this.spoken;
  }

  /** Says everything from now on in this language, "fr", if it can; otherwise nothing changes. */
  speak(language: string): void {
    if (language === this.spoken || !this.module.call([language], (f, code) => f.api_language(code!))) return;
    this.spoken = language;
    this.known = {};
  }

  static async load(source: Source): Promise<Engine> {
    return new Engine(await Module.load(source));
  }

  /** To be sent to a worker, which then need not load and compile it again. */
  get compiled(): WebAssembly.Module {
    return this.module.compiled;
  }

  game(name: string): GameInfo | undefined {
    return this.games.find((g) => g.name === name);
  }

  /** A new game. Its first draws are still to be made: `luck()`. Throws Refused. */
  start(setup: Setup): Play {
    const players = setup.players ?? this.game(setup.game)?.players[0] ?? 0;
    const options = Object.entries(setup.options ?? {}).map(([name, value]) => `${name}=${value}`);
    const inputs = [setup.game, options.join(' '), setup.position ?? ''];
    const play = new Play(
      this.module,
      this.module.make(inputs, (f, game, opts, position) => f.api_new(game!, players, opts!, position!)),
    );
    setup.names?.forEach((name, seat) => name && play.name(seat, name));
    if (setup.seed !== null && !setup.position) this.sow(play, setup.seed ?? randomHex(32), setup.table ?? `local-${randomHex(6)}`);
    return play;
  }

  /** A game from its record, judged again, at its end. Throws Refused with the line at fault. */
  read(record: string): Play {
    return new Play(this.module, this.module.make([record], (f, text) => f.api_read(text!)));
  }

  /** A bot's level, or "hint", or "open": a hint that knows what is hidden. From the same seed it thinks the
   *  same, as long as iterations and not time are the limit. */
  mind(level: string, game: string, seed = seed64()): Mind {
    return new Mind(this.module, this.module.make([level, game], (f, l, g) => f.api_mind(l!, g!, seed)));
  }

  /** Takes a net, the bytes of games/NAME/nets/PLAYERS.net, for the level "champion". Throws Refused. */
  learn(net: Uint8Array): void {
    this.module.ask([net], (f, at) => f.api_net(at!, net.length));
  }

  // --- tables that this page is the host of; all throw Refused ---

  table(setup: TableSetup, now: number): Begun {
    return EngineTable.begin(this.module, setup, now);
  }

  readTable(table: string, log: readonly Entry[]): EngineTable {
    return EngineTable.read(this.module, table, log);
  }

  /** From the record of a game that was kept as one, of which `past` moves were another game's. */
  adoptTable(setup: TableSetup & { record: string }, past: number, now: number): Begun {
    return EngineTable.adopt(this.module, setup, past, now);
  }

  /** Random games from seed `first` on, as `petteia bench --games` plays them. */
  random(game: string, players: number, first: number, games: number): { decisions: number; plies: number; signature: string } {
    if (!this.module.call([game], (f, name) => f.api_random(name!, players, first, games)))
      throw new RangeError(`no ${game} with ${players} players`);
    return this.module.json();
  }

  private sow(play: Play, seed: string, name: string): void {
    this.module.ask([seed, name], (f, s, table) => f.api_seed(play.pointer, s!, table!));
  }
}
