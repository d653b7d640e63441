#!/usr/bin/env python3
"""arena, hint, analyse and tune from the outside: what they print, keep and refuse.

Usage: test_arena.py PROGRAM. Prints a line for each test and "N passed, M failed"; exit 1 if any
failed."""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from bare_system import bubblewrap_works

PROGRAM = sys.argv[1]
results = []


def run(*args):
    return subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=900)


def test(name, good, seen=""):
    results.append(good)
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


def catches(pid, number):
    """Whether the process has a handler for this signal: before, it would only die of it."""
    caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]
    return int(caught, 16) >> (number - 1) & 1


def refused(name, *args):
    r = run(*args)
    test(f"{name}: petteia {' '.join(args)}",
         r.returncode == 2 and r.stderr.count("\n") == 1 and not r.stdout, r)


refused("one bot is no contest", "arena", "mykerinos", "random")
refused("no such bot", "arena", "mykerinos", "random", "deepblue")
refused("no such setting", "arena", "mykerinos", "master:brain=2", "random")
refused("a setting out of range", "arena", "mykerinos", "master:threads=99", "random")
refused("keener than can be", "arena", "mykerinos", "casual:keen=256", "random")
refused("more slack than there is", "arena", "mykerinos", "casual:slack=10001", "random")
refused("more bots than seats", "arena", "mykerinos", "random", "random", "random", "--players", "2")
refused("a wrong SPRT", "arena", "mykerinos", "random", "random", "--sprt", "9")
refused("hint without a record", "hint")
refused("analyse without a record", "analyse")
refused("tune without a game", "tune")

for game in ("mykerinos", "myst"):  # moves lie close together in one and far apart in the other
    r = run("arena", game, "casual:slack=0", "casual", "--games", "20", "--iterations", "60", "--json")
    test(f"{game}: slack makes a level weaker", json.loads(r.stdout)["bots"][0]["share_permille"] >= 750, r)

# --- bots of other people (docs/bot-protocol.md) ---

SPEAK = """
import json, os, random, socket, sys, time
def say(line): print(line, flush=True)
seen = {"games": 0, "saw": 0, "over": 0}
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    told = json.loads(rest) if rest.startswith("{") else None
    if word == "petteia": say("bot Test")
    elif word == "game": seen["games"] += 1; game = told
    elif word in ("saw", "over"): seen[word] += 1
    elif word == "quit": break
    elif word == "decide":
        say("info ready")
"""
ANY = SPEAK + "        say('move ' + random.choice(told['legal']))"


def refused_because(name, words, *args):
    r = run(*args)
    test(name, r.returncode == 2 and words in r.stderr and not r.stdout, r)


def of_others():
    def contest(code, *args, settings="time=30000:", game="mykerinos", players=2):
        path = pathlib.Path(folder) / "bot.py"
        path.write_text(code)
        r = run("arena", game, f"run:{settings}{sys.executable} {path}", "random", "--games", str(players), "--players", str(players),
                "--json", *args)
        return r, json.loads(r.stdout or "{}")

    for game in json.loads(run("games", "--json").stdout):
        r, told = contest(ANY, game=game["game"], players=game["max_players"])
        test(f"{game['game']}: a program plays a whole game", r.returncode == 0 and told["illegal"] == 0 and told["rounds"] == 1, r)
    told_all = SPEAK + """
        ok = (game["seat"] == told["seat"] and game["players"] == 2 and told["time"] == 30000 and told["view"]
              and seen["games"] == seen["over"] + 1 and seen["saw"] > 0)
        say('move ' + (told['legal'][0] if ok else 'nonsense'))"""
    r, told = contest(told_all, "--time", "30000", "--games", "4", settings="")
    test("a program is told its seat, its time, what happens and when a game is over", told["illegal"] == 0, r)
    r, told = contest(SPEAK + "        say('move dance')")
    test("an illegal move loses the game, and is told", r.returncode == 1 and told["bots"][0]["illegal"] == 2
         and told["bots"][0]["share_permille"] == 0 and "move dance" in told["bots"][0]["fault"], r)
    r, told = contest(SPEAK + """        sys.stdout.buffer.write(b"move \\x1b[2J\\x9b31m\\xff\\x07\\n"); sys.stdout.flush()""")
    test("what a program answers cannot write to a terminal, nor spoil JSON", "'move ?[2J?31m??' names" in told["bots"][0]["fault"], r)
    r, told = contest(SPEAK + """        say('move ' + told['legal'][0] + chr(0) + 'x')""")
    test("a move with a zero behind it is no move", told["bots"][0]["illegal"] == 2, r)
    refused_because("a name that is no text", "??[1m", "arena", "mykerinos", "run:printf '\\377\\033[1m\\n'", "random")
    r, told = contest(SPEAK + "        time.sleep(9)", settings="time=20:")
    test("a program that is late loses the game", "no answer in 20 ms" in told["bots"][0]["fault"], r)
    r, told = contest(SPEAK + "        os._exit(7)")
    test("a program that ends loses the game and is started again", told["bots"][0]["illegal"] == 2
         and "exit code 7" in told["bots"][0]["fault"], r)
    r, told = contest(SPEAK + "        say('x' * 5000)")
    test("a line without end loses the game", "over 4096 bytes" in told["bots"][0]["fault"], r)
    r, told = contest(SPEAK + "        memory = bytearray(900 << 20); say('move ' + told['legal'][0])", settings="memory=600,time=30000:")
    test("a program gets no more memory than it may have", "ended" in told["bots"][0]["fault"], r)
    refused_because("a command that is not there", "exit code 127", "arena", "mykerinos", "run:./there-is-none", "random")
    refused_because("a program that says no name", "must be 'bot NAME'", "arena", "mykerinos", "run:cat", "random")
    refused_because("no command", "needs a command", "arena", "mykerinos", "run:time=50: ", "random")
    refused_because("no such setting of a program", "no setting 'speed=5'", "arena", "mykerinos", "run:speed=5:cat", "random")
    refused_because("a program is not counted by iterations", "no setting 'iterations=5'", "arena", "mykerinos", "run:iterations=5:cat", "random")
    if bubblewrap_works():
        harm = SPEAK + f"""
        try: open({str(pathlib.Path(folder) / 'harm')!r}, "w"); say("move wrote")
        except OSError: pass
        try: socket.create_connection(("127.0.0.1", {port}), 1); say("move connected")
        except OSError: say('move ' + told['legal'][0])"""
        r, told = contest(harm)
        test("a program in the sandbox can write no file and reach no network", told["illegal"] == 0
             and not (pathlib.Path(folder) / "harm").exists(), r)
    example = pathlib.Path(__file__).parent.parent / "examples" / "bot.py"
    os.environ["PYTHONPATH"] = str(example.parent.parent / "python")
    library = pathlib.Path(PROGRAM).parent / "python" / "_petteia.so"
    os.environ["PETTEIA_LIBRARY"] = str(library.resolve())
    if library.exists() and "sanitize" not in PROGRAM:  # Python has no sanitizer's library
        r = run("arena", "mykerinos", f"run:time=30000:/usr/bin/python3 {example}", "random", "--games", "2", "--json")
        test("the example plays", r.returncode == 0 and json.loads(r.stdout)["illegal"] == 0, r)


with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listener:
    port = listener.getsockname()[1]
    of_others()

r = run("arena", "mykerinos", "random:time=1", "master:time=1,iterations=3", "--games", "2", "--json")
test("every bot may have limits of its own", r.returncode == 0 and json.loads(r.stdout)["rounds"] == 1, r)
refused("no time at all", "arena", "mykerinos", "master:time=0", "random")

for number, send in ((signal.SIGINT, os.killpg), (signal.SIGTERM, os.killpg), (signal.SIGTERM, os.kill)):
    # As in the background of a script, which ignores SIGINT; the last time only the parent is told, as by a plain kill.
    short = subprocess.Popen([PROGRAM, "arena", "mykerinos", "master", "master", "--time", "60000", "--games", "2"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE,
                             text=True, start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    while short.poll() is None and not catches(short.pid, number):
        time.sleep(0.02)
    send(short.pid, number)
    try:
        text, said = short.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        os.killpg(short.pid, signal.SIGKILL)
        text, said = "it goes on", ""
    test(f"a contest that is stopped by {number.name} at once has no figures, and says so", "0 games" in text and "too few games" in text
         and "%" not in text and "stopped; this is what was done so far" in said, (text, said))

with tempfile.TemporaryDirectory() as folder:
    out = pathlib.Path(folder) / "kept"
    contest = ["arena", "mykerinos", "greedy", "random", "--iterations", "20", "--json", "--out", str(out)]
    r = run(*contest, "--games", "3")  # rounded up to whole rounds
    first = json.loads(r.stdout)
    test("games come in whole rounds", first["games"] == 4, r)
    test("greedy beats random", first["bots"][0]["share_permille"] >= 900, r)
    test("shares sum to one", sum(b["share_permille"] for b in first["bots"]) in range(998, 1003), r)
    records = sorted(out.glob("*.play"))
    test("every record is kept", len(records) == 4, records)
    test("every record is judged right", all(run("replay", str(p)).returncode == 0 for p in records))
    names = [p.read_text().split('Player1 "')[-1].split('"')[0] for p in records[:2]]
    lines = (out / "results.txt").read_text().count("\n")
    more = json.loads(run(*contest, "--games", "8").stdout)
    test("a contest goes on where it was",
         more["games"] == 8 and (out / "results.txt").read_text().count("\n") == lines + 4, more)
    again = json.loads(run(*contest, "--games", "8").stdout)
    test("and has nothing left to play", again == more, again)
    # Cut the last line short, as a crash would: the game is played again.
    text = (out / "results.txt").read_text()
    (out / "results.txt").write_text(text[: text.rindex("\n", 0, -1) + 4] + "\n")
    lines = ["arena", "myst", "run:echo bot A\ntrue", "random", "--games", "2", "--json", "--out", str(pathlib.Path(folder) / "lines")]
    told = [json.loads(run(*lines).stdout or "{}").get("games") for _ in range(2)]
    test("a command of several lines goes on where it was", told == [2, 2], told)
    test("a line that was cut off is played again", json.loads(run(*contest, "--games", "8").stdout)["games"] == 8)
    r = run("arena", "mykerinos", "random", "greedy", "--iterations", "20", "--out", str(out))
    test("another contest in the same folder is refused", r.returncode == 2 and not r.stdout, r)
    test("seats rotate", names == ["greedy", "random"], names)

    opened = pathlib.Path(folder) / "opened"
    run("arena", "myriath", "greedy", "greedy", "--games", "6", "--opening", "5", "--out", str(opened))
    plays = [[x for x in p.read_text().split("\n") if x[:1] in ("1", "2")] for p in sorted(opened.glob("*.play"))]
    test("a round has one opening", all(plays[i][:5] == plays[i + 1][:5] for i in (0, 2, 4)), plays)
    test("and the next round another", len({tuple(p[2:5]) for p in plays[::2]}) == 3, plays)

    r = run("arena", "mykerinos", "greedy", "random", "--games", "2000", "--sprt", "0,100", "--json")
    sprt = json.loads(r.stdout)
    test("the SPRT stops early when it is clear", sprt["verdict"] == "high" and sprt["games"] < 500, sprt)
    r = run("arena", "mykerinos", "random", "greedy", "--games", "8", "--players", "3", "--json")
    test("the last bot fills the seats", json.loads(r.stdout)["games"] == 9, r)

    record = str(records[0])
    hints = json.loads(run("hint", record, "--at", "20", "--iterations", "300", "--json").stdout)
    total = sum(hints["ideas"][0]["share_permille"])
    test("hint: shares of the win sum to one", 990 <= total <= 1002, hints)
    test("hint: the most visited move first",
         [i["visits"] for i in hints["ideas"]] == sorted((i["visits"] for i in hints["ideas"]), reverse=True))
    same = json.loads(run("hint", record, "--at", "20", "--iterations", "300", "--json").stdout)
    test("hint: the same seed, the same answer", same == hints)
    position = pathlib.Path(folder) / "position"
    position.write_text(run("replay", record, "--position", "20").stdout)
    there = json.loads(run("hint", "--game", "mykerinos", "--players", str(len(names)), "--position", str(position),
                           "--iterations", "300", "--json").stdout)
    test("hint --at N asks where replay --position N is", there == hints, (there, hints))
    asked = run("hint", record, "--at", "20", "--iterations", "300", "--seat", str(hints["seat"] + 1), "--json").stdout
    test("hint --seat asks for a player", json.loads(asked) == hints, asked)
    r = run("hint", record, "--at", "20", "--seat", str(2 - hints["seat"]))
    test("hint --seat: a player who has no choice", r.returncode == 1 and "has no choice" in r.stderr and not r.stdout, r)
    r = run("hint", record, "--at", "20", "--iterations", "50")
    test("hint says what its figures are and what comes first",
         "The best move comes first" in r.stdout and "share of the win" not in r.stdout, r)
    r = run("hint", record)
    test("hint: nobody has a choice at the end", r.returncode == 1 and "over" in r.stderr and not r.stdout, r)
    r = run("hint", record, "--at", "9999")
    test("hint: no position behind the end", r.returncode == 1 and "has only" in r.stderr, r)
    broken = pathlib.Path(folder) / "broken.play"
    broken.write_text('[Game "mykerinos"]\n[Players "2"]\n* first 1\n1 pass\n')
    r = run("analyse", str(broken))
    test("analyse: a wrong record has no summary",
         r.returncode == 1 and not r.stdout and "broken.play:4:" in r.stderr, r)
    broken.write_text(re.sub(r'\[Result ".*"\]', '[Result "1 2"]', pathlib.Path(record).read_text()))
    r = run("analyse", str(broken), "--iterations", "5")
    test("analyse: a result that replay refuses", r.returncode == run("replay", str(broken)).returncode == 1
         and not r.stdout and "Result 1 2" in r.stderr, r)
    judged = json.loads(run("analyse", record, "--iterations", "60", "--json").stdout)
    test("analyse: every decision is judged and the losses are not negative",
         judged["complete"] and len(judged["decisions"]) > 20
         and all(d["loss_permille"] >= 0 for d in judged["decisions"]))
    lost = {p["player"]: p["loss_permille"] / max(p["decisions"], 1) for p in judged["players"]}
    test("analyse: random gives more away than greedy", lost["random"] > lost["greedy"], lost)
    marked = [d for d in judged["decisions"] if d["mark"] in ("mistake", "blunder")]
    test("analyse: no mistake without a search four times as long",
         marked and all(d["confirmed"] and d["iterations"] >= 240 for d in marked), marked[:1])
    by_number = {d["move_number"]: d for d in judged["decisions"]}
    test("analyse: a moment is a decision that cost something, explained against what was better",
         judged["moments"] and all(m["why"]["other"]["text"] == by_number[m["move_number"]]["played"]["move"]["text"]
                                   and m["why"]["best"]["text"] == by_number[m["move_number"]]["best"]["move"]["text"]
                                   and m["loss_permille"] >= 20 and m["why"]["trust"] != "close" for m in judged["moments"]), judged["moments"])
    test("analyse --moments 0 explains none", "moments" not in json.loads(run("analyse", record, "--iterations", "5", "--moments", "0", "--json").stdout))
    why = json.loads(run("hint", record, "--at", "20", "--iterations", "300", "--why", "--json").stdout)
    ideas, equals = [i["move"]["text"] for i in why["ideas"]], [e["text"] for e in why["why"].get("equal", [])]
    test("hint --why compares the first with another that is not its equal", why["why"]["best"]["text"] == ideas[0]
         and why["why"]["other"]["text"] in ideas[1:] and why["why"]["other"]["text"] not in equals, why)
    opened = json.loads(run("analyse", record, "--iterations", "30", "--open", "--json").stdout)
    test("analyse --open judges too", opened["complete"] and opened["decisions"])
    slow = subprocess.Popen([PROGRAM, "analyse", record, "--time", "2000", "--json"],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while slow.poll() is None and not catches(slow.pid, signal.SIGINT):
        time.sleep(0.02)
    time.sleep(0.2)
    slow.send_signal(signal.SIGINT)
    text, _ = slow.communicate(timeout=600)
    test("analyse: Ctrl-C ends it with what there is", json.loads(text)["complete"] is False, text[:200])

    r = run("hint", "--game", "mykerinos", "--position", str(pathlib.Path(folder) / "none"))
    test("hint: a position that is not there", r.returncode == 2, r)

r = run("tune", "mykerinos", "--games", "5", "--iterations", "8", "--matches", "2")
test("tune prints the loss, the numbers and the gain",
     r.returncode == 0 and "log loss" in r.stdout and "lead" in r.stdout and "new against old" in r.stdout, r)

played = ("tune", "myst", "--play", "4", "--iterations", "20")
r, again = run(*played), run(*played)
numbers = [line for line in r.stdout.splitlines() if line.startswith("  ") and " % +- " in line]
test("tune --play says of every number what more of it brought",
     r.returncode == 0 and "4 rounds of 2 games" in r.stdout and len(numbers) > 10 and numbers[-1].split()[0] == "lead", r)
test("tune --play says something of each", len({line.split()[4] for line in numbers}) > 1, r)
test("tune --play plays the same games again", r.stdout == again.stdout, again)
refused("tune --play without rounds", "tune", "myst", "--play", "0")
refused("tune --play several at a time", "tune", "myst", "--play", "4", "--jobs", "2")

NET = str(pathlib.Path(__file__).parent.parent / "games" / "mytikas" / "nets" / "2.net")
refused("selfplay without files to write", "selfplay", "mytikas")
refused_because("a net that is not there", "No such file", "arena", "mytikas", "master:net=1", "master", "--net", "/nowhere.net")
refused_because("a net that is none", "is no net", "arena", "mytikas", "master:net=1", "master", "--net", __file__)
refused_because("a net of another game", "is for another game", "selfplay", "myst", "--net", NET, "--out", "/nowhere/at")
with tempfile.TemporaryDirectory() as folder:
    written = []
    for jobs in (1, 2):
        prefix = f"{folder}/{jobs}"
        r = run("selfplay", "mytikas", "--games", "2", "--iterations", "16", "--net", NET, "--jobs", str(jobs), "--out", prefix)
        test(f"selfplay, {jobs} at a time", r.returncode == 0 and not r.stderr, r)
        written.append({b"".join(pathlib.Path(f"{prefix}.{job}.moves").read_bytes() for job in range(jobs))})
    head = pathlib.Path(f"{folder}/1.0.positions").read_bytes()[:256]
    test("selfplay says what was played, and by which net", bool(re.match(rb"petteia selfplay 1 game mytikas players 2 .* net [0-9a-f]{64}\n\0", head)), head)
    test("selfplay plays the same games again, however many at a time", written[0] == written[1])
r = run("arena", "mytikas", "champion", "master", "--iterations", "60", "--games", "20", "--json")
test("a champion has its net: it beats the master", json.loads(r.stdout)["bots"][0]["share_permille"] > 600, r.stdout)

with tempfile.TemporaryDirectory() as folder:
    page, kept = pathlib.Path(folder) / "page.md", pathlib.Path(folder) / "kept"
    strength = [sys.executable, str(pathlib.Path(__file__).parent.parent / "tools" / "strength"), "--petteia", PROGRAM,
                "--parts", "uct,self", "--only", "myriath", "--times", "2", "--games", "20",
                "--keep", str(kept), "--out", str(page)]
    r = subprocess.run([*strength, "--minutes", "0"], capture_output=True, text=True, timeout=900)
    test("strength: without time it only writes the page", r.returncode == 0 and "| myriath" not in page.read_text(), r)
    r = subprocess.run(strength, capture_output=True, text=True, timeout=900)
    rows = [line for line in page.read_text().splitlines() if line.startswith("| myriath")]
    test("strength: every contest ends shown, missed or with all its games",
         r.returncode == 0 and len(rows) == 2
         and all(row.split("|")[-2].strip() in ("shown", "missed", "played") for row in rows), (r, rows))
    test("strength: a bot against itself shows nothing", any("casual : casual" in row and "played" in row for row in rows))
    first = page.read_text()
    r = subprocess.run(strength, capture_output=True, text=True, timeout=900)
    test("strength: and has nothing left to play", not r.stderr and page.read_text() == first, r)

failed = results.count(False)
print(f"{len(results) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
