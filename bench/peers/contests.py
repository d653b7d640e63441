"""Our strongest level against OpenSpiel's tree search on our games, for two: MCTS where nothing is hidden, information-set
MCTS (on worlds from our imagine()) where something is. Once with the same CPU time for both, once with the same number of
iterations. OpenSpiel's searches in Python are used: those in C++ crash on any game that is written in Python (2.0.2). With
OpenSpiel's source tree its searches in C++ play, too, on our games in C++ (bench/peers/contests.cc), with the same CPU time."""
# SPDX-License-Identifier: MIT
import json
import math
import subprocess
import time

import numpy as np
import petteia
import petteia.openspiel  # registers our games
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

LEVEL = petteia.levels()[-1]


class Theirs:
    def __init__(self, game, simulations, seed):
        random = np.random.RandomState(seed)
        judge = mcts.RandomRolloutEvaluator(1, random)
        hides = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        self.bot = (ismcts.ISMCTSBot(game, judge, math.sqrt(2), simulations, random_state=random) if hides else
                    mcts.MCTSBot(game, math.sqrt(2), simulations, judge, random_state=random))
        self.name = "IS-MCTS" if hides else "MCTS"
        self.spent = self.moves = 0

    def step(self, state):
        start = time.process_time()
        action = int(self.bot.step(state))
        self.spent += time.process_time() - start
        self.moves += 1
        return action


class Ours:
    def __init__(self, name, seed, iterations):
        self.mind, self.iterations = petteia.Mind(LEVEL, name, seed=seed, iterations=iterations), iterations
        self.game = petteia.game(name)
        self.spent = self.moves = 0

    def step(self, state, other):
        """With the same CPU time: as much for a move as the other has had so far, made up for what was too much or too little."""
        seat = state.current_player()
        if not self.iterations:
            allowed = other.spent / max(1, other.moves) * (self.moves + 1) - self.spent
            self.mind.budget(millis=max(1, int(allowed * 1000)))
        start = time.process_time()
        move = self.mind.pick(state.at.table.observe(state.at.state, seat), seat)
        self.spent += time.process_time() - start
        self.moves += 1
        return self.game.index(move)


def start_of(game, random):
    state = game.new_initial_state()
    while state.is_chance_node():
        draw(state, random)
    return state


def draw(state, random):
    actions, odds = zip(*state.chance_outcomes())
    state.apply_action(int(random.choice(actions, p=odds)))


def simulations_for(game, millis, random):
    """How many iterations OpenSpiel does in that time at the start of a game."""
    state, few = start_of(game, random), Theirs(game, 8, 1)
    few.step(state)
    return max(2, round(8 * millis / 1000 / few.spent))


def play(name, game, simulations, number, by_time):
    random = np.random.RandomState(number // 2)  # two games with the same luck at the start, seats changed
    us, them = Ours(name, number, 0 if by_time else simulations), Theirs(game, simulations, number)
    state = start_of(game, random)
    if by_time:
        them.step(state)  # so that it is known how long it takes
    seat = number % 2
    while not state.is_terminal():
        if state.is_chance_node():
            draw(state, random)
        elif len(actions := state.legal_actions()) == 1:
            state.apply_action(actions[0])
        else:
            state.apply_action(us.step(state, them) if state.current_player() == seat else them.step(state))
    return (state.returns()[seat] + 1) / 2, us, them


def measure(names, games, millis):
    print(f"Contests for two, {games} games each: our {LEVEL} against OpenSpiel's search, our share of the wins with its error")
    for name in names:
        game = pyspiel.load_game(f"petteia_{name}")
        simulations = simulations_for(game, millis, np.random.RandomState(1))
        for by_time in (True, False):
            shares, spent = [], np.zeros((2, 2))
            for number in range(games):
                share, us, them = play(name, game, simulations, number, by_time)
                shares.append(share)
                spent += [[us.spent, us.moves], [them.spent, them.moves]]
            each = 1000 * spent[:, 0] / np.maximum(1, spent[:, 1])
            line(name, them.name, simulations, "same CPU time" if by_time else "same iterations", shares, *each)


def line(name, search, simulations, how, shares, ours, its):
    games = len(shares)
    error = max(np.std(shares), 0.5 / math.sqrt(games)) / math.sqrt(games)  # all alike says little of so few
    print(f"{name:12}{search:9}{simulations:6} iterations  {how:22}{100 * np.mean(shares):5.1f} % +- {100 * error:.1f}"
          f"   CPU ms for a move: ours {ours:.1f}, its {its:.1f}", flush=True)


def measure_cpp(program, names, games, millis):
    """The same against its searches in C++."""
    for name in names:
        told = subprocess.run([program, str(games), "0", str(millis), f"petteia_{name}"], capture_output=True, text=True, check=True)
        row = json.loads(told.stdout)
        line(name, row["search"], row["simulations"], "C++, same CPU time", row["shares"], row["ours_ms"], row["its_ms"])
