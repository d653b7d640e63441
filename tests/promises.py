#!/usr/bin/env python3
"""Every line of docs/promises.md names a test that proves it, and whatever it names is there: files, tests in Python, C and the page,
and names in the file that stands behind "in". Every route of the server stands in docs/protocol.md. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = "docs/promises.md"


def read(path):
    with open(os.path.join(HERE, path), encoding="utf-8") as file:
        return file.read()


def sources():
    """All files in which a proof may be, by their paths."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "tests", "web/test", "bench"], cwd=HERE, capture_output=True, text=True, check=True)
    return {path: read(path) for path in listed.stdout.split() if re.search(r"(\.(py|c|h|ts|mjs)|tests/f\w+)$", path)}


def is_there(word, known, behind):
    """A path in the tree (options may follow it), or a name in one of these files: in that which stands behind it, if there is one."""
    path = word.split()[0]
    if "/" in path:
        return os.path.exists(os.path.join(HERE, path))
    texts = [known[behind]] if behind in known else known.values()
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for text in texts)


def check_row(row, known):
    """What is wrong with a line of a table; its last cell is the proof."""
    cells = row.strip().strip("|").split("|")
    proof = cells[0] if cells[0].strip().startswith(("`tests/", "`bench/")) else cells[-1]  # a command is its own
    words = re.findall(r"`([^`]+)`", proof)
    if "the same" in proof and not words:
        return []
    if not any(word.startswith(("tests/", "web/test/")) or word in "".join(known.values()) for word in words):
        return [f"no proof: {row}"]
    wrong = []
    for part in proof.split(";"):
        named = re.findall(r"`([^`]+)`", part)
        behind = next((word.split()[0] for word in reversed(named) if "/" in word), "")
        wrong += [f"not there: {word}" for word in named if not is_there(word, known, behind)]
    return wrong


def routes():
    """Method and path of all that the server's tables lead to; "/api/x/" goes on with a name of something."""
    for path in ("server/people_api.c", "server/admin.c"):
        yield from re.findall(r'\{NET_(\w+),\s*"(/api/[^"]+)"', read(path))


def main():
    known, passed, failed = sources(), 0, 0
    protocol = read("docs/protocol.md")
    for method, path in routes():
        told = re.search(rf"`{method} {re.escape(path)}(?=\w|\?|`)" if path.endswith("/") else rf"`{method} {re.escape(path)}(?=\?|`| )", protocol)
        passed, failed = passed + bool(told), failed + (not told)
        if not told:
            print(f"docs/protocol.md: {method} {path} is not told")
    rows = [line for line in read(PAGE).splitlines() if line.startswith("|") and not re.match(r"\|(---|\s*(promise|fault|command)\s*\|)", line)]
    for row in rows:
        wrong = check_row(row, known)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for words in wrong:
            print(f"{PAGE}: {words}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
