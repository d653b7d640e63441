"""Many games at once from Python, random legal moves: our VectorEnv, OpenSpiel's, and PettingZoo's environments."""
# SPDX-License-Identifier: MIT
import importlib
import os
import time

import numpy as np
import petteia
import petteia.openspiel  # registers our games
from open_spiel.python import rl_environment
from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.vector_env import SyncVectorEnv

AT_ONCE, SPIEL_AT_ONCE = 4096, 64
SPIEL = ["tic_tac_toe", "connect_four", "backgammon", "gin_rummy"]
ZOO = ["tictactoe_v3", "connect_four_v3"]


def rates(seconds, once):
    """Decisions for each second by the clock, and of CPU time."""
    for _ in range(3):
        once()
    done, wall, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - wall < seconds:
        done += once()
    return done / (time.perf_counter() - wall), done / (time.process_time() - cpu)


def line(what, found):
    print(f"{what:58}{found[0]:14,.0f}{found[1]:14,.0f}", flush=True)
    return found


def ours(name, seconds, **more):
    env = petteia.VectorEnv(name, AT_ONCE, seed=1, **more)
    actions = np.empty(AT_ONCE, dtype=np.int32)

    def once():
        env.sample(actions)
        env.step(actions)
        return AT_ONCE

    return rates(seconds, once)


def spiel(name, seconds):
    random = np.random.default_rng(1)
    envs = SyncVectorEnv([rl_environment.Environment(name) for _ in range(SPIEL_AT_ONCE)])
    steps = envs.reset()

    def once():
        nonlocal steps
        chosen = []
        for step in steps:
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            chosen.append(StepOutput(action=legal[int(random.random() * len(legal))], probs=None))
        steps, _, _, _ = envs.step(chosen, reset_if_done=True)
        return SPIEL_AT_ONCE

    return rates(seconds, once)


def zoo(env, seconds):
    random = np.random.default_rng(1)
    env.reset(seed=1)

    def once():
        done = 0
        while done < 200:
            if not env.agents:
                env.reset()
            observation, _, over, cut, info = env.last()
            mask = observation["action_mask"] if isinstance(observation, dict) else info.get("action_mask")
            env.step(None if over or cut else int(random.choice(np.flatnonzero(mask))))
            done += not (over or cut)
        return done

    return rates(seconds, once)


def measure(seconds):
    cores = os.cpu_count() or 1
    print(f"Many games at once, from Python\n{'environment':58}{'by the clock':>14}{'CPU second':>14}")
    mine = {g.name: line(f"Petteia VectorEnv {g.name}, {AT_ONCE} games, {cores} threads", ours(g.name, seconds))
            for g in petteia.games()}
    lightest = max(mine, key=lambda name: mine[name][1])
    line(f"Petteia VectorEnv {lightest}, one thread", ours(lightest, seconds, threads=1))
    line(f"Petteia VectorEnv {lightest}, with floats", ours(lightest, seconds, floats=True))
    theirs = {name: line(f"OpenSpiel SyncVectorEnv {name}, {SPIEL_AT_ONCE} games", spiel(name, seconds)) for name in SPIEL}
    same = line(f"OpenSpiel SyncVectorEnv petteia_{lightest}, {SPIEL_AT_ONCE} games", spiel(f"petteia_{lightest}", seconds))
    for name in ZOO:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
        except ImportError as reason:
            print(f"PettingZoo {name}: not measured, {reason}")
            continue
        line(f"PettingZoo {name}", zoo(module.env(), seconds))
    from petteia import aec

    line(f"PettingZoo, Petteia {lightest}", zoo(aec.env(lightest), seconds))
    fastest = max(theirs, key=lambda name: theirs[name][1])
    print(f"\n{lightest}: {mine[lightest][0] / 1e6:.2f} million decisions/s by the clock on {cores} threads (target 1)")
    print(f"beside OpenSpiel's vector environment on its fastest game here, {fastest}: {mine[lightest][0] / theirs[fastest][0]:.0f} "
          f"times by the clock, {mine[lightest][1] / theirs[fastest][1]:.0f} for a second of CPU (target 20)")
    print(f"beside OpenSpiel's vector environment on the same game: {mine[lightest][0] / same[0]:.0f} times by the clock, "
          f"{mine[lightest][1] / same[1]:.0f} for a second of CPU\n")
