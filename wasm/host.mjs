// The smallest host of petteia.wasm: what a program without TypeScript needs. In Node it is a command:
//
//   node wasm/host.mjs MODULE random GAMES [GAME PLAYERS]     random games, as petteia bench --games prints them
//   node wasm/host.mjs MODULE speed SECONDS GAME PLAYERS      decisions a second of CPU time
//   node wasm/host.mjs MODULE play ITERATIONS SEED GAME PLAYERS  a game between bots with fair draws: its record
//   node wasm/host.mjs MODULE champions ITERATIONS SEED GAME PLAYERS NET  the same between champions with this net
//   node wasm/host.mjs MODULE contest MILLISECONDS SEED GAME NET GAMES OPENING  champion against master with two players, by CPU time
//   node wasm/host.mjs MODULE hint ITERATIONS SEED RECORD     as petteia hint --json
//   node wasm/host.mjs MODULE analyse ITERATIONS SEED RECORD  as petteia analyse --json
// SPDX-License-Identifier: MIT

/** The exports of a compiled module, with texts in place of pointers: say("api_random", "myst", 2, 1, 40). `clock` is in milliseconds. */
export async function open(module, clock = () => performance.now()) {
  const micros = () => BigInt(Math.round(clock() * 1000));
  const wasi = {
    clock_time_get: (_clock, _precision, at) => {
      new DataView(api.memory.buffer).setBigUint64(at, micros() * 1000n, true);
      return 0;
    },
    fd_close: () => 8,
    fd_seek: () => 8,
    fd_write: () => 8,
  };
  const api = (await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi })).exports;
  api._initialize();
  const put = (input) => {
    const bytes = typeof input === 'string' ? new TextEncoder().encode(`${input}\0`) : input;
    const at = api.api_take(bytes.length);
    new Uint8Array(api.memory.buffer).set(bytes, at);
    return at;
  };
  const bytes = () => {
    const at = api.api_reply(); // before its size: it may still grow
    return new Uint8Array(api.memory.buffer, at, api.api_reply_size()).slice();
  };
  const text = () => new TextDecoder().decode(bytes());
  const say = (name, ...args) => {
    const lent = [];
    const plain = args.map((a) => (typeof a === 'string' || a instanceof Uint8Array ? lent[lent.push(put(a)) - 1] : a));
    const value = api[name](...plain);
    lent.forEach((at) => api.api_give(at));
    return value;
  };
  return { say, text, bytes, json: () => JSON.parse(text()) };
}

/** The lines of `petteia bench --games`. */
export function randomGames(host, games, only, count) {
  const lines = [];
  host.say('api_games');
  for (const { name, players } of host.json())
    for (let n = players[0]; n <= players[1]; n++) {
      if (only && (name !== only || n !== count)) continue;
      host.say('api_random', name, n, 1, games);
      const r = host.json();
      lines.push(`${name}, ${n} players: ${r.games} games, ${r.decisions} decisions, ${r.plies} moves, signature ${r.signature}`);
    }
  return lines;
}

function speed(host, seconds, game, players) {
  let seed = 1, decisions = 0, began = 0;
  const used = () => process.cpuUsage().user / 1e6;
  const batch = (until) => {
    for (const start = used(); used() - start < until; seed += 50) {
      host.say('api_random', game, players, seed, 50);
      decisions += host.json().decisions;
    }
  };
  batch(Math.min(1, seconds / 2)); // until the compiler has done its best
  decisions = 0;
  began = used();
  batch(seconds);
  return decisions / (used() - began);
}

function think(host, what, iterations, seed, record) {
  const play = host.say('api_read', record);
  if (!play) throw new Error(host.text());
  host.say('api_status', play);
  const { game, moves } = host.json();
  const mind = host.say('api_mind', 'hint', game, BigInt(seed));
  host.say('api_mind_budget', mind, 0, iterations);
  if (what === 'hint') {
    host.say('api_look', play, -1);
    const seat = host.json().turn[0];
    host.say('api_observe', play, seat);
    host.say('api_hint', mind, host.bytes(), seat, 8);
    return host.text();
  }
  const decisions = [];
  for (let at = 0; at < moves; at++) {
    host.say('api_go', play, at);
    if (host.say('api_judge', mind, play)) decisions.push(host.text());
  }
  host.say('api_review', mind, play);
  return `{"game":"${game}","decisions":[${decisions}],"players":${host.text()},"complete":true}`;
}

/** Bots against each other, every draw from the seed. `minds`: whose move it is at each seat; `opener` makes the first few moves. */
export function playOut(host, seed, game, minds, opener = 0, opening = 0) {
  const players = minds.length;
  let decisions = 0;
  const play = host.say('api_new', game, players, '', '');
  host.say('api_seed', play, `${seed}`.padStart(64, '0'), 'host');
  for (;;) {
    while (host.say('api_tickets', play)) host.say('api_draw', play, host.say('api_ticket', play));
    host.say('api_status', play);
    if (host.json().node === 'over') break;
    const seat = [...Array(players).keys()].find((s) => {
      host.say('api_legal', play, s);
      return host.text() !== '{}';
    });
    host.say('api_observe', play, seat);
    host.say('api_pick', decisions++ < opening ? opener : minds[seat], host.bytes(), seat);
    if (host.say('api_move', play, seat, host.text())) throw new Error(host.text());
  }
  return play;
}

/** The record of a game in which one bot has every seat. */
function match(host, level, iterations, seed, game, players) {
  const mind = host.say('api_mind', level, game, BigInt(seed));
  host.say('api_mind_budget', mind, 0, iterations);
  host.say('api_record', playOut(host, seed, game, Array(players).fill(mind)));
  return host.text().trimEnd();
}

/** What the champion got of each game against the master: 1, 0, or a half. Each seed is played from both seats. */
function contest(host, millis, seed, game, games, opening) {
  const got = [];
  for (let i = 0; i < games; i++) {
    const number = seed + (i >> 1), mine = i & 1;
    const minds = ['champion', 'master'].map((level) => host.say('api_mind', level, game, BigInt(number)));
    const opener = host.say('api_mind', 'random', game, BigInt(number));
    for (const mind of minds) host.say('api_mind_budget', mind, millis, 0);
    const play = playOut(host, number, game, mine ? [minds[1], minds[0]] : minds, opener, opening);
    host.say('api_look', play, -1);
    const { places } = host.json().result;
    got.push(places[0] === places[1] ? 0.5 : places[mine] === 1 ? 1 : 0);
    [...minds, opener].forEach((mind) => host.say('api_mind_close', mind));
    console.log(`${game} ${number} ${got.at(-1)}  ${got.reduce((a, b) => a + b, 0)} of ${got.length}`);
  }
}

/** Takes the bytes of games/NAME/nets/PLAYERS.net. */
export function learn(host, net) {
  if (host.say('api_net', net, net.length)) throw new Error(host.text());
}

async function main([path, verb, number, ...rest]) {
  const { readFileSync } = await import('node:fs');
  const used = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const host = await open(await WebAssembly.compile(readFileSync(path)), verb === 'contest' ? used : undefined);
  if (verb === 'random') for (const line of randomGames(host, +number, rest[0], +rest[1])) console.log(line);
  else if (verb === 'speed') console.log(Math.round(speed(host, +number, rest[0], +rest[1])));
  else if (verb === 'play') console.log(match(host, 'beginner', +number, rest[0], rest[1], +rest[2]));
  else if (verb === 'champions') (learn(host, readFileSync(rest[3])), console.log(match(host, 'champion', +number, rest[0], rest[1], +rest[2])));
  else if (verb === 'contest') (learn(host, readFileSync(rest[2])), contest(host, +number, +rest[0], rest[1], +rest[3], +rest[4]));
  else console.log(think(host, verb, +number, rest[0], readFileSync(rest[1], 'utf8')));
}

if (globalThis.process?.argv[1]?.endsWith('host.mjs')) await main(process.argv.slice(2));
