#!/usr/bin/env python3
"""Three nodes on one PostgreSQL and one NATS, and nothing is lost or made twice. Clients play all five games, each seat through a node
of its own, while nodes are killed, put to sleep, cut off from PostgreSQL or NATS, sent away, and while NATS and PostgreSQL are started
again, in random order. Then the histories are checked: the log of each table is one line without fork or gap, every acknowledged move
is in it once, and what each client saw is what the log says. Takes the program; --faults N (20; the long version is 1000), --seed S,
--unfenced: owners do not look whether they still are, which must be found. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import http.client
import os
import random
import signal
import sys
import threading
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http as ask, moves_of, play  # noqa: E402
from cluster import Cluster  # noqa: E402
from serving import events_of  # noqa: E402

GAMES = ("mykerinos", "myst", "cyclades", "mytikas", "myriath")
DOWN = (OSError, http.client.HTTPException, KeyError, TypeError, ValueError)  # a node is down, or an answer was cut off
tests = []


def test(f):
    tests.append(f)
    return f


# --- clients ---

class Eye(threading.Thread):
    """One seat of a table, or a spectator (None), through any node, again and again through another. It keeps what was acknowledged and
    what it saw: {number: event}."""

    def __init__(self, play_at, seat, number):
        super().__init__(daemon=True)
        self.at, self.seat, self.rng = play_at, seat, random.Random(number)
        self.acknowledged, self.seen, self.wrong, self.last, self.count, self.said, self.visits = {}, {}, [], None, 0, [], 0

    def run(self):
        while not self.at.stop:
            try:
                self.visit(self.at.table)
            except DOWN:
                time.sleep(0.05)
            except Exception:
                self.wrong.append(traceback.format_exc())
                return

    def note(self, table, m):
        events = m.get("events", [])
        for i, event in enumerate(events):
            at = m["n"] - len(events) + i + 1
            known = self.seen.setdefault(table, {}).setdefault(at, event)
            if known != event:
                self.wrong.append(f"{table}: seat {self.seat} saw {known} as number {at}, then {event}")

    def visit(self, table):
        base = self.rng.choice(self.at.cluster.nodes).base
        s = enter(base, self.at.token, timeout=6)
        self.visits += 1
        s.send(t="watch", table=table, **({} if self.seat is None else {"seat": self.seat}))
        if self.last and self.last["table"] != table:
            self.last = None
        if self.last:
            s.send(**self.last)
        leave_at = time.monotonic() + self.rng.uniform(0.5, 8)
        while not self.at.stop and self.at.table == table and time.monotonic() < leave_at:
            self.take(s, table, s.receive())

    def take(self, s, table, m):
        self.said = [*self.said[-3:], (m["t"], m.get("code"), m.get("n"), m.get("re"))]
        if m["t"] == "ok" and str(m.get("re", "")).startswith("k"):
            self.acknowledged.setdefault(table, set()).add(m["re"])
            self.last = None
        if m["t"] == "refused" and m["code"] in ("stale", "rule", "not-playing", "not-your-turn"):
            self.last = None
        if m["t"] not in ("table", "update") or m.get("table", table) != table:
            return
        self.note(table, m)
        if "result" in m:
            self.at.over(table)
        elif self.seat is not None and m.get("legal") and not (self.last and m["t"] == "table"):
            self.count += 1
            self.last = dict(t="move", table=table, seat=self.seat, at=m["n"], id=f"k{self.seat}x{self.count}", move=self.rng.choice(moves_of(m["legal"])))
            s.send(**self.last)


class Play:
    """One table after the other, with three eyes on it."""

    def __init__(self, cluster, number):
        self.cluster, self.number, self.made, self.stop = cluster, number, [], False
        self.lock, self.rng = threading.Lock(), random.Random(number)
        self.token = self.insist(lambda base: ask(base, "/api/guest", {"name": f"Kim{number}"})[1]["token"])
        self.table = None
        self.new_table()
        self.eyes = [Eye(self, seat, number * 10 + i) for i, seat in enumerate((0, 1, None))]
        for eye in self.eyes:
            eye.start()

    def insist(self, f):
        end = time.monotonic() + 30
        while True:
            try:
                return f(self.rng.choice(self.cluster.nodes).base)
            except DOWN:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def new_table(self):
        game = GAMES[(self.number + len(self.made)) % len(GAMES)]

        def make(base):
            table = ask(base, "/api/tables", {"game": game, "players": 2, "seats": ["me", "me"]}, self.token)[1]["table"]
            s = enter(base, self.token, timeout=5)
            s.send(t="start", table=table, id="go")
            s.until(re="go")
            return table
        self.table = self.insist(make)
        self.made.append(self.table)

    def over(self, table):
        with self.lock:
            if self.table == table:
                self.new_table()

    def moves(self):
        return sum(len(a) for e in self.eyes for a in e.acknowledged.values())

    def finish(self):
        self.stop = True
        for eye in self.eyes:
            eye.join(20)


def text_of(event):
    return event.get("move")


def check(cluster, plays):
    """What is wrong, and how much was compared."""
    logs, wrong, compared = events_of(cluster), [], 0
    for p in plays:
        for eye in p.eyes:
            wrong += eye.wrong
        for table in p.made:
            log = [(n, body.split(" ")) for n, _, body in logs.get(table, [])]
            if [n for n, _ in log] != list(range(1, len(log) + 1)):
                wrong.append(f"{table}: the log forks or has gaps: {[n for n, _ in log]}"[:300])
            ids = [w[2] for _, w in log if w[0] == "move" and w[2] != "-"]
            if len(ids) != len(set(ids)):
                wrong.append(f"{table}: a move was made twice")
            texts = [" ".join(w[4:] if w[0] == "move" else w[6:]) for _, w in log if w[0] in ("move", "luck")]
            for eye in p.eyes:
                lost = eye.acknowledged.get(table, set()) - set(ids)
                if lost:
                    wrong.append(f"{table}: acknowledged and lost: {sorted(lost)}")
                compared += len(eye.acknowledged.get(table, ()))
                rest = iter(texts)
                for n, event in sorted(eye.seen.get(table, {}).items()):
                    text = text_of(event)
                    if text and text not in rest:  # moves the iterator on: what is seen stands in the log in this order
                        wrong.append(f"{table}: seat {eye.seat} saw {n} {event}, which the log has not")
                        break
                    compared += bool(text)
    return wrong, compared


# --- faults ---

def kill(c, rng):
    node = rng.choice(c.nodes)
    node.stop(signal.SIGKILL)
    time.sleep(rng.uniform(0, 1))
    node.start()


def leave(c, rng):
    node = rng.choice(c.nodes)
    code = node.stop(signal.SIGTERM)
    assert code == 0, f"a node that is sent away ends with {code}"
    node.start()


def sleep(c, rng):
    node = rng.choice(c.nodes)
    node.pause()
    time.sleep(rng.uniform(0.5, 5.5))
    node.go_on()


def cut_store(c, rng):
    node = rng.choice(c.nodes)
    node.to_store.cut()
    time.sleep(rng.uniform(0.5, 5.5))
    node.to_store.heal()


def cut_nats(c, rng):
    node = rng.choice(c.nodes)
    node.to_nats.cut()
    time.sleep(rng.uniform(0.3, 3))
    node.to_nats.heal()


def restart_nats(c, rng):
    c.nats.stop()
    time.sleep(rng.uniform(0, 2))
    c.nats.start()


def restart_postgres(c, rng):
    c.postgres.stop(rng.choice((signal.SIGINT, signal.SIGQUIT)))
    time.sleep(rng.uniform(0, 1))
    c.postgres.start()


FAULTS = (kill, leave, sleep, cut_store, cut_nats, restart_nats, restart_postgres)


def wait_for_moves(plays, more, seconds=30):
    """Everybody plays on: that many more moves at each table."""
    wanted, end = [p.moves() + more for p in plays], time.monotonic() + seconds
    while any(p.moves() < w for p, w in zip(plays, wanted)):
        stuck = [(p.table, p.moves()) for p, w in zip(plays, wanted) if p.moves() < w]
        assert time.monotonic() < end, f"nobody moves any more: {stuck}"
        time.sleep(0.05)


def show(c, plays):
    """How things stand when nobody moves: the leases, and what each node says of each table."""
    sys.stderr.write(f"nodes {c.ask('SELECT *, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - until FROM nodes')}\n")
    for p in plays:
        sys.stderr.write(f"{p.table} {[(e.seat, e.is_alive(), e.last, e.said) for e in p.eyes]}\n")
        sys.stderr.write(f"lease {c.ask(f'SELECT leases.* FROM leases JOIN tables USING(num) WHERE id = {chr(39)}{p.table}{chr(39)}')}\n")
        for node in c.nodes:
            for seat in (0, 1):
                try:
                    s = enter(node.base, p.token, timeout=5)
                    s.send(t="watch", table=p.table, seat=seat)
                    m = s.until(t="table")
                    sys.stderr.write(f"{node.name} {seat} n={m['n']} legal={len(moves_of(m['legal'])) if m.get('legal') else 0} {m.get('phase')} {m.get('result')}\n")
                except DOWN as error:
                    sys.stderr.write(f"{node.name} {seat} {error!r}\n")


def under_faults(program, seed, faults, environment=None):
    rng = random.Random(seed)
    with Cluster(program, environment=environment) as c:
        plays = [Play(c, i) for i in range(3)]
        try:
            done = []
            for _ in range(faults):
                fault = rng.choice(FAULTS)
                done.append(fault.__name__)
                if os.environ.get("PETTEIA_CLUSTER_LOUD"):
                    print(f"{time.strftime('%H:%M:%S')} {done[-1]}", [p.moves() for p in plays], flush=True)
                fault(c, rng)
                wait_for_moves(plays, 1)
            wait_for_moves(plays, 5)
        except AssertionError:
            show(c, plays)
            for p in plays:
                p.finish()
            for node in c.nodes:
                sys.stderr.write(f"--- {node.name}\n{node.log_text()[-1500:]}\n")
            raise
        for p in plays:
            p.finish()
        wrong, compared = check(c, plays)
        print(f"  {faults} faults, {compared} moves acknowledged or seen, seed {seed}", flush=True)
        return wrong


# --- tests ---

@test
def histories_are_one_line_under_faults(program, options):
    wrong = under_faults(program, options.seed, options.faults, {"PETTEIA_TEST_UNFENCED": "1"} if options.unfenced else None)
    assert not wrong, wrong[:5]


class Options:
    def __init__(self, arguments):
        def number(name, otherwise):
            return int(arguments[arguments.index(name) + 1]) if name in arguments else otherwise
        self.faults, self.seed, self.unfenced = number("--faults", 20), number("--seed", random.randrange(10**6)), "--unfenced" in arguments
        self.only = arguments[arguments.index("--only") + 1] if "--only" in arguments else ""


def main():
    program, options = os.path.abspath(sys.argv[1]), Options(sys.argv[2:])
    passed = failed = 0
    for f in tests:
        if options.only not in f.__name__:
            continue
        begun = time.monotonic()
        try:
            f(program, options)
            passed += 1
            print(f"ok   {f.__name__} {time.monotonic() - begun:.1f} s", flush=True)
        except Exception:
            failed += 1
            print(f"FAIL {f.__name__} (seed {options.seed})\n{traceback.format_exc()}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
