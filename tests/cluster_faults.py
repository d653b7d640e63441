#!/usr/bin/env python3
"""The long fault run of several nodes: many runs of tests/cluster_runs.py, each with a seed of its own, several at a time. A line for each
run says what it was and how many are left; what is done stands in a file, so a run that was stopped goes on where it was. A run that fails
or sticks is kept there with its words, and is done again only with --again. Nodes sleep and are cut off for longer than their leases, too.
SIGTERM: what has begun is finished, and nothing else begins.

    tests/cluster_faults.py build/petteia --runs 1000 --faults 6 --state cluster-faults.json --minutes 60 --lanes 3"""
# SPDX-License-Identifier: MIT
import json
import os
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cluster_runs import LANES, LONG, runs  # noqa: E402


def option(name, otherwise):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else otherwise


def load(path, faults):
    """{seed: "ok" or what went wrong}, for runs of so many faults, and how many moves were compared."""
    if not os.path.exists(path):
        return {}, 0
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    if kept["faults"] != faults:
        sys.exit(f"{path} is of runs with {kept['faults']} faults: name another file with --state")
    return kept["runs"], kept.get("compared", 0)


def save(path, faults, done, compared):
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump({"faults": faults, "compared": compared, "runs": done}, file, indent=1)
    os.replace(path + ".new", path)


def main():
    program, path = os.path.abspath(sys.argv[1]), option("--state", "cluster-faults.json")
    count, faults, minutes = int(option("--runs", 1000)), int(option("--faults", 6)), float(option("--minutes", 1e9))
    (done, compared), end, asked = load(path, faults), time.monotonic() + 60 * minutes, threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked.set())
    left = [seed for seed in range(1, count + 1) if str(seed) not in done or (done[str(seed)] != "ok" and "--again" in sys.argv)]
    for run in runs(program, left, faults, lambda: asked.is_set() or time.monotonic() > end, int(option("--lanes", LANES)), LONG):
        done[str(run.seed)] = "ok" if not run.wrong and not run.stuck else str(run)
        compared += run.compared
        save(path, faults, done, compared)
        bad = sum(text != "ok" for text in done.values())
        print(f"{time.strftime('%H:%M:%S')} {run}; {len(done)} of {count} done, {bad} failed, {compared} moves compared", flush=True)
    good = sum(text == "ok" for text in done.values())
    print(f"{good} passed, {len(done) - good} failed, {count - len(done)} left")
    return good < len(done)


if __name__ == "__main__":
    sys.exit(main())
