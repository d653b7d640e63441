#!/usr/bin/env python3
"""Compares WebAssembly with the same C compiled natively: decisions a second of CPU time in random games, for each game
and number of players. Both homes take turns, so that a busy machine slows both.

  bench/wasm.py [--seconds S] [--wasm FILE] [PROGRAM]"""
# SPDX-License-Identifier: MIT
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="for each home of a line (2)")
    parser.add_argument("--wasm", default=os.path.join(HERE, "build", "wasm", "petteia.wasm"))
    parser.add_argument("program", nargs="?", default=os.path.join(HERE, "build", "petteia"))
    args = parser.parse_args()
    print(f"{'game':10} players  native/s    wasm/s  share")
    shares = []
    for game in json.loads(output(args.program, "games", "--json")):
        for players in range(game["min_players"], game["max_players"] + 1):
            row = json.loads(output(args.program, "bench", game["game"], "--players", str(players), "--json",
                                    "--seconds", str(max(1, round(args.seconds * 2)))))[0]
            wasm = int(output("node", os.path.join(HERE, "wasm", "host.mjs"), args.wasm, "speed", str(args.seconds),
                              game["game"], str(players)))
            native = row["decisions_per_s"]
            shares.append(wasm / native)
            print(f"{game['game']:10} {players:7} {native:9} {wasm:9} {shares[-1]:6.0%}", flush=True)
    print(f"the least share: {min(shares):.0%}")
    return min(shares) < 0.5


if __name__ == "__main__":
    sys.exit(main())
