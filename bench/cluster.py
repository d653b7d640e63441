#!/usr/bin/env python3
"""What several nodes cost. In one run with the same clients: messages a move, the time of a move through the node that decides the
table and through one that does not, and instructions a move (of all nodes together, without what they do when nobody moves) with 1, 2, 4
and 8 nodes. Needs PostgreSQL, nats-server and, for instructions, perf; without perf, CPU time. With --callgrind the nodes run in
valgrind, which counts everywhere and makes everything else slow; then --tables 10, so that what nodes do anyway is little beside the
moves. Takes the program; --moves N (300) at each of --tables N (1) at once, --nodes 1,2,4,8."""
# SPDX-License-Identifier: MIT
import glob
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests"))
from client import enter, http, moves_of  # noqa: E402
from cluster import Cluster  # noqa: E402
from postgres import Postgres  # noqa: E402


def metric(node, name):
    text = http(node.base, "/metrics")[1]
    return sum(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"petteia_{name} "))


class Table:
    """Both seats by one person, who watches through one node and moves through it."""

    def __init__(self, made_at, played_at, token):
        self.table = http(made_at.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", "me"]}, token)[1]["table"]
        s = enter(made_at.base, token)
        s.send(t="start", table=self.table, id="go")
        s.until(re="go")
        self.s = enter(played_at.base, token)
        for seat in (0, 1):
            self.s.send(t="watch", table=self.table, seat=seat)
        self.asked, self.rng, self.over = None, random.Random(1), False

    def turn(self):
        while not self.asked and not self.over:
            self.note(self.s.receive())
        return self.asked

    def note(self, m):
        if m["t"] in ("table", "update"):
            self.over |= "result" in m
            self.asked = m if m.get("legal") else self.asked

    def move(self, number):
        """One move, answered; returns the milliseconds."""
        m, self.asked = self.turn(), None
        if not m:
            return None
        begun = time.perf_counter()
        self.s.send(t="move", table=self.table, seat=m["seat"], at=m["n"], id=f"b{number}", move=self.rng.choice(moves_of(m["legal"])))
        while True:
            m = self.s.receive()
            self.note(m)
            if m.get("re") == f"b{number}":
                assert m["t"] == "ok", m
                return (time.perf_counter() - begun) * 1000


def played(nodes, moves, token, through_owner):
    """Moves at tables that the first node decides, one after the other, spread over the nodes."""
    times, table = [], None
    for i in range(moves):
        if not table or not table.turn():
            table = Table(nodes[0], nodes[0] if through_owner else nodes[1 + i % (len(nodes) - 1)], token)
        times.append(table.move(i))
    return [t for t in times if t]


def played_at_once(tables, nodes, moves, token, through_owner):
    with ThreadPoolExecutor(tables) as pool:
        return [t for times in pool.map(lambda _: played(nodes, moves, token, through_owner), range(tables)) for t in times]


class Instructions:
    """Of these processes, by perf; or their CPU time."""

    def __init__(self, nodes):
        self.nodes, self.perf = nodes, None
        if shutil.which("perf"):
            pids = ",".join(str(n.process.pid) for n in nodes)
            self.perf = subprocess.Popen(["perf", "stat", "-x", ",", "-e", "instructions:u", "-p", pids], stderr=subprocess.PIPE, text=True)
            time.sleep(0.3)
        self.before = sum(n.cpu() for n in nodes)

    def done(self):
        cpu = (sum(n.cpu() for n in self.nodes) - self.before) * 1e3
        if self.perf:
            self.perf.send_signal(2)
            counted = [x.split(",")[0] for x in self.perf.communicate()[1].splitlines() if "instructions" in x]
            if counted and counted[0].isdigit():  # not every machine lets it count
                return float(counted[0]) / 1e3, "thousand instructions"
        return cpu, "ms of CPU"


class Callgrind:
    """Instructions of nodes that run in valgrind."""

    def __init__(self, nodes):
        self.nodes = nodes
        for n in nodes:
            subprocess.run(["callgrind_control", "-z", str(n.process.pid)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def done(self):
        counted = 0
        for n in self.nodes:
            subprocess.run(["callgrind_control", "-d", str(n.process.pid)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            dumps = glob.glob(f"{n.data}/callgrind.{n.process.pid}.*")
            with open(max(dumps, key=lambda path: int(path.rsplit(".", 1)[1])), encoding="utf-8") as file:
                counted += sum(int(line.split()[1]) for line in file if line.startswith("totals:"))
        return counted / 1e3, "thousand instructions"


def in_valgrind(program, folder):
    """A program that runs the given one in valgrind, and leaves its counts where the node keeps its data."""
    path = os.path.join(folder, "petteia")
    with open(path, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nfor word; do [ "$last" = --data ] && data=$word; last=$word; done\n'
                   f'exec valgrind -q --tool=callgrind --callgrind-out-file="$data/callgrind.%p" {program} "$@"\n')
    os.chmod(path, 0o755)
    return path


def idle_of(nodes, counter):
    """What these nodes do in a second in which nobody moves."""
    time.sleep(2)  # until they know each other
    work, begun = counter(nodes), time.monotonic()
    time.sleep(5)
    seconds = time.monotonic() - begun
    return work.done()[0] / seconds


def main():
    arguments = sys.argv[2:]
    program, counter, folder = os.path.abspath(sys.argv[1]), Instructions, tempfile.TemporaryDirectory()
    if "--callgrind" in arguments:
        program, counter = in_valgrind(program, folder.name), Callgrind
    moves = int(arguments[arguments.index("--moves") + 1]) if "--moves" in arguments else 300
    tables = int(arguments[arguments.index("--tables") + 1]) if "--tables" in arguments else 1
    counts = arguments[arguments.index("--nodes") + 1] if "--nodes" in arguments else "1,2,4,8"
    with Postgres() as p:
        for count in map(int, counts.split(",")):
            with Cluster(program, count, postgres=p) as c:
                idle = idle_of(c.nodes, counter)
                token = http(c.nodes[0].base, "/api/guest", {"name": "Kim"})[1]["token"]
                for owner in (True, False) if count > 1 else (True,):
                    played_at_once(tables, c.nodes, 10, token, owner)
                    sent, work = sum(metric(n, "node_messages_total") for n in c.nodes), counter(c.nodes)
                    begun = time.monotonic()
                    times = played_at_once(tables, c.nodes, moves, token, owner)
                    seconds = time.monotonic() - begun
                    amount, unit = work.done()
                    amount -= idle * seconds
                    sent = sum(metric(n, "node_messages_total") for n in c.nodes) - sent
                    print(f"{count} nodes, through {'the owner' if owner else 'another '}: median {statistics.median(times):6.2f} ms, "
                          f"99% {sorted(times)[len(times) * 99 // 100]:6.2f} ms, {sent / len(times):.2f} messages, {amount / len(times):.1f} {unit} a move "
                          f"beside {idle:.0f} a second in which nobody moves", flush=True)


if __name__ == "__main__":
    main()
