"""What the suites of tests/run.py are made of: commands that are run, and results that are added up."""
# SPDX-License-Identifier: MIT
import glob
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Result:
    """The result of a suite: counts, and the full text of what failed."""

    def __init__(self, passed=0, failed=0, skipped=0, text=""):
        self.passed, self.failed, self.skipped, self.text = passed, failed, skipped, text

    def add(self, good, text=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            self.text += text.rstrip() + "\n"

    def take(self, other):
        self.passed, self.failed, self.skipped = self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        self.text += other.text


def run(command, env=None, timeout=2400):
    """The exit code and everything the command said."""
    try:
        r = subprocess.run(command, cwd=HERE, env={**os.environ, "PETTEIA_LANG": "en", **(env or {})}, timeout=timeout,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        return r.returncode, r.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as e:
        return 124, (e.stdout or b"").decode(errors="replace") + f"\nstopped after {timeout} s"


def files(*patterns):
    return sorted(f for p in patterns for f in glob.glob(os.path.join(HERE, p)))


def short(path):
    return os.path.relpath(path, HERE)


def side_by_side(how_many, what, things):
    with ThreadPoolExecutor(how_many) as at_once:
        return list(at_once.map(what, things))


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def counted(command, env=None, timeout=2400):
    """A command that ends with a line "N passed, M failed"."""
    code, out = run(command, env, timeout)
    name = " ".join(short(c) if os.path.isabs(c) else c for c in command)
    counts = re.findall(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?", out)
    if not counts:
        return Result(0, 1, 0, f"{name}: exit {code}\n{out}")
    for trouble in re.findall(r"^.* cannot be installed: .*$", out, re.M):
        print(f"     {trouble}", flush=True)
    passed, failed, skipped = (int(n or 0) for n in counts[-1])
    if code not in (0, 77) and not failed:  # 77: skipped
        failed += 1
    return Result(passed, failed, skipped, f"{name}:\n{out}" if failed else "")


def total(results):
    all_of_them = Result()
    for r in results:
        all_of_them.take(r)
    return all_of_them
