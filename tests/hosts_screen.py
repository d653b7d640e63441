"""The terminal as people have it, for tests/test_hosts.py: `petteia term` on a screen that nobody sees, several people at it. Moves are
typed and taken back; it is left or killed and goes on with --resume. Its file must hold the events that table/ makes
of the same requests."""
# SPDX-License-Identifier: MIT
import fcntl
import os
import random
import struct
import subprocess
import termios
import threading
import time

from session_parts import NOBODY, InC, first_difference

STEPS = 14


class Screen:
    """The program, and the file of its game."""

    def __init__(self, program, folder, *words):
        self.program, self.folder, self.path = program, folder, None
        self.start(*words)

    def start(self, *words):
        env = {**os.environ, "TERM": "xterm", "XDG_DATA_HOME": self.folder, "PETTEIA_LANG": "en", "LC_ALL": "C.UTF-8"}
        self.fd, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 130, 0, 0))
        self.process = subprocess.Popen([self.program, "term", *words, "--confirm", "never"], stdin=theirs, stdout=theirs, stderr=theirs,
                                        env=env, start_new_session=True)
        os.close(theirs)
        self.reader = threading.Thread(target=self.drain, args=(self.fd,), daemon=True)
        self.reader.start()

    def drain(self, fd):
        try:
            while os.read(fd, 65536):
                pass
        except OSError:  # it has gone
            pass

    def type(self, text):
        os.write(self.fd, text.encode())

    def lines(self):
        """Times and texts in the file, signs of life included; what is being written does not count."""
        if not self.path:
            saved = os.path.join(self.folder, "petteia")
            names = os.listdir(saved) if os.path.isdir(saved) else []
            if not names:
                return []
            self.path = os.path.join(saved, names[0])
        with open(self.path, encoding="utf-8") as file:
            whole = file.read().rpartition("\n")[0].splitlines()[1:]
        return [line.split(" ", 1)[1].replace("\t", "\n") for line in whole]

    def events(self):
        return [line for line in self.lines() if not line.endswith(" alive")]

    def wait_for(self, count, seconds=120):
        """The events, as soon as there are so many."""
        end = time.monotonic() + seconds
        while len(self.events()) < count and time.monotonic() < end:
            time.sleep(0.005)
        return self.events()

    def stop(self, kill):
        if kill:
            self.process.kill()
        else:
            self.type(":q\r")
        code = self.process.wait(timeout=120)
        self.reader.join(timeout=120)
        os.close(self.fd)
        assert kill or code == 0, f"petteia term: exit {code}"


class HotSeat:
    """Several people at one screen, and table/ beside them."""

    def __init__(self, program, driver, folder, game, seats, seed, clock):
        self.rng = random.Random(f"screen {game} {seed}")
        self.screen = Screen(program, folder, game, "--players", str(seats), "--seats", ",".join(["human"] * seats), "--seed", str(seed),
                             *(["--clock", clock] if clock else []))
        self.law, self.viewer, self.undone, self.absences = InC(driver, "table"), 0, 0, 0
        first = self.screen.wait_for(seats + 2)
        at, create = first[0].split(" ", 1)
        people = [["me", event.split(" ", 5)[5], ""] for event in first[1:seats + 1]]
        self.known = self.law.make(f"seed{seed}", (at, create), people)["events"]
        self.ask("start", int(first[seats + 1].split()[0]))

    def ask(self, kind, now, seat=-1, text="", at=-1):
        """Gives it to table/; the file must come to the same."""
        told = self.law.ask({"kind": kind, "now": now, "seat": seat, "person": "me", "name": "", "key": "", "at": at, "id": "", "yes": False,
                             "text": text, "next": NOBODY, "there": 0})
        assert told["granted"], f"the screen takes {kind} {text!r}, table/ does not: {told['words']}"
        self.known += told["events"]
        events = self.screen.wait_for(len(self.known))
        assert events == self.known, first_difference("the screen's file", events, self.known)

    def typed(self, keys, kind, seat, text=""):
        self.screen.type(keys)
        events = self.screen.wait_for(len(self.known) + 1)
        assert len(events) > len(self.known), f"the screen does not take {kind} {text!r}"
        self.ask(kind, int(events[len(self.known)].split()[0]), seat, text)

    def take_over(self):
        """The device goes to whoever is asked; where something is hidden, they say that they have it."""
        asked = self.law.line("legal")
        if asked["hidden"] and asked["seat"] != self.viewer:
            self.screen.type("\r")
        self.viewer = asked["seat"]
        return asked

    def step(self):
        asked = self.take_over()
        movers = [event.split()[2] for event in self.known if event.split()[1] == "move"]
        if movers and self.rng.random() < 0.25 and not self.undone:
            self.undone += 1
            self.typed("u", "undo", int(movers[-1]))
            return
        text = self.rng.choice(asked["moves"])
        self.undone = 0
        self.typed(f":{text}\r", "move", asked["seat"], text)

    def be_away(self):
        """Left or killed, and gone on with: the clocks get the time back."""
        self.take_over()
        self.screen.stop(kill=self.rng.random() < 0.5)
        left = int(self.screen.lines()[-1].split()[0])
        time.sleep(0.05)
        self.screen.start("--resume", self.screen.path)
        self.viewer, self.absences = 0, self.absences + 1
        clock = "\nclock none" not in self.known[0]
        events = self.screen.wait_for(len(self.known) + 1) if clock else []
        self.ask("away", int(events[-1].split()[0]) if clock else left, at=left)

    def play(self):
        absences = self.rng.sample(range(1, STEPS), 2)
        for i in range(STEPS):
            if i in absences:
                self.be_away()
            self.step()
        return len(self.known)

    def __enter__(self):
        return self

    def __exit__(self, *why):
        try:
            if self.screen.process.poll() is None:
                self.screen.stop(kill=True)
        finally:
            self.law.__exit__(*why)
