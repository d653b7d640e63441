#!/usr/bin/env python3
"""Fair play (docs/fair.md): what leaving costs, which games count for ratings, and thrown games, which are shown and not acted upon. Takes the program and
prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ROOT, ask, guest, run_all, step  # noqa: E402
from client import Socket, enter, http  # noqa: E402
from crowd import enter_from  # noqa: E402
from noticing import until  # noqa: E402
from serving import Server  # noqa: E402
from test_moderation import account, admin, on_the_command_line, person_of, with_role  # noqa: E402
from test_people import games_of, play_both, sit_two  # noqa: E402

tests = []
APART = ("127.0.0.1", "127.0.0.9")
HERE = ("127.0.0.1", "127.0.0.1")
DAY = 86400000


def test(f):
    tests.append(f)
    return f


def terms(s):
    return http(s.base, "/api/fair")[1]


def rated(s, table):
    """What somebody who begins to watch is told about this table's game."""
    c = enter(s.base, guest(s, "Onlooker"))
    c.s.settimeout(20)
    c.send(t="watch", table=table)
    said = c.until(t="rated", table=table)
    return said["yes"] or said["why"]


def leave_one(s, tokens, moves=16, addresses=APART):
    """The second hands over to a bot and does not come back; the first gives up against it."""
    table, sockets = sit_two(s, tokens, addresses=addresses)
    play_both(table, sockets, moves)
    assert ask(sockets[1], t="leave", table=table, seat=1)["t"] == "ok"
    assert ask(sockets[0], t="resign", table=table, seat=0)["t"] == "ok"
    return table, sockets


class Keen(random.Random):
    """Passes only if it must: whoever passes lets the other make all moves of a season."""

    def choice(self, moves):
        return super().choice([m for m in moves if not m.startswith("pass")] or moves)


def play_just_enough(table, sockets):
    """Until each has made five moves: then giving up counts, and is early."""
    keen = Keen()
    last, made = [], [0, 0]
    for seat, c in enumerate(sockets):
        c.send(t="watch", table=table, seat=seat, legal=True)
        last.append(c.until(t="table"))
    while min(made) < 5:
        made[step(table, sockets, last, keen)] += 1


def lose(s, tokens, addresses=APART, moves=16, early=False):
    table, sockets = sit_two(s, tokens, addresses=addresses)
    if early:
        play_just_enough(table, sockets)
    else:
        play_both(table, sockets, moves)
    assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"
    return table


def limited(s, name):
    """An account that has left as many games as it may, and one more."""
    tokens = [account(s, name + " stays"), account(s, name)]
    for _ in range(terms(s)["leaves"]):
        last = leave_one(s, tokens)
    left = f"SELECT COUNT(*) FROM leaves WHERE person = '{person_of(s, tokens[1])}'"
    until(lambda: s.ask(left)[0][0] == terms(s)["leaves"], 20)
    return tokens, last


@test
def all_thresholds_are_in_the_table_of_the_docs(s):
    with open(os.path.join(ROOT, "docs", "fair.md"), encoding="utf-8") as file:
        told = dict(re.findall(r"^\| `([a-z-]+)` \| (\d+) \|", file.read(), re.M))
    assert {k: str(v) for k, v in terms(s).items()} == told, (terms(s), told)


# --- leaving ---

@test
def whoever_leaves_is_last_whatever_the_bot_does(s):
    """docs/fair.md, "Leaving": the other gave up afterwards, and is first all the same."""
    tokens = [account(s, "Patient One"), account(s, "Runs Away")]
    table, _ = leave_one(s, tokens)
    leaders = lambda: {r["name"]: r["rating"] for r in http(s.base, "/api/leaders?game=mykerinos&limit=50")[1]["leaders"]}
    until(lambda: {"Patient One", "Runs Away"} <= leaders().keys())  # what is written next may be read a moment later
    rows = leaders()
    assert rows["Patient One"] > rows["Runs Away"], rows
    assert [r[0] for r in s.ask(f"SELECT place FROM leaves WHERE person = '{person_of(s, tokens[1])}'")] == [table]
    assert not s.ask(f"SELECT 1 FROM leaves WHERE person = '{person_of(s, tokens[0])}'"), "giving up late is not leaving"


@test
def whoever_comes_back_has_not_left(s):
    tokens = [account(s, "Waiting For"), account(s, "Comes Back")]
    table, sockets = sit_two(s, tokens, addresses=APART)
    play_both(table, sockets, 16)
    assert ask(sockets[1], t="leave", table=table, seat=1)["t"] == "ok"
    back = enter_from(APART[1], s, tokens[1])
    back.send(t="watch", table=table, seat=1)
    sockets[0].s.settimeout(20)
    while not any(e["e"] == "back" for e in sockets[0].until(t="update")["events"]):
        pass
    assert ask(sockets[0], t="resign", table=table, seat=0)["t"] == "ok"
    assert not s.ask(f"SELECT 1 FROM leaves WHERE person = '{person_of(s, tokens[1])}'")


@test
def giving_up_before_a_game_counts_is_leaving(s):
    tokens = [account(s, "Sits Down"), account(s, "Dodges")]
    for moves in (0, 4, 8):
        table = lose(s, tokens, moves=moves)
    assert len(s.ask(f"SELECT place FROM leaves WHERE person = '{person_of(s, tokens[1])}'")) == 3
    assert http(s.base, "/api/notices", token=tokens[1])[1]["notices"][0]["kind"] == "unrated", table


@test
def repeated_leaving_limits_rated_games_and_says_why_and_until_when(s):
    t = terms(s)
    tokens, (_, sockets) = limited(s, "Leaver")
    told = sockets[1].until(t="notice")
    hours = (told["until"] - time.time() * 1000) / 3600000
    assert told["kind"] == "unrated" and str(t["leaves"]) in told["words"] and abs(hours - t["limit-hours"]) < 0.1, told
    offers = {"offers": [{"game": "mykerinos", "players": 2, "pace": "quick"}]}
    status, said = http(s.base, "/api/quick", offers, tokens[1])
    assert (status, said["code"]) == (403, "limited") and "UTC" in said["words"], said
    assert http(s.base, "/api/quick", offers, tokens[0])[0] == 200, "the other may"
    assert http(s.base, "/api/quick", offers, tokens[0], method="DELETE")[0] == 200
    status, said = http(s.base, "/api/quick/bots", offers, tokens[1])
    assert status == 200 and said["table"], "bots stay open to them"


@test
def casual_tables_stay_open_to_whoever_is_limited(s):
    tokens, _ = limited(s, "Casual Only")
    before = games_of(s, "Casual Only", "Casual Only stays")
    table, sockets = sit_two(s, tokens, addresses=APART)
    assert rated(s, table) == "left", "the other knows before it matters"
    play_both(table, sockets, 16)
    assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"
    assert games_of(s, "Casual Only", "Casual Only stays") == before
    s.restart()
    assert http(s.base, "/api/quick", {"offers": [{"game": "myst", "players": 2, "pace": "days"}]}, tokens[1])[1]["code"] == "limited", "it is remembered"


@test
def the_limit_doubles_and_ends(s):
    tokens, _ = limited(s, "Again And Again")
    person = person_of(s, tokens[1])
    s.ask(f"UPDATE measures SET until = 5 WHERE target = '{person}'")
    s.restart()
    assert http(s.base, "/api/quick", {"offers": [{"game": "myst", "players": 2, "pace": "days"}]}, tokens[1])[0] == 200
    assert http(s.base, "/api/quick", token=tokens[1], method="DELETE")[0] == 200
    leave_one(s, tokens)
    at, until = s.ask(f"SELECT at, until FROM measures WHERE target = '{person}' ORDER BY num DESC LIMIT 1")[0]
    assert until - at == 2 * terms(s)["limit-hours"] * 3600000
    s.ask(f"UPDATE leaves SET at = 5 WHERE person = '{person}'", f"UPDATE measures SET until = 5 WHERE target = '{person}'")
    s.restart()
    leave_one(s, [account(s, "Someone Else"), tokens[1]])
    assert s.ask(f"SELECT count(*) FROM measures WHERE target = '{person}' AND until > 5") == [[0]], "old ones count no more"


@test
def a_moderator_may_lift_it_and_nobody_may_set_it(s):
    tokens, _ = limited(s, "Power Cut")
    mod = with_role(s, "Merciful", "moderator")
    end, rows = time.monotonic() + 120, []
    while not rows and time.monotonic() < end:  # it is written after the game's end is told
        rows = [m for m in admin(s, "measures", token=mod)[1]["measures"] if m["about"]["name"] == "Power Cut"]
    row = rows[0]
    assert row["kind"] == "unrated" and row["by"]["person"] == "server" and "games left" in row["words"], row
    assert admin(s, "measures", {"kind": "unrated", "days": 3, "name": "Power Cut", "words": "x"}, mod)[0] == 400
    assert admin(s, "lift", {"measure": row["measure"], "words": "there was a power cut"}, mod)[0] == 200
    assert http(s.base, "/api/quick", {"offers": [{"game": "myst", "players": 2, "pace": "days"}]}, tokens[1])[0] == 200


@test
def a_rated_tournament_waits_too(s):
    tokens, _ = limited(s, "Event Goer")
    body = {"name": "Open", "game": "mykerinos", "format": "swiss"}
    counts, casual = (http(s.base, "/api/tournaments", {**body, "rated": r}, tokens[0])[1]["tournament"] for r in (True, False))
    status, said = http(s.base, f"/api/tournaments/{counts}/join", {}, tokens[1])
    assert status == 409 and "UTC" in said["words"], said
    assert http(s.base, f"/api/tournaments/{casual}/join", {}, tokens[1])[0] == 200


@test
def games_with_guests_and_bots_are_left_freely(s):
    a, g = account(s, "Among Guests"), guest(s, "Passing By")
    for _ in range(2):
        leave_one(s, [g, a])
    assert not s.ask(f"SELECT 1 FROM leaves WHERE person = '{person_of(s, a)}'")


# --- who may be one ---

@test
def two_at_one_address_do_not_count_and_the_table_says_so_before(s):
    tokens = [account(s, "One Roof"), account(s, "Same Roof")]
    status, made = http(s.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", ""]}, tokens[0])
    assert status == 201
    table, a, b = made["table"], enter(s.base, tokens[0]), enter(s.base, tokens[1])
    a.s.settimeout(20)
    a.send(t="watch", table=table, seat=0)
    assert a.until(t="rated")["yes"] is True
    assert ask(b, t="sit", table=table, seat=1)["t"] == "ok"
    said = a.until(t="rated")
    assert (said["yes"], said["why"]) == (False, "address"), said
    assert ask(b, t="leave", table=table, seat=1)["t"] == "ok" and a.until(t="rated")["yes"] is True, "without them it may count again"
    for _ in range(2):
        lose(s, tokens, addresses=HERE)
    assert games_of(s, "One Roof", "Same Roof") == [0, 0]


@test
def an_address_is_remembered_with_the_table(s):
    """Addresses are not written; that two were one address is."""
    tokens = [account(s, "Before Restart"), account(s, "After Restart")]
    table, sockets = sit_two(s, tokens, addresses=HERE)
    play_both(table, sockets, 16)
    s.restart()
    c = enter_from(APART[1], s, tokens[1])
    assert rated(s, table) == "address"
    assert ask(c, t="resign", table=table, seat=1)["t"] == "ok"
    assert games_of(s, "Before Restart", "After Restart") == [0, 0]
    assert not [row for row in s.ask("SELECT name, value FROM settings") if "127" in row[1]]


@test
def moving_together_in_the_middle_does_not_count(s):
    tokens = [account(s, "Starts Apart"), account(s, "Moves In")]
    table, sockets = sit_two(s, tokens, addresses=APART)
    play_both(table, sockets, 16)
    near = enter(s.base, tokens[1])
    assert ask(near, t="resign", table=table, seat=1)["t"] == "ok"
    assert games_of(s, "Starts Apart", "Moves In") == [0, 0]


@test
def one_browser_is_one_person_even_after_signing_in_anew(s):
    tokens = [account(s, "Main Account"), account(s, "Second Account"), account(s, "Stranger Here")]
    for token, browser in zip(tokens, ("b-one", "b-one", "b-two")):
        enter(s.base, token, hello={"browser": browser}).s.close()
    table, sockets = sit_two(s, tokens[:2], addresses=APART)
    assert rated(s, table) == "browser"
    table, sockets = sit_two(s, [tokens[0], tokens[2]], addresses=APART)
    assert rated(s, table) is True
    lose(s, tokens[:2])
    assert games_of(s, "Main Account", "Second Account") == [0, 0]


@test
def a_browser_that_says_nothing_or_nonsense_is_no_doubt(s):
    tokens = [account(s, "Says Nothing"), account(s, "Nothing Either")]
    table, sockets = sit_two(s, tokens, addresses=APART)
    assert rated(s, table) is True
    c = Socket(s.base)
    c.send(t="hello", v=1, ticket=http(s.base, "/api/ticket", {}, tokens[0])[1]["ticket"], browser="x" * 60)
    assert c.receive()["code"] == "malformed"


@test
def a_guest_at_the_table_is_said(s):
    table, sockets = sit_two(s, [account(s, "With Guest"), guest(s, "Only Guest")], addresses=APART)
    assert rated(s, table) == "guest"


@test
def a_guest_who_is_not_connected_is_one_all_the_same(s):
    """Tables are made and seats kept by HTTP alone. An account that is away is still one."""
    def link_table(token):
        status, made = http(s.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", ""]}, token)
        assert status == 201, made
        return made["table"]
    assert rated(s, link_table(guest(s, "No Socket"))) == "guest"
    away = account(s, "Away Account")
    table = link_table(away)
    assert rated(s, table) is True
    c = enter(s.base, guest(s, "Comes By"))
    assert ask(c, t="sit", table=table, seat=1)["t"] == "ok"
    assert rated(s, table) == "guest"
    c.s.close()
    s.restart()
    assert rated(s, table) == "guest", "known again when nobody is there"


@test
def a_club_names_its_own_network_and_pays_for_it(s):
    """docs/hosting.md: three games a day of the same two, of each kind."""
    for wrong in ("everybody", "0.0.0.0/0", "127.0.0.1:80", "10.0.0.0/8 nonsense", "10.0.0.0/7"):
        assert admin(s, "settings", {"name": "shared", "value": wrong})[0] == 400, wrong
    assert admin(s, "settings", {"name": "shared", "value": "127.0.0.0/24 10.0.0.0/8"})[0] == 200
    tokens = [account(s, "Club Evening"), account(s, "Club Friend")]
    table, sockets = sit_two(s, tokens, addresses=HERE)
    assert rated(s, table) is True
    for _ in range(terms(s)["shared-games"] + 2):
        lose(s, tokens, addresses=HERE)
    assert games_of(s, "Club Evening", "Club Friend") == [terms(s)["shared-games"]] * 2
    assert admin(s, "settings", {"name": "shared", "value": ""})[0] == 200
    table, sockets = sit_two(s, tokens, addresses=HERE)
    assert rated(s, table) == "address"


@test
def a_club_may_name_one_address_of_ipv6(s):
    """Of such an address the server knows the network alone (/64): naming a part of it names all of it, as for a ban."""
    with Server(s.program, "--rate", "0", "--proxy", "yes") as own:
        tokens = [account(own, "Six Ana"), account(own, "Six Theo")]

        def counts():
            status, made = http(own.base, "/api/tables", {"game": "mykerinos", "players": 2, "seats": ["me", ""]}, tokens[0])
            assert status == 201, made
            one, other = (enter(own.base, token, through=f"2001:db8:1:2::{i}") for i, token in enumerate(tokens, 1))
            assert ask(other, t="sit", table=made["table"], seat=1)["t"] == "ok" and ask(one, t="start", table=made["table"])["t"] == "ok"
            return rated(own, made["table"])

        assert counts() == "address"
        for named in ("2001:db8:1:2::1", "2001:db8:1:2::1/128", "2001:db8:1:2:8000::/65", "2001:db8:1:2::/64"):
            assert admin(own, "settings", {"name": "shared", "value": named})[0] == 200, named
            assert counts() is True, named
        assert admin(own, "settings", {"name": "shared", "value": "2001:db8:1:3::1"})[0] == 200
        assert counts() == "address", "the network beside it"


# --- thrown games ---

def thrown(s, about):
    return [r for r in admin(s, "reports")[1]["reports"] if r["kind"] == "thrown" and r["about"]["name"] == about]


@test
def giving_up_early_to_the_same_person_is_shown_with_the_evidence(s):
    """At least `games` of them, `early-games` given up with at most `early-moves` own moves."""
    tokens = [account(s, "Rises Fast"), account(s, "Throws Games")]
    played = [lose(s, tokens, early=True) for _ in range(terms(s)["games"] - 1)]
    assert not thrown(s, "Throws Games")
    played.append(lose(s, tokens, early=True))
    row, = thrown(s, "Throws Games")
    assert row["by"]["name"] == "Rises Fast" and row["open"] and row["table"] == played[-1], row
    whole = admin(s, f"reports/{row['report']}")[1]
    e = whole["evidence"]
    assert [g["table"] for g in e["games"]] == played and e["played"] == e["lost"] == e["early"] == len(played), e
    assert all(g["moves"] >= 10 and g["ms"] >= 0 and g["score"] == 0 and g["early"] and g["rise"] > 0 for g in e["games"]), e
    assert e["rise"] > 0 and e["expected"] > 0 and e["doubt"] > 0, e


@test
def what_is_shown_is_not_acted_upon(s):
    tokens = [account(s, "Takes Points"), account(s, "Gives Points")]
    for _ in range(terms(s)["games"] + 2):
        table = lose(s, tokens, early=True)
    assert len(thrown(s, "Gives Points")) == 1, "one report, not one a game"
    for token in tokens:
        assert http(s.base, "/api/notices", token=token)[1]["notices"] == []
        assert http(s.base, "/api/me", token=token)[1].get("role") is None
    assert games_of(s, "Takes Points", "Gives Points") == [terms(s)["games"] + 2] * 2, "and the games count"
    number = thrown(s, "Gives Points")[0]["report"]
    assert admin(s, "close", {"report": number, "words": "brothers, one is learning"})[0] == 200
    lose(s, tokens, early=True)
    assert not thrown(s, "Gives Points"), f"what was judged is not shown again at once {table}"


@test
def losing_in_turns_is_no_pattern(s):
    tokens = [account(s, "Turn And"), account(s, "Turn About")]
    for i in range(terms(s)["games"] + 2):
        lose(s, tokens if i % 2 else tokens[::-1], moves=20)
    assert not thrown(s, "Turn And") and not thrown(s, "Turn About")


@test
def the_command_line_shows_the_evidence(s):
    tokens = [account(s, "Seen By Host"), account(s, "Lost By Host")]
    for _ in range(terms(s)["games"]):
        table = lose(s, tokens, early=True)
    number = thrown(s, "Lost By Host")[0]["report"]
    done = on_the_command_line(s, "report", str(number))
    assert done.returncode == 0 and table in done.stdout and "mykerinos" in done.stdout and done.stdout.count("\n") >= terms(s)["games"], done
    assert on_the_command_line(s, "report", "999999").returncode != 0


@test
def players_cannot_make_or_see_findings(s):
    plain = account(s, "Would Accuse")
    status, said = http(s.base, "/api/reports", {"kind": "thrown", "name": "Rises Fast", "words": "he cheats"}, plain)
    assert status == 400, said
    assert http(s.base, "/api/admin/reports", token=plain)[0] == 403


@test
def who_is_deleted_leaves_no_such_evidence(s):
    tokens = [account(s, "Wins Then Goes"), account(s, "Loses Then Goes")]
    while not thrown(s, "Loses Then Goes"):
        lose(s, tokens, early=True)
    leave_one(s, tokens)
    ids = [person_of(s, token) for token in tokens]
    for token in tokens:
        assert http(s.base, "/api/me", token=token, method="DELETE")[0] == 200
    for table, column in (("meetings", "one"), ("meetings", "other"), ("leaves", "person")):
        assert not s.ask(f"SELECT 1 FROM {table} WHERE {column} IN ('{ids[0]}', '{ids[1]}')"), table
    assert [json.loads(r[0] or "{}") for r in s.ask(f"SELECT evidence FROM reports WHERE about = '{ids[1]}'")] == [{}]


if __name__ == "__main__":
    sys.exit(run_all(tests))
