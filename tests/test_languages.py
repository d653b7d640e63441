#!/usr/bin/env python3
"""The languages of the server: each watcher, request and list gets its own, and everything else stays the same. Takes the program
and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import random
import sys
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import GAMES, test, tests, guest, make, ask, run_all  # noqa: E402
from client import enter, http, moves_of  # noqa: E402


def words_of(message):
    """What people read of a message, and the rest of it."""
    words = {k: message[k] for k in ("ask", "words") if k in message}
    return words, {k: v for k, v in message.items() if k not in words and k not in ("re", "left")}


@test
def watchers_of_one_table_get_their_own_words(s):
    for game in GAMES:
        token = guest(s)
        table = make(s, token, game, ["me", "me"], access="local")
        eyes = {"en": enter(s.base, token), "xx": enter(s.base, token, {"lang": "xx"}),
                "fr": enter(s.base, token, {"lang": "fr-CH"}), "de": enter(s.base, token)}
        assert ask(eyes["de"], t="lang", lang="de")["t"] == "ok"
        last = {}
        for lang, c in eyes.items():
            for seat in (0, 1):
                c.send(t="watch", table=table, seat=seat)
                last[lang, seat] = c.until(t="table", seat=seat)
        chooser, asked = random.Random(3), 0
        for _ in range(12):
            for seat in (0, 1):
                told = {lang: words_of(last[lang, seat]) for lang in eyes}
                assert all(rest == told["en"][1] for _, rest in told.values()), f"{game}: more than words differs: {told}"
                assert told["xx"] == told["en"]
                if "ask" in told["en"][0]:
                    asked += 1
                    assert len({told[lang][0]["ask"] for lang in ("en", "fr", "de")}) == 3, told
            mover = next((seat for seat in (0, 1) if last["en", seat].get("legal")), None)
            if mover is None:
                break
            move = chooser.choice(moves_of(last["en", mover]["legal"]))
            eyes["fr"].send(t="move", table=table, seat=mover, move=move)
            for lang, c in eyes.items():
                for _ in (0, 1):
                    got = c.until(t="update")
                    last[lang, got["seat"]] = got
        assert asked > 3, f"{game}: nothing was asked"
        scores = {lang: ask(c, t="score", table=table, seat=0) for lang, c in eyes.items()}
        assert scores["fr"]["points"] == scores["en"]["points"]
        lines = {lang: [line for seat in score["lines"] for line in seat] for lang, score in scores.items()}
        assert [line["points"] for line in lines["de"]] == [line["points"] for line in lines["en"]]
        assert not lines["en"] or lines["fr"] != lines["en"], lines["en"]


@test
def refusals_lists_and_accounts_speak_the_language_that_was_asked_for(s):
    token = guest(s)
    table = make(s, token, "mykerinos", ["me", "me"], access="local")
    told = [ask(enter(s.base, token, {"lang": lang}), t="move", table=table, seat=1, move="extend a2 a1") for lang in ("en", "fr", "de")]
    assert len({m["words"] for m in told}) == 3 and len({(m["code"], m.get("rule"), m.get("key")) for m in told}) == 1, told
    for message in ({"t": "watch", "table": "tnone"}, {"t": "undo", "table": table, "seat": 0}, {"t": "move", "table": table, "seat": 0, "move": "?"}):
        told = [ask(enter(s.base, token, {"lang": lang}), **message) for lang in ("en", "fr", "de")]
        assert len({m["words"] for m in told}) == 3 and len({m["code"] for m in told}) == 1, told

    def get(path, languages, body=None):
        request = urllib.request.Request(s.base + path, None if body is None else json.dumps(body).encode())
        request.add_header("Authorization", "Bearer " + token)
        request.add_header("Accept-Language", languages)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)
    english = {path: http(s.base, path)[1] for path in ("/api/games", "/api/bots", "/api/games/myst")}
    for path, plain in english.items():
        assert get(path, "xx, *;q=0.5") == plain and get(path, "en-GB,en;q=0.9,fr;q=0.8") == plain
        french, german = get(path, "fr-CH, fr;q=0.9, en;q=0.8"), get(path, "pt, de")
        for one, two, three in zip(plain, french, german) if isinstance(plain, list) else [(plain, french, german)]:
            assert len({one["words"], two["words"], three["words"]}) == 3, (one, two, three)
    for path, body in (("/api/guest", {"name": "["}), ("/api/login", {"name": "Ada", "password": "x"}), ("/api/nothing", None),
                       ("/api/tables", {"game": "myst", "players": 9}), ("/api/tables", {"game": "no"})):
        told = [get(path, lang, body) for lang in ("en", "fr", "de")]
        assert len({m["words"] for m in told}) == 3 and len({m["code"] for m in told}) == 1, told


if __name__ == "__main__":
    sys.exit(run_all(tests))
