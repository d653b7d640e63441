#!/usr/bin/env python3
"""docs/map.md knows the tree: every file that git knows is named there, by its path or by a folder
it lies in, and every path that is named there exists. Prints what is wrong and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAP = os.path.join(ROOT, "docs", "map.md")
FOLDERS_NOT_ENOUGH = ("core", "bots", "cli", "bench", "tests", "tools", "docs", "games", "table", "tournament", "study", "term")
NAMED_KINDS = (".c", ".cc", ".h", ".py", ".sh", ".md")  # files of these kinds have to be named
PATHS = re.compile(r"[\w.-]+(/[\w.-]+)*/?")
FILE_KINDS = re.compile(r".+\.(c|cc|h|in|py|sh|md|scn|play|perft|ts|js|mjs|svelte|css|html|json|toml|map|3)")
MADE = ("build/", "web/src/generated")  # the build makes these; git does not know them


def folders_of(path):
    """Every folder that a file lies in, from the outside in."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:i + 1]) for i in range(len(parts))]


def is_named(path, named):
    """Whether the map names a file: by its path or name, with its header, or by a folder that is enough."""
    pair = re.sub(r"\.[ch]$", "", path)
    names = {n for p in (path, pair, pair + ".c", pair + ".h") for n in (p, os.path.basename(p))}
    near = {a for a in folders_of(path) if a not in FOLDERS_NOT_ENOUGH}
    if re.match(r"games/\w+/", path):  # one line of the map stands for that file of every game
        game, inside = path.split("/")[1:3]
        names |= {n.replace(game, "NAME") for n in names}
        near |= {"games/NAME", f"games/NAME/{inside}"}
    return bool(names & named or near & {n.rstrip("/") for n in named})


def not_named(files, named):
    """The files that the map should name and does not; what lies at the root explains itself."""
    return [p for p in files if "/" in p and p.endswith(NAMED_KINDS) and not is_named(p, named)]


def not_there(files, named):
    """The paths that the map names and that are not in the tree. A name without a folder may lie anywhere, one with NAME in
    it in any game."""
    there = set(files) | {f for p in files for f in folders_of(p)}
    there |= {os.path.basename(p) for p in files}
    games = {p.split("/")[1] for p in files if re.match(r"games/\w+/", p)}
    missing = []
    for name in sorted(named):
        if not PATHS.fullmatch(name) or not ("/" in name or FILE_KINDS.fullmatch(name)) or name.startswith(MADE):
            continue
        wanted = [name.replace("NAME", game) for game in sorted(games)] if "NAME" in name else [name]
        if not any(w.rstrip("/") in there for w in wanted):
            missing.append(name)
    return missing


def self_test():
    """The check itself can fail: it finds a file that is not named and a path that leads nowhere."""
    files = ["README.md", "core/game.h", "core/game.c", "games/quarry/quarry.h", "games/quarry/golden/a.play", "web/src/a/b.ts"]
    whole = {"core/game.h", "games/NAME/NAME.h", "games/NAME/golden/", "web/src/a/", "b.ts", "pt_game", "build/web", "quarry game"}
    return (not_named(files, whole) == [] and not_there(files, whole) == []
            and not_named(files, whole - {"core/game.h"}) == ["core/game.h", "core/game.c"]
            and not_named(files, whole - {"games/NAME/NAME.h"}) == ["games/quarry/quarry.h"]
            and not_there(files, {"core/gone.h", "gone.ts", "web/gone/", "games/NAME/data.c"})
            == ["core/gone.h", "games/NAME/data.c", "gone.ts", "web/gone/"])


def main():
    with open(MAP, encoding="utf-8") as file:
        named = set(re.findall(r"`([^`\s]+)`", file.read()))
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True,
                            text=True, check=True)
    files = [p for p in listed.stdout.split() if os.path.exists(os.path.join(ROOT, p))]
    wrong = [] if self_test() else ["tests/map.py does not find what it should"]
    wrong += [f"docs/map.md does not name {path}" for path in not_named(files, named)]
    wrong += [f"docs/map.md names {path}, which is not there" for path in not_there(files, named)]
    for line in wrong:
        print(line)
    print(f"{len(files) + len(named) + 1 - len(wrong)} passed, {len(wrong)} failed")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
