"""What tests at a table share: people, tables, moves, and running one test after the other on one server."""
# SPDX-License-Identifier: MIT
import glob
import os
import random
import sys
import threading
import time
import traceback

import client
from client import enter, http, moves_of
from serving import Server

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAMES = sorted(os.path.basename(os.path.dirname(path)) for path in glob.glob(os.path.join(ROOT, "games", "*", "meson.build")))
tests = []


def test(f):
    tests.append(f)
    return f


def guest(s, name="Ada"):
    return http(s.base, "/api/guest", {"name": name})[1]["token"]


def make(s, token, game, seats, start=True, **more):
    status, made = http(s.base, "/api/tables", {"game": game, "players": len(seats), "seats": seats, **more}, token)
    assert status == 201, made
    if start:
        c = enter(s.base, token)
        c.send(t="start", table=made["table"], id="go")
        assert c.until(re="go")["t"] == "ok"
    return made["table"]


def two(s, game, enter=None, **more):
    """A table of two people, started, both watching: tokens, table, sockets, first messages. `enter` may open the sockets."""
    a, b = guest(s, "Ada"), guest(s, "Bo")
    table = make(s, a, game, ["me", ""], start=False, **more)
    one, other = (enter(token) if enter else client.enter(s.base, token) for token in (a, b))
    other.send(t="sit", table=table, seat=1, entropy="00ff", id="sit")
    assert other.until(re="sit")["t"] == "ok"
    one.send(t="start", table=table, id="go")
    assert one.until(re="go")["t"] == "ok"
    first = []
    for seat, c in enumerate((one, other)):
        c.send(t="watch", table=table, seat=seat)
        first.append(c.until(t="table"))
    return (a, b), table, (one, other), first


def ask(c, **message):
    """Sends with an id of its own (the same id again would be the same move again)."""
    c.asked = getattr(c, "asked", 0) + 1
    c.send(id=f"q{id(c)}.{c.asked}", **message)
    return c.until(re=f"q{id(c)}.{c.asked}")


def watch_all(c, table):
    """A spectator who reads everything, in a thread; returns the thread."""
    c.send(t="watch", table=table)
    c.until(t="table")
    c.start = c.bytes

    def read():
        while "result" not in c.receive():
            pass
    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def events_from(c, first):
    """The events that a watcher is told, one after the other, from the message it came in with: a clock may have run out before."""
    while True:
        yield from first["events"]
        first = c.until(t="update")


def step(table, sockets, last, chooser=random):
    """One move of whoever is asked; all watchers read up to it. Returns the mover, or None at the end."""
    for seat, m in enumerate(last):
        if m.get("legal"):
            ask_id = f"s{m['n']}.{chooser.random()}"
            sockets[seat].send(t="move", table=table, seat=seat, at=m["n"], id=ask_id,
                               move=chooser.choice(moves_of(m["legal"])))
            last[seat] = dict(m, legal=None)
            while True:
                got = sockets[seat].receive()
                if got["t"] == "update":
                    last[seat] = got
                elif got.get("re") == ask_id:
                    assert got["t"] == "ok", got
                    break
            for other in range(len(sockets)):
                if other != seat:
                    last[other] = sockets[other].until(t="update")
            return seat
    return None


def play_some(table, c, seat, most):
    """One person among bots makes this many moves; returns how many there were before the game was over."""
    c.send(t="watch", table=table, seat=seat, legal=True)
    m = c.until(t="table")
    for i in range(most):
        while not m.get("legal"):
            if "result" in m:
                return i
            m = c.until(t="update")
        c.send(t="move", table=table, seat=seat, at=m["n"], id=f"some{i}", move=random.choice(moves_of(m["legal"])))
        m, answered = {}, False
        while not answered:
            got = c.receive()
            if got["t"] == "update":
                m = got
            answered = got.get("re") == f"some{i}"
        assert got["t"] == "ok", got
    return most


def run_all(tests):
    """Runs them on one server without rate limits."""
    program, passed, failed = os.path.abspath(sys.argv[1]), 0, 0
    wanted = [a for a in sys.argv[2:] if not a.startswith("--")]
    with Server(program, "--rate", "0") as s:
        for f in tests:
            if wanted and f.__name__ not in wanted:
                continue
            begin = time.monotonic()
            try:
                f(s)
                passed += 1
                print(f"ok   {f.__name__} {time.monotonic() - begin:.1f} s")
            except Exception:  # whatever went wrong is the test's failure
                failed += 1
                print(f"FAIL {f.__name__}\n{traceback.format_exc()}")
        if "event=error" in s.log_text() or s.stop() != 0:
            failed += 1
            print("the server has logged errors, or stopped badly\n" + s.log_text()[-3000:])
    print(f"{passed} passed, {failed} failed")
    return failed > 0
