#!/usr/bin/env python3
"""The page's boards as pictures for Python (render_mode "rgb_array"): makes the program that draws them, as tools/boards does, and runs python/tests/test_pictures.py with
it. The page has to be built before.

Usage: test_pictures.py PROGRAM. Prints pytest's report and "N passed, M failed"; skipped without Node.js, the page's packages or resvg_py."""
# SPDX-License-Identifier: MIT
import os
import re
import shutil
import subprocess
import sys

from python_env import FRAMEWORKS, PYTHON, environment

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def main():
    have = environment(FRAMEWORKS)
    if not shutil.which("node") or not os.path.isdir(os.path.join(ROOT, "web", "node_modules")) or "resvg_py" not in (have or ()):
        print("there is no Node.js, the page's packages were not fetched, or there is no resvg_py\n0 passed, 0 failed, 1 skipped")
        return 77
    built = subprocess.run([os.path.join(ROOT, "tools", "boards"), PROGRAM], capture_output=True, text=True, check=False)
    if built.returncode:
        print(f"tools/boards: exit {built.returncode}\n{built.stdout}{built.stderr}\n0 passed, 1 failed")
        return 1
    env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"), "PETTEIA_LIBRARY": os.path.join(os.path.dirname(PROGRAM), "python", "_petteia.so"), "PYTHONDONTWRITEBYTECODE": "1"}
    r = subprocess.run([PYTHON, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", os.path.join(ROOT, "python", "tests", "test_pictures.py")],
                       capture_output=True, text=True, env=env, check=False)
    print(r.stdout + r.stderr)
    passed, failed, skipped = (sum(map(int, re.findall(rf"(\d+) {word}", r.stdout[-300:]))) for word in ("passed", r"(?:failed|error)", "skipped"))
    failed = failed or int(r.returncode != 0)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0


sys.exit(main())
