#!/usr/bin/env python3
"""Reports of people: how many somebody may send, and reading all of them page by page. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, make, run_all  # noqa: E402
from client import http  # noqa: E402
from crowd import ask_from  # noqa: E402
from serving import Server  # noqa: E402
from test_moderation import account, admin, on_the_command_line, with_role  # noqa: E402

tests = []
FROM_ONE_ADDRESS, FROM_A_SHARED_ONE, OF_A_NEW_GUEST = 10, 50, 3  # docs/protocol.md, "Looking after a club"


def test(f):
    tests.append(f)
    return f


def body(words="x"):
    return {"kind": "name", "name": "Somebody Named", "words": words}


def at_once(asks):
    """What they answer, all asked at the same time."""
    got = []
    racing = [threading.Thread(target=lambda one=one: got.append(one())) for one in asks]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    return got


@test
def a_guest_without_a_game_has_few_reports_open(s):
    new, played, other = guest(s, "Never Played"), guest(s, "Has Played"), account(s, "Has An Account")
    make(s, played, "myst", ["me", "greedy"])
    got = at_once([lambda: http(s.base, "/api/reports", body(), new)[0] for _ in range(12)])
    assert sorted(got) == [201] * OF_A_NEW_GUEST + [429] * (12 - OF_A_NEW_GUEST), got
    assert http(s.base, "/api/reports", body(), new)[1]["code"] == "too-many"
    for token in (played, other):
        assert [http(s.base, "/api/reports", body(), token)[0] for _ in range(21)] == [201] * 20 + [429]
    first = admin(s, "reports?before=99")[1]["reports"]
    mine = next(r["report"] for r in first if r["by"]["name"] == "Never Played")
    assert admin(s, "close", {"report": mine, "words": "read"})[0] == 200
    assert http(s.base, "/api/reports", body(), new)[0] == 201, "one was read: there is room"


@test
def guests_of_one_address_do_not_flood_the_list(s):
    """This server has the usual limits: each address has its own."""
    with Server(s.program) as usual:
        guests = [ask_from("127.0.0.31", usual.port, "POST", "/api/guest", {"name": f"One Of Many {i}"})[1]["token"] for i in range(6)]
        asks = [lambda token=token: ask_from("127.0.0.31", usual.port, "POST", "/api/reports", body(), token)[0] for token in guests for _ in range(3)]
        got = at_once(asks)
        assert got.count(201) <= FROM_ONE_ADDRESS and got.count(201) + got.count(429) == len(asks), got
        assert got.count(201) >= FROM_ONE_ADDRESS - 1, got
        far = ask_from("127.0.0.32", usual.port, "POST", "/api/guest", {"name": "Elsewhere"})[1]["token"]
        assert ask_from("127.0.0.32", usual.port, "POST", "/api/reports", body(), far)[0] == 201, "others are not kept from it"
        assert admin(usual, "settings", {"name": "shared", "value": "127.0.0.33"})[0] == 200
        many = [ask_from("127.0.0.33", usual.port, "POST", "/api/guest", {"name": f"At The Club {i}"})[1]["token"] for i in range(6)]
        got = [ask_from("127.0.0.33", usual.port, "POST", "/api/reports", body(), token)[0] for token in many for _ in range(2)]
        assert got == [201] * 12, "a network of several people has more"


def all_pages(s, state="open"):
    """Every report, page by page, and how many pages there were."""
    found, before, pages = [], 0, 0
    while True:
        status, page = admin(s, f"reports?state={state}" + (f"&before={before}" if before else ""))
        assert status == 200, page
        found += [r["report"] for r in page["reports"]]
        pages += 1
        if not page["more"]:
            return found, pages
        assert page["reports"] and page["reports"][-1]["report"] == found[-1]
        before = found[-1]


@test
def every_report_can_be_read_page_by_page(s):
    people = [account(s, f"Reports Much {i}") for i in range(13)]
    for token in people:
        for _ in range(20):
            assert http(s.base, "/api/reports", body("w" * 399), token)[0] == 201
    found, pages = all_pages(s)
    kept = [row[0] for row in s.ask("SELECT num FROM reports WHERE state = 0 ORDER BY num DESC")]
    assert found == kept and len(found) >= 260 and pages >= 3, (len(found), len(kept), pages)
    oldest = kept[-1]
    assert admin(s, "close", {"report": oldest, "words": "read"})[0] == 200
    assert oldest not in all_pages(s)[0] and oldest in all_pages(s, "closed")[0]
    assert admin(s, f"reports?before={kept[-2]}")[1] == {"reports": [], "more": False}


@test
def those_who_have_the_role_read_the_pages_on_the_command_line(s):
    mod = with_role(s, "Turns Pages", "moderator")
    kept = [row[0] for row in s.ask("SELECT num FROM reports WHERE state = 0 ORDER BY num DESC")]
    assert len(kept) > 200, "the test before has left them"
    assert admin(s, "reports", token=mod)[1]["more"] is True
    found, before = [], []
    while True:
        done = on_the_command_line(s, "reports", *before)
        assert done.returncode == 0, done
        found += [int(line.split("\t")[0]) for line in done.stdout.splitlines()]
        if not done.stderr:
            break
        assert f"--before {found[-1]}" in done.stderr, done.stderr
        before = ["--before", str(found[-1])]
    assert found == kept
    lines = [line.split("\t")[0] for line in on_the_command_line(s, "audit", "--before", "3").stdout.splitlines()]
    assert lines[:2] == ["2", "1"], lines


@test
def a_measure_is_against_somebody_or_a_range(s):
    account(s, "Not Both At Once")
    for who in ({"name": "Not Both At Once"}, {"person": "p123"}):
        status, said = admin(s, "measures", {"kind": "ban", "days": 1, "words": "x", "range": "203.0.113.0/24", **who})
        assert (status, said["code"]) == (400, "range") and "both" in said["words"], said
    assert not admin(s, "measures")[1]["measures"]


@test
def of_two_admins_who_take_each_others_role_one_stays(s):
    for n in range(15):
        names = (f"Duels First {n}", f"Duels Second {n}")
        tokens = [with_role(s, name, "admin") for name in names]
        got = at_once([lambda t=tokens[i], name=names[1 - i]: admin(s, "roles", {"name": name, "role": "player", "words": "out"}, t)[0] for i in range(2)])
        assert sorted(got) in ([200, 403], [200, 409]), got
        stays = [t for t in tokens if http(s.base, "/api/me", token=t)[1].get("role") == "admin"]
        assert len(stays) == 1, got


if __name__ == "__main__":
    sys.exit(run_all(tests))
