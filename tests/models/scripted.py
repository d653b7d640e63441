"""A model as one generator that reads like the rules: it yields a question and is sent the answer. What is asked in the
middle of an action stands in the middle of the code for that action, and nothing has to remember where it was."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import contract
from contract import LUCK


class Ask(NamedTuple):
    """Who is asked, and what they may answer. Where luck is asked, each outcome has its weight."""

    who: int
    options: dict[str, int]


Script = Generator[Ask, str, None]
Answer = Generator[Ask, str, str]  # a part of a script that ends with what was answered


class Scripted(contract.Model):
    """`script` plays the game. A question with one answer is answered at once and is no move; a draw always is one."""

    ask: Ask | None
    ply = 0

    def script(self) -> Script:
        raise NotImplementedError

    def begin(self, script: Script) -> None:
        self._script = script
        self.ask = next(self._script)

    def to_act(self) -> list[int]:
        return [self.ask.who] if self.ask else []

    def legal(self, seat: int) -> set[str]:
        return set(self.ask.options) if self.ask and self.ask.who == seat else set()

    def draws(self) -> dict[str, int]:
        assert self.ask and self.ask.who == LUCK
        return self.ask.options

    def apply(self, who: int, move: str) -> None:
        assert self.ask and who == self.ask.who and move in self.ask.options
        self.ply += 1
        self._answer(move)
        self.make_forced_moves()

    def make_forced_moves(self) -> None:
        while self.ask and self.ask.who != LUCK and len(self.ask.options) == 1:
            self._answer(next(iter(self.ask.options)))

    def _answer(self, move: str) -> None:
        try:
            self.ask = self._script.send(move)
        except StopIteration:
            self.ask = None
