#!/usr/bin/env python3
"""The games in OpenSpiel's C++ (docs/openspiel.md): builds tests/test_openspiel.cc in build-openspiel and runs it. That needs
OpenSpiel's source tree, which PETTEIA_OPENSPIEL names; without it there is nothing to test.

Usage: test_openspiel.py PROGRAM. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.environ.get("PETTEIA_OPENSPIEL")
FOLDER = os.path.join(ROOT, "build-openspiel")
OPTIONS = ["-Dwerror=true", "-Db_ndebug=false", *(f"-D{part}=disabled" for part in ("tests", "server", "wasm", "gpu"))]


def skip(why):
    print(f"{why}\n0 passed, 0 failed, 1 skipped")
    sys.exit(77)


def main():
    if not TREE:
        skip("PETTEIA_OPENSPIEL names no source tree of OpenSpiel")
    with open(sys.argv[1], "rb") as file:
        if b"__asan_init" in file.read():
            skip("this is tested without the sanitizers")
    if not os.path.exists(os.path.join(FOLDER, "build.ninja")):
        subprocess.run(["meson", "setup", FOLDER, f"-Dopenspiel={TREE}", *OPTIONS], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    built = subprocess.run(["ninja", "-C", FOLDER, "openspiel/test_openspiel"], capture_output=True, text=True, check=False)
    if built.returncode:
        print(f"{built.stdout[built.stdout.find('FAILED'):]}\n0 passed, 1 failed")
        return 1
    return subprocess.run([os.path.join(FOLDER, "openspiel", "test_openspiel")], check=False).returncode


sys.exit(main())
