"""Can this clang make a WebAssembly module with a C library? Exit 0 if so."""
# SPDX-License-Identifier: MIT
import os
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "a.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write('#include <stdio.h>\nint say(char *to, int n);\n'
                   'int say(char *to, int n) { return snprintf(to, 9, "%d", n); }\n')
    sys.exit(subprocess.run([sys.argv[1], "--target=wasm32-wasi", "-mexec-model=reactor", source, "-o",
                             os.path.join(folder, "a.wasm")], check=False, capture_output=True).returncode)
