"""The games in OpenSpiel's C++ (openspiel/) are those that petteia.openspiel registers: the same numbers, strings, tensors
and returns along random games. Needs tests/test_openspiel.cc, built by meson with -Dopenspiel in build-openspiel."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
import os
import subprocess

import numpy as np
import petteia
import pytest

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("petteia.openspiel")

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "build-openspiel", "openspiel", "test_openspiel")
if not os.path.exists(PROGRAM):
    pytest.skip("the games are not built for OpenSpiel's C++", allow_module_level=True)

TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]
OPTIONS = [(g.name, g.min_players, o["name"], value) for g in petteia.games() for o in g.options for value in o.get("values", [])]


def check_game(game, told):
    assert told == {
        "actions": game.num_distinct_actions(), "outcomes": game.max_chance_outcomes(), "length": game.max_game_length(),
        "utility": [game.min_utility(), game.max_utility()],
        "hides": game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        "information_size": game.information_state_tensor_size(), "observation_size": game.observation_tensor_size()}


def check_node(state, told):
    players = range(state.num_players())
    assert told["player"] == state.current_player()
    assert told["position"] == str(state)
    assert (told["legal"] or []) == state.legal_actions()
    assert told.get("texts", []) == [state.action_to_string(state.current_player(), a) for a in state.legal_actions()]
    assert told["returns"] == pytest.approx(state.returns())
    if state.is_chance_node():
        assert [tuple(pair) for pair in told["odds"]] == [(a, pytest.approx(p)) for a, p in state.chance_outcomes()]
    assert told["information"] == [state.information_state_string(p) for p in players]
    assert told["observation"] == [state.observation_string(p) for p in players]
    for p in players:
        np.testing.assert_allclose(told["information_tensor"][p], state.information_state_tensor(p), rtol=1e-6)
        np.testing.assert_allclose(told["observation_tensor"][p], state.observation_tensor(p), rtol=1e-6)
        world = state.resample_from_infostate(p, lambda: 0.25)
        assert told["imagined"][p] == [str(world), world.information_state_string(0)]


@pytest.mark.parametrize("name,players,option", [(name, n, ()) for name, n in TABLES] + [(name, n, o) for name, n, *o in OPTIONS])
def test_both_are_the_same_game(name, players, option):
    done = subprocess.run([PROGRAM, "trace", "1", name, str(players), *option], capture_output=True, text=True, check=True)
    game = pyspiel.load_game(f"petteia_{name}", {"players": players, **({option[0]: option[1]} if option else {})})
    state, nodes = game.new_initial_state(), 0
    about, *lines = map(json.loads, done.stdout.splitlines())
    check_game(game, about)
    for told in lines:
        if isinstance(told, int):
            state.apply_action(told)
        else:
            check_node(state, told)
            nodes += 1
    assert state.is_terminal() and nodes > 2
