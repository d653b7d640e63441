"""All seats as agents, for PettingZoo. Needs pettingzoo.

    env = petteia.aec.env("mykerinos", players=3)"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import DTypeLike
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .picture import picture
from .play import Play
from .play import game as game_named
from .single_vector import USABLE_MODES, render_mode_of, space_of
from .tensors import Tensor, type_of


def env(game: str, players: int | None = None, **options: Any) -> AECEnv:
    """With PettingZoo's usual guards: an illegal move ends the game, and calls in the wrong order raise errors."""
    inner: AECEnv = TableEnv(game, players, **options)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


class TableEnv(AECEnv):
    """Agents are "seat_0", "seat_1" ... An observation is as docs/tensors.md says, of `dtype`, with `memory` if asked for; `infos[agent]["action_mask"]` has a 1
    for each legal move, and none for agents that are not asked."""

    def __init__(self, game: str, players: int | None = None, render_mode: str | None = None, *, dtype: DTypeLike = np.uint8,
                 memory: bool = False, **options: Any):
        super().__init__()
        self.game = game_named(game)
        self.players = self.game.min_players if players is None else players
        self.options, self.render_mode, self.dtype, self.memory = options, render_mode_of(render_mode), type_of(dtype), memory
        self.game.start(self.players, 0, **options)  # raises Refused if these cannot be played
        self.metadata = {"name": f"petteia_{game}", "render_modes": USABLE_MODES, "render_fps": 1, "is_parallelizable": False}
        self.possible_agents = [f"seat_{i}" for i in range(self.players)]
        self.tensor = Tensor(game, self.players)
        self._observation_spaces = {agent: space_of(self.tensor, self.dtype) for agent in self.possible_agents}
        self._action_spaces = {a: gymnasium.spaces.Discrete(self.game.move_space) for a in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.play: Play = self.game.start(self.players, int(self._random.integers(0, 2**62)), **self.options)
        self.play.luck()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask(self.play.next_seat())

    def observe(self, agent: str) -> np.ndarray:
        seat = self.possible_agents.index(agent)
        return self.tensor.write(self.play.recall(seat) if self.memory else self.play.observe(seat), seat, self.dtype)

    def _ask(self, seat: int) -> None:
        """The next agent, with what it may play."""
        self.agent_selection = self.possible_agents[seat]
        nothing = np.zeros(self.game.move_space, dtype=np.int8)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": nothing} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": self.play.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        assert action is not None
        self.play.move(seat, int(action))
        self.play.luck()
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.play.over:
            worth = self.play.rewards()
            self.rewards = {a: float(worth[i]) for i, a in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
            self._ask((seat + 1) % self.players)
        else:
            self._ask(self.play.next_seat(seat))
        self._accumulate_rewards()

    def render(self) -> Any:
        """The game as whoever is asked sees it, in the terminal or as a picture of the page's board (uint8 [height, width, 3])."""
        seat = self.possible_agents.index(self.agent_selection)
        if self.render_mode == "rgb_array":
            return picture(self.game.name, self.play.view(seat), seat, self.players)
        return self.play.draw(seat) if self.render_mode else None
