#!/usr/bin/env python3
"""The wall clock jumps by an hour either way, again and again, while people play and while the server is away: no game is lost, nobody
is limited or locked out, and the clocks of a game lose only what was really used. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import datetime
import os
import random
import struct
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Socket, enter, http  # noqa: E402
from serving import Server  # noqa: E402
from at_table import ask, guest, step, two  # noqa: E402

HOUR = 3600 * 1000
JUMPS = 100
BANK = 120 * 1000  # of a player, in a game that is played within a few seconds
tests = []


def test(f):
    tests.append(f)
    return f


class Clock:
    """How much the server's wall clock is off."""

    def __init__(self, path):
        self.path, self.off = path, 0
        self.jump(0)

    def jump(self, ms):
        self.off += ms
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as file:
            file.write(struct.pack("<q", self.off))


def begin(s, clock={"kind": "bank", "ms": BANK, "inc": 0}):
    """Two people at a table with clocks; their sockets do not wait for ever for a game that was lost."""
    tokens, table, sockets, last = two(s, "mykerinos", clock=clock, grace=30)
    for c in sockets:
        c.s.settimeout(120)
    return tokens, table, sockets, last


def watched(s, token, table, seat):
    c = enter(s.base, token)
    c.send(t="watch", table=table, seat=seat)
    return c, c.until(t="table")


def still_played(m, used_ms):
    """The table is in play, nobody is replaced, and the banks have lost no more than what was used."""
    assert m["phase"] == "playing" and "result" not in m, m
    assert not any(seat.get("standin") or seat.get("resigned") for seat in m["seats"]), m["seats"]
    left = [ms for ms in m["left"] if ms is not None]
    assert all(BANK - used_ms <= ms <= BANK for ms in left), (left, used_ms)


@test
def jumps_while_people_play_cost_nothing(s, clock):
    rng, begun = random.Random(7), time.monotonic()
    games = [begin(s), begin(s, {"kind": "move", "ms": BANK})]
    ways = [-HOUR, HOUR] * (JUMPS // 2)
    rng.shuffle(ways)
    for i, way in enumerate(ways):
        clock.jump(way)
        _, table, sockets, last = games[i % 2]
        assert step(table, sockets, last, rng) is not None
        if i % 10 == 0:  # new people, their tickets and their sockets
            late = enter(s.base, guest(s, f"Late{i}"), timeout=120)
            clock.jump(rng.choice([-HOUR, HOUR]))
            assert ask(late, t="ping")["t"] == "pong"
        time.sleep(0.06)  # the server looks at what is due
    for tokens, table, _, _ in games:
        for seat, token in enumerate(tokens):
            still_played(watched(s, token, table, seat)[1], (time.monotonic() - begun) * 1000)
    metrics = http(s.base, "/metrics")[1]
    assert "petteia_limited_total 0\n" in metrics, "somebody was limited"


@test
def jumps_while_the_server_is_away_cost_nothing(s, clock):
    begun = time.monotonic()
    (a, b), table, sockets, last = begin(s)
    rng = random.Random(3)
    for ms in (HOUR, -2 * HOUR, HOUR, -HOUR, HOUR):
        assert step(table, sockets, last, rng) is not None
        s.stop()
        clock.jump(ms)
        s.start()
        again = [watched(s, token, table, seat) for seat, token in enumerate((a, b))]
        sockets, last = [c for c, _ in again], [m for _, m in again]
        still_played(last[0], (time.monotonic() - begun) * 1000)


@test
def a_ticket_and_a_password_outlive_a_jump(s, clock):
    status, said = http(s.base, "/api/account", {"name": "Timo", "password": "correct horse"}, guest(s, "Timo"))
    assert status == 200, said
    token = said["token"]
    for ms in (HOUR, -HOUR):
        text = http(s.base, "/api/ticket", {}, token)[1]["ticket"]
        clock.jump(ms)
        c = Socket(s.base)
        c.send(t="hello", v=1, ticket=text)
        assert c.receive()["t"] == "hello"
        assert http(s.base, "/api/login", {"name": "Timo", "password": "correct horse"})[0] == 201


@test
def dates_that_people_read_are_of_the_wall_clock(s, clock):
    clock.jump(HOUR)
    token = guest(s, "Dora")
    status, made = http(s.base, "/api/tables", {"game": "mytikas", "players": 2, "seats": ["me", ""]}, token)
    assert status == 201
    listed = [t for t in http(s.base, "/api/tables")[1]["tables"] if t["table"] == made["table"]]
    assert abs(listed[0]["created"] - (time.time() * 1000 + clock.off)) < 300000, listed
    clock.jump(-HOUR)


def to_date(clock, year, month, day):
    """The server's calendar shows noon of that day (UTC)."""
    wanted = datetime.datetime(year, month, day, 12, tzinfo=datetime.timezone.utc)
    clock.jump(int((wanted.timestamp() - time.time()) * 1000) - clock.off)


@test
def a_day_off_counts_for_the_year_in_which_it_begins(s, clock):
    """30 a year, also if they are taken or planned in the December before (docs/correspondence.md)."""

    def used(token):
        return http(s.base, "/api/me/days", token=token)[1]["used"]

    s.stop()
    to_date(clock, 2027, 12, 28)
    s.start()  # its steady clock begins with the wall's
    away, back, ahead = guest(s, "Ada"), guest(s, "Bo"), guest(s, "Cleo")
    for token in (away, back):
        assert http(s.base, "/api/me/leave", {"days": 10}, token)[1]["used"] == 4, "28 to 31 December"
    status, said = http(s.base, "/api/me/leave", token=back, method="DELETE")
    assert status == 200 and said["used"] == 1, said  # the others have not begun
    january = int((time.time() + 9 * 86400) * 1000) + clock.off
    assert http(s.base, "/api/me/leave", {"days": 30, "from": january}, ahead)[1]["used"] == 0
    assert http(s.base, "/api/me/leave", token=ahead, method="DELETE")[0] == 200
    assert http(s.base, "/api/me/leave", {"days": 25, "from": january}, ahead)[0] == 200
    s.stop()
    s.start()
    to_date(clock, 2028, 1, 2)
    assert [used(token) for token in (away, back, ahead)] == [6, 0, 25]
    said = http(s.base, "/api/me/leave", token=ahead, method="DELETE")[1]
    assert said["used"] == 0, said
    to_date(clock, 2028, 12, 28)
    assert used(away) == 6 and http(s.base, "/api/me/leave", {"days": 30}, back)[1]["used"] == 4
    to_date(clock, 2029, 1, 2)
    assert http(s.base, "/api/me/leave", token=back, method="DELETE")[0] == 200
    assert [used(token) for token in (away, ahead)] == [0, 0]
    to_date(clock, 2031, 1, 2)
    assert used(back) == 0


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(sys.argv[1])), "tests", "jumping_server")
    failed = passed = 0
    if not os.path.exists(program):
        print("tests/jumping_server was not built beside the program\n0 passed, 0 failed, 1 skipped")
        return 77
    for f in tests:
        with tempfile.TemporaryDirectory() as folder:
            clock = Clock(os.path.join(folder, "off"))
            with Server(program, clock.path) as s:
                try:
                    f(s, clock)
                    passed += 1
                    print(f"ok   {f.__name__}")
                except Exception:  # whatever went wrong is the test's failure
                    failed += 1
                    print(f"FAIL {f.__name__}\n{traceback.format_exc()}{s.log_text()[-1000:]}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
