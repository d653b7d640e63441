"""The package is typed, and its types are sound."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import subprocess
import sys

import pytest

PACKAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "petteia")


def test_mypy_is_content(tmp_path):
    """OpenSpiel and PettingZoo have no types of their own to inherit."""
    pytest.importorskip("mypy")
    pytest.importorskip("gymnasium")
    checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--allow-subclassing-any",
                              "--cache-dir", str(tmp_path), PACKAGE], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
