"""With which words this clang makes a WebAssembly module with a C library: the first line is for compiling, the second for linking. Exit 1 if with none.

  check.py CLANG [SYSROOT ...]    where systems keep wasi-libc if their clang does not find it by itself

The engine needs nothing of compiler-rt, which not every system has for WebAssembly; without it, the libraries are named one by one."""
# SPDX-License-Identifier: MIT
import os
import subprocess
import sys
import tempfile

PROGRAM = """#include <math.h>
#include <stdio.h>
int say(char *to, double n);
int say(char *to, double n) { return snprintf(to, 9, "%.1f", pow(n, n)); }
"""
LIBRARIES = ([], ["-nodefaultlibs", "-lm", "-lc"])


def makes(clang, folder, words):
    source, to = os.path.join(folder, "a.c"), os.path.join(folder, "a.wasm")
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    return subprocess.run([clang, "--target=wasm32-wasi", "-mexec-model=reactor", "-Wl,--export-dynamic", source, "-lm", *words, "-o", to], check=False, capture_output=True).returncode == 0


def main():
    clang, places = sys.argv[1], [[]] + [[f"--sysroot={place}"] for place in sys.argv[2:]]
    with tempfile.TemporaryDirectory() as folder:
        for place in places:
            for libraries in LIBRARIES:
                if makes(clang, folder, place + libraries):
                    print(" ".join(place), " ".join(place + libraries), sep="\n")
                    return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
