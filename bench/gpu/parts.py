#!/usr/bin/env python3
"""Where the time of a step goes on a GPU: nanoseconds a game for each kernel by itself, by how many games there are and how many threads a block has.

    bench/gpu/parts.py [--game NAME] [--players N] [--counts 131072,524288] [--threads 64,256] [--registers 64] [--seconds 0.1]

Columns: a random step with list and view (play), one without views (blind), list and view again without a step (look), and observations (columns).
Needs what bench/gpu/run.py needs."""
# SPDX-License-Identifier: MIT
import argparse
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import petteia  # noqa: E402
import petteia.cuda  # noqa: E402
import petteia.gpu  # noqa: E402

TOGETHER = 20  # launches between two looks at the clock


def nanoseconds(games, launch, seconds):
    """Of one launch, a game."""
    launch()
    games.wait()
    begin, done = time.monotonic(), 0
    while time.monotonic() - begin < seconds:
        for _ in range(TOGETHER):
            launch()
        games.wait()
        done += TOGETHER
    return (time.monotonic() - begin) / done / games.count * 1e9


def parts_of(name, players, count, seconds):
    games = petteia.gpu.Games(name, count, players, seed=3)
    games.play(40)
    play = nanoseconds(games, lambda: games._run("kernel_play", count), seconds)
    look = nanoseconds(games, lambda: games._run("kernel_look", count), seconds)
    columns = nanoseconds(games, games._show, seconds)
    del games
    blind = petteia.gpu.Games(name, count, players, seed=3, observe=False)
    blind.play(40)
    return {"play": play, "blind": nanoseconds(blind, lambda: blind._run("kernel_play", count), seconds), "look": look, "columns": columns}


def numbers(text):
    return [int(n) for n in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--counts", type=numbers, default=[131072, 524288])
    parser.add_argument("--threads", type=numbers, default=[64, 256])
    parser.add_argument("--registers", type=int, help="of a thread")
    parser.add_argument("--seconds", type=float, default=0.1)
    args = parser.parse_args()
    if args.registers:
        petteia.gpu.REGISTERS = petteia.gpu.MANY_REGISTERS = args.registers
    for game in petteia.games():
        for players in range(game.min_players, game.max_players + 1):
            if args.game not in (None, game.name) or args.players not in (None, players):
                continue
            for count in args.counts:
                for threads in args.threads:
                    petteia.cuda.THREADS = petteia.cuda.FULL = threads
                    told = parts_of(game.name, players, count, args.seconds)
                    print(f"{game.name}, {players}, {count} games, {threads} threads: " + ", ".join(f"{k} {v:.3f} ns" for k, v in told.items()), flush=True)


main()
