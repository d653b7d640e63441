#!/usr/bin/env python3
"""Random games on a GPU: steps a second with view and list of legal moves written after each step, beside the same games on the cores of
this machine; and whether both write the same bytes.

    bench/gpu/run.py [--game NAME] [--players N] [--count 131072] [--steps 200] [--same 2000] [--seconds 2]

Needs the driver of an NVIDIA chip, NumPy, the kernels (ninja gpu) and the library: PETTEIA_PTX and PETTEIA_LIBRARY say where they are."""
# SPDX-License-Identifier: MIT
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import numpy as np  # noqa: E402
import petteia  # noqa: E402
import petteia.gpu  # noqa: E402

ARRAYS = ("view", "moves", "seat", "reward", "over")


def same(name, players, count, steps):
    """The same games on the chip and on the CPU, compared after every tenth step and at the end of games; how many steps were compared."""
    chip = petteia.gpu.Games(name, count, players, seed=11)
    cpu = petteia.VectorEnv(name, count, players, seed=11)
    ended = 0
    for step in range(steps):
        actions = cpu.sample()
        given = chip.sample().numpy()
        if not (given == actions).all():
            return f"DIFFERENT moves at step {step}"
        chip.step(actions)
        cpu.step(actions)
        ended += int(cpu.over.sum())
        if step % 10 and step != steps - 1:
            continue
        for array in ARRAYS:
            if not (chip.host(array) == getattr(cpu, array)).all():
                return f"DIFFERENT {array} at step {step}"
        legal = chip.host("legal")
        valid = np.arange(legal.shape[1]) < cpu.moves[:, None]
        if not (legal[valid] == cpu.legal[valid]).all():
            return f"DIFFERENT lists at step {step}"
    return f"same bytes in {count * steps} steps, {ended} games ended"


def on_chip(name, players, count, steps, seconds):
    games = petteia.gpu.Games(name, count, players, seed=3)
    games.play(steps)
    games.wait()
    begin, done = time.monotonic(), 0
    while time.monotonic() - begin < seconds:
        games.play(steps)
        games.wait()
        done += steps * count
    return done / (time.monotonic() - begin)


def on_cpu(name, players, seconds):
    env = petteia.VectorEnv(name, 4096, players, seed=3)
    begin, done = time.monotonic(), 0
    while time.monotonic() - begin < seconds:
        for _ in range(10):
            env.step(env.sample())
        done += 10 * env.count
    return done / (time.monotonic() - begin)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--count", type=int, default=131072)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--same", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=2)
    args = parser.parse_args()
    for game in petteia.games():
        if args.game and game.name != args.game:
            continue
        for players in range(game.min_players, game.max_players + 1):
            if args.players and players != args.players:
                continue
            if args.same:
                print(f"{game.name}, {players}: {same(game.name, players, 4096, args.same)}", flush=True)
            if args.seconds:
                chip, cpu = on_chip(game.name, players, args.count, args.steps, args.seconds), on_cpu(game.name, players, args.seconds)
                print(f"{game.name}, {players}: {chip:.3g} steps/s on the chip, {cpu:.3g} on {os.cpu_count()} cores: {chip / cpu:.0f} times", flush=True)


main()
