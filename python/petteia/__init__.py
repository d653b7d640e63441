"""Petteia's games for programs and researchers: rules, views, records and bots from the C library, and thousands of
games at once in NumPy arrays.

    import petteia
    play = petteia.game("mykerinos").start(players=2, seed=1)
    play.luck()
    print(play.look(0)["ask"], play.legal(0))

`petteia.single` is a Gymnasium environment, `petteia.single_vector` many of them at once, `petteia.aec` one for PettingZoo, `petteia.openspiel` registers the games with OpenSpiel."""
# SPDX-License-Identifier: MIT
from .bot import Bot
from .library import Refused
from .mind import Mind, levels
from .play import PUBLIC, Game, Play, game, games, language, read
from .pool import GamePool
from .states import LUCK, OVER, Step, Table
from .tensors import Tensor
from .vector import STAY, VectorEnv

__all__ = ["Bot", "LUCK", "OVER", "PUBLIC", "Game", "GamePool", "Mind", "Play", "Refused", "STAY", "Step", "Table", "Tensor", "VectorEnv",
           "game", "games", "language", "levels", "read"]
