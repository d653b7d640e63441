#!/usr/bin/env python3
"""Every verb that prints something has --json, and prints the same as JSON.

Usage: test_cli_json.py PROGRAM. Prints a line for each test and "N passed, M failed"; exit 1 if any failed."""
# SPDX-License-Identifier: MIT
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ENV = {**os.environ, "PETTEIA_LANG": "en"}
WITHOUT = {"term", "serve", "think", "backup", "selfplay"}  # they print nothing that a program could want
results = []


def run(*args, stdin=""):
    return subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, text=True, timeout=600, env=ENV, check=False)


def data(*args, stdin=""):
    """What a verb prints with --json; None if that is not JSON, in one line."""
    r = run(*args, "--json", stdin=stdin)
    try:
        return json.loads(r.stdout) if r.stdout.count("\n") == 1 else None
    except ValueError:
        return None


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


said = data("help")
lacks = {verb["verb"] for verb in said["verbs"] if "--json" not in [o["name"] for o in verb["options"]]}
test("every verb that prints something has --json", lacks == WITHOUT, lacks)
game = data("games")[0]["game"]
record = run("random", game, "--seed", "1").stdout
moves = [line.split(" ", 1) for line in record.split("\n\n", 1)[1].splitlines()]

# The games and their rules.
book, rules = run("rules", game).stdout, data("rules", game)
numbers = re.findall(r"^(?:- )?\*\*(R\d+\.\d+)\*\*", book, re.M)
listed = {rule["rule"]: rule["text"] for rule in rules["rules"]}
test("rules: every numbered rule", numbers and set(numbers) <= set(listed), set(numbers) - set(listed))
test("rules: each with its text", all(text in book and text.startswith(("#", "-", "*")) for text in listed.values()), listed)
one = data("rules", game, numbers[0])
test("rules: one rule", [rule["rule"] for rule in one["rules"]] == [numbers[0]] and run("rules", game, numbers[0]).stdout.strip() == one["rules"][0]["text"].strip(), one)
r = run("rules", game, "R99.9", "--json")
test("rules: no such rule", r.returncode == 2 and not r.stdout and r.stderr.count("\n") == 1, r)
for verb in "tables", "lesson":
    test(f"{verb}: is JSON anyway", data(verb, game) and run(verb, game, "--json").stdout == run(verb, game).stdout)

# Records.
played = data("random", game, "--seed", "1")
test("random: the moves of the record", [["*" if m["seat"] < 0 else str(m["seat"] + 1), m["move"]] for m in played["moves"]] == moves, played["moves"][:3])
test("random: its result", f'[Result "{played["result"]}"]' in record and played["seed"] == 1, played["result"])
refused = run("random", game, "--fair", "--json")
test("random: --fair is for records", refused.returncode == 2 and refused.stderr.count("\n") == 1, refused)
place = data("replay", "-", "--position", "9", stdin=record)
test("replay --position: the position", place["position"] == run("replay", "-", "--position", "9", stdin=record).stdout and place["moves"] == 9, place)
tidy = data("replay", "-", "--tidy", stdin=record)
test("replay --tidy: the record", tidy["record"] == run("replay", "-", "--tidy", stdin=record).stdout, tidy["record"][:200])
wrong = data("replay", "-", "--position", "99999", stdin=record)
test("replay --position beyond the end", wrong["ok"] is False and "moves" in wrong["words"], wrong)

# Counts and measurements.
text = re.findall(r"depth (\d+) count (\d+)", run("perft", game).stdout)
counted = data("perft", game)
test("perft: the counts", [(str(d["depth"]), str(d["count"])) for d in counted["depths"]] == text and counted["complete"] is True, counted)
split = data("perft", game, "--split", "--depth", "2")
test("perft --split: adds up", sum(m["count"] for m in split["moves"]) == counted["depths"][1]["count"], split)
test("perft --split: the moves of the text", [re.escape(m["move"]) for m in split["moves"]]
     == [re.escape(re.sub(r" +\d+$", "", row)) for row in run("perft", game, "--split", "--depth", "2").stdout.splitlines()], split)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "counts.perft")
    for count, code in ((counted["depths"][0]["count"], 0), (77777, 1)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"game {game}\ndepth 1 count {count}\n")
        checked = data("perft", "--check", path)
        test(f"perft --check: {count}", (checked["passed"], checked["failed"]) == (1 - code, code) and checked["depths"][0]["expected"] == count
             and run("perft", "--check", path, "--json").returncode == code, checked)
rows = data("bench", game, "--games", "3")
shown = run("bench", game, "--games", "3").stdout
test("bench --games: the signatures", rows and all(row["signature"] in shown and row["games"] == 3 for row in rows), rows)
tuned = data("tune", game, "--games", "10", "--iterations", "5", "--matches", "2")
test("tune: every number, and what it was", tuned["numbers"] and all({"name", "value", "was"} <= set(n) for n in tuned["numbers"]) and tuned["games"] == 10
     and tuned["complete"] is True, tuned)
found = data("tune", game, "--play", "2", "--iterations", "2")
test("tune --play: what each number brings", [n["name"] for n in found["numbers"]] == [n["name"] for n in tuned["numbers"]] and found["rounds"] == 2, found)

# The machine.
health = data("doctor")
test("doctor: the findings of the text", [f["about"] for f in health["findings"]] == re.findall(r"^(?:ok|note|FAIL) +(\S+)", run("doctor").stdout, re.M), health)
with tempfile.TemporaryDirectory() as folder:
    empty = data("doctor", "--data", folder)
    if "built without" not in run("doctor", "--data", folder).stderr:
        test("doctor --data: a folder without a database", empty["ok"] is False and empty["report"] == run("doctor", "--data", folder).stdout.splitlines(), empty)

failed = results.count(False)
print(f"{len(results) - failed} passed, {failed} failed")
sys.exit(failed > 0)
