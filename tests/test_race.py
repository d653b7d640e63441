#!/usr/bin/env python3
"""Myst at the server: teams of several people, the race in real time, moves that the other team does not see. Takes the
program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import test, tests, guest, make, two, ask, events_from, step, run_all  # noqa: E402
from client import apply_delta, enter, moves_of  # noqa: E402


@test
def a_team_is_several_people_and_the_clock_moves_by_the_rules(s):
    """Myst R1.1, R3.1: up to three people in a seat, each may act for it. R4.17: out of time, the Landmark with the highest sum."""
    tokens = [guest(s, name) for name in ("Ann", "Ben", "Cid", "Dot", "Eve")]
    table = make(s, tokens[0], "myst", ["me", ""], start=False, options={"pmode": "alt"}, clock={"kind": "move", "ms": 1500, "zero": "bot"})
    people = [enter(s.base, t) for t in tokens]
    assert ask(people[1], t="sit", table=table, seat=0)["t"] == "ok"
    assert ask(people[1], t="sit", table=table, seat=1)["code"] == "cannot-sit"  # nobody plays for both
    assert ask(people[1], t="sit", table=table, seat=0)["code"] == "cannot-sit"
    assert ask(people[2], t="sit", table=table, seat=0)["t"] == "ok"
    assert ask(people[3], t="sit", table=table, seat=0)["code"] == "cannot-sit"  # three are the most
    assert ask(people[3], t="sit", table=table, seat=1)["t"] == "ok"
    assert ask(people[2], t="leave", table=table, seat=0)["t"] == "ok"
    people[1].send(t="watch", table=table, seat=0)
    assert people[1].until(t="table")["seats"][0]["team"] == ["Ann", "Ben"]
    assert ask(people[0], t="start", table=table)["t"] == "ok"
    people[4].send(t="watch", table=table)
    moved = (e for e in events_from(people[4], people[4].until(t="table")) if e["e"] == "move")
    moves = [next(moved), next(moved)]  # both choices run out of time, in the order of the rules
    assert all(e["by"] == "clock" for e in moves), moves
    answer, end = {}, time.monotonic() + 60
    while answer.get("t") != "ok":  # the clock may be quicker than we are
        assert time.monotonic() < end and answer.get("code") != "not-your-seat", answer
        m = ask(people[1], t="legal", table=table, seat=0)
        if m.get("legal"):  # the second of the team
            answer = ask(people[1], t="move", table=table, seat=0, move=moves_of(m["legal"])[0])
        time.sleep(0.02)
    assert ask(people[2], t="move", table=table, seat=0, move="wait")["code"] == "not-your-seat"  # who has left
    assert ask(people[0], t="leave", table=table, seat=0)["t"] == "ok"  # the first goes, the second plays on
    people[1].send(t="watch", table=table, seat=0)
    seat = people[1].until(t="table")["seats"][0]
    assert seat["name"] == "Ben" and "standin" not in seat and "team" not in seat, seat


@test
def a_captain_decides_for_a_team(s):
    """Myst R8.38: before the race the first member decides, in the race everybody places, then the captain changes with every turn."""
    names = ("Ann", "Ben", "Cid", "Dot")
    people = [enter(s.base, guest(s, name)) for name in names]
    table = make(s, guest(s, "Eve"), "myst", ["", ""], start=False, options={"pmode": "alt"})
    for i, c in enumerate(people):
        assert ask(c, t="sit", table=table, seat=i % 2)["t"] == "ok"
    assert ask(people[0], t="start", table=table)["t"] == "ok"
    rng, refused, captains = random.Random(2), set(), set()

    def choices(i):
        return ask(people[i], t="legal", table=table, seat=i % 2)
    for count in range(400):
        told = [choices(i) for i in range(4)]
        seat = told[0]["turn"][0]
        team, m = [seat, seat + 2], told[seat]
        assert m.get("captain") == told[seat + 2].get("captain") and "captain" not in told[1 - seat], told
        move, by = rng.choice(moves_of(m["legal"])), team[count % 2]
        if "captain" in m:
            first = sorted(team, key=lambda i: names[i] == m["captain"])  # the others before the captain
            no = ask(people[first[0]], t="move", table=table, seat=seat, move=move)
            assert no["code"] == "not-captain" and m["captain"] in no["words"], no
            refused.add(m["captain"])
            by = first[1]
        if "choose" in m["legal"]:
            assert m["captain"] == names[seat], m
        elif not move.startswith(("place", "wait", "draw")):
            captains.add(m.get("captain"))
        assert ask(people[by], t="move", table=table, seat=seat, move=move)["t"] == "ok"
        if captains >= set(names):
            break
    assert refused == set(names) == captains, (refused, captains)


@test
def a_race_takes_moves_in_the_order_of_arrival(s):
    _, table, sockets, last = two(s, "myst", options={"pmode": "rt", "lock_ms": 3000, "stall_s": 10},
                                  clock={"kind": "bank", "ms": 60000})
    legal = last
    while "choose" in str([m.get("legal") for m in legal]):
        seat = 0 if legal[0].get("legal") else 1
        assert ask(sockets[seat], t="move", table=table, seat=seat, move=moves_of(legal[seat]["legal"])[seat])["t"] == "ok"
        for other, c in enumerate(sockets):
            c.send(t="watch", table=table, seat=other)
            legal[other] = c.until(t="table")
    assert legal[0]["turn"] == [0, 1], legal[0]["turn"]
    time.sleep(0.2)
    sockets[0].send(t="watch", table=table, seat=0)
    assert sockets[0].until(t="table")["left"] == legal[0]["left"], "a race has no clock"
    for seat in (1, 0):  # both at once, with the same old number: no move is stale in a race
        answer = ask(sockets[seat], t="move", table=table, seat=seat, at=legal[seat]["n"], move=moves_of(legal[seat]["legal"])[0])
        assert answer["t"] == "ok", answer
    free = [m.split()[1] for m in moves_of(legal[0]["legal"])][1]
    wrong = ask(sockets[0], t="move", table=table, seat=0, move=f"try {'l8' if free != 'l8' else 'a1'} {free}")
    assert wrong["key"] == "wrong-place", wrong
    wrong = ask(sockets[0], t="move", table=table, seat=0, move=f"place {free}")
    assert wrong["key"] == "locked", wrong
    answer, begin = wrong, time.monotonic()
    while answer.get("key") == "locked":
        time.sleep(0.1)
        answer = ask(sockets[0], t="move", table=table, seat=0, move=f"place {free}")
    assert answer["t"] == "ok" and time.monotonic() - begin > 0.1, answer
    s.stalled = sockets  # nobody places a piece from here on


class Waiter(random.Random):
    """Takes any move, but keeps its Book in Myst's race if it can, and says that it did."""
    waited = False

    def choice(self, seq):
        self.waited = "wait" in seq
        return "wait" if self.waited else super().choice(seq)


@test
def an_unseen_move_asks_the_next_one_and_is_not_counted(s):
    """Myst R4.16: the other team does not see a wait, but it has to learn that it is asked now."""
    chooser = Waiter(5)
    for _ in range(60):
        _, table, sockets, last = two(s, "myst", options={"pmode": "alt"}, clock={"kind": "move", "ms": 60000, "zero": "bot"})
        hands = [m["view"]["teams"][seat]["hand"] for seat, m in enumerate(last)]
        if not any(card[0] == "K" for hand in hands for card in hand):
            continue
        views, moves, eye = [m["view"] for m in last], 0, enter(s.base, guest(s, "Eve"))
        while "turns" not in str(last[0].get("events")):
            thinks = any("wait" in (m.get("legal") or {}) for m in last)
            time.sleep(0.1 if thinks else 0)
            eye.send(t="watch", table=table)
            seen = eye.until(t="table")
            moves = seen["moves"]
            assert not thinks or seen["left"] == [60000, 60000], "a clock tells who thinks about a Book"
            mover = step(table, sockets, last, chooser)
            for seat in (0, 1):
                views[seat] = apply_delta(views[seat], last[seat].get("delta", {}))
            if chooser.waited:
                break
        if chooser.waited:
            break
    assert chooser.waited, "no team was cut off with a Book"
    asked = last[1 - mover]
    assert asked["events"] == [] and asked["turn"] == [1 - mover] and moves_of(asked["legal"]), asked
    eye.send(t="watch", table=table)
    assert eye.until(t="table")["moves"] == moves, "a spectator can count a move it does not see"
    for _ in range(4):
        step(table, sockets, last, chooser)
        for seat in (0, 1):
            views[seat] = apply_delta(views[seat], last[seat].get("delta", {}))
    for seat, c in enumerate(sockets):
        c.send(t="watch", table=table, seat=seat)
        assert c.until(t="table")["view"] == views[seat], "the deltas lead elsewhere"
    assert ask(sockets[0], t="undo", table=table, seat=0)["t"] == "ok"
    ask(sockets[1], t="agree", table=table, seat=1, yes=True)  # refused where it was free
    eye.send(t="watch", table=table)
    seen = eye.until(t="table")
    assert seen["events"][-1] == {"e": "undo", "moves": seen["moves"]}, "taking back counts what was not seen"


@test
def a_race_that_stalls_goes_on_by_the_guard(s):
    c = s.stalled[0]
    while True:
        events = c.until(t="update")["events"]
        if any(e.get("by") == "guard" and e["move"].startswith("place ") for e in events):
            break


if __name__ == "__main__":
    sys.exit(run_all(tests))
