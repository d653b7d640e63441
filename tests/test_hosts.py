#!/usr/bin/env python3
"""One law, all hosts: random requests at a table of the server and at table/ itself, step by step (tests/table_session.py), then, in the
same order, at the page's host and at the terminal's. The same events at the same times, the same refusals, notices and records.

Takes the program; --sessions N (40), --seed S (0: the number of the first session), --jobs N (3), and names of games to keep to. Prints
"N passed, M failed". A session follows from its number: the command that a failure prints plays it again exactly.

A table at one screen has one person for all seats: the server, table/, the terminal and the page play it; the page twice, its module
alone (WebAssembly in Node) and, where web/node_modules is there, its own table (web/src/local/table.ts). The page and the terminal know
no other people, so sessions of several people are given to the server and to table/, and the page reads their events."""
# SPDX-License-Identifier: MIT
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from at_table import GAMES, ROOT  # noqa: E402
from hosts_screen import HotSeat  # noqa: E402
from session_parts import Host, InC, first_difference, wish_of  # noqa: E402
from session_plan import plan_of  # noqa: E402
from table_session import Opened  # noqa: E402

SCREENS = 20  # of so many sessions, the first of each game is played at the screen, too
# What the sessions must have seen together, unless there are only a few of them.
EXPECTED = ("create", "sit", "ready", "start", "move", "move bot", "move clock", "move guard", "luck", "undo turn", "undo agreed", "standin", "back",
            "resign player", "resign clock", "over", "rematch", "credit", "chat", "join", "quit", "leave", "undo-asked", "undo-denied",
            "rematch-asked", "hint", "asked away", "pause", "resume", "refused paused", "refused no-pause", "refused not-captain", "refused stale", "refused rule")


# --- the page ---

class Page(Host):
    """The module alone, or the page's own table ("local")."""

    def __init__(self, name, wasm):
        super().__init__(name, "node", os.path.join(ROOT, "tests", f"hosts_{name}.mjs"), wasm)

    def make(self, table, create, seats, levels=()):
        at, text = create
        wish = wish_of(text)
        kind, ms, increment, loses = wish["clock"].split()
        clock = {"kind": kind, "ms": int(ms), "increment": int(increment), "zero": "lose" if loses == "1" else "bot"}
        return self.ask({"kind": "make", "id": table, "game": wish["game"], "options": wish["option"], "seed": wish["seed"],
                         "clock": clock, "seats": [name for _, name, _ in seats], "levels": levels, "now": at})

    def ask(self, q):
        return self.line(json.dumps(q))

    def read(self, table, log):
        entries = [line.split(" ", 1) for line in log]
        return self.ask({"kind": "read", "id": table, "log": [[int(at), text] for at, text in entries]})

    def record(self):
        return self.ask({"kind": "record"})["record"]


# --- the same again, and what differs ---

class Replay:
    """Gives a session's requests to a host of one screen. `wrong` is what differs from table/ and the server."""

    def __init__(self, host, session, notes):
        self.host, self.session, self.wrong = host, session, []
        self.events, self.after, self.notices = [], [], []
        seats = [[""] * 3 for _ in range(session.seats)]
        for event in session.events[1:session.seats + 1]:  # these hosts begin with all seats taken, and start at once
            _, _, seat, person, _, name = event.split(" ", 5)
            seats[int(seat)] = [person, name, ""]
        self.hear(host.make(session.table, session.create, seats))
        for note in notes:
            if note["kind"] != "presence":
                self.ask(note)
        self.same("events", self.events, session.events)
        self.same("events of the rematch", self.after, session.after)
        if host.name != "term":
            self.same("notices", self.notices, [notice for note in session.notes for notice in note["notices"]])
        self.same("record", host.record().splitlines(), session.law.record().splitlines())

    def hear(self, told):
        self.events += told["events"]
        self.after += told["next"]
        self.notices += told.get("notices", [])

    def same(self, what, ours, theirs):
        theirs = [self.known(line) for line in theirs]
        if ours != theirs:
            self.wrong.append(f"{self.host.name}: " + first_difference(what, ours, theirs))

    def known(self, text):
        """Everybody at the page is called "me"."""
        return text if self.host.name == "term" else text.replace(self.session.owner.id, "me")

    def ask(self, note):
        told = self.host.ask(note)
        self.hear(told)
        keys = ["granted", "code", "words"] if "code" in told else ["granted", "words"]  # the terminal has no codes
        ours, theirs = [told[k] for k in keys], [note[k] for k in keys]
        if ours != theirs:
            self.wrong.append(f"{self.host.name}: {note['kind']} {note['seat']} {note['text']!r}: {ours}, the server {theirs}")


class Hosts:
    """What is there to compare with the server."""

    def __init__(self, program):
        beside = os.path.dirname(os.path.abspath(program))
        self.program, self.drivers = os.path.abspath(program), os.path.join(beside, "tests")
        games = json.loads(subprocess.run([self.program, "games", "--json"], check=True, capture_output=True).stdout)
        self.players = {game["game"]: (game["min_players"], game["max_players"]) for game in games}
        self.wasm = os.path.join(beside, "wasm", "petteia.wasm")
        self.has_page = os.path.exists(self.wasm) and shutil.which("node") is not None
        self.has_local = self.has_page and os.path.exists(os.path.join(ROOT, "web", "node_modules", "esbuild"))

    def of_one_screen(self, session, folder):
        yield InC(os.path.join(self.drivers, "hosts_term"), "term", folder)
        if self.has_page:
            yield Page("page", self.wasm)
        if self.has_local and not session.plan.talk:
            yield Page("local", self.wasm)

    def differences(self, session, change=lambda notes: None):
        """What differs, by host; `change` spoils what the hosts are given."""
        found = {}
        with tempfile.TemporaryDirectory(prefix="petteia-hosts-") as folder:
            for host in self.of_one_screen(session, folder):
                notes = [dict(note) for note in session.notes[session.begun:]]
                change(notes)
                with host:
                    found[host.name] = Replay(host, session, notes).wrong
        return found

    def page_reads(self, session):
        """The page comes to the same record from the events alone."""
        with Page("page", self.wasm) as page:
            told = page.read(session.table, session.events)
            assert told["events"] == [], told
            assert page.record() == session.law.record(), "the page reads the events and has another record"


# --- tests ---

def one_session(hosts, plan, counts):
    """Plays and compares. Returns what was tried in words."""
    with Opened(plan, hosts.drivers) as session:
        session.play()
        session.check_disk()
        wrong = hosts.differences(session) if plan.one_screen else {}
        assert not any(wrong.values()), "\n".join(line for lines in wrong.values() for line in lines[:5])
        if hosts.has_page:
            hosts.page_reads(session)
        no_errors(session.server)
        counts.update(session.counts)
        return f"{len(session.notes)} requests, {len(session.events)} events; hosts: server table {' '.join(wrong)}"


def at_the_screen(hosts, plan, _counts):
    """People at the terminal as it is."""
    clock = {"bank": "bank:10m+5s", "move": "move:90s"}.get(plan.wish.get("clock", {}).get("kind"))
    with tempfile.TemporaryDirectory(prefix="petteia-hosts-") as folder:
        driver = os.path.join(hosts.drivers, "hosts_term")
        with HotSeat(hosts.program, driver, folder, plan.game, plan.seats, plan.number, clock) as people:
            return f"{people.play()} events, {people.absences} absences, {clock or 'no clock'}"


def first_move(notes):
    return next(i for i, note in enumerate(notes) if note["kind"] == "move" and note["granted"])


def lose_a_move(notes):
    del notes[first_move(notes)]


def resign_early(notes):
    i = first_move(notes)
    notes.insert(i + 1, dict(notes[i], kind="resign", text="", id="", at=-1))


def other_words(notes):
    next(note for note in notes[::-1] if not note["granted"])["words"] = "something else"


def later(notes):
    for note in notes[first_move(notes):]:
        note["now"] += 1


def differences_are_found(hosts, _counts):
    """A request, an answer or a time that is not the same is seen with every host."""
    changes = (lose_a_move, resign_early, other_words, later)
    with Opened(plan_of(0, hosts.players), hosts.drivers) as session:
        session.play()
        for change in changes:
            for name, wrong in hosts.differences(session, change).items():
                assert wrong, f"{change.__name__} is not found with {name}"
    return ", ".join(change.__name__.replace("_", " ") for change in changes)


def same_again(hosts, _counts):
    """The same number is the same session, to the last letter of what is on the disk."""
    def events():
        with Opened(plan_of(7, hosts.players), hosts.drivers) as session:
            session.play()
            return session.events + session.after
    one, other = events(), events()
    assert one == other, first_difference("the second time", other, one)
    return f"{len(one)} events"


def unknown_bots_are_refused(hosts, _counts):
    """A bot or a character that nobody has is refused by the server and by table/, which the session compares, and in the same words by the page's module."""
    plan = plan_of(5, hosts.players)
    assert not plan.one_screen, plan
    with Opened(plan, hosts.drivers) as session:
        for bot in ("nobody", "casual:style=nobody", "casual:style=", "casual:time=9"):
            told = session.ask(session.owner, "bot", 1, bot)
            expected = ["refused", "cannot-seat-bot"]
            assert [told["t"], told["code"]] == expected, told
            if hosts.has_page:
                with Page("page", hosts.wasm) as page:
                    answer = page.make(session.table, session.create, [["", "Ada", ""]] * session.seats, ["", bot])
                    assert [answer["granted"], answer["code"], answer["words"]] == [False, told["code"], told["words"]], answer
    return told["words"]


def no_errors(server):
    assert server.stop() == 0 and "event=error" not in server.log_text(), server.log_text()[-3000:]


def attempt(name, replay, f, *args):
    """Runs one test; True if it has passed."""
    begin = time.monotonic()
    try:
        result = f(*args)
        print(f"ok   {name} {time.monotonic() - begin:.1f} s\n     {result}", flush=True)
        return True
    except Exception:  # whatever went wrong is the test's failure
        print(f"FAIL {name}\n{traceback.format_exc()}\nagain: {replay}", flush=True)
        return False


def run(options):
    hosts, counts = Hosts(options.program), Counter()
    plans = [plan_of(number, hosts.players) for number in range(options.seed, options.seed + options.sessions)]
    again = f"python3 tests/test_hosts.py {options.program}"
    plans = [plan for plan in plans if not options.games or plan.game in options.games]
    tests = [(str(plan), f"{again} --sessions 1 --seed {plan.number}", one_session, hosts, plan, counts) for plan in plans]
    tests += [(f"at the screen, {plan}", f"{again} --sessions 1 --seed {plan.number}", at_the_screen, hosts, plan, counts)
              for plan in plans if plan.one_screen and plan.number % SCREENS < len(GAMES)]
    if options.sessions > 1:
        whole = {"differences are found": differences_are_found, "the same again": same_again, "unknown bots are refused": unknown_bots_are_refused}
        tests += [(name, again, test, hosts, counts) for name, test in whole.items()]
    with ThreadPoolExecutor(options.jobs) as at_once:
        passed = sum(at_once.map(lambda test: attempt(*test), tests))
    print("seen: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    if len(plans) >= 40 and not options.games:
        missing = [name for name in EXPECTED if not counts[name]]
        tests.append(("everything is seen",))
        passed += not missing
        print(f"FAIL never seen: {', '.join(missing)}" if missing else "ok   everything is seen")
    if not hosts.has_local:
        print("no page beside the program, no node, or no web/node_modules: a host of the page is left out")
    failed = len(tests) - passed
    print(f"{passed} passed, {failed} failed" + ("" if hosts.has_local else ", 1 skipped"))
    return failed > 0


def main():
    words = argparse.ArgumentParser(description="Random sessions at every host of a table.")
    words.add_argument("program")
    words.add_argument("--sessions", type=int, default=40)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--jobs", type=int, default=3)
    words.add_argument("games", nargs="*", choices=[[], *GAMES])
    options = words.parse_args()
    if not os.path.exists(os.path.join(Hosts(options.program).drivers, "hosts_server")):
        print("the hosts in C were not built beside the program\n0 passed, 0 failed, 1 skipped")
        return 77
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
