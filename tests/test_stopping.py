#!/usr/bin/env python3
"""Long work: Ctrl-C or SIGTERM ends it with what was done so far, and a terminal shows how long it will take; a pipe gets neither bar nor colour.

Usage: test_stopping.py PROGRAM. Prints a line for each test and "N passed, M failed"; exit 1 if any failed."""
# SPDX-License-Identifier: MIT
import glob
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
ENV = {**os.environ, "PETTEIA_LANG": "en", "TERM": "xterm-256color"}
results = []


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


def run(*args, **more):
    return subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=600, env=ENV, check=False, **more)


def stopped(*args, has, stdin=None, whole_group=False, number=signal.SIGINT):
    """A verb that is sent a signal once it `has` done something, which takes a busy machine longer: whether it was still at work, its
    exit code, and what it said. `has` judges the JSON."""
    for after in 2, 8, 30:
        found = stopped_after(after, *args, stdin=stdin, whole_group=whole_group, number=number)
        try:
            if found[1] == 0 and has(json.loads(found[2])):
                break
        except ValueError:
            pass
    return found


def stopped_after(after, *args, stdin, whole_group, number):
    """The same after some seconds. A terminal signals the whole group, `kill` one process."""
    work = subprocess.Popen([PROGRAM, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV, start_new_session=True)
    if stdin:
        work.stdin.write(stdin)
    work.stdin.close()
    work.stdin = None
    time.sleep(after)
    still = work.poll() is None
    (os.killpg if whole_group else os.kill)(work.pid, number)
    try:
        out, err = work.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(work.pid, signal.SIGKILL)
        out, err = work.communicate()
    return still, work.returncode, out, err


def on_terminal(*args, until, seconds=180):
    """What a verb writes on a terminal until a pattern is there; then it is stopped."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execvpe(PROGRAM, [PROGRAM, *args], ENV)
    seen, end = "", time.monotonic() + seconds
    try:
        while not re.search(until, seen) and time.monotonic() < end:
            if select.select([fd], [], [], 0.1)[0]:
                try:
                    seen += os.read(fd, 65536).decode(errors="replace")
                except OSError:
                    break
        return seen
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(fd)


SAID = r"^petteia {}: stopped; this is what was done so far\n$"
game = json.loads(run("games", "--json").stdout)[0]["game"]
record = run("random", game, "--seed", "1").stdout

for number in signal.SIGINT, signal.SIGTERM:
    still, code, out, err = stopped("soak", game, "--games", "1000000", "--json", has=lambda rows: rows and rows[0]["games"], number=number)
    rows = json.loads(out or "[]")
    test(f"soak: {number.name} ends it with the games played so far", still and code == 0 and len(rows) == 1 and 0 < rows[0]["games"] < 1000000, (code, out, err))
    test("soak: and says so", re.search(SAID.format("soak"), err, re.M), err)
    still, code, out, err = stopped("arena", game, "random", "greedy", "--games", "1000000", "--json", has=lambda report: report["games"], number=number)
    report = json.loads(out or '{"games":0}')
    test(f"arena: {number.name} ends it with the games played so far", still and code == 0 and 0 < report["games"] < 1000000, (code, out, err))
still, code, out, err = stopped("perft", game, "--depth", "25", "--json", has=lambda counted: len(counted["depths"]) >= 3)
counted = json.loads(out or '{"depths":[]}')
test("perft: Ctrl-C leaves the depths that were counted", still and code == 0 and 0 < len(counted["depths"]) < 25 and counted["complete"] is False, (code, out, err))
same = json.loads(run("perft", game, "--depth", "3", "--json").stdout)["depths"]
test("perft: and they are right", counted["depths"][:3] == same, counted)
still, code, out, err = stopped("bench", "--seconds", "600", "--json", has=lambda rows: True)
test("bench: Ctrl-C leaves whole rows", still and code == 0 and isinstance(json.loads(out), list), (code, out, err))
for whole_group, number in (False, signal.SIGTERM), (True, signal.SIGINT):
    still, code, out, err = stopped("tune", game, "--games", "1000000", "--iterations", "10", "--jobs", "2", "--json",
                                    has=lambda tuned: tuned["positions"], whole_group=whole_group, number=number)
    tuned = json.loads(out or "{}")
    test(f"tune: a signal to {'all its processes' if whole_group else 'it alone'} leaves the games played so far",
         still and code == 0 and tuned.get("positions", 0) > 0 and tuned["complete"] is False, (code, out, err))
still, code, out, err = stopped("analyse", "-", "--time", "500", "--json", stdin=record, has=lambda judged: judged["decisions"])
judged = json.loads(out or '{"decisions":[]}')
test("analyse: Ctrl-C leaves the decisions that were judged", still and code == 0 and judged["decisions"] and judged["complete"] is False, (code, out[:300], err))

still, code, out, err = stopped("hint", "-", "--at", "20", "--time", "600000", "--json", stdin=record, has=lambda hint: hint["ideas"])
test("hint: Ctrl-C leaves the best moves so far", still and code == 0 and json.loads(out), (code, out[:300], err))
with tempfile.TemporaryDirectory() as folder:
    for verb, args, wrote in (("selfplay", ["--games", "1000000", "--iterations", "8", "--out", f"{folder}/play"], "play*"),
                              ("puzzles", ["--games", "1000000", "--bot", "greedy", "--out", f"{folder}/found.scn"], "found.scn")):
        for after in 3, 20, 60:
            still, code, out, err = stopped_after(after, verb, game, *args, stdin=None, whole_group=False, number=signal.SIGTERM)
            if any(os.path.getsize(path) for path in glob.glob(os.path.join(folder, wrote))):
                break
        test(f"{verb}: SIGTERM ends it, and what it wrote stays", still and code == 0 and any(os.path.getsize(path) for path in glob.glob(os.path.join(folder, wrote))), (code, out, err))
        test(f"{verb}: and says so", re.search(SAID.format(verb), err, re.M), err)

# Every verb is one of these: long work, tested above; something that goes on until it is stopped, tested where it is; or done in a moment.
LONG = {"analyse", "arena", "bench", "hint", "perft", "puzzles", "selfplay", "soak", "tune"}
UNTIL_STOPPED = {"serve": "test_server.py", "term": "test_term.py", "think": "test_think.py"}
QUICK = {"admin", "backup", "doctor", "event", "fields", "games", "lesson", "move-store", "random", "replay", "rules", "scenario", "tables", "verify"}
verbs = {verb["verb"] for verb in json.loads(run("help", "--json").stdout)["verbs"]}
test("every verb is known to end cleanly, or to be done in a moment", verbs == LONG | set(UNTIL_STOPPED) | QUICK, verbs ^ (LONG | set(UNTIL_STOPPED) | QUICK))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "game.play")
    with open(path, "w", encoding="utf-8") as file:
        file.write(record)
    watched = {"analyse": [path, "--time", "300"], "arena": [game, "random", "greedy", "--games", "1000000"], "bench": [game, "--seconds", "10"],
               "hint": [path, "--at", "20", "--time", "600000"], "perft": [game, "--depth", "25"], "puzzles": [game, "--games", "1000000", "--bot", "random", "--out", f"{folder}/found.scn"],
               "selfplay": [game, "--games", "1000000", "--iterations", "8", "--out", f"{folder}/play"], "soak": [game, "--games", "1000000"],
               "tune": [game, "--games", "1000000", "--iterations", "10", "--jobs", "2"]}
    test("every verb that takes long is watched", set(watched) == LONG, set(watched) ^ LONG)
    for verb, args in watched.items():
        bar = r"\[[#-]{24}\] \d+/\d+ .*, \d+:\d\d(:\d\d)? left"
        seen = on_terminal(verb, *args, until=bar)
        test(f"{verb}: a terminal shows a bar and how long it will take", re.search(bar, seen), seen[-200:])
for args in (["soak", game, "--games", "3"], ["bench", game, "--seconds", "1"], ["perft", game], ["games"], ["doctor"]):
    r = run(*args)
    test(f"petteia {' '.join(args)}: a pipe gets neither bar nor colour", r.returncode == 0 and "\x1b" not in r.stdout + r.stderr and "\r" not in r.stdout + r.stderr, r)

failed = results.count(False)
print(f"{len(results) - failed} passed, {failed} failed")
sys.exit(failed > 0)
