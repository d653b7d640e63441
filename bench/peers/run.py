#!/usr/bin/env python3
"""Petteia beside its peers in one run: random playouts and clones beside OpenSpiel's games, many games at once beside
OpenSpiel's vector environment and PettingZoo's classic games, OpenSpiel's tree searches on our games in Python and in C++,
our bots against them.

  --seconds S     for each measurement (1)
  --games N       of each contest (6)
  --think MS      CPU time of OpenSpiel's search for a move (100)
  --contests ...  the games to play them in (myriath myst mykerinos)
  --only WORD     playouts, vectors, searches or contests
  --openspiel T   OpenSpiel's source tree (docs/openspiel.md); without it the C++ is left out

The peers come from PyPI by name, into build/venv. Rates are given for a second of CPU time, and by the clock where several
threads work: on a machine with other work the clock says less."""
# SPDX-License-Identifier: MIT
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "python")]
PARTS = ("playouts", "vectors", "searches", "contests")


def prepare():
    """Builds, makes the environment, and starts this program again inside it."""
    from python_env import FRAMEWORKS, PYTHON, environment

    built = subprocess.run([os.path.join(ROOT, "petteia"), "games"], stdout=subprocess.DEVNULL, check=False)
    library = os.path.join(ROOT, "build", "python", "_petteia.so")
    made = subprocess.run(["ninja", "-C", os.path.join(ROOT, "build"), "python/_petteia.so"], stdout=subprocess.DEVNULL, check=False)
    if built.returncode or made.returncode:
        sys.exit("peers: Petteia cannot be built")
    have = environment({**FRAMEWORKS, "pygame": ["pygame"]}) or set()
    if "pyspiel" not in have:
        sys.exit("peers: OpenSpiel cannot be installed, so there is nothing to measure beside")
    os.environ.update(PETTEIA_LIBRARY=library, PETTEIA_PEERS="1", PYTHONDONTWRITEBYTECODE="1", PYGAME_HIDE_SUPPORT_PROMPT="1")
    os.execv(PYTHON, [PYTHON, *sys.argv])


def in_cpp(name, tree):
    """Builds a program of this folder with OpenSpiel's searches and our games, without assertions, and gives its path."""
    folder = os.path.join(ROOT, "build-peers")
    if not os.path.exists(os.path.join(folder, "build.ninja")):
        left_out = [f"-D{part}=disabled" for part in ("tests", "server", "wasm", "gpu")]
        subprocess.run(["meson", "setup", folder, f"-Dopenspiel={tree}", *left_out], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["ninja", "-C", folder, f"openspiel/{name}"], stdout=subprocess.DEVNULL, check=True)
    return os.path.join(folder, "openspiel", name)


def main():
    parser = argparse.ArgumentParser(prog="bench/peers/run.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--think", type=float, default=100)
    parser.add_argument("--contests", nargs="*", default=["myriath", "myst", "mykerinos"])
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--openspiel", metavar="TREE", type=os.path.abspath)
    args = parser.parse_args()
    if not os.environ.get("PETTEIA_PEERS"):
        prepare()
    import contests
    import playouts
    import searches
    import vectors

    if args.only in (None, "playouts"):
        playouts.measure(os.path.join(ROOT, "build", "petteia"), args.seconds)
    if args.only in (None, "vectors"):
        vectors.measure(args.seconds)
    if args.only in (None, "searches") and args.openspiel:
        searches.measure(in_cpp("searches", args.openspiel), args.seconds)
    if args.only in (None, "contests"):
        contests.measure(args.contests, args.games, args.think)
        if args.openspiel:
            contests.measure_cpp(in_cpp("contests", args.openspiel), args.contests, args.games, args.think)


main()
