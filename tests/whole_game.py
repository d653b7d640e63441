#!/usr/bin/env python3
"""Plays a game of Myriath between two people to its end, for tests in a browser: whole_game.py BASE TOKEN TOKEN SEED prints its table. The
seed makes it the same game each time."""
# SPDX-License-Identifier: MIT
import os
import sys
import types

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_badges import game  # noqa: E402

if __name__ == "__main__":
    print(game(types.SimpleNamespace(base=sys.argv[1]), sys.argv[2:4], int(sys.argv[4]))[0])
