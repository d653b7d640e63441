#!/usr/bin/env python3
"""The long fault run of several nodes: many runs of tests/test_cluster.py's histories, each with a seed of its own. A line for each run says
what it was and how many are left; what is done stands in a file, so a run that was stopped goes on where it was. A run that fails is kept
there with its words, and is done again only with --again.

    tests/cluster_faults.py build/petteia --runs 1000 --faults 20 --state cluster-faults.json --minutes 60"""
# SPDX-License-Identifier: MIT
import json
import os
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_cluster import under_faults  # noqa: E402


def option(name, otherwise):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else otherwise


def load(path, faults):
    """{seed: "ok" or what went wrong}, for runs of so many faults."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)
    if kept["faults"] != faults:
        sys.exit(f"{path} is of runs with {kept['faults']} faults: name another file with --state")
    return kept["runs"]


def save(path, faults, runs):
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump({"faults": faults, "runs": runs}, file, indent=1)
    os.replace(path + ".new", path)


def run(program, seed, faults):
    try:
        wrong = under_faults(program, seed, faults)
        return "ok" if not wrong else "\n".join(map(str, wrong[:5]))
    except Exception:
        return traceback.format_exc()


def main():
    program, path = os.path.abspath(sys.argv[1]), option("--state", "cluster-faults.json")
    count, faults, minutes = int(option("--runs", 1000)), int(option("--faults", 20)), float(option("--minutes", 1e9))
    runs, end = load(path, faults), time.monotonic() + 60 * minutes
    done = {seed for seed, said in runs.items() if said == "ok" or "--again" not in sys.argv}
    for seed in range(1, count + 1):
        if str(seed) in done:
            continue
        if time.monotonic() > end:
            break
        begun = time.monotonic()
        runs[str(seed)] = said = run(program, seed, faults)
        save(path, faults, runs)
        bad = sum(text != "ok" for text in runs.values())
        print(f"{time.strftime('%H:%M:%S')} run {seed} of {count}: {said.splitlines()[-1]} ({time.monotonic() - begun:.0f} s); {len(runs)} done, {bad} failed", flush=True)
    good = sum(text == "ok" for text in runs.values())
    print(f"{good} passed, {len(runs) - good} failed, {count - len(runs)} left")
    return good < len(runs)


if __name__ == "__main__":
    sys.exit(main())
