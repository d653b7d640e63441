#!/usr/bin/env python3
"""Notices: every kind in the list, on open pages and at devices; who is not told; quiet hours, and one click that stops a kind. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import datetime
import json
import os
import sys
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, make  # noqa: E402
from client import enter, http  # noqa: E402
from noticing import GAME, account, bell, friends, game_of_two, give_turn, leaves, login, me, place, run_all, subscribe, until, wish, with_turns  # noqa: E402
from push_service import Device  # noqa: E402
from serving import Server  # noqa: E402
from smtp_sink import Sink  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


# --- every kind ---


@test
def a_turn_is_told_in_the_list_and_at_the_device(s, p):
    device = Device(p, "turn")
    a, b, table, one = with_turns(s, "Turn", device)
    assert until(lambda: device.got()), (p.faults, s.log_text()[-800:])
    got = device.got()[0]
    assert got["kind"] == "turn" and got["link"] == f"/table/{table}" and got["title"] == "Your move" and "Mykerinos" in got["text"], got
    listed = bell(s, b)
    assert [n["topic"] for n in listed["notices"]] == [f"turn:{table}"] and listed["unread"] == 1, listed
    assert not p.faults and len(p.senders) == 1, p.faults
    key = http(s.base, "/api/bell/wishes", token=b)[1]["push"]
    assert p.senders == {key}, "what browsers subscribe with is what signs"
    path, topic, urgency, ttl = p.headers[-1]
    assert urgency == "high" and 3600 < ttl <= 2 * 86400 + 1 and table not in topic


@test
def whoever_has_moved_has_nothing_unread(s, p):
    a, b, table, one = with_turns(s, "Mover")
    assert until(lambda: bell(s, b)["unread"] == 1)
    give_turn(table, enter(s.base, b), 1)
    assert until(lambda: bell(s, b)["unread"] == 0), bell(s, b)


@test
def a_table_in_front_of_somebody_rings_no_bell(s, p):
    device = Device(p, "front")
    a, b = account(s, "Front A"), account(s, "Front B")
    table, one, other = game_of_two(s, a, b)
    give_turn(table, other, 1)
    subscribe(s, b, device)
    other.send(t="watch", table=table, seat=1)
    other.until(t="table")
    assert until(lambda: bell(s, b)["unread"] == 0), "whoever opens the table has seen it"
    before = bell(s, b)["notices"]
    give_turn(table, one)
    time.sleep(0.7)
    assert bell(s, b)["notices"] == before and not device.got(), bell(s, b)


@test
def a_game_that_begins_rings_only_for_whoever_does_not_come(s, p):
    a, b, c, d = (account(s, f"Begin {letter}") for letter in "ABCD")
    came, one, other = game_of_two(s, a, b)  # all look at another page: theirs leads them there
    for seat, page in enumerate((one, other)):
        page.send(t="watch", table=came, seat=seat)
        page.until(t="table")
    late, _, _ = game_of_two(s, c, d)
    assert not [n for token in (c, d) for n in bell(s, token)["notices"]], "at once"
    assert until(lambda: [n["topic"] for token in (c, d) for n in bell(s, token)["notices"]] == [f"turn:{late}"]), (bell(s, c), bell(s, d))
    assert not [n for token in (a, b) for n in bell(s, token)["notices"]], (bell(s, a), bell(s, b))


@test
def a_page_in_the_background_is_told_by_its_socket(s, p):
    device = Device(p, "background")
    a, b = account(s, "Back A"), account(s, "Back B")
    subscribe(s, b, device)
    table, one, other = game_of_two(s, a, b)
    give_turn(table, other, 1)  # if it is theirs at the beginning, they have seen that
    other.send(t="watch", table=table, seat=1)
    other.until(t="table")
    assert ask(other, t="hidden", yes=True)["t"] == "ok"
    give_turn(table, one)
    said = other.until(t="bell")
    assert said["kind"] == "turn" and said["browser"] and said["page"] and said["unread"] == 1 and said["link"] == f"/table/{table}", said
    time.sleep(1)
    assert not device.got(), "the device has an open page"


@test
def an_invitation_waits_for_whoever_is_away(s, p):
    device = Device(p, "invite")
    a, b = account(s, "Inviter"), account(s, "Invitee")
    friends(s, a, b, ("Inviter", "Invitee"))
    subscribe(s, b, device, "fr-CH, en;q=0.5")
    made = http(s.base, "/api/tables", {"game": GAME, "players": 2, "seats": ["me", ""], "access": "link"}, a)[1]
    table, key = made["table"], made["key"]
    status, said = http(s.base, "/api/invitations", {"person": me(s, b), "table": table, "key": key}, a)
    assert status == 200 and said == {"here": False}, said
    assert until(lambda: device.got()), p.faults
    got = device.got()[0]
    assert got["kind"] == "invite" and got["title"] == "Inviter vous invite" and got["lang"] == "fr", got
    assert got["link"] == f"/table/{table}#key={key}" and got["text"] == "Une place vous attend à une table de Mykerinos.", got
    said = bell(s, b)["notices"][0]
    assert said["title"] == "Inviter invites you" and said["text"] == "A seat at a table of Mykerinos is waiting for you.", said
    assert not bell(s, a)["notices"]


@test
def a_result_is_told_to_all_who_did_not_see_it(s, p):
    device = Device(p, "result")
    a, b, table, one = with_turns(s, "Result", device)
    assert ask(one, t="resign", table=table, seat=0)["t"] == "ok"
    assert until(lambda: [m for m in device.got() if m["kind"] == "result"]), (device.got(), p.faults)
    got = [m for m in device.got() if m["kind"] == "result"][0]
    assert got["text"] == "You came in place 1 of 2." and got["topic"] == f"result:{table}", got
    assert until(lambda: bell(s, b)["unread"] == 1), bell(s, b)  # the turn is no news any more


@test
def friends_hear_that_somebody_is_here_only_in_the_page(s, p):
    device = Device(p, "friend")
    a, b, c = account(s, "Comer"), account(s, "Waiter"), account(s, "Stranger")
    friends(s, a, b, ("Comer", "Waiter"))
    subscribe(s, b, device)
    page = enter(s.base, b)
    enter(s.base, a)
    said = page.until(t="bell")
    assert said["kind"] == "friend" and said["title"] == "Comer is here" and not said["browser"], said
    assert said["link"] == f"/people/{me(s, a)}"
    assert not bell(s, c)["notices"] and not device.got()
    enter(s.base, a)
    time.sleep(0.5)
    assert len([n for n in bell(s, b)["notices"] if n["kind"] == "friend"]) == 1


# --- whose it is ---


@test
def two_devices_are_called_and_one_that_logs_out_is_not(s, p):
    one, other = Device(p, "first"), Device(p, "second")
    a, b = account(s, "Pair A"), account(s, "Pair B")
    second = login(s, "Pair B")
    friends(s, a, b, ("Pair A", "Pair B"))
    subscribe(s, b, one)
    subscribe(s, second, other)
    assert http(s.base, "/api/bell/wishes", token=b)[1]["devices"] == 2
    person = me(s, b)
    invite = lambda table: http(s.base, "/api/invitations", {"person": person, "table": place(s, table)}, a)  # noqa: E731
    assert invite("t1")[0] == 200
    assert until(lambda: one.got() and other.got()), p.faults
    assert http(s.base, "/api/logout", {}, second)[0] == 200
    assert not s.ask(f"SELECT 1 FROM pushes WHERE endpoint LIKE '%{other.path}'"), "it is not kept either"
    assert invite("t2")[0] == 200
    assert until(lambda: len(one.got()) == 2) and len(other.got()) == 1
    assert http(s.base, "/api/sessions", token=b, method="DELETE")[0] == 200
    assert http(s.base, "/api/push", token=b, method="DELETE")[0] == 200
    assert invite("t3")[0] == 200
    assert until(lambda: len(bell(s, b)["notices"]) == 3)
    time.sleep(0.5)
    assert len(one.got()) == 2


@test
def a_device_belongs_to_whoever_subscribed_last(s, p):
    device = Device(p, "shared")
    a, b, c = account(s, "Shared A"), account(s, "Shared B"), account(s, "Shared C")
    friends(s, a, b, ("Shared A", "Shared B"))
    friends(s, a, c, ("Shared A", "Shared C"))
    subscribe(s, b, device)
    subscribe(s, c, device)
    for token in (b, c):
        assert http(s.base, "/api/invitations", {"person": me(s, token), "table": place(s, me(s, token)[1:8])}, a)[0] == 200
    assert until(lambda: device.got()), p.faults
    time.sleep(0.7)
    assert [m["topic"] for m in device.got()] == ["invite:" + place(s, me(s, c)[1:8])], "nothing that is meant for somebody else"


@test
def what_is_deleted_leaves_nothing_behind(s, p):
    device = Device(p, "deleted")
    a, b = account(s, "Leaver"), account(s, "Stayer")
    friends(s, a, b, ("Leaver", "Stayer"))
    subscribe(s, a, device)
    who = me(s, a)
    wish(s, a, "turn", push=False)
    for token, other in ((a, b), (b, a)):
        assert http(s.base, "/api/invitations", {"person": me(s, other), "table": place(s, "t9")}, token)[0] == 200
    assert until(lambda: bell(s, b)["unread"] == 1 and bell(s, a)["unread"] == 1)
    assert http(s.base, "/api/me", token=a, method="DELETE")[0] == 200
    assert not bell(s, b)["notices"], "the name of somebody deleted is not kept"
    for table, column in (("pushes", "person"), ("notices", "person"), ("notices", "other"), ("bell_wishes", "person"), ("bells", "person"), ("push_calls", "person")):
        assert not s.ask(f"SELECT 1 FROM {table} WHERE {column} = '{who}'"), table


@test
def notices_are_for_their_person_alone(s, p):
    for path in ("/api/bell", "/api/bell/wishes"):
        assert http(s.base, path)[0] == 401
    a, b, table, one = with_turns(s, "Alone")
    assert until(lambda: bell(s, b)["unread"] == 1)
    assert http(s.base, "/api/bell/seen", {"topic": f"turn:{table}"}, a)[0] == 200
    assert bell(s, b)["unread"] == 1, "nobody sees for somebody else"
    assert http(s.base, "/api/bell/seen", {}, b)[0] == 200 and bell(s, b)["unread"] == 0


# --- wishes ---


@test
def each_kind_is_stopped_for_each_way(s, p):
    device = Device(p, "wishes")
    a, b = account(s, "Wish A"), account(s, "Wish B")
    friends(s, a, b, ("Wish A", "Wish B"))
    subscribe(s, b, device)
    wish(s, b, "invite", push=False)
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "w1")}, a)
    assert until(lambda: bell(s, b)["unread"] == 1)
    wish(s, b, "invite", push=True, page=False)
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "w2")}, a)
    assert until(lambda: device.got()), p.faults
    assert [m["topic"] for m in device.got()] == ["invite:" + place(s, "w2")] and [n["topic"] for n in bell(s, b)["notices"]] == ["invite:" + place(s, "w1")]
    wish(s, b, "invite", push=False, page=False, browser=False, mail=False)
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "w3")}, a)
    time.sleep(0.7)
    assert not s.ask(f"SELECT 1 FROM notices WHERE person = '{me(s, b)}' AND topic = 'invite:" + place(s, "w3") + "'"), "what nobody wants to hear is not kept"


@test
def one_click_stops_a_kind_without_a_password(s, p):
    device = Device(p, "stop")
    a, b = account(s, "Stop A"), account(s, "Stop B")
    friends(s, a, b, ("Stop A", "Stop B"))
    subscribe(s, b, device)
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "s1")}, a)
    assert until(lambda: device.got()), p.faults
    key = device.got()[0]["stop"]
    wrong = key[:-2] + ("AA" if not key.endswith("AA") else "BB")
    others = me(s, a) + key[key.index("."):]
    for bad in (wrong, others, "", key.split(".")[0]):
        assert http(s.base, f"/api/bell/stop?key={bad}&kind=invite&way=push", {})[0] == 400, bad
    assert http(s.base, f"/api/bell/stop?key={key}&kind=invite&way=door", {})[0] == 400
    assert http(s.base, f"/api/bell/stop?key={key}&kind=invite&way=push")[0] == 405, "a link that is only looked at stops nothing"
    form = urllib.request.Request(s.base + f"/api/bell/stop?key={key}&kind=invite&way=push", b"List-Unsubscribe=One-Click")
    with urllib.request.urlopen(form) as answer:
        assert json.loads(answer.read()) == {"stopped": True}
    kinds = http(s.base, "/api/bell/wishes", token=b)[1]["kinds"]
    assert not kinds["invite"]["push"] and kinds["invite"]["page"] and kinds["turn"]["push"], kinds
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "s2")}, a)
    assert until(lambda: bell(s, b)["unread"] == 2)
    time.sleep(0.5)
    assert len(device.got()) == 1
    person = me(s, b)
    assert http(s.base, "/api/me", token=b, method="DELETE")[0] == 200
    assert http(s.base, f"/api/bell/stop?key={key}&kind=turn&way=push", {}) == (200, {"stopped": True}), "the same answer, whoever is still there"
    assert s.ask(f"SELECT count(*) FROM bell_wishes WHERE person = '{person}'") == [[0]], "nothing is kept of whoever is deleted (docs/privacy.md)"


def quiet_now(minutes_before, minutes_after):
    """Quiet hours around now, where it is now some other time of day."""
    now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=-3)  # POSIX: Etc/GMT+3 is three hours behind
    minute = now.hour * 60 + now.minute
    return {"from": (minute - minutes_before) % 1440, "to": (minute + minutes_after) % 1440, "zone": "Etc/GMT+3"}


@test
def quiet_hours_keep_devices_quiet_until_they_end(s, p):
    device = Device(p, "quiet")
    a, b = account(s, "Quiet A"), account(s, "Quiet B")
    friends(s, a, b, ("Quiet A", "Quiet B"))
    subscribe(s, b, device)
    assert http(s.base, "/api/bell/wishes", {"quiet": quiet_now(30, 30)}, b)[0] == 200
    page = enter(s.base, b)
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "q1")}, a)
    said = page.until(t="bell")
    assert said["page"] and not said["browser"], "the list has it, and nothing rings"
    leaves(s, page)
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "q2")}, a)
    assert until(lambda: bell(s, b)["unread"] == 2)
    time.sleep(0.7)
    assert not device.got()
    due = s.ask(f"SELECT due FROM push_calls WHERE person = '{me(s, b)}'")[0][0] / 1000
    assert 20 * 60 < due - time.time() <= 30 * 60, due - time.time()
    wish(s, b, "invite", push=False)  # while a call about it waits
    s.ask(f"UPDATE push_calls SET due = 1 WHERE person = '{me(s, b)}'")
    http(s.base, "/api/invitations", {"person": me(s, a), "table": place(s, "q2")}, b)  # calls are looked for when there is news
    assert until(lambda: not s.ask(f"SELECT 1 FROM push_calls WHERE person = '{me(s, b)}'"))
    assert not device.got(), "what somebody does not want to hear any more is not said in the morning, either"
    wish(s, b, "invite", push=True)
    assert http(s.base, "/api/bell/wishes", {"quiet": quiet_now(60, -30)}, b)[0] == 200
    http(s.base, "/api/invitations", {"person": me(s, b), "table": place(s, "q3")}, a)
    assert until(lambda: [m["topic"] for m in device.got()] == ["invite:" + place(s, "q3")]), device.got()


@test
def bad_wishes_change_nothing(s, p):
    b = account(s, "Nonsense")
    before = http(s.base, "/api/bell/wishes", token=b)[1]
    ways = {"page": True, "browser": False, "push": False, "mail": False}
    bad = [{}, {"kinds": {}, "quiet": {"from": 0, "to": 1440, "zone": "Europe/Berlin"}}, {"quiet": {"from": 0, "to": 60, "zone": "Europe/Nowhere"}},
           {"quiet": {"from": 0, "to": 60, "zone": ""}}, {"quiet": {"from": 0, "to": 60}}, {"quiet": 3}, {"kinds": {"turn": {**ways, "page": 1}}},
           {"kinds": {"rumour": ways}}, {"kinds": {"turn": ways, "invite": {"page": True}}}, {"kinds": []}, {"quiet": {"from": 0, "to": 60, "zone": "\u00c9" * 20}}]
    for body in bad:
        assert http(s.base, "/api/bell/wishes", body, b)[0] == 400, body
    assert http(s.base, "/api/bell/wishes", token=b)[1] == before


@test
def a_daily_mail_says_what_waits_and_is_stopped_by_one_click(s, p):
    with Sink() as sink, Server(s.program, "--rate", "0", "--smtp", sink.url, "--mail-from", "club@example.org", "--site", "https://club.example") as own:
        a, b = account(own, "Mail A"), account(own, "Mail B")
        friends(own, a, b, ("Mail A", "Mail B"))
        assert http(own.base, "/api/bell/wishes", token=b)[1]["mail"] is False
        assert http(own.base, "/api/mail", {"mail": "b@example.org"}, b)[0] == 202
        path, link = sink.wait(1).link()
        assert http(own.base, path.replace("/mail", "/api/mail"), {"link": link})[0] == 200
        assert http(own.base, "/api/bell/wishes", token=b)[1]["mail"] is True
        invite = lambda table: http(own.base, "/api/invitations", {"person": me(own, b), "table": place(own, table)}, a)  # noqa: E731
        invite("m0")  # nobody has asked for mail yet
        assert until(lambda: bell(own, b)["unread"] == 1)
        wish(own, b, "invite", mail=True)
        invite("m1")
        assert until(lambda: bell(own, b)["unread"] == 2)
        own.ask("UPDATE notices SET at = at - 7200000")  # it has waited for two hours
        assert own.restart() == 0  # which looks for mail at once
        letter = sink.wait(2)
        assert letter.subject == "1 thing waits for you" and letter.to == ["<b@example.org>"], (letter.subject, letter.to)
        assert "Mail A invites you" in letter.text and f"https://club.example/table/{place(own, 'm1')}" in letter.text and place(own, "m0") not in letter.text, letter.text
        assert letter.read["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        click = letter.read["List-Unsubscribe"].strip("<>").replace("https://club.example", own.base)
        invite("m2")
        assert until(lambda: bell(own, b)["unread"] == 3)
        own.ask(f"UPDATE notices SET at = at - 3700000 WHERE topic = 'invite:{place(own, 'm2')}'")
        assert own.restart() == 0
        time.sleep(1)
        assert len(sink.letters) == 2, "once a day"
        with urllib.request.urlopen(urllib.request.Request(click, b"List-Unsubscribe=One-Click")) as answer:
            assert json.loads(answer.read()) == {"stopped": True}
        assert not any(kind["mail"] for kind in http(own.base, "/api/bell/wishes", token=b)[1]["kinds"].values())
        own.ask("UPDATE bells SET mailed = 1")  # it was long ago
        assert own.restart() == 0
        time.sleep(1)
        assert len(sink.letters) == 2, "not about what was waiting already, either"
        assert "event=error" not in own.log_text() and own.stop() == 0


@test
def those_who_sleep_do_not_keep_the_mail_of_others(s, p):
    """Twelve people in their quiet hours, more than are written to at once, and one who is awake, whose id comes last."""
    with Sink() as sink, Server(s.program, "--rate", "0", "--smtp", sink.url, "--mail-from", "club@example.org", "--site", "https://club.example") as own:
        quiet, awake = quiet_now(120, 120), {"from": 0, "to": 0, "zone": ""}
        people = [("p" + letter * 5, quiet) for letter in "abcdefghijkl"] + [("pzzzzz", awake)]
        own.ask(*[sql for person, q in people for sql in (
            f"INSERT INTO people(id, name, account, secret, created) VALUES('{person}', '{person}', '{person}', '', 1)",
            f"INSERT INTO mails(person, address, wanted, language, at) VALUES('{person}', '{person}@example.org', '', 'en', 1)",
            f"INSERT INTO bells(person, quiet_from, quiet_to, zone, mailed) VALUES('{person}', {q['from']}, {q['to']}, '{q['zone']}', 0)",
            f"INSERT INTO bell_wishes(person, kind, channels) VALUES('{person}', 'turn', 15)",
            f"INSERT INTO notices(person, topic, kind, at, seen, channels, other, game, place, entry, number, most) VALUES('{person}', 'turn:t1', 'turn', 5, 0, 15, '', 'mykerinos', 't1', '', 0, 0)")])
        assert own.restart() == 0
        assert sink.wait(1).to == ["<pzzzzz@example.org>"]
        time.sleep(0.5)
        assert len(sink.letters) == 1, "and nobody is woken"
        assert "event=error" not in own.log_text() and own.stop() == 0


if __name__ == "__main__":
    sys.exit(run_all(tests))
