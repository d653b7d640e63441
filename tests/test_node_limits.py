#!/usr/bin/env python3
"""Limits and names hold for several nodes together: whoever has used up a limit at one has used it up at all; no two people who are here have
names that look alike; and friends are seen, and invited, wherever they are. Takes the program; --part WORD. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http as ask  # noqa: E402
from cluster import Cluster  # noqa: E402
from test_cluster import PATIENCE, hear_each_other  # noqa: E402

PASSWORD = "seven grey herons"
tests = []


def test(f):
    tests.append(f)
    return f


def soon(what):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it does not take effect"
        time.sleep(0.02)


def guest(node, name):
    status, said = ask(node.base, "/api/guest", {"name": name})
    assert status == 201, said
    return said["token"], said["name"]


def account(node, name):
    status, said = ask(node.base, "/api/account", {"name": name, "password": PASSWORD}, guest(node, name)[0])
    assert status in (200, 201), said
    return said["token"]


def heard(a, b):
    """What a has told so far has come to b: a logs somebody out who is at b, and messages keep their order."""
    token, _ = guest(a, "Messenger")
    s = enter(b.base, token, timeout=PATIENCE)
    assert ask(a.base, "/api/logout", {}, token)[0] == 200
    try:
        s.until(t="never")
    except ConnectionError as error:
        assert "1008" in str(error), error


def guess(node, name):
    return ask(node.base, "/api/login", {"name": name, "password": "eight grey herons"})[0]


@test
def messages_of_one_person_are_counted_together(c):
    """60 at once and 20 a second (--rate 10), through as many sockets as they like; 30 and 10 through one of them."""
    a, b = c.nodes
    token, _ = guest(a, "Flood")
    sockets = [enter(a.base, token, timeout=PATIENCE) for _ in range(4)]

    def told(s, count):
        """How many of so many messages are not refused as too fast."""
        for i in range(count):
            s.send(t="watch", table="nothere", id=f"w{i}")
        return sum(s.until(t="refused")["code"] != "too-fast" for _ in range(count))
    begun = time.monotonic()
    s = enter(b.base, token, timeout=PATIENCE)
    here = sum(told(one, 15) for one in sockets)
    heard(a, b)
    there = told(s, 15)
    most = 60 + 20 * (time.monotonic() - begun) + 2  # less than an eighth of a limit in a second is not told
    assert here + there <= most, (here, there, most)


@test
def guests_at_different_nodes_have_different_names(c):
    a, b = c.nodes
    kim, name = guest(a, "Kim")
    assert name == "Kim"
    s = enter(a.base, kim, timeout=PATIENCE)
    heard(a, b)
    other, name = guest(b, "kim")
    assert name == "kim 2", name
    t = enter(b.base, other, timeout=PATIENCE)
    assert ask(b.base, "/api/name", {"name": "Kim"}, other)[0] == 409, "nor by another name later"
    heard(b, a)
    assert guest(a, "Kim")[1] == "Kim 3"
    s.s.close()
    soon(lambda: ask(b.base, "/api/name", {"name": "Kim"}, other)[0] == 200)  # who has gone leaves the name
    t.s.close()


@test
def two_who_come_under_one_name_at_once_are_told_apart(c):
    """The nodes do not hear each other while both come; then one of the two gives way."""
    a, b = c.nodes
    b.to_nats.cut()
    tokens = [guest(node, "Twin") for node in (a, b)]
    assert [name for _, name in tokens] == ["Twin", "Twin"]
    sockets = [enter(node.base, token, timeout=PATIENCE) for node, (token, _) in zip(c.nodes, tokens)]
    b.to_nats.heal()
    tables = [ask(node.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", ""]}, token)[1]["table"]
              for node, (token, _) in zip(c.nodes, tokens)]
    for s, table in zip(sockets, tables):
        s.send(t="watch", table=table)
        s.until(t="table")

    def called(i):
        """The name under which they chat."""
        time.sleep(0.2)
        sockets[i].send(t="chat", table=tables[i], text=f"number {i}", id="c")
        while True:
            m = sockets[i].receive()
            assert m["t"] != "refused", m
            for event in m.get("events", []):
                if event.get("text") == f"number {i}":
                    return event["name"]
    soon(lambda: sorted(called(i) for i in (0, 1)) == ["Twin", "Twin 2"])


@test
def friends_are_seen_and_invited_wherever_they_are(c):
    a, b = c.nodes
    one, other = account(a, "Ona"), account(b, "Ole")
    for token, name in ((one, "Ole"), (other, "Ona")):
        assert ask(a.base, "/api/friends", {"name": name}, token)[0] == 200

    def here():
        return [f["here"] for f in ask(a.base, "/api/friends", token=one)[1]["friends"]]
    assert here() == [False]
    s = enter(b.base, other, timeout=PATIENCE)
    soon(lambda: here() == [True])
    table = ask(a.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", ""]}, one)[1]["table"]
    person = ask(b.base, "/api/me", token=other)[1]["person"]
    assert ask(a.base, "/api/invitations", {"person": person, "table": table}, one) == (200, {"here": True})
    assert s.until(t="notice", kind="invite")["at"] == table
    # The table is asked, which knows who may see it and who sits where, at whichever node that is said.
    assert ask(b.base, "/api/invitations", {"person": person, "table": table}, one) == (200, {"here": True})
    assert "seat" not in s.until(t="notice", kind="invite")
    assert ask(b.base, "/api/invitations", {"person": person, "table": table, "seat": 0}, one)[1]["code"] == "not-free"
    assert ask(b.base, "/api/invitations", {"person": person, "table": table, "seat": 1}, one) == (200, {"here": True})
    assert s.until(t="notice", kind="invite")["seat"] == 1
    s.s.close()
    soon(lambda: here() == [False])


@test
def whoever_is_sent_away_is_let_in_again_wherever_that_is_said(c):
    """The table is at one node, whoever looks on at the other; sent away at the first, let in at the second."""
    a, b = c.nodes
    maker, eye = account(a, "Forgives"), account(b, "Sorry")
    table = ask(a.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", ""]}, maker)[1]["table"]
    s = enter(b.base, eye, timeout=PATIENCE)

    def watch():
        s.send(t="watch", table=table, id="w")
        while True:
            said = s.receive()
            if said.get("re") == "w":
                return said.get("code", "ok")
    assert watch() == "ok"
    soon(lambda: ask(a.base, "/api/measures", {"kind": "remove", "table": table, "name": "Sorry"}, maker)[0] == 200)  # the first hears who looks on at the second
    assert s.until(t="notice")["kind"] == "ban"

    def kept():
        return ask(b.base, f"/api/measures/{table}", token=maker)[1]["measures"]
    soon(lambda: [m["kind"] for m in kept()] == ["remove"])
    assert watch() == "removed"
    status, said = ask(b.base, f"/api/measures/{kept()[0]['measure']}", token=maker, method="DELETE")
    assert status == 200, said
    assert s.until(t="notice", kind="lifted")["of"] == "ban"
    soon(lambda: watch() == "ok")
    soon(lambda: not ask(a.base, f"/api/measures/{table}", token=maker)[1]["measures"])
    s.s.close()


@test
def guesses_at_a_password_are_counted_together(c):
    """Ten from one address, and then one in two seconds (server/password.c, --rate 10). Each node by itself would take as many. This is the
    last test, because it uses them up."""
    a, b = c.nodes
    account(a, "Ada")
    begun = time.monotonic()
    taken = 0
    for node in (a, b):
        while guess(node, "Ada") != 429:
            taken += 1
        heard(a, b)
    most = 10 + 0.5 * (time.monotonic() - begun) + 1
    assert taken <= most, (taken, most)


def main():
    part = sys.argv[sys.argv.index("--part") + 1] if "--part" in sys.argv else ""
    good = bad = 0
    with Cluster(os.path.abspath(sys.argv[1]), 2, flags=("--rate", "10")) as c:
        hear_each_other(c)
        for f in [f for f in tests if part in f.__name__]:
            begun = time.monotonic()
            try:
                f(c)
                good += 1
                print(f"ok   {f.__name__} {time.monotonic() - begun:.1f} s", flush=True)
            except Exception:
                bad += 1
                print(f"FAIL {f.__name__}\n{traceback.format_exc()}", flush=True)
                for n in c.nodes:
                    sys.stderr.write(f"--- {n.name}\n{n.log_text()[-1500:]}\n")
    print(f"{good} passed, {bad} failed")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
