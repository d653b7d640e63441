"""Gymnasium's vector API: many games, one seat in each against others."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import pickle

import numpy as np
import petteia
import pytest

gymnasium = pytest.importorskip("gymnasium")
import petteia.single  # noqa: E402  registers the games
from gymnasium.vector import AutoresetMode  # noqa: E402
from petteia.single_vector import SingleVectorEnv  # noqa: E402

NAMES = [g.name for g in petteia.games()]
TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]


def picks(masks, random):
    """A legal move of each game; anything where there is none."""
    return np.array([random.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name", NAMES)
def test_what_it_returns_is_what_gymnasium_wants(name, mode):
    envs = gymnasium.make_vec(f"petteia/{name}-v0", num_envs=6, vectorization_mode="vector_entry_point", opponent="random", autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is mode and envs.num_envs == 6
    observation, infos = envs.reset(seed=1)
    assert observation in envs.observation_space and infos["action_mask"].dtype == np.int8
    random, ended = np.random.default_rng(1), np.zeros(6, bool)
    for _ in range(120):
        if mode is AutoresetMode.DISABLED and ended.any():
            observation, infos = envs.reset(options={"reset_mask": ended})
        before = ended
        observation, reward, ended, cut, infos = envs.step(picks(infos["action_mask"], random))
        assert observation in envs.observation_space and not cut.any()
        assert (reward[~ended] == 0).all() and (np.abs(reward) <= 1).all()
        assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP and bool(ended.any()))
        if mode is AutoresetMode.NEXT_STEP:
            assert not (before & ended).any(), "a game that ended begins anew, and no move is made in it"


@pytest.mark.parametrize("name,players", TABLES)
def test_the_modes_play_the_same_games(name, players):
    """With the same seeds and choices, games are the same up to where one ends: only then a mode may show another row."""
    def first_games(mode):
        envs = SingleVectorEnv(name, 3, players, seat=players - 1, opponent="random", autoreset_mode=mode)
        observation, infos = envs.reset(seed=5)
        rows, running = [observation], np.ones(3, bool)
        for step in range(60):
            chosen = np.array([np.flatnonzero(m)[step % m.sum()] if m.any() else 0 for m in infos["action_mask"]])
            observation, reward, ended, _, infos = envs.step(chosen)
            final = infos.get("final_obs", observation)
            rows.append(np.where(running[:, None], np.where(ended[:, None], final, observation), 0))
            rows.append(np.where(running, reward, 0))
            running &= ~ended
            if mode is AutoresetMode.DISABLED and ended.any():
                _, again = envs.reset(options={"reset_mask": ended})
                infos = again
        return rows

    one, two, three = (first_games(mode) for mode in AutoresetMode)
    for a, b, c in zip(one, two, three):
        assert (a == b).all() and (b == c).all()


def test_a_single_environment_plays_the_same_game():
    envs, env = SingleVectorEnv("mytikas", 1, opponent="random", autoreset_mode="Disabled"), petteia.single.SingleEnv("mytikas", opponent="random")
    one, info = env.reset(seed=3)
    seed = int(np.random.default_rng(np.random.SeedSequence(3)).integers(0, 2**62))
    many, infos = envs.reset(seed=[seed])
    over = False
    while not over:
        assert (one == many[0]).all() and (info["action_mask"] == infos["action_mask"][0]).all()
        action = int(np.flatnonzero(info["action_mask"])[-1])
        one, reward, over, _, info = env.step(action)
        many, rewards, overs, _, infos = envs.step(np.array([action]))
        assert over == overs[0] and reward == rewards[0]


def test_seeds_give_the_same_games_and_reset_touches_only_what_is_marked():
    envs = SingleVectorEnv("mykerinos", 4, opponent="random")
    first, _ = envs.reset(seed=[7, 8, 9, 10])
    assert (envs.reset(seed=7)[0] == first).all(), "one seed counts up"
    assert (envs.reset(seed=[8, 8, 8, 8])[0] == first[1]).all()
    before, infos = envs.reset(seed=[7, 8, 9, 10])
    envs.step(picks(infos["action_mask"], np.random.default_rng(1)))
    moved = envs.games.look(0)
    after, _ = envs.reset(seed=[None, 8, None, None], options={"reset_mask": np.array([False, True, False, False])})
    assert (after[1] == first[1]).all() and (after[[0, 2, 3]] == moved[[0, 2, 3]]).all() and (moved[[0, 2, 3]] != first[[0, 2, 3]]).any()


def test_a_copy_plays_on_as_the_original():
    envs = SingleVectorEnv("cyclades", 5, 3, opponent="random", dtype="float16")
    _, infos = envs.reset(seed=2)
    random = np.random.default_rng(2)
    for _ in range(10):
        _, _, _, _, infos = envs.step(picks(infos["action_mask"], random))
    other = pickle.loads(pickle.dumps(envs))
    for _ in range(30):
        actions = picks(infos["action_mask"], random)
        one, infos = (lambda r: (r[:3], r[4]))(envs.step(actions))
        two = other.step(actions)[:3]
        assert all((a == b).all() for a, b in zip(one, two))


def test_opponents_are_policies_or_bots():
    seen = []

    def policy(observations, masks):
        assert observations.shape == (len(masks), env.single_observation_space.shape[0]) and masks.any(axis=1).all()
        seen.append(len(masks))
        return masks.argmax(axis=1)

    env = SingleVectorEnv("mytikas", 4, 3, seat=1, opponent=policy)
    _, infos = env.reset(seed=1)
    for _ in range(20):
        _, _, _, _, infos = env.step(picks(infos["action_mask"], np.random.default_rng(1)))
    assert sum(seen) > 40
    env = SingleVectorEnv("myriath", 2, opponent="casual", iterations=10)
    _, infos = env.reset(seed=1)
    for _ in range(3):
        _, _, _, _, infos = env.step(picks(infos["action_mask"], np.random.default_rng(1)))
    with pytest.raises(ValueError, match="is not legal"):
        SingleVectorEnv("mytikas", 16, seat=1, opponent=lambda observations, masks: masks.argmin(axis=1)).reset(seed=1)


def test_an_illegal_move_loses_that_game_alone():
    env = SingleVectorEnv("mytikas", 3, opponent="random", autoreset_mode="SameStep")
    _, infos = env.reset(seed=1)
    actions = picks(infos["action_mask"], np.random.default_rng(1))
    actions[1] = env.single_action_space.n - 1
    _, reward, over, _, infos = env.step(actions)
    assert reward.tolist() == [0, -1, 0] and over.tolist() == [False, True, False] and infos["_final_obs"].tolist() == over.tolist()


def test_it_draws_the_board_of_the_terminal():
    env = SingleVectorEnv("myst", 2, opponent="random", render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert len(drawn) == 2 and all(len(text.splitlines()) > 8 for text in drawn)
    assert SingleVectorEnv("myst", 2).render() is None


@pytest.mark.parametrize("words,arguments", [
    ("render_mode is None or 'ansi', 'rgb_array', not 'human'", {"render_mode": "human"}), ("no seat 2", {"seat": 2}), ("AutoresetMode", {"autoreset_mode": "never"}),
    ("one game at least", {"num_envs": 0}), ("god", {"opponent": "god"}), ("uint8, float16 or float32", {"dtype": "int8"}), ("wine", {"wine": 1}),
    ("not 9", {"players": 9})])
def test_wrong_arguments_are_refused(words, arguments):
    with pytest.raises(ValueError, match=words):
        SingleVectorEnv("mytikas", **{"num_envs": 2, **arguments})


def test_calls_that_make_no_sense_are_refused():
    env = SingleVectorEnv("mytikas", 2, opponent="random", autoreset_mode="Disabled")
    with pytest.raises(ValueError, match="has not begun"):
        env.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="3 seeds for 2 games"):
        env.reset(seed=[1, 2, 3])
    for mask in ([True, False], np.zeros(2, bool), np.ones(3, bool), np.ones(2)):
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": mask})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="whole numbers"):
        env.step(np.zeros(3, int))
    env.step(np.full(2, env.single_action_space.n - 1))
    with pytest.raises(ValueError, match="game 0 is over"):
        env.step(np.zeros(2, int))
