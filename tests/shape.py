#!/usr/bin/env python3
"""The tree keeps its shape: files of less than 500 lines, functions of a screenful, and code that says what it relies on.
Counts lines as an editor does. Prints what is too long, or has too few assertions, and "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE_KINDS = (".c", ".cc", ".h", ".ts", ".svelte", ".py", ".mjs", ".js")
FILE_LINES = 500       # a file has less
FUNCTION_LINES = 25    # nine of ten functions have no more, in the whole tree and in each folder of FUNCTIONS
FUNCTIONS = 30         # fewer say nothing about a folder
ASSERTIONS = 20        # in 1,000 lines, at least
ASSERTING = re.compile(r"(core|table|games/\w+)/[^/]+\.[ch]")  # the code that has to have so many
TABLES = {}  # files that are longer all the same: {"path": "why", ...}, such as a map that is one table


def folder_of(path):
    """What is counted together: a game, or a folder at the root."""
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0]


def functions(text):
    """(line, length, first line) of each function of a C file. It begins in the first column and its body, which opens at
    the end of a line, ends with a brace in the first column; a comment, a table or a type does not look like this."""
    lines, head = text.split("\n"), None
    for number, line in enumerate(lines):
        if head is None or re.match(r"[A-Za-z_]", line):
            head = number if re.match(r"[A-Za-z_][^=]*\(", line) and not line.startswith("typedef") else None
        if head is not None and (line == "}" or line.endswith(";") and not line.startswith((" ", "\t"))):
            if line == "}":
                yield head + 1, number - head + 1, lines[head]
            head = None


def ninth_tenth(numbers):
    """Nine of ten are no larger."""
    ordered = sorted(numbers)
    return ordered[(len(ordered) * 9 + 9) // 10 - 1]


def long_files(texts):
    return [f"{path} has {text.count(chr(10))} lines; {FILE_LINES - 1} are enough" for path, text in texts.items()
            if path.endswith(FILE_KINDS) and path not in TABLES and text.count("\n") >= FILE_LINES]


def long_functions(texts):
    found, wrong = {}, []
    for path, text in texts.items():
        if path.endswith((".c", ".h")):
            found.setdefault(folder_of(path), []).extend((length, path, line) for line, length, _ in functions(text))
    found["the tree"] = [row for rows in found.values() for row in rows]
    for folder, rows in found.items():
        if (len(rows) >= FUNCTIONS or folder == "the tree") and rows and ninth_tenth([row[0] for row in rows]) > FUNCTION_LINES:
            longest = ", ".join(f"{path}:{line} ({length})" for length, path, line in sorted(rows, reverse=True)[:3])
            wrong.append(f"{folder}: one function in ten has more than {FUNCTION_LINES} lines, such as {longest}")
    return wrong


def few_assertions(texts):
    lines, asserts = {}, {}
    for path, text in texts.items():
        if ASSERTING.fullmatch(path):
            folder = folder_of(path)
            lines[folder] = lines.get(folder, 0) + text.count("\n")
            asserts[folder] = asserts.get(folder, 0) + len(re.findall(r"(?<!\w)assert\(", text))
    return [f"{folder} has {asserts[folder]} assertions in {n} lines; it needs {-(-n * ASSERTIONS // 1000)}"
            for folder, n in lines.items() if asserts[folder] * 1000 < n * ASSERTIONS]


def self_test():
    """The checks themselves can fail: each finds what is wrong, and nothing in a tree that is right."""
    body = "    assert(x);\n"
    short, tall = "int f(int x) {\n" + body + "}\n", "static int g(int x,\n             int y) {\n" + body * 30 + "}\n"
    good = {"core/a.c": "/* f() {\n */\nint f(int x);\n" + short, "games/quarry/a.c": short,
            "games/quarry/test/a.c": "int t(void) {\n}\n", "web/a.ts": "x\n" * 499, "docs/a.md": "x\n" * 600}
    bad = {"core/a.c": tall, "games/quarry/a.c": short.replace(body, "\n" * 60), "web/a.ts": "x\n" * 500}
    counts = [len(check(tree)) for tree in (good, bad) for check in (long_files, long_functions, few_assertions)]
    return counts == [0, 0, 0, 1, 1, 1] and [(n, length) for n, length, _ in functions(good["core/a.c"] + tall)] == [(4, 3), (7, 33)]


def main():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True,
                            text=True, check=True)
    texts = {}
    for path in sorted(set(listed.stdout.split())):
        if path.endswith(FILE_KINDS) and os.path.isfile(os.path.join(ROOT, path)):
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                texts[path] = file.read()
    wrong = [] if self_test() else ["tests/shape.py does not find what it should"]
    wrong += long_files(texts) + long_functions(texts) + few_assertions(texts)
    wrong += [f"tests/shape.py: there is no {path} to be left out" for path in TABLES if path not in texts]
    for line in wrong:
        print(line)
    print(f"{len(texts) + len(set(map(folder_of, texts))) + 1 - len(wrong)} passed, {len(wrong)} failed")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
