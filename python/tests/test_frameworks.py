"""Gymnasium's and PettingZoo's own tests on our environments: every game, every number of players, a warning is a failure.
Where a framework is not installed its tests are skipped."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import contextlib
import warnings

import numpy as np
import petteia
import pytest

with warnings.catch_warnings(), contextlib.suppress(ImportError):
    warnings.simplefilter("ignore")  # its own games warn when they are imported; here only ours may not
    import pettingzoo.test  # noqa: F401

TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]


# --- Gymnasium ---

@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", ["uint8", "float16", "float32"])
@pytest.mark.parametrize("name,players", TABLES)
def test_check_env(name, players, dtype):
    gymnasium = pytest.importorskip("gymnasium")
    import petteia.single  # noqa: F401  registers the games
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(f"petteia/{name}-v0", players=players, opponent="random", dtype=dtype, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("name,players", TABLES)
def test_a_single_player_learns_the_result(name, players):
    pytest.importorskip("gymnasium")
    from petteia.single import SingleEnv

    seat = players - 1
    env = SingleEnv(name, players, seat=seat, opponent="random", render_mode="ansi")
    _, info = env.reset(seed=3)
    assert len(env.render().splitlines()) > 5
    over, reward, random = False, 0.0, np.random.default_rng(3)
    while not over:
        assert reward == 0 and info["action_mask"].any()
        _, reward, over, _, info = env.step(int(random.choice(np.flatnonzero(info["action_mask"]))))
    assert reward in (-1, 1) or players > 2
    assert -1 <= reward <= 1 and not info["action_mask"].any()


def test_a_single_player_meets_bots_of_a_level():
    pytest.importorskip("gymnasium")
    from petteia.single import SingleEnv

    env = SingleEnv("myriath", opponent="casual", iterations=20)
    _, info = env.reset(seed=1)
    for _ in range(4):
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert reward == 0 and not over
    _, reward, over, _, _ = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert over and reward == -1, "a move that is not legal loses"


# --- PettingZoo ---

@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name,players", TABLES)
def test_api_test(name, players):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test
    from petteia import aec

    api_test(aec.env(name, players), num_cycles=60)
    api_test(aec.env(name, players, dtype="float32"), num_cycles=20)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name,players", TABLES)
def test_seed_test(name, players):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import seed_test
    from petteia import aec

    seed_test(lambda: aec.env(name, players), num_cycles=20)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name,players", TABLES)
def test_parallel_api_test(name, players):
    """Seats take turns, so there is no parallel environment of our own; PettingZoo's converter makes one."""
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import parallel_api_test
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from petteia import aec

    parallel_api_test(turn_based_aec_to_parallel(aec.env(name, players)), num_cycles=50)


@pytest.mark.parametrize("name,players", TABLES)
def test_agents_play_to_the_end_and_share_the_win(name, players):
    pytest.importorskip("pettingzoo")
    from petteia import aec

    env, random = aec.env(name, players), np.random.default_rng(5)
    env.reset(seed=5)
    result = {}
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        if over:
            result[agent] = reward
        env.step(None if over else int(random.choice(np.flatnonzero(info["action_mask"]))))
    assert [result[f"seat_{i}"] for i in range(players)] == pytest.approx(list(env.unwrapped.play.rewards()))

# --- PufferLib ---

@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name,players", TABLES)
def test_puffer_games(name, players):
    """In arrays of our own and in those that are handed over: the columns and the mask behind them, and legal moves to the end of some games."""
    pytest.importorskip("gymnasium")
    pytest.importorskip("pufferlib")
    from petteia.puffer import PufferGames

    own = PufferGames(name, 8, players, seed=4)
    buf = {part: np.zeros_like(getattr(own, part)) for part in ("observations", "rewards", "terminals", "truncations", "masks", "actions")}
    env = PufferGames(name, 8, players, seed=4, buf=buf)
    own.async_reset(4)
    env.async_reset(4)
    rng, told = np.random.default_rng(1), 0
    for _ in range(60):
        seen, rewards, terminals, _, infos, ids, masks = env.recv()
        assert seen is buf["observations"] and masks.all() and (seen == own.recv()[0]).all() and ids.shape == (8,)
        assert env.single_observation_space.contains(seen[0])
        legal = seen[:, env.columns:]
        assert (legal.sum(axis=1) > 0).all() and (rewards[~terminals] == 0).all()
        told += sum(i["games"] for i in infos)
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in legal], np.int32)
        env.send(actions)
        own.send(actions)
    assert told or name != "myriath"  # whose games are short
    env.close()
