#!/usr/bin/env python3
"""Tournaments on the server and what people do by mistake or on purpose: numbers and names in the wrong form, places that are taken,
rounds taken back. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import enter, http as ask  # noqa: E402
from test_moderation import admin  # noqa: E402
from test_tournaments import QUICK, act, look, make, must, people, until  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


def refused(s, token, e, action, **body):
    """It is refused with words, and nothing has changed."""
    before = look(s, e)["n"]
    status, said = act(s, token, e, action, **body)
    assert status == 409 and said["words"], (action, body, status, said)
    assert look(s, e)["n"] == before, (action, body)


@test
def a_number_in_the_wrong_form_is_nobodys_number(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", rounds=3, auto=False)
    must(s, host, e, "join")  # "nobody" must not be the host, nor the first
    people(s, e, 3)
    for number in (-1, 0, "2", 1.5, None, True, 65537, 65538, 1001, 2 ** 40):
        refused(s, host, e, "leave", number=number)
        refused(s, host, e, "rename", number=number, name="Other")
    must(s, host, e, "pair")
    for wrong in (dict(table=65537), dict(table="1"), dict(table=-1), dict(round=65537), dict(round="1"), dict(places=["a", "b"]), dict(places=[True, False]),
                  dict(places=[1.0, 2.0]), dict(places=[None, 1]), dict(places=[1]), dict(places={}), dict(places=[1, 3]), dict(places=[256 + 1, 2])):
        refused(s, host, e, "result", **{"table": 1, "places": [1, 2], **wrong})
    must(s, host, e, "result", table=1, places=[1, 2])
    must(s, host, e, "over", force=True)


@test
def a_switch_is_true_or_false(s):
    host = guest(s, "Hester")
    for key in ("rated", "accounts", "auto", "standin", "check_in", "late"):
        for wrong in ("no", 0, 1, None, []):
            status, said = ask(s.base, "/api/tournaments", {**QUICK, "name": "X", "format": "swiss", key: wrong}, host)
            assert status == 400 and key in said["words"], (key, wrong, said)


@test
def names_that_a_host_gives_obey_the_same_rules(s):
    host = guest(s, "Hester")
    for name in ("a\u200bb", "a\u2066b", "\u200f", "a\u202eb", "\ufeffa"):
        assert ask(s.base, "/api/tournaments", {**QUICK, "name": name, "format": "swiss"}, host)[0] == 400, ascii(name)
    e = make(s, host, format="swiss", name="<b>\"Zo\u00eb\" & 'co' \U0001f468\u200d\U0001f469\u200d\U0001f467")
    people(s, e, 1)
    for name in ("admin", "the Moderator", "a\u200bb", "\u2066abc", "x" + "\u0300" * 6, "A\"B", "x" * 25, "", " x", 7):
        refused(s, host, e, "rename", number=1, name=name)
        refused(s, host, e, "bot", level="random", name=name)
    must(s, host, e, "rename", number=1, name="Th\u00e9o B.")
    must(s, host, e, "bot", level="random", name="Rosie Bot")
    must(s, host, e, "over")


@test
def a_mute_and_the_words_of_the_club_hold_for_names_that_a_host_gives(s):
    """As they do for chat: whoever is muted writes nothing that others read."""
    host, mute = guest(s, "Hester Of Words"), guest(s, "Muted Host")
    e = make(s, host, format="swiss")
    assert admin(s, "settings", {"name": "words", "value": "drat"})[0] == 200
    try:
        status, said = ask(s.base, "/api/tournaments", {**QUICK, "name": "A D-r-a-t Cup", "format": "swiss"}, host)
        assert (status, said["code"]) == (409, "words"), said
        status, said = act(s, host, e, "bot", level="random", name="Drat")
        assert (status, said["code"]) == (409, "words"), said
    finally:
        assert admin(s, "settings", {"name": "words", "value": ""})[0] == 200
    must(s, host, e, "over")
    assert admin(s, "measures", {"kind": "mute", "days": 1, "words": "insults", "person": ask(s.base, "/api/me", token=mute)[1]["person"]})[0] in (200, 201)
    status, said = ask(s.base, "/api/tournaments", {**QUICK, "name": "Cup", "format": "swiss"}, mute)
    assert (status, said["code"]) == (403, "muted"), said


@test
def two_of_one_long_name_are_told_apart(s):
    host, name = guest(s, "Hester"), "\u4e00" * 21  # 63 bytes: a number fits only if a letter goes
    e = make(s, host, format="swiss")
    for _ in range(3):
        must(s, guest(s, name), e, "join")
    assert sorted(row["name"] for row in look(s, e)["standings"]) == [name[:19] + " 2", name[:19] + " 3", name]
    must(s, host, e, "over")


@test
def whoever_comes_back_needs_a_free_place(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", limit=2)
    a, b = people(s, e, 2)
    must(s, a, e, "leave")
    must(s, guest(s, "Third"), e, "join")
    for action in ("join", "here"):
        refused(s, a, e, action)
    refused(s, host, e, "here", number=1)
    must(s, b, e, "leave")
    must(s, a, e, "join")
    must(s, host, e, "over")


@test
def a_first_round_taken_back_waits_for_the_host(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", rounds=2, starts=int(time.time() * 1000) + 3000)
    people(s, e, 2)
    until(s, e, lambda t: t["phase"] == "round" and t["tables"])
    must(s, host, e, "unpair")
    time.sleep(2.2)  # the server looks once a second
    assert look(s, e)["phase"] == "sign-up" and look(s, e)["next"] == 0, "there is time for the latecomer"
    s.restart()
    assert until(s, e, lambda t: True)["phase"] == "sign-up"
    must(s, guest(s, "Late"), e, "join")
    must(s, host, e, "pair")
    must(s, host, e, "over", force=True)


@test
def whom_the_host_keeps_out_stays_out_until_let_in(s):
    host, tokens = guest(s, "Strict Host"), [guest(s, name) for name in ("Rude One", "Nice One", "Third One")]
    e = make(s, host, format="swiss")
    for token in tokens:
        must(s, token, e, "join")
    assert act(s, tokens[1], e, "keep-out", number=1)[0] == 403, "only the host"
    for wrong in (0, 9, "1", None):
        refused(s, host, e, "keep-out", **({} if wrong is None else {"number": wrong}))
    must(s, host, e, "keep-out", number=1)
    s.restart()
    assert look(s, e)["kept_out"] == [1], "it is remembered"
    for action in ("join", "here"):
        status, said = act(s, tokens[0], e, action)
        assert status == 409 and "keeps you out" in said["words"], said
    must(s, host, e, "pair")
    assert 1 not in [seat["number"] for table in look(s, e)["tables"] for seat in table["seats"]]
    must(s, host, e, "let-in", number=1)
    must(s, tokens[0], e, "join")


@test
def whoever_misses_two_rounds_is_withdrawn(s):
    """docs/protocol.md, `absent`: 2 if nothing is said; 0 is nobody."""
    host = guest(s, "Counts Rounds")
    for absent, gone in ((None, True), (0, False)):
        tokens = [guest(s, f"Comes {i}") for i in range(4)]
        e = make(s, host, format="swiss", rounds=4, auto=False, **({} if absent is None else {"absent": absent}))
        for token in tokens:
            must(s, token, e, "join")
        for played in (1, 2):
            must(s, host, e, "pair")
            for table in look(s, e)["tables"]:
                if len(table["seats"]) == 2 and not table["over"]:
                    places = [0 if seat["number"] == 4 else 1 for seat in table["seats"]]
                    must(s, host, e, "result", table=table["table"], places=places)
            state = look(s, e, tokens[3])["you"]["state"]
            assert (state == "gone") is (gone and played == 2), (absent, played, state)
        if gone:
            must(s, tokens[3], e, "join")


@test
def one_that_everybody_has_left_ends(s):
    host, days = guest(s, "Hester"), {"left": 15, "kept": 13, "planned": 15, "far": 400}
    now = int(time.time() * 1000)
    starts = {"planned": now + 86400000, "far": 2 ** 50}
    made = {name: make(s, host, format="swiss", name=name, starts=starts.get(name, 0)) for name in days}
    s.stop()
    s.ask(*[f"UPDATE tournaments SET changed = {now - days[name] * 86400000} WHERE id = '{made[name]}'" for name in days])
    s.start()
    for name in ("left", "far"):  # nobody plans for later than a year
        until(s, made[name], lambda t: t["phase"] == "over")
    for name in ("kept", "planned"):
        assert look(s, made[name])["phase"] == "sign-up", name
        must(s, host, made[name], "over")


@test
def whoever_is_deleted_is_not_paired_any_more(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", rounds=2, auto=False)
    gone, *_ = people(s, e, 3)
    assert ask(s.base, "/api/me", token=gone, method="DELETE")[0] == 200
    until(s, e, lambda t: [row["state"] for row in t["standings"] if row["number"] == 1] == ["gone"])
    must(s, host, e, "pair")
    assert [sorted(seat["number"] for seat in table["seats"]) for table in look(s, e)["tables"]] == [[2, 3]], "and nobody waits for them"
    must(s, host, e, "over", force=True)


@test
def a_game_that_has_begun_is_known_to_have(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", rounds=1)
    tokens = people(s, e, 2)
    must(s, host, e, "pair")
    table = until(s, e, lambda t: t["tables"])["tables"][0]["id"]
    for token in tokens:
        c = enter(s.base, token)
        for seat in (0, 1):
            c.send(t="ready", table=table, seat=seat, yes=True, id=f"r{seat}")
            c.until(re=f"r{seat}")
    until(s, e, lambda t: t["tables"][0]["begun"])
    must(s, host, e, "over", force=True)


if __name__ == "__main__":
    sys.exit(run_all(tests))
