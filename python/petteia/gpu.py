"""Tens of thousands of games in the memory of a GPU, played by the same C as everywhere else.

    games = petteia.gpu.Games("cyclades", 65536, players=5, seed=1)
    seen = torch.from_dlpack(games.observation)  # no copy; also JAX and CuPy
    games.step(actions)                          # an array of the chip or of the host
    games.play(100)                              # random moves

With device="cpu" the same kernels run on the CPU, one row after the other, and the arrays are NumPy's: slow, and the same
bytes."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import ctypes
import operator
import os
from ctypes import c_uint32, c_uint64, c_void_p
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .cuda import LONG_LIST, MANY_REGISTERS, REGISTERS, SMALL_STATE, Array, Cuda, NoGpu
from .library import Owned, answer, count_of, lib, made, seed_of, whole
from .play import game as game_named
from .tensors import type_of

__all__ = ["Games", "NoGpu"]
_ALL_LEGAL = 2**32 - 1  # KERNEL_ALL_LEGAL
STEPS = 4  # parts of a move: its verb and its arguments
_PIECE, _AMOUNT = 16, 8  # bytes of a pt_piece and a pt_packed_amount
_chips: dict[int, Cuda] = {}
_modules: dict[tuple[int, str], Any] = {}


def ptx_of(game: str) -> bytes:
    """The kernels of a game, beside this file or where PETTEIA_PTX says."""
    path = os.path.join(os.environ.get("PETTEIA_PTX") or os.path.join(os.path.dirname(__file__), "ptx"), game + ".ptx")
    try:
        with open(path, "rb") as f:
            return f.read() + b"\0"
    except FileNotFoundError:
        raise NoGpu(f"there is no {path}; the build makes it where clang and llvm are installed: ninja gpu") from None


class _OnCpu:
    """The kernels as functions, the arrays as NumPy's."""

    def array(self, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        return np.zeros(shape, dtype)

    def address(self, array: NDArray[Any]) -> int:
        return array.ctypes.data

    def launch(self, kernel: str, rows: int, *arguments: Any) -> None:
        getattr(lib, kernel)(*arguments)

    def host(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy()

    def fill(self, array: NDArray[Any], values: Any) -> None:
        array[...] = values

    def columns(self, array: NDArray[Any], count: int) -> NDArray[Any]:
        return array[:, :count]


class _OnChip:
    def __init__(self, number: int, game: str):
        if number not in _chips:
            _chips[number] = Cuda(number)
        self.chip = _chips[number]
        self.chip.use()
        if (number, game) not in _modules:
            about = game_named(game)
            many = about.view_size <= SMALL_STATE or about.max_moves >= LONG_LIST
            _modules[number, game] = self.chip.module(ptx_of(game), MANY_REGISTERS if many else REGISTERS)
        self._kernels = _modules[number, game]

    def array(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return Array(self.chip, shape, dtype)

    def address(self, array: Array) -> int:
        return array.at

    def launch(self, kernel: str, rows: int, *arguments: Any) -> None:
        self.chip.use()
        self.chip.launch(self._kernels[kernel], rows, *arguments)

    def host(self, array: Array) -> NDArray[Any]:
        return array.numpy()

    def fill(self, array: Array, values: Any) -> None:
        array.fill(values)

    def columns(self, array: Array, count: int) -> Array:
        return array.columns(count)


def _runner(device: int | str, game: str) -> Any:
    return _OnCpu() if device == "cpu" else _OnChip(int(device), game)


class Games(Owned):
    """`count` games of one kind on a chip. After each call these arrays hold, for each game:

    observation  [count, columns]            what the seat that moves may know (docs/tensors.md), of `dtype`: uint8, float16 or float32
    moves        int32 [count]               how many moves are legal ...
    legal        uint32 [count, max_moves]   ... and which, ascending; what comes after them in a row means nothing
    mask         uint8 [count, move_space]   with `mask=True`: 1 for each legal move
    seat         int32 [count]               who moves
    reward       float32 [count, players]    of a game that ended with the last step, adding up to 0; otherwise 0
    over         uint8 [count]               it ended with the last step, and a new one has begun

    They are the same arrays all the time, written in place; treat them as read only. `memory`: as in VectorEnv."""

    def __init__(self, game: str, count: int, players: int | None = None, *, seed: int = 0, mask: bool = False, observe: bool = True,
                 dtype: DTypeLike = np.uint8, memory: bool = False, device: int | str = 0, **options: str | int):
        if isinstance(device, str) and device != "cpu":
            raise ValueError("device is the number of a chip, or 'cpu'")
        self.game, self.dtype = game_named(game), type_of(dtype)
        self.count, self.players = count_of(count), self.game.seats(players)
        self._at = made(lib.gpu_new(game.encode(), self.players, self.game.choices(options), self.count))
        self._kind = np.frombuffer(self.game.kind(self.players, options, self.count), np.uint8)
        self._on = _runner(device, game)
        lib.gpu_recalls(self._at, memory)
        lib.gpu_arrays(self._at)
        self._arrays: dict[str, Any] = {}
        wanted = {"mask": mask, "packed": observe}
        for number, a in enumerate(answer()):
            if not wanted.get(a["name"], True):
                continue
            array: Any = self._on.array((self.count, a["width"]) if a["width"] > 1 else (self.count,), a["type"])
            self._arrays[a["name"]] = array
            lib.gpu_attach(self._at, number, self._on.address(array))
        self._words = self._arrays["state"].shape[1]
        self._take_columns()
        self._many = self._struct()
        self._actions: Any = self._on.array((self.count,), np.int32)
        self._wrong: Any = self._on.array((1,), np.uint32)
        self._most = self._arrays["legal"].shape[1]  # more than the longest list, for the sake of its memory
        self.moves, self.seat = self._arrays["moves"], self._arrays["seat"]
        self.legal = self._on.columns(self._arrays["legal"], self.game.max_moves)
        self.reward, self.over, self.mask = self._arrays["reward"], self._arrays["over"], self._arrays.get("mask")
        self._rows_written = self._new_rows(self.count) if observe else []
        self.observation = self._columns_of(self._rows_written) if observe else None
        self._on.fill(self._wrong, np.array([_ALL_LEGAL], np.uint32))
        self.reset(seed)

    def __del__(self) -> None:
        lib.gpu_free(self._at)

    def _take_columns(self) -> None:
        """What each column is made of, where kernels can read it."""
        self.size: int = lib.tensor_columns(self.game.name.encode(), self.players)
        self._wide: int = lib.gpu_wide(self._at)
        pieces, amounts = (self.players * n(self._at) for n in (lib.gpu_pieces, lib.gpu_amounts))
        made_of = [np.zeros((pieces + 1, _PIECE), np.uint8), np.zeros((amounts + 1, _AMOUNT), np.uint8), np.zeros(self._wide, np.float32)]
        lib.gpu_columns(self._at, *(a.ctypes.data_as(c_void_p) for a in made_of))
        self._columns = [self._on.array(a.shape, a.dtype) for a in made_of]
        for array, values in zip(self._columns, made_of):
            self._on.fill(array, values)
        lib.gpu_attach_columns(self._at, *(self._place(a) for a in self._columns))

    def _new_rows(self, n: int) -> list[Any]:
        """Room for observations: bytes, which are more than the columns for the sake of memory, and halves or floats."""
        kinds = [np.dtype(np.uint8)] + ([self.dtype] if self.dtype != np.uint8 else [])
        return [self._on.array((n, self.size if kind.itemsize > 1 else self._wide), kind) for kind in kinds]

    def _columns_of(self, rows: list[Any]) -> Any:
        return rows[1] if len(rows) > 1 else self._on.columns(rows[0], self.size)

    def _write(self, packed: Any, n: int, rows: list[Any]) -> None:
        at = {np.dtype(np.uint8): rows[0], self.dtype: rows[-1]}
        to = [self._place(at[np.dtype(kind)]) if np.dtype(kind) in at else c_void_p(None) for kind in (np.uint8, np.float16, np.float32)]
        tasks = (n + 3) // 4 * (self._wide // 16)  # as kernel_columns() has it
        self._run("kernel_columns", tasks, self._place(packed), c_uint32(n), *to)

    def _show(self) -> None:
        """Writes the observations of all games, after their states have changed."""
        if self._rows_written:
            self._write(self._arrays["packed"], self.count, self._rows_written)

    def _struct(self) -> Any:
        """The struct that kernels take, where they can read it."""
        if isinstance(self._on, _OnCpu):
            return None
        size = lib.gpu_size()
        array = self._on.array((size,), np.uint8)
        array.fill(np.frombuffer(ctypes.string_at(self._at, size), np.uint8))
        return array

    def _run(self, kernel: str, rows: int, *arguments: Any) -> None:
        first = c_void_p(self._at if self._many is None else self._many.at)
        self._on.launch(kernel, rows, first, *arguments)

    def _place(self, array: Any) -> c_void_p:
        return c_void_p(self._on.address(array))

    def _taken(self, given: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array where kernels can read it: ours as it is, one of another library on this chip without a copy, anything else copied."""
        if isinstance(given, Array) and not isinstance(self._on, _OnCpu):
            array = given
        elif hasattr(given, "__cuda_array_interface__") and not isinstance(self._on, _OnCpu):
            told = given.__cuda_array_interface__
            array = Array(self._on.chip, tuple(told["shape"]), told["typestr"], at=told["data"][0], owner=given, strides=told.get("strides"))
        else:
            values = np.asarray(given)
            if values.dtype.kind not in "iu" or values.shape != shape:
                raise ValueError(f"this has to be an array {shape} of {np.dtype(dtype).name}")
            info = np.iinfo(dtype)
            if values.size and (int(values.min()) < info.min or int(values.max()) > info.max):
                raise ValueError(f"a number does not fit into {np.dtype(dtype).name}")
            array = self._on.array(shape, dtype)
            self._on.fill(array, np.ascontiguousarray(values.astype(dtype)))
            return array
        same = array.dtype.kind in "iu" and array.dtype.itemsize == np.dtype(dtype).itemsize  # indices and states have no sign
        if array.shape != shape or not same or array.strides != Array(array.chip, shape, dtype, at=array.at, owner=array).strides:
            raise ValueError(f"this has to be an array {shape} of {np.dtype(dtype).name}")
        return array

    def host(self, name: str) -> NDArray[Any]:
        """A copy of one of the arrays in NumPy's memory: "observation", "state" ..."""
        ours = {"observation": self.observation, "legal": self.legal}
        copied: NDArray[Any] = self._on.host(ours[name] if name in ours else self._arrays[name])
        return copied

    def reset(self, seed: int | None = None, which: Any = None) -> None:
        """New games in all rows, or in those that are not 0 in `which` (uint8 [count]). Draws follow from the seed; without one they go on."""
        if seed is not None:
            self._run("kernel_seed", self.count, c_uint64(seed_of(seed)))
        marks = None if which is None else self._taken(which, (self.count,), np.uint8)
        self._run("kernel_reset", self.count, c_void_p(None) if marks is None else self._place(marks))
        self._show()

    def step(self, actions: Any, check: bool = True) -> None:
        """One legal move in each game. Raises ValueError, and changes nothing, if one is not legal. Without `check` it does not wait for
        the chip: games.check() tells later, and nothing is played until then."""
        chosen = self._taken(actions, (self.count,), np.int32)
        self._run("kernel_check", self.count, self._place(chosen), self._place(self._wrong))
        self._run("kernel_step", self.count, self._place(chosen), self._place(self._wrong))
        self._show()
        if check:
            self.check()

    def check(self) -> None:
        """Waits for the chip; raises ValueError if a move was not legal."""
        wrong = int(self._on.host(self._wrong)[0])
        if wrong != _ALL_LEGAL:
            self._on.fill(self._wrong, np.array([_ALL_LEGAL], np.uint32))
            raise ValueError(f"game {wrong}: its move is not legal")

    def sample(self) -> Any:
        """A random legal move for each game, in an array of the chip that the next call writes again."""
        self._run("kernel_sample", self.count, self._place(self._actions))
        return self._actions

    def play(self, steps: int) -> None:
        """So many random moves in each game, with everything written after each."""
        for _ in range(operator.index(steps)):
            self._run("kernel_play", self.count)
            self._show()

    def choices(self, prefix: Any, step: int) -> Any:
        """uint8 [count, game.widest_step]: as VectorEnv.choices."""
        parts, wide = self._taken(prefix, (self.count, STEPS), np.int32), self.game.widest_step
        if not 0 <= operator.index(step) < STEPS:
            raise ValueError(f"a move has steps 0 to {STEPS - 1}")
        out = self._on.array((self.count, wide), np.uint8)
        self._run("kernel_choices", self.count, self._place(parts), c_uint32(operator.index(step)), c_uint32(wide), self._place(out))
        return out

    def join(self, prefix: Any) -> Any:
        """int32 [count]: as VectorEnv.join."""
        parts, out = self._taken(prefix, (self.count, STEPS), np.int32), self._on.array((self.count,), np.int32)
        self._run("kernel_join", self.count, self._place(parts), self._place(out))
        self.wait()
        return out

    def wait(self) -> None:
        """Until the chip has done everything."""
        if not isinstance(self._on, _OnCpu):
            self._on.chip.wait()

    def save(self) -> dict[str, NDArray[Any]]:
        """All games as they are, in the host's memory."""
        return {"kind": self._kind, **{name: self._on.host(self._arrays[name]) for name in ("state", "rng", "seat")}}

    def restore(self, saved: dict[str, NDArray[Any]]) -> None:
        """What save() returned, from games of the same kind and count."""
        same = np.array_equal(saved.get("kind", ()), self._kind)
        if not same or any(saved[name].shape != self._arrays[name].shape for name in ("state", "rng", "seat")):
            raise ValueError("these are not as many games, or not of this kind")
        if self.mask is not None:
            self._on.fill(self.mask, np.zeros(self.mask.shape, np.uint8))
        for name in ("state", "rng", "seat"):
            self._on.fill(self._arrays[name], saved[name])
        for name in ("reward", "over"):
            self._on.fill(self._arrays[name], np.zeros(self._arrays[name].shape, self._arrays[name].dtype))
        self._run("kernel_look", self.count)
        self._show()

    # --- for searches ---

    @property
    def states(self) -> Any:
        """uint64 [count, words]: the games as they are, hidden things included."""
        return self._arrays["state"]

    def _rows(self, states: Any) -> tuple[Any, int]:
        """States where kernels can read them, and how many: ours, or those of another library in words of 64 bits."""
        shape = tuple(states.shape)
        if len(shape) != 2 or shape[1] != self._words:
            raise ValueError(f"states has to be an array (n, {self._words}) of uint64")
        if isinstance(self._on, _OnCpu):
            values = np.ascontiguousarray(np.asarray(states))
            if values.dtype.kind not in "iu" or values.dtype.itemsize != 8:
                raise ValueError(f"states has to be an array (n, {self._words}) of uint64")
            return values.view(np.uint64), shape[0]
        return self._taken(states, shape, np.uint64), shape[0]

    def imagine(self, seed: int) -> Any:
        """States in which everything that the seat that moves does not know is drawn anew with the right odds."""
        out = self._on.array((self.count, self._words), np.uint64)
        self._run("kernel_imagine", self.count, c_uint64(seed_of(seed)), self._place(out))
        return out

    def evaluate(self, states: Any) -> Any:
        """int32 [n, players]: what each seat can expect at the end, in hundredths of a point."""
        given, n = self._rows(states)
        out = self._on.array((n, self.players), np.int32)
        self._run("kernel_evaluate", n, self._place(given), c_uint32(n), self._place(out))
        return out

    def playout(self, states: Any, games: int, seed: int) -> Any:
        """float32 [n, players]: what each state is worth, by the mean reward of so many random games to the end."""
        given, n = self._rows(states)
        whole(games, 1, 2**32 - 1, "the number of games")
        out, scratch = self._on.array((n, self.players), np.float32), self._on.array((n, self._most), np.uint32)
        self._run("kernel_playout", n, self._place(given), c_uint32(n), c_uint64(seed_of(seed)), c_uint32(games), self._place(scratch), self._place(out))
        self.wait()  # before `scratch` goes
        return out

    def legal_in(self, states: Any, seats: Any) -> tuple[Any, Any]:
        """As `moves` and `legal`, for a seat in each state; none for a seat below 0."""
        given, n = self._rows(states)
        asked = self._taken(seats, (n,), np.int32)
        moves, legal = self._on.array((n,), np.int32), self._on.array((n, self._most), np.uint32)
        self._run("kernel_list", n, self._place(given), c_uint32(n), self._place(asked), self._place(moves), self._place(legal))
        self.wait()
        return moves, self._on.columns(legal, self.game.max_moves)

    def observe_in(self, states: Any, seats: Any) -> Any:
        """As `observation`, for a seat in each state."""
        given, n = self._rows(states)
        asked, rows = self._taken(seats, (n,), np.int32), self._new_rows(n)
        packed = self._on.array((n, lib.gpu_packed(self._at)), np.uint64)
        self._run("kernel_observe", n, self._place(given), c_uint32(n), self._place(asked), self._place(packed))
        self._write(packed, n, rows)
        self.wait()
        return self._columns_of(rows)

    def rewards(self, states: Any) -> Any:
        """float32 [n, players]: what the result is worth to each seat; 0 in states that are not over."""
        given, n = self._rows(states)
        out = self._on.array((n, self.players), np.float32)
        self._run("kernel_reward", n, self._place(given), c_uint32(n), self._place(out))
        return out

    def _within(self, array: Any, limit: int, what: str) -> None:
        numbers = self._on.host(array)
        if numbers.size and not (int(numbers.min()) >= 0 and int(numbers.max()) < limit):
            raise ValueError(f"{what} have to be 0 to {limit - 1}")

    def expand(self, states: Any, parents: Any, seats: Any, actions: Any, seed: int, check: bool = True) -> tuple[Any, Any]:
        """New states, number i from states[parents[i]] by a move of seats[i], which has to be legal, and what is drawn after it; and who moves next in each,
        -1: nobody, it is over. Raises ValueError for a parent, seat or move that there is not; without `check` it does not look, which saves waiting for the
        chip."""
        given, states_given = self._rows(states)
        n = len(parents) if not hasattr(parents, "shape") else parents.shape[0]
        above, who, moves = (self._taken(a, (n,), t) for a, t in ((parents, np.uint32), (seats, np.int32), (actions, np.uint32)))
        if check:
            self._within(above, states_given, "parents")
            self._within(who, self.players, "seats")
            self._within(moves, self.game.move_space, "moves")
        out, following = self._on.array((n, self._words), np.uint64), self._on.array((n,), np.int32)
        self._run("kernel_apply", n, self._place(given), self._place(above), c_uint32(n), self._place(who), self._place(moves), c_uint64(seed_of(seed)),
                  self._place(out), self._place(following))
        self.wait()
        return out, following
