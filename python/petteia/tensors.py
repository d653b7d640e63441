"""What a seat may know as numbers for a net, and what the bytes of a view mean. `python -m petteia.tensors GAME` writes
games/GAME/TENSOR.md.

    tensor = petteia.Tensor("myst")
    tensor.write(view, seat)                     # uint8 [tensor.size]; dtype=np.float16 or np.float32: in 0..1
    tensor.named(observation)["hand"]            # its columns by name
    tensor.unpack(view)["hand"]                  # the view itself by name, as whole numbers"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import sys
from ctypes import POINTER, c_int32, c_uint8, c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .library import answer, lib
from .play import game as game_named

TYPES: dict[np.dtype[Any], int] = {np.dtype(np.uint8): 0, np.dtype(np.float16): 1, np.dtype(np.float32): 2}  # tensor_type


def seats_of(viewers: Any, least: int, players: int) -> NDArray[np.int32]:
    """An array of seats."""
    given = np.asarray(viewers)
    if given.dtype.kind not in "iu" or (given.size and not least <= int(given.min()) <= int(given.max()) < players):
        raise ValueError(f"a viewer is a seat from 0 to {players - 1}" + (", or -1 for the public" if least < 0 else ""))
    return given.astype(np.int32)


def type_of(dtype: DTypeLike) -> np.dtype[Any]:
    """The type of an observation's numbers. Raises ValueError for any other."""
    for known in TYPES:
        if dtype in (known, known.type, known.name):
            return known
    raise ValueError(f"an observation is of uint8, float16 or float32, not {dtype}")


@dataclass(frozen=True)
class Member:
    """A member of the game's state: its place in the bytes of a view, the type and shape of its values."""

    name: str
    words: str
    at: int
    type: str  # NumPy's: "<u2"
    shape: tuple[int, ...]
    steps: tuple[int, ...]  # bytes from one value to the next, for each dimension
    is_set: bool  # each bit is a member


@dataclass(frozen=True)
class Axis:
    """What the columns along a dimension stand for."""

    name: str
    count: int
    turned: bool  # seats: the viewer's comes first
    names: tuple[str, ...]  # of the values, where they have some


@dataclass(frozen=True)
class Feature:
    """Columns of an observation."""

    name: str
    member: str
    form: str  # "flag", "name", "amount", "seat", "set", "seats", "owned"; "left out" has no columns
    columns: slice
    axes: tuple[Axis, ...]
    shape: tuple[int, ...]  # of its columns; a board has rows and columns of its own
    most: int  # the byte that is 1.0 as a float
    words: str
    why: str  # it is left out, or some columns may never change; "": they all do


class Tensor:
    """The numbers that an observation has with so many players. Seats count from the viewer on, who is number 0."""

    def __init__(self, game: str, players: int | None = None):
        self.game = game_named(game)
        self.players = self.game.min_players if players is None else players
        if not self.game.min_players <= self.players <= self.game.max_players:
            raise ValueError(f"{self.game.title} is for {self.game.min_players} to {self.game.max_players} players")
        self._name = game.encode()
        lib.layout_tell(self._name)
        self.members = [Member(
            m["name"], m["words"], m["at"], f"<{'i' if m['form'] == 'signed' else 'u'}{m['size']}", tuple(d["count"] for d in m["dims"]),
            tuple(d["step"] for d in m["dims"]), m["form"] == "set") for m in answer()]
        words = {m.name: m.words for m in self.members}
        lib.tensor_tell(self._name, self.players)
        self.features = [_feature(told, words.get(told["member"], "")) for told in answer()]
        self.size: int = lib.tensor_columns(self._name, self.players)

    def unpack(self, view: bytes | NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
        """The values of a view by name, read in place."""
        data = view if isinstance(view, bytes) else view.tobytes()
        data = self.game.bytes_of(data)
        return {m.name: np.ndarray(m.shape, m.type, data, m.at, m.steps) for m in self.members}

    def named(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The columns of one observation, or of an array of them, by name and in their shapes."""
        if observation.shape[-1:] != (self.size,):
            raise ValueError(f"an observation of {self.game.title} with {self.players} players has {self.size} columns")
        return {f.name: observation[..., f.columns].reshape((*observation.shape[:-1], *f.shape)) for f in self.features if f.form != "left out"}

    def write(self, views: bytes | NDArray[np.uint8], viewers: ArrayLike, dtype: DTypeLike = np.uint8,
              out: NDArray[Any] | None = None) -> NDArray[Any]:
        """One view, or any array of views, with whom it was made for. Every column is a byte, or that byte as a number in 0..1."""
        kind = type_of(dtype)
        data = np.ascontiguousarray(np.frombuffer(views, dtype=np.uint8) if isinstance(views, bytes) else views, dtype=np.uint8)
        if data.shape[-1:] != (self.game.view_size,):
            raise ValueError(f"a view of {self.game.title} has {self.game.view_size} bytes")
        shape = (*data.shape[:-1], self.size)
        who = np.ascontiguousarray(np.broadcast_to(seats_of(viewers, -1, self.players), data.shape[:-1]))
        if out is None:
            out = np.empty(shape, dtype=kind)
        elif out.shape != shape or out.dtype != kind or not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError(f"out must be a C array {shape} of {kind.name}")
        lib.tensor_write(self._name, self.players, data.ctypes.data_as(POINTER(c_uint8)), who.ctypes.data_as(POINTER(c_int32)), who.size, TYPES[kind],
                         out.ctypes.data_as(c_void_p))
        return out


def _feature(told: dict[str, Any], words: str) -> Feature:
    axes = tuple(Axis(a["name"], a["count"], a["turned"], tuple(a["names"])) for a in told["axes"])
    shape: list[int] = []
    for a in told["axes"]:
        shape += [a["count"] // a["across"], a["across"]] if a["across"] else [a["count"]]
    return Feature(told["name"], told["member"], told["form"], slice(told["from"], told["from"] + told["columns"]), axes, tuple(shape),
                   told["most"], words, told["why"])


# --- games/NAME/TENSOR.md ---

_HEAD = """# {title}: what an observation is made of

<!-- Made by `python3 -m petteia.tensors {name}`; a test compares. docs/tensors.md says how to read it. -->

{sizes}.

| columns | {counts} | what | of | what it is |
|---|{rule}---|---|---|
"""


def _span(columns: slice) -> str:
    if columns.start == columns.stop:
        return "-"
    return f"{columns.start}" if columns.stop - columns.start == 1 else f"{columns.start} to {columns.stop - 1}"


def _what(feature: Feature) -> str:
    return f"amount, at most {feature.most}" if feature.form == "amount" else feature.form


def _of(feature: Feature) -> str:
    parts = []
    for axis in feature.axes:
        known = f": {', '.join(axis.names)}" if axis.names and axis.count <= 20 else ""
        parts.append(axis.name + known)
    return " × ".join(parts)


def markdown(name: str) -> str:
    """games/NAME/TENSOR.md."""
    game = game_named(name)
    every = [Tensor(name, n) for n in range(game.min_players, game.max_players + 1)]
    sizes = ", ".join(f"{t.size} columns with {t.players} players" for t in every)
    parts = [_HEAD.format(title=game.title, name=name, sizes=sizes, counts=" | ".join(f"{t.players} players" for t in every), rule="---|" * len(every))]
    for same in zip(*(t.features for t in every)):
        f = same[-1]
        if f.form == "left out":
            continue
        said = f"{f.words}{f' ({f.why})' if f.why else ''}".replace("|", "\\|")
        widest = max(same, key=lambda g: g.columns.stop - g.columns.start)
        parts.append(f"| `{f.name}` | {' | '.join(_span(g.columns) for g in same)} | {_what(widest)} | {_of(widest)} | {said} |\n")
    parts.append("\nNot among them:\n\n")
    parts += [f"- `{f.name}` ({f.words}): {f.why}.\n" for f in every[0].features if f.form == "left out"]
    return "".join(parts)


if __name__ == "__main__":
    print(markdown(sys.argv[1]), end="")
