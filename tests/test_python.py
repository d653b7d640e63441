#!/usr/bin/env python3
"""The Python package: runs python/tests with pytest on the library that was built beside the program, with the frameworks'
own tests among them. The frameworks come from PyPI by name, into build/venv; where they cannot be had their tests are
counted as skipped.

Usage: test_python.py PROGRAM. Prints pytest's report and "N passed, M failed"; skipped without pytest or NumPy."""
# SPDX-License-Identifier: MIT
import importlib.util
import json
import os
import re
import subprocess
import sys

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = os.path.join(os.path.dirname(PROGRAM), "python", "_petteia.so")
VENV = os.path.join(ROOT, "build", "venv")
BASE = ["numpy>=1.24", "pytest>=7", "pytest-xdist>=3"]
# What each brings its own tests for; one that cannot be had leaves the others.
MORE = {"gymnasium": ["gymnasium>=1,<2"], "pettingzoo": ["pettingzoo>=1.24,<2"], "pyspiel": ["open_spiel>=2,<3"],
        "mesonpy": ["meson-python>=0.12", "meson>=1", "ninja"]}


def skip(why):
    print(f"{why}\n0 passed, 0 failed, 1 skipped")
    sys.exit(77)


def pip(wanted):
    """Installs packages into the environment; says why it cannot."""
    r = subprocess.run([os.path.join(VENV, "bin", "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        "--retries", "1", "--prefer-binary", *wanted], capture_output=True, text=True, check=False)
    if r.returncode:
        print(f"{', '.join(wanted)} cannot be installed: {(r.stderr.strip().splitlines() or ['?'])[-1]}")
    return r.returncode == 0


def environment():
    """The Python to test with, and which frameworks it has. What was installed once is not asked for again."""
    stamp, wanted = os.path.join(VENV, "petteia.json"), {"base": BASE, **MORE}
    try:
        with open(stamp, encoding="utf-8") as file:
            have = {name: list_ for name, list_ in json.load(file).items() if wanted.get(name) == list_}
    except (OSError, ValueError):
        have = {}
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True, check=False)
        if made.returncode:
            print("there is no python3-venv")
            return sys.executable, []
    for name, packages in wanted.items():
        if name not in have and pip(packages):
            have[name] = packages
        if "base" not in have:
            return sys.executable, []
    with open(stamp, "w", encoding="utf-8") as file:
        json.dump(have, file)
    return os.path.join(VENV, "bin", "python"), sorted(set(have) & set(MORE))


def main():
    if not os.path.exists(LIBRARY):
        skip("the package's library is not built here")
    with open(LIBRARY, "rb") as file:
        if b"__asan_init" in file.read():
            skip("a library under the sanitizers cannot be loaded into Python")
    python, have = environment()
    if python == sys.executable:  # Debian's own pytest and NumPy, then: no frameworks
        for module in "pytest", "numpy":
            if not importlib.util.find_spec(module):
                skip(f"there is no {module}")
    env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"), "PETTEIA_PROGRAM": PROGRAM, "PETTEIA_LIBRARY": LIBRARY,
           "PYTHONDONTWRITEBYTECODE": "1", "PETTEIA_FRAMEWORKS": " ".join(have)}
    at_once = ["-n", str(min(4, os.cpu_count() or 1))] if python != sys.executable else []
    r = subprocess.run([python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *at_once,
                        os.path.join(ROOT, "python", "tests")], capture_output=True, text=True, env=env, check=False)
    print(r.stdout + r.stderr)
    passed, failed, skipped = (sum(map(int, re.findall(rf"(\d+) {word}", r.stdout[-300:])))
                               for word in ("passed", r"(?:failed|error)", "skipped"))
    if r.returncode and not failed:
        failed = 1
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0


sys.exit(main())
