"""A bot of your own for `petteia arena`, by the protocol of docs/bot-protocol.md:

    import random
    import petteia

    class Mine(petteia.Bot):
        def move(self, decision):
            return random.choice(decision["legal"])

    Mine().run()

    petteia arena mykerinos "run:python3 mine.py" casual"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
import sys
from typing import Any, TextIO


class Bot:
    """Answers the host until it says `quit` or closes the line. Override `move`, and what else you want to know."""

    name = ""  # what the host calls it; the class's name if empty

    def game(self, game: dict[str, Any]) -> None:
        """A game begins: its name, `players`, this bot's `seat` (from 0) and the `options`."""

    def saw(self, event: dict[str, Any]) -> None:
        """A move was made: `seat` (none for luck) and the `move`, which is left out if it was made in secret."""

    def move(self, decision: dict[str, Any]) -> str:
        """One of `decision["legal"]`; `view` is what the seat may know, `time` how many milliseconds there are."""
        raise NotImplementedError

    def over(self, result: dict[str, Any]) -> None:
        """The game is over: `share_permille` is each seat's share of the win."""

    def info(self, words: str) -> None:
        """Says something to people who watch the line; the host passes over it."""
        self._say(f"info {words}")

    def run(self, lines: TextIO = sys.stdin, to: TextIO = sys.stdout) -> None:
        """Answers until the host has had enough."""
        self._to = to
        hear = {"game": self.game, "saw": self.saw, "over": self.over}
        for line in lines:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "petteia":
                self._say(f"bot {self.name or type(self).__name__}")
            elif word == "decide":
                self._say(f"move {self.move(json.loads(rest))}")
            elif word in hear:
                hear[word](json.loads(rest))
            elif word == "quit":
                return

    def _say(self, line: str) -> None:
        print(line, file=self._to, flush=True)
