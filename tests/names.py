#!/usr/bin/env python3
"""Nothing outside games/ names a game, one of its options or one of its words: reads the strings of the sources.

    tests/names.py PROGRAM

What a game is called, its options and their values come from the program itself; the keys that its refusals have for programs
(wrong-place) from its catalogue. Comments may speak of games, tests and documents too. Prints every string that names one
and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ("core", "table", "tournament", "study", "bots", "server", "store", "term", "cli", "api", "invariants", "lib", "wasm", "web/src", "web/tools",
           "python/petteia", "openspiel", "bench")
ENDINGS = (".c", ".cc", ".h", ".ts", ".svelte", ".mjs", ".js", ".py", ".css", ".html")
# Options whose names are ordinary words of the protocol or the page.
ORDINARY = {"start": "a request", "own": "a CSS class", "hard": "a word", "gold": "a colour", "cards": "a layout"}
# Where a string may name a game, and why.
ALLOWED = {"bench": "benchmarks choose positions and games to measure"}

STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`')
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w'\"])//[^\n]*|<!--.*?-->", re.S)
DOCSTRING = re.compile(r'""".*?"""|^\s*#[^\n]*', re.S | re.M)


def strings(path, text):
    """The strings of a source, with their lines; comments and docstrings are blanked first."""
    pattern = DOCSTRING if path.endswith(".py") else COMMENT
    text = pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    for m in STRING.finditer(text):
        yield text.count("\n", 0, m.start()) + 1, m[1] or m[2] or m[3] or ""


def words_of(program):
    """Names of games (anywhere in a string), and names of options (whole strings), from the program."""
    games = json.loads(subprocess.run([program, "games", "--json"], capture_output=True, text=True, check=True).stdout)
    names = {g["game"] for g in games}
    options = {o["name"] for g in games for o in g.get("options", [])} - set(ORDINARY)
    keys = set()
    for path in glob.glob(os.path.join(ROOT, "games", "*", "words", "en")):
        with open(path, encoding="utf-8") as file:
            keys |= set(re.findall(r"^([a-z0-9]+(?:-[a-z0-9]+)+)(?:\([^)]*\))?: ", file.read(), re.M))
    return names, options, keys - set(ORDINARY)


def named(text, names, options, keys):
    """What a string names of a game, or None."""
    for name in names:
        if re.search(rf"(?<![\w-]){name}(?![\w])", text, re.I):
            return name
    return text if text in options or text in keys else None


def self_test():
    found = lambda path, text: [named(s, {"quarry"}, {"stall_s"}, {"wrong-place"}) for _, s in strings(path, text)]
    return (found("a.c", 'x = "Quarry"; y = "stall_s"; z = "wrong-place"; no = "not a wrong-place";') == ["quarry", "stall_s", "wrong-place", None]
            and found("a.c", '/* "quarry" */ x = "quarryman"; // "stall_s"') == [None]
            and found("a.ts", "const a = 'quarry'; // 'quarry'") == ["quarry"]
            and found("a.py", '"""quarry"""\n# "quarry"\nx = "quarry"') == ["quarry"])


def main():
    passed = failed = 0
    if not self_test():
        print("tests/names.py does not find what it should")
        failed += 1
    names, options, keys = words_of(os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/petteia"))
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *FOLDERS], cwd=ROOT,
                            capture_output=True, text=True, check=True).stdout.split()
    for path in listed:
        full = os.path.join(ROOT, path)
        if not path.endswith(ENDINGS) or ".test." in path or path.split("/")[0] in ALLOWED or not os.path.exists(full):
            continue
        with open(full, encoding="utf-8") as file:
            wrong = [(line, text, named(text, names, options, keys)) for line, text in strings(path, file.read())]
        wrong = [w for w in wrong if w[2]]
        for line, text, what in wrong:
            print(f"{path}:{line}: \"{text[:60]}\" names {what}, which is a game's own affair")
        failed += bool(wrong)
        passed += not wrong
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
