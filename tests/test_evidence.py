#!/usr/bin/env python3
"""Whom a report is about and who reads it, and measures that come too late. Takes the program
and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all  # noqa: E402
from client import Socket, enter, http  # noqa: E402
from test_moderation import account, admin, measure, on_the_command_line, person_of, talk, with_role  # noqa: E402

tests = []


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
