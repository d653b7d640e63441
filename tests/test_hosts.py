#!/usr/bin/env python3
"""One law, three hosts: random requests at a table of the server are given again, in the same order, to the page's host and to the
terminal's, and to table/ itself. The same events, the same refusals, the same record. Takes the program and prints "N passed, M failed".

A table at one screen has one person for all seats: the server, the page (Node and the WebAssembly module beside the program), the
terminal and table/ play it. The page and the terminal know no other people, so sessions of several people are given to table/, and the
page reads their events and must come to the same record."""
# SPDX-License-Identifier: MIT
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import GAMES, ROOT  # noqa: E402
from serving import Server  # noqa: E402
from table_session import Session, logs_of, wish_of  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
BESIDE = os.path.dirname(PROGRAM)
DRIVER = os.path.join(BESIDE, "tests", "hosts_term")
WASM = os.path.join(BESIDE, "wasm", "petteia.wasm")
HAS_PAGE = os.path.exists(WASM) and shutil.which("node") is not None
NOBODY = {"id": "", "key": "", "seed": ""}


# --- the other hosts ---

class Host:
    """A program that reads requests and answers, line by line."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def line(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"{self.name}: it has stopped"
        return json.loads(answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        assert code == 0 or sys.exc_info()[0], f"{self.name}: exit {code}"


class InC(Host):
    """table/ itself, or the terminal's table."""

    def __init__(self, *words):
        super().__init__(DRIVER, *words)
        self.name = words[0]

    def make(self, table, log, seats):
        create = log[0][1].replace("\n", "\x1f")
        return self.line("\t".join(["make", str(log[0][0]), table, create, *[field for seat in seats for field in seat]]))

    def ask(self, q):
        values = [q["kind"], q["now"], q["seat"], q["person"], q["name"], q["key"], q["at"], q["id"], int(q["yes"]), q["text"],
                  q["next"]["id"], q["next"]["key"], q["next"]["seed"]]
        return self.line("\t".join(map(str, values)))

    def record(self):
        return self.line("record")["record"]


class Page(Host):
    def __init__(self):
        super().__init__("node", os.path.join(ROOT, "tests", "hosts_page.mjs"), WASM)
        self.name = "page"

    def make(self, table, log, seats):
        wish = wish_of(log[0][1])
        return self.ask({"kind": "make", "id": table, "game": wish["game"], "options": wish["option"], "seed": wish["seed"],
                         "seats": [name for _, name, _ in seats], "now": log[0][0]})

    def ask(self, q):
        return self.line(json.dumps(q))

    def read(self, table, log):
        return self.ask({"kind": "read", "id": table, "log": log})

    def record(self):
        return self.ask({"kind": "record"})["record"]


# --- the same again, and what differs ---

def next_of(log, logs):
    """The table of the rematch: what it was made of, and its events."""
    for _, text in log:
        if text.startswith("rematch "):
            table = text.split()[1]
            wish = wish_of(logs[table][0][1])
            return {"id": table, "key": wish.get("key", ""), "seed": wish["seed"]}, [text for _, text in logs[table]]
    return NOBODY, []


class Replay:
    """Gives a session's requests to a host. `wrong` is what differs from the server."""

    def __init__(self, host, session, notes, log, logs):
        self.host, self.session, self.log, self.wrong = host, session, log, []
        self.events, self.after = [], []
        self.fresh, expected_after = next_of(log, logs)
        for note in self.make(notes):
            self.bots_move()
            self.ask(note)
        self.bots_move()
        self.same("events", self.events, [self.known(text) for _, text in log])
        self.same("events of the rematch", self.after, [self.known(text) for text in expected_after])
        record = host.record()
        self.same("record", record.splitlines(), session.record().splitlines())

    def known(self, text):
        """Everybody at the page is called "me"."""
        return text.replace(self.session.owner.id, "me") if self.host.name == "page" else text

    def same(self, what, ours, theirs):
        for i in range(max(len(ours), len(theirs))):
            pair = [lines[i] if i < len(lines) else "(nothing)" for lines in (ours, theirs)]
            if pair[0] != pair[1]:
                self.wrong.append(f"{self.host.name}: {what}, {i + 1} of {len(theirs)}: {pair[0]!r}, the server {pair[1]!r}")
                return

    def make(self, notes):
        """Makes the table; returns the requests that are left. Page and terminal begin with all seats taken and start at once."""
        seats = [[""] * 3 for _ in range(self.session.seats)]
        left = notes
        for _, text in self.log[1:] if self.host.name != "table" else self.log[1:2]:
            word, *rest = text.split(" ", 4)
            if word != "sit":
                break
            seats[int(rest[0])] = [rest[1], rest[3], rest[2].replace("-", "")]
        if self.host.name != "table":
            left = notes[self.session.begun:]
        self.events += self.host.make(self.session.table, self.log, seats)["events"]
        return left

    def now(self):
        return self.log[min(len(self.events), len(self.log) - 1)][0]

    def bots_move(self):
        """What the server's bots chose."""
        while len(self.events) < len(self.log):
            words = self.log[len(self.events)][1].split(" ", 4)
            if words[0] != "move" or words[3] != "bot":
                return
            told = self.host.ask({"kind": "bot-move", "seat": int(words[1]), "text": words[4], "person": "", "name": "", "key": "",
                                  "id": "", "at": -1, "yes": False, "now": self.now(), "next": NOBODY})
            self.events += told["events"]
            if not told["events"]:
                return

    def ask(self, note):
        told = self.host.ask({**note, "now": self.now(), "next": self.fresh})
        self.events += told["events"]
        self.after += told["next"]
        keys = ["granted", "code", "words"] if "code" in told else ["granted", "words"]  # the terminal has no codes
        ours, theirs = [told[k] for k in keys], [note[k] for k in keys]
        if ours != theirs:
            self.wrong.append(f"{self.host.name}: {note['kind']} {note['seat']} {note['text']!r}: {ours}, the server {theirs}")


def hosts_for(session, folder):
    yield InC("table")
    if session.one_screen:
        yield InC("term", folder)
        if HAS_PAGE:
            yield Page()


def differences(session, logs, change=lambda notes, log: None):
    """What differs, by host; `change` spoils what the hosts are given."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="petteia-hosts-") as folder:
        for host in hosts_for(session, folder):
            notes, log = [dict(note) for note in session.notes], list(logs[session.table])
            change(notes, log)
            with host:
                found[host.name] = Replay(host, session, notes, log, logs).wrong
    return found


def page_reads(session, logs):
    """The page comes to the same record from the events alone."""
    with Page() as page:
        told = page.read(session.table, logs[session.table])
        assert told["events"] == [], told
        assert page.record() == session.record(), "the page reads the events and has another record"


# --- tests ---

sessions = [(game, seats, people, seed, wish)
            for game in GAMES
            for seats, people, seed, wish in [
                (2, ["Ada"], 1, {}), (3, ["Ada"], 2, {}), (2, ["Ada", "Bo", "Cid"], 3, {}),
                (3, ["Ada", "Bo", "Cid", "Dot"], 4, {"access": "link"}), (2, ["Ada", "Bo"], 5, {"access": "private"})]
            if seats == 2 or game != "myst"]
sessions.append(("myst", 2, ["Ada", "Bo", "Cid", "Dot", "Eve"], 6, {}))  # teams


def name_of(game, seats, people, *_):
    return f"{game}, {seats} seats, {'one screen' if len(people) == 1 else f'{len(people)} people'}"


def one_session(server, game, seats, people, seed, wish):
    """Plays and compares. Returns what was tried in words, the session and the events."""
    session = Session(server, game, seats, people, seed, **wish)
    session.play()
    logs = logs_of(server)
    wrong = differences(session, logs)
    assert not any(wrong.values()), "\n".join(line for lines in wrong.values() for line in lines[:5])
    if HAS_PAGE:
        page_reads(session, logs)
    codes = sorted({note["code"] for note in session.notes if note["code"]})
    words = sorted({text.split()[0] for _, text in logs[session.table]})
    tried = (f"{len(session.notes)} requests, {len(logs[session.table])} events ({' '.join(words)}), refused: {' '.join(codes)}; "
             f"hosts: {' '.join(wrong)}")
    return tried, session, logs


def first_move(notes):
    return next(i for i, note in enumerate(notes) if note["kind"] == "move" and note["granted"])


def lose_a_move(notes, _log):
    del notes[first_move(notes)]


def resign_early(notes, _log):
    i = first_move(notes)
    notes.insert(i + 1, dict(notes[i], kind="resign", text="", id="", at=-1))


def other_seed(_notes, log):
    at, create = log[0]
    seed = wish_of(create)["seed"]
    log[0] = (at, create.replace(seed, seed[::-1]))


def other_words(notes, _log):
    next(note for note in notes[::-1] if not note["granted"])["words"] = "something else"


def differences_are_found(session, logs):
    """A request, a seed or an answer that is not the same is seen with every host."""
    changes = (lose_a_move, resign_early, other_seed, other_words)
    for change in changes:
        for name, wrong in differences(session, logs, change).items():
            assert wrong, f"{change.__name__} is not found with {name}"
    return [", ".join(change.__name__.replace("_", " ") for change in changes)]


def no_errors(server):
    assert "event=error" not in server.log_text() and server.stop() == 0, server.log_text()[-3000:]
    return ["no errors in the server's log"]


def attempt(name, f, *args):
    """Runs one test; returns its result, or None."""
    begin = time.monotonic()
    try:
        result = f(*args)
        print(f"ok   {name} {time.monotonic() - begin:.1f} s\n     {result[0]}", flush=True)
        return result
    except Exception:  # whatever went wrong is the test's failure
        print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
        return None


def main():
    chosen = [session for session in sessions if len(sys.argv) < 3 or session[0] in sys.argv[2:]]
    with Server(PROGRAM, "--rate", "0") as server, ThreadPoolExecutor(3) as at_once:  # they wait for the disk most of the time
        results = list(at_once.map(lambda session: attempt(name_of(*session), one_session, server, *session), chosen))
        for done in results[:1]:  # at one screen
            results.append(attempt("differences are found", differences_are_found, *(done or [])[1:]))
        results.append(attempt("the server", no_errors, server))
    if not HAS_PAGE:
        print("there is no WebAssembly module beside the program, or no node to run it: the page is left out")
    failed = results.count(None)
    print(f"{len(results) - failed} passed, {failed} failed" + ("" if HAS_PAGE else ", 1 skipped"))
    return failed > 0


if not os.path.exists(DRIVER):
    print("the hosts in C were not built beside the program\n0 passed, 0 failed, 1 skipped")
    sys.exit(77)
sys.exit(main())
