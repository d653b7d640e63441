"""Games in EnvPool's manner: send and recv, batches of those that are ready first."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import pickle

import numpy as np
import petteia
import pytest
from petteia import GamePool, VectorEnv

TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]
COUNT, MOVES = 12, 80
SHORT = "myriath"  # its games end within so many moves


def choice(game, turn, legal):
    """A legal move that follows from the game and from how many moves it has had, whoever asks."""
    return int(legal[(7 * game + 5 * turn) % len(legal)])


def play(pool, batches):
    """What each game has shown, in its own order."""
    seen = [[] for _ in range(pool.num_envs)]
    pool.async_reset()
    for _ in range(batches):
        observation, reward, over, cut, info = pool.recv()
        assert not cut.any() and len(set(info["env_id"].tolist())) == pool.batch_size
        for row, game in enumerate(info["env_id"]):
            legal = info["legal"][row, :info["moves"][row]]
            if "action_mask" in info:
                assert (np.flatnonzero(info["action_mask"][row]) == legal).all()
            seen[game].append((observation[row].copy(), reward[row].copy(), bool(over[row]), int(info["seat"][row]), legal.copy()))
        actions = [choice(game, len(seen[game]), seen[game][-1][4]) if seen[game][-1][4].size else -1 for game in info["env_id"]]
        pool.send(np.array(actions), info["env_id"])
    return seen


def same(ours, env, game, turn):
    observation, reward, over, seat, legal = ours
    assert (observation == env.observation[game]).all() and (reward == env.reward[game]).all(), (game, turn)
    assert over == env.over[game] and seat == env.seat[game], (game, turn)
    assert (legal == env.legal[game, :env.moves[game]]).all(), (game, turn)


@pytest.mark.parametrize("batch_size", [1, 5, COUNT])
@pytest.mark.parametrize("name,players", TABLES)
def test_the_games_are_those_of_the_vector_environment(name, players, batch_size):
    """Whatever the batches and threads: the same seed and moves give the same observations, rewards and lists."""
    seen = play(GamePool(name, COUNT, players, batch_size=batch_size, num_threads=3, seed=9, mask=True), MOVES * COUNT // batch_size)
    env = VectorEnv(name, COUNT, players, threads=1, seed=9, again=False)
    env.reset(9)
    assert sum(map(len, seen)) >= (MOVES - 1) * COUNT
    ended = 0
    for turn in range(max(map(len, seen))):
        over = env.over.copy()
        if turn and over.any():
            env.reset(which=over & np.array([turn < len(rows) for rows in seen]))
        if turn:
            env.step(np.array([petteia.STAY if over[game] or turn >= len(rows) else choice(game, turn, rows[turn - 1][4])
                               for game, rows in enumerate(seen)], np.int32))
            # a game that has just begun anew stays in that step; one that is over for good does, too
        for game, rows in enumerate(seen):
            if turn < len(rows):
                same(rows[turn], env, game, turn)
                ended += rows[turn][2]
    assert name != SHORT or ended


@pytest.mark.parametrize("opponent", ["random", "greedy", "beginner:iterations=8"])
def test_bots_of_the_other_seats_play_the_same_with_any_batches(opponent):
    """Only the caller's seat is asked, and a game does not depend on the others."""
    pools = [GamePool(SHORT, 6, batch_size=size, num_threads=threads, seed=4, seat=1, opponent=opponent) for size, threads in ((6, 1), (2, 3))]
    one, other = (play(pool, MOVES * 6 // pool.batch_size) for pool in pools)
    for ours, theirs in zip(one, other):
        for a, b in zip(ours, theirs):
            assert a[3] == b[3] == 1 and a[1].shape == () and a[1] == b[1] and a[2] == b[2]
            assert (a[0] == b[0]).all() and (a[4] == b[4]).all()
    assert any(row[2] for rows in one for row in rows), "some game must have ended"


def test_quick_games_do_not_wait_for_slow_ones():
    """The game that is not sent on does not hold up the others: batches come without it."""
    pool = GamePool("myst", 4, batch_size=1, num_threads=2, seed=1)
    pool.async_reset()
    first = pool.recv()[4]["env_id"][0]
    for _ in range(20):
        _, _, _, _, info = pool.recv()
        assert info["env_id"][0] != first
        pool.send(info["legal"][:, 0])


def test_batches_are_views_of_the_same_memory():
    pool = GamePool("myst", 4, batch_size=2, seed=1, mask=True)
    pool.async_reset()
    seen = {}
    for _ in range(12):
        observation, reward, over, _, info = pool.recv()
        at = observation.ctypes.data
        assert observation.base is not None and (seen.setdefault(at, observation) is observation), "the very arrays come again"
        with pytest.raises(ValueError, match="read-only"):
            info["legal"][0, 0] = 1
        pool.send(np.where(over, 0, info["legal"][:, 0]))
    assert len(seen) == 3, "as many blocks as hold all games, and one for the caller"


def test_what_is_wrong_is_refused_and_changes_nothing():
    pool = GamePool("mytikas", 4, batch_size=2, seed=1)
    with pytest.raises(ValueError, match="fewer games"):
        pool.recv()
    with pytest.raises(ValueError, match="nothing has been received"):
        pool.send(np.array([1, 2]))
    with pytest.raises(ValueError, match="game 0 has not begun"):
        pool.send(np.array([0]), np.array([0]))
    pool.async_reset()
    with pytest.raises(ValueError, match="game 0 is on its way already"):
        pool.async_reset()
    _, _, _, _, info = pool.recv()
    games, good = info["env_id"].copy(), info["legal"][:, 0].astype(np.int64)
    for actions, ids, why in ((good, games + 100, "there is no game"), ([good[0], -1], games, "not legal"), ([good[0], 2**40], games, "not legal"),
                              (good, [games[0]] * 2, "on its way"), (good[:1], games, "1 moves for 2 games"), ([0.5, 1], games, "whole numbers")):
        with pytest.raises(ValueError, match=why):
            pool.send(np.array(actions), np.array(ids))
    pool.recv()  # the other two
    pool.send(good, games)
    assert sorted(pool.recv()[4]["env_id"]) == sorted(games)
    pool.close()
    for call in (pool.recv, pool.async_reset):
        with pytest.raises(ValueError, match="closed"):
            call()


def test_wrong_arguments_are_refused():
    for wrong, why in (({"batch_size": 0}, "a batch has"), ({"batch_size": 5}, "a batch has"), ({"players": 9}, "9"), ({"opponent": "nobody"}, "nobody"),
                       ({"opponent": "greedy", "seat": 2}, "no seat 2"), ({"seed": -1}, "seed"), ({"dtype": np.int64}, "int64")):
        with pytest.raises(ValueError, match=why):
            GamePool("mytikas", 4, **wrong)
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(GamePool("mytikas", 4))


def test_spaces_are_those_of_one_game():
    pytest.importorskip("gymnasium")
    pool = GamePool("mytikas", 4, seed=1)
    observation, info = pool.reset()
    assert observation[0] in pool.observation_space and int(info["legal"][0, 0]) in pool.action_space
    assert (info["env_id"] == np.arange(4)).all()
