"""What the suites of tests/run.py are made of: commands that are run, and results that are added up."""
# SPDX-License-Identifier: MIT
import glob
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STRICT = "PETTEIA_STRICT"  # set: nothing is repeated, neither here nor in web/test/browser
MOST_UNSTEADY = 4          # files of a whole run
ONCE = "failed once and passed when repeated alone"
# What a runner of its own (web/test/browser/lanes.mjs) says about each such test: this line, and below it why it failed, indented.
UNSTEADY = re.compile(rf"^unsteady: (.+) {ONCE}\n((?:    .*\n)*)", re.M)


class Result:
    """The result of a suite: counts, the full text of what failed, and what failed once only: (name, full text) for each."""

    def __init__(self, passed=0, failed=0, skipped=0, text="", unsteady=()):
        self.passed, self.failed, self.skipped, self.text, self.unsteady = passed, failed, skipped, text, list(unsteady)

    def add(self, good, text=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            self.text += text.rstrip() + "\n"

    def take(self, other):
        self.passed, self.failed, self.skipped = self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        self.text += other.text
        self.unsteady += other.unsteady


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
    return Result(passed, failed, skipped, f"{name}:\n{out}" if failed else "", UNSTEADY.findall(out))


def total(results):
    all_of_them = Result()
    for r in results:
        all_of_them.take(r)
    return all_of_them


def steadily(how_many, what, paths):
    """Like side_by_side, for scripts of real processes and clocks, added up. A shared machine may stand still for seconds, so what failed
    is repeated once, alone, when all others are over. A race in the product is seen all the same: it is told and counted (`judge_unsteady`)."""
    results = side_by_side(how_many, what, paths)
    return total(first if not first.failed or os.environ.get(STRICT) else again(what, path, first) for path, first in zip(paths, results))


def again(what, path, first):
    second = what(path)
    if second.failed:
        second.text = f"{first.text.rstrip()}\n--- repeated alone, it failed again ---\n{second.text}"
    else:
        second.unsteady.append((short(path), first.text))
    return second


def judge_unsteady(everything):
    """Tells once more, at the end, what was unsteady. If that was in more than a few files, it is a failure."""
    for name, _ in everything.unsteady:
        print(f"unsteady: {name} {ONCE}")
    how_many = len({name.split(": ")[0] for name, _ in everything.unsteady})
    if how_many > MOST_UNSTEADY:
        everything.add(False)
        print(f"not passed: {how_many} files were unsteady, at most {MOST_UNSTEADY} may be")
