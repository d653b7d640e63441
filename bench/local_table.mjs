// What a move costs at a table of the page's own device: the request, what is kept of it, and what two watchers are told. Random games
// between two people; no bot thinks.
//
//   node bench/local_table.mjs [GAMES] [WASM]     from the root, after ./petteia page
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = fileURLToPath(new URL('../web/', import.meta.url));
const wasm = process.argv[3] ?? fileURLToPath(new URL('../build/wasm/petteia.wasm', import.meta.url));
const { createServer } = await import(pathToFileURL(createRequire(`${web}package.json`).resolve('vite')).href);
const vite = await createServer({ root: web, server: { middlewareMode: true, hmr: false, ws: false, watch: null }, appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true } });
const { Engine } = await vite.ssrLoadModule('/src/engine/index.ts');
const { keptOf, LocalTable } = await vite.ssrLoadModule('/src/local/table.ts');
const { movesOf } = await vite.ssrLoadModule('/src/lib/legal.ts');
const engine = await Engine.load(readFileSync(wasm));

/** The same numbers each time. */
let state = 1;
const below = (n) => (state = (state * 48271) % 2147483647) % n;

async function play(game, seed) {
  const players = Math.max(2, engine.game(game).players[0]);
  const id = 'local-bench';
  const now = Date.now();
  const seats = Array.from({ length: players }, (_, i) => ({ name: `P${i}` }));
  const { table: made, events } = engine.table({ table: id, game, seats, seed: String(seed).padStart(64, '0') }, now);
  const table = new LocalTable(engine, keptOf(made, { table: id, log: events.map((text) => [now, text]), seen: now }), {
    thinker: { stop() {} },
    keep: (kept) => structuredClone(kept),
    name: () => 'local-next',
    alive: () => 0,
    beat: () => {},
    trouble: (why) => { throw why; },
  });
  made.free();
  const eyes = seats.map((_, seat) => ({ table: id, seat, last: null, since: () => 0, hear: (m) => (eyes[seat].last = m), refused: (why) => { throw why; } }));
  eyes.forEach((e) => table.watch(e));
  let moves = 0;
  let spent = 0;
  while (!eyes[0].last.result) {
    const asked = eyes.find((e) => e.last.legal);
    const legal = movesOf(asked.last.legal);
    const move = legal[below(legal.length)];
    const began = performance.now();
    await table.request({ t: 'move', table: id, seat: asked.seat, move, at: asked.last.n });
    spent += performance.now() - began;
    moves++;
  }
  table.close();
  return { moves, spent };
}

const games = Number(process.argv[2] ?? 5);
for (const { name } of engine.games) {
  await play(name, 999); // until the compiler has done its best
  let [moves, spent] = [0, 0];
  for (let i = 1; i <= games; i++) {
    const one = await play(name, i);
    moves += one.moves;
    spent += one.spent;
  }
  console.log(`${name.padEnd(10)} ${moves} moves, ${(spent / moves).toFixed(3)} ms a move`);
}
await vite.close();
