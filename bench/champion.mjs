// The champion against the master in WebAssembly, as a page has them: both think so many milliseconds a move on one core.
//
//   node bench/champion.mjs build/wasm/petteia.wasm GAME PLAYERS [MILLIS [GAMES]]
//
// Champion and master change seats from game to game; prints the champion's share of the wins, with its 95 % interval, against a fair
// share.
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { learn, open, playOut } from '../wasm/host.mjs';

const [module, game, seats, millis = '200', games = '20'] = process.argv.slice(2);
const players = Number(seats);
if (!(players >= 2)) {
  console.error('champion: say which module, game and how many players: node bench/champion.mjs build/wasm/petteia.wasm mytikas 2');
  process.exit(2);
}
const host = await open(await WebAssembly.compile(readFileSync(module)));
learn(host, readFileSync(new URL(`../games/${game}/nets/${players}.net`, import.meta.url)));
let won = 0;
let squares = 0;
for (let n = 1; n <= Number(games); n++) {
  const minds = Array.from({ length: players }, (_, seat) => host.say('api_mind', seat === n % players ? 'champion' : 'master', game, BigInt(n)));
  for (const mind of minds) host.say('api_mind_budget', mind, Number(millis), 0);
  const play = playOut(host, n, game, minds);
  host.say('api_look', play, -1);
  const { places } = host.json().result;
  const first = places.filter((p) => p === 1).length;
  const share = places[n % players] === 1 ? 1 / first : 0;
  won += share;
  squares += share * share;
  for (const mind of minds) host.say('api_mind_close', mind);
  host.say('api_drop', play);
  const mean = won / n;
  const error = n > 1 ? 1.96 * Math.sqrt(Math.max(squares / n - mean * mean, 0) / (n - 1)) : 1;
  if (n === Number(games) || n % 10 === 0) console.log(`${game}, ${players} players, ${millis} ms, ${n} games: ${(100 * mean).toFixed(1)} % +- ${(100 * error).toFixed(1)} (${(mean * players).toFixed(2)} times a fair share)`);
}
