#!/usr/bin/env python3
"""What an idle table and an idle connection cost a node in memory, and a table its database: one node, tables of all five games that somebody
watches, then sockets that watch one each. Resident memory before and after, divided. Takes the program; --tables N, --sockets N."""
# SPDX-License-Identifier: MIT
import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests"))
from client import enter, http as ask  # noqa: E402
from cluster import Cluster  # noqa: E402
from cluster_clients import GAMES  # noqa: E402


def resident(node):
    """KiB that this process alone holds."""
    with open(f"/proc/{node.process.pid}/smaps_rollup", encoding="ascii") as file:
        return sum(int(m) for m in re.findall(r"^Private_\w+:\s+(\d+)", file.read(), re.M))


def number(name, otherwise):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else otherwise


def main():
    tables, sockets = number("--tables", 500), number("--sockets", 500)
    with Cluster(os.path.abspath(sys.argv[1]), 1, flags=("--idle", "3600")) as c:
        node = c.nodes[0]
        time.sleep(2)
        token = ask(node.base, "/api/guest", {"name": "Kim"})[1]["token"]
        for name in GAMES:
            before = resident(node)
            made = []
            for _ in range(tables // len(GAMES)):
                players = 3 if name == "cyclades" else 2
                made.append(ask(node.base, "/api/tables", {"game": name, "players": players, "seats": ["me"] * players}, token)[1]["table"])
            s = enter(node.base, token, timeout=20)
            for table in made:
                s.send(t="start", table=table, id=table)
                s.until(re=table)
            print(f"{name}: {(resident(node) - before) / len(made):.1f} KiB a table in memory", flush=True)
        before, held = resident(node), []
        for _ in range(sockets):
            one = enter(node.base, token, timeout=20)
            one.send(t="watch", table=made[0])
            one.until(t="table")
            held.append(one)
        print(f"{(resident(node) - before) / sockets:.1f} KiB a connection that watches a table", flush=True)
        size = c.ask("SELECT pg_database_size(current_database())")[0][0]
        print(f"{size / 1024 / tables:.1f} KiB a new table in PostgreSQL, empty database included", flush=True)


if __name__ == "__main__":
    main()
