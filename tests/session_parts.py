"""What a session of tests/test_hosts.py is made of: hosts that read lines, a clock, people."""
# SPDX-License-Identifier: MIT
import json
import mmap
import os
import struct
import subprocess
import sys

from client import enter, http

BEGIN = 1_700_000_000_000
NOBODY = {"id": "", "key": "", "seed": ""}


# --- the hosts that read lines ---

class Host:
    """A program that reads requests and answers, line by line."""

    def __init__(self, name, *command):
        self.name = name
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
    """table/ itself ("table"), or the terminal's table ("term", a folder)."""

    def __init__(self, driver, *words):
        super().__init__(words[0], driver, *words)

    def make(self, table, create, seats):
        at, text = create
        return self.line("\t".join(["make", str(at), table, text.replace("\n", "\x1f"), *[part for seat in seats for part in seat]]))

    def ask(self, q):
        values = [q["kind"], q["now"], q["seat"], q["person"], q["name"], q["key"], q["at"], q["id"], int(q["yes"]), q["text"],
                  q["next"]["id"], q["next"]["key"], q["next"]["seed"], q["there"]]
        return self.line("\t".join(map(str, values)))

    def record(self):
        return self.line("record")["record"]


# --- time and people ---

class Clock:
    """The time of the server: a file that it looks into."""

    def __init__(self, folder):
        self.path, self.now = os.path.join(folder, "clock"), BEGIN
        with open(self.path, "wb") as file:
            file.write(struct.pack("=q", self.now))
        self.file = open(self.path, "r+b")
        self.map = mmap.mmap(self.file.fileno(), 8)

    def set(self, now):
        assert now >= self.now
        self.now = now
        self.map[0:8] = struct.pack("=q", now)

    def close(self):
        self.map.close()
        self.file.close()


class Person:
    def __init__(self, server, name):
        told = http(server.base, "/api/guest", {"name": name})[1]
        self.server, self.id, self.name, self.token = server, told["person"], name, told["token"]
        self.enter()

    def enter(self):
        self.socket, self.watches = enter(self.server.base, self.token), set()

    def ask(self, **message):
        """The answer. There is only one question at a time, so it needs no id."""
        self.socket.send(**message)
        while True:
            m = self.socket.receive()
            if m["t"] in ("ok", "refused", "hint", "legal") and m.get("re", "") == message.get("id", ""):
                return m

    def close(self):
        """The server has noticed when it closes, too."""
        self.socket.frame(8, struct.pack(">H", 1000))
        try:
            while True:
                self.socket.receive()
        except ConnectionError:
            self.socket.s.close()


def words_of(told):
    """A refusal's words; a rule's number stands before them, as the law says it."""
    return (told["rule"] + ": " if "rule" in told else "") + told.get("words", "")


def wish_of(create):
    """The lines of a create event by their first word; options together."""
    wish = {"option": ""}
    for line in create.splitlines()[1:]:
        word, _, rest = line.partition(" ")
        wish[word] = f"{wish['option']} {rest}".strip() if word == "option" else rest
    return wish


def dated(log):
    return [f"{at} {text}" for _, at, text in log]


def first_difference(what, theirs, ours):
    for i in range(max(len(ours), len(theirs))):
        pair = [lines[i] if i < len(lines) else "(nothing)" for lines in (theirs, ours)]
        if pair[0] != pair[1]:
            return f"{what}, {i + 1} of {len(ours)}: {pair[0]!r}, table/ {pair[1]!r}"
    return what
