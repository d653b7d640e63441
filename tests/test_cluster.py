#!/usr/bin/env python3
"""Three nodes on one PostgreSQL and one NATS, and nothing is lost or made twice. Clients play all five games, each seat through a node
of its own, while nodes are killed, put to sleep, cut off from PostgreSQL or NATS, sent away or given other clocks, and while NATS and
PostgreSQL are started again and PostgreSQL fails over to a standby, in random order. Then the histories are checked: the log of each
table is one line without fork or gap, every acknowledged move is in it once, and what each client saw is what the log says. An owner that
does not look whether it still is, which only a test can make it, is found. Takes the program; --only WORD, --part WORD of what shares three
nodes; --runs N (20; the long version is tests/cluster_faults.py), --faults N a run (3), --seed S of the first run. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import random
import re
import signal
import socket
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Socket, enter, http as ask, moves_of, play  # noqa: E402
from cluster import Cluster  # noqa: E402
from cluster_clients import Play, check  # noqa: E402
from cluster_mixture import FAULTS, some_faults  # noqa: E402
from cluster_runs import PATIENCE, runs, wait_for_moves  # noqa: E402
from postgres import Postgres  # noqa: E402
from serving import events_of  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


# --- tests ---

def new_table(base, token, game="mykerinos", seats=("me", "me")):
    table = ask(base, "/api/tables", {"game": game, "players": len(seats), "seats": list(seats)}, token)[1]["table"]
    s = enter(base, token, timeout=PATIENCE)
    s.send(t="start", table=table, id="go")
    assert s.until(re="go")["t"] == "ok"
    return table


def at_turn(base, token, table):
    """A socket that watches both seats, and the message that asks one of them for a move."""
    s = enter(base, token, timeout=PATIENCE)
    for seat in (0, 1):
        s.send(t="watch", table=table, seat=seat)
    while True:
        m = s.receive()
        if m["t"] in ("table", "update") and m.get("legal"):
            return s, m


def move(s, table, m, name, chooser=random):
    s.send(t="move", table=table, seat=m["seat"], at=m["n"], id=name, move=chooser.choice(moves_of(m["legal"])))


def count(node, name):
    """A number of a node's /metrics."""
    return int(re.search(rf"^petteia_node_{name} (\d+)", ask(node.base, "/metrics")[1], re.M)[1])


def hear_each_other(c):
    """All nodes are connected to NATS."""
    end = time.monotonic() + PATIENCE
    while not all(count(node, "bus_up") for node in c.nodes):
        assert time.monotonic() < end, "NATS is not there"
        time.sleep(0.05)


def numbers(cluster, table):
    return [n for n, _, _ in events_of(cluster, {table})[table]]


def wake_a_sleeper(program, options, environment=None):
    """The owner sleeps and is deaf, another node takes its table, and a move that waits at the sleeper is taken when it wakes. The key of
    the chunks is taken away: leases alone must keep the log one line. Returns the numbers of the log."""
    with Cluster(program, 2, environment=environment, postgres=options.postgres) as c:
        a, b = c.nodes
        hear_each_other(c)
        token = ask(a.base, "/api/guest", {"name": "Kim"})[1]["token"]
        table = new_table(a.base, token)
        c.ask("ALTER TABLE chunks DROP CONSTRAINT chunks_pkey")
        here, m = at_turn(a.base, token, table)
        there, again = at_turn(b.base, token, table)
        a.to_nats.cut()
        a.pause()
        move(here, table, m, "late")
        move(there, table, again, "first")
        answer = there.until(re="first")
        assert answer["t"] == "ok", answer
        a.go_on()
        try:
            said = here.until(re="late")
        except ConnectionError as error:
            said = {"t": str(error)}
        assert environment or said["t"] != "ok", said
        return numbers(c, table)


@test
def an_owner_that_slept_cannot_write(program, options):
    log = wake_a_sleeper(program, options)
    assert log == list(range(1, len(log) + 1)), log


@test
def without_fencing_the_log_forks_and_that_is_found(program, options):
    log = wake_a_sleeper(program, options, {"PETTEIA_TEST_UNFENCED": "1"})
    assert log != list(range(1, len(log) + 1)), "the histories do not show that fencing is off"


@test
def histories_are_one_line_under_faults(program, options):
    """A run that sticks is told, and its histories are compared as far as they go: that everybody plays on after each fault is for the tests
    of that fault, which do one thing at a time."""
    seeds, wrong, compared = range(options.seed, options.seed + options.runs), [], []
    mixture = {fault for seed in seeds for fault in some_faults(random.Random(seed), options.faults)}
    assert options.runs < 20 or mixture == set(FAULTS), "some kinds of faults are in none of these runs"
    for run in runs(program, seeds, options.faults):
        print(f"  {run}", flush=True)
        wrong += run.wrong
        compared.append(run.compared)
    assert not wrong, wrong[:5]
    assert len(compared) == options.runs and all(compared), f"in some runs nothing was compared: {compared}"


# --- tests that share three nodes ---

shared = []


def share(f):
    shared.append(f)
    return f


@share
def a_ticket_of_one_node_opens_one_socket_at_any(c, token):
    a, b, d = (node.base for node in c.nodes)
    ticket = ask(a, "/api/ticket", {}, token)[1]["ticket"]
    s = Socket(b, timeout=PATIENCE)
    s.send(t="hello", v=1, ticket=ticket)
    assert s.receive()["t"] == "hello"
    for base in (a, d):
        again = Socket(base, timeout=PATIENCE)
        again.send(t="hello", v=1, ticket=ticket)
        assert again.receive()["code"] == "ticket"


@share
def whoever_logs_out_at_one_node_is_out_at_all(c, _):
    a, b, _ = (node.base for node in c.nodes)
    token = ask(a, "/api/guest", {"name": "Lou"})[1]["token"]
    s = enter(b, token, timeout=PATIENCE)
    assert ask(a, "/api/logout", {}, token)[0] == 200
    try:
        s.until(t="never")
    except ConnectionError as error:
        assert "1008" in str(error), error
    assert ask(b, "/api/ticket", {}, token)[0] == 401


@share
def who_is_there_is_known_at_all_nodes(c, token):
    a, b, d = (node.base for node in c.nodes)
    table = new_table(a, token)
    sockets = [enter(base, token, timeout=PATIENCE) for base in (a, b, d)]
    for s, seat in zip(sockets, (0, 1, None)):
        s.send(t="watch", table=table, **({} if seat is None else {"seat": seat}))
    for s in sockets:
        s.until(t="there", seats=[0, 1])


@share
def chat_and_notices_reach_all_nodes(c, token):
    a, b, d = (node.base for node in c.nodes)
    table = new_table(a, token)
    sockets = [enter(base, token, timeout=PATIENCE) for base in (a, b, d)]
    for s in sockets:
        s.send(t="watch", table=table)
        s.until(t="table")
    sockets[1].send(t="chat", table=table, text="hello from b", id="c")
    assert sockets[1].until(re="c")["t"] == "ok"
    for s in (sockets[0], sockets[2]):
        while "hello from b" not in str(s.receive()):
            pass


@share
def a_notice_that_one_node_rings_reaches_the_page_at_another(c, token):
    there, here = c.nodes[0].base, c.nodes[1].base
    guests = [ask(there, "/api/guest", {"name": f"Ringer {i}"})[1]["token"] for i in range(2)]
    tokens = [ask(there, "/api/account", {"name": f"Ringer {i}", "password": "seven grey herons"}, g)[1]["token"] for i, g in enumerate(guests)]
    for i in (0, 1):
        assert ask(there, "/api/friends", {"name": f"Ringer {1 - i}"}, tokens[i])[0] == 200
    page = enter(here, tokens[1])
    enter(there, tokens[0])
    said = page.until(t="bell")
    assert said["kind"] == "friend" and said["title"] == "Ringer 0 is here" and said["unread"] == 1, said


def publish(c, *messages):
    """(subject, text) to NATS, which has taken them all when this returns."""
    with socket.create_connection(("127.0.0.1", c.nats.port), PATIENCE) as s:
        s.sendall(b"CONNECT {\"verbose\":false}\r\n" + b"".join(f"PUB {subject} {len(text)}\r\n{text}\r\n".encode() for subject, text in messages) + b"PING\r\n")
        heard = b""
        while b"PONG" not in heard:
            heard += s.recv(4096)
            assert b"-ERR" not in heard, heard


@share
def words_of_a_newer_version_are_ignored(c, token):
    """docs/releases.md: nodes of a version and of the next hear each other."""
    a, b, _ = c.nodes
    table = new_table(a.base, token)
    s, m = at_turn(b.base, token, table)
    before, names = numbers(c, table), [row[0] for row in c.ask("SELECT name FROM nodes WHERE until > 0")]
    strange = ["", "\n", "future 1 2 3\n{}", "future", "events\n", "tour\n", "x" * 5000, f'{{"kind":99,"table":"{table}","from":"{names[0]}","id":1,"new":[]}}']
    at_nodes = [f"petteia.n.{name}.{what}" for name in names for what in ("ask", "web", "future")]
    publish(c, *((subject, text) for text in strange for subject in ("petteia.all", f"petteia.t.{table}", *at_nodes)))
    move(s, table, m, "after")
    assert s.until(re="after")["t"] == "ok"
    after = numbers(c, table)
    assert after[:len(before)] == before and after == list(range(1, len(after) + 1)) and len(after) > len(before), after
    assert all(node.process.poll() is None for node in c.nodes)


@share
def a_node_that_leaves_hands_its_tables_over(c, token):
    a, b, _ = c.nodes
    table = new_table(a.base, token)
    here, _ = at_turn(a.base, token, table)
    there, m = at_turn(b.base, token, table)
    was = holder(c, table)
    assert a.stop() == 0
    assert c.ask(f"SELECT until FROM nodes WHERE name = '{was}'") == [[0]], "nobody waits for its lease to end"
    while m["t"] not in ("ok",):
        move(there, table, m, "on")
        m = there.until(re="on")
    assert holder(c, table) != was
    try:
        here.until(t="never")
    except ConnectionError as error:
        assert "1001" in str(error), error
    a.start()


def holder(c, table):
    return c.ask(f"SELECT node FROM leases JOIN tables USING(num) WHERE id = '{table}'")[0][0]


def take_over(c, token):
    """Kills the node that has a table with a clock; returns how many seconds later another one had it, by the database's clock: from the dead
    node's last commit to the credit; and by how many the credit is not that time."""
    a = c.nodes[0]
    body = {"game": "mykerinos", "players": 2, "seats": ["me", "me"], "clock": {"kind": "bank", "ms": 600000, "increment": 0}}
    table = ask(a.base, "/api/tables", body, token)[1]["table"]
    s = enter(a.base, token, timeout=PATIENCE)
    s.send(t="start", table=table, id="go")
    s.until(re="go")
    was = holder(c, table)
    a.stop(signal.SIGKILL)
    end, credits = time.monotonic() + PATIENCE, []
    while holder(c, table) == was or not credits:
        assert time.monotonic() < end, (was, c.ask("SELECT * FROM nodes"))
        time.sleep(0.05)
        credits = [(at, int(body.split()[1])) for _, at, body in events_of(c, {table})[table] if body.startswith("credit")]
    died = c.ask(f"SELECT alive FROM nodes WHERE name = '{was}'")[0][0]
    a.start()
    assert len(credits) == 1, credits
    began = [at for _, at, body in events_of(c, {table})[table] if body.startswith("start")][-1]
    at, credit = credits[0]
    return (at - died) / 1000, abs(at - max(died, began) - credit) / 1000


@share
def a_dead_nodes_tables_are_taken_over_in_time_and_clocks_are_credited(c, token):
    """Nobody asks for the table: it is found. LEASE 4 s, and a look every second; a machine that stops for a second may try again."""
    tries = []
    while not tries or tries[-1] >= (6, 0) or tries[-1][1] > 0.5:
        assert len(tries) < 4, tries
        tries.append(take_over(c, token))
    print(f"  taken over {tries[-1][0]:.1f} s after the last sign of life", flush=True)


@share
def without_nats_moves_are_slower_and_right(c, token):
    a, b, _ = (node.base for node in c.nodes)
    table = new_table(a, token)
    here, m = at_turn(a, token, table)
    there, _ = at_turn(b, token, table)
    c.nats.stop()
    time.sleep(0.3)
    try:
        for i in range(4):  # now one node moves, now the other, and each sees what the other did
            s, other = (there, here) if i % 2 else (here, there)
            move(s, table, m, f"w{i}")
            assert s.until(re=f"w{i}")["t"] == "ok"
            while True:
                m = other.receive()
                if m["t"] in ("table", "update") and m.get("legal"):
                    break
    finally:
        c.nats.start()


@share
def whoever_is_deleted_at_one_node_leaves_games_that_another_has(c, _):
    a, b, _ = (node.base for node in c.nodes)
    token = ask(a, "/api/guest", {"name": "Zephyrine"})[1]["token"]
    table = new_table(a, token, "myriath", ("me", "greedy"))
    play(a, token, table, 0)[1].s.close()
    assert any("Zephyrine" in body for _, _, body in events_of(c, {table})[table])
    assert ask(b, "/api/me", token=token, method="DELETE")[0] == 200
    end = time.monotonic() + PATIENCE
    while any("Zephyrine" in body for _, _, body in events_of(c, {table})[table]):
        assert time.monotonic() < end, "the name is still there"
        time.sleep(0.1)
    assert numbers(c, table) == list(range(1, len(numbers(c, table)) + 1))


def wait_until_all_are_in(plays):
    end = time.monotonic() + PATIENCE
    while not all(eye.is_in for p in plays for eye in p.eyes):
        assert time.monotonic() < end, [(eye.seat, eye.is_alive(), eye.said, eye.wrong) for p in plays for eye in p.eyes]
        time.sleep(0.02)


def waits_of_nodes(node):
    """How often a node waited for another until it had no more patience (two seconds), or took from it by force what it would not give."""
    return count(node, "unanswered_total") + count(node, "forced_total")


def start_all_again(c):
    """One after the other, while people play. Returns how often a node waited in vain, and the longest time for which each of them was
    to stay away."""
    plays = [Play(c, i, as_page=True) for i in range(2)]
    in_vain = -sum(waits_of_nodes(node) for node in c.nodes)
    for node in c.nodes:
        wait_until_all_are_in(plays)
        wait_for_moves(plays, 3)
        in_vain += waits_of_nodes(node)
        assert node.stop() == 0
        node.start()
    wait_until_all_are_in(plays)
    wait_for_moves(plays, 3)
    in_vain += sum(waits_of_nodes(node) for node in c.nodes)
    for p in plays:
        p.finish()
    wrong, compared = check(c, plays)
    assert not wrong, wrong[:5]
    longest = max(eye.longest for p in plays for eye in p.eyes)
    print(f"  {compared} moves acknowledged or seen; the longest wait for a move was {longest:.2f} s by the clock", flush=True)
    return in_vain, [eye.pauses for p in plays for eye in p.eyes]


@share
def nodes_are_started_again_one_after_the_other_and_nobody_waits_for_a_second(c, _):
    """How long a move takes by the clock is this machine's affair. What a player waits for otherwise is counted: no node waits for another in
    vain, and whoever is told to come back later is in again before a second is over, not counting what a connection and a commit take. A
    machine that stops for two seconds may try again."""
    tries = []
    while not tries or tries[-1]:
        assert len(tries) < 4, tries
        in_vain, pauses = start_all_again(c)
        tries.append(in_vain)
    most = max(sum(ms for ms, _ in p) for p in pauses)
    print(f"  nobody was to stay away for more than {most:.0f} ms", flush=True)
    assert most < 1000, pauses


@test
def three_nodes(program, options):
    with Cluster(program, postgres=options.postgres) as c:
        token = Play.insist(Here(c), lambda base: ask(base, "/api/guest", {"name": "Kim"})[1]["token"])
        for f in shared:
            if options.part not in f.__name__:
                continue
            begun = time.monotonic()
            f(c, token)
            print(f"  {f.__name__} {time.monotonic() - begun:.1f} s", flush=True)


class Here:
    """What Play.insist needs."""

    def __init__(self, cluster):
        self.cluster, self.rng = cluster, random.Random(1)


class Options:
    def __init__(self, arguments):
        def number(name, otherwise):
            return int(arguments[arguments.index(name) + 1]) if name in arguments else otherwise
        self.runs, self.faults, self.seed = number("--runs", 20), number("--faults", 3), number("--seed", 1)
        self.part = arguments[arguments.index("--part") + 1] if "--part" in arguments else ""
        self.only = arguments[arguments.index("--only") + 1] if "--only" in arguments else ""


def main():
    program, options = os.path.abspath(sys.argv[1]), Options(sys.argv[2:])

    def attempt(f):
        begun = time.monotonic()
        try:
            f(program, options)
            print(f"ok   {f.__name__} {time.monotonic() - begun:.1f} s", flush=True)
            return True
        except Exception:
            print(f"FAIL {f.__name__} (seed {options.seed})\n{traceback.format_exc()}", flush=True)
            return False
    # They wait most of the time. The histories stop their PostgreSQL, so they have one of their own.
    with Postgres() as options.postgres, ThreadPoolExecutor(len(tests)) as pool:
        good = list(pool.map(attempt, [f for f in tests if options.only in f.__name__]))
    print(f"{sum(good)} passed, {len(good) - sum(good)} failed")
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
