#!/usr/bin/env python3
"""Trains a net for one game: the search plays itself, a net learns from it, the search with that net plays itself, and so on.

  train/run.py GAME --players N --dir FOLDER [--generations N] [--play SECONDS] [--learn SECONDS] [--jobs N]

Generation 0 is played with the game's own evaluation (the teacher of the first steps). A generation that is there already is not made
again, so a run that was stopped goes on where it was. FOLDER/curve.jsonl has a line for each generation; FOLDER/N.net are the nets."""
# SPDX-License-Identifier: MIT
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read_args():
    a = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    a.add_argument("game")
    a.add_argument("--players", type=int, default=2)
    a.add_argument("--dir", required=True)
    a.add_argument("--generations", type=int, default=3)
    a.add_argument("--play", type=int, default=60, help="seconds of games for each generation")
    a.add_argument("--learn", type=int, default=30, help="seconds of learning for each generation")
    a.add_argument("--window", type=int, default=3, help="generations to learn from")
    a.add_argument("--iterations", type=int, default=200, help="of the search, a move")
    a.add_argument("--jobs", type=int, default=os.cpu_count())
    a.add_argument("--games", type=int, default=0, help="instead of seconds: the same games every time")
    a.add_argument("--steps", type=int, default=0, help="instead of seconds: the same net every time")
    a.add_argument("--contest", type=int, default=0, help="games of each net against the master, at 400 iterations a move")
    a.add_argument("--seed", type=int, default=1, help="of games and learning; another one makes another net")
    a.add_argument("--petteia", default=os.path.join(HERE, "..", "build", "petteia"), help="the program")
    a.add_argument("--learner", default="", help="further options of learn.py")
    return a.parse_args()


def played(args, generation):
    return os.path.join(args.dir, f"{generation}.games")


def net_of(args, generation, ending="net"):
    return os.path.join(args.dir, f"{generation}.{ending}")


def play(args, generation):
    command = [args.petteia, "selfplay", args.game, "--players", str(args.players), "--iterations", str(args.iterations), "--jobs", str(args.jobs),
               "--seed", str(1000 * args.seed + generation), "--out", played(args, generation)]
    command += ["--games", str(args.games)] if args.games else ["--games", "100000000", "--seconds", str(args.play)]
    if generation:
        command += ["--net", net_of(args, generation - 1)]
    subprocess.run(command, check=True)


def learn(args, generation):
    teacher = "the game's own evaluation" if generation == 0 else f"net {generation - 1}"
    note = f"train/run.py {args.game}, generation {generation}; games of {args.iterations} iterations a move by {teacher}."
    first = max(0, generation - args.window + 1)
    command = [sys.executable, os.path.join(HERE, "learn.py"), net_of(args, generation), "--seed", str(args.seed), "--note", note]
    command += [played(args, g) for g in range(first, generation + 1)]
    command += ["--steps", str(args.steps)] if args.steps else ["--seconds", str(args.learn)]
    if generation:
        command += ["--from", net_of(args, generation - 1, "pt")]
    return json.loads(subprocess.run(command + args.learner.split(), check=True, stdout=subprocess.PIPE).stdout)


def contest(args, generation):
    command = [args.petteia, "arena", args.game, "master:net=1", "master", "--net", net_of(args, generation), "--players", str(args.players),
               "--iterations", "400", "--games", str(args.contest), "--jobs", str(args.jobs), "--json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["bots"][0]


def main():
    args = read_args()
    os.makedirs(args.dir, exist_ok=True)
    for generation in range(args.generations):
        if os.path.exists(net_of(args, generation)):
            continue
        play(args, generation)
        line = {"generation": generation, **learn(args, generation)}
        if args.contest:
            line["contest"] = contest(args, generation)
        with open(os.path.join(args.dir, "curve.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
