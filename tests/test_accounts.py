#!/usr/bin/env python3
"""Passwords, sessions and recovery codes: who gets in, who is put out, and what a stranger who tries gets: nothing. Takes the program and
prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import ctypes
import ctypes.util
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all, step, two  # noqa: E402
from client import Socket, enter, http  # noqa: E402
from older_store import make_older  # noqa: E402
from serving import Server  # noqa: E402

tests = []
PASSWORD, OTHER = "seven grey herons", "eight blue otters"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
TABLET = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"


def test(f):
    tests.append(f)
    return f


def account(s, name, password=PASSWORD, token=None):
    status, said = http(s.base, "/api/account", {"name": name, "password": password}, token or guest(s, "Passer-by"))
    assert status == 200, said
    return said["token"]


def login(s, name, password=PASSWORD, agent="x"):
    """Status and answer."""
    body = json.dumps({"name": name, "password": password}).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(s.base + "/api/login", body, {"User-Agent": agent}), timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def knows(s, token):
    return http(s.base, "/api/me", token=token)[0] == 200


def person_of(s, token):
    return http(s.base, "/api/me", token=token)[1]["person"]


def acts(c):
    """True if the socket still does what it is told; False once it is closed."""
    c.s.settimeout(20)
    try:
        return ask(c, t="ping")["t"] == "pong"
    except ConnectionError:
        return False


def opens(s, ticket):
    """True if the ticket opens a socket."""
    c = Socket(s.base)
    c.send(t="hello", v=1, ticket=ticket)
    return c.receive()["t"] == "hello"


def sessions(s, token):
    status, said = http(s.base, "/api/sessions", token=token)
    assert status == 200, said
    return said["sessions"]


def change(s, token, old, new):
    return http(s.base, "/api/password", {"password": old, "new": new}, token)


def codes(s, token, password=PASSWORD):
    status, said = http(s.base, "/api/codes", {"password": password}, token)
    assert status == 201, said
    return said["codes"]


def recover(s, name, code, password=OTHER):
    return http(s.base, "/api/recover", {"name": name, "code": code, "password": password})


def reading(s):
    return sqlite3.connect(f"file:{s.data}/petteia.db?mode=ro", uri=True, timeout=60)


def secret_of(s, name):
    with reading(s) as db:
        return db.execute("SELECT secret FROM people WHERE account = ?", (name.lower(),)).fetchone()[0]


def at_once(work, rows):
    """work(row) for all rows at the same time: what each returned, in no order."""
    got = []
    racing = [threading.Thread(target=lambda row=row: got.append(work(row))) for row in rows]
    for thread in racing:
        thread.start()
    for thread in racing:
        thread.join()
    return got


# --- passwords ---

@test
def a_common_password_is_refused(s):
    token = guest(s, "Naive")
    for bad in ("password", "PassWord1", "12345678", "qwertyuiop", "aaaaaaaaaaaa", "motdepasse", "Passwort123", "Naive One"):
        status, said = http(s.base, "/api/account", {"name": "Naive One", "password": bad}, token)
        assert (status, said["code"]) == (400, "password") and "choose another" in said["words"], (bad, said)
    mine = account(s, "Naive One", token=token)
    assert change(s, mine, PASSWORD, "password1")[1]["code"] == "password"
    assert recover(s, "Naive One", "x", "iloveyou")[0] == 400
    assert login(s, "Naive One")[0] == 201, "nothing has changed"


@test
def a_password_is_changed_and_the_old_one_is_worth_nothing(s):
    token = account(s, "Marta")
    assert change(s, token, PASSWORD, OTHER)[0] == 200
    assert login(s, "Marta")[0] == 401 and login(s, "Marta", OTHER)[0] == 201
    assert knows(s, token), "whoever changes it stays"


@test
def changing_the_password_puts_everybody_else_out(s):
    mine = account(s, "Robbed")
    thief = login(s, "Robbed")[1]["token"]
    a, b = enter(s.base, mine), enter(s.base, thief)
    late = http(s.base, "/api/ticket", {}, thief)[1]["ticket"]
    assert change(s, mine, PASSWORD, OTHER)[0] == 200
    assert not knows(s, thief) and not acts(b), "the thief's token and socket"
    assert not opens(s, late), "and the ticket taken before"
    assert acts(a) and knows(s, mine)


@test
def a_stolen_token_does_not_change_the_password(s):
    token = account(s, "Open Page")
    for wrong in ("wrong password", OTHER):
        status, said = change(s, token, wrong, OTHER)
        assert (status, said["code"]) == (403, "password"), said
    for body in ({}, {"new": OTHER}, {"password": PASSWORD}, {"password": 7, "new": OTHER}, {"password": PASSWORD, "new": 7},
                 {"password": PASSWORD, "new": "short"}):
        assert http(s.base, "/api/password", body, token)[0] == 400, body
    assert http(s.base, "/api/password", {"password": PASSWORD, "new": OTHER})[0] == 401
    assert login(s, "Open Page")[0] == 201


@test
def a_guest_has_no_password_to_change(s):
    token = guest(s, "No Account")
    assert change(s, token, PASSWORD, OTHER)[0] == 409
    assert http(s.base, "/api/codes", {"password": PASSWORD}, token)[0] == 409


@test
def an_older_hash_is_made_anew_at_sign_in(s):
    """With the parameters of today, and only for who has the password."""
    sodium = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")
    weak = ctypes.create_string_buffer(128)
    assert sodium.crypto_pwhash_str_alg(weak, PASSWORD.encode(), ctypes.c_ulonglong(len(PASSWORD)), ctypes.c_ulonglong(1),
                                        ctypes.c_size_t(8 << 20), 2) == 0
    account(s, "Elder")
    with sqlite3.connect(f"{s.data}/petteia.db", timeout=60) as db:
        db.execute("UPDATE people SET secret = ? WHERE account = 'elder'", (weak.value.decode(),))
    assert login(s, "Elder", OTHER)[0] == 401 and secret_of(s, "Elder") == weak.value.decode()
    assert login(s, "Elder")[0] == 201
    better = secret_of(s, "Elder")
    assert better.startswith("$argon2id$v=19$m=19456,t=2,p=1$"), better
    assert login(s, "Elder")[0] == 201 and secret_of(s, "Elder") == better, "once is enough"


@test
def a_name_that_is_not_there_takes_as_long_as_a_wrong_password(s):
    """The same answer, and about the same time: without the hash it would be a thirtieth."""
    account(s, "Present")
    def alike(way):
        """The quickest of each count: whatever else the machine does only adds to it."""
        times = {"Present": [], "Absent Friend": []}
        for _ in range(9):
            for name, taken in times.items():
                begin = time.monotonic()
                status, said = way(s, name, OTHER)
                taken.append(time.monotonic() - begin)
                assert (status, said["code"]) == (401, "login")
        there, absent = (min(taken) for taken in times.values())
        return there / 4 < absent < there * 4

    for way in (login, lambda s, name, password: recover(s, name, "abcd-efgh-jkmn-pqrs", password)):
        assert any(alike(way) for _ in range(5)), "a missing hash shows every time, a busy machine does not"


@test
def two_accounts_of_one_guest_are_one(s):
    """Several requests at once: one makes the account, and no other gets its hands on it."""
    token = guest(s, "Twins")
    rows = [(f"Twin {i}", f"grey heron number {i}") for i in "abcd"]
    got = at_once(lambda row: (http(s.base, "/api/account", {"name": row[0], "password": row[1]}, token)[0], row), rows)
    made = [row for status, row in got if status == 200]
    assert len(made) == 1 and all(status in (200, 401, 409) for status, _ in got), got
    assert [row for row in rows if login(s, *row)[0] == 201] == made


# --- sessions ---

@test
def sessions_say_where_and_when(s):
    begin = time.time() * 1000
    token = account(s, "Traveller")
    phone, tablet = login(s, "Traveller", agent=PHONE)[1]["token"], login(s, "Traveller", agent=TABLET)[1]["token"]
    login(s, "Traveller", agent=FIREFOX)
    login(s, "Traveller", agent="<script>alert(1)</script>")
    rows = sessions(s, phone)
    places = sorted((r["browser"], r["system"]) for r in rows)
    assert places == [("", ""), ("Chrome", "Android"), ("Firefox", "Linux"), ("Python", ""), ("Safari", "iOS")], rows
    assert [r["browser"] for r in rows if r["own"]] == ["Chrome"]
    assert all(begin - 2000 < r["made"] <= r["used"] < begin + 600000 for r in rows), rows
    assert len({r["session"] for r in rows}) == 5
    assert not any(secret in json.dumps(rows) for secret in (token, phone, tablet))


@test
def one_session_is_ended_and_its_sockets_with_it(s):
    mine = account(s, "Forgetful")
    lost, kept = login(s, "Forgetful", agent=PHONE)[1]["token"], login(s, "Forgetful", agent=FIREFOX)[1]["token"]
    a, b = enter(s.base, lost), enter(s.base, kept)
    phone = next(r["session"] for r in sessions(s, mine) if r["browser"] == "Chrome")
    assert http(s.base, f"/api/sessions/{phone}", token=mine, method="DELETE")[0] == 200
    assert not knows(s, lost) and not acts(a)
    assert knows(s, kept) and acts(b) and knows(s, mine)
    assert http(s.base, f"/api/sessions/{phone}", token=mine, method="DELETE")[0] == 404, "it is gone"


@test
def all_other_sessions_are_ended(s):
    mine = account(s, "Careful")
    all_of_them = [mine] + [login(s, "Careful")[1]["token"] for _ in range(3)]
    sockets = [enter(s.base, token) for token in all_of_them]
    assert http(s.base, "/api/sessions", token=mine, method="DELETE")[0] == 200
    assert [acts(c) for c in sockets] == [True, False, False, False]
    assert [knows(s, token) for token in all_of_them] == [True, False, False, False]
    assert len(sessions(s, mine)) == 1


@test
def nobody_ends_or_sees_the_sessions_of_others(s):
    victim, stranger = account(s, "Victim"), account(s, "Stranger")
    theirs = sessions(s, victim)[0]["session"]
    for session in (theirs, "x", theirs[:8], "%25", theirs + "0", "..%2Fme"):
        assert http(s.base, f"/api/sessions/{session}", token=stranger, method="DELETE")[0] == 404, session
    assert http(s.base, "/api/sessions")[0] == 401
    assert http(s.base, f"/api/sessions/{theirs}", method="DELETE")[0] == 401
    assert http(s.base, f"/api/sessions/{theirs}", {}, victim)[0] == 405
    assert theirs not in json.dumps(sessions(s, stranger))
    assert knows(s, victim)


@test
def an_accounts_session_ends_when_nobody_uses_it_for_long(s):
    """And a guest's does not: nothing would bring them back."""
    day, now = 86400000, int(time.time() * 1000)
    tokens = {"guest": guest(s, "Old Guest"), "idle": account(s, "Idle"), "used": account(s, "Used")}
    ids = {who: person_of(s, token) for who, token in tokens.items()}
    with sqlite3.connect(f"{s.data}/petteia.db", timeout=60) as db:
        for who, days in (("guest", 400), ("idle", 181), ("used", 179)):
            db.execute("UPDATE tokens SET used = ? WHERE person = ?", (now - days * day, ids[who]))
    assert [knows(s, tokens[who]) for who in ("guest", "idle", "used")] == [True, False, True]
    assert http(s.base, "/api/ticket", {}, tokens["idle"])[0] == 401
    end = time.monotonic() + 120
    while sessions(s, tokens["used"])[0]["used"] < now - day:  # nobody waits for the note
        assert time.monotonic() < end, "being used is not noted"
    assert len(sessions(s, login(s, "Idle")[1]["token"])) == 1, "signing in sweeps out what is over"


@test
def a_planted_token_is_worth_nothing_afterwards(s):
    """Session fixation: somebody makes a guest, gives its token to a victim, and waits until they make an account of it."""
    planted = guest(s, "Bait")
    spy, late = enter(s.base, planted), http(s.base, "/api/ticket", {}, planted)[1]["ticket"]
    person = person_of(s, planted)
    mine = account(s, "Hooked Never", token=planted)
    assert mine != planted and not knows(s, planted) and not acts(spy) and not opens(s, late)
    assert person_of(s, mine) == person, "and yet it is the same person"


@test
def a_token_is_worth_nothing_after_logout(s):
    token = account(s, "Gone Home")
    assert http(s.base, "/api/logout", {}, token)[0] == 200
    for method, path, body in (("GET", "me", None), ("GET", "sessions", None), ("POST", "ticket", {}),
                               ("POST", "password", {"password": PASSWORD, "new": OTHER}), ("POST", "codes", {"password": PASSWORD}),
                               ("POST", "name", {"name": "Back Again"}), ("POST", "logout", {}), ("DELETE", "sessions", None), ("DELETE", "me", None)):
        assert http(s.base, f"/api/{path}", body, token, method)[0] == 401, path
    assert login(s, "Gone Home")[0] == 201


@test
def a_guest_becomes_an_account_and_keeps_games_and_seats(s):
    (a, _), table, (one, other), last = two(s, "mykerinos")
    assert step(table, (one, other), last) is not None
    before = person_of(s, a)
    mine = account(s, "Ada of Samos", token=a)
    assert http(s.base, "/api/me", token=mine)[1] == {"person": before, "name": "Ada of Samos", "account": True, "password": True}
    c = enter(s.base, mine)
    c.send(t="watch", table=table, seat=0)
    assert c.until(t="table")["phase"] == "playing", "the seat is theirs"
    assert ask(c, t="resign", table=table, seat=0)["t"] == "ok"
    assert http(s.base, f"/api/archive?player={before}")[1]["tables"][0]["table"] == table


@test
def a_guests_seat_is_not_taken_over(s):
    """Neither by an account with the guest's name, nor by whoever knows their id."""
    a = guest(s, "Seated")
    table = make(s, a, "mykerinos", ["me", "random"])
    person = person_of(s, a)
    thief = enter(s.base, account(s, "Seated"))
    for message in ({"t": "watch", "seat": 0}, {"t": "resign", "seat": 0}, {"t": "leave", "seat": 0}, {"t": "sit", "seat": 0, "name": "Seated"}):
        assert ask(thief, table=table, **message)["t"] == "refused", message
    for token in (person, person + "0" * 51, "0" * 64):
        assert http(s.base, "/api/me", token=token)[0] == 401


# --- recovery codes ---

@test
def a_recovery_code_lets_its_owner_in_once(s):
    account(s, "Lost")
    token = login(s, "Lost")[1]["token"]
    mine = codes(s, token)
    assert len(set(mine)) == 10 and http(s.base, "/api/sessions", token=token)[1]["codes"] == 10
    c = enter(s.base, token)
    status, said = recover(s, "LOST", mine[3].replace("-", " ").upper())
    assert status == 201 and said["name"] == "Lost", said
    assert not knows(s, token) and not acts(c), "everybody else is out"
    assert login(s, "Lost")[0] == 401 and login(s, "Lost", OTHER)[0] == 201
    assert recover(s, "Lost", mine[3], PASSWORD)[0] == 401, "a code works once"
    assert http(s.base, "/api/sessions", token=said["token"])[1]["codes"] == 9
    assert recover(s, "Lost", mine[4], PASSWORD)[0] == 201


@test
def a_code_used_twice_at_once_works_once(s):
    code = codes(s, account(s, "Doubled"))[0]
    got = at_once(lambda new: (recover(s, "Doubled", code, new)[0], new), [f"grey heron number {i}" for i in "abcd"])
    assert sorted(status for status, _ in got) == [201, 401, 401, 401], got
    assert [login(s, "Doubled", new)[0] == 201 for _, new in got] == [status == 201 for status, _ in got]


@test
def codes_of_others_and_old_codes_open_nothing(s):
    mine, theirs = account(s, "Keeper"), codes(s, account(s, "Neighbour"))
    old, new = codes(s, mine), codes(s, mine)
    for name, code in (("Keeper", theirs[0]), ("Keeper", old[0]), ("Nobody At All", new[0]), ("Keeper", ""), ("Keeper", new[0][:-1]),
                       ("Keeper", new[0] + "a"), ("Keeper", "' OR 1=1 --"), ("Keeper", 7), ("Keeper", None)):
        status, said = recover(s, name, code)
        assert (status, said["code"]) == (401, "login"), (name, code, said)
    assert login(s, "Keeper")[0] == 201 and knows(s, mine)
    assert recover(s, "Keeper", new[9])[0] == 201


@test
def codes_are_given_for_the_password_and_kept_as_hashes(s):
    token = account(s, "Paper")
    assert http(s.base, "/api/codes", {"password": OTHER}, token)[0] == 403
    assert http(s.base, "/api/codes", {}, token)[0] == 400
    mine = codes(s, token)
    with reading(s) as db:
        stored = b"".join(row[0] for row in db.execute("SELECT hash FROM recovery_codes"))
    assert not any(form.encode() in stored for code in mine for form in (code, code.replace("-", "")))
    assert not any(code in s.log_text() for code in mine)


@test
def guesses_at_codes_are_limited_like_passwords(s):
    with Server(s.program) as own:
        account(own, "Guessed")
        got = [recover(own, "Guessed", "abcd-efgh-jkmn-pqrs")[0] for _ in range(45)]
        assert got.count(429) >= 10 and set(got) == {401, 429}, got


@test
def who_is_deleted_leaves_no_session_and_no_code(s):
    token = account(s, "Leaving")
    person, mine = person_of(s, token), codes(s, token)
    assert http(s.base, "/api/me", token=token, method="DELETE")[0] == 200
    with reading(s) as db:
        for table in ("tokens", "recovery_codes", "account_names", "small_names", "ratings"):
            assert db.execute(f"SELECT count(*) FROM {table} WHERE person = ?", (person,)).fetchone() == (0,), table
    account(s, "Leaving")
    assert recover(s, "Leaving", mine[0])[0] == 401, "the old codes are not the new owner's"


@test
def an_account_on_its_way_brings_nobody_back(s):
    """The password is hashed before anything is written; whoever is deleted meanwhile stays deleted."""
    token = guest(s, "Wavering")
    person = person_of(s, token)
    got = dict(at_once(lambda way: (way, http(s.base, *({"make": ("/api/account", {"name": "Wavering", "password": PASSWORD}, token),
                                                         "delete": ("/api/me", None, token, "DELETE")}[way]))[0]), ["make", "delete"]))
    with reading(s) as db:
        there = db.execute("SELECT count(*) FROM people WHERE id = ?", (person,)).fetchone()[0]
    assert (got["delete"], there) in ((200, 0), (401, 1)), (got, there)


def in_turn(works):
    """Begins each a moment after the one before, so that all are under way together; what each returned."""
    got = [None] * len(works)
    racing = [threading.Thread(target=lambda i=i: got.__setitem__(i, works[i]())) for i in range(len(works))]
    for thread in racing:
        thread.start()
        time.sleep(0.005)
    for thread in racing:
        thread.join()
    return got


@test
def an_old_password_on_its_way_lets_nobody_in(s):
    """It was right when it was judged; what it opens is written after the change, or not at all."""
    token = account(s, "Overtaken")
    changed, *got = in_turn([lambda: change(s, token, PASSWORD, OTHER)] + [lambda: login(s, "Overtaken")] * 4)
    assert changed[0] == 200, changed
    assert not any(status == 201 and knows(s, said["token"]) for status, said in got), got


@test
def who_is_deleted_meanwhile_gets_no_codes_and_no_session(s):
    token = account(s, "Vanishing")
    person = person_of(s, token)
    made, entered, gone = in_turn([lambda: http(s.base, "/api/codes", {"password": PASSWORD}, token), lambda: login(s, "Vanishing"),
                                   lambda: http(s.base, "/api/me", token=token, method="DELETE")])
    assert gone[0] == 200, gone
    with reading(s) as db:
        left = [db.execute(f"SELECT count(*) FROM {table} WHERE person = ?", (person,)).fetchone()[0] for table in ("tokens", "recovery_codes")]
    assert left == [0, 0], (left, made, entered)


# --- what it costs, and older folders ---

@test
def many_sign_ins_at_once_do_not_slow_moves(s):
    """Twenty are always under way. A move that waited for all of them would see as many finished."""
    account(s, "Popular")
    _, table, sockets, last = two(s, "mykerinos")
    stop, done, meanwhile = threading.Event(), [], []

    def knock():
        while not stop.is_set():
            done.append(login(s, "Popular")[0])
    knocking = [threading.Thread(target=knock) for _ in range(20)]  # one address may have 24 in the queue
    for thread in knocking:
        thread.start()
    for _ in range(40):
        before = len(done)
        assert step(table, sockets, last) is not None
        meanwhile.append(len(done) - before)
    stop.set()
    for thread in knocking:
        thread.join()
    print(f"     {len(done)} sign-ins; during a move {statistics.median(meanwhile)} at the median")
    assert 201 in done and statistics.median(meanwhile) < 10, meanwhile


@test
def sessions_of_an_older_folder_go_on(s):
    with tempfile.TemporaryDirectory() as data:
        with Server(s.program, "--rate", "0", data=data) as old:
            token = account(old, "Veteran")
            assert old.stop() == 0
        with sqlite3.connect(f"{data}/petteia.db") as db:
            db.execute("UPDATE tokens SET at = 1")
        make_older(f"{data}/petteia.db", 6)
        with Server(s.program, "--rate", "0", data=data) as new:
            assert knows(new, token)
            row = sessions(new, token)[0]
            assert row["made"] == 1 and row["used"] > time.time() * 1000 - 3600000, row
            assert new.stop() == 0


if __name__ == "__main__":
    sys.exit(run_all(tests))
