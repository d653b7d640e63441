#!/usr/bin/env python3
"""Hints of the server: who gets one, and what it says. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ROOT, ask, guest, make, run_all, test, tests, two  # noqa: E402
from client import enter, moves_of  # noqa: E402


@test
def hints_are_for_those_who_play_alone(s):
    token = guest(s)
    table = make(s, token, "mykerinos", ["me", "random"])
    c, m = enter(s.base, token), {}
    while not m.get("legal"):
        m = ask(c, t="legal", table=table, seat=0)
    for _ in range(2):
        answer = ask(c, t="hint", table=table, seat=0)
        assert answer["t"] == "hint" and answer["hint"]["ideas"][0]["move"]["text"] in moves_of(m["legal"]), answer
        assert answer["hint"].get("why", {"words": "no time for a reason"})["words"], answer
    c.send(t="watch", table=table, seat=0)
    assert c.until(t="table")["unrated"] is True
    assert ask(enter(s.base, guest(s, "Eve")), t="hint", table=table, seat=0)["code"] == "not-your-seat"
    _, table, sockets, first = two(s, "mykerinos")
    seat = 0 if first[0].get("legal") else 1
    assert ask(sockets[seat], t="hint", table=table, seat=seat)["code"] == "no-hint"
    assert ask(sockets[1 - seat], t="hint", table=table, seat=1 - seat)["code"] == "not-playing"


@test
def the_only_move_is_an_idea_too(s):
    """Its search has nothing to decide, but whoever asks is told what to do, and what to expect of it."""
    with open(os.path.join(ROOT, "games", "myriath", "golden", "random-2p.play"), encoding="utf-8") as file:
        record = file.read()
    moves = [line for line in record.splitlines() if line[:2] in ("1 ", "2 ", "* ")]
    forced = moves.index("2 pass")  # no tile of the second player fits any more
    token = guest(s)
    table = make(s, token, "myriath", ["random", "me"], record=record, moves=forced)
    c, m = enter(s.base, token), {}
    while not m.get("legal"):
        m = ask(c, t="legal", table=table, seat=1)
    assert moves_of(m["legal"]) == ["pass"], m
    hint = ask(c, t="hint", table=table, seat=1)["hint"]
    assert [idea["move"]["text"] for idea in hint["ideas"]] == ["pass"] and sum(hint["ideas"][0]["share_permille"]) in (999, 1000, 1001), hint
    assert "why" not in hint, "there is no other to compare it with"


if __name__ == "__main__":
    sys.exit(run_all(tests))
