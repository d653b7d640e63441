"""Many games for PufferLib, written into its buffers. Needs pufferlib and gymnasium.

    env = petteia.puffer.PufferGames("myst", num_envs=256, opponent="greedy")

PufferLib has no masks of moves, so an observation is the columns of docs/tensors.md with the mask behind them: `env.columns` says where it begins."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any, Union

import gymnasium
import numpy as np
import pufferlib
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from .single_vector import Policy, SingleVectorEnv


class PufferGames(pufferlib.PufferEnv):
    """One agent for each game, at `seat`, against others as in `SingleVectorEnv`: rewards, illegal moves and opponents are as there. A game that
    ends starts again in the same step. `buf` are PufferLib's arrays, as its vectorisation hands them over."""

    def __init__(self, game: str, num_envs: int = 64, players: int | None = None, *, seat: int = 0, opponent: Union[str, Policy] = "random",
                 iterations: int = 0, memory: bool = False, threads: int | None = 1, buf: dict[str, Any] | None = None, seed: int = 0, **options: Any):
        self.envs = SingleVectorEnv(game, num_envs, players, seat=seat, opponent=opponent, iterations=iterations, memory=memory, threads=threads,
                                    autoreset_mode=AutoresetMode.SAME_STEP, **options)
        columns, self.num_agents, self._seed = self.envs.single_observation_space, num_envs, seed
        self.columns: int = columns.shape[0]  # type: ignore[index]
        moves = self.envs.games.game.move_space
        high = np.concatenate([columns.high, np.ones(moves, np.uint8)])  # type: ignore[attr-defined]
        self.single_observation_space = gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(moves)
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[NDArray[Any], list[dict[str, Any]]]:
        """All games anew; without a seed, by that of the environment."""
        self._write(*self.envs.reset(seed=self._seed if seed is None else seed))
        self.rewards[:], self.terminals[:], self.truncations[:], self.masks[:] = 0, False, False, True
        return self.observations, []

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """A move in each game; what it says of games that ended: how many, and the mean of their rewards."""
        seen, reward, over, _, infos = self.envs.step(np.asarray(actions).reshape(self.num_agents))
        self._write(seen, infos)
        self.rewards[:], self.terminals[:], self.truncations[:] = reward, over, False
        told = [{"games": int(over.sum()), "episode_return": float(reward[over].mean())}] if over.any() else []
        return self.observations, self.rewards, self.terminals, self.truncations, told

    def _write(self, seen: NDArray[Any], infos: dict[str, Any]) -> None:
        self.observations[:, :self.columns] = seen
        self.observations[:, self.columns:] = infos["action_mask"]

    def close(self) -> None:
        self.envs.close()
