#!/usr/bin/env python3
"""The engine as WebAssembly is the same engine: the same games from the same seeds in Node and in Chromium, the
same thoughts, records that the program accepts; it is small, and its typed interface passes its own tests.

Usage: test_wasm.py PROGRAM; the module is the one that was built beside it. Prints a line for each test and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import ctypes
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WASM = os.path.join(os.path.dirname(PROGRAM), "wasm", "petteia.wasm")
HOST = os.path.join(ROOT, "wasm", "host.mjs")
results, skipped = [], 0


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def node(*words):
    return run("node", HOST, WASM, *words)


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


def champions(library, iterations, seed, game, players):
    """The record of a game between champions, by the same calls in the program's own library."""
    api = ctypes.CDLL(library)
    for name in ("api_new", "api_mind", "api_reply"):
        getattr(api, name).restype = ctypes.c_void_p
    text = lambda: ctypes.string_at(api.api_reply(), api.api_reply_size())
    api.api_reply_size.restype = ctypes.c_size_t
    play = ctypes.c_void_p(api.api_new(game.encode(), players, b"", b""))
    mind = ctypes.c_void_p(api.api_mind(b"champion", game.encode(), ctypes.c_uint64(seed)))
    api.api_mind_budget(mind, 0, iterations)
    api.api_seed(play, b"%064d" % seed, b"host")
    while True:
        while api.api_tickets(play):
            api.api_draw(play, ctypes.c_uint32(api.api_ticket(play)))
        api.api_status(play)
        if json.loads(text())["node"] == "over":
            break
        for seat in range(players):
            api.api_legal(play, seat)
            if text() != b"{}":
                break
        api.api_observe(play, seat)
        view = ctypes.create_string_buffer(text())
        api.api_pick(mind, view, seat)
        assert api.api_move(play, seat, text()) == 0, text()
    api.api_record(play)
    return text().decode().rstrip() + "\n"


if len(sys.argv) > 2:  # for another process of this test: a broken library ends that one only
    print(champions(sys.argv[2], 12, 5, sys.argv[3], int(sys.argv[4])), end="")
    sys.exit(0)
if not os.path.exists(WASM) or not shutil.which("node"):
    print("there is no WebAssembly module beside the program, or no node to run it\n0 passed, 0 failed, 1 skipped")
    sys.exit(77)

with open(WASM, "rb") as file:
    module = file.read()
test("the rulebooks are not in it: a page fetches the one it shows", b"**R4.2**" not in module)
# What people get has no assertions: it is the module of `build`, whatever build is tested.
SHIPPED = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build", "wasm", "petteia.wasm")
if os.path.exists(SHIPPED):
    with open(SHIPPED, "rb") as file:
        shipped = file.read()
    size = len(gzip.compress(shipped, 9))
    # 23,000 of them are the teacher, which gives its reasons in every language without a connection, also by where players stand; 7,000 are the characters of the bots, with their names.
    test("all games together are at most 700,000 bytes", len(shipped) <= 700_000, len(shipped))
    test("they are at most 271,000 bytes to download", size <= 271_000, size)

r = run(os.path.join(ROOT, "tools", "same-everywhere"), "--games", "40", "--wasm", WASM, PROGRAM)
counts = re.findall(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?", r.stdout)
test("the same seeds give the same games in Node and Chromium", r.returncode == 0 and int(counts[-1][0]) >= 14, r)
skipped += int(counts[-1][2] or 0) if counts else 0

for game in json.loads(run(PROGRAM, "games", "--json").stdout):
    name, players = game["game"], game["max_players"]
    made = node("play", "20", "7", name, str(players))
    with tempfile.NamedTemporaryFile("w", suffix=".play") as record:
        record.write(made.stdout)
        record.flush()
        for judge in [PROGRAM, "verify"], [sys.executable, os.path.join(ROOT, "tools", "verify.py")]:
            r = run(*judge, record.name)
            test(f"{name}: a game played there is verified by {os.path.basename(judge[-1])}", r.returncode == 0, (made.stderr, r))
        r = run(PROGRAM, "replay", "--tidy", record.name)
        test(f"{name}: its record is in the strict form", r.stdout == made.stdout, r.stdout[:300])
    lines = made.stdout.splitlines()
    first = next((i for i, line in enumerate(lines) if line[:1].isdigit()), 0)
    head = [line for line in lines[:first + 30] if not line.startswith("[Result")]
    with tempfile.NamedTemporaryFile("w", suffix=".play") as record:
        record.write("\n".join(head) + "\n")
        record.flush()
        ours = run(PROGRAM, "analyse", "--json", "--moments", "0", "--iterations", "40", "--seed", "3", record.name)
        theirs = node("analyse", "40", "3", record.name)
        test(f"{name}: the same thoughts about a game", ours.returncode == 0 and ours.stdout == theirs.stdout,
             (ours.stdout[:300], theirs.stdout[:300], theirs.stderr))

# --- nets ---

LIBRARY = os.path.join(os.path.dirname(PROGRAM), "python", "_petteia.so")
for net in sorted(glob.glob(os.path.join(ROOT, "games", "*", "nets", "*.net"))):
    game, players = net.split(os.sep)[-3], os.path.basename(net).split(".")[0]
    r = node("champions", "12", "5", game, players, net)
    test(f"{game}: a net is read there, and a champion plays with it", r.returncode == 0 and r.stdout, r)
    if "ASAN_OPTIONS" not in os.environ:  # Python has no sanitizer's library
        ours = run(sys.executable, __file__, PROGRAM, LIBRARY, game, players)
        test(f"{game}: champions play the same game there and here", r.stdout and ours.stdout == r.stdout, (r.stdout[-300:], ours.stdout[-300:], ours.stderr))
r = node("contest", "1", "1", "myriath", os.path.join(ROOT, "games", "myriath", "nets", "2.net"), "2", "6")
test("champion and master play a contest there, a seed from both seats", r.returncode == 0 and len(r.stdout.splitlines()) == 2, r)
r = node("champions", "12", "5", "mytikas", "2", HOST)
test("what is no net is refused", r.returncode != 0 and "no net" in r.stderr, r)

# --- web/src/engine, the typed way in ---

web = os.path.join(ROOT, "web")
vitest = os.path.join(web, "node_modules", ".bin", "vitest")
if "ASAN_OPTIONS" in os.environ:
    pass  # the module is the same as in the other builds: once is enough
elif os.path.exists(vitest):
    r = subprocess.run([vitest, "run", "src/engine"], cwd=web, env={**os.environ, "PETTEIA_WASM": WASM, "NO_COLOR": "1"},
                       capture_output=True, text=True, timeout=600, check=False)
    counts = re.search(r"Tests .*?(\d+) passed", r.stdout)
    test("web/src/engine: its own tests", r.returncode == 0 and counts and int(counts[1]) > 50, (r.stdout[-2000:], r.stderr[-500:]))
else:
    print("web/node_modules is not there: the tests of web/src/engine are skipped")
    skipped += 1

failed = results.count(False)
print(f"{len(results) - failed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
sys.exit(failed > 0)
