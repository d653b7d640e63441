#!/usr/bin/env python3
"""What people may take with them, and what is left of them once they are deleted. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import io
import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ask, guest, make, run_all, step, two  # noqa: E402
from client import enter, http  # noqa: E402
from crowd import enter_from  # noqa: E402
from serving import Server, events_of  # noqa: E402

tests = []
PASSWORD = "seven grey herons"


def test(f):
    tests.append(f)
    return f


def account(s, name, token=None):
    status, said = http(s.base, "/api/account", {"name": name, "password": PASSWORD}, token or guest(s, "Passer-by"))
    assert status == 200, said
    return said["token"]


def person_of(s, token):
    return http(s.base, "/api/me", token=token)[1]["person"]


def take(s, token):
    """The archive as {name: bytes}, or the status of a refusal."""
    request = urllib.request.Request(s.base + "/api/me/data", headers={"Authorization": "Bearer " + token} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            assert answer.headers["Content-Type"] == "application/zip" and answer.headers["Content-Disposition"] == "attachment"
            archive = zipfile.ZipFile(io.BytesIO(answer.read()))
    except urllib.error.HTTPError as error:
        return error.code
    assert archive.testzip() is None
    return {name: archive.read(name) for name in archive.namelist()}


def game(s, names, moves=3, chat=(), end=True):
    """A game of two accounts that is given up after a few moves: the table, tokens and sockets."""
    tokens = [account(s, name) for name in names]
    table = make(s, tokens[0], "mykerinos", ["me", ""], start=False)
    sockets = [enter(s.base, tokens[0]), enter_from("127.0.0.9", s, tokens[1])]  # two places: the game counts
    assert ask(sockets[1], t="sit", table=table, seat=1)["t"] == "ok"
    assert ask(sockets[0], t="start", table=table)["t"] == "ok"
    last = []
    for seat, c in enumerate(sockets):
        c.send(t="watch", table=table, seat=seat)
        last.append(c.until(t="table"))
    for _ in range(moves):
        assert step(table, sockets, last) is not None
    for seat, text in chat:
        assert ask(sockets[seat], t="chat", table=table, seat=seat, text=text)["t"] == "ok"
    if end:
        assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"
    return table, tokens, sockets


@test
def a_person_takes_everything_with_them(s):
    table, tokens, _ = game(s, ("Ariadne", "Pasiphae"), moves=16, chat=((0, "good luck <b>"), (1, "not hers"), (0, "thread & all")))
    assert http(s.base, "/api/friends", {"name": "Pasiphae"}, tokens[0])[0] == 200
    got = take(s, tokens[0])
    me = json.loads(got["me.json"])
    assert me["people"] == [{"name": "Pasiphae", "tie": "asked"}], me
    assert (me["name"], me["account"], me["codes"]) == ("Ariadne", True, 0) and len(me["sessions"]) == 1, me
    assert [r["game"] for r in me["ratings"]] == ["mykerinos"] and me["ratings"][0]["games"] == 1, me
    about = json.loads(got[f"games/{table}.json"])
    assert [line["text"] for line in about["chat"]] == ["good luck <b>", "thread & all"], about
    assert [seat["seat"] for seat in about["seats"]] == [0] and about["seats"][0]["place"] == 1, about
    assert [(m["table"], m["game"], m["score"]) for m in me["met"]] == [(table, "mykerinos", 1)], me["met"]
    theirs = json.loads(take(s, tokens[1])["me.json"])["met"]
    assert [(m["table"], m["score"]) for m in theirs] == [(table, 0)] and theirs[0]["rise"] < me["met"][0]["rise"], theirs
    assert (me["page"], me["passkeys"], me["measures"]) == ("all", [], []), me
    assert got[f"games/{table}.txt"].decode() == http(s.base, f"/api/tables/{table}/record")[1]
    assert set(got) == {"me.json", f"games/{table}.json", f"games/{table}.txt"}


@test
def the_records_of_an_archive_are_proved(s):
    table, tokens, _ = game(s, ("Daedalus", "Icarus"))
    path = os.path.join(s.data, "record.txt")
    with open(path, "wb") as file:
        file.write(take(s, tokens[1])[f"games/{table}.txt"])
    assert subprocess.run([s.program, "replay", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


@test
def a_running_game_is_told_without_its_secrets(s):
    table, tokens, sockets = game(s, ("Minos", "Talos"), end=False)
    got = take(s, tokens[0])
    assert f"games/{table}.json" in got and f"games/{table}.txt" not in got
    assert not any(b"Seed" in text or b"seed" in text for text in got.values())
    assert ask(sockets[1], t="resign", table=table, seat=1)["t"] == "ok"


@test
def nobody_takes_the_data_of_others(s):
    table, tokens, _ = game(s, ("Medea", "Jason"))
    stranger = account(s, "Glauke")
    got = take(s, stranger)
    assert set(got) == {"me.json"} and b"Medea" not in got["me.json"]
    assert take(s, None) == 401 and take(s, "0" * 64) == 401
    assert http(s.base, "/api/me/data", {}, stranger)[0] == 405
    secrets = [tokens[0], http(s.base, "/api/codes", {"password": PASSWORD}, tokens[0])[1]["codes"][0], "argon2"]
    assert not any(secret.encode() in text for text in take(s, tokens[0]).values() for secret in secrets)


@test
def a_guest_takes_their_data_too(s):
    (a, b), table, (one, other), _ = two(s, "mykerinos")
    assert ask(other, t="resign", table=table, seat=1)["t"] == "ok"
    got = take(s, a)
    assert json.loads(got["me.json"])["account"] is False and f"games/{table}.txt" in got


@test
def many_games_come_in_one_archive(s):
    token = account(s, "Busy Bee")
    tables = set()
    for _ in range(12):
        table = make(s, token, "mykerinos", ["me", "random"])
        assert ask(enter(s.base, token), t="resign", table=table, seat=0)["t"] == "ok"
        tables.add(table)
    assert {name[6:-4] for name in take(s, token) if name.endswith(".txt")} == tables


@test
def many_sessions_and_friends_are_all_in_it(s):
    token = account(s, "Manifold")
    me, rows = person_of(s, token), [f"pmanif{i:04}" for i in range(200)]
    s.ask(*[f"INSERT INTO people(id, name, secret, created) VALUES('{row}', 'One of very many friends {row[-3:]}', '', 1)" for row in rows],
          *[f"INSERT INTO ties(person, other, kind, at) VALUES('{me}', '{row}', 2, 1)" for row in rows],
          *[f"INSERT INTO tokens(hash, person, at, used, browser, system) VALUES(CAST('{i:032}' AS BLOB), '{me}', 1, 1, 'Firefox', 'Linux')"
            for i in range(600)])
    about = json.loads(take(s, token)["me.json"])
    assert (len(about["people"]), len(about["sessions"]), about["ratings"]) == (200, 601, []), (len(about["people"]), len(about["sessions"]))


@test
def long_talk_is_all_in_it(s):
    lines = [f"{i} " + "talk " * 30 for i in range(320)]
    table, tokens, _ = game(s, ("Loquacious", "Patient"), chat=[(0, line.strip()) for line in lines])
    about = json.loads(take(s, tokens[0])[f"games/{table}.json"])
    assert [said["text"] for said in about["chat"]] == [line.strip() for line in lines], len(about["chat"])
    assert about["seats"][0]["place"] == 1, about["seats"]


@test
def what_the_club_keeps_of_somebody_is_in_it(s):
    """docs/privacy.md, "What is kept": passkeys, who sees the page, rated games against others, what was decided and why."""
    token = account(s, "Kept Kleio")
    me = person_of(s, token)
    assert http(s.base, "/api/page", {"seen": "nobody", "invited": "all", "written": "friends"}, token)[0] == 200
    assert http(s.base, "/api/face", {"face": 5}, token)[0] == 200
    s.ask(f"INSERT INTO passkeys(id, person, name, site, kind, body, count, at, used) VALUES(CAST('k1' AS BLOB), '{me}', 'My \"key\"', 'x', -7, CAST('k' AS BLOB), 0, 5, 6)",
          f"INSERT INTO measures(num, kind, target, place, at, until, ended, maker, words) VALUES(900, 1, '{me}', '', 7, 0, 0, 'p', 'Please be kind')",
          *[f"INSERT INTO meetings(one, other, place, kind, at, ms, moves, expected, score, rise, other_rise, early) VALUES('{one}', '{other}', 't{i}', 'mykerinos', {i}, 1, 1, 0.25, 1, 2, 3, 0)"
            for i in range(400) for one, other in [(me, f"z{i}") if i % 2 else (f"a{i}", me)]])
    got = json.loads(take(s, token)["me.json"])
    assert (got["invited"], got["written"], got["face"]) == ("all", "friends", 5), got
    assert got["page"] == "nobody" and got["passkeys"] == [{"name": 'My "key"', "site": "x", "made": 5, "used": 6}], got
    assert got["measures"] == [{"at": 7, "until": 0, "why": "Please be kind"}], got["measures"]
    assert [(m["table"], m["score"], m["expected"], m["rise"]) for m in got["met"]] == [(f"t{i}", *((1, 0.25, 2) if i % 2 else (0, 0.75, 3))) for i in range(400)]


@test
def taking_it_again_and_again_is_limited(s):
    with Server(s.program) as own:
        token = account(own, "Greedy One")
        assert [take(own, token) == 429 for _ in range(5)] == [False, False, False, True, True]


# --- being deleted ---

def delete(s, token):
    assert http(s.base, "/api/me", token=token, method="DELETE")[0] == 200


def erased(s, table, name):
    """Waits until the record of the table does not have the name any more; the record."""
    end = time.monotonic() + 60
    while True:
        status, record = http(s.base, f"/api/tables/{table}/record")
        if status == 200 and name not in record:
            return record
        assert time.monotonic() < end, (status, record)
        time.sleep(0.2)


@test
def who_is_deleted_leaves_games_without_a_name(s):
    table, tokens, sockets = game(s, ("Xenobia", "Wilfrieda"), moves=16, chat=((0, "remember me"), (1, "hello Xenobia")))
    person = person_of(s, tokens[0])
    before = http(s.base, f"/api/tables/{table}/record")[1]
    for c in sockets:
        c.s.close()
    delete(s, tokens[0])
    record = erased(s, table, "Xenobia")
    assert "former player" in record and "Wilfrieda" in record
    assert record == before.replace("Xenobia", "former player"), "nothing else has changed"
    row = next(r for r in http(s.base, f"/api/archive?player={person_of(s, tokens[1])}")[1]["tables"] if r["table"] == table)
    assert [seat["name"] for seat in row["about"]["seats"]] == ["former player", "Wilfrieda"], row
    for player in ("Xenobia", "xenob", person):
        assert http(s.base, f"/api/archive?player={player}")[1]["tables"] == [], player
    assert "Xenobia" not in [r["name"] for r in http(s.base, "/api/leaders?game=mykerinos&limit=50")[1]["leaders"]]
    log = [text for _, _, text in events_of(s, {table})[table]]
    assert [text for text in log if text.startswith("chat ")] == ["chat 0 13 former player ...", "chat 1 9 Wilfrieda hello Xenobia"], log
    assert not any(person in text for text in log)
    assert http(s.base, f"/api/tables/{table}/ratings")[1]["ratings"], "what it did to the other's rating stays"


def chat_of(s, table):
    return [text for _, _, text in events_of(s, {table})[table] if text.startswith("chat ")]


@test
def what_somebody_said_who_looked_on_or_left_early_goes_with_them(s):
    table, tokens, sockets = game(s, ("Hroswitha", "Gerbert"), end=False)
    onlooker, early = account(s, "Onlooker Olga"), account(s, "Early Emil")
    looks = enter(s.base, onlooker)
    assert ask(looks, t="chat", table=table, text="I saw that")["t"] == "ok"
    other = enter(s.base, account(s, "Onlooker Otto"))
    assert ask(other, t="chat", table=table, text="so did I")["t"] == "ok"
    lobby = make(s, early, "mykerinos", ["", ""], start=False)
    c, players = enter(s.base, early), [enter(s.base, token) for token in tokens]
    assert ask(c, t="sit", table=lobby, seat=0)["t"] == "ok"
    assert ask(c, t="chat", table=lobby, seat=0, text="back in a minute")["t"] == "ok"
    assert ask(c, t="leave", table=lobby, seat=0)["t"] == "ok"
    for seat, p in enumerate(players):
        assert ask(p, t="sit", table=lobby, seat=seat)["t"] == "ok"
    assert ask(players[0], t="start", table=lobby)["t"] == "ok"
    for p, where in ((sockets[1], table), (players[1], lobby)):
        assert ask(p, t="resign", table=where, seat=1)["t"] == "ok"
    delete(s, onlooker), delete(s, early)
    for one in (*sockets, *players, other):
        one.s.close()
    end = time.monotonic() + 60
    while any(name in text for name in ("Olga", "Emil") for where in (table, lobby) for text in chat_of(s, where)):
        assert time.monotonic() < end, (chat_of(s, table), chat_of(s, lobby))
        time.sleep(0.2)
    assert chat_of(s, table) == ["chat - 13 former player ...", "chat - 13 Onlooker Otto so did I"], chat_of(s, table)
    assert chat_of(s, lobby) == ["chat 0 13 former player ..."], chat_of(s, lobby)
    assert not [row for row in s.ask("SELECT person FROM spoken") if row[0] == "x"], "others are still known"


@test
def who_is_deleted_is_a_former_player_in_tournaments(s):
    tokens = [account(s, name) for name in ("Host Hanno", "Wins Wanda", "Plays Paul")]
    made = [http(s.base, "/api/tournaments", {"name": "Cup", "game": "mykerinos", "format": "swiss", "rounds": 1, "auto": False}, tokens[0])[1]["tournament"] for _ in range(2)]
    for e in made:
        for token in tokens[1:]:
            assert http(s.base, f"/api/tournaments/{e}/join", {}, token)[0] == 200
        assert http(s.base, f"/api/tournaments/{e}/rename", {"number": 1, "name": "Wanda W."}, tokens[0])[0] == 200
        assert http(s.base, f"/api/tournaments/{e}/pair", {}, tokens[0])[0] == 200
    first, second = made
    one = http(s.base, f"/api/tournaments/{first}")[1]
    places = [1 if seat["number"] == 1 else 2 for seat in one["tables"][0]["seats"]]
    assert http(s.base, f"/api/tournaments/{first}/result", {"table": 1, "places": places}, tokens[0])[0] == 200
    assert http(s.base, f"/api/tournaments/{first}/over", {}, tokens[0])[0] == 200
    for token in tokens[:2]:
        delete(s, token)
    end = time.monotonic() + 60
    while True:
        told = [json.dumps(http(s.base, f"/api/tournaments/{e}")[1]) for e in made] + [json.dumps(row) for row in http(s.base, "/api/tournaments")[1]["tournaments"] if row["tournament"] == first]
        if not any(name in told[0] + told[2] for name in ("Wanda", "Hanno")) and "Wanda" not in told[1]:
            break
        assert time.monotonic() < end, told
        time.sleep(0.2)
    assert json.loads(told[2])["winner"].startswith("former player") and json.loads(told[2])["host"] == "former player", told[2]
    assert "Plays Paul" in told[0] and "former player" in told[1], "a tournament that goes on says so at once"
    log = b"".join(row[0] if isinstance(row[0], bytes) else row[0].encode() for row in s.ask(f"SELECT body FROM tournament_lines WHERE id = '{first}'"))
    assert b"Wanda" not in log and b"former player" in log, log


@test
def a_deleted_host_of_a_tournament_that_goes_on_has_no_name(s):
    """Tournaments call whoever is deleted "former player" (docs/privacy.md), those they host and that are not over, too."""
    gone, paul = account(s, "Leaves Lothar"), account(s, "Stays Paulina")
    e = http(s.base, "/api/tournaments", {"name": "Open Cup", "game": "mykerinos", "format": "swiss", "rounds": 1}, gone)[1]["tournament"]
    assert http(s.base, f"/api/tournaments/{e}/join", {}, paul)[0] == 200
    seen = http(s.base, f"/api/tournaments/{e}")[1]["n"]
    delete(s, gone)

    def told():
        rows = [row for row in http(s.base, "/api/tournaments")[1]["tournaments"] if row["tournament"] == e]
        return [http(s.base, f"/api/tournaments/{e}")[1]["host"], *[row["host"] for row in rows]]

    end = time.monotonic() + 60
    while told() != ["former player"] * 2:
        assert time.monotonic() < end, told()
        time.sleep(0.1)
    assert http(s.base, f"/api/tournaments/{e}?seen={seen}")[1].get("host") == "former player", "a page that has it open hears of it"
    s.restart()
    assert told() == ["former player"] * 2
    assert http(s.base, f"/api/tournaments/{e}/join", {}, account(s, "Comes Carola"))[0] == 200, "it goes on"
    assert told() == ["former player"] * 2


@test
def an_erased_record_is_proved_as_before(s):
    table, tokens, sockets = game(s, ("Yolandine", "Quirin"))
    for c in sockets:
        c.s.close()
    delete(s, tokens[1])
    path = os.path.join(s.data, "record.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(erased(s, table, "Quirin"))
    assert subprocess.run([s.program, "replay", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
    assert subprocess.run([s.program, "verify", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


@test
def a_running_game_keeps_the_name_until_it_is_over(s):
    table, tokens, sockets = game(s, ("Ulfhild", "Ottokar"), end=False)
    delete(s, tokens[1])
    c = sockets[0]
    c.send(t="watch", table=table, seat=0)
    assert [seat["name"] for seat in c.until(t="table")["seats"]] == ["Ulfhild", "Ottokar"]
    assert ask(c, t="resign", table=table, seat=0)["t"] == "ok"
    c.s.close()
    assert "former player" in erased(s, table, "Ottokar")


@test
def both_players_may_be_erased_one_after_the_other(s):
    table, tokens, sockets = game(s, ("Isengrim", "Kunigunde"))
    for c in sockets:
        c.s.close()
    for token in tokens:
        delete(s, token)
    record = erased(s, table, "Isengrim")
    record = erased(s, table, "Kunigunde")
    assert record.count("former player") >= 2, record
    with sqlite3.connect(f"file:{s.data}/petteia.db?mode=ro", uri=True, timeout=60) as db:
        ids = [row[0] for row in db.execute("SELECT person FROM players JOIN tables USING(num) WHERE tables.id = ?", (table,))]
    assert len(set(ids)) == 2 and all(i.startswith("x") for i in ids), ids


@test
def erasing_outlives_a_restart_and_the_doctor_finds_nothing(s):
    with Server(s.program, "--rate", "0") as own:
        table, tokens, sockets = game(own, ("Zebulon", "Thusnelda"), chat=((0, "it was I"),))
        delete(own, tokens[0])  # both sockets look on, so nothing can be erased yet
        own.restart()
        erased(own, table, "Zebulon")
        own.restart()
        assert "former player" in erased(own, table, "Zebulon")
        assert own.stop() == 0
        done = subprocess.run([s.program, "doctor", "--data", own.data], stdout=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, done.stdout


@test
def who_is_deleted_leaves_no_seat_taken_at_an_open_table(s):
    for asleep in (False, True):
        host, gone, late = guest(s, "Opener"), guest(s, "Deserter"), guest(s, "Successor")
        table = make(s, host, "mykerinos", ["me", ""], start=False)
        assert ask(enter(s.base, gone), t="sit", table=table, seat=1)["t"] == "ok"
        if asleep:
            s.restart()  # the table is not in memory then
        assert http(s.base, "/api/me", token=gone, method="DELETE")[0] == 200
        c = enter(s.base, late)
        for _ in range(50):
            if ask(c, t="sit", table=table, seat=1)["t"] == "ok":
                break
        else:
            raise AssertionError(f"the seat is still taken (asleep: {asleep})")


if __name__ == "__main__":
    sys.exit(run_all(tests))
