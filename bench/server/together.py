#!/usr/bin/env python3
"""What others notice when one address wants everything at once: 140 half-sent requests, 100 searches of an archive of 60,000
tables, and 25 tables of five masters. Prints how long a look at /healthz, a login and a move of others take, first without
that load and then with it.

    bench/server/together.py [build/petteia] [--tables 60000] [--seconds 20]"""
# SPDX-License-Identifier: MIT
import argparse
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests"))
from at_table import step  # noqa: E402
from crowd import Crowd, ask_from, enter_from, fill_archive  # noqa: E402
from serving import Server  # noqa: E402

OTHERS = ("127.0.0.2", "127.0.0.3")  # their addresses
LOGIN = {"name": "Patient", "password": "correct horse"}


class Game:
    """Two people who play one game after the other; a table is over at some time."""

    def __init__(self, s):
        self.s, self.last, self.sockets = s, [], []
        self.tokens = [ask_from(a, s.port, "POST", "/api/guest", {"name": "Modest"})[1]["token"] for a in OTHERS]

    def begin(self):
        body = {"game": "mykerinos", "players": 2, "seats": ["me", ""]}
        self.table = ask_from(OTHERS[0], self.s.port, "POST", "/api/tables", body, self.tokens[0])[1]["table"]
        self.sockets = [enter_from(a, self.s, token) for a, token in zip(OTHERS, self.tokens)]
        self.sockets[1].send(t="sit", table=self.table, seat=1, id="sit")
        self.sockets[1].until(re="sit")
        self.sockets[0].send(t="start", table=self.table, id="go")
        self.sockets[0].until(re="go")
        self.last = []
        for seat, c in enumerate(self.sockets):
            c.send(t="watch", table=self.table, seat=seat)
            self.last.append(c.until(t="table"))

    def move(self):
        """Milliseconds until both know of a move."""
        while not any(m.get("legal") for m in self.last):
            self.begin()
        begin = time.monotonic()
        step(self.table, self.sockets, self.last)
        return (time.monotonic() - begin) * 1000


def timed(s, method, path, body=None, wanted=200):
    begin = time.monotonic()
    status, said = ask_from(OTHERS[0], s.port, method, path, body)
    assert status == wanted, (status, said)
    return (time.monotonic() - begin) * 1000


def measure(s, seconds):
    """Milliseconds of each thing that others do, one after the other, for a while."""
    game, times = Game(s), {"healthz": [], "login": [], "move": []}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        times["healthz"].append(timed(s, "GET", "/healthz"))
        times["login"].append(timed(s, "POST", "/api/login", LOGIN, 201))
        times["move"] += [game.move() for _ in range(10)]
    return times


def told(name, times):
    print(name)
    for what, ms in times.items():
        ms.sort()
        print(f"  {what:8} {ms[len(ms) // 2]:8.1f} ms at the median {ms[int(len(ms) * 0.95)]:8.1f} ms for 95 of 100 "
              f"{ms[-1]:8.1f} ms at most ({len(ms)})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/petteia")
    parser.add_argument("--tables", type=int, default=60000)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    with Server(os.path.abspath(args.program), "--rate", "0", "--quiet") as s:
        s.stop()
        fill_archive(s.data, args.tables)
        s.start()
        token = ask_from(OTHERS[0], s.port, "POST", "/api/guest", {"name": LOGIN["name"]})[1]["token"]
        ask_from(OTHERS[0], s.port, "POST", "/api/account", LOGIN, token)
        told("without the load:", measure(s, args.seconds))
        with Crowd(s, half_open=140, searches=100, tables=25) as crowd:
            before = crowd.answered.value
            told("with 140 half-sent requests, 100 searches and 25 tables of masters:", measure(s, args.seconds))
            text = ask_from(OTHERS[0], s.port, "GET", "/metrics")[1]
            waiting = int(text.split("\npetteia_bot_tasks_waiting ")[1].split()[0])
            print(f"  meanwhile {crowd.answered.value - before} searches were answered; {waiting} thoughts are waiting")
    return 0


if __name__ == "__main__":
    sys.exit(main())
