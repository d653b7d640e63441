#!/usr/bin/env python3
"""Badges: feats of real games, played to the end on a real server. Myriath has no luck but for who begins, so that a game by a seed is
always the same one. games/NAME/test/test_feats.c has each feat of every game, earned and just missed. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import io
import json
import os
import random
import sys
import urllib.request
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all, step  # noqa: E402
from client import enter, http  # noqa: E402

tests = []
PASSWORD = "seven grey herons"


def test(f):
    tests.append(f)
    return f


def account(s, name):
    said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, guest(s, "Passer-by"))[1]
    return said["token"], said["person"]


def game(s, tokens, seed, moves=None, **more):
    """A whole game of Myriath, or its first moves: its table, sockets and points."""
    table = make(s, tokens[0], "myriath", ["me", ""], start=False, options={"start": "1"}, **more)
    sockets = [enter(s.base, token) for token in tokens]
    assert ask(sockets[1], t="sit", table=table, seat=1)["t"] == "ok"
    assert ask(sockets[0], t="start", table=table)["t"] == "ok"
    last, chooser, made = [], random.Random(seed), 0
    for seat, c in enumerate(sockets):
        c.send(t="watch", table=table, seat=seat, legal=True)
        last.append(c.until(t="table"))
    while (moves is None or made < moves) and step(table, sockets, last, chooser) is not None:
        made += 1
    return table, sockets, [float(p) for p in last[0]["result"]["points"]] if moves is None else None


def badges(s, person, token=None):
    said = http(s.base, f"/api/people/{person}", token=token)[1]
    return {one["badge"]: one for one in said["badges"]}


@test
def a_feat_is_earned_or_just_missed_by_what_was_played(s):
    """Myriath R6.2: won by half a point, or by five and more; R5.4: three points with one tile."""
    for seed, margin, earned in ((13, 0.5, ({"close"}, {"tile"})), (6, 1.0, (set(), set())), (21, 5.5, (set(), {"far", "tile"})), (3, 3.5, ({"tile"}, set()))):
        people = account(s, f"First {seed}"), account(s, f"Second {seed}")
        table, _, points = game(s, [token for token, _ in people], seed)
        assert abs(points[0] - points[1]) == margin, (seed, points)
        got = [badges(s, person) for _, person in people]
        assert [set(one) for one in got] == list(earned), (seed, got)
        for one in got:
            for badge in one.values():
                assert (badge["game"], badge["table"]) == ("myriath", table) and badge["at"] > 1_500_000_000_000, badge


@test
def a_badge_stays_with_its_first_table(s):
    people = account(s, "Twice One"), account(s, "Twice Other")
    tokens = [token for token, _ in people]
    table, _, _ = game(s, tokens, 13)
    first = badges(s, people[0][1])
    again, _, _ = game(s, tokens, 13)
    assert again != table and badges(s, people[0][1]) == first and first["close"]["table"] == table, first
    s.restart()
    assert badges(s, people[0][1]) == first


@test
def what_proves_nothing_earns_nothing(s):
    """A guest has no page; whoever gives up, or plays with bots alone, has no badge."""
    (a, me), (b, other) = account(s, "Proves One"), account(s, "Proves Other")
    table, sockets, _ = game(s, (a, b), 13, moves=20)
    assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"
    assert not badges(s, me) and not badges(s, other), "given up"
    (c, third) = account(s, "Proves With Guest")
    game(s, (guest(s, "Unpaged"), c), 13)
    assert set(badges(s, third)) == {"tile"}, "against a guest it was a game between people"
    assert s.ask("SELECT count(*) FROM badges WHERE person NOT IN (SELECT id FROM people WHERE account IS NOT NULL)")[0][0] in (0, "0")


@test
def a_hidden_page_shows_none_and_deleting_leaves_none(s):
    (a, me), (b, _) = account(s, "Hides Badges"), account(s, "Sees None")
    game(s, (a, b), 13)
    assert set(badges(s, me, b)) == {"close"}
    every = http(s.base, f"/api/people/{me}")[1]["feats"]
    per = {name: [one["badge"] for one in every if one["game"] == name] for name in {one["game"] for one in every}}
    assert len(per) == 5 and all(4 <= len(set(keys)) <= 6 for keys in per.values()) and all(one["rule"].startswith("R") for one in every), per
    assert len({one["badge"] for one in every}) == len(every), "the page has words for each key, whatever its game"
    request = urllib.request.Request(s.base + "/api/me/data", headers={"Authorization": f"Bearer {a}"})
    with urllib.request.urlopen(request) as answer:
        about = json.loads(zipfile.ZipFile(io.BytesIO(answer.read())).read("me.json"))
    assert [one["badge"] for one in about["badges"]] == ["close"], about["badges"]
    assert http(s.base, "/api/page", {"seen": "nobody"}, a)[0] == 200
    hidden = http(s.base, f"/api/people/{me}", token=b)[1]
    assert "badges" not in hidden and "feats" not in hidden, hidden
    assert http(s.base, "/api/me", token=a, method="DELETE")[0] == 200
    assert not s.ask(f"SELECT badge FROM badges WHERE person = '{me}'")


@test
def a_private_table_is_named_to_its_owner_alone(s):
    (a, me), (b, _) = account(s, "Private Feat"), account(s, "Private Other")
    status, made = http(s.base, "/api/tables", {"game": "myriath", "players": 2, "seats": ["me", ""], "access": "link", "options": {"start": "1"}}, a)
    assert status == 201, made
    sockets = [enter(s.base, token) for token in (a, b)]
    assert ask(sockets[1], t="sit", table=made["table"], seat=1, key=made.get("key", ""))["t"] == "ok"
    assert ask(sockets[0], t="start", table=made["table"])["t"] == "ok"
    last = []
    for seat, c in enumerate(sockets):
        c.send(t="watch", table=made["table"], seat=seat, legal=True)
        last.append(c.until(t="table"))
    chooser = random.Random(13)
    while step(made["table"], sockets, last, chooser) is not None:
        pass
    assert badges(s, me, a)["close"]["table"] == made["table"]
    assert "table" not in badges(s, me, b)["close"]


if __name__ == "__main__":
    sys.exit(run_all(tests))
