"""Games, and games in progress. The library knows the rules."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import operator
import secrets
from collections.abc import Callable
from ctypes import POINTER, c_float, c_int32
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .library import Owned, Refused, answer, known, lib, made, must, reply, seat_of, text, told

PUBLIC = -1  # as a viewer: somebody who only watches


class Game:
    """One of the games: its name, players, options, and the notation of its moves."""

    def __init__(self, about: dict[str, Any]):
        self.name: str = about["name"]
        self.title: str = about["title"]
        self.words: str = about["words"]
        self.min_players, self.max_players = about["players"]
        self.options: list[dict[str, Any]] = about["options"]
        self.verbs: list[dict[str, Any]] = about["verbs"]
        self._name = self.name.encode()
        self.move_space: int = lib.moves_space(self._name)
        self.view_size: int = lib.moves_view(self._name)
        self.max_moves: int = lib.moves_most(self._name)
        lib.moves_steps(self._name)
        self.steps: list[dict[str, Any]] = answer()  # by verb: name, indices, name and count of each argument's values
        self.widest_step: int = max(len(self.steps), *(a["count"] for verb in self.steps for a in verb["args"]))

    def __repr__(self) -> str:
        return f"<petteia.Game {self.name}>"

    @property
    def rulebook(self) -> str:
        """The rules as Markdown, in the language set."""
        lib.api_rulebook(self._name)
        return text()

    def start(self, players: int | None = None, seed: str | int | None = None, position: str = "", **options: str | int) -> Play:
        """A new game. Its first draws have not been made: call `luck()`. Draws follow from the seed, a number
        or 64 hexadecimal digits; without one, a fresh seed is drawn."""
        pointer = made(lib.api_new(self._name, self.seats(players), self.choices(options), told(position)))
        play = Play(self, pointer)
        if not position:
            digits = secrets.token_hex(32) if seed is None else seed if isinstance(seed, str) else _digits(seed)
            must(lib.api_seed(pointer, told(digits), b"python"))
        return play

    def text(self, index: int) -> str | None:
        """A move of the dense index in the game's notation; None if no move has this index."""
        return text() if lib.moves_text(self._name, known(index)) else None

    def seats(self, players: int | None) -> int:
        """How many play, if nothing is said: the fewest. Raises Refused if so many cannot."""
        if players is not None and known(players) != operator.index(players):
            raise Refused({"code": "option", "words": f"{self.title} cannot have {players} players"})
        return self.min_players if players is None else operator.index(players)

    @staticmethod
    def choices(options: dict[str, Any]) -> bytes:
        """Options as the library reads them."""
        return told(" ".join(f"{name}={value}" for name, value in options.items()))

    def kind(self, players: int, options: dict[str, Any], count: int) -> bytes:
        """What saved games have to have in common with those that they replace."""
        normal = {o["name"]: (o["values"][o["normal"] - o["min"]] if o.get("values") else o["normal"]) for o in self.options}
        chosen = " ".join(f"{name}={options.get(name, value)}" for name, value in normal.items())
        return f"{self.name} {players} {count} {chosen}\n".encode()

    def bytes_of(self, view: bytes) -> bytes:
        """Checks the size of a view or a state, because the library reads that many bytes."""
        if not isinstance(view, bytes):
            raise TypeError(f"a view or state is bytes, not {type(view).__name__}")
        if len(view) != self.view_size:
            raise ValueError(f"a view or state of {self.title} has {self.view_size} bytes, not {len(view)}")
        return view

    def state_of(self, state: bytes, players: int = 0) -> bytes:
        """Checks whether a view or a state is of so many players; 0: of any number that can play."""
        if not lib.state_fits(self._name, self.bytes_of(state), players):
            raise ValueError(f"this is no view or state of {self.title}" if not players else f"this state is not one of {players} players")
        return state

    def index(self, move: str) -> int:
        """A move's number in the dense index. Raises Refused if the text is no move."""
        found: int = lib.moves_index(self._name, told(move))
        if found < 0:
            raise Refused({"code": "unreadable", "words": f"'{move}' is not a move of {self.title}"})
        return found


class Play(Owned):
    """A game in progress, or one read from a record. Seats count from 0."""

    def __init__(self, game: Game, pointer: int):
        self.game, self._at = game, pointer
        self._players: int = self.status["players"]
        self._list = (c_int32 * game.move_space)()

    def __del__(self) -> None:
        lib.api_drop(self._at)

    # --- what a viewer sees ---

    def _json(self, call: Callable[..., None], *viewer: int) -> Any:
        call(self._at, *(seat_of(v, self._players) for v in viewer))
        return answer()

    @property
    def status(self) -> dict[str, Any]:
        """Where the game stands: "node", "owes", "round", "moves" and more, as docs/protocol.md names them; the truth, hidden things aside."""
        said: dict[str, Any] = self._json(lib.api_status)
        return said

    @property
    def players(self) -> int:
        """How many play."""
        return self._players

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.status["node"] == "over")

    def look(self, viewer: int) -> dict[str, Any]:
        """What a viewer sees: the view, whose turn it is, what is asked in words, and the legal moves as a tree (docs/protocol.md)."""
        said: dict[str, Any] = self._json(lib.api_look, viewer)
        return said

    def view(self, viewer: int) -> Any:
        """Only the view, as a page gets it."""
        return self._json(lib.api_view, viewer)

    def legal(self, seat: int) -> dict[str, Any]:
        """The legal moves of a seat as a tree: form, then argument by argument."""
        said: dict[str, Any] = self._json(lib.api_legal, seat)
        return said

    def score(self, viewer: int) -> dict[str, Any]:
        """The points of every seat, and the lines they come from."""
        said: dict[str, Any] = self._json(lib.api_score, viewer)
        return said

    def steps(self, viewer: int) -> list[dict[str, Any]]:
        """The moves so far, as the viewer saw them."""
        said: list[dict[str, Any]] = self._json(lib.api_steps, viewer)
        return said

    def draw(self, viewer: int) -> str:
        """The game as the terminal shows it."""
        lib.moves_draw(self._at, seat_of(viewer, self.players))
        return text()

    def observe(self, viewer: int) -> bytes:
        """The view as bytes, for a bot or a net."""
        lib.api_observe(self._at, seat_of(viewer, self.players))
        return reply()

    def recall(self, viewer: int) -> bytes:
        """As `observe`, for a viewer who has forgotten nothing that happened (docs/tensors.md)."""
        lib.moves_recall(self._at, seat_of(viewer, self.players))
        return reply()

    # --- playing ---

    def check(self, seat: int, move: str) -> dict[str, Any] | None:
        """Why the move is not legal, or None."""
        return answer() if lib.api_check(self._at, known(seat), told(move)) else None

    def move(self, seat: int, move: str | int) -> None:
        """Plays a move: its text, or its number in the dense index. Raises Refused."""
        if isinstance(move, str):
            must(lib.api_move(self._at, known(seat), told(move)))
        else:
            must(lib.moves_play(self._at, known(seat), known(move)))

    def luck(self) -> list[str]:
        """Draws until somebody has a choice or the game is over. Returns what was drawn."""
        drawn = []
        while tickets := lib.api_tickets(self._at):
            ticket = lib.api_ticket(self._at) if lib.api_seeded(self._at) else secrets.randbelow(tickets)
            must(lib.api_draw(self._at, ticket))
            drawn.append(text())
        return drawn

    def resign(self, seat: int) -> None:
        """The seat gives up."""
        must(lib.api_resign(self._at, known(seat)))

    def go(self, moves: int) -> None:
        """Shows the position after the first `moves` moves."""
        if not lib.api_go(self._at, known(moves)):
            raise IndexError(f"there is no move {moves}")

    def next_seat(self, last: int = -1) -> int:
        """Who is asked next; -1: nobody."""
        return int(lib.moves_next(self._at, known(last)))

    def legal_indices(self, seat: int) -> NDArray[np.int32]:
        """The legal moves of a seat in the dense index, ascending."""
        n = lib.moves_legal(self._at, seat_of(seat, self.players), self._list)
        return np.array(self._list[:n], dtype=np.int32)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """A 1 for each legal move of a seat, over the dense index."""
        mask = np.zeros(self.game.move_space, dtype=np.int8)
        mask[self.legal_indices(seat)] = 1
        return mask

    def rewards(self) -> NDArray[np.float32]:
        """What the result is worth to each seat. The values add up to 0, and all are 0 before the end."""
        out = np.zeros(self.players, dtype=np.float32)
        lib.moves_reward(self._at, out.ctypes.data_as(POINTER(c_float)))
        return out

    # --- as text ---

    def name(self, seat: int, name: str) -> None:
        """Names a player, for the record."""
        must(lib.api_name(self._at, known(seat), told(name)))

    def record(self) -> str:
        """The record so far, which every part of Petteia reads and checks."""
        must(lib.api_record(self._at))
        return text()

    def position(self) -> str:
        """The position as text (docs/scenarios.md)."""
        lib.api_position(self._at)
        return text()


def _digits(seed: int) -> str:
    if not 0 <= operator.index(seed) < 2**256:
        raise ValueError("a seed is a number from 0 to 2**256 - 1, or 64 hexadecimal digits")
    return f"{seed:064x}"


def language(code: str) -> None:
    """Sets the language of everything that games say: "en", "fr", "de". It holds for the calling thread."""
    if not lib.api_language(told(code)):
        raise ValueError(f"there is no language {code!r}")


def games() -> list[Game]:
    """All games."""
    lib.api_games()
    return [Game(about) for about in answer()]


def game(name: str) -> Game:
    """The game of that name. Raises Refused if there is none."""
    for found in games():
        if found.name == name:
            return found
    raise Refused({"code": "unreadable", "words": f"there is no game '{name}'"})


def read(record: str) -> Play:
    """A game from its record, checked again and set to its end. Raises Refused with the line at fault."""
    pointer = made(lib.api_read(told(record)))
    lib.api_status(pointer)
    return Play(game(answer()["game"]), pointer)
