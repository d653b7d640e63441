"""What a slow model of a game offers, so that compare.py can play it in step with the engine (docs/models.md).

A model is the rules in plain Python, written from the rulebook (games/NAME/README.md) by somebody who has not read the
C. It lives in tests/models/NAME.py and may be slow; it must be easy to check against the rulebook."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

LUCK = -1    # in place of a seat: luck draws next
PUBLIC = -1  # as a viewer: somebody who only watches
UNSEEN, MASKED, SEEN = range(3)  # how much of a move a viewer sees: nothing, that it was made, or all of it


class Model:
    """A game in progress. Seats count from 0 and moves are texts in the engine's notation (`petteia fields NAME`), without
    the seat in front of them, where seats count from 1."""

    # Options, each with the values that random games try: {"pmode": ["tempo", "alt"]}. What is left out keeps its default.
    OPTIONS: dict[str, list[str]] = {}
    # Numbers of players with fewer random games than others: {4: 0.3}. What is left out counts 1.
    PLAYERS: dict[int, float] = {}

    # False: nothing is ever hidden, every view is the position, and `view` is not asked.
    HIDES = True
    # Moves that may be written but never are legal, for refusals.
    NEVER_LEGAL: list[str] = []

    def __init__(self, players: int, options: dict[str, str]):
        """Before the first draw. `options` holds those of OPTIONS, each with one of its values."""
        raise NotImplementedError

    @classmethod
    def midgame(cls, players: int, options: dict[str, str], rng: Random) -> Model | None:
        """A game that has come far: any position that play can lead to. Random games seldom get there by themselves. None:
        there is no such thing."""
        return None

    def to_act(self) -> list[int]:
        """The seats that may move now; [LUCK] if a draw is due; [] when the game is over."""
        raise NotImplementedError

    def legal(self, seat: int) -> set[str]:
        """Every move of the seat; none if it is not asked."""
        raise NotImplementedError

    def draws(self) -> dict[str, int]:
        """The outcomes of the draw that is due, with their weights. Only the proportions count."""
        raise NotImplementedError

    def apply(self, who: int, move: str) -> None:
        """Plays a legal move of a seat, or an outcome of LUCK."""
        raise NotImplementedError

    def position(self) -> dict[str, str]:
        """The lines of the engine's position text, in its order: {"phase": "play", "laid 1": "oct:c3", ...}."""
        raise NotImplementedError

    def view(self, viewer: int) -> dict[str, str]:
        """The same, as a seat or PUBLIC sees it: the position of what `observe` gives."""
        raise NotImplementedError

    def shows(self, viewer: int) -> dict[str, Any]:
        """What pages are told besides (`petteia.Play.view`): some of its entries, as the rules have them. A set stands for a
        list whose order does not matter."""
        return {}

    def sight(self, who: int, move: str) -> list[int] | None:
        """How much of this move, the next one, the public and each seat see: UNSEEN, MASKED or SEEN. None: not compared."""
        return None

    def scores(self) -> Sequence[Fraction | int]:
        """The points of each seat now, as that seat counts them: it knows its own cards."""
        raise NotImplementedError

    def winners(self) -> set[int]:
        """At the end: the seats that win, several if the win is shared. In the engine: those with the highest reward."""
        raise NotImplementedError

    def spice(self, who: int) -> list[str]:
        """Moves of a seat, or outcomes of LUCK, that lead to rules which random games seldom reach. Random games choose
        one of them now and then. They need not be legal."""
        return []

    def refuse(self, seat: int, move: str) -> str | None:
        """The number of the rule that forbids a move, "R4.2", or None if it is legal. Any seat may try any move of the
        notation at any time, also while luck is due and after the end. Where the rulebook gives the key too, the answer
        may be "R4.3 cell-taken". "" stands for "refused, whatever the rule": use it where the rulebook leaves open which
        of several rules is named."""
        raise NotImplementedError
