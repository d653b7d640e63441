#!/usr/bin/env python3
"""A person's page, and who sees it. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all  # noqa: E402
from client import enter, http, play  # noqa: E402

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
          "INSERT INTO tables(num, id, kind, state, access, live, created, changed, ended, head) VALUES(900002, 'trated2', 'myst', 2, 0, 0, 1, 1, 600, '{}')",
          *(f"INSERT INTO players(num, seat, person, name, points, place) VALUES(900002, {seat}, '{me if seat == 1 else f'p{seat}'}', 'Rated', 5, 1)" for seat in range(3)),
          "INSERT INTO rated(num, seat, before, after) VALUES(900002, 1, 7.5, 8.5)",
          f"INSERT INTO ratings(person, kind, name, mu, sigma, games) VALUES('{me}', 'myst', 'Rated', 27.0, 6.5, 1)")
    said = page(s, me)[1]
    assert said["moments"] == [{"game": "myst", "seats": 3, "at": 600, "rating": 8.5}, {"game": "myst", "seats": 1, "at": 500, "rating": 7.5}], said["moments"]
    assert said["ratings"] == [{"game": "myst", "games": 1, "rating": 7.5, "sigma": 6.5}] and said["results"][0]["place"] == 1
    assert "person" in [row for row in http(s.base, "/api/leaders?game=myst")[1]["leaders"] if row["name"] == "Rated"][0]


@test
def whoever_keeps_their_page_is_on_no_list_of_ratings(s):
    """Ratings are a part of the page, which friends or nobody see (docs/privacy.md): neither the leaders nor a game's changes tell them to others."""
    (a, me), (b, _) = account(s, "Unlisted"), account(s, "Curious")
    table = make(s, a, "mykerinos", ["me", "beginner"])
    play(s.base, a, table, 0)[1].s.close()

    def told(token=None):
        listed = [row["name"] for row in http(s.base, "/api/leaders?game=mykerinos&limit=50", token=token)[1]["leaders"]]
        return "Unlisted" in listed, [row["seat"] for row in http(s.base, f"/api/tables/{table}/ratings", token=token)[1]["ratings"]]

    assert told() == told(b) == (True, [0, 1])
    for seen in ("friends", "nobody"):
        assert http(s.base, "/api/page", {"seen": seen}, a)[0] == 200
        assert told() == told(b) == (False, [1]), (seen, told(), told(b))
        assert told(a) == (False, [0, 1]), "one's own game tells oneself"
    assert page(s, me, a)[1]["ratings"], "they are still there"
    assert http(s.base, "/api/page", {"seen": "all"}, a)[0] == 200
    assert told() == (True, [0, 1])


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


def befriend(s, one, other):
    """Two accounts, each as `account` gives it, become friends."""
    for (token, _), (_, person) in ((one, other), (other, one)):
        assert http(s.base, "/api/friends", {"person": person}, token)[0] == 200


@test
def somebody_says_who_may_invite_them(s):
    """docs/protocol.md, /api/page: `invited` is friends if nothing was said; whoever is blocked is a stranger to all."""
    host, friend, stranger = account(s, "Wen Invites"), account(s, "Known Guest"), account(s, "Unknown Guest")
    befriend(s, host, friend)
    table = make(s, host[0], "mykerinos", ["me", ""], start=False)

    def invite(whom):
        status, said = http(s.base, "/api/invitations", {"person": whom[1], "table": table}, host[0])
        return "told" if status == 200 else said["code"]

    def offered(whom, to):
        return page(s, whom[1], to and to[0])[1].get("invite", False)
    for invited, by_friend, by_stranger in ((None, "told", "not-friends"), ("all", "told", "told"), ("nobody", "no-invitations", "no-invitations")):
        for whom in (friend, stranger):
            if invited:
                assert http(s.base, "/api/page", {"invited": invited}, whom[0])[0] == 200
            assert http(s.base, "/api/page", token=whom[0])[1]["invited"] == (invited or "friends")
        assert (invite(friend), invite(stranger)) == (by_friend, by_stranger), invited
        assert [offered(whom, host) for whom in (friend, stranger)] == [by_friend == "told", by_stranger == "told"], invited
    other = account(s, "Kept Away")
    assert http(s.base, "/api/page", {"invited": "all"}, other[0])[0] == 200
    host = account(s, "Fresh Host")  # the first has invited often enough for now
    table = make(s, host[0], "mykerinos", ["me", ""], start=False)
    assert invite(other) == "told" and offered(other, host)
    assert http(s.base, "/api/page", {"invited": "all"}, host[0])[0] == 200 and invite(host) == "not-friends", "nobody invites themselves"
    assert not offered(other, other) and not offered(other, None), "not oneself, and nobody whom we do not know"
    assert http(s.base, "/api/page", {"seen": "nobody"}, other[0])[0] == 200
    assert offered(other, host), "a page that shows nothing says whether its owner is to be invited"
    assert http(s.base, "/api/blocks", {"person": host[1]}, other[0])[0] == 200
    assert invite(other) == "not-friends" and not offered(other, host), "and is not told more"


@test
def somebody_says_who_may_write_where_they_sit(s):
    """docs/protocol.md, /api/page: `written`. Whoever sits there keeps lines of others from their table; a restart forgets nothing."""
    sits, friend, stranger = account(s, "Quiet Sitter"), account(s, "Quiet Friend"), account(s, "Quiet Stranger")
    befriend(s, sits, friend)
    table = make(s, sits[0], "mykerinos", ["me", ""], start=False)

    def said_by(who):
        got = ask(enter(s.base, who[0]), t="chat", table=table, text="good evening")
        return got["t"] if got["t"] == "ok" else got["code"]
    everybody = (sits, friend, stranger)
    for written, answers in (("all", ["ok", "ok", "ok"]), ("friends", ["ok", "ok", "not-read"]), ("nobody", ["ok", "not-read", "not-read"])):
        assert http(s.base, "/api/page", {"written": written}, sits[0])[0] == 200
        assert [said_by(who) for who in everybody] == answers, written
    s.restart()
    assert [said_by(who) for who in everybody] == ["ok", "not-read", "not-read"]
    assert http(s.base, "/api/page", {"written": "friends"}, sits[0])[0] == 200
    assert [said_by(who) for who in everybody] == ["ok", "ok", "not-read"]
    assert http(s.base, f"/api/friends/{friend[1]}", token=sits[0], method="DELETE")[0] == 200
    assert said_by(friend) == "not-read", "not friends any more"
    elsewhere = make(s, stranger[0], "mykerinos", ["me", ""], start=False)
    table = elsewhere
    assert said_by(friend) == "ok", "only where they sit"


@test
def wishes_are_changed_one_by_one_or_not_at_all(s):
    token, _ = account(s, "Wishful")
    assert http(s.base, "/api/page", token=token)[1] == {"seen": "all", "invited": "friends", "written": "all"}
    assert http(s.base, "/api/page", {"written": "friends"}, token)[0] == 200
    assert http(s.base, "/api/page", {"seen": "nobody", "invited": "all"}, token)[0] == 200
    so = {"seen": "nobody", "invited": "all", "written": "friends"}
    assert http(s.base, "/api/page", token=token)[1] == so
    for body in ({"seen": "all", "invited": "me"}, {"written": 1}, {"invited": None}, {"other": "all"}):
        assert http(s.base, "/api/page", body, token)[0] == 400, body
    assert http(s.base, "/api/page", token=token)[1] == so, "a wrong one takes none of the others along"
    assert http(s.base, "/api/page")[0] == 401


def face_number(person):
    """core/ids.h: FNV-1a of the id."""
    face = 2166136261
    for byte in person.encode():
        face = (face ^ byte) * 16777619 % 2**32
    return face


@test
def a_chosen_face_is_found_by_the_number_that_stands_at_every_seat(s):
    (a, me), (_, other) = account(s, "Faced"), account(s, "Plain Faced")
    table = make(s, a, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, a)
    c.send(t="watch", table=table)
    mine = c.until(t="table")["seats"][0]["face"]
    assert mine == face_number(me)

    def faces(*numbers):
        status, said = http(s.base, "/api/faces?of=" + ",".join(map(str, numbers)))
        assert status == 200, said
        return said["faces"]
    numbers = (mine, face_number(other))
    assert faces(*numbers) == {}
    assert http(s.base, "/api/face", {"face": 7}, a)[0] == 200
    assert faces(*numbers) == {str(mine): 7}
    s.restart()
    assert faces(mine) == {str(mine): 7}
    for wrong in ({}, {"face": -1}, {"face": 12}, {"face": "7"}, {"face": 1.5}, {"face": None}):
        assert http(s.base, "/api/face", wrong, a)[0] == 400, wrong
    assert faces(mine) == {str(mine): 7}
    assert http(s.base, "/api/face", {"face": 3})[0] == 401
    for wrong in ("", "?of=", "?of=x", "?of=1,", "?of=-1", "?of=4294967296", "?of=1%202", "?of=" + ",".join(["1"] * 65)):
        assert http(s.base, f"/api/faces{wrong}")[0] == 400, wrong
    assert faces(*[1] * 64) == {}
    assert http(s.base, "/api/face", {"face": 0}, a)[0] == 200
    assert faces(mine) == {}, "the first one again"
    g = guest(s, "Faced Guest")
    assert http(s.base, "/api/face", {"face": 2}, g)[0] == 200, "guests have faces, too"
    person = http(s.base, "/api/me", token=g)[1]["person"]
    assert faces(face_number(person)) == {str(face_number(person)): 2}
    assert http(s.base, "/api/me", token=g, method="DELETE")[0] == 200
    assert faces(face_number(person)) == {}, "gone with whoever had it"


@test
def guests_and_strangers_have_no_page(s):
    g = guest(s, "Pageless")
    person = http(s.base, "/api/me", token=g)[1]["person"]
    for who in (person, "pnobody", "p'; DROP TABLE people; --".replace(" ", "%20"), "%00"):
        assert page(s, who)[0] in (400, 404), who
    assert page(s, person)[1] == page(s, "pnobody")[1]


if __name__ == "__main__":
    sys.exit(run_all(tests))
