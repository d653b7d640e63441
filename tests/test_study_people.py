#!/usr/bin/env python3
"""People at a study: who asks, who is let in and sent away, who points where, and two who change the same thing. Takes the program.
Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import enter, http as ask  # noqa: E402
from test_moderation import admin  # noqa: E402
from study_client import act, editor, look, make, must, refused  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


@test
def those_who_ask_do_not_fill_a_study(s):
    """Whoever asks waits for the leader; 63 guests who ask leave room for those who are let in (docs/studies.md, "Bounds")."""
    ana = guest(s, "Ana")
    study = make(s, ana)
    must(s, ana, study, "set", cell="access", node=0, text="all")
    crowd = [guest(s, f"Crowd {i}") for i in range(20)]
    said = [act(s, token, study, "ask")[0] for token in crowd]
    assert said == [200] * 16 + [409] * 4, said
    refused(s, crowd[17], study, "ask", 409, "study")
    # Who is sent away leaves their number to others, as often as that happens; nobody else's number changes.
    theo = editor_among(s, ana, study, crowd[3])
    must(s, theo, study, "set", cell="comment", node=1, text="Theo was here")
    for again in range(5):
        for p in look(s, study, ana)["people"]:
            if p["role"] == "asks":
                must(s, ana, study, "role", who=p["number"], role="nobody")
        crowd = [guest(s, f"Crowd {again} {i}") for i in range(16)]
        for token in crowd:
            must(s, token, study, "ask")
    s.restart()
    people = look(s, study, ana)["people"]
    assert len(people) <= 18 and [p["name"] for p in people if p["role"] == "editor"] == ["Crowd 3"], people
    assert {p["name"] for p in people if p["role"] == "asks"} == {f"Crowd 4 {i}" for i in range(16)}, people
    assert look(s, study, ana)["nodes"][0]["comments"] == [{"by": people[[p["name"] for p in people].index("Crowd 3")]["number"], "text": "Theo was here"}]


def editor_among(s, owner, study, token):
    """One of those who have asked is let in."""
    number = look(s, study, token)["you"]["number"]
    must(s, owner, study, "role", who=number, role="editor")
    return token


@test
def who_was_sent_away_or_only_asks_has_it_not_among_their_own(s):
    """`mine` has one's own, and those one takes part in (docs/protocol.md); a name that one may not read is not shown."""
    ana, eve = guest(s, "Ana"), guest(s, "Eve")
    study = make(s, ana)
    theo = editor(s, ana, study)
    must(s, eve, study, "ask")

    def own(token):
        return [m["study"] for m in ask(s.base, "/api/studies", token=token)[1]["mine"]]

    assert (own(theo), own(eve)) == ([study], [])
    must(s, ana, study, "set", cell="access", node=0, text="people")
    must(s, ana, study, "role", who=1, role="nobody")
    for _ in range(2):
        assert (own(ana), own(theo), own(eve)) == ([study], [], [])
        s.restart()
    must(s, ana, study, "role", who=1, role="reader")
    assert own(theo) == [study]


@test
def the_leader_adds_somebody_by_name(s):
    ana, eve = guest(s, "Ana"), guest(s, "Eve")
    study = make(s, ana)
    status, made = ask(s.base, "/api/account", {"name": "Theo", "password": "a long enough pass"}, guest(s, "Theo"))
    assert status == 200, made
    theo = made.get("token") or ask(s.base, "/api/login", {"name": "Theo", "password": "a long enough pass"})[1]["token"]
    refused(s, ana, study, "role", 409, "not-friends", name="theo", role="editor")  # as for an invitation to a table
    assert ask(s.base, "/api/page", {"invited": "all"}, theo)[0] == 200
    must(s, ana, study, "role", name="theo", role="editor")
    assert look(s, study, theo)["you"] == {"number": 1, "role": "editor"}
    must(s, theo, study, "set", cell="comment", node=1, text="Thanks")
    for name in ("Nobody", "Eve", ""):  # a guest's name is nobody's for long
        status, said = act(s, ana, study, "role", name=name, role="editor")
        assert status in (404, 409), said
    assert act(s, eve, study, "role", name="Eve", role="editor")[0] == 404
    must(s, ana, study, "set", cell="access", node=0, text="link")
    refused(s, theo, study, "role", 409, "owner", name="Theo", role="editor")


@test
def the_leader_does_not_learn_who_keeps_them_away(s):
    """The answer is the one that strangers get who let friends invite them, or nobody (docs/protocol.md, "Invitations")."""
    ana = guest(s, "Ana Kept Away")
    study, me = make(s, ana), ask(s.base, "/api/me", token=ana)[1]["person"]
    answers = {}
    for who in ("Blocks", "Does Not"):
        status, made = ask(s.base, "/api/account", {"name": who, "password": "a long enough pass"}, guest(s, "Passes"))
        assert status == 200, made
        assert who == "Does Not" or ask(s.base, "/api/blocks", {"person": me}, made["token"])[0] == 200
        for by in ("friends", "nobody"):
            assert ask(s.base, "/api/page", {"invited": by}, made["token"])[0] == 200
            answers[who, by] = [act(s, ana, study, "role", name=who, role=role) for role in ("editor", "reader", "nobody")]
            assert all(status == 409 for status, _ in answers[who, by]), answers
        assert ask(s.base, "/api/page", {"invited": "all"}, made["token"])[0] == 200
        status, said = act(s, ana, study, "role", name=who, role="reader")
        assert (status, said.get("code")) == ((409, "not-friends") if who == "Blocks" else (200, None)), said
        assert [m["study"] for m in ask(s.base, "/api/studies", token=made["token"])[1]["mine"]] == ([] if who == "Blocks" else [study])
    for by in ("friends", "nobody"):
        assert answers["Blocks", by] == answers["Does Not", by], answers


@test
def whom_the_leader_keeps_away_takes_no_part(s):
    """Somebody who is blocked can neither join, invite nor write to who blocked them: they read what everybody may, and are not seen."""
    ana = guest(s, "Ana Keeps Away")
    study = make(s, ana)
    theo, eve = editor(s, ana, study, "Kept Theo"), guest(s, "Kept Eve")
    must(s, theo, study, "set", cell="comment", node=1, text="before")
    one, two, three = (enter(s.base, token) for token in (ana, theo, eve))
    for token in (ana, theo):
        must(s, token, study, "here", node=1, doing="reads")
    for token in (theo, eve):
        assert ask(s.base, "/api/blocks", {"person": ask(s.base, "/api/me", token=token)[1]["person"]}, ana)[0] == 200
    refused(s, eve, study, "ask", 403, "read-only")
    refused(s, theo, study, "ask", 403, "read-only")
    refused(s, theo, study, "set", 403, "read-only", cell="comment", node=1, text="after")
    for token in (theo, eve):
        must(s, token, study, "here", node=1, doing="reads", place="a5")
    assert [h["name"] for h in look(s, study, ana)["here"]] == ["Ana Keeps Away"]
    must(s, theo, study, "leave")
    for c in (one, two, three):
        c.s.close()


@test
def who_is_muted_writes_nothing_and_the_words_of_the_club_hold(s):
    """A mute and the list of words hold for what is written in studies, as they do for chat (docs/hosting.md)."""
    ana, mute = guest(s, "Ana Of Words"), guest(s, "Muted At Study")
    study = make(s, ana)
    assert admin(s, "settings", {"name": "words", "value": "drat"})[0] == 200
    try:
        for cell, node in (("comment", 1), ("title", 1), ("name", 0)):
            refused(s, ana, study, "set", 409, "words", cell=cell, node=node, text="you d.r.a.t you")
        refused(s, ana, study, "chapter", 409, "words", chapter="drat")
        status, said = ask(s.base, "/api/studies", {"name": "Drat", "chapter": "One", "game": "myriath", "players": 2}, ana)
        assert (status, said["code"]) == (409, "words"), said
    finally:
        assert admin(s, "settings", {"name": "words", "value": ""})[0] == 200
    own = make(s, mute)
    must(s, mute, own, "set", cell="comment", node=1, text="before")
    assert admin(s, "measures", {"kind": "mute", "days": 1, "words": "insults", "person": ask(s.base, "/api/me", token=mute)[1]["person"]})[0] in (200, 201)
    refused(s, mute, own, "set", 403, "muted", cell="comment", node=1, text="after")
    refused(s, mute, own, "chapter", 403, "muted", chapter="Two")
    assert ask(s.base, "/api/studies", {"name": "X", "chapter": "One", "game": "myriath", "players": 2}, mute)[1]["code"] == "muted"
    must(s, mute, own, "set", cell="comment", node=1, text="")


@test
def pointers_are_told_in_brief(s):
    ana = guest(s, "Ana")
    study = make(s, ana)
    theo = editor(s, ana, study, "Pointing Theo")
    one, other = enter(s.base, ana), enter(s.base, theo)
    must(s, ana, study, "here", node=1, doing="reads")
    must(s, theo, study, "here", node=1, doing="reads")
    must(s, theo, study, "here", node=1, doing="reads", place="a5")
    said = one.receive()
    while "point" not in said:
        said = one.receive()
    assert said == {"t": "study", "study": study, "point": {"name": "Pointing Theo", "place": "a5"}}, said
    assert {h["name"]: h.get("place") for h in look(s, study, ana)["here"] if h["name"] == "Pointing Theo"} == {"Pointing Theo": "a5"}
    must(s, theo, study, "here", node=1, doing="reads", place="<b>")
    while said.get("point", {}).get("place") != "":
        said = one.receive()
    other.send(t="ping")
    said = other.receive()
    while said.get("t") != "pong":
        assert "point" not in said, "one's own pointer comes back"
        said = other.receive()
    one.s.close()
    other.s.close()


@test
def who_closes_a_study_is_no_longer_there(s):
    """A page that is closed says so (docs/protocol.md, "here"): others hear it at once, though the connection is still open."""
    ana = guest(s, "Staying Ana")
    study = make(s, ana)
    theo = editor(s, ana, study, "Closing Theo")
    one, other = enter(s.base, ana), enter(s.base, theo)
    must(s, ana, study, "here", node=1, doing="reads")
    must(s, theo, study, "here", node=1, doing="reads")

    def heard(names):
        said = one.receive()
        while sorted(h["name"] for h in said.get("here", [])) != names:
            said = one.receive()

    heard(["Closing Theo", "Staying Ana"])
    must(s, theo, study, "here", gone=True)
    heard(["Staying Ana"])
    assert [h["name"] for h in look(s, study, ana)["here"]] == ["Staying Ana"]
    # Who was not there can say so, too; and whoever comes back is there again.
    must(s, theo, study, "here", gone=True)
    assert [h["name"] for h in look(s, study, ana)["here"]] == ["Staying Ana"]
    must(s, theo, study, "here", node=1, doing="reads")
    heard(["Closing Theo", "Staying Ana"])
    one.s.close()
    other.s.close()


@test
def two_who_change_the_same_thing_hear_of_it(s):
    """The later one is kept, and its writer hears what it replaced unseen (docs/studies.md, "Live")."""
    ana = guest(s, "Ana")
    study = make(s, ana)
    theo = editor(s, ana, study)
    assert "met" not in must(s, ana, study, "set", cell="title", node=1, text="Gates", was="One")
    said = must(s, theo, study, "set", cell="title", node=1, text="Streets", was="One")
    assert said["met"] == {"by": 0, "text": "Gates"}, said
    assert look(s, study, ana)["chapters"][0]["name"] == "Streets"
    assert "met" not in must(s, ana, study, "set", cell="title", node=1, text="Walls", was="Streets")
    mark = {"from": "a1", "to": "b1"}
    must(s, ana, study, "set", cell="mark", node=1, **mark, text="green", was="")
    assert must(s, theo, study, "set", cell="mark", node=1, **mark, text="red", was="")["met"] == {"by": 0, "text": "green"}
    # Both wanted the same: nothing to tell. And without "was" nobody asks.
    assert act(s, ana, study, "set", cell="mark", node=1, **mark, text="red", was="green")[0] == 409
    assert "met" not in must(s, ana, study, "set", cell="mark", node=1, **mark, text="amber")
    assert "met" not in must(s, ana, study, "set", cell="comment", node=1, text="New", was="never seen"), "nobody had written anything"


@test
def a_line_that_breaks_a_rule_leaves_the_study_in_memory(s):
    """All moves of a line are judged before the first is made, so nothing has to be read again: who is here stays."""
    ana = guest(s, "Ana")
    study = make(s, ana)
    socket = enter(s.base, ana)
    must(s, ana, study, "here", node=1, doing="reads")
    n = look(s, study, ana)["n"]
    for bad in ([{"seat": 0, "move": "oct c3"}, {"seat": 0, "move": "oct c3"}], [{"seat": 0, "move": "oct c3"}, {"seat": 1, "move": "nonsense"}],
                [{"seat": 0, "move": "oct c3"}, {"seat": 1}]):
        refused(s, ana, study, "move", 409, act(s, ana, study, "move", parent=1, moves=bad)[1]["code"], parent=1, moves=bad)
    now = look(s, study, ana)
    assert now["n"] == n and [h["name"] for h in now["here"]] == ["Ana"]
    assert must(s, ana, study, "move", parent=1, moves=[{"seat": 0, "move": "oct c3"}])["node"] == 2
    socket.s.close()


if __name__ == "__main__":
    sys.exit(run_all(tests))
