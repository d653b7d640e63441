#!/usr/bin/env python3
"""Random games on a GPU: steps a second with observation and list of legal moves written after each step, beside the same games on the cores of
this machine; and whether both write the same bytes (exit 1 if not).

    bench/gpu/run.py [--game NAME] [--players N] [--count 131072] [--steps 200] [--same 100000] [--limit 30] [--seconds 2]

Needs the driver of an NVIDIA chip, NumPy, the kernels (ninja gpu) and the library: PETTEIA_PTX and PETTEIA_LIBRARY say where they are."""
# SPDX-License-Identifier: MIT
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import numpy as np  # noqa: E402
import petteia  # noqa: E402
import petteia.cuda  # noqa: E402
import petteia.gpu  # noqa: E402

TOGETHER = 20  # steps between two looks
ARRAYS = ("observation", "moves", "seat", "reward", "over")


def difference(chip, cpu):
    """The first array that differs, or nothing."""
    for array in ARRAYS:
        if not (chip.host(array) == getattr(cpu, array)).all():
            return array
    legal = chip.host("legal")
    valid = np.arange(legal.shape[1]) < cpu.moves[:, None]
    return "" if (legal[valid] == cpu.legal[valid]).all() else "legal"


def same(name, players, count, seconds):
    """The same games on the chip and on the CPU until each has ended, or for some time; everything is compared after every so many steps. A
    game that went another way would stay different, for its moves are drawn from what it was."""
    chip = petteia.gpu.Games(name, count, players, seed=11)
    cpu = petteia.VectorEnv(name, count, players, seed=11, mask=False)
    games, ended, steps, begin = 0, np.zeros(count, bool), 0, time.monotonic()
    while not ended.all() and time.monotonic() - begin < seconds:
        chip.play(TOGETHER)
        for _ in range(TOGETHER):
            cpu.step(cpu.sample())
            ended |= cpu.over
            games += int(cpu.over.sum())
        steps += TOGETHER
        wrong = difference(chip, cpu)
        if wrong:
            return f"DIFFERENT {wrong} after {steps} steps"
    return f"same bytes in {count} games of {steps} steps; {games} were played to the end"


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
    env = petteia.VectorEnv(name, 4096, players, seed=3, mask=False)
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
    parser.add_argument("--threads", type=int, default=petteia.cuda.THREADS, help="of a block")
    parser.add_argument("--same", type=int, default=100000, help="games to compare; 0: none")
    parser.add_argument("--limit", type=float, default=30, help="seconds for comparing each")
    parser.add_argument("--seconds", type=float, default=2)
    args = parser.parse_args()
    petteia.cuda.THREADS = args.threads
    different = False
    for game in petteia.games():
        if args.game and game.name != args.game:
            continue
        for players in range(game.min_players, game.max_players + 1):
            if args.players and players != args.players:
                continue
            if args.same:
                compared = same(game.name, players, args.same, args.limit)
                different |= compared.startswith("DIFFERENT")
                print(f"{game.name}, {players}: {compared}", flush=True)
            if args.seconds:
                chip, cpu = on_chip(game.name, players, args.count, args.steps, args.seconds), on_cpu(game.name, players, args.seconds)
                print(f"{game.name}, {players}: {chip:.3g} steps/s on the chip, {cpu:.3g} on {os.cpu_count()} cores: {chip / cpu:.0f} times", flush=True)
    return different


sys.exit(main())
