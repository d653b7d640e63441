#!/usr/bin/env python3
"""Games in EnvPool's manner beside the plain vector environment, random moves chosen in NumPy, in one run: how many steps a second of
CPU time, and by the clock, and the ratio. With bots in the other seats, batches of the quickest beside batches of all.

  python3 bench/pool.py [--seconds S] [--threads N]

Needs NumPy, and the library: PETTEIA_LIBRARY, or build/python/_petteia.so."""
# SPDX-License-Identifier: MIT
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python"))
import numpy as np
import petteia

COUNT = 1024
BOT, BOT_GAMES = "beginner:iterations=50", 32


def rates(seconds, once):
    """Steps for each second by the clock, and of CPU time."""
    for _ in range(3):
        once()
    done, wall, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - wall < seconds:
        done += once()
    return np.array([done / (time.perf_counter() - wall), done / (time.process_time() - cpu)])


def chosen(random, moves, legal):
    at = (random.random(len(moves)) * np.maximum(1, moves)).astype(np.intp)
    return np.take_along_axis(legal, at[:, None], 1)[:, 0].astype(np.int32)


def plain(name, threads, seconds):
    env, random = petteia.VectorEnv(name, COUNT, threads=threads, seed=1, mask=False), np.random.default_rng(1)

    def once():
        env.step(chosen(random, env.moves, env.legal))
        return COUNT

    return rates(seconds, once)


def pooled(name, threads, seconds, count, batch, **more):
    pool, random = petteia.GamePool(name, count, batch_size=batch, num_threads=threads, seed=1, **more), np.random.default_rng(1)
    pool.async_reset()

    def once():
        _, _, _, _, info = pool.recv()
        pool.send(chosen(random, info["moves"], info["legal"]), info["env_id"])
        return batch

    return rates(seconds, once)


def line(what, found, beside):
    print(f"{what:58}{found[0]:12,.0f}{found[1]:12,.0f}{found[0] / beside[0]:9.2f}{found[1] / beside[1]:9.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    print(f"{args.threads} threads\n{'':58}{'by the clock':>12}{'CPU second':>12}{'ratio':>9}{'of CPU':>9}")
    for game in petteia.games():
        vector = plain(game.name, args.threads, args.seconds)
        line(f"{game.name}, VectorEnv, {COUNT} games", vector, vector)
        for batch in (COUNT, COUNT // 4):
            line(f"{game.name}, GamePool, {COUNT} games, batches of {batch}", pooled(game.name, args.threads, args.seconds, COUNT, batch), vector)
        whole = pooled(game.name, args.threads, args.seconds, BOT_GAMES, BOT_GAMES, opponent=BOT)
        line(f"{game.name} against {BOT}, batches of all {BOT_GAMES}", whole, whole)
        quick = pooled(game.name, args.threads, args.seconds, BOT_GAMES, BOT_GAMES // 4, opponent=BOT)
        line(f"{game.name} against {BOT}, of the quickest {BOT_GAMES // 4}", quick, whole)


main()
