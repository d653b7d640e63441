"""The page of the package's names is what the docstrings say, and every name has one."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What Gymnasium and PettingZoo ask for and describe themselves.
THEIRS = {"reset", "step", "render", "observe", "observation_space", "action_space", "close"}


def test_the_page_is_what_the_docstrings_say():
    r = subprocess.run([sys.executable, ROOT / "tools" / "python-reference", "--check"], capture_output=True, text=True, check=False)
    assert r.returncode == 0, r.stdout + r.stderr


def test_every_public_method_says_what_it_does():
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    page = re.sub(r"## petteia\.openspiel\n.*?(?=\n## )", "", page, flags=re.S)  # OpenSpiel's own methods
    bare = re.findall(r"^- `(\w+)(?:\([^`]*)?`$", page, re.M)
    assert not set(bare) - THEIRS, sorted(set(bare) - THEIRS)
