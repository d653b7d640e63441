#!/usr/bin/env python3
"""Being deleted, where a table has not begun or requests are still on their way: nothing stays behind. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all  # noqa: E402
from client import enter, http  # noqa: E402
from serving import events_of  # noqa: E402
from test_moderation import measure, with_role  # noqa: E402
from test_my_data import account, delete, person_of  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


def until(good, what):
    """Waits for it; what it was then."""
    end = time.monotonic() + 60
    while True:
        got = what()
        if good(got):
            return got
        assert time.monotonic() < end, got
        time.sleep(0.1)


def log_of(s, table):
    return [text for _, _, text in events_of(s, {table})[table]]


def whole(s, token, table):
    """All that somebody who comes now is told of the table, and what lists say of open ones."""
    c = enter(s.base, token)
    c.send(t="watch", table=table)
    told = c.until(t="table")
    c.s.close()
    rows = [r for r in http(s.base, "/api/tables?state=open")[1]["tables"] if r["table"] == table]
    return json.dumps([told, rows])


def nobody_named(s, token, table, *words):
    """Waits until neither log nor messages have any of the words."""
    until(lambda log: not any(w in text for w in words for text in log), lambda: log_of(s, table))
    until(lambda told: not any(w in told for w in words), lambda: whole(s, token, table))


def open_table(s, host):
    """A table that has not begun, where four people who will be deleted have left something: each with name and line."""
    table = make(s, host, "mykerinos", ["me", "", ""], start=False)
    gone = {}
    for n, (name, line) in enumerate((("Sits Sieglinde", "I stay"), ("Left Leopold", "I go"), ("Looks Leonore", "I look on"), ("Quiet Quirin", ""))):
        gone[name] = token = account(s, name) if n % 2 else guest(s, name)
        c = enter(s.base, token)
        if not name.startswith("Looks"):
            assert ask(c, t="sit", table=table, seat=1 + n % 2)["t"] == "ok"
        if line:
            assert ask(c, t="chat", table=table, text=line, **({} if name.startswith("Looks") else {"seat": 1 + n % 2}))["t"] == "ok"
        if name.startswith(("Left", "Quiet")):
            assert ask(c, t="leave", table=table, seat=1 + n % 2)["t"] == "ok"
        c.s.close()
    return table, gone, [*gone, "I stay", "I go", "I look on", *(person_of(s, token) for token in gone.values())]


@test
def a_table_that_has_not_begun_forgets_who_is_deleted(s):
    """docs/privacy.md, "Delete yourself": under no name and without what they said, while others look on."""
    for asleep in (False, True):
        host, other = account(s, f"Waits Walburga {asleep}"), guest(s, "Comes Later")
        table, gone, words = open_table(s, host)
        if asleep:
            s.restart()  # it is not in memory then
        watching = None if asleep else enter(s.base, host)
        if watching:
            assert ask(watching, t="chat", table=table, seat=0, text="hello all")["t"] == "ok"
            watching.send(t="watch", table=table, seat=0)
            assert all(name in json.dumps(watching.until(t="table")) for name in list(gone)[:1])
        for token in gone.values():
            delete(s, token)
        nobody_named(s, other, table, *words)
        if watching:  # whoever looks on is shown it anew
            told = until(lambda m: not any(w in json.dumps(m) for w in words), lambda: watching.until(t="table"))
            assert "hello all" in json.dumps(told), told
        c = enter(s.base, other)
        for seat in (1, 2):
            assert until(lambda m: m["t"] == "ok", lambda seat=seat: ask(c, t="sit", table=table, seat=seat)), "their seats are free"
        mine = enter(s.base, host)
        assert ask(mine, t="start", table=table)["t"] == "ok"
        nobody_named(s, other, table, *words)
        assert ask(mine, t="resign", table=table, seat=0)["t"] == "ok"
        assert not any(w in json.dumps(http(s.base, f"/api/tables/{table}/record")[1]) for w in words)


@test
def whoever_made_an_open_table_is_forgotten_there(s):
    maker, other = account(s, "Makes Mathilde"), guest(s, "Stays Anyway")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    empty = make(s, maker, "mykerinos", ["", ""], start=False)
    person = person_of(s, maker)
    c = enter(s.base, other)
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok"
    c.send(t="watch", table=table, seat=1)
    c.until(t="table")
    delete(s, maker)
    for where in (table, empty):
        nobody_named(s, other, where, "Mathilde", person)
    assert ask(c, t="sit", table=table, seat=0)["t"] == "ok" and ask(c, t="start", table=table)["t"] == "ok", "the others go on"


@test
def a_game_that_is_over_is_erased_while_others_look_at_it(s):
    gone, stays = account(s, "Ended Edeltraud"), account(s, "Stays Sibylle")
    table = make(s, gone, "mykerinos", ["me", ""], start=False)
    one, other = enter(s.base, gone), enter(s.base, stays)
    assert ask(other, t="sit", table=table, seat=1)["t"] == "ok" and ask(one, t="start", table=table)["t"] == "ok"
    assert ask(one, t="chat", table=table, seat=0, text="farewell now")["t"] == "ok" and ask(one, t="resign", table=table, seat=0)["t"] == "ok"
    other.send(t="watch", table=table, seat=1)
    assert "Edeltraud" in json.dumps(other.until(t="table"))
    delete(s, gone)
    until(lambda m: "Edeltraud" not in json.dumps(m) and "farewell" not in json.dumps(m), lambda: other.until(t="table"))
    assert "former player" in http(s.base, f"/api/tables/{table}/record")[1]


@test
def a_game_that_ends_long_after_is_erased_when_it_ends(s):
    gone, stays = account(s, "Early Elfriede"), account(s, "Late Lothar")
    table = make(s, gone, "mykerinos", ["me", ""], start=False)
    one, other = enter(s.base, gone), enter(s.base, stays)
    assert ask(other, t="sit", table=table, seat=1)["t"] == "ok" and ask(one, t="start", table=table)["t"] == "ok"
    assert ask(one, t="chat", table=table, seat=0, text="gone before the end")["t"] == "ok"
    delete(s, gone)
    other.s.close()
    s.stop()
    # Whoever has just been deleted is looked for every few seconds, later every ten minutes.
    s.ask("UPDATE forgotten SET at = at - 7200000")
    s.start()
    other = enter(s.base, stays)
    assert any("gone before the end" in text for text in log_of(s, table)), "not yet: it is played"
    assert ask(other, t="resign", table=table, seat=1)["t"] == "ok"
    nobody_named(s, stays, table, "Elfriede", "gone before the end")


OF_A_PERSON = ("account_names.person", "small_names.person", "recovery_codes.person", "ties.person", "ties.other", "passkeys.person", "mails.person", "own.person", "pages.person", "faces.person",
               "badges.person", "roles.person", "bells.person", "bell_wishes.person", "notices.person", "notices.other", "pushes.person", "push_calls.person", "tokens.person", "ratings.person", "studies.owner",
               "study_people.person", "people.id")


def left(s, person):
    """What the store has of somebody by their id, but for numbers in reports and in the log."""
    rows = [where for where in OF_A_PERSON if s.ask(f"SELECT 1 FROM {where.split('.')[0]} WHERE {where.split('.')[1]} = '{person}'")]
    return rows + [row[0] for row in s.ask(f"SELECT words FROM reports WHERE person = '{person}' AND words <> ''")]


def at_work(s, friend):
    """Requests that write something of whoever sends them."""
    quiet = {"from": 60, "to": 120, "zone": "Europe/Berlin"}
    kinds = {"turn": {"page": True, "browser": True, "push": False, "mail": False}}
    return (("/api/reports", {"kind": "name", "name": "Nobody Special", "words": "words that must go"}), ("/api/bell/wishes", {"quiet": quiet}),
            ("/api/bell/wishes", {"kinds": kinds}), ("/api/page", {"seen": "friends", "invited": "nobody"}), ("/api/face", {"face": 3}),
            ("/api/friends", {"person": friend}), ("/api/blocks", {"person": friend}), ("/api/recovery", {}),
            ("/api/studies", {"name": "Mine Alone", "game": "mykerinos", "players": 2, "chapter": "One"}), ("/api/name", {"name": "Another Name"}))


@test
def what_races_with_being_deleted_leaves_nothing(s):
    """Every write is one of somebody who is there, and whoever was deleted is looked for again."""
    friend = person_of(s, account(s, "Is Asked Often"))
    gone, answers = [], []
    for n in range(25):
        token = account(s, f"Races Away {n}") if n % 2 else guest(s, f"Races Away {n}")
        gone.append(person_of(s, token))
        go = threading.Barrier(21)

        def send(path, body, token=token, go=go):
            go.wait()
            answers.append((path, *http(s.base, path, body, token)))

        def end(token=token, go=go):
            go.wait()
            delete(s, token)
        racing = [threading.Thread(target=send, args=one) for one in at_work(s, friend) * 2] + [threading.Thread(target=end)]
        for thread in racing:
            thread.start()
        for thread in racing:
            thread.join()
    strange = [a for a in answers if a[1] >= 500 or a[1] == 400]
    assert not strange, strange[:5]
    assert any(a[1] < 300 for a in answers) and any(a[1] == 401 for a in answers), "some came before it, some after"
    until(lambda rows: not rows, lambda: [(p, left(s, p)) for p in gone if left(s, p)])
    assert s.ask("SELECT count(*) FROM reports WHERE words = ''")[0][0] > 0, "what was reported before is there without words"


@test
def one_of_a_team_is_deleted_and_the_others_stay(s):
    """In Myst people share a seat. Whoever came second is deleted: the first still sits there, whether or not the table is in memory."""
    for asleep in (False, True):
        host, first, second = guest(s, f"Opposite {asleep}"), guest(s, f"Came First {asleep}"), guest(s, f"Came Second {asleep}")
        table = make(s, host, "myst", ["", "me"], start=False)
        for token in (first, second):
            assert ask(enter(s.base, token), t="sit", table=table, seat=0)["t"] == "ok"
        if asleep:
            s.restart()
        delete(s, second)
        c = enter(s.base, host)

        def seat(c=c, table=table):
            c.send(t="watch", table=table, seat=1)
            return c.until(t="table")["seats"][0]
        assert until(lambda one: "Came Second" not in json.dumps(one), seat)["name"] == f"Came First {asleep}"
        nobody_named(s, host, table, f"Came Second {asleep}")
        assert seat()["name"] == f"Came First {asleep}" and "team" not in seat(), seat()


@test
def nobody_plays_again_who_is_not_there_any_more(s):
    """A wish for a rematch ends with whoever had it: deleted, signed out everywhere, removed from the table."""
    def removed(a, b, table):
        assert measure(s, mod, "ban", name=http(s.base, "/api/me", token=b)[1]["name"], table=table)[0] == 200

    def signed_out(a, b, table):
        assert http(s.base, "/api/logout", {}, b)[0] == 200
    mod = with_role(s, "Sends Away", "moderator")
    for n, go in enumerate((lambda a, b, table: delete(s, b), signed_out, removed)):
        a, b = account(s, f"Plays On {n}"), account(s, f"Has Gone {n}")
        table = make(s, a, "mykerinos", ["me", ""], start=False)
        one, other = enter(s.base, a), enter(s.base, b)
        assert ask(other, t="sit", table=table, seat=1)["t"] == ask(one, t="start", table=table)["t"] == "ok"
        assert ask(other, t="resign", table=table, seat=1)["t"] == ask(other, t="rematch", table=table, seat=1)["t"] == "ok"

        def look(one=one, table=table):
            one.send(t="watch", table=table, seat=0)
            return one.until(t="table")
        assert look()["rematch-asked"] == [1]
        go(a, b, table)
        until(lambda m: "rematch-asked" not in m, look)
        assert ask(one, t="rematch", table=table, seat=0)["t"] == "ok"
        assert "rematch" not in look(), "nobody is seated who cannot come"


@test
def a_rematch_takes_nobody_along_who_is_erased(s):
    """Of a team in Myst one is deleted after the game, the first or the second: the other plays again alone."""
    for n in (0, 1):
        host, *team = guest(s, f"Against {n}"), account(s, f"Team One {n}"), account(s, f"Team Two {n}")
        table = make(s, host, "myst", ["", "me"], start=False)
        for token in team:
            assert ask(enter(s.base, token), t="sit", table=table, seat=0)["t"] == "ok"
        c, stays = enter(s.base, host), enter(s.base, team[1 - n])
        assert ask(c, t="start", table=table)["t"] == ask(c, t="resign", table=table, seat=1)["t"] == "ok"
        delete(s, team[n])

        def look(table, c=c):
            c.send(t="watch", table=table)
            return c.until(t="table")
        until(lambda m: "former player" in json.dumps(m), lambda table=table: look(table))
        assert ask(c, t="rematch", table=table, seat=1)["t"] == ask(stays, t="rematch", table=table, seat=0)["t"] == "ok"
        seats = look(look(table)["rematch"])["seats"]
        kept = [seat for seat in seats if seat["name"].startswith("Team")]
        assert len(kept) == 1 and "team" not in kept[0] and "former player" not in json.dumps(seats), seats


def long_away(s, *people, days=31):
    """They came and were last here so long ago; then the server looks again, as it does when it starts."""
    at, ids = int((time.time() - days * 86400) * 1000), ", ".join(f"'{p}'" for p in people)
    s.stop()
    s.ask(f"UPDATE people SET created = {at} WHERE id IN ({ids})", f"UPDATE tokens SET at = {at}, used = {at} WHERE person IN ({ids})",
          f"SELECT 1 FROM people WHERE id IN ({ids})")
    s.start()


def knows(s, token):
    return http(s.base, "/api/me", token=token)[0] == 200


@test
def guests_whom_nothing_needs_go(s):
    """What needs a guest: a table where they play or sit, a study or a tournament, a report, a measure. Games that are over keep the name."""
    host, mod = account(s, "Keeps Coming"), with_role(s, "Knows Many", "moderator")
    names = ("Played Once", "Plays On", "Made A Table", "Sits Down", "Was Reported", "Has Reported", "Was Warned", "Has A Study", "Signed Up",
             "Looked In", "Signed Out", "Never Came Back", "Only Yesterday")
    token = {name: guest(s, name) for name in names}
    person = {name: person_of(s, token[name]) for name in names}
    games = {}
    for name in ("Played Once", "Plays On"):
        games[name] = table = make(s, host, "mykerinos", ["me", ""], start=False)
        c, mine = enter(s.base, token[name]), enter(s.base, host)
        assert ask(c, t="sit", table=table, seat=1)["t"] == ask(mine, t="start", table=table)["t"] == "ok"
        assert ask(c, t="chat", table=table, seat=1, text=f"so says {name}")["t"] == "ok"
        if name == "Played Once":
            assert ask(c, t="resign", table=table, seat=1)["t"] == "ok"
        c.s.close()
    make(s, token["Made A Table"], "mykerinos", ["", ""], start=False)
    c = enter(s.base, token["Sits Down"])
    assert ask(c, t="sit", table=make(s, host, "mykerinos", ["me", ""], start=False), seat=1)["t"] == "ok"
    c.s.close()
    for by, about in ((host, "Was Reported"), (token["Has Reported"], "Keeps Coming")):
        about = {"person": person[about]} if about in person else {"name": about}
        assert http(s.base, "/api/reports", {"kind": "name", "words": "not a nice name", **about}, by)[0] == 201
    assert measure(s, mod, "warning", person=person["Was Warned"])[0] == 200
    status, made = http(s.base, "/api/studies", {"name": "Kept", "game": "mykerinos", "players": 2, "chapter": "One"}, token["Has A Study"])
    assert status == 200, made
    event = {"name": "Long one", "format": "robin", "game": "mykerinos"}
    status, made = http(s.base, "/api/tournaments", event, host)
    assert status == 200, made
    assert http(s.base, f"/api/tournaments/{made['tournament']}/join", {}, token["Signed Up"])[0] == 200
    assert http(s.base, "/api/logout", {}, token["Signed Out"])[0] == 200

    long_away(s, *(person[name] for name in names if name != "Only Yesterday"), person_of(s, host))
    gone = {"Played Once", "Looked In", "Signed Out", "Never Came Back"}
    until(lambda there: there == set(names) - gone, lambda: {name for name in names if s.ask(f"SELECT 1 FROM people WHERE id = '{person[name]}'")})
    for name in gone:
        assert not left(s, person[name]) and not knows(s, token[name]), name
    for name in set(names) - gone:
        assert knows(s, token[name]), name
    assert knows(s, host), "an account stays"
    told = whole(s, host, games["Played Once"])
    assert "Played Once" in told and "so says Played Once" in told and "Played Once" in http(s.base, f"/api/tables/{games['Played Once']}/record")[1]
    c = enter(s.base, token["Plays On"])
    assert ask(c, t="resign", table=games["Plays On"], seat=1)["t"] == "ok", "and whoever plays on does"


@test
def a_guest_who_comes_back_in_time_stays(s):
    """It is their last use that counts; many go in several goes, and a server that is stopped meanwhile goes on with it."""
    back, many = guest(s, "Is Back"), [guest(s, f"One Of Many {n}") for n in range(120)]
    people = [person_of(s, token) for token in many]
    long_away(s, person_of(s, back), days=29)
    assert knows(s, back)
    long_away(s, *people)
    s.restart()
    until(lambda rows: not rows, lambda: s.ask(f"SELECT id FROM people WHERE name LIKE 'One Of Many %'"))
    assert knows(s, back) and not any(knows(s, token) for token in many[:5])
    assert s.ask(f"SELECT 1 FROM people WHERE id = '{person_of(s, back)}'")


if __name__ == "__main__":
    sys.exit(run_all(tests))
