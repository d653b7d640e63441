"""Wrong input is refused in a sentence: it never reaches memory that is not its own, and never becomes something else."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import copy
import gc
import os
import pickle
import shutil
import subprocess
import sys

import numpy as np
import petteia
import petteia.gpu
import pytest


@pytest.mark.parametrize("out", [np.empty(3, np.int32), np.empty(64, np.int8), np.empty(64, np.int64), np.empty(128, np.int32)[::2]])
def test_sample_writes_only_into_an_array_that_fits(out):
    env = petteia.VectorEnv("myst", 64, threads=1)
    with pytest.raises(ValueError, match="out has to be"):
        env.sample(out)


def test_what_is_no_whole_number_or_too_large_does_not_become_another_move():
    env = petteia.VectorEnv("myst", 4, threads=1)
    legal, before = env.sample(), env.observation.copy()
    for actions, words in [(legal + 0.5, "whole numbers"), (["pass"] * 4, "whole numbers"), (legal[:3], "whole numbers"),
                           (legal.astype(np.int64) + 2**32, "there is none"), (legal.astype(np.uint64) + 2**63, "there is none"),
                           (np.full(4, -1), "there is none")]:
        with pytest.raises(ValueError, match=words):
            env.step(actions)
        assert (env.observation == before).all()
    env.step(legal.astype(np.uint64))
    play = petteia.game("myst").start(seed=1)
    play.luck()
    with pytest.raises(TypeError):
        play.move(play.next_seat(), 1.5)


@pytest.mark.parametrize("make", [lambda: petteia.game("myst").start(seed=1), lambda: petteia.Mind("greedy", "myst", seed=1)])
@pytest.mark.parametrize("double", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_owns_memory_is_not_copied(make, double):
    with pytest.raises(TypeError, match="cannot be copied or pickled"):
        double(make())


def test_a_table_may_be_copied():
    table = pickle.loads(pickle.dumps(copy.deepcopy(petteia.Table("mytikas", 3, cards="one"))))
    assert table.players == 3 and not table.hides


def test_bytes_of_another_size_or_number_of_players_are_no_state():
    table, other = petteia.Table("cyclades", 2), petteia.Table("myriath", 2)
    for call in (table.next, table.chance, table.rewards, table.position, lambda s: table.legal(s, 0), lambda s: table.show(s, 0),
                 lambda s: table.observe(s, 0), lambda s: table.imagine(s, 0, 1), lambda s: table.apply(s, 0, 0),
                 lambda s: petteia.Mind("greedy", "cyclades").pick(s, 0), lambda s: petteia.Mind("hint", "cyclades").hint(s, 0),
                 petteia.Tensor("cyclades").unpack):
        for state in b"", table.start()[:-1], other.start():
            with pytest.raises(ValueError, match="of Cyclades has 352 bytes"):
                call(state)
    with pytest.raises(ValueError, match="not one of 2 players"):
        table.rewards(petteia.Table("cyclades", 5).start())


@pytest.mark.parametrize("make", [lambda n: petteia.VectorEnv("cyclades", 1, n), lambda n: petteia.Table("cyclades", n),
                                  lambda n: petteia.game("cyclades").start(n)])
@pytest.mark.parametrize("players", [-1, 0, 6, 258])
def test_a_refusal_names_the_number_of_players_that_was_asked_for(make, players):
    with pytest.raises(petteia.Refused, match=rf"Cyclades .* {players}\b"):
        make(players)


def test_two_seeds_are_never_one():
    for seed in -1, 2**64:
        for make in (lambda n: petteia.VectorEnv("myst", 1, seed=n), lambda n: petteia.Mind("greedy", "myst", seed=n),
                     petteia.VectorEnv("myst", 1).reset):
            with pytest.raises(ValueError, match="a seed is a whole number"):
                make(seed)
    for seed in -1, 2**256:
        with pytest.raises(ValueError, match="a seed is a number"):
            petteia.game("myst").start(seed=seed)


def test_vector_says_what_is_wrong_with_its_arguments():
    for words, arguments in [("one game at least", {"count": 0}), ("there is no array 'view'", {"arrays": {"view": np.zeros(1)}}),
                             ("observation has to be", {"arrays": {"observation": [0]}}), ("uint8, float16 or float32", {"dtype": np.int32})]:
        with pytest.raises(ValueError, match=words):
            petteia.VectorEnv("myst", **{"count": 2, **arguments})


def test_what_could_not_be_made_is_thrown_away_in_silence(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    for make in petteia.VectorEnv, petteia.Table:
        with pytest.raises(petteia.Refused, match="there is no game 'chess'"):
            make("chess", 2)
    gc.collect()
    assert not told


def test_environments_refuse_when_they_are_made():
    pytest.importorskip("gymnasium")
    from petteia.single import SingleEnv

    for arguments, words in [({"seat": 2}, "no seat 2"), ({"seat": -1}, "no seat -1"), ({"players": 9}, "not 9"), ({"wine": 1}, "wine"),
                             ({"render_mode": "human"}, "render_mode is None or 'ansi', 'rgb_array', not 'human'"), ({"opponent": "god"}, "god"),
                             ({"dtype": "int8"}, "uint8, float16 or float32")]:
        with pytest.raises(ValueError, match=words):
            SingleEnv("mytikas", **arguments)
    pytest.importorskip("pettingzoo")
    from petteia import aec

    for arguments, words in [({"players": 9}, "not 9"), ({"wine": 1}, "wine"), ({"render_mode": "human"}, "render_mode is None or 'ansi'")]:
        with pytest.raises(ValueError, match=words):
            aec.env("mytikas", **arguments)


def test_an_action_outside_the_space_loses_as_any_that_is_not_legal():
    pytest.importorskip("gymnasium")
    from petteia.single import SingleEnv

    env = SingleEnv("mytikas", opponent="random")
    for action in -1, env.action_space.n:
        env.reset(seed=1)
        assert env.step(action)[1:3] == (-1.0, True)


@pytest.mark.parametrize("library, words", [(None, "in a source tree build it first"), ("nowhere.so", "PETTEIA_LIBRARY names a file that does not exist"),
                                            ("broken.so", "cannot load its engine")])
def test_without_an_engine_it_says_what_to_do(tmp_path, library, words):
    shutil.copytree(os.path.dirname(petteia.__file__), tmp_path / "petteia", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    (tmp_path / "broken.so").write_text("no library")
    env = {name: value for name, value in os.environ.items() if name not in ("PETTEIA_LIBRARY", "PYTHONPATH")}
    if library:
        env["PETTEIA_LIBRARY"] = str(tmp_path / library)
    said = subprocess.run([sys.executable, "-c", "import petteia"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert said.returncode == 1 and words in said.stderr.splitlines()[-1] and said.stderr.splitlines()[-1].startswith("ImportError: petteia ")


def test_a_mind_says_what_it_is_not_for():
    play = petteia.game("myst").start(seed=1)
    play.luck()
    seat = play.next_seat()
    view = play.observe(seat)
    with pytest.raises(ValueError, match="gives hints"):
        petteia.Mind("hint", "myst").pick(view, seat)
    with pytest.raises(ValueError, match="picks moves"):
        petteia.Mind("greedy", "myst").hint(view, seat)
    game = petteia.game("mykerinos").start(seed=1)
    game.luck()
    other = 1 - game.next_seat()
    with pytest.raises(IndexError, match=f"seat {other} has nothing to choose here"):
        petteia.Mind("greedy", "mykerinos").pick(game.observe(other), other)


def test_states_are_expanded_only_by_what_there_is():
    games = petteia.gpu.Games("mytikas", 4, device="cpu", seed=1)
    legal, first = games.host("legal")[:, 0].copy(), np.arange(4)
    for parents, seats, moves, words in ((first + 10**8, games.host("seat"), legal, "parents"), (first + 1, games.host("seat"), legal, "parents"),
                                         (first, np.full(4, 7), legal, "seats"), (first, np.full(4, -1), legal, "seats"),
                                         (first, games.host("seat"), np.full(4, 10**6), "moves")):
        with pytest.raises(ValueError, match=f"{words} have to be 0 to"):
            games.expand(games.states, parents, seats, moves, seed=1)
    games.expand(games.states, first, games.host("seat"), legal, seed=1)
    for step in -1, 4, 60:
        with pytest.raises(ValueError, match="a move has steps 0 to 3"):
            games.choices(np.zeros((4, 4), np.int32), step)
