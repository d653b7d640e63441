#!/usr/bin/env python3
"""The season's page: what was played in a period, streaks by hand-made results, and nobody who chose to be private. Takes the program. Prints
"N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import http as ask  # noqa: E402

DAY = 86400000
START = 1_700_000_000_000 // DAY * DAY
tests = []


def test(f):
    tests.append(f)
    return f


def account(s, name):
    status, made = ask(s.base, "/api/account", {"name": name, "password": "a harbour of stones"}, guest(s, name))
    assert status == 200, made
    return made["person"], made["token"]


def season(s, first, last):
    """The days from the first to the last, counted from START."""
    status, said = ask(s.base, f"/api/season?from={START + first * DAY}&to={START + (last + 1) * DAY}")
    assert status == 200, said
    return said


def game(s, day, places, access=0, kind="myst", state=2):
    """A game as the store has it: {person: place}."""
    num = game.next = getattr(game, "next", 900_000) + 1
    at = START + day * DAY + 3_600_000 + num % 1000
    s.ask(f"INSERT INTO tables(num, id, kind, state, access, live, created, changed, ended, head) VALUES({num}, 't{num}', '{kind}', {state}, {access}, 0, {at}, {at}, {at}, '')",
          *[f"INSERT INTO players(num, seat, person, name, points, place) VALUES({num}, {i}, '{person}', 'x', 0, {place})" for i, (person, place) in enumerate(places.items())])


def names(rows):
    return [(r["name"], r["n"]) for r in rows]


@test
def streaks_are_counted_within_the_period(s):
    (ada, _), (bo, _) = account(s, "Adalind"), account(s, "Bosco")
    for day in range(6):  # Ada wins all but the fourth; Bo plays every day
        game(s, day, {ada: 2 if day == 3 else 1, bo: 1 if day == 3 else 2})
    game(s, 7, {ada: 1}, kind="myriath")
    said = season(s, 0, 8)
    assert said["games"] == [{"game": "myst", "games": 6}, {"game": "myriath", "games": 1}], said
    assert said["people"] == 2
    assert names(said["wins"]) == [("Adalind", 3)], said["wins"]  # days 0 to 2; then 4, 5 and 7
    assert sorted(names(said["days"])) == [("Adalind", 6), ("Bosco", 6)]
    said = season(s, 4, 8)
    assert names(said["wins"]) == [("Adalind", 3)] and sorted(names(said["days"])) == [("Adalind", 2), ("Bosco", 2)]
    assert season(s, 100, 101)["games"] == []


@test
def what_not_everybody_could_watch_and_games_that_run_do_not_count(s):
    (ada, _) = account(s, "Adalbert")
    for access in (1, 2, 3):
        game(s, 20, {ada: 1}, access=access)
    game(s, 20, {ada: 1}, state=1)
    said = season(s, 20, 20)
    assert said["games"] == [] and said["people"] == 0 and said["wins"] == [], said


@test
def nobody_who_chose_to_be_private_is_named(s):
    today = int(time.time() * 1000) // DAY * DAY
    people = {name: account(s, name) for name in ("Openly", "Friendly", "Secretly")}
    for name, seen in (("Friendly", "friends"), ("Secretly", "nobody")):
        assert ask(s.base, "/api/page", {"seen": seen}, people[name][1])[0] == 200
    guest_token = guest(s, "Passing")
    guest_id = ask(s.base, "/api/me", token=guest_token)[1]["person"]
    for day in (40, 41, 42):
        game(s, day, {people["Secretly"][0]: 1, people["Friendly"][0]: 1, people["Openly"][0]: 1, guest_id: 1})
    said = season(s, 40, 42)
    assert said["people"] == 1 and names(said["wins"]) == names(said["days"]) == [("Openly", 3)]
    status, said = ask(s.base, f"/api/season?from={today}&to={today + DAY}")
    joined = {p["name"] for p in said["joined"]}
    assert "Openly" in joined and not joined & {"Friendly", "Secretly", "Passing"}, joined
    # Open again, they are there again; deleted, they are not.
    ask(s.base, "/api/page", {"seen": "all"}, people["Secretly"][1])
    assert ("Secretly", 3) in names(season(s, 40, 42)["wins"])
    assert ask(s.base, "/api/me", token=people["Secretly"][1], method="DELETE")[0] == 200
    assert "Secretly" not in str(season(s, 40, 42))


@test
def a_period_is_whole_days_and_not_too_long(s):
    for query in ("from=5&to=3", f"from=0&to={400 * DAY}", "from=x", "to=-1", "from=99999999999999999999"):
        status, said = ask(s.base, "/api/season?" + query)
        assert (status, said["code"]) == (400, "period"), (query, said)
    status, said = ask(s.base, "/api/season")
    assert status == 200 and said["to"] - said["from"] == 90 * DAY and said["to"] % DAY == 0


@test
def one_who_asks_too_often_takes_nothing_from_others(s):
    """The limit is each person's: a page that asks again and again does not shut the season's page for all."""
    greedy, calm = guest(s, "Greedy"), guest(s, "Calm")
    said = [ask(s.base, "/api/season", token=greedy)[0] for _ in range(14)]
    assert 429 in said, said
    assert ask(s.base, "/api/season", token=calm)[0] == 200


run_all(tests)
