"""The Python package, on the library that the build made. Where a framework is not installed its tests are skipped."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import doctest
import glob
import importlib.util
import json
import os
import re
import subprocess
import sys

import numpy as np
import petteia
import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("PETTEIA_PROGRAM", "")
GAMES = petteia.games()
TABLES = [(g.name, n) for g in GAMES for n in range(g.min_players, g.max_players + 1)]


def run(*words, **more):
    if not PROGRAM:
        pytest.skip("PETTEIA_PROGRAM does not say which program to compare with")
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, **more)


def test_pytest_alone_finds_package_engine_and_program():
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PETTEIA_", "PYTHONPATH"))}
    if not any(os.path.exists(os.path.join(ROOT, name, "python", "_petteia.so")) for name in ("build", "build-gcc")):
        pytest.skip("the tree is built elsewhere")
    alone = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "the_games_are_those_of_the_program"],
                           env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert alone.returncode == 0 and "1 passed" in alone.stdout, alone.stdout + alone.stderr


def play_out(play, random, most=100000):
    """Random moves to the end, by their numbers."""
    seat = -1
    play.luck()
    while not play.over and play.status["moves"] < most:
        seat = play.next_seat(seat)
        play.move(seat, int(random.choice(play.legal_indices(seat))))
        play.luck()


def test_the_games_are_those_of_the_program():
    assert [g.name for g in GAMES] == [g["game"] for g in json.loads(run("games", "--json").stdout)]
    assert all("R1" in g.rulebook for g in GAMES)
    english = [g.rulebook for g in GAMES]
    petteia.language("fr")
    assert all("**R4.2**" in g.rulebook and g.rulebook not in english for g in GAMES)
    petteia.language("en")


def test_what_the_readme_says_runs_and_its_table_is_right():
    with open(os.path.join(ROOT, "python", "README.md"), encoding="utf-8") as file:
        text = file.read()
    rows = re.findall(r"^\| (\w+) \| ([\d, ]+) \| (\d+) \| (\d+) \|$", text, re.M)
    listed = {row[0] for row in rows}  # a new game need not be among them
    assert len(rows) > 4 and rows == [
        (g.name, ", ".join(str(petteia.Tensor(g.name, n).size) for n in range(g.min_players, g.max_players + 1)), str(g.move_space), str(g.widest_step))
        for g in GAMES if g.name in listed]
    names = {"os": os}
    for section in re.split(r"^## ", text, flags=re.M):
        needs = {"Gymnasium": "gymnasium", "PettingZoo": "pettingzoo", "OpenSpiel": "pyspiel"}.get(section.split("\n")[0])
        if needs and not importlib.util.find_spec(needs):
            continue  # the framework's own tests say that they are skipped
        for example in re.findall(r"```python\n(.*?)```", section, re.S):
            if example.startswith(">>>"):
                test = doctest.DocTestParser().get_doctest(example, names, "README.md", None, None)
                assert doctest.DocTestRunner().run(test).failed == 0
            else:
                exec(compile(example.replace('"game.play"', "os.devnull"), "README.md", "exec"), names)
    assert np.abs(names["net"]).max() > 0  # it has made its first step


@pytest.mark.parametrize("name,players", TABLES)
def test_a_game_to_its_end_is_verified_by_the_program(name, players, tmp_path):
    play = petteia.game(name).start(players, seed=players)
    play_out(play, np.random.default_rng(players))
    path = tmp_path / "a.play"
    path.write_text(play.record())
    assert run("verify", str(path)).returncode == 0
    assert abs(play.rewards().sum()) < 1e-5 and play.rewards().max() > 0
    again = petteia.read(play.record())
    assert again.look(0) == play.look(0)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_the_index_and_the_notation_are_the_same_moves(game):
    for index in range(0, game.move_space, 1 + game.move_space // 500):
        text = game.text(index)
        assert text is None or game.index(text) == index
    assert game.text(game.move_space) is None and game.text(-1) is None


def test_games_speak_several_languages():
    english = [g.words for g in petteia.games()]
    try:
        petteia.language("fr")
        assert [g.words for g in petteia.games()] != english
    finally:
        petteia.language("en")
    assert [g.words for g in petteia.games()] == english
    with pytest.raises(ValueError, match="klingon"):
        petteia.language("klingon")


def test_refusals_have_a_key_that_is_the_same_in_every_language():
    play = petteia.game("myst").start(2, seed=1)
    told = []
    try:
        for code in ("en", "fr", "de"):
            petteia.language(code)
            with pytest.raises(petteia.Refused) as no:
                play.move(0, "place a1")
            told.append(no.value.refusal)
    finally:
        petteia.language("en")
    assert {(r["rule"], r["key"]) for r in told} == {("R4.3", "wrong-phase")}
    assert len({r["words"] for r in told}) == 3


def test_refusals_have_the_rule_and_change_nothing():
    play = petteia.game("mykerinos").start(2, seed=1)
    play.luck()
    before, seat = play.position(), play.next_seat()
    with pytest.raises(petteia.Refused, match="not a move"):
        play.move(seat, "dance")
    with pytest.raises(petteia.Refused) as refused:
        play.move(1 - seat, play.game.text(int(play.legal_indices(seat)[0])))
    assert refused.value.refusal["rule"].startswith("R")
    assert play.position() == before
    with pytest.raises(petteia.Refused, match="there is no game"):
        petteia.game("chess")
    with pytest.raises(petteia.Refused):
        petteia.read("nonsense")


def test_bots_think_as_the_program_does():
    path = glob.glob(os.path.join(ROOT, "games", "myst", "golden", "*.play"))[0]
    with open(path, encoding="utf-8") as file:
        play = petteia.read(file.read())
    told = json.loads(run("analyse", "--json", "--iterations", "30", "--seed", "5", path).stdout)
    mind = petteia.Mind("hint", "myst", seed=5, iterations=30)
    judged = []
    for at in range(play.status["moves"]):
        play.go(at)
        judged += [d for d in [mind.judge(play)] if d]
    assert judged == told["decisions"]
    moment = told["moments"][0]
    play.go(moment["move_number"] - 1)
    best, other = moment["why"]["best"]["text"], moment["why"]["other"]["text"]
    why = mind.why(play.observe(moment["seat"]), moment["seat"], best, other, moment["loss_permille"])
    assert why and why["other"]["text"] == other and all(fact["words"] for fact in why["facts"])
    assert mind.why(play.observe(moment["seat"]), moment["seat"], best, "nonsense") is None
    for level in petteia.levels():
        play.go(20)
        seat = play.next_seat()
        move = petteia.Mind(level, "myst", seed=1, iterations=50).pick(play.observe(seat), seat)
        assert play.check(seat, move) is None


# --- many at once ---

@pytest.mark.parametrize("name,players", TABLES)
def test_vector_plays_by_the_rules(name, players):
    """There is always something to play, what is drawn at random is legal, and rewards come at the end, in sum 0."""
    env = petteia.VectorEnv(name, 3, players, threads=2, seed=4)
    for _ in range(300):
        assert (env.mask.sum(axis=1) > 0).all()
        actions = env.sample()
        assert env.mask[np.arange(3), actions].all()
        env.step(actions)
        assert np.allclose(env.reward.sum(axis=1), 0, atol=1e-5)
        assert ((env.reward != 0).any(axis=1) <= env.over).all()


def test_vector_is_the_same_on_any_number_of_threads_and_from_a_seed():
    def played(threads):
        env = petteia.VectorEnv("mytikas", 64, 3, threads=threads, seed=9)
        overs = np.zeros(64)
        for _ in range(500):
            env.step(env.sample())
            overs += env.over
        return env.observation.tobytes(), env.mask.tobytes(), overs.tolist()

    assert played(1) == played(2) == played(3)
    assert sum(played(1)[2]) > 0


@pytest.mark.parametrize("games,threads", [(8, 1), (8, 2), (600, 1), (600, 2), (600, 3)])
def test_vector_refuses_a_move_that_is_not_legal_and_changes_nothing(games, threads):
    """The first wrong one is named, whichever thread finds it."""
    env = petteia.VectorEnv("myst", games, seed=1, threads=threads)
    before = env.observation.copy(), env.mask.copy()
    for wrong in ([5], [games - 1, games - 3], [games - 1, games // 2 - 1]):
        actions = env.sample()
        for i in wrong:
            actions[i] = int(np.flatnonzero(env.mask[i] == 0)[0])
        with pytest.raises(ValueError, match=f"game {min(wrong)}:"):
            env.step(actions)
        assert (env.observation == before[0]).all() and (env.mask == before[1]).all()


def test_vector_writes_into_the_callers_arrays():
    seen = np.zeros((4, petteia.Tensor("myst").size), dtype=np.uint8)
    env = petteia.VectorEnv("myst", 4, seed=1, arrays={"observation": seen})
    assert env.observation is seen and seen.any()
    with pytest.raises(ValueError, match="observation has to be"):
        petteia.VectorEnv("myst", 5, arrays={"observation": seen})
