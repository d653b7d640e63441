#!/usr/bin/env python3
"""Who knows whom: reads the #include lines, so that a wrong arrow fails here and not in review.

Each line of ARROWS says which folders a folder's files may include. A game's folder may include
core and itself, never another game; its tests may include what all tests share. Prints every wrong arrow and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARROWS = {
    "core": ["core"],
    "games/*": ["core"],  # and itself
    "games/*/test": ["core", "tests"],  # and its game
    "bots": ["core", "bots"],
    "bench": ["core", "bots", "bench", "openspiel"],
    "table": ["core", "table"],
    "tournament": ["core", "tournament"],
    "study": ["core", "study"],
    "store": ["core", "store"],
    "server": ["core", "bots", "table", "tournament", "study", "store", "server"],
    "term": ["core", "bots", "table", "term"],
    "invariants": ["core", "invariants"],
    "tests": ["core", "bots", "bench", "cli", "invariants", "table", "tournament", "study", "term", "store", "server", "openspiel", "tests"],
    "cli": ["core", "bots", "bench", "invariants", "table", "tournament", "term", "store", "server", "cli"],
    "gpu": ["core", "gpu"],
    "python": ["core", "bots", "api", "gpu", "python"],
    "openspiel": ["core", "python", "openspiel"],
    "lib": ["core", "bots"],
    "api": ["core", "bots", "table", "api"],
}


TEMPLATE = ("tools/game-template/", "games/quarry/")  # where the template of a game lies, and the game that it is


def place_of(path):
    """Where a file belongs: the template of tools/new-game is a game like any other."""
    return path.replace(*TEMPLATE) if path.startswith(TEMPLATE[0]) else path


def folder_of(path):
    """The row a file belongs to: its first folder, or its game."""
    parts = path.split("/")
    if parts[0] == "games" and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0]


def allowed(path, target):
    """May a file include one of folder `target`?"""
    source = folder_of(path)
    if source == target:
        return True
    row = source if not source.startswith("games/") else "games/*/test" if "/test/" in path else "games/*"
    return target in ARROWS.get(row, [])


def wrong_arrows(path, text):
    """The includes of a file's text that it may not have; those with quotes are ours."""
    for number, line in enumerate(text.splitlines(), 1):
        m = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not m:
            continue
        target = m[1]
        if "/" not in target or ".." in target:
            yield f"{path}:{number}: \"{target}\" is not written from the root of the tree"
        elif not allowed(path, folder_of(target)):
            yield f"{path}:{number}: {folder_of(path)} may not know {folder_of(target)} ({target})"


def self_test():
    """The check itself can fail: each of these must be found, or not."""
    bad = [("core/a.c", "games/mykerinos/board.h"), ("games/myst/a.c", "games/mykerinos/board.h"),
           ("bots/a.c", "games/myst/myst.h"), ("table/a.c", "bots/bot.h"), ("tournament/a.c", "table/table.h"), ("games/myst/a.c", "bots/bot.h"), ("core/a.c", "x.h"),
           ("games/myst/a.c", "tests/at_game.h"), ("games/myst/test/a.c", "bots/bot.h")]
    good = [("core/a.c", "core/b.h"), ("games/myst/test/a.c", "games/myst/myst.h"),
            ("games/myst/a.c", "core/game.h"), ("games/myst/test/a.c", "tests/at_game.h"), ("cli/a.c", "invariants/invariants.h")]
    found = [bool(list(wrong_arrows(p, f'#include "{t}"'))) for p, t in bad + good]
    return (found == [True] * len(bad) + [False] * len(good) and place_of("tools/embed.py") == "tools/embed.py"
            and place_of("tools/game-template/test/a.c") == "games/quarry/test/a.c")


def main():
    passed = failed = 0
    if not self_test():
        print("tests/includes.py does not find what it should")
        failed += 1
    for base, folders, names in os.walk(ROOT):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "build")) and f != "node_modules")
        for name in sorted(names):
            if not name.endswith((".c", ".cc", ".h")):
                continue
            path = place_of(os.path.relpath(os.path.join(base, name), ROOT))
            with open(os.path.join(base, name), encoding="utf-8") as file:
                found = list(wrong_arrows(path, file.read()))
            print("\n".join(found) + "\n" if found else "", end="")
            failed += bool(found)
            passed += not found
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
