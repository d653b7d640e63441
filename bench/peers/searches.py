"""OpenSpiel's tree searches on our games, for two: how many simulations a second they do on the games in Python
(python/petteia/openspiel.py), where only its searches in Python run, and on those in C++ (openspiel/)."""
# SPDX-License-Identifier: MIT
import json
import subprocess
import time

import numpy as np
import petteia
import petteia.openspiel  # registers our games
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

SIMULATIONS = 100  # for a decision


def start_of(game, random):
    """The first decision that is one, after random luck."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes())
            state.apply_action(int(random.choice(actions, p=odds)))
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def searches(game, random):
    judge = mcts.RandomRolloutEvaluator(1, random)
    yield "MCTS", mcts.MCTSBot(game, 1.4, SIMULATIONS, judge, random_state=random)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        yield "IS-MCTS", ismcts.ISMCTSBot(game, judge, 1.4, SIMULATIONS, random_state=random)


def in_python(names, seconds):
    """{(game, search): simulations a second}, from fresh starts."""
    rates, random = {}, np.random.RandomState(1)
    for name in names:
        game = pyspiel.load_game(name)
        for search, bot in searches(game, random):
            done, spent = 0, 0.0
            while spent < seconds:
                state = start_of(game, random)
                start = time.process_time()
                bot.step(state)
                spent += time.process_time() - start
                done += SIMULATIONS
            rates[name, search] = done / spent
    return rates


def in_cpp(program, names, seconds):
    told = subprocess.run([program, str(seconds), str(SIMULATIONS), *names], capture_output=True, text=True, check=True)
    return {(row["game"], row["search"]): row["per_s"] for row in map(json.loads, told.stdout.splitlines())}


def measure(program, seconds):
    names = [f"petteia_{g.name}" for g in petteia.games()]
    fast, slow = in_cpp(program, names, seconds), in_python(names, seconds)
    print(f"OpenSpiel's searches for two, simulations for a second of CPU time, {SIMULATIONS} for a decision\n"
          f"{'game':24}{'search':10}{'games in Python':>18}{'games in C++':>16}{'times':>10}")
    for (name, search), rate in fast.items():
        print(f"{name:24}{search:10}{slow[name, search]:18,.1f}{rate:16,.0f}{rate / slow[name, search]:10.0f}")
    print()
