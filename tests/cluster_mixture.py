"""What can happen to several nodes, for tests/test_cluster.py and tests/cluster_faults.py, which do it in random order: a cluster in which
all of it can, and the faults."""
# SPDX-License-Identifier: MIT
import contextlib
import signal
import time

from cluster import Cluster, Node
from postgres import Postgres
from standby import Standby, skewed_clock

HOUR = 3600000


class Mixture(contextlib.ExitStack):
    """with Mixture(program, environment) as c: three nodes as in Cluster, whose PostgreSQL has a standby that has everything it acknowledged."""

    def __init__(self, program, environment=None):
        super().__init__()
        self.program, self.environment = program, environment

    def __enter__(self):
        super().__enter__()
        try:
            clock = self.enter_context(skewed_clock())
            c = self.enter_context(Cluster(self.program, 0, postgres=Postgres()))
            c.clock = clock
            self.callback(lambda: c.postgres.__exit__())  # whichever is the first then
            c.postgres.command("ALTER SYSTEM SET synchronous_standby_names = '*'")  # which the standby takes over
            c.standby = Standby(c.postgres)
            self.callback(lambda: c.standby.__exit__())
            c.postgres.command("SELECT pg_reload_conf()")
            c.nodes += [Node(c, name, self.environment) for name in "abc"]
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
    dead, c.postgres = c.postgres, c.standby
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
