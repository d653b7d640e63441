#!/usr/bin/env python3
"""What the server owes to people: logging out ends everything that acts for them, forgetting forgets, ratings cannot be farmed, and
nobody's requests keep others waiting. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import socket
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Socket, enter, http  # noqa: E402
from serving import Server  # noqa: E402
from crowd import Crowd, ask_from, enter_from  # noqa: E402
from at_table import GAMES, ask, guest, make, play_some, run_all, step, two  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


def account(s, name, password="correct horse"):
    token = guest(s, name)
    status, said = http(s.base, "/api/account", {"name": name, "password": password}, token)
    assert status == 200, said
    return said["token"]


def login(s, name, password="correct horse"):
    return http(s.base, "/api/login", {"name": name, "password": password})[1]["token"]


def acts(c):
    """True if the socket still does what it is told; False once it is closed."""
    c.s.settimeout(20)
    try:
        return ask(c, t="ping")["t"] == "pong"
    except (ConnectionError, socket.timeout):
        return False


def ticket(s, token):
    return http(s.base, "/api/ticket", {}, token)[1]["ticket"]


def opens(s, text):
    """True if the ticket opens a socket."""
    c = Socket(s.base)
    c.s.settimeout(20)
    c.send(t="hello", v=1, ticket=text)
    try:
        return c.receive()["t"] == "hello"
    except ConnectionError:
        return False


# --- logging out ---

@test
def no_two_who_are_here_have_the_same_name(s):
    first = http(s.base, "/api/guest", {"name": "Heron"})[1]
    one = enter(s.base, first["token"])
    second = http(s.base, "/api/guest", {"name": "heron"})[1]
    assert (first["name"], second["name"]) == ("Heron", "heron 2"), (first, second)
    other = enter(s.base, second["token"])
    status, said = http(s.base, "/api/name", {"name": "HERON"}, second["token"])
    assert status == 409 and "HERON 2" in said["words"], said
    assert http(s.base, "/api/name", {"name": "Heron"}, first["token"])[0] == 200, "one's own name is free"
    # Whoever chose the name while nobody else had it, and comes back when somebody has, gets a number at the table.
    third = http(s.base, "/api/guest", {"name": "Otter"})[1]
    taken = http(s.base, "/api/name", {"name": "Otter"}, first["token"])
    assert taken[0] == 200, taken
    last = enter(s.base, third["token"])
    table = make(s, first["token"], "mykerinos", ["me", "", ""], start=False)
    for seat, c in ((1, other), (2, last)):
        assert ask(c, t="sit", table=table, seat=seat, entropy="00")["t"] == "ok"
    one.send(t="watch", table=table)
    names = [seat["name"] for seat in one.until(t="table")["seats"]]
    assert names == ["Otter", "heron 2", "Otter 2"], names


@test
def what_a_game_did_to_ratings_and_who_is_there_is_told(s):
    token = account(s, "Rated Rita")
    table = make(s, token, "mykerinos", ["me", "beginner"])
    c = enter(s.base, token)
    assert play_some(table, c, 0, 9999) > 0
    changed = http(s.base, f"/api/tables/{table}/ratings")[1]["ratings"]
    assert [r["seat"] for r in changed] == [0, 1] and changed[0]["before"] == 0 != changed[0]["after"], changed
    mine = next(l for l in http(s.base, "/api/leaders?game=mykerinos")[1]["leaders"] if l["name"] == "Rated Rita")
    assert abs(mine["rating"] - changed[0]["after"]) < 0.011, (mine, changed)
    looks_on = enter(s.base, guest(s, "Looker"))
    looks_on.send(t="watch", table=table)
    assert looks_on.until(t="there")["seats"] == [0]
    c.send(t="unwatch", table=table, seat=0)
    assert looks_on.until(t="there")["seats"] == []


@test
def logout_closes_the_sockets_of_its_token(s):
    first, second = account(s, "Logan"), login(s, "Logan")
    a, b, c = enter(s.base, first), enter(s.base, first), enter(s.base, second)
    assert acts(a) and acts(b) and acts(c)
    assert http(s.base, "/api/logout", {}, first)[0] == 200
    assert not acts(a) and not acts(b), "sockets of the token that logged out"
    assert acts(c), "another device of the same person stays"


@test
def logout_voids_tickets_that_were_taken_before(s):
    first, second = account(s, "Tick"), login(s, "Tick")
    of_first, of_second = ticket(s, first), ticket(s, second)
    assert http(s.base, "/api/logout", {}, first)[0] == 200
    assert not opens(s, of_first)
    assert opens(s, of_second)


@test
def a_socket_that_was_logged_out_leaves_its_seat(s):
    (a, _), table, (one, other), _ = two(s, "mytikas", grace=1)
    assert http(s.base, "/api/logout", {}, a)[0] == 200
    assert not acts(one)
    for _ in range(50):
        if any(e["e"] == "standin" for e in other.until(t="update").get("events", [])):
            return
    raise AssertionError("nobody stands in for who is gone: " + table)


# --- names ---

@test
def a_guest_takes_another_name_and_a_bad_one_changes_nothing(s):
    token = guest(s, "Quiet Heron")
    c = enter(s.base, token)
    for bad in ("", " x", "x" * 25, 'a "b"', "a\nb", None, 7):
        status, said = http(s.base, "/api/name", {"name": bad}, token)
        assert status == 400 and said["code"] == "name" and "24" in said["words"], (bad, status, said)
    assert http(s.base, "/api/name", {}, token)[0] == 400
    assert http(s.base, "/api/me", token=token)[1]["name"] == "Quiet Heron"
    assert http(s.base, "/api/name", {"name": "Bold Otter"})[0] == 401
    status, said = http(s.base, "/api/name", {"name": "Bold Otter"}, token)
    assert status == 200 and said["name"] == "Bold Otter" and not said["account"], said
    assert http(s.base, "/api/me", token=token)[1]["name"] == "Bold Otter"
    table = make(s, token, "mykerinos", ["", ""], start=False)
    assert ask(c, t="sit", table=table, seat=0)["t"] == "ok"
    c.send(t="watch", table=table, seat=0)
    assert c.until(t="table")["seats"][0]["name"] == "Bold Otter", "the open socket knows it too"
    http(s.base, "/api/name", {"name": "Calm Otter"}, token)
    assert ask(c, t="sit", table=table, seat=0)["t"] == "ok"
    c.send(t="watch", table=table, seat=0)
    assert c.until(t="table")["seats"][0]["name"] == "Calm Otter", "sitting again takes the new name"


def face_of(person):
    """FNV-1a, as pages make it from an id that they know."""
    face = 2166136261
    for byte in person.encode():
        face = (face ^ byte) * 16777619 % 2**32
    return face


@test
def a_face_is_made_from_the_id_and_stays_when_the_name_changes(s):
    token = guest(s, "Grey Wader")
    face = face_of(http(s.base, "/api/me", token=token)[1]["person"])
    table = make(s, token, "mykerinos", ["me", ""], start=False)
    c = enter(s.base, token)

    def seats():
        c.send(t="watch", table=table, seat=0)
        return c.until(t="table")["seats"]
    assert seats()[0]["face"] == face and "face" not in seats()[1], seats()
    assert http(s.base, "/api/name", {"name": "Red Wader"}, token)[0] == 200
    assert ask(c, t="sit", table=table, seat=0)["t"] == "ok"
    assert (seats()[0]["name"], seats()[0]["face"]) == ("Red Wader", face), seats()
    row = next(row for row in http(s.base, "/api/tables")[1]["tables"] if row["table"] == table)
    assert row["about"]["seats"][0]["face"] == face, row
    local = make(s, token, "mykerinos", ["me", "me"], start=False, access="local")
    c.send(t="watch", table=local, seat=0)
    assert all("face" not in seat for seat in c.until(t="table")["seats"]), "at one screen all seats are one person's"


@test
def an_account_may_not_take_the_name_of_another(s):
    first = account(s, "Nausikaa")
    account(s, "Penelope")
    status, said = http(s.base, "/api/name", {"name": "PENELOPE"}, first)
    assert status == 409 and said["code"] == "name", said
    assert http(s.base, "/api/me", token=first)[1]["name"] == "Nausikaa"
    assert http(s.base, "/api/name", {"name": "Arete"}, first)[0] == 200
    assert login(s, "Arete")


# --- beginning ---

@test
def the_last_bot_begins_the_game_and_somebody_is_asked(s):
    """Whoever is ready before the table is full is asked as soon as it is, in every game and for every number of players."""
    token = guest(s)
    c = enter(s.base, token)
    for game in GAMES:
        fewest, most = http(s.base, f"/api/games/{game}")[1]["players"]
        for seats in range(fewest, most + 1):
            table = make(s, token, game, ["me"] + [""] * (seats - 1), start=False)
            assert ask(c, t="ready", table=table, seat=0, yes=True)["t"] == "ok"
            for seat in range(1, seats):
                assert ask(c, t="bot", table=table, seat=seat, level="beginner")["t"] == "ok"
            end = time.monotonic() + 30
            while not ask(c, t="legal", table=table, seat=0).get("legal"):
                assert time.monotonic() < end, f"{game}, {seats} players: nobody is asked"
                time.sleep(0.05)


# --- being forgotten ---

@test
def a_person_can_be_forgotten(s):
    first, second = account(s, "Ghost"), login(s, "Ghost")
    a, b, late = enter(s.base, first), enter(s.base, second), ticket(s, second)
    assert http(s.base, "/api/me", token=first, method="DELETE")[0] == 200
    assert not acts(a) and not acts(b) and not opens(s, late)
    assert http(s.base, "/api/me", token=first)[0] == 401
    assert http(s.base, "/api/me", token=second)[0] == 401
    assert http(s.base, "/api/login", {"name": "Ghost", "password": "correct horse"})[0] == 401
    account(s, "Ghost")  # the name is free again


@test
def who_is_forgotten_leads_no_list(s):
    tokens = {name: account(s, name) for name in ("Stay", "Gone", "Byhand")}
    ids = {name: http(s.base, "/api/me", token=token)[1]["person"] for name, token in tokens.items()}
    s.ask(*(f"INSERT INTO ratings VALUES('{person}', 'forgotten', '{name}', 40, 1, 30)" for name, person in ids.items()),
          "INSERT INTO ratings VALUES('bot:casual', 'forgotten', 'casual (bot)', 30, 1, 30)",
          f"DELETE FROM people WHERE id = '{ids['Byhand']}'")
    assert http(s.base, "/api/me", token=tokens["Gone"], method="DELETE")[0] == 200
    leaders = http(s.base, "/api/leaders?game=forgotten")[1]["leaders"]
    assert [row["name"] for row in leaders] == ["Stay", "casual (bot)"], leaders


@test
def nobody_is_forgotten_without_a_token(s):
    assert http(s.base, "/api/me", method="DELETE")[0] == 401
    assert http(s.base, "/api/guest", {"name": "X"}, method="DELETE")[0] in (404, 405)


# --- ratings ---

def sit_two(s, tokens, addresses=("127.0.0.1", "127.0.0.1"), **more):
    """A game of two people that has begun: the table and their sockets."""
    body = {"game": "mykerinos", "players": 2, "seats": ["me", ""], **more}
    status, made = http(s.base, "/api/tables", body, tokens[0])
    assert status == 201, made
    sockets = [enter_from(address, s, token) for address, token in zip(addresses, tokens)]
    assert ask(sockets[1], t="sit", table=made["table"], seat=1, **({"key": made["key"]} if "key" in made else {}))["t"] == "ok"
    assert ask(sockets[0], t="start", table=made["table"])["t"] == "ok"
    return made["table"], sockets


def play_both(table, sockets, moves):
    """So many moves of both together."""
    last = []
    for seat, c in enumerate(sockets):
        c.send(t="watch", table=table, seat=seat, legal=True)
        last.append(c.until(t="table"))
    for _ in range(moves):
        assert step(table, sockets, last) is not None


def play_and_resign(s, tokens, moves, **more):
    """The second gives up after so many moves of both together."""
    table, sockets = sit_two(s, tokens, **more)
    play_both(table, sockets, moves)
    assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"
    return table, sockets


def games_of(s, *names):
    """How many rated games each has."""
    rows = {row["name"]: row["games"] for row in http(s.base, "/api/leaders?game=mykerinos&limit=50")[1]["leaders"]}
    return [rows.get(name, 0) for name in names]


ACCESS = ("open", "link", "private")  # kinds of tables at which two can meet


@test
def what_is_given_up_at_once_does_not_count(s):
    tokens = [account(s, "Quick"), account(s, "Giver")]
    for access in ACCESS:
        for moves in (0, 0, 8):
            play_and_resign(s, tokens, moves, access=access)
    for _ in range(3):
        table = make(s, tokens[0], "mykerinos", ["me", "random"])
        assert ask(enter(s.base, tokens[0]), t="resign", table=table, seat=0)["t"] == "ok"
    assert games_of(s, "Quick", "Giver") == [0, 0]


@test
def guests_do_not_count(s):
    guests, mixed = [guest(s, "Farm1"), guest(s, "Farm2")], [account(s, "Farmer"), guest(s, "Farm3")]
    for access in ACCESS:
        play_and_resign(s, guests, 16, access=access)
        play_and_resign(s, mixed, 16, access=access)
    assert games_of(s, "Farm1", "Farm2", "Farmer", "Farm3") == [0, 0, 0, 0]


@test
def nobody_counts_who_sits_twice(s):
    token = account(s, "Twice")
    for access in (*ACCESS, "local"):
        table = make(s, token, "mykerinos", ["me", "me"], access=access)
        c = enter(s.base, token)
        play_both(table, [c, enter(s.base, token)], 16)
        assert ask(c, t="resign", table=table, seat=1)["t"] == "ok"
    assert games_of(s, "Twice") == [0]


@test
def two_at_one_address_do_not_count(s):
    tokens = [account(s, "Left hand"), account(s, "Right hand")]
    for i in range(12):
        table, sockets = play_and_resign(s, tokens, 16, access=ACCESS[i % 3])
        if i % 4 == 0:  # and once more, at a table that a rematch makes
            for seat, c in enumerate(sockets):
                assert ask(c, t="rematch", table=table, seat=seat)["t"] == "ok"
    assert games_of(s, "Left hand", "Right hand") == [0, 0]


@test
def two_at_one_address_do_not_count_even_if_the_server_forgets_it(s):
    """Addresses are not stored, but that two of them were one is: a restart is no way round it."""
    tokens = [account(s, "Old hand"), account(s, "New hand")]
    for _ in range(3):
        table, sockets = sit_two(s, tokens)
        play_both(table, sockets, 16)
        s.restart()
        assert ask(enter(s.base, tokens[1]), t="resign", table=table, seat=1)["t"] == "ok"
    assert games_of(s, "Old hand", "New hand") == [0, 0]


@test
def two_at_two_addresses_count_ten_times_a_day(s):
    tokens = [account(s, "Near"), account(s, "Far")]
    for i in range(12):
        play_and_resign(s, tokens, 16, addresses=("127.0.0.1", "127.0.0.9"), access=ACCESS[i % 3])
    assert games_of(s, "Near", "Far") == [10, 10]


@test
def a_bot_counts_ten_times_a_day(s):
    token = account(s, "Botfarm")
    for i in range(12):
        table = make(s, token, "mykerinos", ["me", "random"], access=ACCESS[i % 3])
        c = enter(s.base, token)
        assert play_some(table, c, 0, 10) == 10
        assert ask(c, t="resign", table=table, seat=0)["t"] == "ok"
    assert games_of(s, "Botfarm") == [10]


# --- searches ---

@test
def the_archive_is_searched_by_person_and_by_letters(s):
    tokens = [guest(s, "Zo\u00eb Quote"), guest(s, "Xy")]
    with_key = [http(s.base, "/api/me", token=token)[1]["person"] for token in tokens]
    tables = []
    for _ in range(3):
        table, sockets = sit_two(s, tokens)
        assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"
        tables.insert(0, table)

    def found(player, **more):
        query = urllib.parse.urlencode({"player": player, "limit": 2, **more}, quote_via=urllib.parse.quote)
        return http(s.base, "/api/archive?" + query)[1]
    for player in (with_key[0], with_key[1], "Zo\u00eb", "o\u00eb Qu", "QUOTE", "quote", "xy", "Xy"):
        first = found(player)
        assert [t["table"] for t in first["tables"]] == tables[:2], (player, first)
        assert [t["table"] for t in found(player, before=first["before"])["tables"]] == tables[2:], player
    for player in ("Nobody", "x", "o OR e", '" OR "'):
        assert found(player)["tables"] == [], player


# --- fair shares ---

def waiting(s):
    text = http(s.base, "/metrics")[1]
    return int(text.split("\npetteia_bot_tasks_waiting ")[1].split()[0])


@test
def masters_keep_nobody_waiting(s):
    """One guest lets five masters play at 25 tables. A login and the bot of somebody else are not behind them."""
    greedy, other = guest(s, "Greedy"), guest(s, "Modest")
    account(s, "Patient")
    for _ in range(25):
        make(s, greedy, "cyclades", ["master"] * 5)
    assert waiting(s) >= 20
    begin = time.monotonic()
    login(s, "Patient")
    logged, left = time.monotonic() - begin, waiting(s)
    assert left >= 20, "the login came when the masters were done"
    table, begin = make(s, other, "mykerinos", ["me", "random"]), time.monotonic()
    c, before = enter(s.base, other), int(moved(s))
    assert play_some(table, c, 0, 8) == 8
    each, left = (time.monotonic() - begin) / 8, waiting(s)
    assert left >= 20 and moved(s) - before < 16 + 8 * 25, "others moved more than their turns"
    _, table, sockets, last = two(s, "mykerinos")
    times = []
    for _ in range(20):
        begin = time.monotonic()
        assert step(table, sockets, last) is not None
        times.append(time.monotonic() - begin)
    print(f"     a login {logged:.2f} s; a move {sorted(times)[10] * 1000:.0f} ms at the median; with a bot's answer {each:.2f} s;"
          f" {left} thoughts waiting")


def moved(s):
    return int(http(s.base, "/metrics")[1].split("\npetteia_bot_moves_total ")[1].split()[0])


@test
def searches_keep_nobody_waiting(s):
    """A hundred searches at once from one address: a ticket does not wait behind all of them."""
    token, asked = guest(s, "Ticketless"), []
    for i in range(100):
        c = socket.create_connection(("127.0.0.1", s.port), 120)
        c.sendall(f"GET /api/archive?player=nobody{i} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        asked.append(c)
    begin = time.monotonic()
    assert opens(s, ticket(s, token))
    print(f"     a ticket and its socket {time.monotonic() - begin:.3f} s")
    for c in asked:
        head = c.recv(4096)
        assert head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 503")), head[:100]
        c.close()


@test
def one_who_wants_everything_keeps_nobody_waiting(s):
    """Half-sent requests, searches and masters from one address, all at once (bench/server/together.py measures it). Others are
    served before the turn comes to all that was asked for earlier, and nothing is refused to them."""
    searches, tables, passed = 40, 8, []
    account(s, "Humble")
    with Crowd(s, half_open=60, searches=searches, tables=tables) as crowd:
        for _ in range(15):
            before = crowd.answered.value
            status, said = ask_from("127.0.0.2", s.port, "GET", "/api/archive?player=Nobody&limit=50")
            assert status == 200, said
            passed.append(crowd.answered.value - before)
        assert sorted(passed)[7] < searches // 2, f"a search of others comes after {passed} of one address"
        assert ask_from("127.0.0.2", s.port, "GET", "/healthz")[0] == 200
        for _ in range(3):
            assert ask_from("127.0.0.2", s.port, "POST", "/api/login", {"name": "Humble", "password": "correct horse"})[0] == 201
        _, table, sockets, last = two(s, "mykerinos", enter=lambda token: enter_from("127.0.0.2", s, token))
        for _ in range(20):
            assert step(table, sockets, last) is not None
        assert waiting(s) >= tables, "the masters are done: nobody had to share"


@test
def a_server_that_stops_among_sign_ins_cleans_up(s):
    """The sanitizers see what is left over."""
    body = b'{"name":"Nobody here","password":"correct horse"}'
    with Server(s.program, "--rate", "0") as other:
        asked = [socket.create_connection(("127.0.0.1", other.port)) for _ in range(12)]
        for c in asked:
            c.sendall(b"POST /api/login HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        assert asked[0].recv(1), "the first is answered, and others wait for their turn"
        assert other.stop() == 0, other.log_text()[-3000:]
        for c in asked:
            c.close()


if __name__ == "__main__":
    sys.exit(run_all(tests))
