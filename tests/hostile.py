#!/usr/bin/env python3
"""Every line of docs/security.md names a test that tries something hostile: it is there, and the whole test run runs it. There are sixty or more,
and some of each kind. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import ast
import os
import re
import sys

import run

PAGE = "docs/security.md"
LEAST = 60
KINDS = ("Session fixation", "A token after logout", "A passkey of another site", "A replayed assertion", "A recovery code twice", "A reset by mail for somebody else",
         "Enumeration of names and mails", "Takeover of a guest's seat", "Script in every text field", "Admin calls without the role")
ROW = re.compile(r"\| (?P<what>[^|`]+) \| `(?P<test>\w+)` in `(?P<file>tests/test_\w+\.py)` \|")


def read(path):
    with open(os.path.join(run.HERE, path), encoding="utf-8") as file:
        return file.read()


def rows():
    """(heading, line) of every row of every table of tries."""
    heading = ""
    for line in read(PAGE).splitlines():
        heading = line[3:] if line.startswith("## ") else heading
        if line.startswith("|") and not line.startswith(("| what is tried |", "|---")):
            yield heading, line


def tests_of(path):
    """The tests that a script runs: functions that @test puts into its list, which its end hands to run_all."""
    tree = ast.parse(read(path))
    runs = any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == "run_all" for n in ast.walk(tree)) or "for f in tests" in read(path)
    return {n.name for n in tree.body if runs and isinstance(n, ast.FunctionDef) and any(getattr(d, "id", "") == "test" for d in n.decorator_list)}


def fault(line, known, seen):
    found = ROW.fullmatch(line)
    if not found:
        return f"no test is named: {line}"
    if found["file"] not in known:
        return f"{found['file']} is no script of the whole test run"
    if found["test"] not in known[found["file"]]:
        return f"{found['file']} has no test {found['test']}"
    if found["test"] in seen:
        return f"{found['test']} stands there twice"
    seen.add(found["test"])
    return None


def main():
    run_in_all = [os.path.relpath(path, run.HERE) for path in run.scripts_of("build-gcc")]
    known, seen, kinds = {path: tests_of(path) for path in run_in_all}, set(), set()
    wrong = []
    for heading, line in rows():
        trouble = fault(line, known, seen)
        wrong += [trouble] if trouble else []
        kinds |= {heading}
    wrong += [f"nothing is tried of the kind: {kind}" for kind in KINDS if kind not in kinds]
    if len(seen) < LEAST:
        wrong.append(f"{len(seen)} tries; {LEAST} are the least")
    for words in wrong:
        print(f"{PAGE}: {words}")
    print(f"{len(seen)} passed, {len(wrong)} failed")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
