"""The tests that a fault has to get past, the quick ones first."""
# SPDX-License-Identifier: MIT
import glob
import os
import re
import resource
import subprocess
import tempfile
from dataclasses import dataclass, field

from mutation.tree import ROOT

FAULTS_MAX = 1 << 19
PATIENCE_MS = 400      # a test may take ten times its own time, and this
SLOWEST = 1.0          # tests that take longer, in seconds, are not run: others must notice
TOGETHER = 0.05        # tests of one program that take less than this, in seconds, run in one process
INVARIANTS = {"PETTEIA_INVARIANTS_SHARE": "1000"}  # one game of each kind: the whole would take a minute for each fault
# Tests that say nothing about rules, and take long.
LEFT_OUT = ("test_bots", "test_hints", "test_memory", "test_builder", "test_server_parts", "test_table_file")


@dataclass
class Test:
    name: str
    command: list
    env: dict = field(default_factory=dict)
    picks: str = ""            # the name of a test of a C program
    seconds: float = 0.0       # of computing
    reaches: set = field(default_factory=set)


def run(command, env, reached=""):
    """Without a fault: the exit code and what was said."""
    env = {**os.environ, **env, "PETTEIA_LANG": "en", "PETTEIA_FAULT": "0", "PETTEIA_FAULTS_REACHED": reached}
    r = subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.DEVNULL, timeout=600)
    return r.returncode, r.stdout.decode(errors="replace")


class Server:
    """A program that waits to be run with faults (fault.c)."""

    def __init__(self, command, env):
        self.output = tempfile.NamedTemporaryFile(prefix="petteia-fault-")
        env = {**os.environ, **env, "PETTEIA_LANG": "en", "PETTEIA_FAULT": "0", "PETTEIA_FAULT_OUTPUT": self.output.name}
        self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)

    def ask(self, fault, milliseconds, names):
        """The status of the run, 0 if all was well, and what was said."""
        self.process.stdin.write(f"{fault} {milliseconds} {names}\n".encode())
        self.process.stdin.flush()
        status = int(self.process.stdout.readline())
        if not status:
            return 0, ""
        with open(self.output.name, encoding="utf-8", errors="replace") as file:
            return status, file.read(1 << 20)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.output.close()


class Servers:
    """The programs of one worker, started when they are first needed."""

    def __init__(self):
        self.running = {}

    def of(self, test):
        key = (*test.command, *sorted(test.env.items()))
        if key not in self.running:
            self.running[key] = Server(test.command, test.env)
        return self.running[key]

    def close(self):
        for server in self.running.values():
            server.close()


def c_tests(program, env=None, only=""):
    """Each test of a Criterion program, without Criterion (quick_tests.c)."""
    _, names = run([program], {**(env or {}), "PETTEIA_TESTS": "list"})
    return [Test(f"{os.path.basename(program)} {n}", [program], env or {}, n) for n in names.split() if only in n]


def of_program(tree, game):
    """Those tests of a game that the program itself runs: scenarios, lesson, figures, golden games, counts."""
    program, folder = os.path.join(tree.build, "petteia"), os.path.join(ROOT, "games", game)
    look = lambda pattern: sorted(glob.glob(os.path.join(folder, pattern)))
    tests = [Test(f"{game}/scenarios", [program, "scenario", "-v", os.path.join(folder, "scenarios")]),
             Test(f"{game}/lesson", [program, "scenario", "-v", *look("lesson.scn"), *look("diagrams.scn")])]
    tests += [Test(f"{game}/{os.path.basename(f)}", [program, "replay", f]) for f in look("golden/*.play")]
    tests += [Test(f"{game}/{os.path.basename(f)} verified", [program, "verify", f]) for f in look("golden/fair*.play")]
    tests += [Test(f"{game}/{os.path.basename(f)}", [program, "perft", "--check", f]) for f in look("golden/*.perft")]
    return tests


def of_game(tree, game):
    """The tests of a game's rules: those of the program, its C tests, what it shows, the invariants."""
    tests = of_program(tree, game)
    tests += c_tests(os.path.join(tree.build, "tests", f"test_{game}"))
    tests += c_tests(os.path.join(tree.build, "tests", "test_views"), {"PETTEIA_INVARIANTS_GAME": game})
    return tests + c_tests(os.path.join(tree.build, "tests", "test_every_game"),
                           {**INVARIANTS, "PETTEIA_INVARIANTS_GAME": game}, "keeps")


def of_place(tree, games, place):
    """The tests of core/ or table/: their C tests; for core/ also every game's scenarios and records. The rest of a
    game's tests take long and ask nothing else of core/; and no test of a game has a table."""
    tests = []
    for path in sorted(glob.glob(os.path.join(tree.build, "tests", "test_*"))):
        name = os.path.basename(path)
        if os.path.isfile(path) and name not in (*LEFT_OUT, "test_every_game", "test_views", *(f"test_{g}" for g in games)):
            tests += c_tests(path)
    if place == "core":
        tests += [t for g in games for t in of_program(tree, g) if t.command[1] != "perft"]
    return tests


def programs(parts, games):
    if set(parts) & {"core", "table"}:
        return ["all"]
    return ["petteia", "tests/test_every_game", "tests/test_views"] + [f"tests/test_{p}" for p in parts if p in games]


def patience(tests):
    return int(PATIENCE_MS + 10000 * max(t.seconds for t in tests))


def notices(servers, tests, fault):
    """The name of the first of some tests of one program that notices a fault; '' if none does."""
    names = "".join(t.picks + "," for t in tests if t.picks)
    status, said = servers.of(tests[0]).ask(fault, patience(tests), names)
    if not status:
        return ""
    failed = re.search(r"^FAILED (\S+)$", said, re.M)
    if names:
        return next((t.name for t in tests if failed and t.picks == failed[1]), tests[0].name)
    return tests[0].name + (scenario_lines(said) if "scenario" in tests[0].command else "")


def scenario_lines(said):
    """The scenarios that failed, by file and line: ' cycle.scn:12 battle.scn:40'; after a crash, '+' and how many had
    been done."""
    lines = re.findall(r"^FAIL .*?([^/\s]+\.scn:\d+):", said, re.M)
    if re.search(r"^\d+ passed, \d+ failed", said, re.M):
        return " " + " ".join(lines)
    return f" +{len(re.findall(r'^(?:ok|FAIL) ', said, re.M))}"


def batches(tests):
    """Quick tests of one program together."""
    together = {}
    for test in tests:
        alone = not test.picks or test.seconds > TOGETHER
        together.setdefault(test.name if alone else (test.command[0], str(test.env)), []).append(test)
    return list(together.values())


def learn(test, folder):
    """Runs a test without a fault: it must pass, and tells which faults it reaches and how long it takes."""
    path = os.path.join(folder, f"reached.{os.getpid()}")
    with open(path, "wb") as file:
        file.truncate(FAULTS_MAX)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, _ = run(test.command, {**test.env, **({"PETTEIA_TESTS": test.picks + ","} if test.picks else {})}, path)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    test.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with open(path, "rb") as file:
        test.reaches = {m.start() for m in re.finditer(b"\1", file.read())}
    os.remove(path)
    return code == 0
