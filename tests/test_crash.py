#!/usr/bin/env python3
"""Nothing is lost: the server is killed (kill -9) under load again and again. After each restart every
move that was acknowledged and every move that anybody saw is in the log, once and in its order, and
every table opens. After a kill the tables in play are compared, after every hundredth and the last one all of them. Takes the
program; --kills N (10; the long version is 2000). Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import http.client
import os
import random
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http as ask, moves_of  # noqa: E402
from serving import Server, events_of  # noqa: E402

TABLES = 6
WHOLE = 100  # after so many kills all tables are compared, not only those that were in play since the last kill


class Player(threading.Thread):
    """Plays both seats of one table after the other at random, and watches as the public as well. After
    a cut it comes back and sends its last move again."""

    def __init__(self, server, token, number):
        super().__init__(daemon=True)
        self.server, self.token, self.rng = server, token, random.Random(number)
        self.acknowledged, self.seen, self.tables, self.last = {}, {}, [], None
        self.count, self.stop, self.trouble, self.old = 0, False, None, []
        self.first = 0  # of the tables that may have changed since the last check

    def run(self):
        while not self.stop:
            try:
                self.visit()
            except (OSError, http.client.HTTPException, KeyError, TypeError):  # the server is down, or an answer was cut off
                time.sleep(0.02)
            except Exception as error:  # anything else is a finding
                self.trouble = repr(error)
                return

    def new_table(self):
        body = {"game": "mykerinos", "players": 2, "seats": ["me", "me"]}
        table = ask(self.server.base, "/api/tables", body, self.token)[1]["table"]
        self.acknowledged[table], self.seen[table], self.last = [], [], None
        self.tables.append(table)  # check() looks up what is listed
        c = enter(self.server.base, self.token, timeout=10)
        c.send(t="start", table=table, id="go")
        c.until(re="go")

    def visit(self):
        if not self.tables or self.old and self.tables[-1] in self.old:
            self.new_table()
        table = self.tables[-1]
        c = enter(self.server.base, self.token, timeout=10)
        for seat in (0, 1, None):
            c.send(t="watch", table=table, seat=seat, since=0)
        if self.last:
            c.send(**self.last)
        while not self.stop:
            m = c.receive()
            if m.get("t") == "refused":
                if m["code"] == "not-playing":
                    c.send(t="start", table=table)
                if m["code"] in ("stale", "rule"):  # it was made before the cut, or the other seat's turn came
                    self.last = None
                continue
            if m.get("t") == "ok" and str(m.get("re", "")).startswith("k"):
                self.acknowledged[table].append(m["re"])
                self.last = None
            if m.get("t") not in ("table", "update"):
                continue
            if m["seat"] is None and m["t"] == "update":
                self.seen[table] += [(m["n"] - len(m["events"]) + i + 1, e.get("seat"), e["move"])
                                     for i, e in enumerate(m["events"]) if "move" in e]
            if m.get("phase") == "open":
                c.send(t="start", table=table)
            if "result" in m:
                self.old.append(table)
                return
            if m.get("legal") and m["seat"] is not None and not (m["t"] == "table" and self.last):
                self.count += 1
                self.last = dict(t="move", table=table, seat=m["seat"], at=m["n"], id=f"k{self.count}",
                                 move=self.rng.choice(moves_of(m["legal"])))
                c.send(**self.last)


def check(server, players, whole):
    """Compares the log with what the players know, of all tables or of those in play. Returns what is wrong, and how much was compared."""
    wrong, moves = [], 0
    # What they know first, then the log: they go on playing meanwhile.
    tables = [p.tables[0 if whole else p.first:] for p in players]
    for p, mine in zip(players, tables):
        if mine:
            p.first = p.tables.index(mine[-1])  # that one goes on
    knows = [[(table, set(p.acknowledged[table]), list(p.seen[table])) for table in mine] for p, mine in zip(players, tables)]
    logs = events_of(server, {table for mine in tables for table in mine})
    for p, known in zip(players, knows):
        if p.trouble:
            wrong.append(p.trouble)
        for table, acknowledged, seen in known:
            log = [(n, b.split(" ")) for n, _, b in logs[table]]
            if [n for n, _ in log] != list(range(1, len(log) + 1)):
                wrong.append(f"{table}: the numbers have gaps")
            ids = [w[2] for _, w in log if w[0] == "move" and w[2] != "-"]
            if len(ids) != len(set(ids)):
                wrong.append(f"{table}: a move was made twice")
            missing = acknowledged - set(ids)
            if missing:
                wrong.append(f"{table}: acknowledged and lost: {sorted(missing)}")
            texts = {n: " ".join(w[4:] if w[0] == "move" else w[6:]) for n, w in log if w[0] in ("move", "luck")}
            for n, _, text in seen:
                moves += 1
                if texts.get(n) != text:
                    wrong.append(f"{table}: seen and lost: {n} {text}, the log has {texts.get(n)}")
            moves += len(acknowledged)
    c = enter(server.base, players[0].token)  # not earlier: the server closes one that is silent for long
    for table in [p.tables[-1] for p in players if p.tables]:
        c.send(t="watch", table=table, id="w")
        if c.until(re="w")["t"] != "ok":
            wrong.append(f"{table} does not open")
    return wrong, moves


def told(players):
    """How many moves they have been told, as done or as seen."""
    return sum(len(moves) for p in players for kept in (p.acknowledged, p.seen) for moves in list(kept.values()))


def main():
    program = os.path.abspath(sys.argv[1])
    kills = int(sys.argv[sys.argv.index("--kills") + 1]) if "--kills" in sys.argv else 10
    passed = failed = moves = 0
    rng = random.Random(99)
    with Server(program, "--rate", "0", "--quiet") as server:
        token = ask(server.base, "/api/guest", {"name": "Kim"})[1]["token"]
        players = [Player(server, token, i) for i in range(TABLES)]
        for p in players:
            p.start()
        for kill in range(kills):
            before, end = told(players), time.monotonic() + 60
            time.sleep(rng.uniform(0.15, 0.7))
            while told(players) < before + 20 and time.monotonic() < end:  # on a busy machine the load takes its time
                time.sleep(0.01)
            server.restart(signal.SIGKILL)
            whole = (kill + 1) % WHOLE == 0 or kill + 1 == kills
            wrong, moves = check(server, players, whole)
            passed += not wrong
            failed += bool(wrong)
            if wrong:
                print(f"kill {kill + 1}:\n" + "\n".join(wrong[:10]), flush=True)
            elif whole and kills > WHOLE:
                print(f"{kill + 1} kills, {moves} moves acknowledged or seen, {failed} failed", flush=True)
        for p in players:
            p.stop = True
        if "event=error" in server.log_text():
            failed += 1
            print(server.log_text()[-2000:])
    print(f"{kills} kills, {moves} moves acknowledged or seen at the last one")
    if moves < kills * 10:
        failed += 1
        print("that is not much of a load")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
