#!/usr/bin/env python3
"""Records from outside: petteia random, replay and verify, and tools/verify.py, agree on fair records
and on every way of tampering with one; the examples of the documentation run.

Usage: test_records.py PROGRAM. Prints a line for each test and "N passed, M failed"; exit 1 if any
failed."""
# SPDX-License-Identifier: MIT
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VERIFY = [sys.executable, os.path.join(ROOT, "tools", "verify.py")]
results = []


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=600, **more)


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


def made(*args):
    return run(PROGRAM, "random", *args).stdout


class Judges:
    """Both verifiers on a text: their exit codes and what they say."""

    def __init__(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".play", newline="") as file:
            file.write(text)
            file.flush()
            self.ours = run(PROGRAM, "verify", file.name)
            self.theirs = run(*VERIFY, file.name)

    def codes(self):
        return self.ours.returncode, self.theirs.returncode

    def line(self):
        """The line both complain about, if they agree."""
        lines = {int(m[1]) for r in (self.ours, self.theirs) if (m := re.match(r"[^:]+:(\d+): ", r.stdout))}
        return lines.pop() if len(lines) == 1 else None

    def words(self):
        return self.ours.stdout + self.theirs.stdout + self.ours.stderr + self.theirs.stderr


games = json.loads(run(PROGRAM, "games", "--json").stdout)

for game in games:
    for players in range(game["min_players"], game["max_players"] + 1):
        name = f"{game['game']}, {players} players"
        args = (game["game"], "--players", str(players), "--seed")
        for seed in ("1", "2"):
            j = Judges(made(*args, seed, "--fair"))
            test(f"{name}, seed {seed}: both verify a fair record", j.codes() == (0, 0), j.words())
        test(f"{name}: a seed gives the same record again", made(*args, "5") == made(*args, "5"))
        test(f"{name}: another seed gives another", made(*args, "5") != made(*args, "6"))

real = made("mykerinos", "--fair")
test("a fair record from the system's randomness is verified", Judges(real).codes() == (0, 0))
test("and is another one each time", real != made("mykerinos", "--fair"))

record = made("mykerinos", "--players", "3", "--seed", "7", "--fair")
lines = record.splitlines()
seed = re.search(r'\[Seed "(\w+)"\]', record)[1]
test("--seed derives the seed as documented", seed == hashlib.sha256(b"petteia seed 7").hexdigest(), seed)
entropy = re.search(r'\[Entropy2 "(\w+)"\]', record)[1]
test("and the entropies", entropy == hashlib.sha256(b"petteia entropy 7 2").hexdigest()[:32], entropy)

other_seed = "00" * 32
own_commit = hashlib.sha256(bytes(32)).hexdigest()
commit = re.search(r'\[Commit "(\w+)"\]', record)[1]
draw = next(i for i, line in enumerate(lines) if "%draw 9 " in line)
ticket, total = map(int, re.search(r"%draw 9 (\d+)/(\d+)", lines[draw]).groups())
shifted = re.sub(r"\{.*", f"{{%draw 9 {(ticket + 1) % total}/{total} 0..{total - 1}}}", lines[draw])
tampered = {
    "another seed": record.replace(seed, other_seed),
    "another commitment": record.replace(commit, own_commit),
    "another seed with its commitment": record.replace(seed, other_seed).replace(commit, own_commit),
    "another entropy": record.replace(entropy, "00" * 16),
    "an entropy left out": re.sub(r"\[Entropy3.*\n", "", record),
    "another table": record.replace('"random-7"', '"random-8"'),
    "another ticket": record.replace(lines[draw], shifted),
    "a draw without numbers": record.replace(lines[draw], re.sub(r" \{.*", "", lines[draw])),
    "a draw with a wrong number": record.replace("%draw 9 ", "%draw 10 "),
    "a ticket outside its interval": record.replace(lines[draw], re.sub(r"\d+\.\.\d+\}", f"{total - 1}..{total}}}", lines[draw])),
    "two draws exchanged": "\n".join(lines[:draw] + [lines[draw + 1], lines[draw]] + lines[draw + 2:]),
    "a draw left out": record.replace(lines[draw] + "\n", ""),
    "no seed": re.sub(r"\[Seed.*\n", "", record),
    "no commitment": re.sub(r"\[Commit.*\n", "", record),
    "a seed given twice": record + f'[Seed "{seed}"]\n',
}
for what, text in tampered.items():
    j = Judges(text)
    test(f"both catch {what}", j.codes() == (1, 1) and text != record, j.words())
for what in ("another seed", "another ticket", "a draw without numbers", "a draw with a wrong number", "a seed given twice"):
    test(f"and name the same line for {what}", Judges(tampered[what]).line(), Judges(tampered[what]).words())

# What only the rules can tell: the ticket is right, the outcome is not.
move = lines[draw].split(" {")[0]
other = "* deal X0" if "X0" not in "".join(lines[:draw + 1]) else "* deal V1"
j = Judges(record.replace(lines[draw], lines[draw].replace(move, other)))
test("petteia verify catches another outcome for the same ticket", j.codes() == (1, 0), j.words())
scores = re.search(r'\[Result "(.*)"\]', record)[1]
j = Judges(record.replace(f'"{scores}"', '"1 2 3"'))
test("petteia verify catches another result", j.codes() == (1, 0), j.words())

loose = "\ufeff" + record.replace("\n", "\r\n").replace("* ", " *   ").replace(" {%draw", " # luck\r\n{ %draw").replace("[Game", "# a game\r\n[ Game")
j = Judges(loose)
test("both read a carelessly written record", j.codes() == (0, 0), j.words())
test("verify.py without a file exits 2", run(*VERIFY).returncode == 2)
test("verify.py on a missing file exits 2", run(*VERIFY, "/nowhere/at/all").returncode == 2)

# --- replay ---

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "game.play")

    def replay(text, *options):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return run(PROGRAM, "replay", path, *options)

    r = replay(record)
    points = re.findall(r"points (\d+) place", r.stdout)
    test("replay prints the scores", r.returncode == 0 and " ".join(points) == scores, r)
    j = json.loads(replay(record, "--json").stdout)
    test("replay --json", j["ok"] and [s["score"] for s in j["seats"]] == [int(n) for n in points], j)
    test("replay --tidy keeps a strict record as it is", replay(record, "--tidy").stdout == record)
    tidied = replay(loose.replace("\r\n{ %draw", " {%draw").replace(" # luck", ""), "--tidy")
    test("replay --tidy mends a careless one", tidied.stdout == record, tidied)
    first = next(i for i, line in enumerate(lines) if line[:1].isdigit())
    bad = "\n".join(lines[:first] + [lines[first][0] + " start a9"] + lines[first + 1:])
    r = replay(bad)
    test("a refused move: file, line, move and rule, exit 1",
         r.returncode == 1 and r.stdout == f"{path}:{first + 1}: {lines[first][0]} start a9: R2.5: "
         "a9 is outside this season's region\n", r)
    j = json.loads(replay(bad, "--json").stdout)
    test("the same as JSON", not j["ok"] and j["line"] == first + 1 and "R2.5" in j["words"], j)
    count = sum(line[:1].isdigit() or line[:1] == "*" for line in lines)
    position = replay(record, "--position", "20").stdout
    scenario = f"scenario s\ngame mykerinos players 3\nposition\n{position}moves\nexpect ply 20\n"
    r = run(PROGRAM, "scenario", "-", input=scenario)
    test("replay --position prints what a scenario reads", r.stdout == "1 passed, 0 failed\n", r)
    test("the last position", "phase over" in replay(record, "--position", str(count)).stdout)
    r = replay(record, "--position", str(count + 1))
    test("a position after the end: exit 1", r.returncode == 1 and "only" in r.stdout, r)

# --- the examples of the documentation ---

with open(os.path.join(ROOT, "docs", "scenarios.md"), encoding="utf-8") as file:
    examples = re.findall(r"```\n(scenario .*?)```", file.read(), re.S)
r = run(PROGRAM, "scenario", "-", input="\n".join(examples))
test("the examples of docs/scenarios.md pass", len(examples) == 2 and r.stdout == "2 passed, 0 failed\n", r)
r = run(PROGRAM, "scenario", "-", input=examples[0].replace("passed 2 3 1", "passed 1 3 2"))
test("and the one that should fail says so", "turn: expected 2, found 1" in r.stdout and r.returncode == 1, r)
with open(os.path.join(ROOT, "docs", "records.md"), encoding="utf-8") as file:
    example = re.search(r"```\n(\[Game .*?)```", file.read(), re.S)[1]
tags = set(re.findall(r"^\[(\w+) ", record + example, re.M))
known = {"Game", "Rules", "Players", "Result", "Table", "Commit", "Seed", "Random"}
test("every tag that is written is documented", {re.sub(r"[1-5]$", "", t) for t in tags} <= known | {"Player", "Entropy"}, tags)

failed = results.count(False)
print(f"{len(results) - failed} passed, {failed} failed")
sys.exit(failed > 0)
