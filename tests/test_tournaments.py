#!/usr/bin/env python3
"""Tournaments on the server, from sign-up to the end, with clients that play; and kill -9 in the middle of rounds. Takes the program;
--kills N (3; the long version is 200). Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import concurrent.futures
import http.client
import os
import random
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import enter, http as ask, moves_of  # noqa: E402

KILLS = 3
if "--kills" in sys.argv:
    at = sys.argv.index("--kills")
    KILLS = int(sys.argv[at + 1])
    del sys.argv[at:at + 2]  # what is left names tests
QUICK = {"game": "mykerinos", "come": 60, "pause": 0, "clock": {"kind": "bank", "ms": 600000, "increment": 0}}
tests = []


def test(f):
    tests.append(f)
    return f


waiting = []


def waits(f):
    """A test that waits for tables most of the time: all of these run at once."""
    waiting.append(f)
    return f


@test
def formats_and_those_who_do_not_come(s):
    with concurrent.futures.ThreadPoolExecutor(len(waiting)) as pool:
        for f, done in [(f, pool.submit(f, s)) for f in waiting]:
            done.result()
            print(f"     {f.__name__}")


def make(s, host, **terms):
    status, made = ask(s.base, "/api/tournaments", {**QUICK, "name": "Club evening", **terms}, host)
    assert status == 200, made
    return made["tournament"]


def act(s, token, tournament, action, **body):
    return ask(s.base, f"/api/tournaments/{tournament}/{action}", body, token)


def must(s, token, tournament, action, **body):
    status, said = act(s, token, tournament, action, **body)
    assert status == 200, (action, body, said)
    return said


def look(s, tournament, token=None, query=""):
    status, said = ask(s.base, f"/api/tournaments/{tournament}{query}", token=token)
    assert status == 200, said
    return said


def until(s, tournament, done, seconds=180):
    """The tournament as it is once that is true of it."""
    end = time.time() + seconds
    while True:
        said = look(s, tournament)
        if done(said):
            return said
        assert time.time() < end, {k: said[k] for k in ("phase", "round", "tables")}
        time.sleep(0.05)


class Player(threading.Thread):
    """Comes to whichever table the tournament gives them, and plays there at random."""

    def __init__(self, s, tournament, token, number):
        super().__init__(daemon=True)
        self.s, self.tournament, self.token, self.rng = s, tournament, token, random.Random(number)
        self.stop, self.trouble = False, None
        self.start()

    def run(self):
        while not self.stop:
            try:
                self.visit()
            except (OSError, http.client.HTTPException, KeyError, TypeError):  # the server is down, or an answer was cut off
                time.sleep(0.05)
            except Exception as error:  # anything else is a finding
                self.trouble = repr(error)
                return

    def visit(self):
        table = look(self.s, self.tournament, self.token)["you"].get("table")
        if not table:
            time.sleep(0.1)
            return
        c = enter(self.s.base, self.token, timeout=10)
        c.send(t="watch", table=table)
        m = c.until(t="table")
        me = ask(self.s.base, "/api/me", token=self.token)[1]["name"]
        seat = next(i for i, one in enumerate(m["seats"]) if one["name"] == me)
        if m["phase"] == "open":
            c.send(t="ready", table=table, seat=seat, yes=True)
        c.send(t="watch", table=table, seat=seat)
        self.play(c, table, seat)

    def play(self, c, table, seat):
        """Until the game is over, or for a while."""
        end = time.time() + 3
        while time.time() < end and not self.stop:
            m = c.receive()
            if m["t"] in ("table", "update") and "result" in m:
                return
            if m.get("legal") and m.get("seat") == seat:
                c.send(t="move", table=table, seat=seat, at=m["n"], id=str(self.rng.random()), move=self.rng.choice(moves_of(m["legal"])))


def people(s, tournament, count, names="ABCDEFGHIJ"):
    tokens = [guest(s, f"Player {names[i]}") for i in range(count)]
    for token in tokens:
        must(s, token, tournament, "join")
    return tokens


def check_whole(s, tournament):
    """Every round has everybody once; every result of a table is in the tournament, once."""
    said = look(s, tournament, query="?round=all")
    for round_number in range(1, said["round"] + 1):
        seen = [seat["number"] for table in said["tables"] if table["round"] == round_number for seat in table["seats"]]
        assert len(seen) == len(set(seen)), (round_number, seen)
    ids = [table["id"] for table in said["tables"] if "id" in table]
    assert len(ids) == len(set(ids))
    # Those tables, and no other, were made for it.
    for table in said["tables"]:
        if "id" not in table or not table["over"]:
            continue
        rows = s.ask(f"SELECT p.seat, p.place FROM players p JOIN tables t ON t.num = p.num WHERE t.id = '{table['id']}' AND t.state = 2 AND p.seat < 6 ORDER BY p.seat")
        called_off = not any(seat["place"] for seat in table["seats"])
        if rows and not called_off and said["format"] != "knockout":  # where a lot breaks ties
            assert [place for _, place in rows] == [seat["place"] for seat in table["seats"]], (table, rows)
    return said


@waits
def a_swiss_of_people_runs_from_sign_up_to_the_end(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", seats=2, rounds=2, name="Swiss")
    tokens = people(s, e, 4)
    must(s, host, e, "bot", level="random")
    assert look(s, e)["phase"] == "sign-up" and len(look(s, e)["standings"]) == 5
    players = [Player(s, e, token, i) for i, token in enumerate(tokens)]
    must(s, host, e, "pair")
    over = until(s, e, lambda t: t["phase"] == "over")
    for p in players:
        p.stop = True
    assert over["round"] == 2 and not [p.trouble for p in players if p.trouble], [p.trouble for p in players]
    assert sum(float(row["points"]) for row in over["standings"]) == 6, "two tables and a bye, a point each, twice"
    check_whole(s, e)
    status, csv = ask(s.base, f"/api/tournaments/{e}.csv")
    assert status == 200 and csv.startswith("place,name,points,met,wins,byes\r\n") and len(csv.splitlines()) == 6
    listed = next(t for t in ask(s.base, "/api/tournaments")[1]["tournaments"] if t["tournament"] == e)
    assert listed["phase"] == "over" and listed["winner"] == over["standings"][0]["name"], (listed, over["standings"])
    assert act(s, host, e, "pair")[0] == 404, "it is over"


def bots_only(s, count, **terms):
    host = guest(s, "Hester")
    e = make(s, host, **terms)
    for _ in range(count):
        must(s, host, e, "bot", level="random")
    must(s, host, e, "pair")
    return e


@waits
def round_robin_swiss_and_knock_out_of_bots_end_by_themselves(s):
    robin, swiss = bots_only(s, 4, format="robin", seats=2), bots_only(s, 7, format="swiss", seats=3, rounds=2)
    knockout = bots_only(s, 5, format="knockout", seats=2)
    over = {e: until(s, e, lambda t: t["phase"] == "over") for e in (robin, swiss, knockout)}
    assert [over[e]["round"] for e in (robin, swiss, knockout)] == [3, 2, 3]
    assert over[knockout]["standings"][0]["reached"] == 3 and sum(row["state"] == "out" for row in over[knockout]["standings"]) == 4
    for e in over:
        check_whole(s, e)


@waits
def an_arena_pairs_whoever_is_free(s):
    host = guest(s, "Hester")
    e = make(s, host, format="arena", seats=2, minutes=1)
    for _ in range(5):
        must(s, host, e, "bot", level="random")
    must(s, host, e, "pair")
    until(s, e, lambda t: sum(table["over"] for table in t["tables"]) >= 6)
    must(s, host, e, "over", force=True)
    assert look(s, e)["phase"] == "over"
    check_whole(s, e)


@test
def seats_are_for_the_paired_and_nobody_acts_for_another(s):
    host, other = guest(s, "Hester"), guest(s, "Other")
    e = make(s, host, format="swiss", seats=2, rounds=1)
    a, b = people(s, e, 2, "KL")
    before = look(s, e)["n"]
    for action in ("pair", "unpair", "result", "over", "bot", "rename"):
        assert act(s, other, e, action)[0] == 403, action
    assert act(s, other, e, "leave")[0] == 409 and act(s, other, e, "leave", number=1)[0] == 409
    assert act(s, a, e, "leave", number=2)[0] == 409 and act(s, a, e, "join")[0] == 409
    assert act(s, host, e, "result", table=1, places=[1, 2])[0] == 409
    assert act(s, host, e, "nothing")[0] in (404, 405) and act(s, host, "e0", "pair")[0] == 404
    assert look(s, e)["n"] == before, "refused requests change nothing"
    must(s, host, e, "pair")
    table = until(s, e, lambda t: t["tables"] and "id" in t["tables"][0])["tables"][0]["id"]
    c = enter(s.base, other)
    for message, code in ((dict(t="sit", seat=0), "cannot-sit"), (dict(t="ready", seat=0, yes=True), "not-your-seat"), (dict(t="start"), "tournament")):
        for _ in range(1000):  # until the table is made
            c.send(**message, table=table, id="x")
            said = c.until(re="x")
            if said.get("code") != "no-table":
                break
            time.sleep(0.05)
        assert said.get("code") == code, said
    c = enter(s.base, a)
    c.send(t="start", table=table, id="s")
    assert c.until(re="s")["code"] == "tournament", "the other is not ready"
    c.send(t="hint", table=table, seat=0, id="h")
    assert c.until(re="h")["code"] == "tournament"
    assert table not in [t["table"] for t in ask(s.base, "/api/tables")[1]["tables"]], "the lobby does not offer it"
    must(s, host, e, "over", force=True)


@waits
def whoever_does_not_come_in_time_has_lost(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", seats=2, rounds=1, come=10)
    a, _ = people(s, e, 2, "MN")
    player = Player(s, e, a, 1)
    must(s, host, e, "pair")
    over = until(s, e, lambda t: t["phase"] == "over")
    player.stop = True
    assert [(row["name"], row["points"]) for row in over["standings"]] == [("Player M", "1"), ("Player N", "0")]
    assert sorted(seat["place"] for seat in look(s, e, query="?round=all")["tables"][0]["seats"]) == [0, 1]


@waits
def those_who_came_play_without_the_absent(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", seats=3, rounds=1, come=10)
    a, b, _ = people(s, e, 3, "OPQ")
    players = [Player(s, e, token, i) for i, token in enumerate((a, b))]
    must(s, host, e, "pair")
    over = until(s, e, lambda t: t["phase"] == "over")
    for p in players:
        p.stop = True
    places = {over["standings"][i]["name"]: over["standings"][i]["points"] for i in range(3)}
    assert places["Player Q"] == "0" and sum(float(p) for p in places.values()) == 4, places


@test
def the_host_corrects(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", seats=2, rounds=3, auto=False)
    people(s, e, 2, "RS")
    must(s, host, e, "pair")
    must(s, host, e, "unpair")
    late = guest(s, "Late")
    must(s, late, e, "join")
    must(s, host, e, "rename", number=3, name="Latecomer")
    must(s, host, e, "leave", number=3)
    must(s, host, e, "here", number=3)
    must(s, host, e, "pair")
    must(s, host, e, "result", table=1, places=[1, 2])
    must(s, host, e, "result", table=1, places=[2, 1])
    must(s, host, e, "over")
    names = [row["name"] for row in look(s, e)["standings"]]
    assert "Latecomer" in names and "Late" not in names


@test
def terms_that_cannot_be_are_refused(s):
    host = guest(s, "Hester")
    for wrong in (dict(format="ladder"), dict(format="swiss", seats=9), dict(format="swiss", rounds=65), dict(format="arena", rounds=3, minutes=5),
                  dict(format="swiss", game="chess"), dict(format="swiss", clock={"kind": "none"}), dict(format="swiss", name=""),
                  dict(format="swiss", points=[1, 2]), dict(format="swiss", limit="many"), dict(format="swiss", options={"no": "such"})):
        status, said = ask(s.base, "/api/tournaments", {**QUICK, "name": "X", **wrong}, host)
        assert status == 400 and said["words"], (wrong, said)
    assert ask(s.base, "/api/tournaments", {**QUICK, "name": "X", "format": "swiss"})[0] == 401
    assert ask(s.base, "/api/tournaments/e0")[0] == 404


@test
def a_limit_and_accounts_are_kept(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", limit=2)
    people(s, e, 2, "TU")
    assert act(s, guest(s, "Third"), e, "join")[0] == 409
    must(s, host, e, "over")
    e = make(s, host, format="swiss", accounts=True)
    assert act(s, guest(s, "Guest"), e, "join")[0] == 409
    must(s, host, e, "over")
    for _ in range(5):
        make(s, host, format="swiss")
    assert ask(s.base, "/api/tournaments", {**QUICK, "name": "X", "format": "swiss"}, host)[1]["code"] == "too-many"


@waits
def a_tournament_begins_at_its_time(s):
    host, starts = guest(s, "Hester"), int(time.time() * 1000) + 6000
    e = make(s, host, format="swiss", rounds=1, starts=starts)
    for _ in range(2):
        must(s, host, e, "bot", level="random")
    assert look(s, e)["phase"] == "sign-up" or time.time() * 1000 >= starts
    until(s, e, lambda t: t["phase"] == "over")


@test
def nobodys_time_runs_while_the_server_is_away(s):
    host = guest(s, "Hester")
    e = make(s, host, format="swiss", seats=2, rounds=1, come=60)
    people(s, e, 2, "GH")
    must(s, host, e, "pair")
    before = until(s, e, lambda t: t["tables"] and "come_by" in t["tables"][0])["tables"][0]["come_by"]
    s.stop()
    time.sleep(2.5)
    s.start()
    after = until(s, e, lambda t: t["tables"][0]["come_by"] > before)["tables"][0]["come_by"]
    assert 2000 < after - before < 120000, after - before
    s.restart(signal.SIGKILL)
    assert until(s, e, lambda t: True)["tables"][0]["come_by"] >= after, "what was given back is kept"
    must(s, host, e, "over", force=True)


def begin(s, host, tokens):
    e = make(s, host, format="swiss", seats=2, rounds=64)
    for token in tokens:
        must(s, token, e, "join")
    for _ in range(6):
        must(s, host, e, "bot", level="random")
    must(s, host, e, "pair")
    return e


def results_of(s, e):
    try:
        return {(t["round"], t["table"]): t["seats"] for t in look(s, e, query="?round=all")["tables"] if t["over"]}
    except OSError:
        return {}


@test
def killed_in_the_middle_of_a_round_nothing_is_lost(s):
    host, rng = guest(s, "Hester"), random.Random(24)
    tokens = [guest(s, f"Player {name}") for name in "WXYZ"]
    e = begin(s, host, tokens)
    players = [Player(s, e, token, i) for i, token in enumerate(tokens)]
    kept = 0
    for kill in range(KILLS):
        time.sleep(rng.uniform(0.05, 0.6))
        known = results_of(s, e)
        if kill % 4 == 1:  # a kill right after a result, too
            until(s, e, lambda t: results_of(s, e).keys() - known.keys() or t["phase"] == "over")
            known = results_of(s, e)
        s.restart(signal.SIGKILL)
        until(s, e, lambda t: True)
        check_whole(s, e)
        now = results_of(s, e)
        for key, seats in known.items():
            assert now.get(key) == seats, (kill, key, seats, now.get(key))
        kept = max(kept, len(now))
        if look(s, e)["phase"] == "over":  # all its rounds are played: the next one
            e = begin(s, host, tokens)
            for p in players:
                p.tournament = e
    reached = look(s, e)["round"]
    until(s, e, lambda t: t["round"] > reached or t["phase"] == "over")
    for p in players:
        p.stop = True
    assert not [p.trouble for p in players if p.trouble], [p.trouble for p in players]
    if look(s, e)["phase"] != "over":
        must(s, host, e, "over", force=True)
    check_whole(s, e)
    print(f"     {KILLS} kills, {kept} results of one tournament kept")


@test
def nobody_is_called_like_somebody_elses_account(s):
    """The host names people and bots: not as an account of this server is called, nor nearly so, but for that account itself."""
    host, known, other = guest(s, "Namer"), guest(s, "Known"), guest(s, "Someone Else")
    for token, name in ((known, "Well Known"), (other, "Also Known")):
        status, said = ask(s.base, "/api/account", {"name": name, "password": "seven grey herons"}, token)
        assert status == 200, said
        known, other = (said["token"] if t == token else t for t in (known, other))
    e = make(s, host, format="swiss", seats=2, rounds=3, auto=False)
    must(s, known, e, "join"), must(s, other, e, "join")
    for name in ("Well Known", "Wel1 Known"):
        for action, body in (("rename", {"number": 2}), ("bot", {"level": "random"})):
            status, said = act(s, host, e, action, name=name, **body)
            assert status == 409 and "taken" in said["words"], (action, name, status, said)
    must(s, host, e, "rename", number=1, name="Their Nickname")
    must(s, host, e, "rename", number=1, name="Well Known")
    assert [row["name"] for row in look(s, e)["standings"] if row["number"] == 1] == ["Well Known"]


if __name__ == "__main__":
    sys.exit(run_all(tests))
