// boardgame.io under the same load: two clients a match, each moving as soon as it is its turn. The
// server runs in a process of its own, and only its CPU counts. Its default storage is in memory; with FOLDER it is
// the one in files that it comes with (FlatFile), so that its moves outlive it as ours do.
// POSITIONS is a file with the views of a game, a list in JSON; without it ("") a very small game is played.
//   node boardgameio.js MATCHES SECONDS [POSITIONS [FOLDER]]      (prints one line of JSON)
// SPDX-License-Identifier: MIT
const { fork } = require('child_process');
const fs = require('fs');
const { Game, gameOf } = require('./game');

const [positions, folder] = process.argv.slice(4);
const game = positions ? gameOf(JSON.parse(fs.readFileSync(positions, 'utf8'))) : Game;

if (process.argv[2] === 'server') {
  const { Server, FlatFile } = require('boardgame.io/server');
  const server = Server({ games: [game], origins: ['*'], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
  server.run({ port: 0, callback: () => {} }).then((s) => process.send(s.appServer.address().port));
} else {
  const [matches, seconds] = process.argv.slice(2, 4).map(Number);
  const child = fork(__filename, ['server', '', positions ?? '', folder ?? ''], { silent: true });
  child.on('message', (port) => load(port, child, matches, seconds));
}

function cpuOf(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Until the code that counts is compiled: after three seconds of the server's CPU. */
async function warm(pid) {
  const cpu = cpuOf(pid), begin = Date.now();
  while (cpuOf(pid) - cpu < 3 && Date.now() - begin < 30000) await new Promise((done) => setTimeout(done, 100));
}

async function load(port, child, matches, seconds) {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const base = `http://localhost:${port}`;
  const times = [];
  let moves = 0, running = false;
  for (let m = 0; m < matches; m++) {
    const matchID = `match${m}`; // the first to come makes it
    for (const playerID of ['0', '1']) {
      const client = Client({ game, numPlayers: 2, matchID, playerID, multiplayer: SocketIO({ server: base }), debug: false });
      let sent = 0;
      const step = (state) => {
        if (!state || !running) return;
        if (sent && state.ctx.currentPlayer !== playerID) {
          times.push(Date.now() - sent);
          sent = 0;
          moves++;
        }
        if (state.ctx.currentPlayer === playerID && !sent && state._stateID !== step.last) {
          step.last = state._stateID;
          sent = Date.now();
          client.moves.play(state.G.n % 64);
        }
      };
      client.subscribe(step);
      client.start();
      (load.clients ||= []).push([client, step]);
    }
  }
  for (let i = 0; i < 60 && load.clients.some(([c]) => !c.getState()); i++) await new Promise((done) => setTimeout(done, 500));
  await new Promise((done) => setTimeout(done, 1000));
  running = true;
  for (const [client, step] of load.clients) step(client.getState());
  await warm(child.pid);
  moves = times.length = 0;
  const cpu = cpuOf(child.pid), begin = Date.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const used = cpuOf(child.pid) - cpu, took = (Date.now() - begin) / 1000;
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({ moves, seconds: took, cpu_s: used, moves_per_cpu_s: Math.round(moves / used), p50_ms: times[times.length >> 1], p99_ms: times[Math.floor(times.length * 0.99)] }));
  child.kill();
  process.exit(0);
}
