#!/usr/bin/env python3
"""What one of several nodes does for all of them (server/node.h, "the office"): tournaments, studies and quick pairing through any node, and what is
decided about somebody in a club, while the node that has the office is killed and while NATS is away. Takes the program; --part WORD.
Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import random
import signal
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import study_client as papers  # noqa: E402
import test_moderation as club  # noqa: E402
import test_tournaments as cups  # noqa: E402
from client import enter, http as ask  # noqa: E402
from cluster import Cluster  # noqa: E402

TWO = {"game": "mykerinos", "players": 2, "pace": "quick"}
PATIENCE = 120  # for what must happen, on a machine that has much else to do
tests = []


def test(f):
    tests.append(f)
    return f


class Site:
    """Three nodes as people see them behind a proxy: each request goes to any that runs."""

    def __init__(self, cluster):
        self.cluster, self.rng, self.ask = cluster, random.Random(7), cluster.ask

    @property
    def base(self):
        return self.rng.choice([n for n in self.cluster.nodes if n.process.poll() is None]).base


def guest(base, name):
    return ask(base, "/api/guest", {"name": name})[1]["token"]


def wait_once(base, token, path=""):
    return ask(base, f"/api/quick{path}", {"offers": [TWO]}, token)


def wait(base, token, path=""):
    """Whoever is told to come again does."""
    end = time.monotonic() + PATIENCE
    while (said := wait_once(base, token, path))[0] == 503:
        assert time.monotonic() < end, said
        time.sleep(0.1)
    return said


def office(c):
    """The node that has it."""
    for _ in range(10 * PATIENCE):
        rows = c.ask("SELECT node FROM leases WHERE num = -1")
        found = [n for n in c.nodes if rows and rows[0][0].rsplit("-", 1)[0] == n.name]
        if found:
            return found[0]
        time.sleep(0.1)
    raise AssertionError("nobody has the office")


def until_said(base, token, status, seconds=PATIENCE):
    """Somebody who waits asks again and again."""
    end = time.monotonic() + seconds
    while True:
        said = wait(base, token)
        if said[0] == status:
            return said[1]
        assert time.monotonic() < end, said
        time.sleep(0.1)


def nats_back(c):
    c.nats.start()
    all_hear(c)


def all_hear(c):
    """All nodes are connected to NATS."""
    soon(lambda: all("petteia_node_bus_up 1" in str(ask(n.base, "/metrics")[1]) for n in c.nodes))


@test
def people_at_different_nodes_are_paired(c):
    a, b, d = (n.base for n in c.nodes)
    ada, bea = guest(a, "Ada"), guest(b, "Bea")
    assert until_said(a, ada, 200)["others"] == 0
    table = wait(b, bea)[1]["table"]
    assert wait(d, ada) == (200, {"table": table}), "and asked through a third node it is the same table"
    for base, token in ((d, ada), (a, bea)):
        s = enter(base, token, timeout=PATIENCE)
        s.send(t="watch", table=table)
        while s.receive().get("phase") != "playing":
            pass
    cleo = guest(b, "Cleo")
    assert "waiting" in wait(b, cleo)[1] and ask(d, "/api/quick", token=cleo, method="DELETE") == (200, {})
    assert wait(a, cleo, "/bots")[1]["table"] == wait(b, cleo, "/bots")[1]["table"]
    assert wait(a, "0" * 64)[0] == 401 and ask(b, "/api/quick", {"offers": []}, cleo)[0] == 400


@test
def pairing_goes_on_when_its_node_dies(c):
    old = office(c)
    others = [n.base for n in c.nodes if n is not old]
    fay, gus = guest(others[0], "Fay"), guest(others[1], "Gus")
    until_said(others[0], fay, 200)
    old.stop(signal.SIGKILL)
    begun = time.monotonic()
    until_said(others[0], fay, 200)
    table = until_said(others[1], gus, 200).get("table") or until_said(others[0], fay, 200)["table"]
    print(f"  paired {time.monotonic() - begun:.1f} s after the node of the office was killed", flush=True)
    assert until_said(others[0], fay, 200) == until_said(others[1], gus, 200) == {"table": table}
    old.start()


@test
def a_tournament_runs_to_its_end_through_all_nodes_while_its_node_is_killed(c):
    s = Site(c)
    host = cups.guest(s, "Hester")
    e = cups.make(s, host, format="swiss", seats=2, rounds=3, name="Swiss")
    tokens = cups.people(s, e, 4)
    cups.must(s, host, e, "bot", level="random")
    soon(lambda: all(len(ask(n.base, f"/api/tournaments/{e}")[1]["standings"]) == 5 for n in c.nodes))
    sockets = [[enter(n.base, token, timeout=PATIENCE) for n in c.nodes] for token in tokens[:2]]
    cups.must(s, host, e, "pair")
    rows = told(c, e, lambda t: t["round"] == 1)["standings"]
    bye = next(row["number"] for row in rows if row["byes"])  # of five one has no opponent
    for socket in sockets[bye == 1]:
        assert socket.until(t="seat")["tournament"] == e, "who is paired hears of it at any node"
    players = [cups.Player(s, e, token, i) for i, token in enumerate(tokens)]
    for number in (1, 2):
        told(c, e, lambda t, n=number: t["round"] >= n and any(b["over"] for b in t["tables"]))
        old, known = office(c), results(c, e)
        old.stop(signal.SIGKILL)
        soon(lambda k=known: k.items() <= results(c, e).items())  # no result is lost; a copy may be behind for a moment
        told(c, e, lambda t, n=number: t["round"] > n or t["phase"] == "over")
        assert office(c) is not old
        old.start()
    over = told(c, e, lambda t: t["phase"] == "over")
    for p in players:
        p.stop = True
    assert not [p.trouble for p in players if p.trouble], [p.trouble for p in players]
    assert over["round"] == 3 and sum(float(row["points"]) for row in over["standings"]) == 9, over["standings"]
    cups.check_whole(s, e)
    lines = [n for (n,) in c.ask(f"SELECT number FROM tournament_lines WHERE id = '{e}' ORDER BY number")]
    assert lines == list(range(1, len(lines) + 1))


@test
def a_study_is_edited_through_all_nodes_while_its_node_is_killed(c):
    """The office runs all studies; whoever looks is answered by any node, and whoever has it open hears at their own (docs/hosting-many.md)."""
    s = Site(c)
    ana, theo = guest(c.nodes[0].base, "Ana"), guest(c.nodes[1].base, "Theo")
    study = papers.make(s, ana)
    papers.must(s, ana, study, "set", cell="access", node=0, text="link")
    papers.must(s, theo, study, "ask")
    papers.must(s, ana, study, "role", who=1, role="editor")
    one, other = enter(c.nodes[0].base, ana, timeout=PATIENCE), enter(c.nodes[1].base, theo, timeout=PATIENCE)
    for token in (ana, theo):
        papers.must(s, token, study, "here", node=1, doing="reads")

    def heard(socket, wanted):
        while not wanted(said := socket.receive()):
            pass
        return said

    assert len(heard(one, lambda m: len(m.get("here", [])) == 2)["here"]) == 2
    text = "x" * 1900  # longer than what else nodes tell each other about people
    made = papers.must(s, theo, study, "set", cell="comment", node=1, text=text)
    assert heard(one, lambda m: m.get("n") == made["n"])["nodes"][0]["comments"] == [{"by": 1, "text": text}]
    papers.must(s, ana, study, "here", node=1, doing="reads", place="a5")
    assert heard(other, lambda m: "point" in m)["point"]["place"] == "a5"
    old, said = office(c), []
    for i in range(40):
        if i == 10:
            old.stop(signal.SIGKILL)
        status, answer = papers.act(s, (ana, theo)[i % 2], study, "set", cell="comment", node=1, text=str(i))
        if status == 200:
            said.append(i)
            told = [papers.look(s, study, ana)["nodes"][0]["comments"] for _ in range(2)]
            assert all({"by": i % 2, "text": str(i)} in one for one in told), (i, told)
        else:
            assert (status, answer["code"]) in ((503, "unsure"), (503, "retry")), answer
    assert len(said) >= 30 and said[-1] == 39, said  # each of the others waited for seconds
    assert office(c) is not old
    old.start()
    lines = [n for (n,) in c.ask(f"SELECT number FROM study_lines WHERE id = '{study}' ORDER BY number")]
    assert lines == list(range(1, len(lines) + 1))
    assert ask(s.base, "/api/me", token=theo, method="DELETE")[0] == 200
    soon(lambda: {p["name"] for p in papers.look(s, study, ana)["people"]} == {"Ana", ""})
    papers.must(s, ana, study, "delete")
    assert all(ask(n.base, f"/api/studies/{study}", token=ana)[0] == 404 for n in c.nodes if n.process.poll() is None)


def told(c, e, done, seconds=PATIENCE):
    """What some node that runs says of it once that is so."""
    end = time.monotonic() + seconds
    while True:
        for n in c.nodes:
            if n.process.poll() is not None:
                continue
            status, said = ask(n.base, f"/api/tournaments/{e}?round=all")
            if status == 200 and done(said):
                return said
        assert time.monotonic() < end, {k: said.get(k) for k in ("phase", "round", "tables", "code")}
        time.sleep(0.1)


def results(c, e):
    return {(t["round"], t["table"]): str(t["seats"]) for t in told(c, e, lambda _: True)["tables"] if t["over"]}


@test
def an_office_that_slept_writes_nothing(c):
    """It is put to sleep with a request on its way; another node takes over and the tournament changes; awake again it follows."""
    old = office(c)
    others = [n for n in c.nodes if n is not old]
    host = guest(others[0].base, "Hob")
    e = ask(others[0].base, "/api/tournaments", {**cups.QUICK, "name": "Nap", "format": "swiss"}, host)[1]["tournament"]
    old.pause()
    begun = time.monotonic()
    while ask(others[1].base, f"/api/tournaments/{e}/bot", {"level": "random"}, host)[0] != 200:
        assert time.monotonic() - begun < PATIENCE
    old.go_on()
    soon(lambda: len({str([row["name"] for row in ask(n.base, f"/api/tournaments/{e}")[1]["standings"]]) for n in c.nodes}) == 1)
    assert ask(old.base, f"/api/tournaments/{e}")[1]["standings"]
    assert ask(old.base, f"/api/tournaments/{e}/over", {"force": True}, host)[0] == 200
    lines = [n for (n,) in c.ask(f"SELECT number FROM tournament_lines WHERE id = '{e}' ORDER BY number")]
    assert lines == list(range(1, len(lines) + 1))


@test
def without_nats_tournaments_go_on_and_nobody_is_paired_twice(c):
    a, b, d = (n.base for n in c.nodes)
    host, kim = guest(a, "Hal"), guest(b, "Kay")
    e = ask(a, "/api/tournaments", {**cups.QUICK, "name": "Quiet", "format": "swiss"}, host)[1]["tournament"]
    c.nats.stop()
    try:
        soon(lambda: not any("petteia_node_bus_up 1" in str(ask(n.base, "/metrics")[1]) for n in c.nodes))
        office(c)
        asked = [wait_once(base, kim) for base in (a, b, d)]
        assert sorted(status for status, _ in asked) == [200, 503, 503], asked
        assert all(said["code"] == "retry" and said["words"] for status, said in asked if status == 503)
        for i, base in enumerate((a, b, d)):
            status, said = ask(base, f"/api/tournaments/{e}/bot", {"level": "random"}, host)
            assert status == 200, (base, said)
    finally:
        nats_back(c)
    assert len(told(c, e, lambda t: len(t["standings"]) == 3)["standings"]) == 3
    assert ask(d, f"/api/tournaments/{e}/over", {"force": True}, host)[0] == 200


def moderator(c):
    s = c.nodes[0]
    return club.with_role(s, f"Warden {random.randrange(10**6)}", "moderator")


def soon(what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it does not take effect"
        time.sleep(0.05)


def said(s, **message):
    """The code of the refusal, or None."""
    s.send(**message, id="x")
    return s.until(re="x").get("code")


@test
def measures_hold_at_all_nodes(c):
    a, b, d = c.nodes
    mod, loud, maker = moderator(c), guest(d.base, "Loud"), guest(a.base, "Maker")
    body = {"game": "mykerinos", "players": 2, "seats": ["me", ""]}
    table = ask(a.base, "/api/tables", body, maker)[1]["table"]
    s = enter(d.base, loud, timeout=PATIENCE)
    s.send(t="watch", table=table)
    s.until(t="table")
    soon(lambda: ask(b.base, "/api/admin/measures", token=mod)[0] == 200)  # a role, too, holds at all nodes
    assert club.measure(b, mod, "mute", person=club.person_of(b, loud))[0] == 200
    assert s.until(t="notice")["kind"] == "mute", "they hear of it where they are"
    soon(lambda: said(s, t="chat", table=table, text="hello") == "muted")
    looker = guest(d.base, "Looker")
    t = enter(d.base, looker, timeout=PATIENCE)
    t.send(t="watch", table=table)
    t.until(t="table")
    assert ask(b.base, "/api/measures", {"kind": "remove", "table": table, "name": "Looker"}, maker)[0] == 200
    assert t.until(t="notice")["kind"] == "ban"
    soon(lambda: said(t, t="watch", table=table) == "removed")
    assert ask(b.base, "/api/measures", {"kind": "remove", "table": table, "name": "Nobody"}, maker)[0] == 404
    assert club.measure(a, mod, "ban", person=club.person_of(a, loud))[0] == 200
    try:
        s.until(t="never")
    except ConnectionError as error:
        assert "1008" in str(error), error
    assert all(ask(n.base, "/api/ticket", {}, loud)[1]["code"] == "banned" for n in c.nodes)


@test
def measures_and_settings_are_found_without_nats(c):
    a, _, d = c.nodes
    mod, bad = moderator(c), guest(d.base, "Bad")
    s = enter(d.base, bad, timeout=PATIENCE)
    c.nats.stop()
    try:
        assert club.measure(a, mod, "ban", person=club.person_of(a, bad))[0] == 200
        assert club.admin(a, "settings", {"name": "guests", "value": "no", "words": "full"})[0] == 200
        try:
            s.until(t="never")
        except ConnectionError as error:
            assert "1008" in str(error), error
        soon(lambda: ask(d.base, "/api/guest", {"name": "Late"})[0] == 403)
    finally:
        nats_back(c)
        club.admin(a, "settings", {"name": "guests", "value": "yes", "words": "room"})


def main():
    part = sys.argv[sys.argv.index("--part") + 1] if "--part" in sys.argv else ""
    good = bad = 0
    with Cluster(os.path.abspath(sys.argv[1])) as c:
        for f in [f for f in tests if part in f.__name__]:
            begun = time.monotonic()
            try:
                all_hear(c)
                f(c)
                good += 1
                print(f"ok   {f.__name__} {time.monotonic() - begun:.1f} s", flush=True)
            except Exception:
                bad += 1
                print(f"FAIL {f.__name__}\n{traceback.format_exc()}", flush=True)
                for n in c.nodes:
                    if n.process.poll() is not None:
                        n.start()
                    n.go_on()
                    sys.stderr.write(f"--- {n.name}\n{n.log_text()[-1500:]}\n")
    print(f"{good} passed, {bad} failed")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
