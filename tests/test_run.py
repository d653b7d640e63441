#!/usr/bin/env python3
"""The test runner itself: what failed is repeated once, alone; a run may have four unsteady files, not five; nothing that fails twice passes. What a newcomer
runs of everything is there; what shares the cores gives way to what watches the clock.

Usage: test_run.py [PROGRAM]. Prints a line for each test and "N passed, M failed"; exit 1 if any failed. The browser's runner is looked at where
Node.js is installed."""
# SPDX-License-Identifier: MIT
import contextlib
import fnmatch
import io
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import run as runner  # noqa: E402
import suite_order  # noqa: E402
from suite_order import APART, BESIDE, COUNTS_WINS, FIRST_SCRIPTS, HOSTS, LATER_PROGRAMS, LONG, NOT_OURS, OTHER_TESTS, first_programs, longest_first, timed  # noqa: E402
from suite_parts import STRICT, counted, steadily  # noqa: E402

# A script that fails so many times before it passes; a file beside it counts.
SCRIPT = """import os, sys
here = os.path.abspath(__file__)
with open(here + ".tries", "a") as f: f.write("x")
tries = os.path.getsize(here + ".tries")
print("try", tries, "of", os.path.basename(here))
good = tries > {fails}
print(f"{{int(good)}} passed, {{int(not good)}} failed")
sys.exit(not good)
"""
LANES = """
import {{ inLanes }} from '{lanes}';
let order = [];
const test = (name, fails) => ({{ file: 'fake.mjs', name, run: async () => {{ order.push(name); if (fails-- > 0) throw new Error(`${{name}} is late`); }} }});
const {{ passed, failed }} = await inLanes([test('timed', 0)], [{tests}], 2);
console.log(`order: ${{order.join(' ')}}`);
console.log(`${{passed}} passed, ${{failed}} failed`);
process.exit(failed ? 1 : 0);
"""
results = []


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else "\n     " + seen.replace("\n", "\n     ")))


def told(*suites):
    """The exit code of a run of these suites, each a name and what it runs, and what the run says."""
    said, chosen = io.StringIO(), [(name, [], what, True) for name, what in suites]
    with contextlib.redirect_stdout(said):
        code = runner.report(chosen, [[[suite]] for suite in chosen])
    return code, said.getvalue()


def scripts(folder, *fails):
    """A suite of scripts, each of which fails so many times."""
    paths = []
    for n, times in enumerate(fails):
        paths.append(os.path.join(tempfile.mkdtemp(dir=folder), f"test_fake{n}.py"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(SCRIPT.format(fails=times))
    return lambda: steadily(4, lambda path: counted([sys.executable, path]), paths)


def lanes(folder, tests):
    """The browser's runner with tests that need no browser."""
    path = os.path.join(tempfile.mkdtemp(dir=folder), "fake.mjs")
    with open(path, "w", encoding="utf-8") as file:
        file.write(LANES.format(lanes=os.path.join(HERE, "..", "web", "test", "browser", "lanes.mjs"), tests=tests))
    return lambda: counted(["node", path])


def in_scripts(folder):
    code, said = told(("fakes", scripts(folder, 0, 0)))
    test("nothing is said about what passes", code == 0 and "unsteady" not in said and said.endswith("2 passed, 0 failed\n"), said)
    code, said = told(("fakes", scripts(folder, 0, 1)))
    test("what failed once passes", code == 0 and said.endswith("2 passed, 0 failed\n"), said)
    test("its failure is told in full, and named again at the end", "try 1 of test_fake1.py" in said
         and said.count("test_fake1.py failed once and passed when repeated alone") == 2, said)
    code, said = told(("fakes", scripts(folder, 0, 2)))
    test("what fails twice fails, and both failures are told", code == 1 and said.endswith("1 passed, 1 failed\n") and "unsteady" not in said
         and "try 1 of test_fake1.py" in said and "try 2 of test_fake1.py" in said and "try 3" not in said, said)
    code, said = told(("fakes", scripts(folder, 1, 1)), ("others", scripts(folder, 1, 1)))
    test("four unsteady files pass", code == 0 and said.endswith("4 passed, 0 failed\n"), said)
    code, said = told(("fakes", scripts(folder, 1, 1)), ("others", scripts(folder, 0, 1, 1, 1)))
    test("five are too many, whatever suites they are of", code == 1 and "5 files were unsteady" in said and said.endswith("6 passed, 1 failed\n"), said)
    os.environ[STRICT] = "1"
    code, said = told(("fakes", scripts(folder, 1)))
    del os.environ[STRICT]
    test("--strict repeats nothing", code == 1 and "try 2" not in said and said.endswith("0 passed, 1 failed\n"), said)


def in_browser(folder):
    code, said = told(("page", lanes(folder, "test('a', 1), test('b', 0), test('c', 1)")))
    test("so it is with the tests of the browser", code == 0 and said.endswith("4 passed, 0 failed\n")
         and said.count("unsteady: fake.mjs: a failed once") == 2 and "    Error: a is late" in said, said)
    code, said = told(("page", lanes(folder, "test('a', 2), test('b', 0), test('c', 1)")))
    test("one that fails twice fails there, too", code == 1 and said.endswith("3 passed, 1 failed\n"), said)
    test("they are repeated when all others are over", "order: timed a b c a c" in said, said)
    code, said = told(("page", lanes(folder, "test('a', 1)")), ("fakes", scripts(folder, 1, 1, 1, 1)))
    test("and they are counted with the scripts", code == 1 and "5 files were unsteady" in said, said)
    os.environ[STRICT] = "1"
    code, said = told(("page", lanes(folder, "test('a', 1)")))
    del os.environ[STRICT]
    test("--strict holds for them", code == 1 and "order: timed a\n" in said and said.endswith("1 passed, 1 failed\n"), said)


def in_order(folder):
    """What took longest begins first: here, if that is known, otherwise where LONG was measured."""
    before, suite_order.TOOK = suite_order.TOOK, os.path.join(folder, "build", "seconds.json")
    paths = ["tests/test_quite_new.py", "tests/test_http.py", "tests/test_mail.py"]
    test("the longest of the table begins first", longest_first(paths)[0] == "tests/test_mail.py", str(longest_first(paths)))
    test("what is timed says the same", timed(lambda path: path.upper())("tests/test_http.py") == "TESTS/TEST_HTTP.PY")
    test("and how long it took is noted", list(suite_order.took()) == ["test_http.py"], str(suite_order.took()))
    with open(suite_order.TOOK, "w", encoding="utf-8") as file:
        file.write('{"test_http.py": 1000, "test_mail.py": 1}')
    test("what was noted here counts more than the table", longest_first(paths) == ["tests/test_http.py", "tests/test_mail.py", "tests/test_quite_new.py"], str(longest_first(paths)))
    for damaged in ("", "[1]", '{"test_http.py": null}'):
        with open(suite_order.TOOK, "w", encoding="utf-8") as file:
            file.write(damaged)
        test(f"a note that cannot be read ({damaged!r}) orders nothing", longest_first(paths)[0] == "tests/test_mail.py")
    first = os.path.basename(runner.scripts_of("build-sanitize")[0])
    test("under the sanitizers nobody waits for the hosts at the end", first == HOSTS, first)
    suite_order.TOOK = before


def under_sanitizers():
    """Every script that takes our program runs with it; only those that take none are left out."""
    left_out = {os.path.basename(p) for p in runner.files("tests/test_*.py")} - {os.path.basename(p) for p in runner.scripts_of("build-sanitize")}
    test("what is left out under the sanitizers is a suite of its own, or starts no program of ours", left_out == set(APART) | set(NOT_OURS), str(left_out))
    for name in NOT_OURS:
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            test(f"{name} takes no program", "sys.ar" + "gv" not in file.read())


NICE = ["-c", "import os; print('niceness', os.nice(0)); print('0 passed, 1 failed')"]  # what fails is told


def beside():
    """What waits has beside it what computes, at low priority; what is measured by the clock has nothing beside it; nothing is lost."""
    suites = runner.suites(True)
    order, names = suite_order.stages(suites), [s[0] for s in suites]
    placed = [s[0] for lanes in order for lane in lanes for s in lane]
    test("every suite runs once", sorted(placed) == sorted(names) and len(set(names)) == len(names), str(set(names) ^ set(placed)))
    lost = [name for lanes in BESIDE for lane in lanes for name in lane if name not in names]
    test("what runs beside something is there", not lost, str(lost))
    shared = [s[0] for lanes in order if len(lanes) > 1 for lane in lanes for s in lane]
    test("what is measured by the clock runs alone", not {"page timed", "fuzz", "scripts sanitizers", "criterion gcc"} & set(shared), str(shared))
    late = [name for name in shared if name not in ("scripts", "format", "models") and placed.index(name) < placed.index("page")]
    test("nothing fetches the page's packages while scripts look for them", not late and placed.index("scripts") < placed.index("page"), str(placed))
    for lanes in BESIDE:
        for lane in lanes:
            test(f"beside others, {lane[0]} and what follows keep their order", [n for n in names if n in lane] == [n for n in placed if n in lane], str(placed))
    alone = suite_order.stages([s for s in suites if s[0] == "criterion sanitizers"])
    test("a suite that is asked for alone is not held back", not suite_order.gives_way(alone[0], alone[0][0]))
    niceness(*BESIDE[0])
    niceness(*BESIDE[1])


def niceness(waiting, *computing):
    """Only lanes that compute give way, and only as long as they have another beside them."""
    firsts = [lane[0] for lane in computing]
    chosen = [(name, [], lambda: counted([sys.executable, *NICE]), True) for name in (waiting[0], *firsts, "afterwards")]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runner.report(chosen, suite_order.stages(chosen))
    found = dict(re.findall(r"^--- (\w+); again.*\n.*\nniceness (-?\d+)", said.getvalue(), re.M))
    here = os.nice(0)
    test("who computes gives way, who waits does not, nor what comes afterwards",
         found == {waiting[0]: str(here), **dict.fromkeys(firsts, str(min(19, here + 10))), "afterwards": str(here)}, f"here {here}: {found}\n{said.getvalue()}")


def for_a_newcomer():
    """What suite_order.py names is there: a test that has another name now would quietly run first, or not at all."""
    names = [name for name in FIRST_SCRIPTS if not os.path.exists(os.path.join(HERE, name))]
    test("a newcomer's scripts are there", not names, str(names))
    with open(os.path.join(HERE, "meson.build"), encoding="utf-8") as file:
        build = file.read()
    names = [name for name in LONG if not (os.path.exists(os.path.join(HERE, name)) if name.endswith(".py") else f"'{name}'" in build or f"'{name.removeprefix('test_')}'" in build)]
    test("what is known to take long is there", not names, str(names))
    names = [name for name in LATER_PROGRAMS if f"executable('{name}'" not in build]
    test("Criterion's programs that come later are there", not names, str(names))
    lost = []
    for program, pattern in [*OTHER_TESTS.items(), *COUNTS_WINS.items()]:
        with open(os.path.join(HERE, program + ".c"), encoding="utf-8") as file:
            found = ["/".join(m) for m in re.findall(r"^(?:Parameterized)?Test\((\w+), (\w+)", file.read(), re.M)]
        lost += [p for p in pattern[2:-1].split("|") if not fnmatch.filter(found, p)]
    test("tests that come later, or only without sanitizers, are there", not lost, str(lost))
    linked = ["petteia", "tests/faults", "tests/test_bots", "tests/test_net", "tests/test_net.p/x.o"]
    test("of what is linked, a newcomer's tests alone are compiled", first_programs(linked) == ["tests/test_bots"], str(first_programs(linked)))


def main():
    os.environ.pop(STRICT, None)
    with tempfile.TemporaryDirectory(prefix="petteia-run-") as folder:
        in_scripts(folder)
        in_order(folder)
        under_sanitizers()
        beside()
        for_a_newcomer()
        if shutil.which("node"):
            in_browser(folder)
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
