"""pip builds the package from the source tree, and what it installs is complete."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FRAMEWORKS = os.environ.get("PETTEIA_FRAMEWORKS", "").split()
MODULES = {"gymnasium": "single", "pettingzoo": "aec", "pyspiel": "openspiel"}
TRY = """
import petteia
play = petteia.game("myst").start(seed=1)
play.luck()
assert play.legal_indices(play.next_seat()).size and petteia.Tensor("myst").features and petteia.__file__.startswith({target!r})
env = petteia.VectorEnv("mytikas", 4, dtype="float16")
env.step(env.sample())
"""


@pytest.mark.skipif("mesonpy" not in FRAMEWORKS, reason="meson-python could not be installed")
def test_pip_installs_from_the_source_tree(tmp_path):
    target = str(tmp_path / "site")
    built = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index",
                            "--target", target, ROOT], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    code = TRY.format(target=target) + "".join(f"import petteia.{MODULES[f]}\n" for f in FRAMEWORKS if f in MODULES)
    env = {name: value for name, value in os.environ.items() if name != "PETTEIA_LIBRARY"}
    tried = subprocess.run([sys.executable, "-c", code], env={**env, "PYTHONPATH": target}, cwd=tmp_path,
                           capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
