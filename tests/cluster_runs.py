"""Runs of three nodes under faults: games are played through all of them while random faults happen, and the histories are checked.
tests/test_cluster.py does some short runs, tests/cluster_faults.py many long ones. Runs share a PostgreSQL with its standby and a NATS,
which takes longest to start; each has a database and nodes of its own. Only a run that fails over leaves its PostgreSQL behind."""
# SPDX-License-Identifier: MIT
import queue
import random
import subprocess
import sys
import threading
import time
import traceback

from client import enter, moves_of
from cluster_clients import DOWN, Play, check
from cluster_mixture import Mixture, some_faults

PATIENCE = 120  # for what must happen, on a machine that has much else to do; what is late by itself is shown in another way
LANES = 3  # runs at the same time: they wait most of the time
SHORT, LONG = 2, 6  # seconds that a node sleeps or is cut off at most; a lease is good for four
PACE = 0.03  # seconds before a move: the processor is for the nodes


def wait_for_moves(plays, more, seconds=PATIENCE):
    """Everybody plays on: that many more moves at each table."""
    wanted, end = [p.moves() + more for p in plays], time.monotonic() + seconds
    while any(p.moves() < w for p, w in zip(plays, wanted)):
        stuck = [(p.table, p.moves()) for p, w in zip(plays, wanted) if p.moves() < w]
        wrong = [w for p in plays for eye in p.eyes for w in eye.wrong]
        assert time.monotonic() < end and not wrong, f"nobody moves any more: {stuck} {wrong}"
        time.sleep(0.05)


def show(c, plays):
    try:
        show_leases(c, plays)
    except Exception as error:
        sys.stderr.write(f"PostgreSQL: {error!r}\n")
    for node in c.nodes:
        sys.stderr.write(f"--- {node.name}\n{node.log_text()[-1500:]}\n")


def show_leases(c, plays):
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


class Run:
    """What a run was and found. `wrong`: a history that must not be, or a node that died of itself; `stuck`: why it ended early. A machine
    that stands still for minutes makes a run stick, so only what is wrong is sure to be a fault of the nodes."""

    def __init__(self, seed):
        self.seed, self.faults, self.wrong, self.compared, self.stuck, self.seconds = seed, [], [], 0, "", 0

    def __str__(self):
        end = "".join(f"; WRONG {w}" for w in self.wrong[:5]) + (f"; STUCK {self.stuck}" if self.stuck else "")
        return f"run {self.seed}: {', '.join(self.faults)}; {self.compared} moves acknowledged or seen, {self.seconds:.0f} s{end}"


def dead_of_themselves(c):
    """Nodes that ended by a signal though nobody sent them one: between faults all of them run."""
    codes = [(node, node.process.poll()) for node in c.nodes]
    return [f"node {node.name} died of signal {-code}: {node.log_text()[-1500:]}" for node, code in codes if code is not None and code < 0]


def compare(c, plays, run):
    """The histories with the log, also of a run that stuck, if the log can be read."""
    try:
        wrong, run.compared = check(c, plays)
        run.wrong += wrong
    except (RuntimeError, subprocess.SubprocessError) as error:
        run.stuck += f" the log cannot be read: {error}"


def under_faults(c, seed, faults, longest):
    """One run at these services (Mixture)."""
    run, rng, plays, begun = Run(seed), random.Random(seed), [], time.monotonic()
    try:
        c.begin()
        c.longest = longest
        for i in range(3):
            plays.append(Play(c, seed * 3 + i, pace=PACE))
        wait_for_moves(plays, 1)
        for fault in some_faults(rng, faults):
            run.faults.append(fault.__name__)
            fault(c, rng)
            wait_for_moves(plays, 1)
            run.wrong += dead_of_themselves(c)
        wait_for_moves(plays, 3)
    except Exception:
        run.stuck = traceback.format_exc()
        show(c, plays)
    for p in plays:
        p.finish()
    compare(c, plays, run)
    c.end()
    run.seconds = time.monotonic() - begun
    return run


def runs(program, seeds, faults, is_over=lambda: False, lanes=LANES, longest=SHORT):
    """Yields each run when it has ended, several at a time. None begins when it is over. `longest`: seconds of a sleep or a cut."""
    waiting, done, stop = queue.SimpleQueue(), queue.SimpleQueue(), threading.Event()
    for seed in seeds:
        waiting.put(seed)

    def work():
        try:
            with Lane(program) as lane:
                while not stop.is_set() and not is_over():
                    done.put(lane.run(waiting.get_nowait(), faults, longest))
        except queue.Empty:
            pass
        except BaseException:
            done.put(traceback.format_exc())
        done.put(None)
    threads = [threading.Thread(target=work) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    try:
        for run in (run for _ in threads for run in iter(done.get, None)):
            if isinstance(run, str):
                raise RuntimeError(run)
            yield run
    finally:  # what has begun ends in order, or servers would be left behind
        stop.set()
        for thread in threads:
            thread.join()


class Lane:
    """Runs one after the other, with the same services as long as they are as they were."""

    def __init__(self, program):
        self.program, self.services, self.c = program, None, None

    def run(self, seed, faults, longest):
        if self.c and self.c.is_used:
            self.__exit__()
        if not self.c:
            self.services = Mixture(self.program)
            self.c = self.services.__enter__()
        run = under_faults(self.c, seed, faults, longest)
        self.c.is_used |= bool(run.stuck)
        return run

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.c:
            self.services.close()
        self.services = self.c = None
