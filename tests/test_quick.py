#!/usr/bin/env python3
"""Quick pairing on the server: who waits, who is paired, bots. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import enter, http  # noqa: E402

tests = []
TWO = {"game": "mykerinos", "players": 2, "pace": "quick"}
THREE = {"game": "cyclades", "players": 3, "pace": "normal"}


def test(f):
    tests.append(f)
    return f


def wait(s, token, *offers, path=""):
    return http(s.base, f"/api/quick{path}", {"offers": list(offers)}, token)


def plays(s, token, table):
    c = enter(s.base, token)
    c.send(t="watch", table=table)
    return c.until(t="table")


@test
def two_who_want_the_same_are_paired_and_the_game_begins(s):
    a, b = guest(s, "Ada"), guest(s, "Bea")
    status, said = wait(s, a, THREE, TWO)
    assert status == 200 and said["others"] == 0 and said["estimate"] == -1 and said["range"] == 400 and "bots" not in said, said
    assert "table" not in wait(s, a, THREE, TWO)[1], "nobody is paired with themselves"
    table = wait(s, b, TWO)[1]["table"]
    assert wait(s, a, TWO)[1] == {"table": table}
    for _ in range(50):
        m = plays(s, a, table)
        if m["phase"] == "playing":
            break
    assert m["phase"] == "playing" and {seat["name"] for seat in m["seats"]} == {"Ada", "Bea"} and m["clock"]["kind"] == "bank", m
    assert http(s.base, "/api/quick", token=a, method="DELETE")[1] == {}


@test
def two_pages_of_one_person_lead_to_one_table(s):
    a, b, c = (guest(s, f"Page {name}") for name in "abc")
    wait(s, a, TWO)
    table = wait(s, b, TWO)[1]["table"]
    assert [wait(s, a, TWO)[1] for _ in range(3)] == 3 * [{"table": table}], "the other page, or one whose answer was lost, hears of it too"
    assert "table" not in wait(s, c, TWO)[1], "and is not paired with somebody else"
    http(s.base, "/api/quick", token=c, method="DELETE")
    m = plays(s, a, table)
    one = enter(s.base, a)
    one.send(t="resign", table=table, seat=next(i for i, seat in enumerate(m["seats"]) if seat["name"] == "Page a"), id="r")
    assert one.until(re="r")["t"] == "ok"
    assert "waiting" in wait(s, a, TWO)[1], "once it is over one may wait again"
    http(s.base, "/api/quick", token=a, method="DELETE")


@test
def whoever_is_paired_at_the_last_moment_does_not_miss_it(s):
    for late in (lambda token: wait(s, token, TWO, path="/bots"), lambda token: http(s.base, "/api/quick", token=token, method="DELETE")):
        a, b = guest(s, "Ida"), guest(s, "Jan")
        wait(s, a, TWO)
        table = wait(s, b, TWO)[1]["table"]
        assert late(a) == (200, {"table": table}), "somebody sits there and waits"


@test
def bots_asked_for_twice_are_one_table(s):
    a = guest(s, "Kim")
    assert wait(s, a, TWO, path="/bots") == wait(s, a, TWO, path="/bots")


@test
def three_are_needed_for_a_table_of_three(s):
    a, b, c = (guest(s, f"Trio {name}") for name in "abc")
    assert "table" not in wait(s, a, THREE)[1] and wait(s, b, THREE)[1]["others"] == 1
    table = wait(s, c, THREE, TWO)[1]["table"]
    assert wait(s, a, THREE)[1]["table"] == wait(s, b, THREE)[1]["table"] == table


@test
def whoever_leaves_is_not_paired(s):
    a, b = guest(s, "Cleo"), guest(s, "Dora")
    wait(s, a, TWO)
    assert http(s.base, "/api/quick", token=a, method="DELETE")[0] == 200
    assert "table" not in wait(s, b, TWO)[1]
    http(s.base, "/api/quick", token=b, method="DELETE")


@test
def those_who_keep_each_other_away_do_not_meet(s):
    a, b = guest(s, "Eva"), guest(s, "Finn")
    person = http(s.base, "/api/me", token=b)[1]["person"]
    assert http(s.base, "/api/blocks", {"person": person}, a)[0] == 200
    wait(s, a, TWO)
    assert "table" not in wait(s, b, TWO)[1] and "table" not in wait(s, a, TWO)[1]
    for token in (a, b):
        http(s.base, "/api/quick", token=token, method="DELETE")


@test
def bots_take_the_open_seats_if_one_wants_them(s):
    a = guest(s, "Gina")
    table = wait(s, a, THREE, path="/bots")[1]["table"]
    kinds = sorted(seat["kind"] for seat in plays(s, a, table)["seats"])
    assert kinds == ["bot", "bot", "human"], kinds


@test
def nobody_meets_whoever_is_banned_or_deleted_while_they_wait(s):
    with open(os.path.join(s.data, "admin"), encoding="utf-8") as file:
        host = file.read().split()[-1]

    def ban(token):
        person = http(s.base, "/api/me", token=token)[1]["person"]
        return http(s.base, "/api/admin/measures", {"kind": "ban", "person": person, "days": 1, "words": "for this test"}, host)
    for away in (ban, lambda token: http(s.base, "/api/me", token=token, method="DELETE")):
        a, b = guest(s, "Lea"), guest(s, "Max")
        wait(s, a, TWO)
        assert away(a)[0] == 200
        assert wait(s, b, TWO)[1].get("others") == 0
        http(s.base, "/api/quick", token=b, method="DELETE")


@test
def what_is_not_on_offer_is_refused(s):
    a = guest(s, "Hugo")
    for wrong in ([], [{"game": "chess", "players": 2, "pace": "quick"}], [{**TWO, "players": 9}], [{**TWO, "pace": "never"}], ["mykerinos"]):
        assert wait(s, a, *wrong)[0] == 400, wrong
    assert http(s.base, "/api/quick", {"offers": [TWO]})[0] == 401


if __name__ == "__main__":
    sys.exit(run_all(tests))
