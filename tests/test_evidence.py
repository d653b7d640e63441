#!/usr/bin/env python3
"""Whom a report is about, what of people stays in its evidence, and measures that are asked for too often or come too late. Takes the program
and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all  # noqa: E402
from client import Socket, enter, http  # noqa: E402
from serving import Server  # noqa: E402
from test_moderation import account, admin, measure, on_the_command_line, person_of, talk, with_role  # noqa: E402

tests = []
MEASURES_TOGETHER = 20  # docs/protocol.md, "Looking after a club"


def test(f):
    tests.append(f)
    return f


def report(s, token, table, name, text):
    """Reports a line of the chat; the report as the host reads it."""
    status, said = http(s.base, "/api/reports", {"kind": "chat", "table": table, "name": name, "text": text, "words": "rude"}, token)
    assert status == 201, said
    return admin(s, f"reports/{admin(s, 'reports')[1]['reports'][0]['report']}")[1]


@test
def a_line_is_that_of_whoever_said_it_under_that_name(s):
    """docs/protocol.md, POST /api/reports: `name` and `text` of the line. Others who say the same, or try to, are not meant."""
    one, other, quiet, teller = (account(s, name) for name in ("Mallory", "Victim", "Kept Quiet", "Teller"))
    table = make(s, teller, "mykerinos", ["me", ""], start=False)
    assert talk(enter(s.base, one), table, "you fool") == "ok" and talk(enter(s.base, other), table, "you fool") == "ok"
    assert measure(s, None, "mute", name="Kept Quiet")[0] == 200
    assert talk(enter(s.base, quiet), table, "you fool") == "muted"
    assert report(s, teller, table, "Mallory", "you fool")["about"]["person"] == person_of(s, one)
    assert report(s, teller, table, "Victim", "you fool")["about"]["person"] == person_of(s, other)


@test
def who_said_a_line_is_known_after_a_restart_and_is_erased_from_the_report(s):
    loud, teller = account(s, "Loud Lookout"), account(s, "Tells Later")
    table = make(s, teller, "mykerinos", ["me", ""], start=False)
    assert talk(enter(s.base, loud), table, "boo to all") == "ok"
    s.restart()
    row = report(s, teller, table, "Loud Lookout", "boo to all")
    assert row["about"] == {"person": person_of(s, loud), "name": "Loud Lookout"}, row
    assert http(s.base, "/api/me", token=loud, method="DELETE")[0] == 200
    seen = json.dumps(admin(s, f"reports/{row['report']}")[1]["evidence"])
    assert "Loud" not in seen and "boo" not in seen, seen


@test
def a_bystander_who_is_deleted_leaves_no_name_and_no_line_in_evidence(s):
    """docs/privacy.md, "Delete yourself": what others said stays."""
    rude, teller, sits = account(s, "Rude Rufus"), account(s, "Tells All"), account(s, "Sits Beside")
    looks, same = account(s, "Looks On"), account(s, "Same Words")
    table = make(s, teller, "mykerinos", ["me", "", ""], start=False)
    c = enter(s.base, sits)
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok"
    assert ask(enter(s.base, same), t="sit", table=table, seat=2)["t"] == "ok" and ask(enter(s.base, teller), t="start", table=table)["t"] == "ok"
    theirs = 'my "lines" \\ are mine: "person":"'
    assert talk(enter(s.base, looks), table, theirs) == "ok" and talk(c, table, "I sat here", seat=1) == "ok"
    assert talk(enter(s.base, same), table, "stays said", seat=2) == "ok" and talk(enter(s.base, rude), table, "pooh") == "ok"
    row = report(s, teller, table, "Rude Rufus", "pooh")
    before = row["evidence"]["lines"]
    assert [line["text"] for line in before] == [theirs, "I sat here", "stays said", "pooh"], before
    for token in (looks, sits):
        assert http(s.base, "/api/me", token=token, method="DELETE")[0] == 200
    after = admin(s, f"reports/{row['report']}")[1]["evidence"]
    assert [(line["name"], line["text"]) for line in after["lines"]] == \
        [("former player", "..."), ("former player", "..."), ("Same Words", "stays said"), ("Rude Rufus", "pooh")], after
    assert [line["n"] for line in after["lines"]] == [line["n"] for line in before] and after["lines"][3]["about"] is True, after
    kept = s.ask(f"SELECT evidence FROM reports WHERE num = {row['report']}")[0][0]
    assert "Looks" not in kept and "Sits" not in kept and "mine" not in kept, kept


def in_force(s, name):
    return [m["kind"] for m in admin(s, "measures")[1]["measures"] if m["about"]["name"] == name]


@test
def a_mute_that_is_in_force_is_neither_written_nor_told_again(s):
    maker, eye = account(s, "Mutes Much"), account(s, "Muted Once")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, eye)
    assert ask(c, t="watch", table=table)["t"] == "ok"
    assert measure(s, None, "warning", name="Muted Once")[0] == 200 and c.until(t="notice")["kind"] == "warning"
    lines = admin(s, "audit?verify=1")[1]["lines_in_all"]
    for _ in range(10):
        assert http(s.base, "/api/measures", {"kind": "mute", "table": table, "name": "Muted Once"}, maker) == (200, {})
    assert admin(s, "audit?verify=1")[1]["lines_in_all"] == lines + 1 and in_force(s, "Muted Once") == ["mute"]
    assert [n["kind"] for n in http(s.base, "/api/notices", token=eye)[1]["notices"]] == ["mute", "warning"]
    c.send(t="ping", id="now")
    told = []
    while not told or told[-1].get("re") != "now":
        told.append(c.receive())
    assert [m["kind"] for m in told if m["t"] == "notice"] == ["mute"], told


@test
def a_maker_takes_few_measures_together_and_they_hide_no_warning(s):
    """This server has the usual limits. A mute that was lifted may be said again, but not for ever."""
    with Server(s.program, "--rate", "40") as usual:
        maker, eye = account(usual, "Mutes And Lifts"), account(usual, "Poor Soul")
        table = make(usual, maker, "mykerinos", ["me", ""], start=False)
        c = enter(usual.base, eye)
        assert ask(c, t="watch", table=table)["t"] == "ok"
        assert measure(usual, None, "warning", name="Poor Soul")[0] == 200
        got = []
        while "too-fast" not in got and len(got) < 3 * MEASURES_TOGETHER:
            status, said = http(usual.base, "/api/measures", {"kind": "mute", "table": table, "name": "Poor Soul"}, maker)
            got.append(said.get("code", status))
            for row in http(usual.base, f"/api/measures/{table}", token=maker)[1]["measures"]:
                assert http(usual.base, f"/api/measures/{row['measure']}", token=maker, method="DELETE")[0] == 200
        assert got[-1] == "too-fast" and got[:-1] == [200] * (len(got) - 1) and len(got) > MEASURES_TOGETHER, got
        kinds = [n["kind"] for n in http(usual.base, "/api/notices", token=eye)[1]["notices"]]
        assert "warning" in kinds, kinds


@test
def what_tables_makers_decide_pushes_out_nothing_of_the_clubs(s):
    eye = account(s, "Often Muted")
    assert measure(s, None, "warning", name="Often Muted")[0] == 200
    c = enter(s.base, eye)
    for i in range(22):
        maker = guest(s, f"One Of Them {i}")
        table = make(s, maker, "mykerinos", ["me", ""], start=False)
        assert ask(c, t="watch", table=table)["t"] == "ok"
        assert http(s.base, "/api/measures", {"kind": "mute", "table": table, "name": "Often Muted"}, maker)[0] == 200
        assert ask(c, t="unwatch", table=table)["t"] == "ok"
    kinds = [n["kind"] for n in http(s.base, "/api/notices", token=eye)[1]["notices"]]
    assert kinds[-1] == "warning" and kinds.count("mute") == len(kinds) - 1 <= 20, kinds


@test
def nobody_reads_reports_about_themselves(s):
    """docs/protocol.md, GET /api/admin/reports: whoever reports a moderator is not known to them."""
    mod, other, teller = with_role(s, "Is Reported", "moderator"), with_role(s, "Reads It", "moderator"), account(s, "Dares To Tell")
    c = enter(s.base, mod)
    d = enter(s.base, other)
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Is Reported", "words": "unfair"}, teller)[0] == 201
    assert d.until(t="notice")["kind"] == "report"
    number = admin(s, "reports")[1]["reports"][0]["report"]
    for state in ("open", "closed"):
        assert number not in [r["report"] for r in admin(s, f"reports?state={state}", token=mod)[1]["reports"]]
        assert number in [r["report"] for r in admin(s, f"reports?state={state}", token=other)[1]["reports"]]
        assert admin(s, f"reports/{number}", token=mod) == admin(s, "reports/999999", token=mod), "as if it were not there"
        assert admin(s, f"reports/{number}", token=other)[1]["by"]["name"] == "Dares To Tell"
        if state == "open":
            assert str(number) in [line.split("\t")[0] for line in on_the_command_line(s, "reports").stdout.splitlines()], "the host sees all"
            assert admin(s, "close", {"report": number, "words": "talked"})[0] == 200
    assert ask(c, t="ping")["t"] == "pong"
    c.send(t="ping", id="end")
    assert c.receive() == {"t": "pong", "re": "end"}


@test
def a_ticket_from_before_a_range_was_banned_opens_nothing(s):
    mod, late = with_role(s, "Keeps The Door", "moderator"), guest(s, "Had A Ticket")
    ticket, own = (http(s.base, "/api/ticket", {}, token)[1]["ticket"] for token in (late, mod))
    assert measure(s, mod, "ban", range="127.0.0.0/8")[0] == 200
    try:
        c = Socket(s.base)
        c.send(t="hello", v=1, ticket=ticket, id="in")
        told = c.until(re="in")
        assert (told["t"], told.get("code")) == ("refused", "banned"), told
        try:
            while c.receive():
                pass
        except ConnectionError as closed:
            assert "1008 banned" in str(closed), closed
        c = Socket(s.base)
        c.send(t="hello", v=1, ticket=own)
        assert c.until(t="hello")["name"] == "Keeps The Door", "nobody locks themselves out"
    finally:
        for row in admin(s, "measures", token=mod)[1]["measures"]:
            if row["about"]["person"] == "127.0.0.0/8":
                assert admin(s, "lift", {"measure": row["measure"], "words": "enough"}, mod)[0] == 200


if __name__ == "__main__":
    sys.exit(run_all(tests))
