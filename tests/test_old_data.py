#!/usr/bin/env python3
"""A database of an older program opens, its tables are as they were, their games go on, and their records are the same. Takes the
program and prints "N passed, M failed".

tests/data/old_server.sql is that database: a game with a bank, talk, an undo and a snapshot of an older layout; one that is over, and
one that is played on from its record; teams; a private table of three; an open one. tests/data/old_server.json holds what the
older program said about them, and the records that it gave after the resignations that `resign_all` makes."""
# SPDX-License-Identifier: MIT
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask  # noqa: E402
from client import enter, http, moves_of  # noqa: E402
from serving import Server  # noqa: E402

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "old_server")


def watch(s, old, name):
    """Everybody who plays at the table watches it: sockets and first messages."""
    entry, sockets, first = old["tables"][name], [], []
    for seat, who in enumerate(entry["seats"]):
        if who:
            sockets.append(enter(s.base, old["people"][who]))
            sockets[-1].send(t="watch", table=entry["id"], seat=seat)
            first.append(sockets[-1].until(t="table"))
    return sockets, first


def resign_all(s, old, entry):
    """Two players: the first resigns. Three: one after the other."""
    seats = entry["seats"] if len(entry["seats"]) > 2 else entry["seats"][:1]
    for seat, who in enumerate(seats):
        assert ask(enter(s.base, old["people"][who]), t="resign", table=entry["id"], seat=seat)["t"] == "ok"


def record_of(s, old, entry):
    key = f"?key={entry['key']}" if "key" in entry else ""
    status, record = http(s.base, f"/api/tables/{entry['id']}/record{key}", token=old["people"][entry["seats"][0]])
    assert status == 200, record
    return record


def tables_are_as_they_were(s, old):
    for name, entry in old["tables"].items():
        _, first = watch(s, old, name)
        now = first[0]
        assert (now["phase"], now["moves"]) == (entry["phase"], entry["moves"]), (name, now)
        assert now["n"] >= entry["n"], name  # a clock that ran is credited
        seats = [seat.get("name", "") for seat in now["seats"]]
        if name == "teams":
            assert [seat["team"] for seat in now["seats"]] == [["Ada", "Bo"], ["Cid", "Dot"]], now["seats"]
        elif name == "open":
            assert seats == ["Bo", "beginner (bot)", ""], seats
        else:
            assert seats == entry["seats"], seats
        assert now.get("unrated", False) == (name in ("bank", "past")), name
        if name == "bank":
            assert all(35000000 < left < 36600000 for left in now["left"]), now["left"]


def records_are_the_same(s, old):
    for entry in old["tables"].values():
        if entry["phase"] == "playing":
            resign_all(s, old, entry)
        if entry["phase"] != "open":
            assert record_of(s, old, entry) == entry["record"], entry["game"]


def play_on(s, old, name, moves, rng):
    """A few moves; how many were made. In a team its captain decides (R8.38)."""
    entry, count = old["tables"][name], 0
    people = {who: enter(s.base, token) for who, token in old["people"].items()}
    for _ in range(moves):
        asked = [(seat, ask(people[who], t="legal", table=entry["id"], seat=seat)) for seat, who in enumerate(entry["seats"])]
        mover = next(((seat, m) for seat, m in asked if m.get("legal")), None)
        if not mover:
            break
        seat, m = mover
        who = people[m.get("captain", entry["seats"][seat])]
        answer = ask(who, t="move", table=entry["id"], seat=seat, at=m["n"], move=rng.choice(moves_of(m["legal"])))
        assert answer["t"] == "ok", answer
        count += 1
    return count


def games_go_on(s, old):
    rng, played = random.Random(6), 0
    for name, entry in old["tables"].items():
        if entry["phase"] != "playing":
            continue
        played += play_on(s, old, name, 60, rng)
        s.restart()  # and again from what this program has written
        played += play_on(s, old, name, 5, rng)
        if http(s.base, f"/api/tables/{entry['id']}/record?key={entry.get('key', '')}", token=old["people"][entry["seats"][0]])[0] != 200:
            resign_all(s, old, entry)
        with tempfile.NamedTemporaryFile("w", suffix=".play") as file:
            file.write(record_of(s, old, entry))
            file.flush()
            verb = "replay" if name == "past" else "verify"  # its draws have no commitment
            done = subprocess.run([s.program, verb, file.name], capture_output=True, text=True)
            assert done.returncode == 0, (name, done.stdout + done.stderr)
    assert played > 100, played


def an_open_table_is_filled_and_begins(s, old):
    entry = old["tables"]["open"]
    c = enter(s.base, old["people"]["Cid"])
    assert ask(c, t="sit", table=entry["id"], seat=2)["t"] == "ok"
    assert ask(c, t="start", table=entry["id"])["t"] == "ok"
    c.send(t="watch", table=entry["id"], seat=2)
    assert c.until(t="table")["phase"] == "playing"


def main():
    program, passed, failed = os.path.abspath(sys.argv[1]), 0, 0
    with open(DATA + ".json", encoding="utf-8") as file:
        old = json.load(file)
    with open(DATA + ".sql", encoding="utf-8") as file:
        script = file.read()
    for f in (tables_are_as_they_were, records_are_the_same, games_go_on, an_open_table_is_filled_and_begins):
        folder = tempfile.mkdtemp(prefix="petteia-old-")
        db = sqlite3.connect(os.path.join(folder, "petteia.db"))
        db.executescript(script)
        db.close()
        begin = time.monotonic()
        try:
            with Server(program, "--rate", "0", data=folder) as s:
                f(s, old)
                assert s.stop() == 0 and "event=error" not in s.log_text(), s.log_text()[-2000:]
            passed += 1
            print(f"ok   {f.__name__} {time.monotonic() - begin:.1f} s")
        except Exception:  # whatever went wrong is the test's failure
            failed += 1
            print(f"FAIL {f.__name__}\n{traceback.format_exc()}")
        shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
