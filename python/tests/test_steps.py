"""Moves step by step (verb, then arguments): the masks lead to the legal moves and to nothing else."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import numpy as np
import petteia
import pytest
from petteia.gpu import Games

TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]
STEPS = {"myriath": 12, "cyclades": 150, "mytikas": 150}


def walked(env, game):
    """Every move that the masks lead to in one game. The other games are asked the same, which must not matter."""
    found, prefix = [], np.full((env.count, 4), -1, np.int32)

    def go(step):
        ways = np.flatnonzero(env.choices(prefix, step)[game]) if step < 4 else []
        if not len(ways):
            found.append(int(env.join(prefix)[game]))
        for value in ways:
            prefix[:, step] = value
            go(step + 1)
            prefix[:, step:] = -1

    go(0)
    return found


@pytest.mark.parametrize("name,players", TABLES)
def test_the_masks_lead_to_exactly_the_legal_moves(name, players):
    env = petteia.VectorEnv(name, 2, players, seed=3, threads=1)
    lists = 0
    for step in range(STEPS.get(name, 60)):
        game = step % 2
        if env.moves[game] <= 60 or step < 4 or name != "myriath":
            assert walked(env, game) == env.legal[game, :env.moves[game]].tolist()
            lists += 1
        env.step(env.sample())
    assert lists >= 4


@pytest.mark.parametrize("name,players", TABLES)
def test_random_steps_are_legal_moves(name, players):
    """A policy that picks step by step in all games at once, as a net would."""
    env, random = petteia.VectorEnv(name, 64, players, seed=4, threads=2, mask=False), np.random.default_rng(4)
    kernels = Games(name, 64, players, seed=4, device="cpu")
    for _ in range(25):
        prefix = np.full((64, 4), -1, np.int32)
        for step in range(4):
            ways = env.choices(prefix, step)
            assert (kernels.choices(prefix, step) == ways).all()
            open_ = ways.any(axis=1)
            picked = (random.random(ways.shape) * ways).argmax(axis=1)
            prefix[open_, step] = picked[open_]
        actions = env.join(prefix)
        assert (kernels.join(prefix) == actions).all()
        env.step(actions)
        kernels.step(actions)


def test_the_verbs_and_arguments_are_told():
    game = petteia.game("myst")
    verbs = {v["name"]: v for v in game.steps}
    assert [a["name"] for a in verbs["place"]["args"]] == ["cell"] and verbs["place"]["args"][0]["count"] == 96
    assert verbs["tempo"]["chance"] and not verbs["place"]["chance"]
    assert game.widest_step >= 96 and sum(v["moves"] for v in game.steps) == game.move_space


def test_what_begins_no_move_leads_nowhere():
    env = petteia.VectorEnv("mytikas", 3, seed=1)
    prefix = np.full((3, 4), -1, np.int32)
    assert not env.choices(prefix, 1).any() and (env.join(prefix) == -1).all()
    prefix[:, 0] = 1000
    assert not env.choices(prefix, 1).any() and (env.join(prefix) == -1).all()
    for step in -1, 4:
        with pytest.raises(ValueError, match="steps 0 to 3"):
            env.choices(prefix, step)
    with pytest.raises(ValueError, match="prefix has to be"):
        env.choices(prefix[:2], 0)
    with pytest.raises(ValueError, match="prefix has to be"):
        env.join(prefix.astype(np.int64))


@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_all_legal_moves_without_gaps(name):
    env = petteia.VectorEnv(name, 7, seed=3, again=False)
    for _ in range(400):
        offsets, moves = env.csr()
        assert offsets[0] == 0 and len(moves) == offsets[-1] == env.moves.sum()
        for game in range(env.count):
            assert moves[offsets[game]:offsets[game + 1]].tolist() == np.flatnonzero(env.mask[game]).tolist()
        env.step(env.sample())
