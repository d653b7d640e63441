"""What can happen to several nodes, for tests/cluster_runs.py, which does it in random order: services at which all of it can, and the
faults."""
# SPDX-License-Identifier: MIT
import contextlib
import signal
import time

from cluster import Cluster, Node
from postgres import Postgres
from standby import Standby, skewed_clock

HOUR = 3600000


class Services(Cluster):
    """A cluster for one run after the other, each with a database and three nodes of its own. Its PostgreSQL has a standby."""

    def begin(self):
        self.url = self.postgres.database()
        for name in "abc":
            self.nodes.append(Node(self, name))

    def end(self):
        for node in self.nodes:
            node.close()
        self.nodes = []


class Mixture(contextlib.ExitStack):
    """with Mixture(program) as c: c is Services. The standby has everything that PostgreSQL acknowledged."""

    def __init__(self, program):
        super().__init__()
        self.program = program

    def __enter__(self):
        super().__enter__()
        try:
            clock = self.enter_context(skewed_clock())
            c = self.enter_context(Services(self.program, 0, postgres=Postgres()))
            c.clock, c.is_used = clock, False  # used: PostgreSQL is not the one it was
            self.callback(lambda: c.postgres.__exit__())  # whichever is the first then
            c.postgres.command("ALTER SYSTEM SET synchronous_standby_names = '*'")  # which the standby takes over
            c.standby = Standby(c.postgres)
            self.callback(lambda: c.standby.__exit__())
            c.postgres.command("SELECT pg_reload_conf()")
            return c
        except BaseException:
            self.close()
            raise


def skew(c, rng):
    """The clock of the next PostgreSQL, or of a node."""
    return {"LD_PRELOAD": c.clock, "PETTEIA_SKEW_MS": str(rng.choice((-24 * HOUR, -HOUR, 0, HOUR))), "PETTEIA_DRIFT": str(rng.choice((-10, 0, 10)))}


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
    time.sleep(rng.uniform(0.3, c.longest))
    node.go_on()


def cut_store(c, rng):
    node = rng.choice(c.nodes)
    node.to_store.cut()
    time.sleep(rng.uniform(0.3, c.longest))
    node.to_store.heal()


def cut_nats(c, rng):
    node = rng.choice(c.nodes)
    node.to_nats.cut()
    time.sleep(rng.uniform(0.3, c.longest / 2))
    node.to_nats.heal()


def restart_nats(c, rng):
    c.nats.stop()
    time.sleep(rng.uniform(0, c.longest / 3))
    c.nats.start()


def restart_postgres(c, rng):
    c.postgres.stop(rng.choice((signal.SIGINT, signal.SIGQUIT)))
    time.sleep(rng.uniform(0, 1))
    c.postgres.start()


def fail_over(c, rng):
    """PostgreSQL crashes, its standby takes its place and its address, and a new standby follows that one. Until it does nothing is
    acknowledged: there must be two copies."""
    dead, c.postgres, c.is_used = c.postgres, c.standby, True
    dead.stop(signal.SIGQUIT)
    time.sleep(rng.uniform(0, 1))
    c.postgres.promote()
    c.url = c.url.replace(dead.folder, c.postgres.folder)
    for node in c.nodes:
        node.to_store.to = node.to_store.to.replace(dead.folder, c.postgres.folder)
    dead.__exit__()
    c.standby = Standby(c.postgres, **skew(c, rng))


def change_clock(c, rng):
    """A node dies and comes back with a wall clock that is off, and a steady one that gains or loses one part in a hundred."""
    node = rng.choice(c.nodes)
    node.stop(signal.SIGKILL)
    node.wear(skew(c, rng))
    node.start()


FAULTS = (kill, leave, sleep, cut_store, cut_nats, restart_nats, restart_postgres, fail_over, change_clock)


def some_faults(rng, count):
    """So many, in random order; each kind as often as any other, as far as that goes."""
    kinds = [fault for _ in range(-(-count // len(FAULTS))) for fault in rng.sample(FAULTS, len(FAULTS))]
    return kinds[:count]
