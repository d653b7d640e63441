#!/usr/bin/env python3
"""The Python package: runs python/tests with pytest on the library that was built beside the program, with the frameworks'
own tests among them. The frameworks come from PyPI by name, into build/venv; where they cannot be had their tests are
counted as skipped.

Usage: test_python.py PROGRAM. Prints pytest's report and "N passed, M failed"; skipped without pytest or NumPy."""
# SPDX-License-Identifier: MIT
import importlib.util
import os
import re
import subprocess
import sys

from python_env import FRAMEWORKS, PYTHON, TOOLS, environment

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = os.path.join(os.path.dirname(PROGRAM), "python", "_petteia.so")


def skip(why):
    print(f"{why}\n0 passed, 0 failed, 1 skipped")
    sys.exit(77)


def main():
    if not os.path.exists(LIBRARY):
        skip("the package's library is not built here")
    with open(LIBRARY, "rb") as file:
        if b"__asan_init" in file.read():
            skip("a library under the sanitizers cannot be loaded into Python")
    have = environment({**FRAMEWORKS, **TOOLS})
    python = sys.executable if have is None else PYTHON
    if have is None:  # Debian's own pytest and NumPy, then: no frameworks
        for module in "pytest", "numpy":
            if not importlib.util.find_spec(module):
                skip(f"there is no {module}")
    env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"), "PETTEIA_PROGRAM": PROGRAM, "PETTEIA_LIBRARY": LIBRARY,
           "PYTHONDONTWRITEBYTECODE": "1", "PETTEIA_FRAMEWORKS": " ".join(sorted(have or ()))}
    at_once = ["-n", str(min(4, os.cpu_count() or 1))] if have else []
    r = subprocess.run([python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *at_once,
                        "--ignore", os.path.join(ROOT, "python", "tests", "test_pictures.py"),  # tests/test_pictures.py, when the page is built
                        os.path.join(ROOT, "python", "tests")], capture_output=True, text=True, env=env, check=False)
    print(r.stdout + r.stderr)
    passed, failed, skipped = (sum(map(int, re.findall(rf"(\d+) {word}", r.stdout[-300:])))
                               for word in ("passed", r"(?:failed|error)", "skipped"))
    if r.returncode and not failed:
        failed = 1
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0


sys.exit(main())
