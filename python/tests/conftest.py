"""`pytest python/tests` as it is, in a source tree that is built: the package is the one here, its engine and the program that it is compared with are
those of build/ (or build-gcc/). What the environment says goes before."""
# SPDX-License-Identifier: MIT
import importlib.util
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PACKAGE = os.path.join(ROOT, "python")
PARTS = {"PETTEIA_PROGRAM": "petteia", "PETTEIA_LIBRARY": os.path.join("python", "_petteia.so")}


def tell_where_things_are():
    found = importlib.util.find_spec("petteia")
    if found and not (found.origin or "").startswith(PACKAGE):
        return  # it is installed, with an engine of its own
    sys.path.insert(0, PACKAGE)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (PACKAGE, os.environ.get("PYTHONPATH"))))  # for programs that tests start
    for build in "build", "build-gcc":
        places = {name: os.path.join(ROOT, build, part) for name, part in PARTS.items()}
        if all(map(os.path.exists, places.values())):
            for name, place in places.items():
                os.environ.setdefault(name, place)


tell_where_things_are()
