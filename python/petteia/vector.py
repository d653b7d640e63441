"""Thousands of games at once in NumPy arrays; the loop over them is C, on several threads."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import math
import operator
import os
from ctypes import POINTER, c_float, c_int32, c_uint8, c_uint32
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .library import Owned, lib, made, seed_of
from .play import game as game_named


class VectorEnv(Owned):
    """`count` games of one kind. After `reset` and each `step` the arrays hold, for each game:

    view    uint8 [count, view_size]    what the seat that moves may know, as bytes
    mask    uint8 [count, move_space]   1 for each legal move; do not write there
    seat    int32 [count]               who moves
    reward  float32 [count, players]    of a game that ended with the last step, adding up to 0; otherwise 0
    over    bool [count]                it ended with the last step, and a new one has begun
    moves   int32 [count]               how many moves are legal ...
    legal   uint32 [count, max_moves]   ... and which, ascending; what comes after them in a row means nothing
    floats  float32 [count, size]       with `floats=True`: the view as numbers for a net (docs/tensors.md)

    The caller owns all but `moves` and `legal`: pass your own in `arrays`, and they are written in place."""

    def __init__(self, game: str, count: int, players: int | None = None, *, threads: int | None = None, seed: int = 0,
                 floats: bool = False, arrays: dict[str, NDArray[Any]] | None = None, **options: str | int):
        self.game = game_named(game)
        self.count, self.players = count, self.game.min_players if players is None else players
        words = " ".join(f"{name}={value}" for name, value in options.items())
        self._at = made(lib.vector_new(game.encode(), self.players, words.encode(), operator.index(count),
                                       threads or os.cpu_count() or 1))
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "view": ((count, self.game.view_size), np.uint8), "mask": ((count, self.game.move_space), np.uint8),
            "seat": ((count,), np.int32), "reward": ((count, self.players), np.float32), "over": ((count,), np.bool_)}
        if floats:
            shapes["floats"] = ((count, lib.layout_floats(game.encode())), np.float32)
        for name in arrays or {}:
            if name not in shapes:
                raise ValueError(f"there is no array '{name}'; there are {', '.join(shapes)}")
        self._arrays = {name: self._fitting(name, (arrays or {}).get(name), *shape) for name, shape in shapes.items()}
        self.view, self.mask, self.seat, self.reward, self.over = (
            self._arrays[name] for name in ("view", "mask", "seat", "reward", "over"))
        self.floats = self._arrays.get("floats")
        kinds: dict[str, Any] = {"view": c_uint8, "mask": c_uint8, "seat": c_int32, "reward": c_float, "over": c_uint8}
        lib.vector_attach(self._at, *(self._arrays[n].ctypes.data_as(POINTER(kinds[n])) for n in kinds))
        self.reset(seed)
        if self.floats is not None:
            lib.vector_floats(self._at, self.floats.ctypes.data_as(POINTER(c_float)))

    def __del__(self) -> None:
        lib.vector_free(self._at)

    def _own(self, kind: Any, at: int, *shape: int) -> NDArray[Any]:
        """A list of the engine's, read only. As long as somebody has it, the environment lives."""
        memory = (kind * math.prod(shape)).from_address(at)
        memory.owner = self
        array: NDArray[Any] = np.ctypeslib.as_array(memory).reshape(shape)
        array.flags.writeable = False
        return array

    @property
    def moves(self) -> NDArray[np.int32]:
        return self._own(c_int32, lib.vector_moves(self._at), self.count)

    @property
    def legal(self) -> NDArray[np.uint32]:
        wide = (self.game.max_moves + 3) // 4 * 4
        return self._own(c_uint32, lib.vector_legal(self._at), self.count, wide)[:, :self.game.max_moves]

    @staticmethod
    def _fitting(name: str, array: NDArray[Any] | None, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        if array is None:
            return np.zeros(shape, dtype=kind)
        if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind or not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError(f"{name} has to be a writeable C array {shape} of {np.dtype(kind).name}")
        return array

    def reset(self, seed: int) -> None:
        """Starts every game anew."""
        lib.vector_reset(self._at, seed_of(seed))

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """One move in each game, by its number in the dense index. Raises ValueError, and changes nothing, if one is
        not legal."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions has to be an array ({self.count},) of whole numbers")
        if given.dtype != np.int32:  # a number that does not fit must not become another move
            given = np.clip(given, -1 if given.dtype.kind == "i" else 0, self.game.move_space)
        chosen = np.ascontiguousarray(given, dtype=np.int32)
        wrong = lib.vector_step(self._at, chosen.ctypes.data_as(POINTER(c_int32)))
        if wrong >= 0:
            text = self.game.text(int(chosen[wrong]))
            raise ValueError(f"game {wrong}: move {actions[wrong]} ({text or 'there is none'}) is not legal")

    def sample(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """A random legal move for each game."""
        actions = self._fitting("out", out, (self.count,), np.int32)
        lib.vector_sample(self._at, actions.ctypes.data_as(POINTER(c_int32)))
        return actions
