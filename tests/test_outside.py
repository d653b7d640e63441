#!/usr/bin/env python3
"""Bots of others on the server (docs/hosting.md): they sit at tables like ours, in a sandbox, and whatever they do wrong, the game goes on.
Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bare_system import bubblewrap_works  # noqa: E402
from at_table import guest, make, play_some  # noqa: E402
from client import enter, http  # noqa: E402
from serving import Server  # noqa: E402

# A whole bot; what it does when it is asked follows.
SPEAK = """import json, os, socket, sys, time
def can(do, *more):
    try: return do(*more) or True
    except OSError: return False
for line in sys.stdin:
    word, _, told = line.strip().partition(' ')
    if word == 'petteia': print('bot Test', flush=True)
    if word == 'game': game = json.loads(told)
    if word == 'decide':
        told = json.loads(told)
        first = 'move ' + told['legal'][0]
        """
# Many processes, each with less than it may have, that wait for nobody. They are more than it may have together.
GREEDY = """
        for i in range(12):
            if not os.fork():
                have = bytearray(40 << 20)
                for at in range(0, len(have), 4096): have[at] = 1
                time.sleep(99)
        time.sleep(99)"""
BOTS = {"Good": "print(first if game['seat'] == told['seat'] == 1 and told['time'] == 30000 else 'nonsense', flush=True)",
        "Slow": "time.sleep(99)", "Lame": "time.sleep(99)", "Dead": "os._exit(7)", "Nonsense": "print('move dance', flush=True)",
        "Chatty": "while True: os.write(1, b'info I think\\n' * 999)",
        "Loud": "os.write(2, FORGED * 2000); print(first, flush=True)",
        "Faulty": "raise ValueError('what it \\x1b[2J \"says\"')",
        "Spy": "print(first if not os.listdir(DATA) and 'PGPASSWORD' not in os.environ else 'nonsense', flush=True)",
        "Writer": "print('nonsense' if any(can(open, d + '/it', 'w') for d in (DATA, FOLDER, '/', '/dev', '/dev/shm')) else first, flush=True)",
        "Any": "print(first, flush=True)",
        "Reader": "print('nonsense' if any(can(open, f) for f in (FOLDER + '/secret', '/etc/passwd', FOLDER + '/Any.py')) "
                  "or not can(open, FOLDER + '/open/book') else first, flush=True)",
        "Link": "print('nonsense' if os.listdir(FOLDER + '/link/data') or can(open, FOLDER + '/into/petteia.db') "
                "or not can(open, FOLDER + '/link/near') else first, flush=True)",
        "Greedy": GREEDY,
        "Caller": "print('nonsense' if can(lambda: socket.socket(socket.AF_UNIX).connect(FOLDER + '/socket')) else first, flush=True)"}
FORGED = b"\ntime=2000-01-01T00:00:00.000Z event=admin who=forged"
passed = failed = 0


def test(name, good, *more):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(f"{'ok  ' if good else 'FAIL'} {name}", *([] if good else more))


def bots_file(folder, data):
    lines = ["# name games settings command"]
    for name, does in BOTS.items():
        with open(os.path.join(folder, name + ".py"), "w", encoding="utf-8") as f:
            f.write(SPEAK + does.replace("DATA", repr(data)).replace("FOLDER", repr(folder)).replace("FORGED", repr(FORGED)) + "\n")
        time_ms = {"Slow": 300, "Lame": 300, "Chatty": 300, "Greedy": 60000}.get(name, 30000)
        more = {"Caller": [folder], "Reader": [folder + "/open"], "Link": [folder + "/link", folder + "/into"]}.get(name, [])
        settings = ",".join([f"time={time_ms}", f"memory={256 if name == 'Greedy' else 512}", *(f"files={path}" for path in [sys.base_prefix, *more])])
        lines.append(f"{name} mykerinos,myst {settings} {sys.executable} {folder}/{name}.py")
    os.mkdir(os.path.join(folder, "open"))
    for file in (folder + "/secret", folder + "/open/book", os.path.dirname(data) + "/near"):
        with open(file, "w", encoding="utf-8") as f:
            f.write("a word\n")
    os.symlink(os.path.dirname(data), folder + "/link")
    os.symlink(data, folder + "/into")
    path = os.path.join(folder, "bots.txt")
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    return path


def plays(s, bot, moves):
    """A person plays some moves against it; what a watcher was told of it meanwhile, and what the table has."""
    token = guest(s, "Ada")
    table = make(s, token, "mykerinos", ["me", f"run:{bot}"])
    looker, c = enter(s.base, guest(s, "Eve"), hello={"lang": "fr"}), enter(s.base, token)
    looker.send(t="watch", table=table)
    looker.until(t="table")
    made = play_some(table, c, 0, moves)
    looker.send(t="watch", table=table, id="end")
    heard = []
    while not heard or heard[-1].get("re") != "end":
        heard.append(looker.receive())
    log = s.log_text()
    return made, [m["words"] for m in heard if m["t"] == "notice" and m["kind"] == "bot"], [line for line in log.splitlines() if "bot-failed" in line and bot in line]


def check_log(s):
    """What programs write to standard error: one line a move, however much it was, which says whose words they are."""
    made, notices, failures = plays(s, "Loud", 3)
    test("one that complains without end plays all the same", made == 3 and not notices and not failures, made, notices, failures)
    lines = s.log_text().splitlines()
    loud = [line for line in lines if "forged" in line]
    test("its complaints do not fill the log", 0 < len(loud) < 100 and all(len(line) < 700 for line in loud), len(loud), loud[:2])
    test("and forge no line of it", all(re.match(r"time=20[2-9]\d-[\d:.T-]+Z event=bot-said name=Loud table=\w+ words=\"[^\"]*\"$", line) for line in loud), loud[:2])
    faulty = plays(s, "Faulty", 3)[2]
    said = [line for line in s.log_text().splitlines() if "bot-said name=Faulty" in line]
    test("why one has ended stands in the log", faulty and said and "Traceback" in said[0], faulty, said)
    test("no line of the log gives orders to a terminal", "\x1b" not in s.log_text() and all(line.startswith("time=20") for line in s.log_text().splitlines()))


def start_fails(program, data, text):
    """The server's last words with such a file."""
    path = os.path.join(data, "wrong.txt")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    r = subprocess.run([program, "serve", "--port", "0", "--data", os.path.join(data, "wrong"), "--web", "none", "--bots", path], capture_output=True,
                       text=True, timeout=60, check=False)
    return r.returncode, r.stdout + r.stderr


def until(look, seconds=120):
    """What it sees, once that is something; the limit is for a busy machine."""
    end = time.monotonic() + seconds
    while not (found := look()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


TERMS = {"game": "mykerinos", "name": "Bots", "format": "robin", "seats": 2, "come": 60, "pause": 0, "clock": {"kind": "bank", "ms": 600000, "increment": 0}}


def tournament_over(s, e):
    """It, once it is over."""
    def over():
        told = http(s.base, f"/api/tournaments/{e}?round=all")[1]
        return told if told["phase"] == "over" else None
    return until(over) or {"standings": [], "tables": []}


def with_a_bot(s, host):
    """A tournament that has not begun; a bot of others is in it."""
    e = http(s.base, "/api/tournaments", TERMS, host)[1]["tournament"]
    test("a tournament waits with a bot of others in it", [http(s.base, f"/api/tournaments/{e}/bot", {"level": level}, host)[0] for level in ("run:Any", "random")] == [200, 200])
    return e


def goes_on_without_its_bot(s, e, host):
    """The host has taken the bot out of their file before the first round: a bot of ours moves for it, and the log says so."""
    status, told = http(s.base, f"/api/tournaments/{e}/bot", {"level": "run:Any"}, host)
    test("one that the host lets in no longer is not entered anew", status == 409 and "bot" in told["words"], status, told)
    test("the tournament begins all the same", http(s.base, f"/api/tournaments/{e}/pair", {}, host)[0] == 200)
    told = tournament_over(s, e)
    test("and is played to the end, with the bot's name in its place", sorted(row["name"] for row in told["standings"])[0] == "Any" and len(told["standings"]) == 2, told)
    said = [line for line in s.log_text().splitlines() if "event=bot-missing" in line]
    test("the log says whom another bot moves for, and where", len(said) == 1 and re.search(rf"name=Any tournament={e} table=\w+$", said[0]), said)


def plays_in_a_tournament(s):
    host = guest(s, "Hester")
    e = http(s.base, "/api/tournaments", TERMS, host)[1]["tournament"]
    said = [http(s.base, f"/api/tournaments/{e}/bot", {"level": level}, host)[0] for level in ("run:Any", "random", "run:Nobody", "run:any")]
    test("a tournament takes one that the host has let in, and no other", said == [200, 200, 409, 409], said)
    http(s.base, f"/api/tournaments/{e}/pair", {}, host)
    told = tournament_over(s, e)
    test("it plays there to the end, under its name", sorted(row["name"] for row in told["standings"])[0] == "Any" and "name=Any" not in s.log_text(), told)
    other = http(s.base, "/api/tournaments", {**TERMS, "game": "mytikas"}, host)[1]["tournament"]
    test("but not a game that it does not play", http(s.base, f"/api/tournaments/{other}/bot", {"level": "run:Any"}, host)[0] == 409)


def plays_in_quick_pairing(s):
    """Who waits is given the bot whose rating is nearest to theirs; here only this one has a rating."""
    s.ask("INSERT INTO ratings VALUES('bot:run:Any', 'mykerinos', 'Any', 30, 1, 30)")
    token = guest(s, "Quinn")
    paired = http(s.base, "/api/quick/bots", {"offers": [{"game": "mykerinos", "players": 2, "pace": "quick"}]}, token)[1]["table"]
    c = enter(s.base, token)
    c.send(t="watch", table=paired)
    seats = c.until(t="table")["seats"]
    test("quick pairing seats the one whose rating is nearest", [seat.get("level") for seat in seats if seat["kind"] == "bot"] == ["run:Any"], seats)


def run(program, folder, data):
    os.environ["PGPASSWORD"] = "secret"
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(folder + "/socket")
    listening.listen()
    with Server(program, "--rate", "0", "--bots", bots_file(folder, data), data=data) as s:
        told = {b["level"]: b for b in http(s.base, "/api/bots")[1]}
        test("the list of bots has them", told.get("run:Good", {}).get("games") == ["mykerinos", "myst"]
             and told["run:Good"]["words"].startswith("Good: "), told.keys())
        made, notices, log = plays(s, "Good", 6)
        test("one plays like a bot of ours, and is told its seat and its time", made == 6 and not notices and not log, made, notices, log)
        plays_in_a_tournament(s)
        plays_in_quick_pairing(s)
        for bot, what in (("Reader", "read files that nobody has named"), ("Spy", "see the server's data or its environment"),
                          ("Link", "see the server's data through a link"), ("Writer", "write, not even where it is in memory"),
                          ("Caller", "call a service of this machine, such as its database")):
            made, notices, log = plays(s, bot, 2)
            test(f"it cannot {what}", made == 2 and not log, made, log)
        check_log(s)
        for bot, why in (("Slow", "300 ms"), ("Chatty", "300 ms"), ("Dead", "exit code 7"), ("Nonsense", "move dance")):
            begin = time.monotonic()
            made, notices, log = plays(s, bot, 3)
            test(f"{bot}: another bot moves, those who watch are told in their language, and the log says why", made == 3 and notices
                 and "n’a pas répondu" in notices[0] and log and why in log[0], made, notices, log)
            test(f"{bot}: it is not waited for at every move", time.monotonic() - begin < 90, time.monotonic() - begin)
        made, notices, log = plays(s, "Greedy", 3)
        test("processes that have too much together are killed before its time is up", made == 3 and log and "256 MiB" in log[0], made, log)
        logs = [plays(s, bot, 3)[2] for bot in ("Lame", "Good") * 3]
        test("it rests after a fault, and another program that plays meanwhile does not end that", len(logs[4]) == 1 and not logs[5], logs)
        status, refused = http(s.base, "/api/tables", {"game": "mytikas", "players": 2, "seats": ["me", "run:Good"]}, guest(s))
        test("one does not sit where it does not play", status == 400, refused)
        table = make(s, token := guest(s), "mytikas", ["me", ""], start=False)
        c = enter(s.base, token)
        for n, level in enumerate(("run:Good", "run:Nobody", "run:;reboot")):
            c.send(t="bot", table=table, seat=1, level=level, id=f"no{n}")
            test(f"{level} is refused at that table", c.until(re=f"no{n}")["t"] == "refused")
        table = make(s, token, "mykerinos", ["me", "run:Good"])
        waiting = with_a_bot(s, token)
        test("the server stops when it is told to, whatever they do", s.stop() == 0)
    listening.close()
    with Server(program, "--rate", "0", data=data) as s:  # the host has changed their mind
        c = enter(s.base, token)
        test("a table goes on when the host lets its bot in no longer", play_some(table, c, 0, 2) == 2)
        goes_on_without_its_bot(s, waiting, token)
    for text, why in (("good all cat", "no name for a bot"), ("Good chess cat", "no game “chess”"), ("Good all", "a line needs"),
                      ("Good all cat\n\nGood all cat", "3: there are two bots called Good"), ("Good , cat", "1: a line needs"),
                      ("Good all cat\nLong all cat " + "x" * 1011 + "# more", "2: a line is at most 1022 bytes"), ("Good all c\0at", "1: a line is at most"),
                      ("Good all time=soon cat", "1: "), ("Good all memory=1 cat", "memory=1"), ("Good all time=5,WAIT=1 cat", "WAIT=1"),
                      ("Good all files=/no/such cat", "1: “files=/no/such” names nothing"), ("Good all time=5,files=relative cat", "names nothing"),
                      ("Good all,myst,myst cat\ngood all cat", "2: “good” is no name")):
        code, words = start_fails(program, folder, text + "\n")
        test(f"a wrong line is refused: {why}", code == 1 and why in words, code, words)
    r = subprocess.run([program, "serve", "--port", "0", "--data", os.path.join(folder, "no"), "--bots", os.path.join(folder, "none")], capture_output=True,
                       text=True, timeout=60, check=False)
    test("so is a file that is not there", r.returncode == 1 and "cannot be read" in r.stdout + r.stderr, r)


if not bubblewrap_works():
    print("bubblewrap makes no namespaces here: the server takes no programs of others\n0 passed, 0 failed, 1 skipped")
    sys.exit(77)
with tempfile.TemporaryDirectory(prefix="petteia-bots-") as own, tempfile.TemporaryDirectory(prefix="petteia-data-") as stored:
    os.mkdir(os.path.join(stored, "data"))
    run(os.path.abspath(sys.argv[1]), own, os.path.join(stored, "data"))
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
