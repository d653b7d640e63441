#!/usr/bin/env python3
"""Lists what of OpenSpiel and of the Abseil inside it is compiled for our games: sources.py TREE. TREE is OpenSpiel's source
tree as its install.sh leaves it. OpenSpiel's own games are left out, so that the build takes minutes and not an hour."""
# SPDX-License-Identifier: MIT
import os
import re
import sys

CORE = ("action_view", "game_parameters", "observer", "policy", "simultaneous_move_game", "spiel", "spiel_bots", "spiel_utils",
        "utils/status", "utils/usage_logging", "algorithms/mcts", "algorithms/is_mcts", "tests/basic_tests")
ABSEIL = ("base", "container", "crc", "debugging", "hash", "numeric", "profiling", "random", "strings", "synchronization", "time")
NOT_LIBRARY = re.compile(r"test|benchmark|mock|gaussian_distribution_gentables|print_hash_of|time_zone_name_win")


def abseil(tree):
    for folder in ABSEIL:
        for base, _, names in sorted(os.walk(os.path.join(tree, "open_spiel", "abseil-cpp", "absl", folder))):
            yield from (os.path.join(base, name) for name in sorted(names)
                        if name.endswith(".cc") and not NOT_LIBRARY.search(name))


def main(tree):
    found = [os.path.join(tree, "open_spiel", f"{name}.cc") for name in CORE] + list(abseil(tree))
    needed = [*found, *(os.path.join(tree, "open_spiel", *path.split("/")) for path in
                        ("abseil-cpp/absl/strings/str_cat.cc", "json/include/nlohmann/json.hpp"))]
    missing = [path for path in needed if not os.path.exists(path)]
    if missing:
        sys.exit(f"{missing[0]} is missing: this is not OpenSpiel 2 as its install.sh leaves it")
    print("\n".join(found))


main(os.path.abspath(sys.argv[1]))
