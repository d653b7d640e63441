#!/usr/bin/env python3
"""Open tables that only their players may watch (`watch` false): no list, page or season tells others of them. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, make, run_all  # noqa: E402
from client import enter, http  # noqa: E402
from older_store import make_servers_older  # noqa: E402
from test_my_data import account, person_of  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


def begin(s, one, other, watch):
    """A game of two accounts, begun; the socket of the first."""
    table = make(s, one, "mykerinos", ["me", ""], start=False, watch=watch)
    c, d = enter(s.base, one), enter(s.base, other)
    assert ask(d, t="sit", table=table, seat=1)["t"] == "ok" and ask(c, t="start", table=table)["t"] == "ok"
    for seat, socket in enumerate((c, d)):  # they play there
        socket.send(t="watch", table=table, seat=seat)
        socket.until(t="table")
    return table, c


def told(s, token, people):
    """All that somebody hears of games: lists, archive, season, friends and the pages of these people."""
    paths = ["/api/tables?state=open&limit=50", "/api/tables?state=playing&limit=50", "/api/archive?limit=50", "/api/season", "/api/friends"]
    paths += [f"/api/archive?player={p}&limit=50" for p in people] + [f"/api/people/{p}" for p in people]
    answers = [http(s.base, path, token=token) for path in paths]
    assert all(status == 200 for status, _ in answers), answers
    return [said for _, said in answers]


def friends(s, one, other):
    assert http(s.base, "/api/friends", {"person": person_of(s, other)}, one)[0] == 200
    assert http(s.base, "/api/friends", {"person": person_of(s, one)}, other)[0] == 200


@test
def nobody_else_is_told_of_a_game_that_only_its_players_watch(s):
    one, other, stranger = account(s, "Plays Unseen"), account(s, "Also Unseen"), account(s, "Wants To Know")
    friends(s, one, stranger)
    people = [person_of(s, one), person_of(s, other)]
    before = told(s, stranger, people)[3]["games"]
    hidden, c = begin(s, one, other, False)
    assert hidden not in json.dumps(told(s, stranger, people)), "while it runs"
    assert ask(c, t="resign", table=hidden, seat=0)["t"] == "ok"
    answers = told(s, stranger, people)
    assert hidden not in json.dumps(answers) and answers[3]["games"] == before, "and when it is over"
    assert http(s.base, f"/api/tables/{hidden}/record", token=stranger)[0] == 404
    for token, person in zip((one, other), people):
        assert hidden in json.dumps(http(s.base, f"/api/people/{person}", token=token)[1]["recent"]), "its players see it on their own page"
        assert http(s.base, f"/api/tables/{hidden}/record", token=token)[0] == 200
    seen, c = begin(s, one, other, True)
    assert json.dumps(told(s, stranger, people)).count(seen) >= 2, "one that all may watch is told, also to friends"
    assert ask(c, t="resign", table=seen, seat=0)["t"] == "ok"
    answers = told(s, stranger, people)
    assert seen in json.dumps(answers[2]) and answers[3]["games"] != before


@test
def others_may_still_join_it_before_it_begins(s):
    token = account(s, "Waits For Somebody")
    table = make(s, token, "mykerinos", ["me", ""], start=False, watch=False)
    assert table in json.dumps(http(s.base, "/api/tables?state=open&limit=50")[1])


@test
def games_of_an_older_store_are_not_listed_either(s):
    """Step 21 of the schema; before it their rows said that they are open to all."""
    one, other = account(s, "Played Before"), account(s, "Played As Well")
    tables = []
    for watch in (False, True):
        table, c = begin(s, one, other, watch)
        assert ask(c, t="resign", table=table, seat=0)["t"] == "ok"
        tables.append(table)
    s.stop()
    s.ask("UPDATE tables SET access = 0", "SELECT 1")
    make_servers_older(s, 20)
    s.start()
    text = json.dumps(http(s.base, "/api/archive?limit=50")[1])
    assert tables[0] not in text and tables[1] in text


if __name__ == "__main__":
    sys.exit(run_all(tests))
