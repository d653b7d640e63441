"""Bots, hints and judgements."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import secrets
from typing import Any

from .library import Owned, answer, known, lib, made, seed_of, text, told, whole
from .play import Play
from .play import game as game_named


HINTING = ("hint", "open")  # what a mind may be besides a level


def levels() -> list[str]:
    """The levels of the bots, weakest first."""
    lib.api_bots()
    return [told["level"] for told in answer()]


class Mind(Owned):
    """A bot of a level, or "hint", or "open" (a hint that knows what is hidden). With the same seed, and limited by
    iterations alone, it always finds the same moves."""

    def __init__(self, level: str, game: str, *, seed: int | None = None, millis: int = 0, iterations: int = 0):
        seed = secrets.randbits(64) if seed is None else seed
        self._at = made(lib.api_mind(told(level), told(game), seed_of(seed)))
        self.game = game_named(game)
        self.level = level
        self.budget(millis, iterations)

    def __del__(self) -> None:
        lib.api_mind_close(self._at)

    def budget(self, millis: int = 0, iterations: int = 0) -> None:
        """Sets how long it may think from now on; 0 and 0: as long as its level allows."""
        lib.api_mind_budget(self._at, whole(millis, 0, 2**32 - 1, "millis"), whole(iterations, 0, 2**32 - 1, "iterations"))

    def pick(self, view: bytes, seat: int) -> str:
        """The level's move in a view from `Play.observe(seat)`."""
        if self.level in HINTING:
            raise ValueError(f'a mind for "{self.level}" gives hints: pick needs one of a level, such as "master"')
        if not lib.api_pick(self._at, self.game.state_of(view), known(seat)):
            raise IndexError(f"seat {seat} has nothing to choose here")
        return text()

    def hint(self, view: bytes, seat: int, most: int = 8) -> dict[str, Any]:
        """The best moves for a seat, with what each may bring."""
        if self.level not in HINTING:
            raise ValueError(f'a mind of the level "{self.level}" picks moves: hint needs one for "hint" or "open"')
        if not lib.api_hint(self._at, self.game.state_of(view), known(seat), known(most)):
            raise IndexError(f"seat {seat} has nothing to choose here")
        return dict(answer())

    def why(self, view: bytes, seat: int, best: str, other: str, loss_permille: int = 0) -> dict[str, Any] | None:
        """Why one move is better for the seat than another: what it gains and gives up, in words and figures.

        `loss_permille` is what a search sees between them. None if a move is not legal or time was too short."""
        if self.level not in HINTING:
            raise ValueError(f'a mind of the level "{self.level}" picks moves: why needs one for "hint" or "open"')
        loss = whole(loss_permille, -1000, 1000, "loss_permille")
        said = lib.api_why(self._at, self.game.state_of(view), known(seat), told(best), told(other), loss)
        return dict(answer()) if said else None

    def judge(self, play: Play) -> dict[str, Any] | None:
        """What the move after the present position was worth; None if there was no choice."""
        return dict(answer()) if lib.api_judge(self._at, play._at) else None
