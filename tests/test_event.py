#!/usr/bin/env python3
"""petteia event with the real program: a club evening from sign-up to the last standings, mistakes that change nothing, and
kill -9 while it writes.

    tests/test_event.py PROGRAM [--kills N]"""
# SPDX-License-Identifier: MIT
import csv
import io
import json
import os
import signal
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/petteia")
KILLS = int(sys.argv[sys.argv.index("--kills") + 1]) if "--kills" in sys.argv else 40
ENV = {**os.environ, "PETTEIA_LANG": "en"}
passed = failed = 0


def test(name, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {name}: {detail}")


def event(*args, text=None):
    return subprocess.run([PROGRAM, "event", *args], env=ENV, input=text, capture_output=True, text=True, timeout=60)


def standings(file):
    r = event("standings", file, "--json")
    assert r.returncode == 0, r.stderr
    return json.loads(r.stdout)


def content(file):
    with open(file, "rb") as f:
        return f.read()


def refused(name, file, words, *args, text=None):
    """One line that says why, exit code 2, and not a byte is different."""
    before = content(file) if os.path.exists(file) else None
    r = event(*args, text=text)
    test(f"{name}: refused", r.returncode == 2 and r.stdout == "" and r.stderr.count("\n") == 1 and words in r.stderr, r)
    test(f"{name}: nothing changed", before == (content(file) if os.path.exists(file) else None))


def enter_all(file):
    """Enters a result at each table of the round that has none."""
    for table in standings(file)["tables"]:
        if not table["over"]:
            seats = len(table["seats"])
            r = event("result", file, f"{table['round']}.{table['table']}", *[str(1 + (i + table["table"]) % seats) for i in range(seats)])
            test("a result is taken", r.returncode == 0, r)


def once_a_round(said):
    """Nobody sits at two tables of a round."""
    seen = [(table["round"], seat["number"]) for table in said["tables"] for seat in table["seats"]]
    return len(seen) == len(set(seen))


def an_evening(folder):
    file, names = os.path.join(folder, "club.event"), os.path.join(folder, "names")
    with open(names, "w", encoding="utf-8") as f:
        f.write("\ufeffAna\t1800\r\nZoé, the elder\nSofia\t1750\n\nNoor\nLena\n")
    r = event("new", file, "--seats", "3", "--rounds", "3", "--points", "5,2,0", "--name", "Club evening", "--seed", "12", "--game", "mytikas")
    test("new says the seed", r.returncode == 0 and " 12." in r.stdout, r)
    test("join reads a list", event("join", file, "--list", names).returncode == 0)
    test("join takes names", event("join", file, "Theo", "Max", "Ida", "Jo").returncode == 0)
    for round_number in (1, 2, 3):
        r = event("pair", file)
        test("pair prints the tables", r.returncode == 0 and r.stdout.startswith(f"Round {round_number}\n  Table 1: "), r)
        enter_all(file)
    test("one may leave", event("leave", file, "Jo", "2").returncode == 0)
    refused("all rounds", file, "all 3 rounds", "pair", file)
    test("over", event("over", file).returncode == 0)
    said = standings(file)
    test("three rounds of three tables", len(said["tables"]) == 9 and once_a_round(said), said)
    test("all points were given", sum(float(row["points"]) for row in said["standings"]) == 9 * 7, said)
    test("over is over", said["phase"] == "over" and [row["place"] for row in said["standings"]] == list(range(1, 10)))
    rows = list(csv.DictReader(io.StringIO(event("standings", file, "--csv").stdout)))
    test("CSV says the same", [(r["name"], r["points"]) for r in rows] == [(r["name"], r["points"]) for r in said["standings"]], rows)
    lines = event("standings", file).stdout.splitlines()
    test("text has a row for each", len(lines) >= 10 and "Zoé, the elder" in "".join(lines), lines)
    test("ties are explained in French", "départage" in event("standings", file, "--lang", "fr").stdout or not any(
        row.get("above_next", {}).get("by") in ("met", "wins", "lot") for row in said["standings"]))
    test("the rounds follow from the seed", event("check", file).returncode == 0)
    test("tables of a round", event("tables", file, "1").stdout.count("Table") == 3)
    refused("after the end", file, "over", "join", file, "Late")


def a_round_taken_back(folder):
    """A wrong result that is seen when the next round hangs on the wall, and somebody who comes late."""
    file = os.path.join(folder, "back.event")
    event("new", file, "--seed", "6", "--seats", "4", "--rounds", "3")
    event("join", file, *"ABCDEFGH")
    refused("nothing to take back", file, "not being played", "unpair", file)
    event("pair", file)
    enter_all(file)
    refused("a round with results", file, "has a result", "unpair", file)
    first = event("pair", file).stdout
    test("unpair", event("unpair", file).returncode == 0 and standings(file)["round"] == 1)
    test("the same again", event("pair", file).stdout == first)
    event("unpair", file)
    test("the round before is open", event("result", file, "1", "4", "3", "2", "1").returncode == 0)
    event("join", file, "Late")
    test("who came late is in", "Late" in event("pair", file).stdout)
    test("it follows from the seed", event("check", file).returncode == 0)


def a_knock_out(folder):
    """Places go by the round that somebody reached, and everybody can see it. A bye is a round, too."""
    file = os.path.join(folder, "cup.event")
    event("new", file, "--format", "knockout", "--seed", "5")
    event("join", file, "--list", "-", text="".join(f"P{i}\t{2000 - i}\n" for i in range(1, 14)))
    event("pair", file)
    enter_all(file)
    test("who has a bye may leave", event("leave", file, "P1").returncode == 0)
    for _ in range(3):
        event("pair", file)
        enter_all(file)
    test("over", event("over", file).returncode == 0)
    rows = standings(file)["standings"]
    test("later rounds stand above earlier ones", [row["reached"] for row in rows] == [4, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1], rows)
    test("a bye counts as a round", next(row["place"] for row in rows if row["name"] == "P1") == 8, rows)
    test("text and CSV say so", event("standings", file).stdout.splitlines()[0].endswith("  round")
         and event("standings", file, "--csv").stdout.splitlines()[1].endswith(",4"))


def the_seed(folder):
    """A seed that was drawn and printed can be given, and everything is drawn as before."""
    files = [os.path.join(folder, name) for name in ("drawn.event", "given.event")]
    seed = event("new", files[0]).stdout.rstrip(".\n").split()[-1]
    r = event("new", files[1], "--seed", seed)
    test("a printed seed can be given", r.returncode == 0, r)
    for file in files:
        event("join", file, *"ABCDEFGHI")
    test("the same seed, the same round", event("pair", files[0]).stdout == event("pair", files[1]).stdout)
    test("JSON has the seed too", [standings(file)["seed"] for file in files] == [seed, seed])
    test("one round is not all rounds", event("check", files[0]).stdout == "The round follows from the seed.\n")


def a_spreadsheet(folder):
    """Names that a spreadsheet would work out are text in the CSV; all others are as they are."""
    file, names = os.path.join(folder, "sheet.event"), ["=1+1", "+Ben", "-Cleo", '@Dan, "the", first', 'Zoé "Z", jr.', "O'Neil", "=" + 62 * "x"]
    event("new", file)
    event("join", file, "--list", "-", text="\n".join(names))
    rows = {row["name"] for row in csv.DictReader(io.StringIO(event("standings", file, "--csv").stdout))}
    test("no name is a formula", rows == {("'" if name[0] in "=+-@" else "") + name for name in names}, rows)
    test("JSON has the names", {row["name"] for row in standings(file)["standings"]} == set(names))


def actions():
    """The actions that --help names, from which completion is made, are those that there are."""
    usage = event("--help").stdout.split("\n")[0].split()[2]
    for action in [*usage.split("|"), "dance"]:
        r = event(action, "/nowhere/at.all")
        test(f"{action} is {'an' if action in usage else 'no'} action", ("unknown action" in r.stderr) == (action == "dance"), r)


def mistakes(folder):
    file, other = os.path.join(folder, "m.event"), os.path.join(folder, "other")
    latin = os.path.join(folder, "names")
    with open(latin, "wb") as f:
        f.write("Ana\nJürgen\n".encode("latin-1"))
    refused("a format that is none", file, "no format", "new", file, "--format", "ladder")
    refused("points that rise", file, "never rise", "new", file, "--points", "0,1")
    refused("points for nobody", file, "--points takes 2 numbers", "new", file, "--points", "3,2,1")
    refused("points for three of four", file, "4 numbers from 0 to 100, such as 4,2,1,0", "new", file, "--seats", "4", "--points", "3,2,1")
    refused("minutes of a Swiss", file, "minutes are for an arena", "new", file, "--minutes", "5")
    refused("rounds of a knock-out", file, "leave out the rounds", "new", file, "--format", "knockout", "--rounds", "4")
    refused("a smallest table that is too large", file, "cannot have more than 3", "new", file, "--seats", "3", "--least", "4")
    refused("all of a table go on", file, "fewer people go on", "new", file, "--format", "knockout", "--advance", "2")
    test("new", event("new", file, "--format", "knockout", "--seed", "1").returncode == 0)
    refused("new twice", file, "already exists", "new", file)
    refused("an action that is none", file, "did you mean pair", "pairs", file)
    refused("too few", file, "two people", "pair", file)
    refused("a list with a fault", file, "-:2: ", "join", file, "--list", "-", text="Ana\nAna\n")
    refused("a bad rating", file, "rating", "join", file, "--list", "-", text="Ana\thigh\n")
    refused("a list in Latin-1", file, "names:2: this name is not text in UTF-8", "join", file, "--list", latin)
    refused("a name that steers the terminal", file, "control characters", "join", file, "Ana\u009b31m")
    refused("a name that turns the line round", file, "control characters", "join", file, "Ana\u202e")
    refused("a name of blanks", file, "1 to 63 letters", "join", file, "  ")
    refused("a game of two words", other, "one word", "new", other, "--game", "my game")
    test("join", event("join", file, "--list", "-", text=" Ana \t 1500 \nBen\n  \n").returncode == 0)
    test("blanks around a name are not part of it", {row["name"] for row in standings(file)["standings"]} == {"Ana", "Ben"})
    test("join more", event("join", file, "Cleo", "Dan").returncode == 0)
    refused("nobody of that name", file, "did you mean Cleo", "leave", file, "Cloe")
    refused("tables before the first round", file, "no round has been paired", "tables", file)
    refused("an option of another action", file, "pair does not take --rounds", "pair", file, "--rounds", "7")
    refused("a list of nothing", file, "leave does not take --list", "leave", file, "--list", latin)
    refused("new from a list", other, "new does not take --list", "new", other, "--list", latin)
    refused("a word too many", file, "'now' is one word too many", "pair", file, "now")
    refused("a new name without an old one", file, "rename takes", "rename", file, "Cleo")
    refused("the name of another", file, "Ana has signed up", "rename", file, "Cleo", "Ana")
    refused("a new name that is none", file, "1 to 63 letters", "rename", file, "Cleo", 64 * "x")
    test("rename", event("rename", file, "Dan", "Dániel").returncode == 0 and event("rename", file, "Dániel", "Dan").returncode == 0)
    test("pair", event("pair", file).returncode == 0)
    test("rename in a round", event("rename", file, "Ana", "Anna").returncode == 0 and "Anna" in event("tables", file).stdout)
    test("a name draws nothing", event("check", file).returncode == 0)
    refused("tables of a round to come", file, "from 1 to 1", "tables", file, "2")
    refused("late", file, "takes nobody else", "join", file, "Eve")
    refused("a tie in a knock-out", file, "tie", "result", file, "1", "1", "1")
    refused("places that do not add up", file, "as in 1, 1, 3", "result", file, "1", "2", "2")
    refused("too many places", file, "this table has 2 seats", "result", file, "1", "1", "2", "3")
    refused("no such table", file, "no table 3", "result", file, "3", "1", "2")
    refused("no places", file, "place of each seat", "result", file, "1", "first", "second")
    refused("a fault in a list of results", file, "-:2: there is no table 3", "result", file, "--list", "-", text="1 1 2\n3 1 2\n")
    refused("results are missing", file, "2 tables have no result yet: first table 1 of round 1", "over", file)
    test("leave", event("leave", file, "Dan").returncode == 0)
    refused("who left joins again", file, "“here” brings them back", "join", file, "Dan")
    r = event("result", file, "--list", "-", text="1 1 2\n\n2 2 1\n")
    test("a list of results", r.returncode == 0)
    test("a result says who is where", r.stdout.count("(1)") == r.stdout.count("(2)") == r.stdout.count("Table") == 2, r.stdout)
    r = event("result", file, "2", "1", "2")
    test("a result can be corrected", r.returncode == 0 and "(1), " in r.stdout and "Table 2" in r.stdout and "Table 1" not in r.stdout, r)
    test("the list was taken", all(t["over"] for t in standings(file)["tables"]))
    refused("no file", other, "no file", "pair", other)
    with open(other, "w", encoding="utf-8") as f:
        f.write("Ana\n")
    refused("a file of something else", other, "not a petteia tournament", "join", other, "Ben")
    damaged = bytearray(content(file))
    damaged[damaged.index(b"Cleo")] ^= 1
    with open(other, "wb") as f:
        f.write(damaged)
    refused("a damaged file", other, "damaged", "pair", other)


def cut_anywhere(folder):
    """The last lines written only in part: what stands before is there, and it goes on."""
    file, part = os.path.join(folder, "cut.event"), os.path.join(folder, "part.event")
    event("new", file, "--seed", "3", "--rounds", "3")
    event("join", file, *"ABCDEF")
    event("pair", file)
    before = len(content(file))
    event("result", file, "1", "1", "2")
    whole = content(file)
    for size in range(before, len(whole) + 1):
        with open(part, "wb") as f:
            f.write(whole[:size])
        over = standings(part)["tables"][0]["over"]
        test(f"cut at byte {size}", over == (size == len(whole)))
        r = event("result", part, "1", "2", "1")
        test(f"goes on after byte {size}", r.returncode == 0 and standings(part)["tables"][0]["seats"][1]["place"] == 1, r)


def start(file):
    event("new", file, "--seed", "4", "--format", "robin")
    event("join", file, *[f"P{i}" for i in range(12)])
    event("pair", file)
    return file


def over_in(said):
    return {(t["round"], t["table"]) for t in said["tables"] if t["over"]}


def kills(folder):
    """kill -9 at every moment of a command: what was reported is there, and nobody is paired twice."""
    file, known = start(os.path.join(folder, "kill.event")), set()  # results that were reported
    for kill in range(KILLS):
        said = standings(file)
        waiting = [t for t in said["tables"] if not t["over"]]
        if not waiting and said["round"] == said["rounds"]:
            file, known = start(os.path.join(folder, f"kill{kill}.event")), set()
            continue
        args = ["result", file, str(waiting[0]["table"]), "1", "2"] if waiting else ["pair", file]
        p = subprocess.Popen([PROGRAM, "event", *args], env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            p.wait(timeout=0.0005 * (kill % 30))
        except subprocess.TimeoutExpired:
            p.send_signal(signal.SIGKILL)
        if p.wait() == 0 and waiting:
            known.add((said["round"], waiting[0]["table"]))
        after = standings(file)
        test(f"kill {kill}: no result is lost", known | over_in(said) <= over_in(after))
        test(f"kill {kill}: nobody is paired twice", once_a_round(after) and len(after["tables"]) == 6 * after["round"])


with tempfile.TemporaryDirectory() as place:
    actions()
    an_evening(place)
    a_spreadsheet(place)
    the_seed(place)
    a_knock_out(place)
    a_round_taken_back(place)
    mistakes(place)
    cut_anywhere(place)
    kills(place)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
