"""Random games and copies of states: ours and OpenSpiel's, each in its own language and from Python."""
# SPDX-License-Identifier: MIT
import json
import subprocess
import time

import numpy as np
import petteia
import petteia.openspiel  # registers our games
import pyspiel

THEIRS = ["connect_four", "backgammon", "gin_rummy"]
OURS = [g.name for g in petteia.games()]


def line(what, layer, decisions, games, clones=None):
    copies = f"{clones:,.0f}" if clones else "-"
    print(f"{what:24}{layer:34}{decisions:14,.0f}{games:12,.0f}{copies:>14}", flush=True)


def until(seconds, once):
    """Calls `once`, which says how many it did, for so long; the number for each second of CPU time."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += once()
    return done / spent


def python_game(game, random):
    """A random game step by step from Python; how many decisions it had."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes())
            state.apply_action(actions[np.searchsorted(np.cumsum(odds), random.random())] if len(actions) > 1 else actions[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += 1
    return decisions


def table_game(table, random):
    """The same with our states as bytes."""
    state, last, decisions = table.start(), petteia.LUCK, 0
    while (seat := table.next(state, last)) != petteia.OVER:
        if seat == petteia.LUCK:
            moves, weights = zip(*table.chance(state))
            move = moves[np.searchsorted(np.cumsum(weights), random.random() * sum(weights), side="right")]
        else:
            moves = table.legal(state, seat)
            move = moves[int(random.random() * len(moves))]
            decisions += 1
        state, last = table.apply(state, seat, move).state, seat
    return decisions


def middle(game, random):
    state = game.new_initial_state()
    for _ in range(20):
        if not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
    return state


def clones_in_python(state, seconds):
    def some():
        for _ in range(200):
            state.clone()
        return 200

    return until(seconds, some)


def theirs(name, seconds, random):
    """C++: a search of one iteration asks the rollout evaluator, which does nothing but clone and play at random."""
    game = pyspiel.load_game(name)
    decisions = np.mean([python_game(game, random) for _ in range(100)])
    start = game.new_initial_state()
    while start.is_chance_node():  # a search starts from a decision
        start.apply_action(start.legal_actions()[0])

    def many():
        search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(200, int(random.integers(1 << 30))), 1, 1, 100, False, 1, False)
        search.step(start)
        return 200

    games = until(seconds, many)
    line(f"OpenSpiel {name}", "C++ (rollout evaluator)", games * decisions, games)
    native = games * decisions
    rate = until(seconds, lambda: python_game(game, random))
    line("", "Python", rate, rate / decisions, clones_in_python(middle(game, random), seconds))
    return native


def ours(program, name, seconds, random):
    """C: petteia bench. Python: states as bytes, where a copy is a reference, and the game as OpenSpiel has it."""
    told = subprocess.run([program, "bench", name, "--json", "--seconds", str(max(1, round(3 * seconds)))],
                          capture_output=True, text=True, check=True)
    rows = json.loads(told.stdout)
    for row in rows:
        line(f"Petteia {name}, {row['players']}", "C (petteia bench)", row["decisions_per_s"], row["games_per_s"],
             row["clones_per_s"])
    table, game = petteia.Table(name), pyspiel.load_game(f"petteia_{name}")
    decisions = np.mean([table_game(table, random) for _ in range(20)])
    rate = until(seconds, lambda: table_game(table, random))
    state = table.start()
    line("", "Python, states as bytes", rate, rate / decisions, until(seconds / 2, lambda: len([bytes(bytearray(state)) for _ in range(200)])))
    rate = until(seconds, lambda: python_game(game, random))
    line("", "Python, through OpenSpiel", rate, rate / decisions, clones_in_python(middle(game, random), seconds))
    return rows[0]["decisions_per_s"]


def measure(program, seconds):
    print("Random playouts, for a second of CPU time\n"
          f"{'game, players':24}{'layer':34}{'decisions/s':>14}{'games/s':>12}{'clones/s':>14}")
    random = np.random.default_rng(1)
    its = {name: theirs(name, seconds, random) for name in THEIRS}
    mine = {name: ours(program, name, seconds, random) for name in OURS}
    print("\nDecisions a second, C beside C++: how many times\n" + " " * 12 + "".join(f"{name:>14}" for name in its))
    for name, rate in mine.items():
        print(f"{name:12}" + "".join(f"{rate / other:14.1f}" for other in its.values()))
    print()
