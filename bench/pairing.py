#!/usr/bin/env python3
"""What pairing costs: a Swiss of 64 people at tables of five, and one of 1,000 people at tables of two. For each round: the
instructions of the pairing alone, counted by callgrind, and the seconds of the whole command.

  bench/pairing.py [--rounds N] [PROGRAM]"""
# SPDX-License-Identifier: MIT
import argparse
import json
import os
import random
import re
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGE = [(64, 5), (1000, 2)]


def count(program, file):
    """Instructions of pt_tour_pair. The round is paired in a copy, so that the file itself stays as it is."""
    with tempfile.NamedTemporaryFile(suffix=".event") as copy:
        with open(file, "rb") as f:
            copy.write(f.read())
        copy.flush()
        r = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=pt_tour_pair",
                            program, "event", "pair", copy.name], capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", r.stderr)[1])


def play(program, people, seats, rounds, folder):
    luck, file = random.Random(people), os.path.join(folder, f"{people}.event")

    def event(*args, text=""):
        return subprocess.run([program, "event", *args], input=text, capture_output=True, text=True, check=True).stdout

    event("new", file, "--seats", str(seats), "--seed", "1")
    event("join", file, "--list", "-", text="".join(f"P{i}\n" for i in range(people)))
    for number in range(1, rounds + 1):
        instructions, start = count(program, file), time.monotonic()
        event("pair", file)
        seconds = time.monotonic() - start
        print(f"{people:6} {seats:5} {number:5} {instructions / 1e6:9.1f} {seconds:8.3f}", flush=True)
        tables = [t for t in json.loads(event("standings", file, "--json"))["tables"] if not t["over"]]
        lines = [" ".join(map(str, [t["table"], *luck.sample(range(1, len(t["seats"]) + 1), len(t["seats"]))])) for t in tables]
        event("result", file, "--list", "-", text="\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("program", nargs="?", default=os.path.join(HERE, "build", "petteia"))
    args = parser.parse_args()
    print("people seats round   million  seconds")
    with tempfile.TemporaryDirectory() as folder:
        for people, seats in LARGE:
            play(os.path.abspath(args.program), people, seats, args.rounds, folder)


if __name__ == "__main__":
    main()
