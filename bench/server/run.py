#!/usr/bin/env python3
"""Measures the server: moves for each second of its CPU with everything durable, latency, fsyncs, bytes of a
move and of coming back, memory of idle connections and tables, moves lost by kill -9, fair shares; beside it, in the same
run, boardgame.io 0.50.2 if npm can install it (bench/server/node_modules, not in git).

Moves for each second are compared game by game: boardgame.io, which has none of ours, goes through the positions
of a game that was played here, so that its tables are as big as ours and its rules cost nothing: once with its storage
in memory, where a crash loses everything, and once with the one in files. A very small game of its own comes last. Each is measured --rounds times, one after the other, and the middle one counts.

    bench/server/run.py [build/petteia] [--tables 200] [--seconds 6] [--rounds 3] [--game NAME] [--idle 10000]
                        [--kills 10] [--no-node] [--only throughput|stores|idle|sizes|tables|lost|shares]

stores: the same load on SQLite, on PostgreSQL and at a node of several in turn, and their ratios; the mark is a half."""
# SPDX-License-Identifier: MIT
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests"))
from client import apply_delta, enter, http, moves_of  # noqa: E402
from cluster import Nats  # noqa: E402
import postgres  # noqa: E402
from serving import Server  # noqa: E402
import test_server  # noqa: E402

GAMES = ("cyclades", "mykerinos", "myriath", "myst", "mytikas")


def build(folder):
    load, sync = os.path.join(folder, "load"), os.path.join(folder, "countsync.so")
    subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", load, os.path.join(HERE, "load.c")], check=True)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", sync, os.path.join(HERE, "countsync.c"), "-ldl"], check=True)
    return load, sync


def tickets(s, token, n):
    """Over a few connections at once, for a ticket does not live long."""
    def some(count):
        c, out = HTTPConnection("127.0.0.1", s.port), []
        for _ in range(count):
            c.request("POST", "/api/ticket", "{}", {"Authorization": "Bearer " + token})
            out.append(json.loads(c.getresponse().read())["ticket"])
        c.close()
        return out
    with ThreadPoolExecutor(16) as workers:
        return [t for part in workers.map(some, [n // 16 + (i < n % 16) for i in range(16)]) for t in part]


def petteia(program, folder, load, sync, tables, seconds, game, games=10, beside=None, flags=()):
    """Two people play whole games, one after the other, each with a connection that watches its own view. What
    is counted begins when everybody is there; boardgame.io, whose code is compiled while it runs, plays a while before."""
    os.environ["LD_PRELOAD"], os.environ["COUNTSYNC"] = sync, os.path.join(folder, "syncs")
    with Server(program, "--rate", "0", "--quiet", *flags) as s:
        os.environ.pop("LD_PRELOAD")
        token = http(s.base, "/api/guest", {"name": "Load"})[1]["token"]
        made = [http(s.base, "/api/tables", {"game": game, "players": 2, "seats": ["me", "me"], "grace": 0}, token)[1]["table"] for _ in range(tables * games)]
        c = enter(s.base, token)  # not before: one that reads nothing for a minute is closed
        for at in range(0, len(made), 64):
            for table in made[at:at + 64]:
                c.send(t="start", table=table, id="go")
            for table in made[at:at + 64]:
                c.until(re="go")
        c.s.close()
        seats = [(seat, ",".join(made[i::tables])) for i in range(tables) for seat in (0, 1)]
        lines = "\n".join(f"{ticket} {seat} {list}" for ticket, (seat, list) in zip(tickets(s, token, len(seats)), seats))
        read = lambda: int.from_bytes(open(os.path.join(folder, "syncs"), "rb").read(8), sys.byteorder)
        p = subprocess.Popen([load, str(s.port), str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        p.stdin.write(lines + "\n.\n")
        p.stdin.flush()
        p.stdout.readline()
        cpu, syncs, other = s.cpu(), read(), beside.cpu() if beside else 0
        p.stdin.write("go\n")
        p.stdin.flush()
        out = json.loads(p.stdout.readline())
        cpu, syncs, other = s.cpu() - cpu, read() - syncs, beside.cpu() - other if beside else 0
        p.wait()
    out.update(cpu_s=round(cpu, 2), moves_per_cpu_s=round(out["moves"] / max(cpu, 0.01)), moves_per_s=round(out["moves"] / out["seconds"]),
               bytes_per_message=out["bytes"] // max(1, out["messages"]), fsyncs=syncs, moves_per_fsync=round(out["moves"] / max(1, syncs), 1))
    if beside:
        out.update(postgres_cpu_s=round(other, 2), moves_per_all_cpu_s=round(out["moves"] / max(cpu + other, 0.01)))
    return out


def idle(program, connections):
    """Memory of connections that have said hello and do nothing."""
    with tempfile.TemporaryDirectory() as folder, \
         Server(program, "--rate", "0", "--quiet", "--connections", str(connections + 500), "--address-sockets", "0") as s:
        load, _ = build(folder)
        token = http(s.base, "/api/guest", {"name": "Load"})[1]["token"]
        enter(s.base, token)
        before, lines, held = s.memory(), [], []
        for part in range(0, connections, 500):  # a ticket lives for 30 seconds
            n = min(500, connections - part)
            lines = "\n".join(f"{t} 0 -" for t in tickets(s, token, n))
            p = subprocess.Popen([load, str(s.port), "600"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
            p.stdin.write(lines)
            p.stdin.close()
            held.append(p)
        time.sleep(3)
        open_now = next(int(l.split()[1]) for l in http(s.base, "/metrics")[1].splitlines() if l.startswith("petteia_connections "))
        after = s.memory()
        for p in held:
            p.kill()
            p.wait()
    print("idle connections:", json.dumps({"connections": open_now, "bytes_each": (after - before) // max(1, open_now)}))


def stored(program, game, tables):
    """Memory of running tables that are held although nobody watches, and of those that have left it. A first lot
    fills what the server keeps anyway (the store's cache, its buffers), the second is measured."""
    out = {}
    for name, seconds in (("held", 600), ("left", 0)):
        with Server(program, "--rate", "0", "--quiet", "--idle", str(seconds)) as s:
            token = http(s.base, "/api/guest", {"name": "Load"})[1]["token"]

            def some(count):
                c, h = enter(s.base, token), HTTPConnection("127.0.0.1", s.port)
                for _ in range(count):
                    h.request("POST", "/api/tables", json.dumps({"game": game, "players": 2, "seats": ["me", "me"]}), {"Authorization": "Bearer " + token})
                    c.send(t="start", table=json.loads(h.getresponse().read())["table"], id="go")
                    c.until(re="go")
                c.s.close()
                h.close()

            with ThreadPoolExecutor(16) as workers:
                for _ in range(2):
                    time.sleep(2.5)
                    before = s.memory()
                    list(workers.map(some, [tables // 16] * 16))
                time.sleep(2.5)
            out[name] = (s.memory() - before) // (tables // 16 * 16)
    return out


def opening(program):
    """Milliseconds to open a long game that has left memory: the server is started anew and asked for the table."""
    with Server(program, "--rate", "0", "--quiet") as s:
        token = http(s.base, "/api/guest", {"name": "Load"})[1]["token"]
        table = http(s.base, "/api/tables", {"game": "cyclades", "players": 5, "seats": ["random"] * 5}, token)[1]["table"]
        c = enter(s.base, token)
        c.send(t="watch", table=table)
        c.send(t="start", table=table)
        begin, m = time.monotonic(), {}
        while "result" not in m and time.monotonic() - begin < 120:  # a game that is over is not read before it is asked for
            m = c.receive()
        s.restart()
        c = enter(s.base, token)
        begin = time.monotonic()
        c.send(t="watch", table=table)
        m = c.until(t="table")
        return {"game": m["game"], "moves": m["moves"], "ms": round((time.monotonic() - begin) * 1000, 1)}


def sizes(program):
    """Bytes of a move for each watcher and of coming back, game by game: the tests that hold them print them."""
    with Server(program, "--rate", "0", "--quiet") as s:
        test_server.whole_games_by_the_small_client_verify(s)
        test_server.coming_back_costs_little(s)


def has_node():
    """boardgame.io is there or could be installed; else why not."""
    if os.path.isdir(os.path.join(HERE, "node_modules", "boardgame.io")) and os.path.isdir(os.path.join(HERE, "node_modules", "node-persist")):
        return None
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=HERE, capture_output=True, text=True)
    return "npm could not install boardgame.io: " + done.stderr.strip()[-200:] if done.returncode else None


def node(script, *args, timeout):
    done = subprocess.run(["node", script, *map(str, args)], cwd=HERE, capture_output=True, text=True, timeout=timeout)
    return json.loads(done.stdout.strip().splitlines()[-1]) if done.returncode == 0 else {"skipped": done.stderr[-400:]}


def positions(program, game):
    """The views of a whole game, as its first seat sees it."""
    out, view, choose = [], {}, random.Random(1)
    with Server(program, "--rate", "0", "--quiet") as s:
        token = http(s.base, "/api/guest", {"name": "Load"})[1]["token"]
        table = http(s.base, "/api/tables", {"game": game, "players": 2, "seats": ["me", "me"]}, token)[1]["table"]
        c, m = enter(s.base, token), {}
        c.send(t="start", table=table, id="go")
        c.until(re="go")
        for seat in (0, 1):
            c.send(t="watch", table=table, seat=seat)
        while "result" not in m:
            m = c.receive()
            if m["t"] not in ("table", "update"):
                continue
            seat = m["seat"]
            view[seat] = m["view"] if "view" in m else apply_delta(view[seat], m.get("delta", {}))
            if seat == 0:
                out.append(json.dumps(view[0]))
            if m.get("legal"):
                c.send(t="move", table=table, seat=seat, at=m["n"], move=choose.choice(moves_of(m["legal"])))
    return out


def middle(runs):
    """The run whose figure is the middle one; it says what the others were."""
    runs = sorted(runs, key=lambda r: r.get("moves_per_cpu_s", 0))
    return {**runs[len(runs) // 2], "all": [r.get("moves_per_cpu_s", 0) for r in runs]}


def compare(name, ours, theirs):
    """Each of their runs with ours of the same round."""
    print(f"boardgame.io 0.50.2, {name}:", json.dumps(middle(theirs)))
    ratios = [a["moves_per_cpu_s"] / b["moves_per_cpu_s"] for a, b in zip(ours, theirs) if b.get("moves_per_cpu_s")]
    if ratios:
        print(f"ratio of moves per server CPU second, {name}: {statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})")


def throughput(program, args, peer):
    with tempfile.TemporaryDirectory() as folder:
        load, sync = build(folder)
        for game in [args.game] if args.game else GAMES:
            views, ours, same, small, durable = os.path.join(folder, game + ".json"), [], [], [], []
            with open(views, "w", encoding="utf-8") as file:
                file.write("[" + ",\n".join(positions(program, game)) + "]")
            for _ in range(args.rounds):
                ours.append(petteia(program, folder, load, sync, args.tables, args.seconds, game))
                if peer:
                    same.append(node("boardgameio.js", args.tables, args.seconds, views, timeout=args.seconds + 120))
                    small.append(node("boardgameio.js", args.tables, args.seconds, timeout=args.seconds + 120))
                    with tempfile.TemporaryDirectory() as files:
                        durable.append(node("boardgameio.js", args.tables, args.seconds, views, files, timeout=args.seconds + 120))
            print(f"petteia, durable, {game}:", json.dumps(middle(ours)))
            if peer:
                compare(game + ", in memory", ours, same)
                compare(game + ", in memory, against its small game", ours, small)
                compare(game + ", in files", ours, durable)
    print("opening a long table:", json.dumps(opening(program)))


def stores(program, args):
    """Durable moves for each second of the server's CPU on SQLite, on PostgreSQL, and as one of several nodes there, in turn; for PostgreSQL also
    with its own CPU."""
    game, runs = args.game or "mykerinos", {"SQLite": [], "PostgreSQL": [], "a node": []}
    nats = Nats()
    with tempfile.TemporaryDirectory() as folder, postgres.Postgres(disk=True) as p:
        load, sync = build(folder)
        for _ in range(args.rounds):
            for name, found in runs.items():
                flags = ("--nats", f"nats://127.0.0.1:{nats.port}", "--node", "a") if name == "a node" else ()
                if name != "SQLite":
                    os.environ["PETTEIA_TEST_POSTGRES"] = p.folder
                found.append(petteia(program, folder, load, sync, args.tables, args.seconds, game, beside=None if name == "SQLite" else p, flags=flags))
                os.environ.pop("PETTEIA_TEST_POSTGRES", None)
    nats.stop()
    ours = middle(runs["SQLite"])
    print(f"on SQLite, {game}:", json.dumps(ours))
    for name in ("PostgreSQL", "a node"):
        theirs = middle(runs[name])
        print(f"{name}, {game}:", json.dumps(theirs))
        print(f"{name} / SQLite, {game}: {theirs['moves_per_cpu_s'] / ours['moves_per_cpu_s']:.2f} of the moves for a second of the server's CPU (mark: 0.50), "
              f"{theirs['moves_per_all_cpu_s'] / ours['moves_per_cpu_s']:.2f} with PostgreSQL's CPU")


def lost(program, kills, peer):
    """Moves that were acknowledged or seen and are gone after kill -9, here and there."""
    done = subprocess.run([sys.executable, os.path.join(HERE, "..", "..", "tests", "test_crash.py"), program, "--kills", str(kills)],
                          capture_output=True, text=True)
    print("petteia, kill -9:", ", ".join(done.stdout.strip().splitlines()))
    if peer:
        print("boardgame.io 0.50.2 with its FlatFile storage, kill -9:", json.dumps(node("lost.js", kills, 6, timeout=60 * kills)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/petteia")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--idle", type=int, default=10000)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--no-node", action="store_true")
    parser.add_argument("--only", choices=("throughput", "idle", "sizes", "tables", "lost", "shares", "stores"))
    args = parser.parse_args()
    program, why = os.path.abspath(args.program), None if args.no_node else has_node()
    peer = not args.no_node and not why
    if why:
        print(why)
    if args.only in (None, "throughput"):
        throughput(program, args, peer)
    if args.only in (None, "stores") and postgres.binaries():
        stores(program, args)
    if args.idle and args.only in (None, "idle"):
        idle(program, args.idle)
    if args.only in (None, "sizes"):
        sizes(program)
    for game in GAMES if args.only in (None, "tables") else ():
        print(f"idle tables of {game}, bytes each:", json.dumps(stored(program, game, 1000)))
    if args.only in (None, "lost"):
        lost(program, args.kills, peer)
    if args.only in (None, "shares"):  # what others notice of one address that wants everything at once
        subprocess.run([sys.executable, os.path.join(HERE, "together.py"), program], check=True)


if __name__ == "__main__":
    main()
