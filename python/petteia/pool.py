"""Many games in EnvPool's manner: `send` moves, `recv` a batch of the games that are ready first.

    pool = petteia.GamePool("mytikas", num_envs=64, batch_size=16, opponent="greedy")
    pool.async_reset()
    observation, reward, terminated, truncated, info = pool.recv()
    pool.send(actions, info["env_id"])"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from ctypes import Structure, byref, c_void_p
from typing import Any, Optional

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .library import Owned, Refused, answer, count_of, known, lib, made, seed_of, told
from .play import game as game_named
from .tensors import TYPES, type_of
from .vector import threads_of

Batch = tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, NDArray[Any]]]
_ROWS = ("observation", "mask", "env_id", "seat", "moves", "legal", "reward", "over")  # batch_rows in python/native.h


class _Rows(Structure):
    _fields_ = [(name, c_void_p) for name in _ROWS]


class GamePool(Owned):
    """`num_envs` games on `num_threads` threads of their own. A batch has `batch_size` of them, in the order in which they are ready; with as many
    as there are games it has all, each in its own place, as usual in a vector environment.

    A batch is `(observation, reward, terminated, truncated, info)`. All are views of memory that the threads write, without a copy: they hold until
    the next `recv`. `info` has `env_id` (which games), `seat` (who moves), `moves` and `legal` (how many moves are legal, and which, as in `VectorEnv`),
    and with `mask` an `action_mask`. These are not to be written.

    Without an opponent every seat is yours, and `reward` is [batch_size, players]. With one, a bot such as "random", "greedy" or "casual:iterations=100"
    in all seats but `seat`, it is [batch_size], and the threads play the bots. A game that ended shows its last position; whatever is sent to it then
    starts it again, as with EnvPool. Each game has luck of its own from the seed, so threads and batches change nothing in it."""

    def __init__(self, game: str, num_envs: int = 1, players: int | None = None, *, batch_size: int | None = None, num_threads: int | None = None,
                 seed: int = 42, seat: int = 0, opponent: str | None = None, dtype: DTypeLike = np.uint8, mask: bool = False, memory: bool = False,
                 **options: str | int):
        self.game, self.dtype = game_named(game), type_of(dtype)
        self.num_envs, self.players = count_of(num_envs), self.game.seats(players)
        self.batch_size = self.num_envs if batch_size is None else known(batch_size)
        self.num_threads, self.opponent, self.seat = threads_of(num_threads), opponent, None if opponent is None else seat
        words = self.game.choices(options)
        self._at = made(lib.batches_new(game.encode(), self.players, words, self.num_envs, self.batch_size, self.num_threads))
        if opponent is not None:
            if not 0 <= seat < self.players:
                raise ValueError(f"there is no seat {seat}: with {self.players} players they are 0 to {self.players - 1}")
            self._must(lib.batches_against(self._at, seat, told(opponent)))
        games = lib.batches_games(self._at)
        lib.vector_recalls(games, memory)
        lib.vector_seed(games, seed_of(seed))
        self._arrays = self._made(mask)
        at = {name: array.ctypes.data for name, array in self._arrays.items()}
        lib.batches_attach(self._at, byref(_Rows(**at)), TYPES[self.dtype])
        self._blocks = [self._block(number) for number in range(lib.batches_blocks(self._at))]
        self._last: Optional[Batch] = None

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads. What was received last may still be read."""
        lib.batches_free(self._at)
        self._at = 0

    @property
    def observation_space(self) -> Any:
        """Gymnasium's, of one game. Needs gymnasium."""
        from .single_vector import space_of
        from .tensors import Tensor
        return space_of(Tensor(self.game.name, self.players), self.dtype)

    @property
    def action_space(self) -> Any:
        """Gymnasium's, of one game. Needs gymnasium."""
        import gymnasium
        return gymnasium.spaces.Discrete(self.game.move_space)

    # --- EnvPool's ---

    def async_reset(self) -> None:
        """Begins all games anew; `recv` then gives them."""
        self._send(np.arange(self.num_envs, dtype=np.int32), None)

    def reset(self, env_id: NDArray[Any] | None = None) -> tuple[NDArray[Any], dict[str, NDArray[Any]]]:
        """Begins these games anew, or all, and gives a batch."""
        self._send(self._whole("env_id", np.arange(self.num_envs) if env_id is None else env_id), None)
        observation, _, _, _, info = self.recv()
        return observation, info

    def send(self, action: NDArray[Any], env_id: NDArray[Any] | None = None) -> None:
        """A move for each of these games; without `env_id`, for those of the last batch. Raises ValueError, and nothing has changed, if a move is not
        legal, or a game is on its way already."""
        if env_id is None:
            if self._last is None:
                raise ValueError("nothing has been received yet: say which games by env_id")
            env_id = self._last[4]["env_id"]
        games, moves = self._whole("env_id", env_id), self._whole("action", action)
        if games.shape != moves.shape:
            raise ValueError(f"there are {moves.size} moves for {games.size} games")
        self._send(games, moves)

    def recv(self) -> Batch:
        """Waits for the next batch."""
        self._open()
        block = lib.batches_receive(self._at)
        self._must(block >= 0)
        self._last = self._blocks[block]
        return self._last

    def step(self, action: NDArray[Any], env_id: NDArray[Any] | None = None) -> Batch:
        """`send`, then `recv`."""
        self.send(action, env_id)
        return self.recv()

    # --- inside ---

    def _open(self) -> None:
        if not self._at:
            raise ValueError("the pool is closed")

    @staticmethod
    def _must(good: bool) -> None:
        if not good:
            raise Refused(answer())

    def _send(self, games: NDArray[np.int32], moves: NDArray[np.int32] | None) -> None:
        self._open()
        at = None if moves is None else moves.ctypes.data
        self._must(lib.batches_send(self._at, games.size, games.ctypes.data, at))

    @staticmethod
    def _whole(what: str, numbers: Any) -> NDArray[np.int32]:
        """As the engine takes them. A number that does not fit must not become another."""
        given = np.asarray(numbers)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise ValueError(f"{what} has to be a row of whole numbers")
        if given.dtype != np.int32:
            given = np.where((given < 0) | (given > 2**31 - 1), -1, given)
        return np.ascontiguousarray(given, dtype=np.int32)

    def _made(self, mask: bool) -> dict[str, NDArray[Any]]:
        rows, each = lib.batches_blocks(self._at) * self.batch_size, () if self.seat is not None else (self.players,)
        wide = (self.game.max_moves + 3) // 4 * 4
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observation": ((lib.tensor_columns(self.game.name.encode(), self.players),), self.dtype), "env_id": ((), np.int32), "seat": ((), np.int32),
            "moves": ((), np.int32), "legal": ((wide,), np.uint32), "reward": (each, np.float32), "over": ((), np.bool_),
            **({"mask": ((self.game.move_space,), np.int8)} if mask else {})}
        return {name: np.zeros((rows, *shape), kind) for name, (shape, kind) in shapes.items()}

    def _block(self, number: int) -> Batch:
        def rows(name: str, ours: bool = False) -> NDArray[Any]:
            part = self._arrays[name][number * self.batch_size:(number + 1) * self.batch_size]
            part.flags.writeable = not ours
            return part

        info = {name: rows(name, ours=True) for name in ("env_id", "seat", "moves")}
        info["legal"] = rows("legal", ours=True)[:, :self.game.max_moves]
        if "mask" in self._arrays:
            info["action_mask"] = rows("mask")
        return rows("observation"), rows("reward"), rows("over"), np.zeros(self.batch_size, np.bool_), info
