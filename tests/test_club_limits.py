#!/usr/bin/env python3
"""What a club is kept from: moderators who go too far, disguised words, texts that are not plain, doors that lead elsewhere. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, make, run_all  # noqa: E402
from client import enter, http  # noqa: E402
from test_moderation import account, admin, measure, talk, with_role  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


@test
def a_range_of_ipv6_is_none_of_ipv4(s):
    """IPv4 is written within IPv6 (::ffff:0:0/96): neither a wide range nor one address there may be everybody."""
    mod, near = with_role(s, "Six Four", "moderator"), account(s, "On Four")
    for wrong in ("::ffff:0.0.0.0/0", "::ffff:0:0/96", "::ffff:cb00:7100/100"):
        assert measure(s, mod, "ban", range=wrong)[0] == 400, wrong
    for six in ("::1", "::/16", "::/64", "::ffff:0:0/90", "::ffff:cb00:7109"):
        assert measure(s, mod, "ban", range=six)[0] == 200 and http(s.base, "/api/ticket", {}, near)[0] == 201, six
    assert measure(s, mod, "ban", range="::ffff:7f00:1")[0] == 200 and http(s.base, "/api/ticket", {}, near)[0] == 403, "127.0.0.1, written another way"
    for row in admin(s, "measures")[1]["measures"]:
        assert ":" not in row["about"]["person"] or admin(s, "lift", {"measure": row["measure"], "words": "x"})[0] == 200
    assert http(s.base, "/api/ticket", {}, near)[0] == 201


@test
def a_range_is_not_kept_longer_by_naming_a_table(s):
    mod = with_role(s, "Sly Arm", "moderator")
    table = make(s, account(s, "Innocent"), "myst", ["me", ""], start=False)
    assert measure(s, mod, "ban", 0, range="203.0.113.0/24", table=table)[1]["code"] == "range"
    assert measure(s, mod, "ban", 0, range="203.0.113.0/24")[1]["code"] == "role"


def last_measure(s):
    return admin(s, "measures")[1]["measures"][0]["measure"]


@test
def nobody_undoes_what_was_decided_about_themselves_or_above_them(s):
    mod, chief, plain = with_role(s, "Muted Mod", "moderator"), with_role(s, "Decides", "admin"), account(s, "Out For Good")

    def lift(token):
        status, said = admin(s, "lift", {"measure": last_measure(s), "words": "sorry"}, token)
        return status if status == 200 else said["code"]
    assert measure(s, chief, "mute", 2, name="Muted Mod")[0] == 200
    assert lift(mod) == "role" and lift(chief) == 200
    assert measure(s, chief, "ban", 0, name="Out For Good")[0] == 200
    assert lift(mod) == "role" and http(s.base, "/api/ticket", {}, plain)[0] == 403, "only an admin takes such a measure or ends it"
    assert lift(chief) == 200
    assert measure(s, chief, "ban", 7, name="Out For Good")[0] == 200 and lift(mod) == 200


@test
def nobody_closes_a_report_about_themselves(s):
    mod, other, chief = with_role(s, "Reported Mod", "moderator"), with_role(s, "Second Mod", "moderator"), with_role(s, "Closes", "admin")
    plain = account(s, "Complains")
    assert http(s.base, "/api/reports", {"kind": "name", "name": "Reported Mod", "words": "bans friends of mine"}, plain)[0] == 201
    report = admin(s, "reports")[1]["reports"][0]["report"]
    for token in (mod, other):
        assert admin(s, "close", {"report": report, "words": "nothing"}, token)[1]["code"] == "role"
        assert measure(s, token, "warning", name="Complains", report=report)[1]["code"] == "role"
        assert measure(s, token, "ban", range="203.0.113.0/24", report=report)[1]["code"] == "role"
    assert not http(s.base, "/api/notices", token=plain)[1]["notices"]
    assert admin(s, "close", {"report": report, "words": "talked to them"}, chief)[0] == 200
    assert admin(s, "close", {"report": 999999, "words": "x"}, chief)[1]["code"] == "changed"


@test
def whoever_made_a_table_does_not_send_moderators_away(s):
    mod, maker = with_role(s, "Looks In", "moderator"), account(s, "Shady Maker")
    table = make(s, maker, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, mod)
    assert ask(c, t="watch", table=table)["t"] == "ok"
    for kind in ("remove", "mute"):
        assert http(s.base, "/api/measures", {"kind": kind, "table": table, "name": "Looks In"}, maker)[1]["code"] == "role"
    assert talk(c, table, "be kind") == "ok"


if __name__ == "__main__":
    sys.exit(run_all(tests))
