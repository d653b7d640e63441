#!/usr/bin/env python3
"""Workers that think for the bots of several nodes (server/think.h): two nodes, workers that are killed or put to sleep in the middle of a
thought, nodes that lose their tables meanwhile. Takes the program; --part WORD. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import signal
import subprocess
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http as ask, moves_of, play  # noqa: E402
from cluster import Cluster  # noqa: E402
from serving import events_of  # noqa: E402

PATIENCE = 120  # for what must happen, on a machine that has much else to do
tests = []


def test(f):
    tests.append(f)
    return f


class Worker:
    all = []

    def __init__(self, c, threads=1):
        self.process = subprocess.Popen([c.program, "think", "--nats", f"nats://127.0.0.1:{c.nats.port}", "--workers", str(threads)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        Worker.all.append(self.process)
        assert "threads" in self.process.stdout.readline()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(how)
        code = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return code


def count(node, name):
    return int(re.search(rf"^petteia_node_{name} (\d+)", ask(node.base, "/metrics")[1], re.M)[1])


def until(what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


def is_found(node, token):
    """A node that found no worker looks again after two seconds."""
    end, given = time.monotonic() + PATIENCE, count(node, "thoughts_total")
    while count(node, "thoughts_total") == given:
        assert time.monotonic() < end, "nobody thinks for the node"
        bot_moves(let_bot_think(node, token, table_with(node, token, "greedy")))


def guest(node, name="Kim"):
    return ask(node.base, "/api/guest", {"name": name})[1]["token"]


def table_with(node, token, level, game="mykerinos", seats=None):
    seats = seats or ["me", level]
    table = ask(node.base, "/api/tables", {"game": game, "players": len(seats), "seats": seats}, token)[1]["table"]
    s = enter(node.base, token, timeout=PATIENCE)
    s.send(t="start", table=table, id="go")
    assert s.until(re="go")["t"] == "ok"
    return table


def let_bot_think(node, token, table):
    """Moves until the bot has to; returns the socket."""
    s = enter(node.base, token, timeout=PATIENCE)
    for number in range(100):
        s.send(t="watch", table=table, seat=0)
        m = s.until(t="table")
        assert "result" not in m
        if not m.get("legal"):
            return s
        s.send(t="move", table=table, seat=0, at=m["n"], id=f"m{number}", move=moves_of(m["legal"])[0])
        s.until(re=f"m{number}")
    raise AssertionError("the bot never has to move")


def bot_moves(s):
    """The bot's move has come: it is one's own turn, or the game is over."""
    while True:
        m = s.receive()
        if m.get("legal") or "result" in m:
            return m


@test
def without_workers_the_node_thinks(c):
    a = c.nodes[0]
    token = guest(a)
    assert play(a.base, token, table_with(a, token, "greedy"), 0)[0]["result"]


@test
def what_is_no_url_is_refused(c):
    for arguments, code in (([], 2), (["--nats", "http://127.0.0.1"], 1), (["--nats", "nats://127.0.0.1:1", "--workers", "0"], 2), (["--nats", "nats://127.0.0.1:1", "more"], 2)):
        done = subprocess.run([c.program, "think", *arguments], capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == code and done.stderr.startswith("petteia think: "), (arguments, done)


@test
def a_worker_thinks_for_bots_and_hints_of_all_nodes(c):
    w = Worker(c)
    for node in c.nodes:
        token = guest(node)
        is_found(node, token)
        given = count(node, "thoughts_total")
        assert play(node.base, token, table_with(node, token, "greedy"), 0)[0]["result"]
        assert count(node, "thoughts_total") > given
        table = table_with(node, token, "greedy")
        s = enter(node.base, token, timeout=PATIENCE)
        s.send(t="watch", table=table, seat=0)
        bot_moves(s)
        given = count(node, "thoughts_total")
        s.send(t="hint", table=table, seat=0, id="h")
        assert s.until(t="hint")["hint"], "a hint, too, is thought out there"
        assert count(node, "thoughts_total") > given
    assert w.stop() == 0


@test
def a_worker_killed_in_the_middle_of_a_thought_loses_nothing(c):
    """Its job goes to the other one, or is done in the node when there is none; the game has each move once. A thought that is over before
    the worker is killed shows nothing: then there is another one."""
    a, token, begun = c.nodes[0], guest(c.nodes[0]), time.monotonic()
    again = count(a, "thoughts_again_total")
    while count(a, "thoughts_again_total") == again:
        assert time.monotonic() < begun + PATIENCE, "every thought was over before its worker was killed"
        first = Worker(c)
        is_found(a, token)
        s = let_bot_think(a, token, table_with(a, token, "uct"))
        second = Worker(c)
        first.stop(signal.SIGKILL)
        bot_moves(s)
        assert second.stop() == 0
    s = let_bot_think_alone(c, a, token)
    bot_moves(s)


def let_bot_think_alone(c, node, token):
    """The only worker is killed while it thinks."""
    w = Worker(c)
    is_found(node, token)
    s = let_bot_think(node, token, table_with(node, token, "uct"))
    w.stop(signal.SIGKILL)
    return s


@test
def a_worker_that_is_sent_away_finishes_or_gives_back(c):
    a = c.nodes[0]
    w = Worker(c)
    token = guest(a)
    is_found(a, token)
    s = let_bot_think(a, token, table_with(a, token, "uct"))
    assert w.stop() == 0
    bot_moves(s)


@test
def a_thought_that_comes_after_the_table_was_lost_is_dropped(c):
    """The worker sleeps, another node takes the table by force, and gives it back: the epoch is another one."""
    a, b = c.nodes
    w = Worker(c)
    token = guest(a)
    is_found(a, token)
    table = table_with(a, token, "uct")
    s = let_bot_think(a, token, table)
    w.process.send_signal(signal.SIGSTOP)
    stale = count(a, "thoughts_stale_total")
    num = c.ask(f"SELECT num, epoch FROM leases JOIN tables USING(num) WHERE id = '{table}'")[0]
    c.ask(f"UPDATE leases SET epoch = epoch + 1, node = (SELECT name FROM nodes WHERE name LIKE '{b.name}-%' ORDER BY until DESC LIMIT 1) WHERE num = {num[0]}")
    until(lambda: count(a, "thoughts_stale_total") > stale)
    w.process.send_signal(signal.SIGCONT)  # and what it says now is nobody's
    there = enter(b.base, token, timeout=PATIENCE)
    there.send(t="watch", table=table, seat=0)
    bot_moves(there)
    assert bot_moves(s)["n"], "and at the first node, which follows now"
    log = [n for n, _, _ in events_of(c, {table})[table]]
    assert log == list(range(1, len(log) + 1)), log
    assert w.stop() == 0


@test
def who_is_waited_for_comes_first(c):
    """A worker of one thread has many bots' games that nobody watches; a hint is answered before they are through."""
    a = c.nodes[0]
    w = Worker(c)
    token, other = guest(a), guest(a, "Lou")
    is_found(a, token)
    mine = table_with(a, token, "greedy")
    s = enter(a.base, token, timeout=PATIENCE)
    s.send(t="watch", table=mine, seat=0)
    bot_moves(s)
    for _ in range(5):
        ask(a.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["uct", "uct"]}, other)
    passed = []  # thoughts that were over before the hint was: it, one that had begun, and what is told late; the last in the row sees all five
    while not passed or passed[-1] > 3:
        assert len(passed) < 5, passed
        before = sum(count(node, "thoughts_total") for node in c.nodes)
        s.send(t="hint", table=mine, seat=0, id=f"h{len(passed)}")
        s.until(t="hint")
        passed.append(sum(count(node, "thoughts_total") for node in c.nodes) - before)
    print(f"  {passed[-1]} thoughts were over when the hint was", flush=True)
    w.stop(signal.SIGKILL)


def main():
    part = sys.argv[sys.argv.index("--part") + 1] if "--part" in sys.argv else ""
    good = bad = 0
    with Cluster(os.path.abspath(sys.argv[1]), 2) as c:
        for f in [f for f in tests if part in f.__name__]:
            begun = time.monotonic()
            try:
                f(c)
                good += 1
                print(f"ok   {f.__name__} {time.monotonic() - begun:.1f} s", flush=True)
            except Exception:
                bad += 1
                print(f"FAIL {f.__name__}\n{traceback.format_exc()}", flush=True)
                for n in c.nodes:
                    sys.stderr.write(f"--- {n.name}\n{n.log_text()[-1500:]}\n")
    for process in Worker.all:
        if process.poll() is None:
            process.kill()
            process.wait()
    print(f"{good} passed, {bad} failed")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
