"""One seat against others, for Gymnasium. Needs gymnasium. Importing this registers petteia/NAME-v0 for every game, with a vector environment
of its own.

    env = gymnasium.make("petteia/mytikas-v0", opponent="casual")"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import DTypeLike, NDArray

from .play import games
from .single_vector import USABLE_MODES, Policy, SingleVectorEnv


class SingleEnv(gymnasium.Env[NDArray[Any], int]):
    """One game of `SingleVectorEnv`: its arguments, observations, actions, masks and rewards are the same."""

    metadata: dict[str, Any] = {"render_modes": USABLE_MODES, "render_fps": 1}

    def __init__(self, game: str, players: int | None = None, *, seat: int = 0, opponent: Union[str, Policy] = "greedy", iterations: int = 0,
                 dtype: DTypeLike = np.uint8, memory: bool = False, render_mode: str | None = None, **options: Any):
        self.one = SingleVectorEnv(game, 1, players, seat=seat, opponent=opponent, iterations=iterations, dtype=dtype, memory=memory, threads=1,
                                   autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode, **options)
        self.render_mode = render_mode
        self.observation_space = self.one.single_observation_space
        self.action_space: Any = self.one.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        observation, infos = self.one.reset(seed=[int(self.np_random.integers(0, 2**62))])
        return observation[0], {"action_mask": infos["action_mask"][0]}

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        observation, reward, over, _, infos = self.one.step(np.array([action]))
        return observation[0], float(reward[0]), bool(over[0]), False, {"action_mask": infos["action_mask"][0]}

    def render(self) -> Any:
        """The game as the terminal shows it, or as a picture of the page's board (uint8 [height, width, 3])."""
        drawn = self.one.render()
        return drawn[0] if drawn else None


for _game in games():
    if f"petteia/{_game.name}-v0" not in gymnasium.registry:
        gymnasium.register(f"petteia/{_game.name}-v0", entry_point="petteia.single:SingleEnv", vector_entry_point="petteia.single_vector:SingleVectorEnv",
                           kwargs={"game": _game.name})
