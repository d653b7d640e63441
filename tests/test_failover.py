#!/usr/bin/env python3
"""Several nodes when PostgreSQL fails over to a standby, when the clocks of the nodes differ, and when the nodes are of two versions. Games
are played through all nodes meanwhile, and the histories are compared with the log as in tests/test_cluster.py. Takes the program; --part
WORD; --other PROGRAM: an older version, which then plays beside this one. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http as ask  # noqa: E402
from cluster import Cluster, Node  # noqa: E402
from cluster_clients import Play, check  # noqa: E402
from postgres import Postgres  # noqa: E402
from test_cluster import PATIENCE, wait_for_moves  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
tests = []


def test(f):
    tests.append(f)
    return f


class Standby(Postgres):
    """A copy of another PostgreSQL that follows it. What that one acknowledges is on this one's disk, too."""

    def __init__(self, primary, **environment):
        self.bin, self.who, self.process = primary.bin, primary.who, None
        self.folder = tempfile.mkdtemp(prefix="petteia-pg-", dir=os.path.dirname(primary.folder))
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self.data, self.log = self.folder + "/data", open(self.folder + "/log", "ab")
        self.run("pg_basebackup", "-h", primary.folder, "-U", "petteia", "-D", self.data, "-R", "-c", "fast", "-X", "stream")
        self.start(**environment)

    def promote(self):
        self.run("pg_ctl", "promote", "-D", self.data, "-w")
        self.ask("ALTER SYSTEM SET synchronous_standby_names = ''")  # there is no third one
        self.ask("SELECT pg_reload_conf()")

    def ask(self, words):
        subprocess.run(["psql", "-X", "-q", "-h", self.folder, "-U", "petteia", "postgres", "-c", words], check=True, stdout=subprocess.DEVNULL)


def with_standby(program, use, **environment):
    with Postgres() as primary:
        c = Cluster(program, 0, postgres=primary)
        standby = Standby(primary, **environment)
        try:
            Standby.ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
            Standby.ask(primary, "SELECT pg_reload_conf()")
            # As docs/hosting-many.md has it: both hosts, and whichever takes writes. By another name, so that no line of the test is between.
            os.symlink(primary.folder, standby.folder + "/first")
            c.url = c.url.replace(f"host={primary.folder}", f"host={standby.folder}/first,{standby.folder}&target_session_attrs=read-write")
            c.nodes += [Node(c, name) for name in "abc"]
            use(c, primary, standby)
        finally:
            c.__exit__()
            standby.__exit__()


@test
def postgresql_fails_over_to_its_standby(program, _):
    def use(c, primary, standby):
        plays = [Play(c, i) for i in range(2)]
        wait_for_moves(plays, 5)
        primary.stop(signal.SIGQUIT)
        begun = time.monotonic()
        time.sleep(0.5)
        standby.promote()
        wait_for_moves(plays, 5)
        print(f"  everybody plays on {time.monotonic() - begun:.1f} s after the first PostgreSQL was killed", flush=True)
        finish(c, plays)
    with_standby(program, use)


def finish(c, plays):
    for p in plays:
        p.finish()
    wrong, compared = check(c, plays)
    print(f"  {compared} moves acknowledged or seen", flush=True)
    assert not wrong, wrong[:5]
    assert compared > 20, compared


def end_one_at(node):
    """A table that this node makes and ends: its dates are that node's."""
    token = ask(node.base, "/api/guest", {"name": "Kim" + node.name})[1]["token"]
    table = ask(node.base, "/api/tables", {"game": "myst", "players": 2, "seats": ["me", "me"]}, token)[1]["table"]
    s = enter(node.base, token, timeout=PATIENCE)
    s.send(t="start", table=table, id="go")
    s.until(re="go")
    s.send(t="resign", table=table, seat=0, id="up")
    assert s.until(re="up")["t"] == "ok"


@contextlib.contextmanager
def skewed_clock():
    """The library to be loaded before a program's own clock. Whoever PostgreSQL runs as can read it."""
    folder = tempfile.mkdtemp(prefix="petteia-clock-")
    library = folder + "/skewed_clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, os.path.join(HERE, "skewed_clock.c"), "-ldl"], check=True)
    os.chmod(folder, 0o755)
    try:
        yield library
    finally:
        shutil.rmtree(folder)


@test
def a_standby_with_another_clock_keeps_no_dead_node_alive(program, _):
    """Its clock is an hour late, and the node that has a table dies with the first PostgreSQL: the node's lease, as it is written, would last
    for an hour. The clocks of the game do not jump either."""
    def use(c, primary, standby):
        a, others = c.nodes[0], c.nodes[1:]
        token = ask(a.base, "/api/guest", {"name": "Kim"})[1]["token"]
        body = {"game": "mykerinos", "players": 2, "seats": ["me", "me"], "clock": {"kind": "bank", "ms": 600000, "increment": 0}}
        table = ask(a.base, "/api/tables", body, token)[1]["table"]
        s = enter(a.base, token, timeout=PATIENCE)
        s.send(t="start", table=table, id="go")
        s.until(re="go")
        a.stop(signal.SIGKILL)
        primary.stop(signal.SIGQUIT)
        standby.promote()
        end, c.nodes = time.monotonic() + PATIENCE, others
        while c.ask(f"SELECT node FROM leases JOIN tables USING(num) WHERE id = '{table}'")[0][0].startswith("a-"):
            assert time.monotonic() < end, c.ask("SELECT * FROM nodes")
            time.sleep(0.1)
        c.nodes = [a, *others]
        there = enter(others[0].base, token, timeout=PATIENCE)
        there.send(t="watch", table=table, seat=0)
        left = there.until(t="table")["left"]
        assert all(ms is None or 480000 < ms <= 600000 for ms in left), left
    with skewed_clock() as library:
        with_standby(program, use, LD_PRELOAD=library, PETTEIA_SKEW_MS="-3600000")


@test
def clocks_that_differ_change_nothing(program, _):
    """One node's wall clock is a day late, another's an hour early; their steady clocks gain and lose one part in a hundred. Dates are the
    database's wherever a table ends."""
    with skewed_clock() as library:
        with Cluster(program, 1) as c:
            for name, skew, drift in (("b", -86400000, 10), ("c", 3600000, -10)):
                c.nodes.append(Node(c, name, {"LD_PRELOAD": library, "PETTEIA_SKEW_MS": skew, "PETTEIA_DRIFT": drift}))
            for node in c.nodes:
                end_one_at(node)
            plays, rng = [Play(c, i) for i in range(2)], random.Random(5)
            for _ in range(3):
                wait_for_moves(plays, 5)
                node = rng.choice(c.nodes)
                node.stop(signal.SIGKILL)
                wait_for_moves(plays, 2)
                node.start()
            finish(c, plays)
            now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
            wrong = c.ask(f"SELECT {now} - created, {now} - changed, {now} - ended, state FROM tables WHERE"
                          f" greatest(created, changed, ended) > {now} + 60000 OR least(created, changed) < {now} - 600000"
                          f" OR ended BETWEEN 1 AND {now} - 600000")
            assert not wrong, f"of another time: {wrong}"
            assert c.ask("SELECT count(*) FROM tables WHERE ended > 0")[0][0] >= len(c.nodes)


@test
def two_versions_play_side_by_side(program, other):
    """A rolling upgrade that stops halfway: one node of the old version, two of the new one; then the old one comes back as a new one. The
    old version must be there first: a database is brought up to date by the first new node."""
    if not other:
        print("  no older program was given (--other)", flush=True)
        return
    with Cluster(other, 2) as c:
        plays = [Play(c, i) for i in range(2)]
        wait_for_moves(plays, 5)
        c.program = program
        c.nodes.append(Node(c, "c"))
        wait_for_moves(plays, 20)
        first = c.nodes[0]
        assert first.stop() == 0
        first.program = program
        first.start()
        wait_for_moves(plays, 20)
        c.nodes[1].stop(signal.SIGKILL)  # the last old one dies
        wait_for_moves(plays, 5)
        c.nodes[1].program = program
        c.nodes[1].start()
        wait_for_moves(plays, 5)
        finish(c, plays)


def main():
    arguments = sys.argv[2:]
    part = arguments[arguments.index("--part") + 1] if "--part" in arguments else ""
    other = os.path.abspath(arguments[arguments.index("--other") + 1]) if "--other" in arguments else None
    good = bad = 0
    for f in [f for f in tests if part in f.__name__]:
        begun = time.monotonic()
        try:
            f(os.path.abspath(sys.argv[1]), other)
            good += 1
            print(f"ok   {f.__name__} {time.monotonic() - begun:.1f} s", flush=True)
        except Exception:
            bad += 1
            print(f"FAIL {f.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{good} passed, {bad} failed")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
