#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the fair draws of a Petteia record: verify.py FILE...

It checks the commitment, every ticket and every interval. It is written from docs/records.md alone
and uses only the standard library. It knows no game, so it does not check moves; `petteia verify`
does that too. Exit code: 0 all is well, 1 something is wrong (one line says where), 2 wrong use or
unreadable file.
"""
import hashlib
import hmac
import re
import sys

SEATS = 5
TAGS = {"Game", "Rules", "Players", "Options", "Table", "Commit", "Seed", "Result"}
TAGS |= {f"{stem}{seat}" for stem in ("Player", "Entropy") for seat in range(1, SEATS + 1)}
DRAW = re.compile(r"%draw ([0-9]{1,10}) ([0-9]{1,10})/([0-9]{1,10}) ([0-9]{1,10})\.\.([0-9]{1,10})")


class Wrong(Exception):
    """What is wrong with the record, and in which line."""

    def __init__(self, line, words):
        super().__init__(words)
        self.line = line


class Reader:
    """Takes a record apart into tags and moves with their comments."""

    BLANK = re.compile(r"(?:\s|#[^\n]*)*")
    TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\["\\]|\\)*)"\s*\]')
    COMMENT = re.compile(r"\{([^}]*)\}")
    MOVE = re.compile(r"([1-5*])([ \t\r\f\v][^\n#{]*)")

    def __init__(self, text):
        self.text = text.removeprefix("\ufeff")
        self.at = 0
        self.tags = {}   # name: (value, line)
        self.moves = []  # [line, seat, text, comments]
        while True:
            self.skip()
            if self.at == len(self.text):
                return
            self.entry()

    def line(self):
        return self.text.count("\n", 0, self.at) + 1

    def skip(self):
        self.at = self.BLANK.match(self.text, self.at).end()

    def entry(self):
        line, first = self.line(), self.text[self.at]
        if match := self.TAG.match(self.text, self.at):
            self.tag(match[1], re.sub(r'\\(["\\])', r"\1", match[2]), line)
        elif match := self.COMMENT.match(self.text, self.at):
            if self.moves:
                self.moves[-1][3].append(match[1].strip())
        elif match := self.MOVE.match(self.text, self.at):
            self.moves.append([line, match[1], " ".join(match[2].split()), []])
        else:
            raise Wrong(line, f"cannot read what begins with '{first}' here")
        self.at = match.end()

    def tag(self, name, value, line):
        if name not in TAGS:
            return
        if name in self.tags:
            raise Wrong(line, f"the tag {name} is given twice")
        self.tags[name] = (value, line)

    def hexadecimal(self, name, length=None):
        """The bytes of a tag, or b'' where it is missing."""
        value, line = self.tags.get(name, ("", 1))
        if not re.fullmatch(r"(?:[0-9a-f]{2})*", value) or (length and len(value) != 2 * length):
            raise Wrong(line, f"the tag {name} is not what it should be in hexadecimal")
        return bytes.fromhex(value)


class Draws:
    """Draws every ticket again (docs/records.md, "Fair draws", step 5)."""

    def __init__(self, record):
        tags = record.tags
        for name in ("Players", "Commit", "Table", "Seed"):
            if not tags.get(name, ("", 1))[0]:
                raise Wrong(1, f"the tag {name} is missing")
        players, line = tags["Players"]
        if not re.fullmatch(r"[1-9]", players) or int(players) > SEATS:
            raise Wrong(line, f"there cannot be {players} players")
        table, line = tags["Table"]
        if not re.fullmatch(r"[A-Za-z0-9_.-]{1,63}", table):
            raise Wrong(line, "the tag Table is made of letters, digits, - . _")
        self.seed = record.hexadecimal("Seed", 32)
        if hashlib.sha256(self.seed).digest() != record.hexadecimal("Commit", 32):
            raise Wrong(tags["Commit"][1], "the seed is not the one that was committed to")
        self.head = f"petteia draw 1\ntable {table}\n"
        for seat in range(1, int(players) + 1):
            self.head += f"entropy {seat} {record.hexadecimal(f'Entropy{seat}').hex() or '-'}\n"

    def ticket(self, number, total):
        attempt = 0
        while True:
            message = f"{self.head}draw {number}\ntry {attempt}\n".encode("ascii")
            drawn = hmac.new(self.seed, message, hashlib.sha256).digest()
            x = int.from_bytes(drawn[:8], "big")
            if x < 2**64 - 2**64 % total:
                return x % total
            attempt += 1


def check_draw(draws, line, number, comments):
    """Checks that one line of luck is the draw it claims to be."""
    said = [match for match in map(DRAW.fullmatch, comments) if match]
    if not said:
        raise Wrong(line, "a line of luck needs {%draw NUMBER TICKET/TOTAL FROM..TO}")
    claimed, ticket, total, first, last = map(int, said[0].groups())
    if claimed != number:
        raise Wrong(line, f"this is draw {number}, not {claimed}")
    if not (first <= ticket <= last < total):
        raise Wrong(line, f"ticket {ticket} of {total} is not among {first}..{last}")
    if (right := draws.ticket(number, total)) != ticket:
        raise Wrong(line, f"the ticket of draw {number} is {right}, not {ticket}")


def verify(text):
    """Returns how many draws the record has; raises Wrong."""
    record = Reader(text)
    draws = Draws(record)
    number = 0
    for line, seat, _, comments in record.moves:
        if seat == "*":
            number += 1
            check_draw(draws, line, number, comments)
    return number


def main(paths):
    if not paths or any(path.startswith("-") for path in paths):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    code = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8", newline="") as file:
                print(f"{path}: {verify(file.read())} draws, every ticket is verified")
        except Wrong as wrong:
            print(f"{path}:{wrong.line}: {wrong}")
            code = max(code, 1)
        except (OSError, UnicodeDecodeError) as trouble:
            print(f"verify.py: {path}: {trouble}", file=sys.stderr)
            code = 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
