#!/usr/bin/env python3
"""Several nodes when PostgreSQL fails over to a standby, when the clocks of the nodes differ, and when the nodes are of two versions. Games
are played through all nodes meanwhile, and the histories are compared with the log as in tests/test_cluster.py. Takes the program; --part
WORD; --other PROGRAM: the older version, otherwise that of tests/older_program.py. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import random
import re
import signal
import subprocess
import sys
import time
import traceback
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http as ask  # noqa: E402
from cluster import Cluster, Node  # noqa: E402
from cluster_clients import Play, check  # noqa: E402
from cluster_runs import PATIENCE, wait_for_moves  # noqa: E402
from older_program import OlderProgram, ROOT, commit, git  # noqa: E402
from older_store import steps  # noqa: E402
from postgres import Postgres  # noqa: E402
from standby import Standby, skewed_clock  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


def with_standby(program, use, **environment):
    with Postgres() as primary:
        c = Cluster(program, 0, postgres=primary)
        standby = Standby(primary, **environment)
        try:
            set_standbys(primary, "*")
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


def set_standbys(postgres, names):
    postgres.command(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
    postgres.command("SELECT pg_reload_conf()")


@test
def a_commit_that_waits_for_a_standby_for_long_is_taken_for_nobody_elses(program, _):
    """The standby is away, and a commit hangs until the node has no more patience (10 s) and asks over a new connection, where that commit is
    not seen yet. When the standby is back it is there all at once, and it is the node's own."""
    with Cluster(program, 2) as c:
        plays = [Play(c, i) for i in range(2)]
        wait_for_moves(plays, 3)
        set_standbys(c.postgres, "nobody")
        end = time.monotonic() + PATIENCE
        while not all("event=error disk=" in node.log_text() for node in c.nodes):
            assert time.monotonic() < end, "no node has lost its patience"
            time.sleep(0.1)
        set_standbys(c.postgres, "")
        wait_for_moves(plays, 5)
        assert all(node.process.poll() is None for node in c.nodes), [node.log_text()[-500:] for node in c.nodes]
        finish(c, plays)


def end_one_at(node):
    """A table that this node makes and ends: its dates are that node's."""
    token = ask(node.base, "/api/guest", {"name": "Kim" + node.name})[1]["token"]
    table = ask(node.base, "/api/tables", {"game": "myst", "players": 2, "seats": ["me", "me"]}, token)[1]["table"]
    s = enter(node.base, token, timeout=PATIENCE)
    s.send(t="start", table=table, id="go")
    s.until(re="go")
    s.send(t="resign", table=table, seat=0, id="up")
    assert s.until(re="up")["t"] == "ok"


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


NODES_SINCE = 10  # the version of the database that the first nodes had
# A table that is reached by a link is one that every version knows.
ADDS = re.compile(r"CREATE TABLE \w+\(|CREATE INDEX |ALTER TABLE \w+ ADD COLUMN \w+ (?!.*NOT NULL(?!.* DEFAULT))|UPDATE tables SET access = 1 WHERE access = 0 ")


@test
def a_newer_database_only_has_more(_, __):
    """The version before goes on beside it: nothing that it reads or writes is taken away, renamed or asked for in addition
    (docs/releases.md)."""
    later = [part.strip() for step in steps()[NODES_SINCE:] for part in step.split(";") if part.strip()]
    assert len(later) > 20 and not [part for part in later if not ADDS.match(part)], [part for part in later if not ADDS.match(part)]
    for refused in ("DROP TABLE pages", "ALTER TABLE pages RENAME TO leaves", "ALTER TABLE pages ADD COLUMN x INTEGER NOT NULL", "UPDATE pages SET seen = 0", "UPDATE tables SET access = 7 WHERE access = 0 ",
                    "CREATE UNIQUE INDEX one ON pages(seen)"):
        assert not ADDS.match(refused), refused
    assert ADDS.match("ALTER TABLE pages ADD COLUMN x INTEGER NOT NULL DEFAULT 1")


def kinds_of_requests(text):
    """Those that nodes send to each other as numbers (server/node_ask.c), in their order."""
    return re.findall(r"^    (PT_ASK_\w+)", text.split("PT_ASK_BOT_MOVE,")[0], re.M)


@test
def requests_between_nodes_keep_their_numbers(_, __):
    """docs/releases.md. A new kind comes behind those that the older version has."""
    what, header = commit(), "table/request.h"
    if not what:
        raise unittest.SkipTest("the history of this tree is not there")
    old = kinds_of_requests(git("show", f"{what}:{header}"))
    with open(os.path.join(ROOT, header), encoding="utf-8") as file:
        new = kinds_of_requests(file.read())
    assert len(old) > 10 and new[:len(old)] == old, (old, new)


def version_of(c):
    return c.ask("SELECT version FROM store_state")[0][0]


def refuses_newer(c, other):
    """The older program does not begin at a database that a newer one has brought up to date, and says so."""
    done = subprocess.run([other, "serve", "--port", "0", "--store", c.url, "--nats", f"nats://127.0.0.1:{c.nats.port}", "--node", "d"], capture_output=True,
                          text=True, timeout=PATIENCE)
    return done.returncode and "version" in done.stderr


@test
def two_versions_play_side_by_side(program, other):
    """A rolling upgrade that stops halfway: one node of the old version, two of the new one; then the old one comes back as a new one. The
    old version must be there first: a database is brought up to date by the first new node."""
    old = other()
    with Cluster(old, 2) as c:
        plays, before = [Play(c, i) for i in range(2)], version_of(c)
        wait_for_moves(plays, 5)
        c.program = program
        c.nodes.append(Node(c, "c"))
        wait_for_moves(plays, 20)
        after = version_of(c)
        print(f"  versions {before} and {after} of the database", flush=True)
        assert before == after or refuses_newer(c, old), "an older program takes a newer database"
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
    if "--other" in arguments:
        given = os.path.abspath(arguments[arguments.index("--other") + 1])
        other = lambda: given  # noqa: E731
    else:
        other = OlderProgram().program
    counts = {"ok": 0, "FAIL": 0, "skip": 0}
    for f in [f for f in tests if part in f.__name__]:
        begun, how, words = time.monotonic(), "ok", ""
        try:
            f(os.path.abspath(sys.argv[1]), other)
        except unittest.SkipTest as why:
            how, words = "skip", f": {why}"
        except Exception:
            how, words = "FAIL", "\n" + traceback.format_exc()
        counts[how] += 1
        print(f"{how:4} {f.__name__} {time.monotonic() - begun:.1f} s{words}", flush=True)
    print(f"{counts['ok']} passed, {counts['FAIL']} failed, {counts['skip']} skipped")
    return counts["FAIL"] > 0


if __name__ == "__main__":
    sys.exit(main())
