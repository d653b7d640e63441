"""What tests of notices share: people with devices at a push service, turns that come while somebody is away, and running one test
after the other on one server."""
# SPDX-License-Identifier: MIT
import json
import os
import re
import sys
import time
import traceback
import urllib.request

from at_table import ask, guest, make
from client import enter, http, moves_of
from push_service import Service
from serving import Server

PASSWORD = "seven grey herons"
GAME = "mykerinos"


def account(s, name):
    status, said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, guest(s, "Passer-by"))
    assert status == 200, said
    return said["token"]


def login(s, name):
    return http(s.base, "/api/login", {"name": name, "password": PASSWORD})[1]["token"]


def me(s, token):
    return http(s.base, "/api/me", token=token)[1]["person"]


def subscribe(s, token, device, language=None):
    request = urllib.request.Request(s.base + "/api/push", json.dumps(device.subscription()).encode(),
                                     {"Authorization": "Bearer " + token, **({"Accept-Language": language} if language else {})})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200


def bell(s, token):
    status, said = http(s.base, "/api/bell", token=token)
    assert status == 200, said
    return said


def wish(s, token, kind, **ways):
    kinds = http(s.base, "/api/bell/wishes", token=token)[1]["kinds"]
    status, said = http(s.base, "/api/bell/wishes", {"kinds": {kind: {**kinds[kind], **ways}}}, token)
    assert status == 200, said


def until(what, seconds=120):
    """Waits for something to be true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.05)
    return bool(what())


def friends(s, a, b, names):
    for token, name in ((a, names[1]), (b, names[0])):
        assert http(s.base, "/api/friends", {"name": name}, token)[0] == 200


places = {}  # tables by the server and the name that a test gives them


def place(s, name):
    """A table to invite somebody to."""
    if (s, name) not in places:
        places[s, name] = make(s, guest(s, "Maker"), GAME, ["me", ""], start=False)
    return places[s, name]


def game_of_two(s, a, b):
    """Started; both sockets are open and nobody watches."""
    table = make(s, a, GAME, ["me", ""], start=False)
    one, other = enter(s.base, a), enter(s.base, b)
    assert ask(other, t="sit", table=table, seat=1)["t"] == "ok"
    assert ask(one, t="start", table=table)["t"] == "ok"
    return table, one, other


def move_once(c, table, seat):
    """Makes one move if the seat is asked for one, and looks away again."""
    c.send(t="watch", table=table, seat=seat, legal=True)
    last = c.until(t="table")
    if last.get("legal"):
        assert ask(c, t="move", table=table, seat=seat, at=last["n"], move=moves_of(last["legal"])[0])["t"] == "ok"
    ask(c, t="unwatch", table=table, seat=seat)
    return bool(last.get("legal"))


def give_turn(table, c, seat=0):
    """Moves until it is the other's turn."""
    for _ in range(60):
        if not move_once(c, table, seat):
            return
    raise AssertionError("they never stop moving")


def leaves(s, c):
    """Closes a socket, and the server has noticed it."""
    def count():
        return int(re.search(r"^petteia_connections (\d+)$", http(s.base, "/metrics")[1], re.M)[1])

    before = count()
    c.s.close()
    assert until(lambda: count() < before)


def with_turns(s, name, device=None, ways=None):
    """Somebody whose turn comes while they are away: their token, the table, and the socket that made it come."""
    a, b = account(s, f"{name} A"), account(s, f"{name} B")
    if device:
        subscribe(s, b, device)
    if ways:
        wish(s, b, "turn", **ways)
    table, one, other = game_of_two(s, a, b)
    give_turn(table, other, 1)
    leaves(s, other)
    give_turn(table, one)
    return a, b, table, one


def run_all(tests):
    """Each gets the server and the push service."""
    program, passed, failed = os.path.abspath(sys.argv[1]), 0, 0
    with Service() as p, Server(program, "--rate", "0", "--push-inner", p.base, "--push-contact", "mailto:host@club.example") as s:
        for f in tests:
            if sys.argv[2:] and f.__name__ not in sys.argv[2:]:
                continue
            begin = time.monotonic()
            try:
                f(s, p)
                assert not p.faults, p.faults
                passed += 1
                print(f"ok   {f.__name__} {time.monotonic() - begin:.1f} s")
            except Exception:  # whatever went wrong is the test's failure
                failed += 1
                p.faults.clear()
                print(f"FAIL {f.__name__}\n{traceback.format_exc()}")
        if "event=error" in s.log_text() or s.stop() != 0:
            failed += 1
            print("the server has logged errors, or stopped badly\n" + s.log_text()[-3000:])
    print(f"{passed} passed, {failed} failed")
    return failed > 0
