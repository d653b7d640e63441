#!/usr/bin/env python3
"""docs/map.md knows the tree: every file that git knows is named there, by its path, or by a folder
it lies in, and what is named there exists. Prints what is missing and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAP = os.path.join(ROOT, "docs", "map.md")
FOLDERS_NOT_ENOUGH = ("core", "bots", "cli", "bench", "tests", "tools", "docs", "games", "table", "term")


def main():
    if not os.path.exists(MAP):
        print("docs/map.md is not there yet\n0 passed, 0 failed, 1 skipped")
        return 0
    with open(MAP, encoding="utf-8") as file:
        named = set(re.findall(r"`([^`\s]+)`", file.read()))
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    passed = failed = 0
    for path in listed.stdout.split():
        if "/" not in path or not path.endswith((".c", ".h", ".py", ".sh", ".md")):
            continue  # what lies at the root explains itself
        folder = os.path.dirname(path)
        above = {folder[:i] for i in range(1, len(folder) + 1) if folder[i:i + 1] in ("", "/")}
        near = {a + "/" for a in above if a not in FOLDERS_NOT_ENOUGH} | {a for a in above if a not in FOLDERS_NOT_ENOUGH}
        pair = re.sub(r"\.[ch]$", "", path)
        names = {path, os.path.basename(path), pair, os.path.basename(pair), pair + ".c", pair + ".h",
                 os.path.basename(pair) + ".c", os.path.basename(pair) + ".h"}
        if re.match(r"games/\w+/", path):  # one line of the map stands for that file of every game
            names |= {n.replace(path.split("/")[1], "NAME") for n in names}
            near |= {"games/NAME/" + path.split("/")[2], "games/NAME/" + path.split("/")[2] + "/", "games/NAME/"}
        if names & named or near & named:
            passed += 1
        else:
            failed += 1
            print(f"docs/map.md does not name {path}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
