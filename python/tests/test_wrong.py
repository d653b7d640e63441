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
    for call in (petteia.Mind("greedy", "myst").hint, lambda v, s: petteia.Mind("greedy", "myst").why(v, s, "choose R", "choose S")):
        with pytest.raises(ValueError, match="picks moves"):
            call(view, seat)
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


@pytest.mark.parametrize("make", [lambda **k: petteia.VectorEnv("cyclades", k.pop("count", 4), k.pop("players", 2), **k),
                                  lambda **k: petteia.gpu.Games("cyclades", k.pop("count", 4), k.pop("players", 2), device="cpu", **k)])
def test_saved_games_of_another_kind_are_not_restored(make):
    env, view = make(), lambda e: np.array(e.observation)
    before = view(env)
    for other in make(players=5), make(players=3), make(count=3), make(gold="open"):
        with pytest.raises(ValueError, match="not as many games, or not of this kind"):
            env.restore(other.save())
    assert (view(env) == before).all()
    make(gold="hidden").restore(env.save())


def test_a_number_that_has_no_room_does_not_become_another():
    play = petteia.game("mykerinos").start(2, seed=1)
    play.luck()
    seat, far = play.next_seat(), 2**32
    before = play.record()
    for move in far, far + int(play.legal_indices(seat)[0]), -far:
        with pytest.raises(petteia.Refused, match="belongs to no move"):
            play.move(seat, move)
    with pytest.raises(petteia.Refused, match="no such seat"):
        play.move(seat + far, play.game.text(int(play.legal_indices(seat)[0])))
    with pytest.raises(petteia.Refused):
        play.resign(seat + far)
    with pytest.raises(IndexError, match="no move"):
        play.go(far)
    assert play.game.text(far) is None
    mind = petteia.Mind("greedy", "mykerinos", seed=1)
    with pytest.raises(IndexError, match="nothing to choose"):
        mind.pick(play.observe(seat), seat + far)
    for wrong in {"millis": -1}, {"iterations": -5}, {"iterations": far}, {"millis": 1.5}:
        with pytest.raises((ValueError, TypeError), match="whole number|integer"):
            petteia.Mind("greedy", "mykerinos", **wrong)
    for make in (lambda n: petteia.VectorEnv("myst", n), lambda n: petteia.GamePool("myst", n), lambda n: petteia.gpu.Games("myst", n, device="cpu")):
        with pytest.raises(ValueError, match="number of games is"):
            make(far + 2)
    for players in far + 2, 2.0, "2":
        for make in (lambda n: petteia.VectorEnv("mykerinos", 1, n), lambda n: petteia.GamePool("mykerinos", 1, n), lambda n: petteia.Table("mykerinos", n),
                     lambda n: petteia.gpu.Games("mykerinos", 1, n, device="cpu"), petteia.game("mykerinos").start):
            with pytest.raises((ValueError, TypeError), match="Mykerinos .* 4294967298|integer"):
                make(players)
    assert play.record() == before


@pytest.mark.parametrize("viewer", [-2, 3, 99, 2**32])
def test_nobody_else_looks_on(viewer):
    play, table, env = petteia.game("mytikas").start(3, seed=1), petteia.Table("mytikas", 3), petteia.VectorEnv("mytikas", 2, 3)
    play.luck()
    state = table.start()
    for call in (play.look, play.view, play.legal, play.score, play.steps, play.draw, play.observe, play.recall, play.legal_indices, play.mask,
                 lambda v: table.legal(state, v), lambda v: table.observe(state, v), lambda v: table.recall(state, v), lambda v: table.show(state, v),
                 lambda v: table.imagine(state, v, 1), lambda v: env.view(0, v), lambda v: env.draw(0, v)):
        with pytest.raises(IndexError, match=f"there is no seat {viewer}"):
            call(viewer)
    with pytest.raises(IndexError, match="there is no game 2"):
        env.draw(2, 0)


def test_states_of_another_number_of_players_are_refused_everywhere():
    table, other = petteia.Table("cyclades", 2), petteia.Table("cyclades", 5).start()
    for call in (table.next, table.chance, table.rewards, table.position, lambda s: table.legal(s, 0), lambda s: table.show(s, 0),
                 lambda s: table.observe(s, 0), lambda s: table.recall(s, 0), lambda s: table.imagine(s, 0, 1), lambda s: table.apply(s, 0, 0)):
        for state in other, b"\xff" * table.game.view_size:
            with pytest.raises(ValueError, match="not one of 2 players"):
                call(state)
        with pytest.raises(TypeError, match="bytes, not bytearray"):
            call(bytearray(table.start()))


def test_marks_and_viewers_are_not_cut():
    env = petteia.VectorEnv("myst", 4, seed=1)
    for which in ([0.5, 0, 0, 0], "abcd", [None] * 4):
        with pytest.raises(ValueError, match="which has to be"):
            env.reset(which=np.array(list(which)))
    env.step(env.sample())
    before = env.save()
    env.reset(which=np.array([256, 0, 0, 0]))
    after = env.save()
    assert before != after
    for viewer in 0.7, "0", 2**33:
        with pytest.raises(ValueError, match="a viewer is a seat"):
            env.look(viewer)
        with pytest.raises(ValueError, match="a viewer is a seat"):
            petteia.Tensor("myst").write(env.view(0, 0), viewer)
    with pytest.raises(ValueError, match="seeds"):
        env.reset(seeds=[1, 2])


def test_texts_are_taken_whole_or_not_at_all():
    play = petteia.game("mykerinos").start(2, seed=1)
    play.luck()
    record = play.record()
    for call in (lambda: play.move(play.next_seat(), "pass\0x"), lambda: play.check(play.next_seat(), "pass\0x"), lambda: play.game.index("pass\0x"),
                 lambda: petteia.read(record + "\0nonsense"), lambda: play.game.start(2, position=play.position() + "\0x"), lambda: play.name(0, "A\0B")):
        with pytest.raises(ValueError, match="zero"):
            call()
    for call in lambda: petteia.read(None), lambda: petteia.read(b""), lambda: play.game.index(5), lambda: petteia.Mind(None, "myst"):
        with pytest.raises(TypeError, match="text"):
            call()


def test_an_environment_takes_whole_moves_of_an_opponent_and_any_seed():
    pytest.importorskip("gymnasium")
    from petteia.single_vector import SingleVectorEnv

    envs = SingleVectorEnv("myst", 2, opponent="random")
    first, again = envs.reset(seed=np.int64(3))[0], envs.reset(seed=3)[0]
    assert (first == again).all()
    for opponent in lambda seen, masks: masks.argmax(axis=1) + 0.5, lambda seen, masks: None, lambda seen, masks: [0]:
        envs = SingleVectorEnv("myst", 4, seat=1, opponent=opponent)
        with pytest.raises(ValueError, match="opponent has to return"):
            envs.reset(seed=1)
    for opponent in "hint", "open":
        with pytest.raises(ValueError, match="gives hints"):
            SingleVectorEnv("myst", 2, opponent=opponent)
