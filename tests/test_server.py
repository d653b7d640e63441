#!/usr/bin/env python3
"""The server over its protocol: whole games, streams, clocks, people, lists. Takes the program and
prints "N passed, M failed". Every test uses a real server with a data folder of its own."""
# SPDX-License-Identifier: MIT
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import ROOT, GAMES, test, tests, guest, make, two, ask, events_from, watch_all, step, play_some, run_all  # noqa: E402
from client import apply_delta, enter, http, moves_of, play  # noqa: E402
from serving import Server  # noqa: E402


@test
def whole_games_by_the_small_client_verify(s):
    with open(os.path.join(ROOT, "tests", "client.py"), encoding="utf-8") as file:
        assert len(file.readlines()) < 160
    token = guest(s)
    for game in GAMES:
        table = make(s, token, game, ["me", "greedy"], entropy="a1b2c3")
        eye = enter(s.base, guest(s, "Eve"))
        reader = watch_all(eye, table)
        whole, c = play(s.base, token, table, 0, random.Random(7))
        reader.join(60)
        assert not reader.is_alive(), f"{game}: the spectator was not told the end"
        assert whole["view"] == c.view, f"{game}: the deltas lead elsewhere"
        record = http(s.base, f"/api/tables/{table}/record")[1]
        with tempfile.NamedTemporaryFile("w", suffix=".play") as file:
            file.write(record)
            file.flush()
            for judge in ([s.program, "verify"], [os.path.join(ROOT, "tools", "verify.py")]):
                done = subprocess.run([*judge, file.name], capture_output=True, text=True)
                assert done.returncode == 0, done.stdout + done.stderr
        views = len(str(whole["view"]))
        player, watcher = ((b - views) / whole["moves"] for b in (c.play_bytes, eye.bytes - eye.start + views))
        print(f"  {game}: {whole['moves']} moves, each {player:.0f} bytes to the player with its legal moves, "
              f"{watcher:.0f} to a spectator; view {views} bytes")
        assert watcher < 1024 and player < 1024, f"{game}: a move costs too much"


@test
def a_spectator_sees_masked_events_and_no_hand(s):
    _, table, (one, other), first = two(s, "myst")
    eye = enter(s.base, guest(s, "Eve"))
    eye.send(t="watch", table=table)
    seen = eye.until(t="table")
    assert any(e.get("masked") for e in seen["events"]), seen["events"]
    assert first[0]["view"] != seen["view"]
    assert ask(eye, t="watch", table=table, seat=0)["code"] == "not-your-seat"
    assert ask(eye, t="move", table=table, seat=0, move="choose R")["code"] == "not-your-seat"
    assert ask(eye, t="legal", table=table, seat=1)["code"] == "not-your-seat"
    mover = 0 if first[0].get("legal") else 1
    choice = moves_of(first[mover]["legal"])[0]
    assert ask((one, other)[mover], t="move", table=table, seat=mover, move=choice)["t"] == "ok"
    update = eye.until(t="update")
    assert update["events"][0].get("masked") and choice not in str(update), update


@test
def coming_back_costs_little(s):
    """Each seat, after gaps up to the whole game; the view is right, and 300 moves cost less than 4 KiB.

    The list of legal moves is not counted: it belongs to the position, is as long after one move as after 300, and in some
    positions of Cyclades (a fleet and an army that may go anywhere) is 2 KiB by itself.
    """
    for game in ("cyclades", "mytikas", "mykerinos", "myriath", "myst"):
        tokens, table, sockets, last = two(s, game)
        rng, views, seen, worst, most = random.Random(3), [m["view"] for m in last], [], 0, 0
        for count in range(330):
            if count == 100:
                ask(sockets[0], t="chat", table=table, seat=0, text="half way")
                sockets[1].until(t="update")
                last = [dict(m, n=m["n"] + 1) for m in last]
            seen.append([(m["n"], json.dumps(v)) for m, v in zip(last, views)])
            if step(table, sockets, last, rng) is None:
                break
            for seat in (0, 1):
                views[seat] = last[seat]["view"] if "view" in last[seat] else apply_delta(views[seat], last[seat].get("delta", {}))
        for gap in (1, 5, 30, 100, 300):
            for seat in (0, 1):
                n, view = seen[-1 - gap][seat] if gap < len(seen) else seen[0][seat]
                c = enter(s.base, tokens[seat])
                c.send(t="watch", table=table, seat=seat, since=n)
                before = c.bytes
                back = c.receive()
                while back["t"] not in ("update", "table"):
                    back = c.receive()
                if back["t"] == "table":  # R4.16: a move that was not seen may have come before or after
                    assert game == "myst" and back["view"] == views[seat], (game, gap, seat)
                else:
                    assert apply_delta(json.loads(view), back["delta"]) == views[seat], (game, gap, seat)
                    assert back["n"] - n == len(back["events"]) + back.get("skipped", 0), (game, gap, back["n"], n)
                    legal = len(json.dumps(back.get("legal", ""), separators=(",", ":")))
                    worst, most = max(worst, c.bytes - before - legal), max(most, gap)
                c.s.close()
        assert worst < 4096, (game, worst)
        print(f"  {game}: back after up to {most} moves: {worst} bytes at the most")


@test
def a_repeated_move_is_made_once(s):
    _, table, sockets, last = two(s, "mykerinos")
    seat = 0 if last[0].get("legal") else 1
    c, m = sockets[seat], last[seat]
    move = moves_of(m["legal"])[0]
    for _ in range(3):
        c.send(t="move", table=table, seat=seat, at=m["n"], id="same", move=move)
    answers = [c.until(re="same") for _ in range(3)]
    assert [a["t"] for a in answers] == ["ok"] * 3, answers
    c.send(t="watch", table=table, seat=seat)
    assert c.until(t="table")["moves"] == m["moves"] + 1
    answer = ask(c, t="move", table=table, seat=seat, at=m["n"], move=move)
    assert answer["code"] == "stale", answer
    answer = ask(c, t="move", table=table, seat=seat, move=move)
    assert answer["code"] == "rule" and answer["rule"].startswith("R"), answer


@test
def undo_inside_ones_turn_and_by_consent(s):
    rng = random.Random(5)
    _, table, sockets, last = two(s, "mytikas")
    free = agreed = False
    for _ in range(120):
        mover = step(table, sockets, last, rng)
        if mover is None or (free and agreed):
            break
        own = bool(last[mover].get("legal"))
        answer = ask(sockets[mover], t="undo", table=table, seat=mover)
        assert answer["t"] == "ok", answer
        if own and not free:
            free = True
        other = 1 - mover
        got = sockets[other].receive()
        if got["t"] == "undo-asked":
            assert ask(sockets[other], t="agree", table=table, seat=other, yes=True)["t"] == "ok"
            agreed = True
        for seat, c in enumerate(sockets):
            c.send(t="watch", table=table, seat=seat)
            last[seat] = c.until(t="table")
    assert agreed


@test
def resign_rematch_and_archive(s):
    tokens, table, (one, other), _ = two(s, "myst")
    assert ask(one, t="chat", table=table, seat=0, text="well played")["t"] == "ok"
    said = other.until(t="update")["events"][0]
    assert (said["e"], said["text"], said["name"]) == ("chat", "well played", "Ada"), said
    assert ask(one, t="resign", table=table, seat=0)["t"] == "ok"
    over = other.until(t="update")
    assert over["result"]["places"] == [2, 1], over
    assert ask(one, t="rematch", table=table, seat=0)["t"] == "ok"
    other.until(t="rematch-asked")
    assert ask(other, t="rematch", table=table, seat=1)["t"] == "ok"
    new = one.until(t="update")["events"][0]["table"]
    one.send(t="watch", table=new, seat=1)
    assert one.until(t="table")["phase"] == "playing"
    found = http(s.base, "/api/archive?player=ada&game=myst")[1]["tables"]
    assert table in [t["table"] for t in found] and new not in [t["table"] for t in found]
    assert http(s.base, "/api/archive?player=nobody")[1]["tables"] == []
    record = http(s.base, f"/api/tables/{table}/record")[1]
    assert "1 resigns" in record and "[Seed" in record


@test
def in_a_rematch_of_myriath_the_lowest_scorer_begins(s):
    """R3.2: wherever that player sits then; here everybody moves one seat further."""
    tokens, table, (one, other), last = two(s, "myriath")
    table_of = {0: one, 1: other}
    for _ in range(12):  # until the points differ
        points = ask(one, t="score", table=table, seat=0)["points"]
        if points[0] != points[1]:
            break
        mover = 0 if last[0].get("legal") else 1
        form, tree = next(iter(last[mover]["legal"].items()))
        words = []
        while isinstance(tree, dict):
            words.append(next(iter(tree)))
            tree = tree[words[-1]]
        move = form
        for word in words + tree[:1]:
            move = move.replace("%", word, 1)
        assert ask(table_of[mover], t="move", table=table, seat=mover, move=move, at=last[mover]["n"])["t"] == "ok"
        for seat, c in table_of.items():
            c.send(t="watch", table=table, seat=seat)
            last[seat] = c.until(t="table")
    lowest = min((0, 1), key=lambda seat: float(points[seat]))
    assert ask(one, t="resign", table=table, seat=0)["t"] == "ok"
    assert ask(one, t="rematch", table=table, seat=0)["t"] == "ok"
    assert ask(other, t="rematch", table=table, seat=1)["t"] == "ok"
    new = None
    while not new:
        new = next((e["table"] for e in one.until(t="update")["events"] if e["e"] == "rematch"), None)
    one.send(t="watch", table=new, seat=1)
    shown = one.until(t="table", table=new)
    assert shown["options"]["start"] == str(2 - lowest), shown["options"]
    assert shown["view"]["turn"] == 2 - lowest, shown["view"]["turn"]


@test
def clocks_run_out(s):
    _, table, (one, other), last = two(s, "mykerinos", clock={"kind": "move", "ms": 1000, "zero": "lose"})
    lost = next(e for e in events_from(one, last[0]) if e["e"] == "resign")
    loser = lost["seat"]
    assert lost == {"e": "resign", "seat": loser, "why": "clock"} and not last[1 - loser].get("legal"), (lost, last)
    one.send(t="watch", table=table, seat=0)
    assert one.until(t="table")["result"]["places"][loser] == 2
    _, table, (one, other), last = two(s, "mykerinos", clock={"kind": "bank", "ms": 1000, "increment": 0, "zero": "bot"})
    moved = next(e for e in events_from(one, last[0]) if e["e"] == "move")
    assert moved["by"] == "clock", moved


@test
def a_leaver_is_replaced_and_comes_back(s):
    tokens, table, (one, other), last = two(s, "mykerinos", grace=1)
    other.s.close()
    told = events_from(one, last[0])
    assert next(e for e in told if e["e"] == "standin")["seat"] == 1
    other = enter(s.base, tokens[1])
    other.send(t="watch", table=table, seat=1)
    assert next(e for e in told if e["e"] == "back")["seat"] == 1
    other.send(t="unwatch", table=table, seat=1)  # it stays connected, and looks at something else
    assert next(e for e in told if e["e"] == "standin")["seat"] == 1


@test
def rules_in_the_language_asked_for(s):
    english, french = (http(s.base, f"/api/rules/myst{query}")[1] for query in ("", "?lang=fr"))
    assert "**R4.2**" in english and "**R4.2**" in french and english != french
    assert http(s.base, "/api/rules/myst?lang=tlh")[1] == english
    assert http(s.base, "/api/rules/chess?lang=fr")[0] == 404


@test
def accounts_and_ratings(s):
    token = guest(s, "Zed")
    assert http(s.base, "/api/account", {"name": "Zed", "password": "short"}, token)[0] == 400
    said = http(s.base, "/api/account", {"name": "Zed", "password": "long enough"}, token)[1]
    assert said["account"]
    token = said["token"]
    assert http(s.base, "/api/account", {"name": "ZED", "password": "long enough"}, guest(s, "Zed"))[0] == 409
    assert http(s.base, "/api/login", {"name": "zed", "password": "wrong wrong"})[0] == 401
    assert http(s.base, "/api/login", {"name": "who", "password": "wrong wrong"})[0] == 401
    status, me = http(s.base, "/api/login", {"name": "zed", "password": "long enough"})
    assert status == 201 and me["name"] == "Zed"
    table = make(s, token, "mykerinos", ["me", "random"])
    mine = enter(s.base, me["token"])
    assert play_some(table, mine, 0, 12) == 12
    assert ask(mine, t="resign", table=table, seat=0)["t"] == "ok"
    leaders = http(s.base, "/api/leaders?game=mykerinos")[1]["leaders"]  # written with the result, so they are there
    rated = {l["name"]: l for l in leaders}
    assert rated["random (bot)"]["rating"] > rated["Zed"]["rating"], leaders
    assert http(s.base, "/api/logout", {}, me["token"])[0] == 200
    assert http(s.base, "/api/me", token=me["token"])[0] == 401


@test
def a_record_is_played_on(s):
    token = guest(s)
    for game in ("mykerinos", "mytikas"):
        table = make(s, token, game, ["me", "me"], access="local")
        socks, rng = [enter(s.base, token), enter(s.base, token)], random.Random(4)
        last = []
        for seat, c in enumerate(socks):
            c.send(t="watch", table=table, seat=seat)
            last.append(c.until(t="table"))
        views = [[m["view"] for m in last]]
        for _ in range(12):
            step(table, socks, last, rng)
            views.append([apply_delta(json.loads(json.dumps(v)), m.get("delta", {})) for v, m in zip(views[-1], last)])
        assert ask(socks[0], t="resign", table=table, seat=0)["t"] == "ok"
        record = http(s.base, f"/api/tables/{table}/record", token=token)[1]
        lines = [l for l in record.splitlines() if l and l[0] in "12*" and "resigns" not in l]
        def body(moves):
            return {"game": game, "players": 2, "seats": ["me", "me"], "access": "local", "record": record, "moves": moves}
        assert http(s.base, "/api/tables", body(len(lines) + 1), token)[0] == 400
        assert http(s.base, "/api/tables", dict(body(3), record="nonsense"), token)[0] == 400
        assert http(s.base, "/api/tables", dict(body(3), game="myst"), token)[0] == 400
        status, made = http(s.base, "/api/tables", body(len(lines)), token)
        assert status == 201, made
        assert ask(socks[0], t="start", table=made["table"])["t"] == "ok"
        last = []
        for seat, c in enumerate(socks):
            c.send(t="watch", table=made["table"], seat=seat)
            last.append(c.until(t="table", table=made["table"]))
            assert last[seat]["view"] == views[-1][seat] and last[seat]["unrated"] and last[seat]["past"] == len(lines)
        mover = 0 if last[0].get("legal") else 1
        assert ask(socks[mover], t="undo", table=made["table"], seat=mover)["code"] == "nothing-to-undo"
        for _ in range(5):
            step(made["table"], socks, last, rng)
        s.restart()
        c = enter(s.base, token)
        assert ask(c, t="resign", table=made["table"], seat=0)["t"] == "ok"
        again = http(s.base, f"/api/tables/{made['table']}/record", token=token)[1]
        with tempfile.NamedTemporaryFile("w", suffix=".pet") as file:
            file.write(again)
            file.flush()
            assert subprocess.run([s.program, "replay", file.name], capture_output=True).returncode == 0
            said = subprocess.run([s.program, "verify", file.name], capture_output=True, text=True)
            assert said.returncode == 1 and "Commit" in said.stderr + said.stdout, said


@test
def taking_back_in_the_turn_gives_no_time_back(s):
    _, table, sockets, last = two(s, "mytikas", clock={"kind": "bank", "ms": 60000, "increment": 0})
    rng = random.Random(8)
    for _ in range(60):
        seat = 0 if last[0].get("legal") else 1
        c = sockets[seat]
        time.sleep(0.1)
        step(table, sockets, last, rng)
        if last[seat].get("legal"):  # still its turn: it may take back at once
            left = last[seat]["left"][seat]
            assert ask(c, t="undo", table=table, seat=seat)["t"] == "ok"
            c.send(t="legal", table=table, seat=seat)
            after = c.until(t="legal")["left"][seat]
            assert left - 20000 < after <= left, (after, left)
            return
    raise AssertionError("nobody could take a move back at once")


@test
def a_private_table_is_like_none(s):
    a, b = guest(s), guest(s, "Bo")
    status, made = http(s.base, "/api/tables", {"game": "myst", "access": "private", "seats": ["me"]}, a)
    c = enter(s.base, b)
    strip = lambda m: {k: v for k, v in m.items() if k != "re"}
    for message in ({"t": "watch"}, {"t": "sit", "seat": 1}, {"t": "chat", "text": "hi"}, {"t": "legal"}):
        private, missing = (strip(ask(c, table=t, **message)) for t in (made["table"], "tnotable00000"))
        assert private == missing and private["code"] == "no-table", private
    missing = http(s.base, "/api/tables/tnotable00000/record", token=b)
    assert http(s.base, f"/api/tables/{made['table']}/record", token=b) == missing
    assert made["table"] not in str(http(s.base, "/api/tables")[1])
    assert ask(c, t="sit", table=made["table"], seat=1, key=made["key"])["t"] == "ok"
    open_table = make(s, a, "myst", ["me", ""], start=False)
    assert open_table in str(http(s.base, "/api/tables?game=myst")[1])


@test
def a_restart_keeps_tables_and_credits_clocks(s):
    with Server(s.program, "--rate", "0") as own:
        tokens, table, sockets, last = two(own, "mykerinos", clock={"kind": "bank", "ms": 60000})
        for _ in range(29):
            step(table, sockets, last, random)
        up = -time.monotonic()
        step(table, sockets, last, random)
        left = last[0]["left"]
        own.stop()
        up += time.monotonic()
        copy = os.path.join(own.data, "copy")
        time.sleep(2.5)
        up -= time.monotonic()
        own.start()
        c = enter(own.base, tokens[0])
        c.send(t="watch", table=table, seat=0, since=last[0]["n"])
        back = c.until(t="update")
        assert [e["e"] for e in back["events"]] in ([], ["credit"]), back
        c.send(t="watch", table=table, seat=0)
        whole = c.until(t="table")
        up += time.monotonic()
        assert all(now > then - up * 1000 - 2000 for now, then in zip(whole["left"], left)), (whole["left"], left, up)
        for to, limit, good in () if own.store else ((copy, "unlimited", True), (copy + "2", "200", False)):
            done = subprocess.run(["sh", "-c", f'ulimit -f {limit}; trap "" XFSZ; exec "$0" backup "$1" --data "$2"', own.program, to, own.data], capture_output=True, text=True)
            assert (done.returncode == 0) == good == os.path.exists(to) and done.stderr.count("\n") == 1 - good and not os.path.exists(to + ".part"), done
        assert own.stop() == 0


@test
def a_table_for_too_many_is_refused_in_words(s):
    token = guest(s)
    for game, words in (("myst", "Myst is for 2 players"), ("mykerinos", "Mykerinos is for 2 to 4 players")):
        for players in (9, 1, -1, 258):
            status, answer = http(s.base, "/api/tables", {"game": game, "players": players, "seats": ["me"]}, token)
            assert status == 400 and answer["words"] == words, answer


@test
def same_screen_seats(s):
    token = guest(s)
    table = make(s, token, "mykerinos", ["me", "me"], access="local")
    c = enter(s.base, token)
    for seat in (0, 1):
        c.send(t="watch", table=table, seat=seat)
        assert c.until(t="table")["seat"] == seat
    assert ask(enter(s.base, guest(s)), t="watch", table=table)["code"] == "no-table"


@test
def illegal_moves_name_their_rule(s):
    many = 10000 if "--long" in sys.argv else 300
    for game in GAMES:
        _, table, sockets, last = two(s, game)
        about = http(s.base, f"/api/games/{game}")[1]
        rng, refused, tried = random.Random(1), 0, 0
        while refused < many and tried < many * 20:
            for _ in range(100):
                v = rng.choice(about["verbs"])
                move = v["form"]
                for kind in v["args"]:
                    move = move.replace("%", rng.choice(about["kinds"][kind]), 1)
                sockets[0].send(t="move", table=table, seat=0, move=move, id=f"x{tried}")
                tried += 1
            waiting = {f"x{i}" for i in range(tried - 100, tried)}
            while waiting:
                m = sockets[0].receive()
                if m.get("re") not in waiting:
                    continue
                waiting.remove(m["re"])
                if m.get("code") == "rule":
                    refused += 1
                    assert m["rule"].startswith("R") and m["words"], m
                else:  # a few are legal, or a step that leads nowhere, or too many at once
                    assert m["t"] == "ok" or m["code"] in ("unreadable", "busy"), m
        print(f"  {game}: {refused} of {tried} refused by a rule")
        assert refused >= many, (game, refused, tried)


@test
def scores_are_told_line_by_line_to_any_eye(s):
    for game in GAMES:
        _, table, sockets, last = two(s, game)
        rng = random.Random(2)
        for _ in range(12):
            for seat, c in enumerate(sockets):
                c.send(t="score", table=table, seat=seat, id="p")
                own = c.until(re="p")
                assert len(own["points"]) == len(own["lines"]) == 2, own
            c.send(t="score", table=table, id="p")
            assert c.until(re="p")["seat"] is None
            if step(table, sockets, last, rng) is None:
                break


@test
def the_page_has_tags_compression_and_a_policy(s):
    with tempfile.TemporaryDirectory() as web:
        os.mkdir(os.path.join(web, "assets"))
        with open(os.path.join(web, "index.html"), "w", encoding="utf-8") as file:
            file.write("<!doctype html>" + "petteia " * 500)
        with open(os.path.join(web, "assets", "a.js"), "w", encoding="utf-8") as file:
            file.write("1;" * 20000)
        for name, data in (("b.js", b"2;"), ("b.js.br", b"as built, br"), ("b.js.gz", b"as built, gz")):
            with open(os.path.join(web, "assets", name), "wb") as file:
                file.write(data)
        with Server(s.program, "--web", web) as own:
            for accepted, encoding, data in (("gzip, br", "br", b"as built, br"), ("gzip", "gzip", b"as built, gz"), ("", None, b"2;")):
                request = urllib.request.Request(own.base + "/assets/b.js", headers={"Accept-Encoding": accepted})
                with urllib.request.urlopen(request) as answer:
                    assert (answer.headers["Content-Encoding"], answer.read()) == (encoding, data), encoding
            policy = answer.headers["Content-Security-Policy"]
            for part in ("script-src 'self' 'wasm-unsafe-eval';", "style-src 'self';", "font-src 'self';", "worker-src 'self';", "connect-src 'self' blob:;"):
                assert part in policy, policy
            assert http(own.base, "/assets/b.js.br")[0] == 404
            request = urllib.request.Request(own.base + "/assets/a.js", headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(request) as answer:
                assert answer.headers["Content-Encoding"] == "gzip" and "immutable" in answer.headers["Cache-Control"]
                assert gzip.decompress(answer.read()) == b"1;" * 20000
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                tag = answer.headers["ETag"]
            request.add_header("If-None-Match", tag)
            try:
                urllib.request.urlopen(request)
                raise AssertionError("not 304")
            except urllib.error.HTTPError as error:
                assert error.code == 304 and error.read() == b""
            with urllib.request.urlopen(own.base + "/table/t123") as answer:  # a place inside the page
                assert b"petteia" in answer.read()
            assert "root:" not in str(http(own.base, "/assets/../../../../etc/passwd"))
            assert "root:" not in str(http(own.base, "/%2e%2e/%2e%2e/%2e%2e/etc/passwd"))
            assert http(own.base, "/assets/none.js")[0] == 404


if __name__ == "__main__":
    sys.exit(run_all(tests))
