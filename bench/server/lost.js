// What boardgame.io has lost after kill -9, with its storage in files (FlatFile): the harness of tests/test_crash.py
// around another server. A move counts as seen when the other player's client has got it from the server; it is lost
// if the server does not know it after the next start.
//   node lost.js KILLS MATCHES      (prints one line of JSON)
// SPDX-License-Identifier: MIT
const { fork } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Game } = require('./game');

if (process.argv[2] === 'server') {
  const { Server, FlatFile } = require('boardgame.io/server');
  const server = Server({ games: [Game], origins: ['*'], db: new FlatFile({ dir: process.argv[3] }) });
  server.run({ port: Number(process.argv[4]), callback: () => {} }).then((s) => process.send(s.appServer.address().port));
} else {
  main(...process.argv.slice(2).map(Number));
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function start(folder, port) {
  const child = fork(__filename, ['server', folder, String(port)], { silent: true });
  return new Promise((done) => child.on('message', (at) => done({ child, port: at })));
}

/** Two clients a match that move whenever it is their turn; seen[match]: the moves that came from the server. */
function play(port, names, seen, on) {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const clients = [];
  for (const [m, matchID] of names.entries())
    for (const playerID of ['0', '1']) {
      const client = Client({ game: Game, numPlayers: 2, matchID, playerID, multiplayer: SocketIO({ server: `http://localhost:${port}` }), debug: false });
      let sent = false; // its own move is on its way: until the turn passes, what it shows is its own guess
      client.subscribe((state) => {
        const mine = state?.ctx.currentPlayer === playerID;
        if (!mine) sent = false;
        if (!mine || sent) return;
        sent = true;
        seen[m] = Math.max(seen[m], state.G.n); // the last move is the other's: it came over the wire
        setImmediate(() => on.playing && client.moves.play(state.G.n % 64));
      });
      client.start();
      clients.push(client);
    }
  return clients;
}

/** What the server knows of each match, asked by clients that only look; -1: it does not open. */
async function known(port, names) {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const clients = names.map((matchID) =>
    Client({ game: Game, numPlayers: 2, matchID, multiplayer: SocketIO({ server: `http://localhost:${port}` }), debug: false }));
  for (const client of clients) client.start();
  for (let i = 0; i < 200 && clients.some((client) => !client.getState()); i++) await pause(50);
  const out = clients.map((client) => client.getState()?.G.n ?? -1);
  for (const client of clients) client.stop();
  return out;
}

/** A file that was cut off while it was written keeps the whole server from starting: it is taken away, as its host
 * would do. Returns how many there were. */
function clean(folder) {
  let broken = 0;
  for (const name of fs.readdirSync(folder)) {
    try {
      JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
    } catch {
      fs.rmSync(path.join(folder, name));
      broken++;
    }
  }
  return broken;
}

async function main(kills, matches) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boardgameio-'));
  const sum = { kills, seen: 0, lost: 0, lost_at_the_end: 0, matches_destroyed: 0, unreadable: 0, broken_files: 0, kills_with_loss: 0 };
  const names = Array.from({ length: matches }, (_, m) => `match${m}`), had = Array(matches).fill(0);
  let { child, port } = await start(folder, 0);
  for (let kill = 0; kill < kills; kill++) {
    const seen = had.slice(), on = { playing: true }, clients = play(port, names, seen, on);
    for (let i = 0; i < 400 && seen.some((n, m) => n < had[m] + 20); i++) await pause(50); // everybody is at it
    await pause(700 * Math.random());
    child.kill('SIGKILL');
    on.playing = false;
    const at = seen.slice(); // what comes after this instant is no matter
    for (const client of clients) client.stop();
    await pause(200);
    sum.broken_files += clean(folder);
    ({ child, port } = await start(folder, 0));
    const now = await known(port, names);
    let lost = 0;
    for (let m = 0; m < matches; m++) {
      sum.seen += at[m] - had[m];
      const gone = Math.max(0, at[m] - Math.max(0, now[m]));
      lost += gone;
      if (now[m] > 0) sum.lost_at_the_end += gone; // of matches that are still there
      else sum.matches_destroyed++;
      had[m] = Math.max(0, now[m]);
      if (now[m] >= 0) continue;
      sum.unreadable++; // with all that was in it; another takes its place
      names[m] += 'x';
    }
    sum.lost += lost;
    sum.kills_with_loss += lost > 0;
  }
  child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
  sum.lost_percent = Math.round((1000 * sum.lost) / Math.max(1, sum.seen)) / 10;
  console.log(JSON.stringify(sum));
  process.exit(0);
}
