#!/usr/bin/env python3
"""A person's page, and who sees it. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all  # noqa: E402
from client import enter, http  # noqa: E402

tests = []
PASSWORD = "seven grey herons"


def test(f):
    tests.append(f)
    return f


def account(s, name):
    said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, guest(s, "Passer-by"))[1]
    return said["token"], said["person"]


def page(s, person, token=None):
    return http(s.base, f"/api/people/{person}", token=token)


@test
def a_page_shows_results_ratings_and_games_that_anybody_could_watch(s):
    (a, me), (b, other) = account(s, "Profiled"), account(s, "Opponent")
    for access in ("open", "private"):
        table = make(s, a, "mykerinos", ["me", ""], start=False, access=access)
        key = s.ask(f"SELECT 1 FROM tables WHERE id = '{table}'") and ""
        one = enter(s.base, a)
        if access == "private":
            assert ask(one, t="bot", table=table, seat=1, level="greedy", key=key)["t"] == "ok"
            assert ask(one, t="start", table=table)["t"] == "ok"
        else:
            assert ask(enter(s.base, b), t="sit", table=table, seat=1)["t"] == "ok"
            assert ask(one, t="start", table=table)["t"] == "ok"
        assert ask(one, t="resign", table=table, seat=0)["t"] == "ok"
    status, said = page(s, me)
    assert status == 200 and said["name"] == "Profiled" and said["hidden"] is False and said["created"] > 0
    assert sum(row["games"] for row in said["results"]) == 2 and {row["seats"] for row in said["results"]} == {2}, said["results"]
    assert len(said["recent"]) == 1, "a private game is counted and not named"
    assert page(s, other)[1]["results"][0]["game"] == "mykerinos"


@test
def ratings_over_time_are_those_of_rated_games(s):
    (_, me) = account(s, "Rated")
    s.ask("INSERT INTO tables(num, id, kind, state, access, live, created, changed, ended, head) VALUES(900001, 'trated1', 'myst', 2, 0, 0, 1, 1, 500, '{}')",
          f"INSERT INTO players(num, seat, person, name, points, place) VALUES(900001, 0, '{me}', 'Rated', 5, 1)",
          "INSERT INTO rated(num, seat, before, after) VALUES(900001, 0, 0.0, 7.5)",
          f"INSERT INTO ratings(person, kind, name, mu, sigma, games) VALUES('{me}', 'myst', 'Rated', 27.0, 6.5, 1)")
    said = page(s, me)[1]
    assert said["moments"] == [{"game": "myst", "at": 500, "rating": 7.5}], said["moments"]
    assert said["ratings"] == [{"game": "myst", "games": 1, "rating": 7.5, "sigma": 6.5}] and said["results"][0]["place"] == 1
    assert "person" in [row for row in http(s.base, "/api/leaders?game=myst")[1]["leaders"] if row["name"] == "Rated"][0]


@test
def its_owner_says_who_sees_it(s):
    (a, me), (b, _), (c, other) = account(s, "Shy"), account(s, "Close"), account(s, "Distant")
    http(s.base, "/api/friends", {"name": "Shy"}, b), http(s.base, "/api/friends", {"name": "Close"}, a)
    for seen, friend, stranger in (("all", False, False), ("friends", False, True), ("nobody", True, True)):
        assert http(s.base, "/api/page", {"seen": seen}, a)[0] == 200
        assert page(s, me, a)[1]["hidden"] is False, "oneself always"
        assert page(s, me, b)[1]["hidden"] is friend and page(s, me, c)[1]["hidden"] is stranger and page(s, me)[1]["hidden"] is stranger, seen
    hidden = page(s, me, c)[1]
    assert set(hidden) == {"person", "name", "seen", "hidden"}, "nothing but the name"
    s.restart()
    assert page(s, me, c)[1]["hidden"] is True
    for body in ({}, {"seen": "me"}, {"seen": 1}):
        assert http(s.base, "/api/page", body, a)[0] == 400, body
    assert http(s.base, "/api/page", {"seen": "all"})[0] == 401
    assert page(s, other)[1]["hidden"] is False, "one changes only one's own"


@test
def guests_and_strangers_have_no_page(s):
    g = guest(s, "Pageless")
    person = http(s.base, "/api/me", token=g)[1]["person"]
    for who in (person, "pnobody", "p'; DROP TABLE people; --".replace(" ", "%20"), "%00"):
        assert page(s, who)[0] in (400, 404), who
    assert page(s, person)[1] == page(s, "pnobody")[1]


if __name__ == "__main__":
    sys.exit(run_all(tests))
