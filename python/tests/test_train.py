"""What a net learns from (train/data.py): games of `petteia selfplay`, and the value that each position is to have."""
# SPDX-License-Identifier: MIT
import importlib.util
import os
import subprocess

import numpy as np
import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("PETTEIA_PROGRAM", "")


def load():
    spec = importlib.util.spec_from_file_location("train_data", os.path.join(ROOT, "train", "data.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


data = load()
GAME = np.array([4, 4, 4, 9, 9])  # three positions of a game, two of another
FOUND = np.array([[8.0], [4.0], [2.0], [6.0], [0.0]])
RESULT = np.array([[16.0], [16.0], [16.0], [0.0], [0.0]])


def test_a_value_looks_ahead_to_the_end_of_its_own_game():
    assert data.ahead(GAME, FOUND, RESULT, 0.5)[:, 0].tolist() == [4 + 6.5 / 2, 2 + 9 / 2, 1 + 16 / 2, 3 + 0 / 2, 0]


def test_without_fading_it_is_what_the_search_found_and_with_nothing_else_the_result():
    assert (data.ahead(GAME, FOUND, RESULT, 0.0) == FOUND).all()
    assert (data.ahead(GAME, FOUND, RESULT, 1.0) == RESULT).all()


@pytest.mark.skipif(not PROGRAM, reason="the program is not known")
def test_games_of_selfplay_are_read(tmp_path):
    out = str(tmp_path / "games")
    subprocess.run([PROGRAM, "selfplay", "myriath", "--games", "3", "--iterations", "8", "--out", out], check=True, capture_output=True)
    p, head = data.read([out], 0.9)
    assert head["game"] == "myriath" and head["players"] == 2
    assert len(set(p.game.tolist())) == 3 and len(p.game) > 20
    assert np.allclose(p.found.sum(axis=1), 1, atol=1e-3) and np.allclose(p.result.sum(axis=1), 1, atol=1e-3)
    visits = p.visits.astype(np.float32).sum(axis=1)
    assert np.allclose(visits, 1, atol=0.02) and not p.visits[~p.legal].any()
