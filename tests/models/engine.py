"""The engine as the models meet it: one game in progress, by the library of the Python package. It needs no NumPy, because
it loads only python/petteia/library.py."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import importlib.util
import os
from ctypes import c_float, c_int32, c_uint32, create_string_buffer
from fractions import Fraction
from typing import Any

from contract import LUCK

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OVER = -4


def _library() -> Any:
    os.environ.setdefault("PETTEIA_LIBRARY", os.path.join(ROOT, "build", "python", "_petteia.so"))
    spec = importlib.util.spec_from_file_location("petteia_library", os.path.join(ROOT, "python", "petteia", "library.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_package = _library()
lib = _package.lib


class Notation:
    """The moves of a game by number: the players' come first, then luck's."""

    def __init__(self, game: str, never_legal: list[str]):
        self.name = game.encode()
        self.space: int = lib.moves_space(self.name)
        self.text = [_package.text() if lib.moves_text(self.name, i) else "" for i in range(self.space)]
        self.index = {text: i for i, text in enumerate(self.text) if text}
        self.tries: dict[str, list[str]] = {}  # what players may write, by verb
        for text in [*filter(None, self.text[:lib.moves_players(self.name)]), *never_legal]:
            self.tries.setdefault(text.split()[0], []).append(text)
        self.verbs = list(self.tries)


def players_of(game: str) -> tuple[int, int]:
    lib.api_games()
    low, high = next(told["players"] for told in _package.answer() if told["name"] == game)
    return low, high


class Engine:
    """A game in progress twice over: as a play with a record, which judges moves, and as the bytes of its state, which tell
    odds and views."""

    def __init__(self, game: str, notation: Notation, players: int, options: dict[str, str], position: str = ""):
        self.notation, self.players = notation, players
        self._log = [position]  # such a game has no record
        words = " ".join(f"{name}={value}" for name, value in options.items())
        self._at = _package.made(lib.api_new(game.encode(), players, words.encode(), position.encode()))
        limits = (c_int32 * 3)()
        lib.state_limits(self._at, limits)
        self._moves = (c_uint32 * (limits[0] + 1))()
        self._chance = (c_uint32 * (2 * limits[1] + 2))()
        self._size = lib.moves_view(notation.name)
        self._view, self._sight = create_string_buffer(self._size), create_string_buffer(6)
        out = create_string_buffer(self._size)
        lib.state_start(self._at, out)
        self.state = out.raw

    def __del__(self) -> None:
        lib.api_drop(self._at)

    def asked(self) -> int:
        """A seat that is asked, LUCK or OVER."""
        return int(lib.state_next(self._at, self.state, LUCK))

    def owes(self) -> list[int]:
        """All seats that are asked."""
        lib.api_status(self._at)
        owing: list[int] = _package.answer()["owes"]
        return owing

    def legal(self, seat: int) -> set[str]:
        text = self.notation.text
        n = lib.state_legal(self._at, self.state, seat, self._moves)
        return {text[i] for i in self._moves[:n]}

    def draws(self) -> dict[str, int]:
        """The outcomes with their weights, in the order in which they own the tickets."""
        n = lib.state_chance(self._at, self.state, self._chance)
        return {self.notation.text[i]: weight for i, weight in zip(self._chance[:2 * n:2], self._chance[1:2 * n:2])}

    def draw(self, outcome: str) -> None:
        """Draws the first ticket of an outcome."""
        ticket = 0
        for text, weight in self.draws().items():
            if text == outcome:
                break
            ticket += weight
        _package.must(lib.api_draw(self._at, ticket))
        drawn = _package.text()
        assert drawn == outcome, f"ticket {ticket} draws {drawn}, not {outcome}"
        self._step(LUCK, outcome)

    def move(self, seat: int, move: str) -> None:
        _package.must(lib.api_move(self._at, seat, move.encode()))
        self._step(seat, move)

    def _step(self, who: int, move: str) -> None:
        self._log.append(f"{'*' if who == LUCK else who + 1} {move}")
        out = create_string_buffer(self._size)
        lib.state_apply(self._at, self.state, who, self.notation.index[move], out, self._sight)
        self.state = out.raw

    def sight(self) -> list[int]:
        """How much of the last move the public and each seat saw."""
        return list(self._sight.raw[:self.players + 1])

    def refuse(self, seat: int, move: str) -> tuple[str, str] | None:
        """The rule that forbids a move and the key of the sentence that says so, or None."""
        if not lib.api_check(self._at, seat, move.encode()):
            return None
        refusal = _package.answer()
        return refusal.get("rule") or str(refusal), refusal.get("key", "")

    def position(self) -> str:
        lib.state_position(self._at, self.state)
        return str(_package.text())

    def view(self, viewer: int) -> str:
        lib.state_observe(self._at, self.state, viewer, self._view)
        lib.state_position(self._at, self._view.raw)
        return str(_package.text())

    def shown(self, viewer: int) -> Any:
        """The view as pages get it."""
        lib.state_observe(self._at, self.state, viewer, self._view)
        lib.state_show(self._at, self._view.raw, viewer)
        return _package.answer()

    def guess(self, viewer: int, seed: int) -> tuple[str, set[str]]:
        """A state that a viewer may think is the case: its view of that, and its moves there."""
        lib.state_observe(self._at, self.state, viewer, self._view)
        guessed = create_string_buffer(self._size)
        lib.state_imagine(self._at, self._view.raw, viewer, seed, guessed)
        lib.state_observe(self._at, guessed.raw, viewer, self._view)
        lib.state_position(self._at, self._view.raw)
        view = str(_package.text())
        n = lib.state_legal(self._at, guessed.raw, viewer, self._moves) if viewer >= 0 else 0
        return view, {self.notation.text[i] for i in self._moves[:n]}

    def scores(self) -> tuple[list[Fraction], list[Fraction]]:
        """The points of each seat, as that seat sees them; and the sums of the lines that explain them."""
        points, lines = [], []
        for seat in range(self.players):
            lib.api_score(self._at, seat)
            told = _package.answer()
            points.append(Fraction(told["points"][seat]))
            lines.append(sum((Fraction(line["points"]) for line in told["lines"][seat]), Fraction(0)))
        return points, lines

    def winners(self) -> set[int]:
        """The seats with the highest reward."""
        out = (c_float * self.players)()
        lib.state_reward(self._at, self.state, out)
        return {seat for seat, reward in enumerate(out) if reward == max(out)}

    def record(self) -> str:
        if self._log[0]:
            return "\n".join(self._log)
        _package.must(lib.api_record(self._at))
        return str(_package.text())
