"""States as plain bytes: a search, or another framework, keeps and copies them as it likes.

    table = petteia.Table("mykerinos", players=3)
    state = table.start()
    while (seat := table.next(state)) != petteia.OVER:
        ...
        state = table.apply(state, seat, index).state"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from ctypes import c_float, c_int32, c_uint32, create_string_buffer
from typing import Any, NamedTuple

from .library import Owned, Refused, known, lib, made, seat_of, seed_of, text
from .play import game as game_named

LUCK = -1  # as a seat: luck decides next
OVER = -4  # as a seat: the game is over
UNSEEN, MASKED, SEEN = range(3)  # how much of a move a viewer sees
_REFUSED = -9


class Step(NamedTuple):
    """What a move leads to: the state after it, who is asked next, and how much of it the public and each seat saw."""

    state: bytes
    next: int
    sight: bytes


class Table(Owned):
    """A game with its number of players and options. It keeps no state: every call takes one, and none is changed.
    A move is its number in the dense index; those below `player_moves` are the players', the others are luck's.

    States are to be those that a table has given: of their bytes only the size and the number of players are checked, so that
    made-up ones can end the program."""

    def __init__(self, game: str, players: int | None = None, **options: str | int):
        self.game = game_named(game)
        self.players = self.game.seats(players)
        self.options = options
        self._at = made(lib.api_new(game.encode(), self.players, self.game.choices(options), b""))
        self.player_moves: int = lib.moves_players(game.encode())
        limits = (c_int32 * 3)()
        lib.state_limits(self._at, limits)
        self.max_moves, self.max_chance, self.max_ply = limits
        self.hides = bool(lib.state_hides(self._at))  # with these options there are secrets
        self._texts: dict[int, str] = {}

    def __del__(self) -> None:
        lib.api_drop(self._at)

    def __deepcopy__(self, memo: Any) -> Table:
        return self  # nothing in it changes

    def __reduce__(self) -> Any:
        return _table, (self.game.name, self.players, self.options)

    def _state(self, state: bytes) -> bytes:
        return self.game.state_of(state, self.players)

    def _viewer(self, seat: int) -> int:
        return seat_of(seat, self.players)

    # --- the rules ---

    def start(self) -> bytes:
        """The state before the first draw."""
        out = create_string_buffer(self.game.view_size)
        lib.state_start(self._at, out)
        return out.raw

    def next(self, state: bytes, last: int = LUCK) -> int:
        """Who is asked: the seat that owes a choice; if several do, they take turns. LUCK or OVER if nobody is asked."""
        return int(lib.state_next(self._at, self._state(state), known(last)))

    def legal(self, state: bytes, seat: int) -> list[int]:
        """The moves of a seat, ascending."""
        out = (c_uint32 * (self.max_moves + 1))()
        return list(out[:lib.state_legal(self._at, self._state(state), self._viewer(seat), out)])

    def chance(self, state: bytes) -> list[tuple[int, int]]:
        """The outcomes that luck may draw, each with its weight."""
        out = (c_uint32 * (2 * self.max_chance + 2))()
        n = lib.state_chance(self._at, self._state(state), out)
        return list(zip(out[:2 * n:2], out[1:2 * n:2]))

    def apply(self, state: bytes, seat: int, index: int) -> Step:
        """Plays a move of a seat, or of LUCK. Raises Refused."""
        out, sight = create_string_buffer(self.game.view_size), create_string_buffer(6)
        after = lib.state_apply(self._at, self._state(state), known(seat), known(index), out, sight)
        if after == _REFUSED:
            raise Refused({"code": "rule", "words": f"{self.text(index)} is not legal here"})
        return Step(out.raw, after, sight.raw)

    def rewards(self, state: bytes) -> list[float]:
        """What the result is worth to each seat. The values add up to 0, and all are 0 before the end."""
        out = (c_float * self.players)()
        lib.state_reward(self._at, self._state(state), out)
        return list(out)

    # --- what a seat may know ---

    def observe(self, state: bytes, viewer: int) -> bytes:
        """What a viewer may know of a state, as bytes."""
        out = create_string_buffer(self.game.view_size)
        lib.state_observe(self._at, self._state(state), self._viewer(viewer), out)
        return out.raw

    def recall(self, state: bytes, viewer: int) -> bytes:
        """As `observe`, for a viewer who has seen the whole game and forgotten nothing (docs/tensors.md)."""
        out = create_string_buffer(self.game.view_size)
        lib.state_recall(self._at, self._state(state), self._viewer(viewer), out)
        return out.raw

    def imagine(self, view: bytes, viewer: int, seed: int) -> bytes:
        """A state that fits the view, drawn with the right odds."""
        out = create_string_buffer(self.game.view_size)
        lib.state_imagine(self._at, self._state(view), self._viewer(viewer), seed_of(seed), out)
        return out.raw

    # --- as text ---

    def text(self, index: int) -> str:
        """A move of the dense index in the game's notation."""
        if index not in self._texts:
            self._texts[index] = self.game.text(index) or f"move {index}"
        return self._texts[index]

    def position(self, state: bytes) -> str:
        """A state as text (docs/scenarios.md)."""
        lib.state_position(self._at, self._state(state))
        return text()

    def show(self, view: bytes, viewer: int) -> str:
        """The view as JSON, as pages get it."""
        lib.state_show(self._at, self._state(view), self._viewer(viewer))
        return text()


def _table(game: str, players: int, options: dict[str, str | int]) -> Table:
    return Table(game, players, **options)
