"""What the bytes of a view mean, and views as numbers for a net. `python -m petteia.tensors GAME` writes
games/GAME/TENSOR.md.

    tensor = petteia.Tensor("myst")
    tensor.unpack(view)["hand"]          # by name, as whole numbers
    tensor.floats(views)                 # float32 [..., tensor.size], each in -1..1"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import sys
from ctypes import POINTER, c_float, c_uint8
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .library import answer, lib
from .play import game as game_named


@dataclass(frozen=True)
class Row:
    """A member of the game's state: its place in the bytes, the type and shape of its values, its place in the floats."""

    name: str
    words: str
    at: int
    type: str  # NumPy's: "<u2"
    shape: tuple[int, ...]
    steps: tuple[int, ...]  # bytes from one value to the next, for each dimension
    axes: tuple[str, ...]  # what the header calls the dimensions
    is_set: bool  # each bit is a member
    floats: slice


class Tensor:
    """The layout of a game's views. Seats count from 0 for every viewer; the viewer is not part of the view."""

    def __init__(self, game: str):
        self.game = game_named(game)
        self._name = game.encode()
        lib.layout_tell(self._name)
        self.rows, self.size = [], 0
        for told in answer():
            dims = told["dims"]
            self.rows.append(Row(
                told["name"], told["words"], told["at"], f"<{'i' if told['form'] == 'signed' else 'u'}{told['size']}",
                tuple(d["count"] for d in dims), tuple(d["step"] for d in dims), tuple(d["name"] for d in dims),
                told["form"] == "set", slice(self.size, self.size + told["floats"])))
            self.size += told["floats"]

    def unpack(self, view: bytes | NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
        """The values by name, read in place."""
        data = view if isinstance(view, bytes) else view.tobytes()
        data = self.game.bytes_of(data)
        return {r.name: np.ndarray(r.shape, r.type, data, r.at, r.steps) for r in self.rows}

    def floats(self, views: bytes | NDArray[np.uint8], out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """One view, or any array of views: a 0 or 1 for each bit of a set, log2(1 + n) / bits for a number n."""
        data = np.ascontiguousarray(np.frombuffer(views, dtype=np.uint8) if isinstance(views, bytes) else views, dtype=np.uint8)
        if data.shape[-1:] != (self.game.view_size,):
            raise ValueError(f"a view of {self.game.title} has {self.game.view_size} bytes")
        shape = (*data.shape[:-1], self.size)
        if out is None:
            out = np.empty(shape, dtype=np.float32)
        elif out.shape != shape or out.dtype != np.float32 or not out.flags.c_contiguous:
            raise ValueError(f"out must be a C array {shape} of float32")
        lib.layout_write_all(self._name, data.ctypes.data_as(POINTER(c_uint8)), data.size // self.game.view_size,
                             out.ctypes.data_as(POINTER(c_float)))
        return out


_HEAD = """# {title}: the observation tensor

<!-- Made by `python3 -m petteia.tensors {name}`; a test compares. docs/tensors.md says how to read it. -->

{bytes} bytes, {floats} floats.

| member | bytes | values | floats | what it is |
|---|---|---|---|---|
"""


def markdown(name: str) -> str:
    """games/NAME/TENSOR.md."""
    tensor = Tensor(name)
    parts = [_HEAD.format(title=tensor.game.title, name=name, bytes=tensor.game.view_size, floats=tensor.size)]
    for r in tensor.rows:
        kind = f"{'set of' if r.is_set else 'signed' if r.type[1] == 'i' else 'number of'} {8 * int(r.type[2])} bits"
        shape = "".join(f"[{axis if axis.isdigit() else f'{axis} = {n}'}]" for axis, n in zip(r.axes, r.shape))
        words = r.words.replace("|", "\\|")
        parts.append(f"| `{r.name}` | {r.at} | {kind}{' ' + shape if shape else ''} | "
                     f"{r.floats.start}{f' to {r.floats.stop - 1}' if r.floats.stop - r.floats.start > 1 else ''} | {words} |\n")
    return "".join(parts)


if __name__ == "__main__":
    print(markdown(sys.argv[1]), end="")
