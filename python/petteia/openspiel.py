"""The games for OpenSpiel. Needs open_spiel; importing it registers petteia_cyclades, petteia_mykerinos ...

    import pyspiel, petteia.openspiel
    game = pyspiel.load_game("petteia_myst(pmode=alt)")
    game = pyspiel.load_game("petteia_cyclades", {"players": 4, "gold": "open"})

Chance is explicit. Where several seats may act at once (Myst's race in real time) they are asked one after the other,
as in our own searches. Returns add up to 0: the winners share 1, and the others pay for it."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from .play import PUBLIC, Game, games
from .states import LUCK, OVER, Table
from .tensors import Tensor

RECALL = 32  # the last moves that an information state's tensor holds; its string holds all
_STEP = struct.Struct("<ii")  # seat and index (-1: masked) of a move in Moment.recent


class Moment(NamedTuple):
    """Everything about a state. It never changes, so it is cheap to share. `log` and `recent` hold the moves as the
    public and each seat have seen them."""

    table: Table
    state: bytes
    mover: int
    log: tuple[str, ...]
    recent: tuple[bytes, ...]

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def after(self, index: int) -> Moment:
        seat, table = self.mover, self.table
        step = table.apply(self.state, seat, index)
        who = "*" if seat == LUCK else seat + 1
        lines = ["", f"{who} ?\n", f"{who} {table.text(index)}\n"]
        numbers = [b"", _STEP.pack(seat, -1), _STEP.pack(seat, index)]
        keep = -RECALL * _STEP.size
        return Moment(table, step.state, step.next, tuple(log + lines[sight] for log, sight in zip(self.log, step.sight)),
                      tuple((old + numbers[sight])[keep:] for old, sight in zip(self.recent, step.sight)))

    def imagined(self, player: int, seed: int) -> Moment:
        """One possibility that fits everything the player knows. The player does not know what the others have
        seen, so here they remember no more than the player does."""
        state = self.table.imagine(self.table.observe(self.state, player), player, seed)
        viewers = len(self.log)
        return self._replace(state=state, log=(self.log[player + 1],) * viewers, recent=(self.recent[player + 1],) * viewers)


class PetteiaState(pyspiel.State):
    def __init__(self, game: PetteiaGame):
        super().__init__(game)
        self.at: Moment = game.first

    def current_player(self) -> int:
        return self.at.mover

    def is_terminal(self) -> bool:
        return self.at.mover == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.table.legal(self.at.state, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes, first = self.at.table.chance(self.at.state), self.at.table.player_moves
        total = sum(weight for _, weight in outcomes)
        return [(index - first, weight / total) for index, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action + self.at.table.player_moves if self.at.mover == LUCK else action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.table.text(action + self.at.table.player_moves if player == LUCK else action)

    def returns(self) -> list[float]:
        parts = 60 * (self.at.table.players - 1)  # a reward is a whole number of these; 32-bit floats round it
        return [round(reward * parts) / parts for reward in self.at.table.rewards(self.at.state)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | None = None) -> PetteiaState:
        """A state that looks the same to the player, drawn with the right odds. It has no history, and holds no
        more about the real state than the player knows."""
        chance = (sampler or random.random)()
        other: PetteiaState = self.get_game().new_initial_state()
        other.at = self.at.imagined(player, int(chance * 2**53))
        return other

    def __str__(self) -> str:
        return self.at.table.position(self.at.state)


class Observer:
    """What a player, or the public, sees. In the tensor `player` is one-hot, `view` the view as numbers from the player's seat
    (docs/tensors.md); with perfect recall `moves` has the last moves the player saw: the seat counted from the player's own, the move's
    number, both in 0..1, and a 1. Without public information the view keeps only what the player alone sees."""

    def __init__(self, table: Table, kind: pyspiel.IIGObservationType, params: dict[str, Any] | None):
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer sees what one player sees, or what is public")
        self.private, self.public = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER, kind.public_info
        self.recall = kind.perfect_recall and self.public
        self.numbers = Tensor(table.game.name, table.players)
        shapes: dict[str, tuple[int, ...]] = {"player": (table.players,), "view": (self.numbers.size,)}
        if self.recall:
            shapes["moves"] = (RECALL, 3)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, np.ndarray] = {}
        start = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start:start + size].reshape(shape)
            start += size

    def _view(self, at: Moment, viewer: int) -> np.ndarray:
        view = np.frombuffer(at.table.observe(at.state, viewer), dtype=np.uint8)
        if self.public:
            return view
        return np.where(view == np.frombuffer(at.table.observe(at.state, PUBLIC), dtype=np.uint8), 0, view)

    def set_from(self, state: PetteiaState, player: int) -> None:
        viewer, at = player if self.private else PUBLIC, state.at
        self.tensor.fill(0)
        if self.private:
            self.dict["player"][player] = 1
        self.numbers.write(at.table.observe(at.state, viewer), viewer, np.float32, out=self.dict["view"])
        if not self.public:  # only what nobody else sees
            all_see = self.numbers.write(at.table.observe(at.state, PUBLIC), viewer, np.float32)
            self.dict["view"][self.dict["view"] == all_see] = 0
        if self.recall:
            for i, (seat, index) in enumerate(_STEP.iter_unpack(at.recent[viewer + 1])):
                turn = 0 if seat == LUCK else 1 + (seat - max(viewer, 0)) % at.table.players
                self.dict["moves"][i] = turn / at.table.players, (index + 1) / at.table.game.move_space, 1

    def string_from(self, state: PetteiaState, player: int) -> str:
        viewer, at = player if self.private else PUBLIC, state.at
        view = self._view(at, viewer)
        if not self.public:
            return f"viewer {viewer}\nview {view.tobytes().hex()}" if view.any() else ""
        told = at.log[viewer + 1] if self.recall else at.table.show(view.tobytes(), viewer) + "\n"
        return f"viewer {viewer}\n{told}view {view.tobytes().hex()}"


def _type_of(game: Game, hides: bool) -> pyspiel.GameType:
    options = {o["name"]: o["values"][o["normal"] - o["min"]] if o.get("values") else o["normal"] for o in game.options}
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"petteia_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.min_players, **options})


class PetteiaGame(pyspiel.Game):
    """A subclass is registered for each game. (A function would not do: OpenSpiel releases it after Python has
    ended.) Its options decide whether a game has perfect information."""

    name: str

    def __init__(self, params: dict[str, Any]):
        options = {name: value for name, value in params.items() if name != "players"}
        table = Table(self.name, params["players"], **options)
        info = pyspiel.GameInfo(
            num_distinct_actions=table.player_moves, max_chance_outcomes=table.game.move_space - table.player_moves,
            num_players=table.players, min_utility=-1 / (table.players - 1), max_utility=1.0, utility_sum=0.0,
            max_game_length=table.max_ply)
        super().__init__(_type_of(table.game, table.hides), info, params)
        viewers = table.players + 1
        state = table.start()
        self.first = Moment(table, state, table.next(state), ("",) * viewers, (b"",) * viewers)

    def new_initial_state(self) -> PetteiaState:
        return PetteiaState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.first.table.max_ply

    def make_py_observer(self, iig_obs_type: pyspiel.IIGObservationType | None = None,
                         params: dict[str, Any] | None = None) -> Observer:
        return Observer(self.first.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _register(game: Game) -> str:
    kind = _type_of(game, Table(game.name).hides)
    made = type(f"{game.title}Game", (PetteiaGame,), {"name": game.name})
    globals()[made.__name__] = made  # where pickle looks for it
    pyspiel.register_game(kind, made)
    return str(kind.short_name)


NAMES = [_register(game) for game in games()]  # as pyspiel.load_game takes them
