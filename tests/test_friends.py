#!/usr/bin/env python3
"""Friends, blocked people and recent opponents. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all, two  # noqa: E402
from client import enter, http  # noqa: E402

tests = []
PASSWORD = "seven grey herons"


def test(f):
    tests.append(f)
    return f


def account(s, name):
    status, said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, guest(s, "Passer-by"))
    assert status == 200, said
    return said["token"]


def person_of(s, token):
    return http(s.base, "/api/me", token=token)[1]["person"]


def lists(s, token):
    """Names by list."""
    status, said = http(s.base, "/api/friends", token=token)
    assert status == 200, said
    return {key: [row["name"] for row in rows] for key, rows in said.items()}


def befriend(s, token, name):
    return http(s.base, "/api/friends", {"name": name}, token)[0]


def block(s, token, person):
    return http(s.base, "/api/blocks", {"person": person}, token)[0]


def invitations_heard(c):
    """All that came before the answer to a ping."""
    c.send(t="ping", id="heard")
    heard = [c.receive()]
    while heard[-1].get("re") != "heard":
        heard.append(c.receive())
    return [m for m in heard if m.get("kind") == "invite"]


def seats_of(c, table):
    """The names of those who sit there; None: nobody."""
    c.send(t="watch", table=table)
    seats = c.until(t="table", table=table)["seats"]
    assert ask(c, t="unwatch", table=table)["t"] == "ok"
    return [seat.get("name") for seat in seats]


@test
def friends_ask_and_accept(s):
    a, b = account(s, "Castor"), account(s, "Pollux")
    assert befriend(s, a, "pollux") == 200
    assert lists(s, a)["asked"] == ["Pollux"] and lists(s, b)["asks"] == ["Castor"] and not lists(s, a)["friends"]
    assert befriend(s, a, "Pollux") == 200 and not lists(s, a)["friends"], "asking twice is not accepting"
    assert befriend(s, b, "Castor") == 200
    for token, other in ((a, "Pollux"), (b, "Castor")):
        assert lists(s, token) == {"friends": [other], "asks": [], "asked": [], "blocked": [], "recent": []}, lists(s, token)
    assert http(s.base, f"/api/friends/{person_of(s, b)}", token=a, method="DELETE")[0] == 200
    assert not lists(s, a)["friends"] and not lists(s, b)["friends"]


@test
def a_name_is_found_however_its_accents_are_written(s):
    a = account(s, "Inquirer")
    account(s, "\u00c9lodie")
    assert befriend(s, a, "E\u0301lodie") == 200 and lists(s, a)["asked"] == ["\u00c9lodie"]


@test
def an_ask_is_declined_or_withdrawn(s):
    a, b = account(s, "Asker"), account(s, "Decliner")
    for token, other in ((b, a), (a, b)):
        assert befriend(s, a, "Decliner") == 200
        assert http(s.base, f"/api/friends/{person_of(s, other)}", token=token, method="DELETE")[0] == 200
        assert not lists(s, b)["asks"] and not lists(s, a)["asked"]


def at_once(works):
    """All of them at the same time."""
    racing = [threading.Thread(target=work) for work in works]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()


@test
def two_who_ask_each_other_at_once_are_friends(s):
    for i in range(6):
        a, b = account(s, f"Lefty {i}"), account(s, f"Righty {i}")
        at_once([lambda a=a, i=i: befriend(s, a, f"Righty {i}"), lambda b=b, i=i: befriend(s, b, f"Lefty {i}")])
        assert lists(s, a)["friends"] == [f"Righty {i}"] and lists(s, b)["friends"] == [f"Lefty {i}"], (i, lists(s, a))


@test
def accepting_does_not_undo_a_block_at_once(s):
    a, b = account(s, "Regretful"), account(s, "Eager")
    pest = person_of(s, b)
    for i in range(12):
        for kind in ("blocks", "friends"):
            assert http(s.base, f"/api/{kind}/{pest}", token=a, method="DELETE")[0] == 200
        assert befriend(s, a, "Eager") == 200
        at_once([lambda: block(s, a, pest)] + [lambda: befriend(s, b, "Regretful")] * 3)
        assert lists(s, a)["blocked"] == ["Eager"] and not lists(s, a)["friends"] and not lists(s, b)["friends"], (i, lists(s, a), lists(s, b))


@test
def a_list_has_an_end_and_shows_all_that_it_has(s):
    token, late = account(s, "Collector"), account(s, "Latecomer")
    me, other = person_of(s, token), person_of(s, late)
    rows = [f"pcrowd{i:04}" for i in range(199)]
    s.ask(*[f"INSERT INTO people(id, name, secret, created) VALUES('{row}', 'One of many {row[-3:]}', '', 1)" for row in rows],
          *[f"INSERT INTO ties(person, other, kind, at) VALUES('{me}', '{row}', 2, 1)" for row in rows])
    account(s, "Last Place")
    assert befriend(s, token, "Last Place") == 200
    for name in ("Latecomer", "Nobody Of That Name"):
        status, said = http(s.base, "/api/friends", {"name": name}, token)
        assert (status, said["code"]) == (409, "full"), (name, said)
    assert block(s, token, other) == 409
    assert befriend(s, late, "Collector") == 200
    assert [len(lists(s, token)[key]) for key in ("friends", "asked", "asks", "blocked")] == [199, 1, 1, 0]
    assert block(s, token, rows[0]) == 200, "a friend becomes a blocked one"
    assert http(s.base, f"/api/friends/{rows[1]}", token=token, method="DELETE")[0] == 200
    assert befriend(s, token, "Latecomer") == 200
    assert [len(lists(s, token)[key]) for key in ("friends", "asked", "asks", "blocked")] == [198, 1, 0, 1]


@test
def friends_see_who_is_here(s):
    a, b = account(s, "Watcher"), account(s, "Comer")
    befriend(s, a, "Comer"), befriend(s, b, "Watcher")

    def here():
        return http(s.base, "/api/friends", token=a)[1]["friends"][0]["here"]
    assert here() is False
    c = enter(s.base, b)
    assert here() is True
    assert ask(c, t="ping")["t"] == "pong"


@test
def guests_have_no_friends_but_may_block(s):
    a, b = guest(s, "Lone Guest"), account(s, "Pushy")
    assert befriend(s, a, "Pushy") == 409
    assert befriend(s, b, "Lone Guest") == 200 and not lists(s, b)["asked"]
    assert block(s, a, person_of(s, b)) == 200 and lists(s, a)["blocked"] == ["Pushy"]


@test
def nobody_learns_who_exists_or_who_has_blocked_them(s):
    a, b = account(s, "Curious"), account(s, "Private")
    assert block(s, b, person_of(s, a)) == 200
    answers = [http(s.base, "/api/friends", {"name": name}, a) for name in ("Private", "Nobody Of That Name", "Curious")]
    assert answers[0] == answers[1] == answers[2], answers
    assert not lists(s, b)["asks"], "whoever is blocked asks, and nobody hears of it"
    assert befriend(s, b, "Curious") == 200 and not lists(s, b)["friends"], "unblock first"
    for body in ({}, {"name": ""}, {"name": 7}, {"person": ""}, {"person": "x" * 60}, {"name": 'a"b'}):
        assert http(s.base, "/api/friends", body, a)[0] == 400, body
        assert http(s.base, "/api/blocks", body, a)[0] == 400, body


@test
def a_blocked_person_does_not_join_or_chat(s):
    host, pest, other = account(s, "Hostess"), account(s, "Pest"), account(s, "Bystander")
    assert block(s, host, person_of(s, pest)) == 200
    table = make(s, host, "mykerinos", ["me", "", ""], start=False)
    c = enter(s.base, pest)
    refused = ask(c, t="sit", table=table, seat=1)
    assert (refused["t"], refused["code"]) == ("refused", "cannot-sit") and "block" not in refused["words"], refused
    assert ask(c, t="chat", table=table, text="let me in")["code"] == "cannot-chat"
    assert ask(enter(s.base, other), t="sit", table=table, seat=1)["t"] == "ok", "others may"
    c.send(t="watch", table=table)
    assert c.until(t="table")["phase"] == "open", "looking on is not coming near"
    for _ in range(2):  # it is remembered over a restart
        assert http(s.base, f"/api/blocks/{person_of(s, pest)}", token=other, method="DELETE")[0] == 200, "others cannot unblock"
        assert ask(enter(s.base, pest), t="sit", table=table, seat=2)["code"] == "cannot-sit"
        s.restart()
    assert http(s.base, f"/api/blocks/{person_of(s, pest)}", token=host, method="DELETE")[0] == 200
    assert ask(enter(s.base, pest), t="sit", table=table, seat=2)["t"] == "ok"


@test
def blocking_in_the_middle_ends_the_talk_and_the_friendship(s):
    a, b = account(s, "Erstwhile"), account(s, "Quarrel")
    befriend(s, a, "Quarrel"), befriend(s, b, "Erstwhile")
    table = make(s, a, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, b)
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok"
    assert ask(c, t="chat", table=table, seat=1, text="hello")["t"] == "ok"
    assert block(s, a, person_of(s, b)) == 200
    assert ask(c, t="chat", table=table, seat=1, text="why?")["code"] == "cannot-chat"
    assert ask(c, t="ready", table=table, seat=1, yes=True)["t"] == "ok", "the game itself goes on"
    assert not lists(s, a)["friends"] and not lists(s, b)["friends"] and lists(s, a)["blocked"] == ["Quarrel"]


@test
def nobody_plays_again_with_whom_they_keep_away(s):
    """A rematch sits everybody down: whoever was blocked after the game does not get one, also if it was asked for before."""
    (a, b), table, (one, other), _ = two(s, "mykerinos")
    assert ask(other, t="resign", table=table, seat=1)["t"] == ask(one, t="rematch", table=table, seat=0)["t"] == "ok"
    assert block(s, a, person_of(s, b)) == 200
    refused = ask(other, t="rematch", table=table, seat=1)
    assert refused["t"] == "refused" and refused["code"] == "no-rematch" and "block" not in refused["words"], refused
    assert http(s.base, f"/api/blocks/{person_of(s, b)}", token=a, method="DELETE")[0] == 200
    assert ask(other, t="rematch", table=table, seat=1)["t"] == "ok"


@test
def recent_opponents_are_listed(s):
    (a, b), table, (one, other), _ = two(s, "mykerinos")
    assert ask(other, t="resign", table=table, seat=1)["t"] == "ok"
    names = [http(s.base, "/api/me", token=token)[1]["name"] for token in (a, b)]
    assert lists(s, a)["recent"] == [names[1]] and lists(s, b)["recent"] == [names[0]]
    row = http(s.base, "/api/friends", token=a)[1]["recent"][0]
    assert row == {"person": person_of(s, b), "name": names[1]}


@test
def who_is_deleted_is_nobodys_friend(s):
    a, b = account(s, "Remainer"), account(s, "Leaver")
    befriend(s, a, "Leaver"), befriend(s, b, "Remainer")
    assert http(s.base, "/api/me", token=b, method="DELETE")[0] == 200
    assert not lists(s, a)["friends"]
    account(s, "Leaver")
    assert not lists(s, a)["friends"], "somebody else under the same name is not"


@test
def ties_are_for_their_owner_only(s):
    assert http(s.base, "/api/friends")[0] == 401
    assert http(s.base, "/api/friends", {"name": "Castor"})[0] == 401
    assert http(s.base, "/api/blocks", {"person": "p1"})[0] == 401
    assert http(s.base, "/api/blocks/p1", method="DELETE")[0] == 401
    assert http(s.base, "/api/friends/p1", method="DELETE")[0] == 401


@test
def a_friend_is_invited_at_once_and_nobody_else(s):
    a, b, c = account(s, "Inviter"), account(s, "Invited"), account(s, "Uninvited")
    befriend(s, a, "Invited"), befriend(s, b, "Inviter")
    table = make(s, a, "mykerinos", ["me", ""], start=False)

    def invite(token, other, **more):
        status, said = http(s.base, "/api/invitations", {"person": person_of(s, other), "table": table, **more}, token)
        return said["here"] if status == 200 else said["code"]
    assert invite(a, b) is False
    one = enter(s.base, b)
    assert invite(a, b, key="read-this-you-fool") is True
    told = one.until(t="notice")
    assert (told["kind"], told["by"], told["at"], told["title"]) == ("invite", "Inviter", table, "Mykerinos"), told
    assert "key" not in told, "only the table's own, not what somebody would have them read"
    assert invite(a, c) == "not-friends" and invite(c, b) == "not-friends"
    for wrong in ("", "t/../x", "<b>", "x" * 60, 7):
        assert http(s.base, "/api/invitations", {"person": person_of(s, b), "table": wrong}, a)[0] == 400, wrong
    assert http(s.base, "/api/invitations", {"person": "p1", "table": table})[0] == 401
    assert block(s, b, person_of(s, a)) == 200 and invite(a, b) == "not-friends", "whoever is blocked invites nobody"
    while (last := invite(a, c)) == "not-friends":
        pass
    assert last == "too-fast"


@test
def a_stranger_who_may_invite_does_not_learn_who_is_here(s):
    """Only friends see whether one is here (docs/privacy.md)."""
    a, b = account(s, "Inviting Stranger"), account(s, "Lets All Invite")
    assert http(s.base, "/api/page", {"invited": "all"}, b)[0] == 200
    table = make(s, a, "mykerinos", ["me", ""], start=False)
    invitation = {"person": person_of(s, b), "table": table}
    away = http(s.base, "/api/invitations", invitation, a)
    one = enter(s.base, b)
    here = http(s.base, "/api/invitations", invitation, a)
    assert away == here == (200, {}), (away, here)
    assert one.until(t="notice")["at"] == table, "they hear of it all the same"


@test
def nobody_is_invited_to_a_table_that_is_not_there(s):
    a, b = account(s, "Invites To Nothing"), account(s, "Sits Nowhere")
    befriend(s, a, "Sits Nowhere"), befriend(s, b, "Invites To Nothing")
    one = enter(s.base, b)
    over = make(s, a, "mykerinos", ["me", "random"])
    assert ask(enter(s.base, a), t="resign", table=over, seat=0)["t"] == "ok"
    for table in ("tnosuchtable1", over):
        status, said = http(s.base, "/api/invitations", {"person": person_of(s, b), "table": table}, a)
        assert (status, said["code"]) == (404, "no-table"), said
    assert not invitations_heard(one)


@test
def a_friend_is_invited_to_a_seat(s):
    """docs/protocol.md, /api/invitations: the notice leads to that seat; it is not kept, and whoever sits down first has it."""
    a, b, c = account(s, "Seats Others"), account(s, "Is Seated"), account(s, "Is Quicker")
    befriend(s, a, "Is Seated"), befriend(s, b, "Seats Others")
    table = make(s, a, "myriath", ["me", "", "", ""], start=False)
    friend = enter(s.base, b)
    assert http(s.base, "/api/invitations", {"person": person_of(s, b), "table": table, "seat": 2}, a) == (200, {"here": True})
    told = friend.until(t="notice", kind="invite")
    assert (told["at"], told["seat"]) == (table, 2), told
    rung = friend.until(t="bell", kind="invite")
    assert rung["link"] == f"/table/{table}#seat=2" and rung["text"].startswith("Seat 3 at a table of Myriath"), rung
    assert http(s.base, "/api/bell", token=b)[1]["notices"][0]["link"] == rung["link"]
    assert ask(friend, t="sit", table=table, seat=told["seat"], entropy="00ff")["t"] == "ok"
    assert seats_of(friend, table) == ["Seats Others", None, "Is Seated", None]
    assert ask(friend, t="leave", table=table, seat=2)["t"] == "ok"
    assert http(s.base, "/api/invitations", {"person": person_of(s, b), "table": table, "seat": 3, "key": "k123"}, a)[0] == 200
    assert friend.until(t="bell", kind="invite")["link"] == f"/table/{table}#seat=3"
    made = http(s.base, "/api/tables", {"game": "myriath", "seats": ["me", ""], "players": 2, "access": "link"}, a)[1]
    assert http(s.base, "/api/invitations", {"person": person_of(s, b), "table": made["table"], "seat": 1, "key": made["key"]}, a)[0] == 200
    assert friend.until(t="bell", kind="invite")["link"] == f"/table/{made['table']}#key={made['key']}&seat=1"
    assert ask(enter(s.base, c), t="sit", table=table, seat=3, entropy="00ff")["t"] == "ok"
    no = ask(friend, t="sit", table=table, seat=3, entropy="00ff")
    assert (no["code"], no["words"]) == ("cannot-sit", "somebody sits there"), no
    assert seats_of(friend, table) == ["Seats Others", None, None, "Is Quicker"], "and nothing has changed"


@test
def nobody_is_invited_to_a_seat_that_is_not_theirs_to_give(s):
    a, b, c = account(s, "Gives Seats"), account(s, "Gets None"), account(s, "Sits Elsewhere")
    for one, other in ((a, "Gets None"), (b, "Gives Seats"), (c, "Gets None"), (b, "Sits Elsewhere")):
        befriend(s, one, other)
    table = make(s, a, "myriath", ["me", "random", ""], start=False)
    local = make(s, c, "myriath", ["me", ""], start=False, access="local")
    begun = make(s, c, "mykerinos", ["me", "random"])
    friend = enter(s.base, b)

    def invite(token, seat, to=table):
        status, said = http(s.base, "/api/invitations", {"person": person_of(s, b), "table": to, "seat": seat}, token)
        return status, said.get("code")
    for seat in (-1, 5, 1 << 40, "2", 1.5, None, True):
        assert invite(a, seat) == (400, "malformed"), seat
    assert invite(a, 3) == (404, "no-seat")
    assert invite(a, 0) == invite(a, 1) == (409, "not-free"), "who invites, and a bot, sit there"
    assert invite(c, 2) == (403, "not-your-table")
    assert invite(c, 1, local) == invite(c, 1, begun) == (409, "not-free"), "at one screen, or too late"
    assert invite(c, 1, "tnosuchtable1") == (404, "no-table")
    assert block(s, b, person_of(s, a)) == 200 and invite(a, 2) == (409, "not-friends")
    assert not invitations_heard(friend)
    assert "invite" not in [n["kind"] for n in http(s.base, "/api/bell", token=b)[1]["notices"]]
    assert seats_of(enter(s.base, a), table)[2] is None


@test
def whoever_invites_or_sends_away_learns_of_no_private_table(s):
    """docs/protocol.md: a private table is like none for whoever has not its key: the same answer, whatever is asked about it."""
    a, b, c = account(s, "Keeps It Private"), account(s, "Would Be Asked"), account(s, "Only Guesses")
    befriend(s, c, "Would Be Asked"), befriend(s, b, "Only Guesses")
    status, made = http(s.base, "/api/tables", {"game": "myriath", "players": 3, "access": "private", "seats": ["me", "", ""]}, a)
    assert status == 201, made
    friend = enter(s.base, b)

    def asked(table):
        """Two of the six invitations that somebody has at once."""
        invitation = {"person": person_of(s, b), "table": table}
        return [http(s.base, path, body, c) for path, body in (
            ("/api/invitations", invitation), ("/api/invitations", {**invitation, "seat": 1}), ("/api/measures", {"kind": "mute", "name": "Would Be Asked", "table": table}))]
    missing, private = asked("tnosuchtable1"), asked(made["table"])
    assert private == missing and {status for status, _ in missing} == {404}, (missing, private)
    invitation = {"person": person_of(s, b), "table": made["table"]}
    assert http(s.base, "/api/invitations", {**invitation, "key": "wrong"}, c) == missing[0]
    assert not invitations_heard(friend)
    assert http(s.base, "/api/invitations", {**invitation, "key": made["key"]}, c)[0] == 200, "who has the key may come, and say so"


@test
def whoever_reports_learns_of_no_private_table(s):
    """docs/protocol.md: a private table is like none for whoever has not its key; whoever has it, or sits there, may report it."""
    a, b = account(s, "Plays In Private"), account(s, "Tries Numbers")
    status, made = http(s.base, "/api/tables", {"game": "myst", "players": 2, "access": "private", "seats": ["me", ""]}, a)
    assert status == 201, made

    def reported(table, who, **more):
        return http(s.base, "/api/reports", {"kind": "table", "table": table, "words": "x", **more}, who)
    missing = reported("tnosuchtable1", b)
    assert missing[0] == 404 and reported(made["table"], b) == reported(made["table"], b, key="wrong") == missing, missing
    assert reported(made["table"], b, key=made["key"])[0] == reported(made["table"], a)[0] == 201


@test
def a_friends_game_is_found_if_anybody_may_look_on(s):
    a, b = account(s, "Looker"), account(s, "Player")
    befriend(s, a, "Player"), befriend(s, b, "Looker")
    for access, found in (("private", False), ("open", True)):
        table = make(s, b, "mykerinos", ["me", "greedy"], access=access)
        c = enter(s.base, b)
        assert ask(c, t="watch", table=table, seat=0)["t"] == "ok"
        row = http(s.base, "/api/friends", token=a)[1]["friends"][0]
        assert (row.get("plays") == table) is found, (access, row)


if __name__ == "__main__":
    sys.exit(run_all(tests))
