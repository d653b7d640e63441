"""The games in OpenSpiel: its own tests and bots on them, and nothing hidden in what a player is given."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import pickle
import subprocess
import sys
import unittest

import numpy as np
import petteia
import pytest

pyspiel = pytest.importorskip("pyspiel")
spiel = pytest.importorskip("petteia.openspiel")

TABLES = [(g.name, n) for g in petteia.games() for n in range(g.min_players, g.max_players + 1)]
SECRETIVE = {"mytikas": {"cards": "two"}}  # the options with which a game has secrets, if not the normal ones
HIDING = [(name, n) for name, n in TABLES if petteia.Table(name, n, **SECRETIVE.get(name, {})).hides]
OPTIONS = [(g.name, {o["name"]: value}) for g in petteia.games() for o in g.options for value in o.get("values", [])]


def load(name, players=None, **options):
    return pyspiel.load_game(f"petteia_{name}", {**({"players": players} if players else {}), **options})


def some_states(game, seed, count):
    """States of one random game, `count` of them at the most, spread over it; chance nodes and the end too."""
    random, state, seen = np.random.RandomState(seed), game.new_initial_state(), []
    while True:
        seen.append(state.clone())
        if state.is_terminal():
            return [seen[i] for i in sorted({0, len(seen) - 1, *random.randint(len(seen), size=count)})]
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes())
            state.apply_action(int(random.choice(actions, p=odds)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))


# --- OpenSpiel's own tests ---

@pytest.mark.parametrize("name,players", TABLES)
def test_random_sim_test(name, players):
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name,options", OPTIONS)
def test_random_sim_test_with_every_option(name, options):
    pyspiel.random_sim_test(load(name, **options), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name,players", TABLES)
def test_games_sim_test(name, players):
    """Clones, pickles of game, type and state, serialisation, utilities: as OpenSpiel tests its Python games."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(load(name, players))


@pytest.mark.parametrize("name,players,options", [(*t, {}) for t in TABLES] + [(n, 2, o) for n, o in SECRETIVE.items()])
def test_api_test(name, players, options):
    """OpenSpiel's api_test on states sampled from the tree."""
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    kind = type("Api", (EnforceAPIOnPartialTreeBase,), {"game": load(name, players, **options), "game_name": f"petteia_{name}"})
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(kind)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5 and not result.skipped
    assert not result.errors + result.failures, (result.errors + result.failures)[0][1]


# --- what is in a state ---

@pytest.mark.parametrize("name,players", TABLES)
def test_a_state_survives_serialisation_and_goes_on_alike(name, players):
    game = load(name, players)
    for state in some_states(game, 5, 4):
        again = game.deserialize_state(state.serialize())
        other = pickle.loads(pickle.dumps(state))
        assert str(again) == str(other) == str(state) and again.history() == state.history()
        for player in range(players):
            assert again.information_state_string(player) == state.information_state_string(player)
        if not state.is_terminal():
            action = (state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
            for s in state, again, other:
                s.apply_action(action)
            assert str(again) == str(other) == str(state)


@pytest.mark.parametrize("name,players", TABLES)
def test_the_same_moves_as_everywhere(name, players):
    """Actions are the dense index, chance outcomes follow it; what they are called is the notation."""
    table, game = petteia.Table(name, players), load(name, players)
    assert game.num_distinct_actions() + game.max_chance_outcomes() == table.game.move_space
    for state in some_states(game, 6, 6):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [a + table.player_moves for a, _ in outcomes] == [i for i, _ in table.chance(state.at.state)]
            assert sum(p for _, p in outcomes) == pytest.approx(1)
        elif not state.is_terminal():
            seat = state.current_player()
            assert state.legal_actions() == table.legal(state.at.state, seat)
            texts = [state.action_to_string(seat, a) for a in state.legal_actions()]
            assert [table.game.index(t) for t in texts] == state.legal_actions()
    assert state.is_terminal() and state.returns() == pytest.approx(table.rewards(state.at.state))
    assert sum(state.returns()) == pytest.approx(0)


def test_only_what_hides_something_is_of_imperfect_information():
    def perfect(name, **options):
        return load(name, **options).get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION

    assert perfect("mykerinos") and perfect("myriath") and perfect("mytikas") and perfect("cyclades", gold="open")
    assert not perfect("cyclades") and not perfect("myst") and not perfect("mytikas", cards="two")


# --- secrets ---

def told(state, player):
    """Everything the player is given."""
    return (state.information_state_string(player), state.observation_string(player),
            tuple(state.information_state_tensor(player)), tuple(state.observation_tensor(player)))


@pytest.mark.parametrize("name,players", HIDING)
def test_what_a_player_may_not_know_changes_nothing_it_is_given(name, players):
    """The state is replaced by another that the player cannot tell from it. What the player gets stays the same, the
    public's part too, and so do its moves; worlds imagined from either are the same, so no secret shines through."""
    game, other_worlds = load(name, players, **SECRETIVE.get(name, {})), 0
    for state in some_states(game, 7, 12):
        for player in range(players):
            world = state.resample_from_infostate(player, lambda: 0.25)
            assert told(world, player) == told(state, player)
            if state.current_player() == player:
                assert world.legal_actions() == state.legal_actions()
            again = [s.resample_from_infostate(player, lambda: 0.75) for s in (state, world)]
            assert str(again[0]) == str(again[1])
            for viewer in range(players):
                assert told(again[0], viewer) == told(again[1], viewer)
            mine = state.information_state_string(player).splitlines()[1:-1]  # the moves it saw
            for viewer in range(players):  # in an imagined world nobody remembers what the player did not see
                assert world.information_state_string(viewer).splitlines()[1:-1] == mine
            other_worlds += str(world) != str(state)
    assert other_worlds, "nothing was hidden anywhere: this test has tested nothing"


@pytest.mark.parametrize("name,players", HIDING)
def test_the_public_observer_knows_less_than_any_player(name, players):
    game = load(name, players, **SECRETIVE.get(name, {}))
    kind = pyspiel.PrivateInfoType
    public = game.make_py_observer(pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=kind.NONE))
    for state in some_states(game, 8, 8):
        for player in range(players):
            world = state.resample_from_infostate(player, lambda: 0.5)
            public.set_from(state, player)
            tensor = public.tensor.copy()
            public.set_from(world, player)
            assert (public.tensor[:-3 * spiel.RECALL] == tensor[:-3 * spiel.RECALL]).all()
    with pytest.raises(ValueError, match="one player"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=kind.ALL_PLAYERS))


def draw(state, random):
    actions, odds = zip(*state.chance_outcomes())
    state.apply_action(int(random.choice(actions, p=odds)))


@pytest.mark.parametrize("name,players", TABLES)
def test_an_information_state_remembers(name, players):
    """Perfect recall: it grows with what the player sees, own moves always among it."""
    random, state = np.random.RandomState(9), load(name, players).new_initial_state()
    own = [0] * players
    for _ in range(80):
        if state.is_terminal():
            break
        if state.is_chance_node():
            draw(state, random)
            continue
        seat = state.current_player()
        action = int(random.choice(state.legal_actions()))
        before, text = state.at.log, state.action_to_string(seat, action)
        state.apply_action(action)
        own[seat] += 1
        assert all(new.startswith(old) for old, new in zip(before, state.at.log))
        assert state.at.log[seat + 1] == before[seat + 1] + f"{seat + 1} {text}\n"
    for seat in range(players):
        lines = state.information_state_string(seat).splitlines()
        assert sum(line.startswith(f"{seat + 1} ") for line in lines) == own[seat]


# --- its bots and environments ---

def contest(game, bots, random, most):
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            draw(state, random)
            continue
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))
    return state


@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_its_mcts_plays(name):
    from open_spiel.python.algorithms import mcts

    game, random = load(name), np.random.RandomState(1)
    bots = [mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, random), random_state=random) for _ in range(2)]
    assert contest(game, bots, random, 400 if name == "myriath" else 30).at.state != game.first.state


@pytest.mark.parametrize("name", sorted({name for name, _ in HIDING}))
@pytest.mark.parametrize("by_observation", [False, True])
def test_its_information_set_mcts_plays(name, by_observation):
    from open_spiel.python.algorithms import ismcts, mcts

    game, random = load(name, **SECRETIVE.get(name, {})), np.random.RandomState(1)
    bots = [ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 1.4, 3, random_state=random,
                             use_observation_string=by_observation) for _ in range(2)]
    assert contest(game, bots, random, 30).at.state != game.first.state


@pytest.mark.parametrize("name", [g.name for g in petteia.games()])
def test_its_environment_plays_to_the_end(name):
    from open_spiel.python import rl_environment

    env, random = rl_environment.Environment(load(name)), np.random.RandomState(2)
    step = env.reset()
    while not step.last():
        step = env.step([random.choice(step.observations["legal_actions"][step.observations["current_player"]])])
    assert list(step.rewards) == env.get_state.returns() and sum(step.rewards) == pytest.approx(0)


def test_python_ends_in_peace():
    """OpenSpiel lets go of the games it knows after Python has ended."""
    done = subprocess.run([sys.executable, "-c", "import petteia.openspiel, pyspiel; pyspiel.load_game('petteia_myst')"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr
