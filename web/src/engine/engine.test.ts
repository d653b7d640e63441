// The engine in Node, on the module that the build made: every game to its end, records both ways, secrets
// kept, bots that think.
// SPDX-License-Identifier: MIT
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { WorkerHost, type FromHost, type ToHost } from './worker_host';
import { type Args, type Channel, Engine, type Legal, type Play, PUBLIC, Refused, Thinker } from './index';

globalThis.crypto ??= webcrypto as Crypto; // Node 18

const root = new URL('../../../', import.meta.url);
const file = process.env.PETTEIA_WASM ?? new URL('build/wasm/petteia.wasm', root);
const built = existsSync(file);
const suite = describe.runIf(built); // without clang, lld and wasi-libc there is no module
let engine: Engine;

beforeAll(async () => {
  if (built) engine = await Engine.load(readFileSync(file));
});

const names = readdirSync(new URL('games/', root), { withFileTypes: true })
  .filter((f) => f.isDirectory())
  .map((f) => f.name)
  .sort();
const levels = ['beginner', 'learner', 'casual', 'regular', 'skilled', 'seasoned', 'expert', 'elite', 'master', 'champion'];

/** The moves of a tree as texts. */
function movesOf(legal: Legal): string[] {
  const fill = (form: string, args: Args): string[] => {
    if (!form.includes('%')) return [form];
    const words = Array.isArray(args) ? args.map((w) => [w, []] as [string, Args]) : Object.entries(args);
    return words.flatMap(([word, rest]) => fill(form.replace('%', word), rest));
  };
  return Object.entries(legal).flatMap(([form, args]) => fill(form, args));
}

/** A numbered stream of numbers, so that a failure can be seen again. */
function numbers(seed: number) {
  return (n: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
}

function playOn(play: Play, random: (n: number) => number, most = Infinity): void {
  play.luck(random);
  for (let i = 0; i < most; i++) {
    const { node, players } = play.status;
    if (node === 'over') return;
    // The public need not know whose turn it is: whoever has moves is asked.
    const seat = Array.from({ length: players }, (_, s) => s).find((s) => Object.keys(play.legal(s)).length > 0)!;
    const moves = movesOf(play.legal(seat));
    play.move(seat, moves[random(moves.length)]!);
    play.luck(random);
  }
}

const golden = names.flatMap((name) =>
  readdirSync(new URL(`games/${name}/golden/`, root))
    .filter((f) => f.endsWith('.play'))
    .map((f) => [`${name}/${f}`, readFileSync(new URL(`games/${name}/golden/${f}`, root), 'utf8')] as const),
);

suite('what there is', () => {
  it('knows the games and the levels', () => {
    expect(engine.games.map((g) => g.name)).toEqual(names);
    expect(engine.levels.map((l) => l.level)).toEqual(levels);
    expect(engine.levels.map((l) => l.pace)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]); // Myst R4.14: two levels each
  });

  it('refuses what cannot be set up, in one sentence', () => {
    expect(() => engine.start({ game: 'chess' })).toThrow("there is no game 'chess'");
    expect(() => engine.start({ game: 'mykerinos', players: 9 })).toThrow(/is for .* players/);
    expect(() => engine.start({ game: 'mykerinos', options: { no: 1 } })).toThrow(/has no option/);
    expect(() => engine.read('[Game "mykerinos"]\n')).toThrow(Refused);
  });
});

suite.each(names)('%s', (name) => {
  it('plays to the end at every number of players, and its record is judged to be the same game', () => {
    const { players } = engine.game(name)!;
    for (let n = players[0]; n <= players[1]; n++) {
      const play = engine.start({ game: name, players: n, seed: '5'.repeat(64), names: ['Ada'] });
      playOn(play, numbers(n));
      const record = play.record();
      const again = engine.read(record);
      expect(again.status).toEqual(play.status);
      expect(again.record()).toBe(record);
      expect(again.look(0)).toEqual(play.look(0));
      expect(play.look(PUBLIC).result?.places).toContain(1);
      const { points, lines } = play.score(PUBLIC);
      expect(lines.map((of) => of.reduce((sum, line) => sum + Number(line.points), 0))).toEqual(points.map(Number));
      play.free();
      again.free();
    }
  });

  it('goes back and forth, and a move made there replaces what followed', () => {
    const play = engine.start({ game: name, seed: '6'.repeat(64) });
    playOn(play, numbers(3), 12);
    const { at } = play.status;
    const end = play.position();
    play.go(0);
    expect(play.status).toMatchObject({ at: 0, moves: at });
    play.go(at);
    expect(play.position()).toBe(end);
    play.go(at - 1);
    playOn(play, numbers(9), 1);
    expect(play.status.moves).toBe(play.status.at);
    expect(() => play.go(100000)).toThrow(RangeError);
  });

  it('refuses a move that is no move, and one of another seat, and changes nothing', () => {
    const play = engine.start({ game: name });
    play.luck();
    const before = play.position();
    expect(play.check(0, 'dance')).toMatchObject({ code: 'unreadable' });
    expect(() => play.move(0, 'dance')).toThrow(Refused);
    expect(() => play.move(7, 'pass')).toThrow(Refused);
    expect(play.position()).toBe(before);
  });
});

suite('records', () => {
  it.each(golden)('%s: every position, seen by everybody', (_, text) => {
    const play = engine.read(text);
    const { moves, players } = play.status;
    expect(play.status.at).toBe(moves);
    for (let viewer = PUBLIC; viewer < players; viewer++) {
      const steps = play.steps(viewer);
      expect(steps.length).toBeLessThanOrEqual(moves);
      for (let at = 0; at <= moves; at += 7) {
        play.go(at);
        expect(play.view(viewer)).toBeTruthy();
      }
    }
    play.free();
  });

  it('says the line at fault', () => {
    const broken = golden.find(([n]) => n.startsWith('mykerinos'))![1].replace(/^1 (\w+) .*$/m, '1 $1 zz');
    try {
      engine.read(broken);
      expect.unreachable();
    } catch (error) {
      expect((error as Refused).refusal.line).toBeGreaterThan(1);
    }
  });

  it('a resignation ends the game and stands in the record', () => {
    const play = engine.start({ game: 'mytikas', players: 2 });
    playOn(play, numbers(1), 4);
    play.resign(1);
    expect(play.status.node).toBe('over');
    expect(play.look(0).result?.places).toEqual([1, 2]);
    expect(engine.read(play.record()).status.resigned).toEqual([1]);
  });
});

suite('secrets', () => {
  it('Myst: five cards are dealt to each team, and only the team sees which', () => {
    const play = engine.start({ game: 'myst', seed: '1'.repeat(64) });
    play.luck();
    const dealt = (viewer: number) => play.steps(viewer).filter((s) => s.move?.startsWith('deal'));
    const hidden = (viewer: number) => play.steps(viewer).filter((s) => s.masked && s.move === undefined);
    expect([dealt(0), dealt(1), dealt(PUBLIC)].map((s) => s.length)).toEqual([5, 5, 0]);
    expect([hidden(0), hidden(1), hidden(PUBLIC)].map((s) => s.length)).toEqual([5, 5, 10]);
    expect(dealt(0).every((s) => s.move!.startsWith('deal y '))).toBe(true);
  });
});

/** A worker host at the other end of real message ports. */
function host(fetchNet?: (game: string, players: number) => Promise<Uint8Array>): Channel {
  const { port1, port2 } = new MessageChannel();
  const far = new WorkerHost((message) => port2.postMessage(message), fetchNet);
  port2.on('message', (message: ToHost) => far.hear(message));
  return {
    post: (message) => port1.postMessage(message),
    listen: (hear) => void port1.on('message', (message: FromHost) => hear(message)),
    close: () => port1.close(),
  };
}

suite('thinking', () => {
  it.each(levels)('%s makes a legal move, the same one from the same seed', (level) => {
    const play = engine.start({ game: 'myriath', seed: '2'.repeat(64) });
    play.luck();
    const seat = play.look(PUBLIC).turn[0]!;
    const picks = [1, 2].map(() => {
      const mind = engine.mind(level, 'myriath', 7n);
      mind.budget({ iterations: 200 });
      const move = mind.pick(play.observe(seat), seat);
      mind.close();
      return move;
    });
    expect(picks[0]).toBe(picks[1]);
    expect(play.check(seat, picks[0]!)).toBeNull();
    const other = engine.mind(level, 'myriath');
    expect(() => other.pick(play.observe(seat), 1 - seat)).toThrow(RangeError);
    other.close();
    play.free();
  });

  it('every level plays every game, whatever the number of players, in one worker with all nets', async () => {
    const warned = vi.spyOn(console, 'warn');
    const fetched: string[] = [];
    const thinker = new Thinker(engine, () =>
      host((game, players) => {
        fetched.push(`${game}/nets/${players}.net`);
        return Promise.resolve(new Uint8Array(readFileSync(new URL(`games/${game}/nets/${players}.net`, root))));
      }),
    );
    for (const { name, players } of engine.games)
      for (let n = players[0]; n <= players[1]; n++) {
        const play = engine.start({ game: name, players: n, seed: '4'.repeat(64) });
        play.luck();
        const seat = play.look(PUBLIC).turn[0]!;
        const view = play.observe(seat);
        for (const level of levels) expect(play.check(seat, await thinker.pick(level, name, view, seat, { iterations: 10 })), `${level} ${name} ${n}`).toBeNull();
        await thinker.hint(name, view, seat, { budget: { iterations: 10 } });
        play.free();
      }
    const nets = names
      .filter((name) => existsSync(new URL(`games/${name}/nets/`, root)))
      .flatMap((name) => readdirSync(new URL(`games/${name}/nets/`, root)).map((f) => `${name}/nets/${f}`));
    expect(fetched.sort()).toEqual(nets.sort());
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
    thinker.stop();
  }, 60000);

  it('a hint thinks on, tells what it has found, and can be stopped', async () => {
    const thinker = new Thinker(engine, () => host());
    const play = engine.start({ game: 'mykerinos', players: 2 });
    play.luck();
    const seat = play.look(PUBLIC).turn[0]!;
    const seen: number[] = [];
    const hint = await thinker.hint('mykerinos', play.observe(seat), seat, {
      budget: { millis: 700 },
      progress: (h) => seen.push(h.iterations),
    });
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(hint.iterations).toBeGreaterThan(seen[0]!);
    expect(play.check(seat, hint.ideas[0]!.move.text)).toBeNull();
    const abort = new AbortController();
    const begun = performance.now();
    setTimeout(() => abort.abort(), 300);
    await thinker.hint('mykerinos', play.observe(seat), seat, { budget: { millis: 60000 }, signal: abort.signal });
    expect(performance.now() - begun).toBeLessThan(20000);
    thinker.stop();
  });

  it('analyses a record in both modes, decision by decision', async () => {
    const thinker = new Thinker(engine, () => host());
    const play = engine.start({ game: 'myst', seed: '3'.repeat(64) });
    playOn(play, numbers(2), 15);
    for (const open of [false, true]) {
      let told = 0;
      const analysis = await thinker.analyse(play.record(), { open, budget: { iterations: 50 }, progress: () => told++ });
      expect(analysis.complete).toBe(true);
      expect(analysis.decisions.length).toBeGreaterThan(0);
      expect(told).toBe(analysis.decisions.length);
      expect(analysis.players.reduce((n, p) => n + p.decisions, 0)).toBe(told);
    }
    await expect(thinker.analyse('no record')).rejects.toThrow();
    thinker.stop();
  });

  it('says why one move is better than another, in the language of the page, and nothing about an illegal one', async () => {
    const thinker = new Thinker(engine, () => host());
    const play = engine.start({ game: 'myriath', players: 2, seed: '5'.repeat(64) });
    playOn(play, numbers(4), 8);
    const seat = play.look(PUBLIC).turn[0]!;
    const { decisions } = await thinker.analyse(play.record(), { seat, budget: { iterations: 30 } });
    expect(decisions.every((d) => d.seat === seat)).toBe(true);
    const view = play.observe(seat);
    const [best, other] = (await thinker.hint('myriath', view, seat, { budget: { iterations: 200 } })).ideas;
    const ask = (to: string) => thinker.why('myriath', view, seat, best!.move.text, to, 100, { iterations: 200 });
    const why = (await ask(other!.move.text))!;
    expect(why.games).toBe(20);
    expect(why.win_permille.every((w) => w >= 0 && w <= 1000)).toBe(true);
    expect(why.words).toContain('20 quick games');
    expect(why.facts.every((f) => f.words && f.more_milli !== 0)).toBe(true);
    expect(await ask('nonsense')).toBeNull();
    thinker.stop();
  });
});
