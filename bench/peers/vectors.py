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

AT_ONCE, SPIEL_AT_ONCE = 1024, 64
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


def ours(name, players, seconds, **more):
    """With bytes and lists of legal moves, unless told otherwise."""
    env = petteia.VectorEnv(name, AT_ONCE, players, seed=1, **{"mask": False, **more})
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
    print(f"Many games at once, from Python: observation and legal moves written after every step\n{'environment':58}{'by the clock':>14}{'CPU second':>14}")
    kinds = [(g.name, n) for g in petteia.games() for n in sorted({g.min_players, g.max_players})]
    mine = {kind: line(f"Petteia VectorEnv {kind[0]}, {kind[1]} players, {cores} threads", ours(*kind, seconds)) for kind in kinds}
    lightest = max(mine, key=lambda kind: mine[kind][1])
    for what, more in {"one thread": {"threads": 1}, "halves": {"dtype": np.float16}, "floats": {"dtype": np.float32}, "dense masks too": {"mask": True}}.items():
        line(f"Petteia VectorEnv {lightest[0]}, {what}", ours(*lightest, seconds, **more))
    theirs = {name: line(f"OpenSpiel SyncVectorEnv {name}, {SPIEL_AT_ONCE} games", spiel(name, seconds)) for name in SPIEL}
    same = line(f"OpenSpiel SyncVectorEnv petteia_{lightest[0]}, {SPIEL_AT_ONCE} games", spiel(f"petteia_{lightest[0]}", seconds))
    for name in ZOO:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
        except ImportError as reason:
            print(f"PettingZoo {name}: not measured, {reason}")
            continue
        line(f"PettingZoo {name}", zoo(module.env(), seconds))
    from petteia import aec

    line(f"PettingZoo, Petteia {lightest[0]}", zoo(aec.env(lightest[0]), seconds))
    fastest = max(theirs, key=lambda name: theirs[name][1])
    print(f"\nbeside OpenSpiel's vector environment on its fastest game here, {fastest} (target 20), and of a million a second by the clock (target 1):")
    for kind, found in mine.items():
        print(f"{kind[0]}, {kind[1]} players: {found[0] / theirs[fastest][0]:.0f} times by the clock, {found[1] / theirs[fastest][1]:.0f} for a second of CPU; "
              f"{found[0] / 1e6:.2f} million/s by the clock, {found[1] / 1e6:.2f} for a second of CPU")
    print(f"beside OpenSpiel's vector environment on the same game, {lightest[0]}: {mine[lightest][0] / same[0]:.0f} times by the clock, "
          f"{mine[lightest][1] / same[1]:.0f} for a second of CPU\n")
