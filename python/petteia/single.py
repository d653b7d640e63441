"""One seat against bots, for Gymnasium. Needs gymnasium."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from .mind import Mind
from .play import Game, Play
from .play import game as game_named
from .tensors import Tensor


def space_of(game: Game, tensor: Tensor | None) -> gymnasium.spaces.Box:
    """The space of a view's bytes, or of its numbers."""
    if tensor:
        return gymnasium.spaces.Box(-1, 1, (tensor.size,), np.float32)
    return gymnasium.spaces.Box(0, 255, (game.view_size,), np.uint8)


class SingleEnv(gymnasium.Env[np.ndarray, int]):
    """`seat` is the agent's, the others are bots of `level`. The observation is the view's bytes, or with `floats` its
    numbers for a net (docs/tensors.md); the action is a move of the dense index; `info["action_mask"]` has a 1 for each legal one. A move that is not legal ends the game as
    lost. The reward comes at the end: 1 for a win, less for a shared one, below 0 for a loss."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, game: str, players: int | None = None, *, seat: int = 0, level: str = "greedy", iterations: int = 0,
                 floats: bool = False, render_mode: str | None = None, **options: Any):
        self.game = game_named(game)
        self.players = self.game.min_players if players is None else players
        self.game.start(self.players, 0, **options)  # raises Refused if these cannot be played
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: with {self.players} players they are 0 to {self.players - 1}")
        self.seat, self.level, self.iterations, self.options = seat, level, iterations, options
        self.render_mode = render_mode
        self.tensor = Tensor(game) if floats else None
        self.observation_space = space_of(self.game, self.tensor)
        self.action_space: Any = gymnasium.spaces.Discrete(self.game.move_space)
        self.play: Play | None = None
        self.last = -1

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        digits, bots = (int(n) for n in self.np_random.integers(0, 2**62, 2))
        self.play = self.game.start(self.players, digits, **self.options)
        self.mind = Mind(self.level, self.game.name, seed=bots, iterations=self.iterations)
        self.last = -1
        self._others()
        return self._look()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        assert self.play is not None, "reset() comes first"
        if not 0 <= action < self.game.move_space or not self.play.mask(self.seat)[action]:
            view, info = self._look()
            return view, -1.0, True, False, info
        self.play.move(self.seat, int(action))
        self.last = self.seat
        self._others()
        view, info = self._look()
        return view, float(self.play.rewards()[self.seat]), self.play.over, False, info

    def render(self) -> str | None:
        return self.play.position() if self.play and self.render_mode == "ansi" else None

    def _others(self) -> None:
        """Plays luck and the bots until the agent has a choice or the game is over."""
        assert self.play is not None
        self.play.luck()
        while (seat := self.play.next_seat(self.last)) not in (-1, self.seat):
            self.play.move(seat, self.mind.pick(self.play.observe(seat), seat))
            self.last = seat
            self.play.luck()

    def _look(self) -> tuple[np.ndarray, dict[str, Any]]:
        assert self.play is not None
        seen = self.play.observe(self.seat)
        view = self.tensor.floats(seen) if self.tensor else np.frombuffer(seen, dtype=np.uint8).copy()
        return view, {"action_mask": self.play.mask(self.seat)}
