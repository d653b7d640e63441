#!/usr/bin/env python3
"""Studies on the server: two who edit, those who may not, records in and out, and kill -9 while changes are being written. Takes the
program; --kills N (5). Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import guest, run_all  # noqa: E402
from client import enter, http as ask  # noqa: E402
from study_client import act, editor, look, make, must, refused  # noqa: E402

KILLS = 5
if "--kills" in sys.argv:
    at = sys.argv.index("--kills")
    KILLS = int(sys.argv[at + 1])
    del sys.argv[at:at + 2]  # what is left names tests
PROGRAM = sys.argv[1]
tests = []


def test(f):
    tests.append(f)
    return f


def record_of(game="mykerinos", seed=7):
    return subprocess.run([PROGRAM, "random", game, "--players", "2", "--seed", str(seed)], capture_output=True, text=True, check=True).stdout


def replays(text):
    with tempfile.NamedTemporaryFile("w", suffix=".play", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        r = subprocess.run([PROGRAM, "replay", file.name], capture_output=True, text=True)
        assert r.returncode == 0, r.stdout + r.stderr + text[:400]


@test
def a_record_becomes_a_study_with_branches_and_leaves_as_records(s):
    ana = guest(s, "Ana")
    record = record_of()
    study = make(s, ana, name="Deserts", record=record)
    all_of = look(s, study, ana)
    assert all_of["game"] == "mykerinos" and all_of["you"] == {"number": 0, "role": "owner"}
    moves = [line for line in record.splitlines() if line[:2] in ("* ", "1 ", "2 ")]
    assert len(all_of["nodes"]) == len(moves) + 1
    replays(look(s, study, ana, "/record?node=1"))
    # Another first move of the first who decides.
    first = next(n for n in all_of["nodes"] if n.get("seat", -1) >= 0)
    verb = first["move"].split()[0]
    spaces = [f"{c}{r}" for c in "abcdefgh" for r in range(1, 7)]
    branch = None
    for space in spaces:
        status, said = act(s, ana, study, "move", parent=first["parent"], moves=[{"seat": first["seat"], "move": f"{verb} {space}"}])
        if status == 200 and said["node"] != first["node"]:
            branch = said["node"]
            break
    assert branch
    must(s, ana, study, "set", cell="comment", node=branch, text="Rather here {or} there.\nSecond line")
    must(s, ana, study, "set", cell="mark", node=branch, **{"from": "c4", "to": "c5"}, text="green")
    line = look(s, study, ana, f"/record?node={branch}")
    assert "{Ana: Rather here (or) there. Second line}" in line and "{%mark c4 c5 green}" in line, line
    replays(line)
    # The branch goes first, and is the main line.
    must(s, ana, study, "first", node=branch)
    assert look(s, study, ana, "/record?node=1") == line
    status, said = act(s, ana, study, "first", node=branch)
    assert status == 409, said
    lesson = look(s, study, ana, "/lesson?node=1")
    with tempfile.NamedTemporaryFile("w", suffix=".scn", encoding="utf-8") as file:
        file.write(lesson)
        file.flush()
        r = subprocess.run([PROGRAM, "scenario", file.name], capture_output=True, text=True)
        assert r.returncode == 0, r.stdout + r.stderr + lesson


@test
def two_edit_and_both_see_it_at_once(s):
    ana = guest(s, "Ana")
    study = make(s, ana)
    theo = editor(s, ana, study)
    one, other = enter(s.base, ana), enter(s.base, theo)

    def until(socket, wanted):
        while True:
            said = socket.receive()
            if said.get("t") == "study" and said["study"] == study and wanted(said):
                return said

    must(s, ana, study, "here", node=1, doing="reads")
    must(s, theo, study, "here", node=1, doing="writes")
    here = until(one, lambda m: len(m.get("here", [])) == 2)["here"]
    assert {(h["name"], h["doing"]) for h in here} == {("Ana", "reads"), ("Theo", "writes")}, here
    made = must(s, ana, study, "move", parent=1, moves=[{"seat": 0, "move": "oct c3"}])
    seen = until(other, lambda m: m.get("n") == made["n"])
    assert seen["nodes"][0]["move"] == "oct c3" and seen["nodes"][0]["node"] == made["node"]
    must(s, theo, study, "set", cell="comment", node=made["node"], text="Good.")
    seen = until(one, lambda m: any(n.get("comments") for n in m.get("nodes", [])))
    assert seen["nodes"][0]["comments"] == [{"by": 1, "text": "Good."}]
    # Arrows: the last writer wins.
    for token, colour in ((ana, "green"), (theo, "red")):
        must(s, token, study, "set", cell="mark", node=made["node"], **{"from": "c3", "to": "d3"}, text=colour)
    assert look(s, study, ana)["nodes"][-1]["marks"] == [{"from": "c3", "to": "d3", "colour": "red"}]
    other.s.close()
    here = until(one, lambda m: len(m.get("here", [1, 2])) == 1)["here"]
    assert here[0]["name"] == "Ana"
    one.s.close()


@test
def who_may_not_is_told_so_and_changes_nothing(s):
    ana, eve = guest(s, "Ana"), guest(s, "Eve")
    study = make(s, ana)
    for token in (eve, None):
        assert ask(s.base, f"/api/studies/{study}", token=token)[0] == 404
        assert ask(s.base, f"/api/studies/{study}/record?node=1", token=token)[0] == 404
    refused(s, eve, study, "move", 404, "no-study", parent=1, moves=[{"seat": 0, "move": "oct c3"}])
    must(s, ana, study, "set", cell="access", node=0, text="link")
    assert look(s, study)["you"] == {"number": -1, "role": "nobody"}
    refused(s, eve, study, "move", 403, "read-only", parent=1, moves=[{"seat": 0, "move": "oct c3"}])
    must(s, eve, study, "ask")
    refused(s, eve, study, "set", 409, "read-only", cell="comment", node=1, text="Me")
    refused(s, eve, study, "role", 409, "owner", who=1, role="editor")
    refused(s, eve, study, "delete", 409, "study")
    refused(s, eve, study, "undo", 409, "read-only", change=1)
    assert act(s, None, study, "ask")[0] == 401
    must(s, ana, study, "role", who=1, role="nobody")
    must(s, ana, study, "set", cell="access", node=0, text="people")
    assert ask(s.base, f"/api/studies/{study}", token=eve)[0] == 404
    # Listed for nobody, for its people, for all.
    assert study not in str(ask(s.base, "/api/studies", token=eve)[1]["all"])
    must(s, ana, study, "set", cell="access", node=0, text="all")
    assert study in str(ask(s.base, "/api/studies")[1]["all"])
    assert [m["own"] for m in ask(s.base, "/api/studies", token=ana)[1]["mine"] if m["study"] == study] == [True]


@test
def who_may_not_read_it_any_more_hears_nothing_more(s):
    """"They decide who may read it" (docs/studies.md): from the moment they do, also for those who have it open."""
    ana, eve = guest(s, "Ana"), guest(s, "Eve")
    study = make(s, ana)
    theo = editor(s, ana, study)
    sockets = [enter(s.base, eve), enter(s.base, theo)]
    for token in (eve, theo):
        must(s, token, study, "here", node=1, doing="reads")
    must(s, ana, study, "set", cell="access", node=0, text="people")
    must(s, ana, study, "set", cell="comment", node=1, text="Not for Eve")
    must(s, ana, study, "role", who=1, role="nobody")
    must(s, ana, study, "set", cell="comment", node=1, text="Nor for Theo")
    told = []
    for c in sockets:
        c.send(t="ping")
        said = [c.receive()]
        while said[-1].get("t") != "pong":
            said.append(c.receive())
        told.append(json.dumps([m for m in said if m.get("t") == "study"]))
        c.s.close()
    assert "Not for Eve" not in told[0] and "again" in told[0], told[0]
    assert "Not for Eve" in told[1] and "Nor for Theo" not in told[1], told[1]
    assert look(s, study, ana)["here"] == []


@test
def who_only_asks_is_not_one_of_its_people(s):
    """Read "by its people only": the leader lets people in, nobody comes in by asking (docs/studies.md)."""
    ana, eve = guest(s, "Ana"), guest(s, "Eve")
    study = make(s, ana)
    theo = editor(s, ana, study)
    must(s, eve, study, "ask")
    must(s, eve, study, "role", who=2, role="reader")
    must(s, ana, study, "set", cell="access", node=0, text="people")
    for _ in range(2):
        assert ask(s.base, f"/api/studies/{study}", token=eve)[0] == 404
        assert act(s, eve, study, "here", node=1)[0] == 404
        assert look(s, study, theo)["you"]["role"] == "editor"
        s.restart()
    must(s, ana, study, "role", who=2, role="reader")
    assert look(s, study, eve)["you"]["role"] == "reader"
    must(s, eve, study, "ask")
    assert look(s, study, eve)["you"]["role"] == "asks", "who asks for more keeps what they have"


@test
def bad_input_is_refused(s):
    ana = guest(s, "Ana")
    study = make(s, ana)
    at = {"node": 1}
    for action, status, code, body in (
            ("move", 409, "study", {}),
            ("move", 409, "study", {"parent": 99, "moves": [{"seat": 0, "move": "oct c3"}]}),
            ("move", 409, "study", {"parent": 1, "moves": [{"seat": 0, "move": "oct c3"}] * 501}),
            ("move", 409, "unreadable", {"parent": 1, "moves": [{"seat": 0, "move": "'; DROP TABLE studies; --"}]}),
            ("move", 409, "seat", {"parent": 1, "moves": [{"seat": 4, "move": "oct c3"}]}),
            ("set", 409, "study", {**at, "cell": "owner", "text": "me"}),
            ("set", 409, "study", {**at, "cell": "comment", "text": 7}),
            ("set", 409, "study", {**at, "cell": "comment", "text": "x" * 2000}),
            ("set", 400, "malformed", {**at, "cell": "comment", "text": "null \0 byte"}),
            ("set", 409, "words", {**at, "cell": "comment", "text": "turned \u202e round"}),
            ("set", 409, "writer", {**at, "cell": "comment", "who": 1, "text": "For you"}),
            ("set", 409, "place", {**at, "cell": "mark", "from": "<b>", "to": "c3", "text": "red"}),
            ("set", 409, "value", {**at, "cell": "access", "node": 0, "text": "everyone"}),
            ("chapter", 409, "study", {}),
            ("chapter", 409, "study", {"chapter": "Many", "players": 9}),
            ("undo", 409, "no-change", {"change": 500}),
            ("undo", 409, "study", {"change": -1})):
        refused(s, ana, study, action, status, code, **body)
    # A line of which one move is wrong is not there at all.
    before = look(s, study, ana)
    status, said = act(s, ana, study, "move", parent=1, moves=[{"seat": 0, "move": "oct c3"}, {"seat": 0, "move": "oct c3"}])
    assert status == 409, said
    assert len(look(s, study, ana)["nodes"]) == len(before["nodes"])
    # Nor a chapter from a record that breaks the rules, or of another game.
    record = record_of("myriath", 3)
    lines = record.splitlines()
    lines[-3] = lines[-5]
    for bad in ("\n".join(lines) + "\n", record_of(), "no record", "[Game \"myriath\"]\n"):
        status, said = act(s, ana, study, "chapter", chapter="Two", record=bad)
        assert status == 409 and said["words"], said
    assert len(look(s, study, ana)["chapters"]) == 1
    must(s, ana, study, "chapter", chapter="Two", record=record)
    assert len(look(s, study, ana)["chapters"]) == 2
    for body in ({}, {"name": "X"}, {"name": "X", "chapter": "Y", "game": "chess"}, {"name": " ", "chapter": "Y", "game": "myst"},
                 {"name": "x" * 64, "chapter": "Y", "game": "myst"}, {"name": "<script>", "game": "myriath", "players": 2}):
        status, said = ask(s.base, "/api/studies", body, ana)
        assert status == 400, (body, said)
    status, _ = ask(s.base, "/api/studies", {"name": "X", "chapter": "Y", "record": "x" * 70000}, ana)
    assert status == 413
    # Words come back as they were, whatever they look like.
    nasty = "<img src=x onerror=alert(1)> \\n \"quoted\" {brace} ' -- \u00e9\U0001F600"
    must(s, ana, study, "set", cell="comment", node=1, text=nasty)
    s.restart(signal.SIGKILL)
    assert look(s, study, ana)["nodes"][0]["comments"] == [{"by": 0, "text": nasty}]


@test
def history_and_taking_back(s):
    ana = guest(s, "Ana")
    study = make(s, ana)
    theo = editor(s, ana, study)
    must(s, theo, study, "set", cell="comment", node=1, text="One")
    must(s, theo, study, "set", cell="comment", node=1, text="Two")
    changes = look(s, study, ana, "/history")["changes"]
    last = changes[-1]
    assert (last["cell"], last["text"], last["by"], last["last"]) == ("comment", "Two", 1, True)
    must(s, ana, study, "undo", change=last["change"])
    assert look(s, study, ana)["nodes"][0]["comments"][0]["text"] == "One"
    refused(s, theo, study, "undo", 409, "since", change=last["change"])
    must(s, theo, study, "undo", change=last["change"] - 1)
    assert look(s, study, ana)["nodes"][0]["comments"] == []
    title = must(s, ana, study, "set", cell="title", node=1, text="Better")
    number = look(s, study, ana, "/history")["changes"][-1]["change"]
    refused(s, theo, study, "undo", 409, "author", change=number)
    s.restart()
    assert look(s, study, ana)["n"] == title["n"]
    assert look(s, study, ana)["chapters"][0]["name"] == "Better"


@test
def who_is_deleted_takes_their_studies_along(s):
    ana = guest(s, "Ana")
    study = make(s, ana)
    theo = editor(s, ana, study)
    own = make(s, theo, name="Theo's own")
    must(s, theo, study, "set", cell="comment", node=1, text="Mine")
    with urllib.request.urlopen(urllib.request.Request(s.base + "/api/me/data", headers={"Authorization": "Bearer " + theo}), timeout=60) as answer:
        mine = json.loads(zipfile.ZipFile(io.BytesIO(answer.read())).read("me.json"))
    assert {r["study"] for r in mine["studies"]} == {study, own}
    assert ask(s.base, "/api/me", token=theo, method="DELETE")[0] == 200
    for _ in range(2):
        assert [p["name"] for p in look(s, study, ana)["people"]] == ["Ana", ""]
        assert ask(s.base, f"/api/studies/{own}", token=ana)[0] == 404
        s.restart()
    assert s.ask(f"SELECT count(*) FROM study_lines WHERE id = '{own}'") == [[0]]
    must(s, ana, study, "delete")
    assert ask(s.base, f"/api/studies/{study}", token=ana)[0] == 404
    for table in ("studies", "study_lines", "study_people"):
        assert s.ask(f"SELECT count(*) FROM {table} WHERE id = '{study}'") == [[0]]


@test
def killed_while_several_write_nothing_is_lost(s):
    ana = guest(s, "Ana")
    study = make(s, ana)
    people = [ana] + [editor(s, ana, study, f"Editor {i}") for i in range(2)]
    rng = random.Random(5)
    kept = {}
    for round_number in range(KILLS):
        stop = threading.Event()

        def write(who, token, number=round_number):
            i = 0
            while not stop.is_set():
                i += 1
                text = f"{number}.{i}"
                try:
                    status, said = act(s, token, study, "set", cell="comment", node=1, text=text)
                except OSError:
                    kept.setdefault(who, {None}).add(text)  # nobody knows
                    return
                if status == 200:
                    kept[who] = {text}
                elif status != 429:
                    return

        threads = [threading.Thread(target=write, args=(i, token)) for i, token in enumerate(people)]
        for t in threads:
            t.start()
        time.sleep(0.2 + rng.random() * 0.3)
        s.stop(signal.SIGKILL)
        stop.set()
        for t in threads:
            t.join()
        s.start()
        now = {c["by"]: c["text"] for c in look(s, study, ana)["nodes"][0]["comments"]}
        for who, texts in kept.items():
            assert now.get(who) in texts, (round_number, who, now, texts)
        kept = {who: {text} for who, text in now.items()}


if __name__ == "__main__":
    sys.exit(run_all(tests))
