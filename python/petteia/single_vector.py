"""One seat against others in many games at once, for Gymnasium's vector API. Needs gymnasium.

    envs = gymnasium.make_vec("petteia/mytikas-v0", num_envs=64, vectorization_mode="vector_entry_point")"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
import operator
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import DTypeLike, NDArray

from .mind import HINTING, Mind
from .picture import lacks, must_be_there, picture
from .states import Table
from .tensors import Tensor
from .vector import STAY, VectorEnv

Policy = Callable[[NDArray[Any], NDArray[np.int8]], Any]  # observations and masks of some games, to a move for each
RENDER_MODES = ("ansi", "rgb_array")
USABLE_MODES = ["ansi"] if lacks() else list(RENDER_MODES)  # what can be used on this machine


def space_of(tensor: Tensor, dtype: np.dtype[Any]) -> gymnasium.spaces.Box:
    """The space of an observation."""
    if dtype != np.uint8:
        return gymnasium.spaces.Box(0, 1, (tensor.size,), dtype.type)
    high = np.ones(tensor.size, np.uint8)
    for feature in tensor.features:
        high[feature.columns] = feature.most
    return gymnasium.spaces.Box(np.zeros(tensor.size, np.uint8), high, dtype=np.uint8)


def render_mode_of(name: str | None) -> str | None:
    """Refuses a way to render that there is not."""
    if name is not None and name not in RENDER_MODES:
        raise ValueError(f"render_mode is None or {', '.join(map(repr, RENDER_MODES))}, not {name!r}")
    if name == "rgb_array":
        must_be_there()
    return name


class SingleVectorEnv(gymnasium.vector.VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """In each game `seat` is the agent's. The others are bots of a level, or a policy of yours: `opponent(observations, masks)` gets rows for
    the games where another seat moves, turned to that seat, and returns a move for each.

    An observation is as docs/tensors.md says, of `dtype`, with `memory` if asked for; an action is a move of the dense index; `infos["action_mask"]` (int8) has a 1 for
    each legal one. An illegal move ends the game as lost. The reward comes at the end: 1 for a win, less for a shared one, below 0 for a loss."""

    metadata: dict[str, Any] = {"render_modes": USABLE_MODES, "render_fps": 1}

    def __init__(self, game: str, num_envs: int = 1, players: int | None = None, *, seat: int = 0, opponent: Union[str, Policy] = "greedy",
                 iterations: int = 0, dtype: DTypeLike = np.uint8, memory: bool = False, autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
                 threads: int | None = None, render_mode: str | None = None, **options: Any):
        super().__init__()
        self.autoreset_mode, self.render_mode = AutoresetMode(autoreset_mode), render_mode_of(render_mode)
        self.games = VectorEnv(game, num_envs, players, threads=threads, seed=secrets.randbits(64), dtype=dtype, again=False, memory=memory,
                               **options)
        if not 0 <= operator.index(seat) < self.games.players:
            raise ValueError(f"there is no seat {seat}: with {self.games.players} players they are 0 to {self.games.players - 1}")
        self._table = Table(game, self.games.players, **options)
        self.num_envs, self.seat, self.opponent, self.iterations = num_envs, seat, opponent, iterations
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = space_of(Tensor(game, self.games.players), self.games.dtype)
        self.single_action_space = gymnasium.spaces.Discrete(self.games.game.move_space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._bot_seed = 0
        self._mind = None if callable(opponent) else self._bot()  # raises Refused if there is none of this level
        self._observation = np.zeros((num_envs, self.games.size), self.games.dtype)
        self._reward = np.zeros(num_envs)
        self._over = np.ones(num_envs, np.bool_)  # nothing has begun

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_mind": None}  # a bot starts to think anew

    # --- Gymnasium's ---

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[NDArray[Any], dict[str, Any]]:
        """All games, or those of options["reset_mask"] (bool [num_envs])."""
        which = self._marked(options)
        seeds = self._seeds(seed)
        own = {i: s for i, s in enumerate(seeds) if s is not None and which[i]}
        if own:
            self._mind = None
            self._bot_seed = min(own.values())
        self._begin(which, own)
        return self._observation.copy(), self._infos()

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions has to be an array ({self.num_envs},) of whole numbers")
        ended = self._over
        if ended.any() and self.autoreset_mode != AutoresetMode.NEXT_STEP:
            raise ValueError(f"game {int(np.flatnonzero(ended)[0])} is over, or has not begun: reset it first")
        self._reward, self._over = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        lost = ~ended & ~self._is_legal(chosen)
        self._play(np.where(ended | lost, STAY, chosen))
        self._others(~lost & ~ended)
        self._reward[lost], self._over[lost] = -1, True
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and ended.any():
            self._begin(ended)
        else:
            self._look()
        over = self._over.copy()
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            infos = {"final_obs": self._observation.copy(), "_final_obs": over, "final_info": self._infos(), "_final_info": over}
            self._begin(over)
        return self._observation.copy(), self._reward.copy(), over, np.zeros(self.num_envs, np.bool_), {**self._infos(), **infos}

    def render(self) -> tuple[Any, ...] | None:
        """Each game as the terminal shows it, or as a picture of the page's board (uint8 [height, width, 3])."""
        if self.render_mode == "ansi":
            return tuple(self.games.draw(i, self.seat) for i in range(self.num_envs))
        if self.render_mode is None:
            return None
        shown = [json.loads(self._table.show(self.games.view(i, self.seat), self.seat)) for i in range(self.num_envs)]
        return tuple(picture(self.games.game.name, view, self.seat, self.games.players) for view in shown)

    # --- inside ---

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"there are {len(seed)} seeds for {self.num_envs} games")
        return list(seed)

    def _marked(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        which = (options or {}).get("reset_mask")
        if which is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(which, np.ndarray) or which.shape != (self.num_envs,) or which.dtype != np.bool_ or not which.any():
            raise ValueError(f"options['reset_mask'] has to be an array ({self.num_envs},) of bool with a True in it")
        return which

    def _begin(self, which: NDArray[np.bool_], seeds: dict[int, int] | None = None) -> None:
        """New games, up to the agent's first choice. If others end one before, another begins."""
        self._over[which] = False
        reward, over = self._reward.copy(), self._over.copy()
        while which.any():
            self.games.reset(which=which, seeds=seeds)
            self._others(which)
            which, seeds = self._over & ~over, None
            self._over = over.copy()
        self._reward = reward
        self._look()

    def _is_legal(self, chosen: NDArray[Any]) -> NDArray[np.bool_]:
        fits = (chosen >= 0) & (chosen < self.games.game.move_space)
        legal: NDArray[np.bool_] = fits & (self._mask()[np.arange(self.num_envs), np.where(fits, chosen, 0)] == 1)
        return legal

    def _mask(self) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = self.games.mask
        return mask

    def _play(self, actions: NDArray[Any]) -> None:
        self.games.step(actions.astype(np.int32))
        self._over |= self.games.over
        self._reward += self.games.reward[:, self.seat]

    def _others(self, among: NDArray[np.bool_]) -> None:
        """The other seats move until the agent has a choice or the game is over."""
        while (rows := np.flatnonzero(among & (self.games.seat != self.seat) & (self.games.moves > 0))).size:
            actions = np.full(self.num_envs, STAY, np.int32)
            actions[rows] = self._chosen(rows)
            self._play(actions)

    def _chosen(self, rows: NDArray[np.intp]) -> Any:
        if callable(self.opponent):
            moves = np.asarray(self.opponent(self.games.observation[rows], self._mask()[rows]))
            if moves.shape != rows.shape or moves.dtype.kind not in "iu":
                raise ValueError(f"the opponent has to return an array ({rows.size},) of whole numbers")
            return np.clip(moves, -1, self.games.game.move_space)  # what does not fit must not become another move
        if self.opponent == "random":
            return self.games.sample(which=np.isin(np.arange(self.num_envs), rows))[rows]
        self._mind = mind = self._mind or self._bot()
        seats, game = self.games.seat, self.games.game
        return [game.index(mind.pick(self.games.view(int(i), int(seats[i])), int(seats[i]))) for i in rows]

    def _bot(self) -> Mind:
        if self.opponent in HINTING:
            raise ValueError(f'a mind for "{self.opponent}" gives hints: an opponent is of a level, such as "master"')
        return Mind(str(self.opponent), self.games.game.name, seed=self._bot_seed, iterations=self.iterations)

    def _look(self) -> None:
        self.games.look(self.seat, self._observation)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._mask().copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}
