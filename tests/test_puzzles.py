#!/usr/bin/env python3
"""Puzzles with the real program: those that come with each game are proved again, a wrong answer is noticed, and a search for
more can be broken off, continued and repeated (docs/puzzles.md).

    tests/test_puzzles.py PROGRAM"""
# SPDX-License-Identifier: MIT
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/petteia")
ENV = {**os.environ, "PETTEIA_LANG": "en"}
AT_LEAST = 200  # puzzles of each game that come with the product
passed = failed = 0


def test(name, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {name}: {detail}")


def puzzles(*args, seconds=120):
    return subprocess.run([PROGRAM, "puzzles", *args], env=ENV, capture_output=True, text=True, timeout=seconds)


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def kept(game):
    return f"{HERE}/games/{game}/puzzles.scn"


def golden(game):
    return sorted(glob.glob(f"{HERE}/games/{game}/golden/*.play"))[0]


def written(folder, text):
    path = os.path.join(folder, "some.scn")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def test_kept(game):
    """Every proof of every puzzle is made again: answers are legal, come to what they promise, and nothing else is as good."""
    r = puzzles(game, kept(game), "--check", "--json")
    said = json.loads(r.stdout or "{}")
    test(f"{game}: all puzzles hold", r.returncode == 0 and said.get("hold") == said.get("puzzles"), r.stdout + r.stderr)
    test(f"{game}: there are {AT_LEAST}", said.get("puzzles", 0) >= AT_LEAST, r.stdout)
    shown = json.loads(puzzles(game, kept(game), "--json").stdout)["puzzles"]
    test(f"{game}: the page gets all of them", len(shown) == said.get("puzzles"), len(shown))
    test(f"{game}: none comes twice", len({(p["position"], p["seat"], p["kind"]) for p in shown}) == len(shown))
    test(f"{game}: every answer begins with the player's move", all(p["answer"][0]["seat"] == p["seat"] for p in shown))
    test(f"{game}: what is obvious is no answer", all(p["nearly"] != p["answer"] for p in shown))
    test(f"{game}: it gains what it says", all(p["kind"] != "points" or float(p["goal"]) > max(float(p["start"]), float(p["near"])) for p in shown))


def one_of(game, kind):
    """The first puzzle of a kind, as text, or None."""
    found = re.search(rf"^scenario {kind} .*?(?=^scenario |^# game|\Z)", text_of(kept(game)), re.M | re.S)
    return found and found[0]


def swapped(text):
    """The same puzzle with the obvious line in the place of the answer."""
    head, answer, nearly = re.match(r"(.*    mark\n)(.*?)    again\n(.*)", text, re.S).groups()
    return f"{head}{nearly.rstrip()}\n    again\n{answer}\n"


def test_wrong_answers(game, folder):
    """A proof that cannot fail proves nothing."""
    for kind in ("points", "win"):
        text = one_of(game, kind)
        if not text:
            continue
        good = puzzles(game, written(folder, text), "--check")
        test(f"{game}: a {kind} holds by itself", good.returncode == 0, good.stdout + good.stderr)
        bad = puzzles(game, written(folder, swapped(text)), "--check")
        test(f"{game}: a wrong {kind} is noticed", bad.returncode == 1 and "0 of 1" in bad.stdout, bad.stdout + bad.stderr)


def test_mistakes(folder):
    """Bad input is answered in a sentence."""
    for name, args, words in (
        ("no such game", ["quarry"], "no game"),
        ("no such kind", ["myriath", "--kind", "easy"], "there are: points, win, best"),
        ("no file", ["myriath", "--check"], "needs a file"),
        ("not there", ["myriath", "/nowhere/x.scn", "--check"], "cannot open"),
        ("no such bot", ["myriath", "--bot", "nobody"], "nobody"),
        ("another game's", ["myriath", kept("mykerinos"), "--check"], "game myriath"),
        ("a record of another game", ["myriath", "--record", golden("mykerinos")], "record of Mykerinos"),
        ("no puzzle", ["myriath", written(folder, "scenario nonsense\n"), "--check"], "KIND"),
    ):
        r = puzzles(*args)
        test(f"mistake, {name}", r.returncode in (1, 2) and words in r.stderr, r.stdout + r.stderr)


def test_finding(folder):
    """The same seed finds the same; broken off and continued it is as if it had not been."""
    find = ["myst", "--kind", "points", "--bot", "greedy", "--seed", "9", "--games"]
    whole, parts = os.path.join(folder, "whole"), os.path.join(folder, "parts")
    puzzles(*find, "4", "--out", whole)
    puzzles(*find, "2", "--out", parts)
    r = puzzles(*find, "4", "--out", parts, "--json")
    test("finding is repeated and continued", text_of(whole) == text_of(parts) and "scenario points" in text_of(whole), r.stdout + r.stderr)
    r = puzzles("myst", "--kind", "points", "--record", golden("myst"))
    test("records are looked through", r.returncode == 0 and "scenario points" in r.stdout, r.stdout[-200:] + r.stderr)
    test("what was found holds", puzzles("myst", whole, "--check", "--effort", "1").returncode == 0)
    checked = subprocess.run([PROGRAM, "scenario", whole], env=ENV, capture_output=True, text=True, timeout=60)
    test("what was found are scenarios", checked.returncode == 0, checked.stdout)


def test_interrupted(folder):
    """Ctrl-C keeps what was found."""
    out = os.path.join(folder, "broken")
    child = subprocess.Popen([PROGRAM, "puzzles", "myst", "--kind", "points", "--bot", "greedy", "--games", "100000", "--out", out], env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.time() + 60
    while time.time() < until and not (os.path.exists(out) and "# game 2" in text_of(out)):
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    test("Ctrl-C ends it", child.returncode == 0, said)
    test("and keeps what was found", puzzles("myst", out, "--check").returncode == 0 and "scenario points" in text_of(out))


def main():
    games = [g["game"] for g in json.loads(subprocess.run([PROGRAM, "games", "--json"], capture_output=True, text=True, check=True).stdout)]
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            test_kept(game)
            test_wrong_answers(game, folder)
        test_mistakes(folder)
        test_finding(folder)
        test_interrupted(folder)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
