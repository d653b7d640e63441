"""Thousands of games at once in NumPy arrays; the loop over them is C, on several threads."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import math
import operator
import os
from ctypes import c_int32, c_uint32, c_void_p, create_string_buffer
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .library import Owned, count_of, lib, made, seat_of, seed_of, text, whole
from .play import game as game_named
from .tensors import TYPES, seats_of, type_of

STAY = -2**31  # as an action: this game stays as it is (VECTOR_STAY)


def threads_of(threads: int | None) -> int:
    """As many as there are processors, if nothing or 0 is said."""
    return whole(threads or os.cpu_count() or 1, 1, 2**31 - 1, "the number of threads")


class VectorEnv(Owned):
    """`count` games of one kind. After `reset` and each `step` the arrays hold, for each game:

    observation  [count, columns]            what the seat that moves may know (docs/tensors.md), of `dtype`: uint8, float16 or float32
    mask         int8 [count, move_space]    1 for each legal move; do not write there. None with `mask=False`
    seat         int32 [count]               who moves
    reward       float32 [count, players]    of a game that ended with the last step, adding up to 0; otherwise 0
    over         bool [count]                it ended with the last step, and a new one has begun, unless `again` is false
    moves        int32 [count]               how many moves are legal ...
    legal        uint32 [count, max_moves]   ... and which, ascending; what comes after them in a row means nothing

    The caller owns all but `moves` and `legal`: pass your own in `arrays`, and they are written in place. With `again=False` a game that
    ended stays as it is until it is reset; it has no legal move, and its action is `petteia.STAY`. With
    `memory` an observation also has what a seat knows that has forgotten no move of this game (docs/tensors.md)."""

    def __init__(self, game: str, count: int, players: int | None = None, *, threads: int | None = None, seed: int = 0,
                 dtype: DTypeLike = np.uint8, mask: bool = True, again: bool = True, memory: bool = False, arrays: dict[str, NDArray[Any]] | None = None,
                 **options: str | int):
        self.game, self.dtype = game_named(game), type_of(dtype)
        self.count, self.players = count_of(count), self.game.seats(players)
        self.options, self.again, self.memory, self.threads = options, again, memory, threads_of(threads)
        self._at = made(lib.vector_new(game.encode(), self.players, self.game.choices(options), self.count, self.threads))
        self._kind = self.game.kind(self.players, options, self.count)
        self.size: int = lib.tensor_columns(game.encode(), self.players)
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observation": ((self.count, self.size), self.dtype), "seat": ((self.count,), np.int32), "reward": ((self.count, self.players), np.float32),
            "over": ((self.count,), np.bool_), **({"mask": ((self.count, self.game.move_space), np.int8)} if mask else {})}
        for name in arrays or {}:
            if name not in shapes:
                raise ValueError(f"there is no array '{name}'; there are {', '.join(shapes)}")
        self._arrays = {name: self._fitting(name, (arrays or {}).get(name), *shape) for name, shape in shapes.items()}
        self.observation = self._arrays["observation"]
        self.mask: Any = self._arrays.get("mask")  # who reads it has asked for it: a type that may be None would only be in the way
        self.seat, self.reward, self.over = self._arrays["seat"], self._arrays["reward"], self._arrays["over"]
        at = {name: array.ctypes.data_as(c_void_p) for name, array in self._arrays.items()}
        lib.vector_attach(self._at, at["observation"], TYPES[self.dtype], at.get("mask"), at["seat"], at["reward"], at["over"])
        lib.vector_again(self._at, again)
        lib.vector_recalls(self._at, memory)
        self.reset(seed)

    def __del__(self) -> None:
        lib.vector_free(self._at)

    def __reduce__(self) -> Any:
        """With its games as they are; the arrays of a copy are its own."""
        return _restored, (self.game.name, self.count, self.players, self.threads, self.dtype, self.mask is not None, self.again, self.memory, self.options,
                           self.save(), self.reward.copy(), self.over.copy())

    def _own(self, kind: Any, at: int, *shape: int) -> NDArray[Any]:
        """A list of the engine's, read only. As long as somebody has it, the environment lives."""
        memory = (kind * math.prod(shape)).from_address(at)
        memory.owner = self
        array: NDArray[Any] = np.ctypeslib.as_array(memory).reshape(shape)
        array.flags.writeable = False
        return array

    @property
    def moves(self) -> NDArray[np.int32]:
        """How many moves are legal in each game."""
        return self._own(c_int32, lib.vector_moves(self._at), self.count)

    @property
    def legal(self) -> NDArray[np.uint32]:
        """Which, ascending, in the first places of each row."""
        wide = (self.game.max_moves + 3) // 4 * 4
        return self._own(c_uint32, lib.vector_legal(self._at), self.count, wide)[:, :self.game.max_moves]

    @staticmethod
    def _fitting(name: str, array: NDArray[Any] | None, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        if array is None:
            return np.zeros(shape, dtype=kind)
        if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind or not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError(f"{name} has to be a writeable C array {shape} of {np.dtype(kind).name}")
        return array

    def reset(self, seed: int | None = None, which: NDArray[Any] | None = None, seeds: dict[int, int] | None = None) -> None:
        """Starts every game anew, or those that are marked in `which` (bool [count]). Draws follow from the seed, those of some games from
        seeds of their own; without a seed they go on."""
        marks = self._marks(which)
        if seed is not None:
            lib.vector_seed(self._at, seed_of(seed))
        if not isinstance(seeds or {}, dict):
            raise ValueError("seeds has to be a dict: the number of a game, and its seed")
        own = {self._row(game): seed_of(number) for game, number in (seeds or {}).items()}
        for row, number in own.items():
            lib.vector_seed_one(self._at, row, number)
        lib.vector_reset(self._at, None if marks is None else marks.ctypes.data_as(c_void_p))

    def _marks(self, which: NDArray[Any] | None) -> NDArray[np.uint8] | None:
        if which is None:
            return None
        given = np.asarray(which)
        if given.shape != (self.count,) or given.dtype.kind not in "biu":
            raise ValueError(f"which has to be an array ({self.count},) of bool")
        return np.ascontiguousarray(given != 0, dtype=np.uint8)

    def _row(self, game: int) -> int:
        if not -self.count <= operator.index(game) < self.count:
            raise IndexError(f"there is no game {game}")
        return operator.index(game) % self.count

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """One move in each game, by its number in the dense index; STAY leaves a game as it is. Raises ValueError, and changes nothing, if
        one is not legal."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions has to be an array ({self.count},) of whole numbers")
        if given.dtype != np.int32:  # a number that does not fit must not become another move
            given = np.where(given == STAY, STAY, np.clip(given, -1 if given.dtype.kind == "i" else 0, self.game.move_space))
        chosen = np.ascontiguousarray(given, dtype=np.int32)
        wrong = lib.vector_step(self._at, chosen.ctypes.data_as(c_void_p))
        if wrong >= 0:
            said = self.game.text(int(chosen[wrong]))
            raise ValueError(f"game {wrong}: move {actions[wrong]} ({said or 'there is none'}) is not legal")

    def sample(self, out: NDArray[np.int32] | None = None, which: NDArray[Any] | None = None) -> NDArray[np.int32]:
        """A random legal move for each game, or for those that are marked in `which`; STAY for the others and for what is over."""
        actions, marks = self._fitting("out", out, (self.count,), np.int32), self._marks(which)
        lib.vector_sample(self._at, None if marks is None else marks.ctypes.data_as(c_void_p), actions.ctypes.data_as(c_void_p))
        return actions

    def csr(self) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """All legal moves without gaps, as sparse matrices have their columns: those of game i are moves[offsets[i]:offsets[i + 1]], ascending."""
        offsets = np.zeros(self.count + 1, np.int64)
        np.cumsum(self.moves, out=offsets[1:])
        rows = np.repeat(np.arange(self.count), self.moves)
        return offsets, self.legal[rows, np.arange(offsets[-1]) - offsets[rows]]

    # --- what a seat may know ---

    def look(self, viewers: Any, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The observation of a seat of each game, whoever moves there."""
        who = np.ascontiguousarray(np.broadcast_to(seats_of(viewers, 0, self.players), (self.count,)))
        seen = self._fitting("out", out, (self.count, self.size), self.dtype)
        lib.vector_look(self._at, who.ctypes.data_as(c_void_p), TYPES[self.dtype], seen.ctypes.data_as(c_void_p))
        return seen

    def view(self, game: int, viewer: int) -> bytes:
        """The view of a seat in one game, as a bot gets it."""
        out = create_string_buffer(self.game.view_size)
        lib.vector_view(self._at, self._row(game), seat_of(viewer, self.players), out)
        return out.raw

    def draw(self, game: int, viewer: int) -> str:
        """One game as the terminal shows it to a seat."""
        lib.vector_draw(self._at, self._row(game), seat_of(viewer, self.players))
        return text()

    # --- moves step by step ---

    def choices(self, prefix: NDArray[np.int32], step: int, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """uint8 [count, game.widest_step]: with which values a legal move goes on that begins with prefix[:, :step] (int32 [count, 4]: its
        verb, then its arguments). A row without a 1 has nothing more to choose."""
        parts = self._parts(prefix)
        if not 0 <= operator.index(step) < parts.shape[1]:
            raise ValueError(f"a move has steps 0 to {parts.shape[1] - 1}")
        mask = self._fitting("out", out, (self.count, self.game.widest_step), np.uint8)
        lib.vector_choices(self._at, parts.ctypes.data_as(c_void_p), step, self.game.widest_step, mask.ctypes.data_as(c_void_p))
        return mask

    def join(self, prefix: NDArray[np.int32]) -> NDArray[np.int32]:
        """The moves that these parts make, for `step`; -1: none."""
        actions = np.empty(self.count, np.int32)
        lib.vector_join(self._at, self._parts(prefix).ctypes.data_as(c_void_p), actions.ctypes.data_as(c_void_p))
        return actions

    def _parts(self, prefix: NDArray[np.int32]) -> NDArray[np.int32]:
        shape = (self.count, 4)
        if prefix.shape != shape or prefix.dtype != np.int32 or not prefix.flags.c_contiguous:
            raise ValueError(f"prefix has to be a C array {shape} of int32")
        return prefix

    # --- all games as bytes ---

    def save(self) -> bytes:
        """All games as they are, with their draws to come."""
        out = create_string_buffer(lib.vector_size(self._at))
        lib.vector_save(self._at, out)
        return self._kind + out.raw

    def restore(self, saved: bytes) -> None:
        """What save() returned, from games of the same kind and count."""
        if not isinstance(saved, bytes) or len(saved) != len(self._kind) + lib.vector_size(self._at) or not saved.startswith(self._kind):
            raise ValueError("these are not as many games, or not of this kind")
        lib.vector_restore(self._at, saved[len(self._kind):])


def _restored(game: str, count: int, players: int, threads: int, dtype: Any, mask: bool, again: bool, memory: bool, options: dict[str, Any], saved: bytes,
              reward: NDArray[Any], over: NDArray[Any]) -> VectorEnv:
    env = VectorEnv(game, count, players, threads=threads, dtype=dtype, mask=mask, again=again, memory=memory, **options)
    env.restore(saved)
    env.reward[:], env.over[:] = reward, over
    return env
