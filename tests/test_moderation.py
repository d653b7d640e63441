#!/usr/bin/env python3
"""Who looks after a club, and what they may do: roles, reports, measures, settings, the log. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all, two  # noqa: E402
from client import Socket, enter, http, moves_of  # noqa: E402

tests = []
PASSWORD = "seven grey herons"
WHY = "two insults at one table"
GETS = ("reports", "reports/1", "people", "measures", "tables", "health", "settings", "audit")
POSTS = ("measures", "lift", "close", "roles", "settings")


def test(f):
    tests.append(f)
    return f


def account(s, name):
    status, said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, guest(s, "Passer-by"))
    assert status == 200, said
    return said["token"]


def person_of(s, token):
    return http(s.base, "/api/me", token=token)[1]["person"]


def host(s):
    """The token of whoever can read the data folder."""
    with open(os.path.join(s.data, "admin"), encoding="ascii") as file:
        base, token = file.read().split()
    assert base == s.base, base
    return token


def admin(s, what, body=None, token=None):
    return http(s.base, f"/api/admin/{what}", body, token or host(s))


def with_role(s, name, role):
    token = account(s, name)
    assert admin(s, "roles", {"name": name, "role": role, "words": "asked to help"}) == (200, {})
    return token


def measure(s, token, kind, days=1, **more):
    return admin(s, "measures", {"kind": kind, "days": days, "words": WHY, **more}, token)


def talk(c, table, text, **more):
    answer = ask(c, t="chat", table=table, text=text, **more)
    return answer["t"] if answer["t"] == "ok" else answer["code"]


@test
def admin_calls_without_the_role_are_refused(s):
    player, stranger = account(s, "Plain Player"), guest(s, "Stranger")
    for token, status, code in ((None, 401, "who"), ("0" * 64, 401, "who"), (stranger, 403, "role"), (player, 403, "role")):
        for what in GETS:
            got, said = http(s.base, f"/api/admin/{what}", token=token)
            assert (got, said["code"]) == (status, code), (what, got, said)
        for what in POSTS:
            got, said = http(s.base, f"/api/admin/{what}", {"name": "Plain Player", "role": "admin", "words": "me"}, token)
            assert (got, said["code"]) == (status, code), (what, got, said)
    assert "role" not in http(s.base, "/api/me", token=player)[1]


@test
def the_hosts_token_is_in_a_file_for_its_owner_only_and_opens_nothing_else(s):
    token = host(s)
    assert stat.S_IMODE(os.stat(os.path.join(s.data, "admin")).st_mode) == 0o600
    assert admin(s, "health")[0] == 200
    for path, body in (("/api/me", None), ("/api/ticket", {}), ("/api/friends", None), ("/api/tables", {"game": "myst"})):
        assert http(s.base, path, body, token)[0] == 401, path
    s.restart()
    assert host(s) != token and http(s.base, "/api/admin/health", token=token)[0] == 401, "it ends with the server"


@test
def a_role_is_given_and_taken(s):
    a, b = with_role(s, "Ines", "moderator"), with_role(s, "Ada Chief", "admin")
    assert http(s.base, "/api/me", token=a)[1]["role"] == "moderator" and http(s.base, "/api/me", token=b)[1]["role"] == "admin"
    assert admin(s, "reports", token=a)[0] == 200
    status, said = admin(s, "roles", {"name": "Ines", "role": "admin", "words": "me"}, a)
    assert (status, said["code"]) == (403, "role"), "a moderator makes nobody anything"
    assert admin(s, "settings", {"name": "slow", "value": "5"}, a)[0] == 403
    status, said = admin(s, "roles", {"person": person_of(s, b), "role": "player", "words": "me"}, b)
    assert (status, said["code"]) == (403, "role"), "nobody judges themselves"
    s.restart()
    assert admin(s, "reports", token=a)[0] == 200, "it is remembered"
    assert admin(s, "roles", {"name": "Ines", "role": "player", "words": "thanks"}, b)[0] == 200
    assert admin(s, "reports", token=a)[0] == 403


@test
def a_role_is_for_accounts_and_in_known_words(s):
    g = guest(s, "Passing Guest")
    status, said = admin(s, "roles", {"person": person_of(s, g), "role": "admin", "words": "x"})
    assert (status, said["code"]) == (409, "account"), said
    account(s, "Somebody Real")
    for body in ({"role": "admin"}, {"name": "Somebody Real"}, {"name": "Somebody Real", "role": "king", "words": "x"}, {"role": "admin", "words": "x"},
                 {"name": "Somebody Real", "role": "admin", "words": ""}, {"name": "Somebody Real", "role": "admin", "words": "a\nb"},
                 {"name": "Somebody Real", "role": "admin", "words": "x" * 400}):
        assert admin(s, "roles", body)[0] == 400, body
    assert admin(s, "roles", {"name": "Nobody At All", "role": "admin", "words": "x"})[0] == 404


@test
def whoever_is_muted_may_not_chat_but_plays_on(s):
    mod, loud, other = with_role(s, "Quieter", "moderator"), account(s, "Loud One"), account(s, "Patient")
    table = make(s, other, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, loud)
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok" and talk(c, table, "ha", seat=1) == "ok"
    assert measure(s, mod, "mute", person=person_of(s, loud))[0] == 200
    told = c.until(t="notice")
    assert (told["kind"], told["words"]) == ("mute", WHY) and abs(told["until"] - time.time() * 1000 - 86400000) < 60000, told
    refused = ask(c, t="chat", table=table, seat=1, text="why?")
    assert refused["code"] == "muted" and WHY in refused["words"], refused
    assert talk(c, table, "as one who looks on?") == "muted"
    assert ask(c, t="ready", table=table, seat=1, yes=True)["t"] == "ok"
    s.restart()
    assert talk(enter(s.base, loud), table, "again", seat=1) == "muted", "it is remembered"
    notices = http(s.base, "/api/notices", token=loud)[1]["notices"]
    assert [n["kind"] for n in notices] == ["mute"] and "by" not in notices[0], notices
    row = [m for m in admin(s, "measures", token=mod)[1]["measures"] if m["about"]["name"] == "Loud One"][0]
    assert row["by"]["name"] == "Quieter" and row["words"] == WHY
    assert admin(s, "lift", {"measure": row["measure"], "words": "said sorry"}, mod)[0] == 200
    assert admin(s, "lift", {"measure": row["measure"], "words": "twice"}, mod)[0] == 409
    assert talk(enter(s.base, loud), table, "thanks", seat=1) == "ok"


@test
def a_ban_ends_sockets_and_tickets_and_has_an_end(s):
    mod, bad = with_role(s, "Doorkeeper", "moderator"), account(s, "Bad Egg")
    c, ticket = enter(s.base, bad), http(s.base, "/api/ticket", {}, bad)[1]["ticket"]
    assert measure(s, mod, "ban", name="Bad Egg")[0] == 200
    try:
        while True:
            c.receive()
    except ConnectionError as closed:
        assert "1008" in str(closed), closed
    late = Socket(s.base)
    late.send(t="hello", v=1, ticket=ticket)
    assert late.receive()["code"] == "ticket"
    for path, body in (("/api/ticket", {}), ("/api/tables", {"game": "myst"}), ("/api/friends", None), ("/api/name", {"name": "Good Egg"})):
        status, said = http(s.base, path, body, bad)
        assert (status, said["code"]) == (403, "banned") and WHY in said["words"], (path, said)
    again = http(s.base, "/api/login", {"name": "Bad Egg", "password": PASSWORD})[1]["token"]
    assert http(s.base, "/api/ticket", {}, again)[1]["code"] == "banned", "another session is banned, too"
    assert http(s.base, "/api/me/data", token=bad, method="HEAD")[0] == 200 and http(s.base, "/api/notices", token=bad)[0] == 200, "their data stays theirs"
    s.ask(f"UPDATE measures SET until = {int(time.time() * 1000) - 1000} WHERE target = '{person_of(s, bad)}'")
    s.restart()
    assert http(s.base, "/api/ticket", {}, bad)[0] == 201


@test
def a_range_of_addresses_is_banned_but_nobody_locks_themselves_out(s):
    mod, old = with_role(s, "Range Rover", "moderator"), account(s, "Neighbour")
    c = enter(s.base, old)
    for wrong in ("127", "0.0.0.0/0", "1.2.3.4/7", "::/0", "2001:db8::/15", "1.2.3.4 5.6.7.8", "yes", "", "127.0.0.1/33", "p1:2"):
        assert measure(s, mod, "ban", range=wrong)[0] == 400, wrong
    assert measure(s, mod, "mute", range="127.0.0.0/8")[0] == 400
    assert measure(s, mod, "ban", range="203.0.113.0/24")[0] == 200 and http(s.base, "/api/ticket", {}, old)[0] == 201, "another range"
    assert measure(s, mod, "ban", range="127.0.0.0/8")[0] == 200
    try:
        while True:
            c.receive()
    except ConnectionError as closed:
        assert "1008" in str(closed), closed
    assert http(s.base, "/api/guest", {"name": "Newcomer"})[1]["code"] == "banned"
    assert http(s.base, "/api/ticket", {}, old)[1]["code"] == "banned"
    assert http(s.base, "/api/tables")[0] == 200, "what anybody may read"
    rows = [m["measure"] for m in admin(s, "measures", token=mod)[1]["measures"] if m["about"]["person"] == "127.0.0.0/8"]
    assert admin(s, "lift", {"measure": rows[0], "words": "all well"}, mod)[0] == 200
    assert http(s.base, "/api/guest", {"name": "Newcomer"})[0] == 201


@test
def a_moderator_is_limited_in_time_and_in_whom(s):
    mod, chief, other = with_role(s, "Short Arm", "moderator"), with_role(s, "Long Arm", "admin"), with_role(s, "Colleague", "moderator")
    account(s, "Offender")
    for days in (8, 0, 3650):
        assert measure(s, mod, "ban", days, name="Offender")[1]["code"] == "role", days
    for days in (-1, 3651, "7", None, 1.5):
        assert measure(s, chief, "ban", days, name="Offender")[0] == 400, days
    assert measure(s, mod, "warning", name="Colleague")[1]["code"] == "role" and measure(s, mod, "ban", name="Long Arm")[1]["code"] == "role"
    assert measure(s, mod, "warning", name="Short Arm")[1]["code"] == "role", "nobody judges themselves"
    assert measure(s, chief, "warning", name="Colleague")[0] == 200
    assert measure(s, chief, "ban", 0, name="Offender")[0] == 200
    for kind in ("kill", "", None, 3):
        assert admin(s, "measures", {"kind": kind, "days": 1, "name": "Offender", "words": WHY}, chief)[0] == 400, kind
    assert admin(s, "measures", {"kind": "mute", "days": 1, "name": "Offender"}, chief)[1]["code"] == "words", "the reason is needed"
    assert [n["kind"] for n in http(s.base, "/api/notices", token=other)[1]["notices"]] == ["warning"]


@test
def a_moderator_removes_somebody_from_a_table(s):
    mod, one, other = with_role(s, "Bouncer", "moderator"), account(s, "Keeps Place"), account(s, "Out Goes")
    table = make(s, one, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, other)
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok"
    c.send(t="watch", table=table, seat=1)
    c.until(t="table")
    assert measure(s, mod, "ban", name="Out Goes", table=table)[0] == 200
    assert c.until(t="notice")["table"] == table
    for message in ({"t": "sit", "seat": 1}, {"t": "watch"}, {"t": "chat", "text": "hello?"}, {"t": "watch", "seat": 1}):
        assert ask(c, table=table, **message)["code"] == "removed", message
    d = enter(s.base, one)
    d.send(t="watch", table=table)
    assert d.until(t="table")["seats"][1]["kind"] == "free"
    elsewhere = make(s, one, "mykerinos", ["me", ""], start=False)
    assert ask(c, t="sit", table=elsewhere, seat=1)["t"] == "ok", "other tables are open"


@test
def whoever_made_a_table_removes_or_mutes_those_who_look_on(s):
    maker, player, eye, loud = account(s, "Maker"), account(s, "Second"), account(s, "Onlooker"), account(s, "Heckler")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c, d, e = enter(s.base, eye), enter(s.base, loud), enter(s.base, player)
    assert ask(e, t="sit", table=table, seat=1)["t"] == "ok"
    for socket in (c, d, e):
        assert ask(socket, t="watch", table=table)["t"] == "ok"

    def act(kind, name, token=maker, where=table):
        status, said = http(s.base, "/api/measures", {"kind": kind, "table": where, "name": name}, token)
        return status if status == 200 else said["code"]
    assert act("remove", "Heckler", player) == "not-owner" and act("remove", "Maker", eye) == "not-owner"
    assert act("remove", "Second") == "nobody", "whoever plays stays"
    assert act("remove", "Maker") == "nobody" and act("remove", "Not There") == "nobody" and act("ban", "Heckler") == "malformed"
    assert act("remove", "Heckler", where="tnothere") == "no-table"
    assert act("mute", "Onlooker") == 200 and c.until(t="notice")["kind"] == "mute"
    assert talk(c, table, "ooh") == "muted" and talk(d, table, "boo") == "ok"
    assert act("remove", "Heckler") == 200 and d.until(t="notice")["kind"] == "ban"
    assert ask(d, t="watch", table=table)["code"] == "removed"
    other = make(s, player, "mykerinos", ["me", ""], start=False)
    assert talk(c, other, "hello") == "ok" and ask(d, t="watch", table=other)["t"] == "ok", "elsewhere all is well"


@test
def whoever_made_a_table_lets_people_speak_and_come_in_again(s):
    maker, eye, mate = account(s, "Forgives"), account(s, "Sorry"), account(s, "Mate Of Both")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c, d = enter(s.base, eye), enter(s.base, mate)
    for socket in (c, d):
        assert ask(socket, t="watch", table=table)["t"] == "ok"

    def kept(token=maker):
        said = http(s.base, f"/api/measures/{table}", token=token)[1]
        return sorted(said["here"]), [(m["kind"], m["name"]) for m in said["measures"]]

    def act(kind):
        assert http(s.base, "/api/measures", {"kind": kind, "table": table, "name": "Sorry"}, maker)[0] == 200

    def end(which=0):
        one = http(s.base, f"/api/measures/{table}", token=maker)[1]["measures"][which]["measure"]
        return http(s.base, f"/api/measures/{one}", token=maker, method="DELETE")[0], http(s.base, f"/api/measures/{one}", token=maker, method="DELETE")[0]
    assert kept() == (["Mate Of Both", "Sorry"], []) and kept(mate) == ([], []), "who looks on is told to whoever made it alone"
    act("mute")
    act("mute")
    assert c.until(t="notice")["kind"] == "mute" and talk(c, table, "ooh") == "muted"
    assert end() == (200, 409), "the second changed nothing"
    assert c.until(t="notice") == {"t": "notice", "kind": "lifted", "of": "mute", "table": table} and talk(c, table, "sorry") == "ok"
    act("remove")
    assert kept() == (["Mate Of Both"], [("remove", "Sorry")]) and ask(c, t="watch", table=table)["code"] == "removed"
    assert end() == (200, 409) and c.until(t="notice", kind="lifted")["of"] == "ban"
    assert ask(c, t="watch", table=table)["t"] == "ok" and kept() == (["Mate Of Both", "Sorry"], [])
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok", "like anybody else"
    assert kept() == (["Mate Of Both"], []), "whoever sits does not look on"
    lines = [row["act"] for row in admin(s, "audit")[1]["lines"]][:6]
    assert lines.count("table-unmute") == 1 and lines.count("table-let-in") == 1, lines


@test
def a_line_of_the_chat_is_reported_with_the_servers_own_evidence(s):
    mod, iris, tom, noor = with_role(s, "Reader", "moderator"), account(s, "Iris"), account(s, "Tom"), account(s, "Noor")
    table = make(s, iris, "mykerinos", ["me", ""], start=False)
    watching = enter(s.base, mod)
    a, b, c = enter(s.base, iris), enter(s.base, tom), enter(s.base, noor)
    assert ask(b, t="sit", table=table, seat=1)["t"] == "ok"
    assert talk(a, table, "I take Zeus for 5.", seat=0) == "ok" and talk(b, table, "Learn to <b>count</b>.", seat=1) == "ok"
    assert talk(c, table, "Tom, stop it.") == "ok"
    body = {"kind": "chat", "table": table, "name": "Tom", "text": "Learn to <b>count</b>.", "words": "rude"}
    for other in ({"name": "Noor"}, {"text": "what nobody said"}):
        assert http(s.base, "/api/reports", {**body, **other}, iris)[0] == 404, "words are not put into mouths"
    assert http(s.base, "/api/reports", body, iris) == (201, {})
    assert watching.until(t="notice")["kind"] == "report"
    mine = [r for r in admin(s, "reports", token=mod)[1]["reports"] if r["by"]["name"] == "Iris"]
    assert len(mine) == 1 and mine[0]["about"]["name"] == "Tom" and mine[0]["open"] is True, mine
    whole = admin(s, f"reports/{mine[0]['report']}", token=mod)[1]
    lines = whole["evidence"]["lines"]
    assert [(row["name"], row["about"]) for row in lines] == [("Iris", False), ("Tom", True), ("Noor", False)], lines
    assert lines[1]["text"] == "Learn to <b>count</b>." and whole["about_before"] == {"reports": 1, "measures": []}
    assert http(s.base, "/api/reports", {**body, "name": "Noor", "text": "Tom, stop it.", "words": "and this"}, tom) == (201, {})
    assert admin(s, "reports", token=mod)[1]["reports"][0]["about"]["name"] == "Noor", "who looks on is known while they are here"
    assert measure(s, mod, "warning", name="Tom", report=whole["report"])[0] == 200
    assert measure(s, mod, "warning", name="Tom", report=whole["report"])[0] == 409, "it is closed"
    assert not [r for r in admin(s, "reports", token=mod)[1]["reports"] if r["report"] == whole["report"]]
    assert [r for r in admin(s, "reports?state=closed", token=mod)[1]["reports"] if r["report"] == whole["report"]][0]["verdict"] == WHY


@test
def a_report_shows_the_table_as_it_was_then_and_no_secrets(s):
    mod = with_role(s, "Looker", "moderator")
    tokens, table, (one, other), _ = two(s, "cyclades")
    assert talk(one, table, "Before the first move", seat=0) == "ok"
    said = {"kind": "chat", "table": table, "name": "Ada", "words": "rude"}
    looker = enter(s.base, mod)
    looker.send(t="watch", table=table)
    then = looker.until(t="table")
    for c, seat in ((one, 0), (other, 1)):
        c.send(t="watch", table=table, seat=seat, legal=True)
        last = c.until(t="table")
        if last.get("legal"):
            assert ask(c, t="move", table=table, seat=seat, at=last["n"], move=moves_of(last["legal"])[0])["t"] == "ok"
    assert http(s.base, "/api/reports", {**said, "text": "Before the first move"}, tokens[1]) == (201, {})
    number = admin(s, "reports", token=mod)[1]["reports"][0]["report"]
    position = admin(s, f"reports/{number}", token=mod)[1]["position"]
    assert position["game"] == "cyclades" and position["moves"] == then["moves"], (position["moves"], then["moves"])
    assert position["view"] == then["view"], "what anybody who looked on saw, at that line and not later"


@test
def a_name_and_a_table_are_reported(s):
    a, b = account(s, "Bea"), account(s, "Rude Name")
    table = make(s, b, "myst", ["me", ""], start=False)
    assert http(s.base, "/api/reports", {"kind": "name", "person": person_of(s, b), "words": "rude"}, a)[0] == 201
    assert http(s.base, "/api/reports", {"kind": "table", "table": table, "words": "two of one"}, a)[0] == 201
    rows = admin(s, "reports")[1]["reports"][:2]
    assert [r["kind"] for r in rows] == ["table", "name"] and rows[1]["about"]["name"] == "Rude Name", rows
    assert admin(s, f"reports/{rows[1]['report']}")[1]["evidence"]["name"] == "Rude Name"
    assert admin(s, "close", {"report": rows[0]["report"], "words": "nothing wrong"})[0] == 200
    assert admin(s, "reports/999999")[0] == 404 and admin(s, "reports/x")[0] == 404


@test
def a_report_that_cannot_be_right_is_refused_and_there_is_an_end_of_them(s):
    a = account(s, "Complainer")
    for body in ({}, {"kind": "name", "words": "x"}, {"kind": "chat", "table": "t1", "words": "x"}, {"kind": "table", "words": "x"},
                 {"kind": "table", "table": "t1"}, {"kind": "king", "table": "t1", "words": "x"}, {"kind": "name", "name": "Bea", "words": "x" * 400}):
        assert http(s.base, "/api/reports", body, a)[0] == 400, body
    assert http(s.base, "/api/reports", {"kind": "table", "table": "tnothere", "words": "x"}, a)[0] == 404
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Bea", "words": "x"})[0] == 401
    for i in range(20):
        assert http(s.base, "/api/reports", {"kind": "name", "name": "Bea", "words": f"number {i}"}, a)[0] == 201
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Bea", "words": "one more"}, a)[1]["code"] == "too-many"


@test
def slow_mode_and_the_list_of_words(s):
    chief, one = with_role(s, "Settler", "admin"), account(s, "Talker")
    table = make(s, one, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, one)
    for name, value in (("slow", "-1"), ("slow", "3601"), ("slow", "x"), ("guests", "maybe"), ("nothing", "1"), ("words", " ".join(["w"] * 201)), ("words", "x" * 2000)):
        assert admin(s, "settings", {"name": name, "value": value}, chief)[1]["code"] == "setting", (name, value)
    assert admin(s, "settings", {"name": "words", "value": "poltroon Fœtor"}, chief)[0] == 200
    for text in ("you poltroon!", "P0LTR00N", "\u0440oltroon", "what a FŒTOR"):
        assert talk(c, table, text, seat=0) == "words", text
    assert talk(c, table, "poltroons are another word", seat=0) == "ok"
    assert admin(s, "settings", {"name": "slow", "value": "600"}, chief)[0] == 200
    assert talk(c, table, "first", seat=0) == "ok" and talk(c, table, "second", seat=0) == "slow"
    d = enter(s.base, chief)
    assert talk(d, table, "one") == "ok" and talk(d, table, "two") == "ok", "not for those who look after the club"
    s.restart()
    assert admin(s, "settings", token=chief)[1] == {"slow": "600", "guests": "yes", "accounts": "yes", "words": "poltroon Fœtor", "shared": ""}
    for name, value in (("slow", "0"), ("words", "")):
        assert admin(s, "settings", {"name": name, "value": value}, chief)[0] == 200


@test
def a_club_may_close_its_doors_to_strangers(s):
    chief, g = with_role(s, "Porter", "admin"), guest(s, "Early Guest")
    assert admin(s, "settings", {"name": "guests", "value": "no"}, chief)[0] == 200
    assert http(s.base, "/api/guest", {"name": "Late Guest"})[1]["code"] == "closed"
    assert admin(s, "settings", {"name": "guests", "value": "yes"}, chief)[0] == 200
    assert admin(s, "settings", {"name": "accounts", "value": "no"}, chief)[0] == 200
    assert http(s.base, "/api/account", {"name": "Early Account", "password": PASSWORD}, g)[1]["code"] == "closed"
    assert admin(s, "settings", {"name": "accounts", "value": "yes"}, chief)[0] == 200
    assert http(s.base, "/api/account", {"name": "Early Account", "password": PASSWORD}, g)[0] == 200


def chain(rows):
    """The hashes of the log, worked out again from what docs/protocol.md says."""
    last = bytes(32)
    for num, at, who, act, target, words in rows:
        text = b"".join(str(part).encode() + b"\0" for part in (who, act, target, words))  # psql tells no number from a text
        last = hashlib.sha256(last + num.to_bytes(8, "big") + at.to_bytes(8, "big") + text).digest()
        yield last


@test
def the_log_says_who_did_what_and_shows_every_change(s):
    mod = with_role(s, "Chronicler", "moderator")
    account(s, "Written About")
    assert measure(s, mod, "warning", name="Written About")[0] == 200
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Written About", "words": "x"}, account(s, "Noter"))[0] == 201
    report = admin(s, "reports", token=mod)[1]["reports"][0]["report"]
    assert admin(s, f"reports/{report}", token=mod)[0] == 200
    log = admin(s, "audit?verify=1", token=mod)[1]
    assert [(row["who"]["name"], row["act"]) for row in log["lines"][:2]] == [("Chronicler", "look"), ("Chronicler", "warning")], log["lines"][:2]
    assert log["lines"][1]["about"]["name"] == "Written About" and log["lines"][1]["words"] == WHY
    assert log["broken"] == 0 and log["lines_in_all"] == log["lines"][0]["line"] and log["last"] == log["lines"][0]["hash"]
    rows = s.ask("SELECT num, at, who, act, target, words FROM audit ORDER BY num")
    assert list(chain(rows))[-1].hex() == log["last"]
    for method in ("POST", "DELETE"):
        assert http(s.base, "/api/admin/audit", {} if method == "POST" else None, host(s), method)[0] == 405, "nobody edits it"
    line = len(rows) // 2
    kept = rows[line - 1][5]
    s.ask(f"UPDATE audit SET words = 'nothing happened' WHERE num = {line}")
    assert admin(s, "audit?verify=1", token=mod)[1]["broken"] == line
    s.ask(f"UPDATE audit SET words = '{kept}' WHERE num = {line}")
    assert admin(s, "audit?verify=1", token=mod)[1]["broken"] == 0
    gone = s.ask(f"SELECT at, who, act, target, words FROM audit WHERE num = {line}")[0]
    s.ask(f"DELETE FROM audit WHERE num = {line}")
    assert admin(s, "audit?verify=1", token=mod)[1]["broken"] == line
    digest = list(chain(rows))[line - 1].hex()
    hexed = f"X'{digest}'" if not s.store else f"'\\x{digest}'"
    s.ask(f"INSERT INTO audit(num, at, who, act, target, words, hash) VALUES({line}, {gone[0]}, '{gone[1]}', '{gone[2]}', '{gone[3]}', '{gone[4]}', {hexed})")
    assert admin(s, "audit?verify=1", token=mod)[1]["broken"] == 0


@test
def who_is_deleted_leaves_no_name_in_reports_and_log(s):
    mod, gone = with_role(s, "Stays", "moderator"), account(s, "Vanishes")
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Vanishes", "words": "x"}, mod)[0] == 201
    assert measure(s, mod, "warning", name="Vanishes")[0] == 200
    report = admin(s, "reports", token=mod)[1]["reports"][0]["report"]
    assert http(s.base, "/api/me", token=gone, method="DELETE")[0] == 200
    seen = json.dumps([admin(s, f"reports/{report}", token=mod)[1], admin(s, "audit", token=mod)[1], admin(s, "people?name=Vanishes", token=mod)[1]])
    assert "Vanishes" not in seen.replace("people?name=Vanishes", ""), seen


@test
def people_and_tables_are_found(s):
    mod = with_role(s, "Finder", "moderator")
    one = account(s, "Needle In Hay")
    table = make(s, one, "myst", ["me", ""], start=False, access="private")
    rows = admin(s, "people?name=needle", token=mod)[1]["people"]
    assert [(r["name"], r["role"], r["account"]) for r in rows] == [("Needle In Hay", "player", True)], rows
    assert admin(s, f"people?name={rows[0]['person']}", token=mod)[1]["people"] == rows
    assert "Finder" in [r["name"] for r in admin(s, "people", token=mod)[1]["people"]]
    found = [t for t in admin(s, "tables", token=mod)[1]["tables"] if t["table"] == table]
    assert found and found[0]["access"] == "private" and found[0]["phase"] == "open"
    health = admin(s, "health", token=mod)[1]
    assert health["well"] is True and health["disk"]["free"] > 0 and health["commits"] > 0, health


def on_the_command_line(s, *args, **more):
    command = [s.program, "admin", *args, "--data", s.data, *(["--store", s.store] if s.store else [])]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "PETTEIA_LANG": "en"}, **more)


@test
def petteia_admin_does_the_same_with_and_without_a_running_server(s):
    first, loud = account(s, "First Chief"), account(s, "Loud Line")
    for running in (True, False):
        role = "admin" if running else "moderator"
        if not running:
            s.stop()
        done = on_the_command_line(s, "role", "First Chief", role, "--why", "runs the club")
        assert done.returncode == 0 and not done.stdout and not done.stderr, (running, done)
        done = on_the_command_line(s, "list")
        assert f"First Chief\t{role}\t" in done.stdout, (running, done)
        for kind in ("mute", "ban", "warn"):
            assert on_the_command_line(s, kind, "Loud Line", "--days", "3", "--why", WHY).returncode == 0
        assert on_the_command_line(s, "ban", "198.51.100.0/24", "--days", "0", "--why", WHY).returncode == 0
        rows = [line.split("\t") for line in on_the_command_line(s, "measures").stdout.splitlines()]
        mine = [row for row in rows if row[3] == "Loud Line" or row[2] == "198.51.100.0/24"]
        assert [row[1] for row in mine] == ["ban", "ban", "mute"], mine
        for row in mine:
            assert on_the_command_line(s, "unban", row[0], "--why", "enough").returncode == 0
        assert on_the_command_line(s, "set", "slow", "3").returncode == 0 and "slow\t3" in on_the_command_line(s, "settings").stdout
        assert on_the_command_line(s, "set", "slow", "0").returncode == 0
        log = on_the_command_line(s, "audit")
        assert log.returncode == 0 and "\thost\t\tban\t" in log.stdout and "every line of the log fits" in log.stdout, log
        assert json.loads(on_the_command_line(s, "audit", "--json").stdout)["broken"] == 0
        for wrong, code, words in ((("role", "Nobody At All", "admin", "--why", "x"), 1, "nobody here is called that"), (("mute", "Loud Line"), 1, "say why"),
                                   (("role", "Loud Line"), 2, "needs what to do"), (("ban", "0.0.0.0/0", "--why", "x"), 1, "a range is")):
            done = on_the_command_line(s, *wrong)
            assert done.returncode == code and words in done.stderr, (wrong, done)
    assert not os.path.exists(os.path.join(s.data, "admin")), "a server that has stopped has no door"
    s.start()
    assert http(s.base, "/api/me", token=first)[1]["role"] == "moderator" and http(s.base, "/api/ticket", {}, loud)[0] == 201
    s.restart(signal.SIGKILL)
    assert on_the_command_line(s, "list").returncode == 0


if __name__ == "__main__":
    sys.exit(run_all(tests))
