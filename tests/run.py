#!/usr/bin/env python3
"""Tests Petteia; `./petteia test` calls it. It finds new games and test files by itself. The
last line is "N passed, M failed", over all suites; the exit code is 1 if any failed.

Without a word it shows in a few minutes that the product works: the rules of all games, records,
bots, server, terminal, and the page in a real browser.

  --all           everything that must pass before a change is taken: more compilers, sanitizers,
                  the Python package, a sixth game, more of the page, some faults in the rules, fuzzers
  --only WORD     run only suites whose name contains WORD, and build what they need
  --strict        repeat nothing: otherwise a script or browser test that failed is tried once more, alone, and told as unsteady
  --list          list the suites
  --fuzz SECONDS  run only the fuzzers, for that long, with fresh seeds
  --mutants       break the rules in every way and see that a test notices (docs/mutants.md); takes long"""
# SPDX-License-Identifier: MIT
import argparse
import os
import re
import resource
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from python_env import PYTHON
from suite_order import APART, COUNTS_WINS, FIRST_SCRIPTS, FIRST_SHARE, HOSTS, NODES, NOT_OURS, OTHER_TESTS, first_lanes, first_programs, gives_way, longest_first, stages, timed, without
from suite_parts import HERE, ONCE, STRICT, Result, counted, files, judge_unsteady, plain, run, short, side_by_side, steadily, total

SANITIZERS = {
    "PETTEIA_INVARIANTS_SHARE": "5",  # tests/test_every_game.c does a fifth: it takes five times as long
    "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1:abort_on_error=1",
}
# Folder, compiler, meson options, and what is built there. People run `build`, which has no assertions; all others have them. A
# newcomer's tests look at `build` too: whoever has played before only waits for the tests to be compiled.
FIRST = "build"
TESTS = "tests of build"  # its tests, which are compiled while the page is built and looked at
BUILDS = {
    "build": ("gcc", [], ["play"]),
    "build-gcc": ("gcc", ["-Dwerror=true", "-Dtests=enabled", "-Db_ndebug=false"], []),
    "build-clang": ("clang", ["-Dwerror=true", "-Dtests=disabled", "-Dwasm=disabled", "-Db_ndebug=false"], ["petteia"]),
    "build-O0": ("gcc", ["-Dwerror=true", "-Dtests=disabled", "--buildtype=debug"], ["petteia"]),
    "build-sanitize": ("clang", ["-Dwerror=true", "-Dtests=enabled", "-Dwasm=disabled", "-Dfuzz=true",
                                 "-Db_sanitize=address,undefined", "-Db_lundef=false",
                                 "-Dbuildtype=debugoptimized"], []),
    "build-coverage": ("clang", ["-Dtests=disabled", "-Db_ndebug=true", "-Dwasm=disabled", "-Dfuzz=true", "-Db_lundef=false", "-Dbuildtype=debugoptimized",
                                 "-Dc_args=-fprofile-instr-generate -fcoverage-mapping",
                                 "-Dc_link_args=-fprofile-instr-generate"], []),
    "build-threads": ("clang", ["-Dwerror=true", "-Dtests=disabled", "-Dwasm=disabled", "-Db_sanitize=thread",
                                "-Db_lundef=false", "-Dbuildtype=debugoptimized"], ["tests/threads"]),
}
# What else some suites need. If it cannot be made, those suites say why.
OTHERS = {"page": ["./petteia", "page"], "packages": [sys.executable, "tests/python_env.py"], "release": [sys.executable, "tools/packages", "compile"]}
LOW = ["nice", "-n", "10"]
FUZZ_SECONDS = 60  # in all, on one core


# --- builds ---

wanted = []  # what the chosen suites need, in their order
built = {}   # a future for each: the reason why it cannot be built, or None
builder = ThreadPoolExecutor(1)
page_builder = ThreadPoolExecutor(1)


def make(folder, only=None):
    """Builds a folder, or some targets of it. Returns the reason if it cannot be built, otherwise None. Runs with low priority, unless
    everything waits for this build: running tests come first. In the first minutes it is the page that everything waits for, longest of all."""
    urgent = ("build", "page") if TESTS in wanted else ("build", "build-gcc")
    nice = [] if folder in urgent else LOW
    if folder in OTHERS:
        run(nice + OTHERS[folder], {"PETTEIA_BUILT": "1"} if TESTS in wanted else None)
        return None
    if folder == TESTS:
        programs = first_programs(run(["ninja", "-C", FIRST, "-t", "targets", "rule", "c_LINKER"])[1].split())
        code, out = run([*nice, "ninja", "-C", FIRST, *programs])
        return out[out.find("FAILED"):] if code else None
    compiler, options, targets = BUILDS[folder]
    targets = only or targets
    if not os.path.exists(os.path.join(HERE, folder, "build.ninja")):
        code, out = run([*nice, "meson", "setup", folder, *options], {"CC": compiler})
        if code:
            return out
    elif any("Dtests" in o for o in options):  # the packages may have come since; costs nothing if not
        code, out = run([*nice, "meson", "configure", folder, *[o for o in options if "Dtests" in o]])
        if code:
            return out
    code, out = run([*nice, "ninja", "-C", folder, *targets])
    return out[out.find("FAILED"):] if code else None


def prepare(*folders):
    """Builds the wanted folders in the background, one after the other. While suites wait for terminals, clocks and
    browsers, a core is free."""
    for folder in folders:
        if folder in wanted and folder not in built:
            built[folder] = (page_builder if folder == "page" else builder).submit(make, folder)


def build(folder):
    """Waits until a folder is built. Returns the reason if it cannot be built, otherwise None."""
    prepare(folder)
    return built[folder].result()


def program(folder):
    return os.path.join(HERE, folder, "petteia")


def library(folder):
    return os.path.join(HERE, folder, "python", "_petteia.so")


def sanitizing(folder):
    return SANITIZERS if folder == "build-sanitize" else {}


# --- suites ---

def criterion(command, env):
    """A Criterion program; it counts its own tests."""
    code, out = run(command, env)
    path = next(c for c in command if os.path.isabs(c))
    counts = re.search(r"Tested: .*?(\d+).*? \| Passing: .*?(\d+).*? \|", plain(out))
    if not counts:
        return Result(0, 1, 0, f"{short(path)}: exit {code}\n{out}")
    tested, passing = int(counts[1]), int(counts[2])
    failed = tested - passing or int(code != 0)
    return Result(passing, failed, 0, f"{short(path)}: exit {code}\n{out}" if failed else "")


def suite_criterion(folder):
    """Every Criterion program of a build. In the first minutes a share of them, which takes what browser and scripts, which watch the clock, leave."""
    programs = [p for p in files(f"{folder}/tests/test_*") if os.access(p, os.X_OK) and not os.path.isdir(p)]
    if folder == FIRST:
        result = total(side_by_side(2, timed(lambda path: criterion([*LOW, path, *without(OTHER_TESTS, path)], FIRST_SHARE)), longest_first(first_programs(programs))))
    else:
        result = total(side_by_side(2, timed(lambda path: criterion([path, *without(COUNTS_WINS if folder == "build-sanitize" else {}, path)], sanitizing(folder))), longest_first(programs)))
    if not result.passed:
        result.add(False, f"{folder} has no Criterion program")
    return result


def verbs(folder):
    return re.findall(r"^  ([\w-]+) ", run([program(folder), "--help"], sanitizing(folder))[1], re.M)


def suite_scenarios(folder):
    found = files("games/*/scenarios", "games/*/lesson.scn", "games/*/diagrams.scn", "games/*/puzzles.scn")
    if not found:
        return Result(skipped=1)
    return counted([program(folder), "scenario", *found], sanitizing(folder))


def suite_golden(folder):
    """Replays whole records, and verifies their draws where possible."""
    result, known = Result(), verbs(folder)
    for path in files("games/*/golden/*.play"):
        if "replay" not in known:
            result.skipped += 1
            continue
        code, out = run([program(folder), "replay", path], sanitizing(folder))
        result.add(code == 0, f"replay {short(path)}: exit {code}\n{out}")
        with open(path, encoding="utf-8") as file:
            fair = re.search(r"^\[Seed ", file.read(), re.M)
        if fair and "verify" in known:
            code, out = run([program(folder), "verify", path], sanitizing(folder))
            result.add(code == 0, f"verify {short(path)}: exit {code}\n{out}")
            code, out = run([sys.executable, "tools/verify.py", path])
            result.add(code == 0, f"tools/verify.py {short(path)}: exit {code}\n{out}")
    return result


def suite_perft(folder):
    return total(counted([program(folder), "perft", "--check", path], sanitizing(folder))
                 for path in files("games/*/golden/*.perft"))


def suite_signatures(folders):
    """The same seeds give the same games, whoever compiled them (invariant 7)."""
    result, first = Result(), None
    for folder in folders:
        code, out = run([program(folder), "bench", "--games", "40"], sanitizing(folder))
        rows = out.strip().splitlines()
        if code or not rows:
            result.add(False, f"{folder}: bench: exit {code}\n{out}")
        elif first is None:
            first = (folder, rows)
        else:
            for a, b in zip(first[1], rows):
                result.add(a == b, f"{first[0]}: {a}\n{folder}: {b}")
            result.add(len(rows) == len(first[1]), f"{folder} has other rows:\n{out}")
    return result


def fuzzers_of(folder):
    return [f for f in files(f"{folder}/tests/fuzz_*") if os.path.isfile(f) and os.access(f, os.X_OK)]


def inputs_of(name):
    """The folders of a fuzzer's inputs: what runs have found so far, and what it begins with."""
    corpus = os.path.join(HERE, "build-sanitize", "corpus", name)
    os.makedirs(corpus, exist_ok=True)
    what = name.removeprefix("fuzz_")
    seeds = [os.path.join(HERE, "tests", "seeds", what)]
    seeds += {"scenario": files("games/*/scenarios"), "record": files("games/*/golden"),
              "perft": files("games/*/golden")}.get(what, [])
    return [corpus, *[s for s in seeds if os.path.isdir(s)]]


def fuzz(path, seconds, seed):
    """Runs a fuzzer for a while; whether it found nothing, and what it said."""
    name = os.path.basename(path)
    found = os.path.join(HERE, "build-sanitize", "found", name)
    words = os.path.join(HERE, "tests", "seeds", name.removeprefix("fuzz_") + ".dict")
    os.makedirs(found, exist_ok=True)
    code, out = run([path, *inputs_of(name), f"-artifact_prefix={found}/", *([f"-dict={words}"] if os.path.exists(words) else []),
                     f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=2048", f"-seed={seed}",
                     "-print_final_stats=1", "-verbosity=0"], SANITIZERS, seconds + 600)
    return code == 0, f"{name}: exit {code}; what it found is in {short(found)}\n{out[-6000:]}"


def suite_fuzz(folder, seconds, seed=1):
    """Runs each fuzzer on its seeds and on what the last run found, for its share of the time. The test run always
    takes the same random numbers, so that it fails only if a change broke something; --fuzz takes fresh ones. (tests/fuzz runs
    them for long, and says what they reach.)"""
    result, fuzzers = Result(), fuzzers_of(folder)
    share = max(2, seconds // max(1, len(fuzzers)))
    for good, text in side_by_side(min(2, os.cpu_count() or 1), lambda path: fuzz(path, share, seed), fuzzers):
        result.add(good, text)
    if not fuzzers:
        result.add(False, f"{folder} has no fuzzers")
    return result


def scripts_of(folder):
    """tests/test_*.py: each takes the program and counts its tests. Some are suites of their own; some a newcomer does not wait for."""
    if folder == FIRST:
        return longest_first(f"{HERE}/tests/{name}" for name in FIRST_SCRIPTS)
    apart = APART + (NOT_OURS if folder == "build-sanitize" else [HOSTS])
    return longest_first(p for p in files("tests/test_*.py") if os.path.basename(p) not in apart)


def suite_scripts(folder):
    """They wait for clocks, terminals and disks most of the time, so four share the cores."""
    return steadily(4, timed(lambda path: counted([sys.executable, path, program(folder)], sanitizing(folder))), scripts_of(folder))


def suite_python():
    """The Python package. The page is built meanwhile, and not earlier, because the scripts look into web/node_modules."""
    prepare("page")
    return script("python")


def suite_packages():
    """The packages for other machines, installed and used."""
    return counted([PYTHON if os.path.exists(PYTHON) else sys.executable, "tests/test_packages.py"])


def script(name):
    """One of tests/test_*.py by itself."""
    return counted([sys.executable, f"tests/test_{name}.py", program("build-gcc")])


def suite_clocks(*names):
    """Some of tests/test_*.py that watch processes and clocks, one after the other."""
    return steadily(1, lambda path: counted([sys.executable, path, program("build-gcc")]), [os.path.join(HERE, f"tests/test_{name}.py") for name in names])


OFFLINE = re.compile(r"cannot be fetched: |ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH")


offline = []  # what could not be fetched


def can_page():
    """Node.js and the page's packages are there (or `suite_page` has yet to fetch them)."""
    return shutil.which("node") and not offline


def in_web(tool, *words):
    """One of the page's own tools, in its folder; npm may be missing."""
    return ["sh", "-c", f"cd web && exec node_modules/.bin/{tool} {' '.join(words)}"]


def suite_page():
    """The page is built as `./petteia play` builds it."""
    if not can_page():
        return Result(skipped=1)
    code, out = run(["./petteia", "page"], {"PETTEIA_BUILT": "1"} if TESTS in wanted else None)
    if code and "npm failed" in out and OFFLINE.search(out):
        offline.append("page")
        print("     the page's packages cannot be fetched: its suites are skipped", flush=True)
        return Result(skipped=1)
    return Result(int(code == 0), int(code != 0), 0, f"the page: exit {code}\n{out[-6000:]}" if code else "")


def suite_page_types():
    """The types of the page are sound."""
    if not can_page():
        return Result(skipped=1)
    code, out = run(in_web("svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"))
    return Result(int(code == 0), int(code != 0), 0, f"its types: exit {code}\n{out[-6000:]}" if code else "")


def suite_page_units():
    """The logic of the page's views, with Vitest, which counts its own tests."""
    if not can_page():
        return Result(skipped=1)
    code, out = run(in_web("vitest", "run"))
    counts = re.search(r"Tests +(?:(\d+) failed \| )?(\d+) passed", plain(out))
    if not counts:
        return Result(0, 1, 0, f"vitest: exit {code}\n{out}")
    failed, passed = (int(n or 0) for n in counts.groups())
    return Result(passed, failed or int(code != 0), 0, out if code else "")


def suite_page_browser(part):
    """Games and screens in a real browser."""
    if not can_page() or not shutil.which("chromium-headless-shell"):
        return Result(skipped=1)
    return counted(["node", "web/test/browser/run.mjs", program("build"), os.path.join(HERE, "build", "web"), part],
                   timeout=3600)


def suite_format():
    """clang-format would change no C or C++ file."""
    if not shutil.which("clang-format"):
        return Result(skipped=1)
    listed = run(["git", "ls-files", "*.c", "*.cc", "*.h"])[1].split()
    code, out = run([*LOW, "clang-format", "--dry-run", "--Werror", *listed])
    wrong = set(re.findall(r"^(\S+?):\d+:\d+: error", out, re.M))
    return Result(len(listed) - len(wrong), len(wrong) or int(code != 0), 0, out if code else "")


def suite_mutants(words):
    """Faults in the rules are noticed."""
    if not shutil.which("clang"):
        return Result(skipped=1)
    code, out = run([sys.executable, "tools/mutate", *words], timeout=7200)
    noticed = sum(int(n) for n in re.findall(r"^\w+: (\d+) of \d+ noticed", out, re.M))
    missed = len(re.findall(r"^MISSED|^\S+mutants\.md: ", out, re.M))
    for line in re.findall(r"^(?:\S+\.c .* faults, .*|\w+: \d+ of \d+ noticed.*)$", out, re.M):  # the score, by file and game
        print(f"     {line}", flush=True)
    return Result(noticed, missed or int(code != 0), 0, out if code else "")


def suite_gpu():
    """The kernels of each game can be built for a GPU, and need nothing that is not there; what they do, the Python package's tests show."""
    if not all(shutil.which(tool) for tool in ("clang", "llvm-link", "opt", "llc")):
        return Result(skipped=1)
    code, out = run(["ninja", "-C", "build", "gpu"], timeout=1800)
    made = files("build/gpu/*.ptx")
    return Result(len(made), int(code != 0), 0, out if code else "")


def suite_coverage():
    tool = os.path.join(HERE, "tools", "rule-coverage")
    result = Result()
    for game in files("games/*/README.md"):
        code, out = run([tool, os.path.basename(os.path.dirname(game))])
        result.add(code == 0, out)
    return result


# Name, the builds it needs, what it runs (None: it is only the build), and whether it belongs to the first minutes.
def suites(whole):
    base = "build-gcc" if whole else FIRST
    tested = ["build-gcc"] if whole else [FIRST, TESTS]
    signing = ["build-gcc", "build-O0", "build-clang", "build-sanitize"]
    everything = [
        ("includes", [], lambda: counted([sys.executable, "tests/includes.py"]), True),
        ("map", [], lambda: counted([sys.executable, "tests/map.py"]), True),
        ("circles", [], lambda: counted([sys.executable, "tests/circles.py"]), True),
        ("shape", [], lambda: counted([sys.executable, "tests/shape.py"]), True),
        ("rulebooks", [], lambda: counted([sys.executable, "tests/rulebooks.py"]), True),
        ("promises", [], lambda: counted([sys.executable, "tests/promises.py"]), True),
        ("hostile", [], lambda: counted([sys.executable, "tests/hostile.py"]), True),
        ("rule coverage", [], suite_coverage, True),
        ("names", [base], lambda: counted([sys.executable, "tests/names.py", program(base)]), True),
        ("build", ["build"], None, True),
        ("build gcc", ["build-gcc"], None, False),
        ("criterion gcc" if whole else "criterion", tested, lambda: suite_criterion(base), True),
        ("scenarios", [base], lambda: suite_scenarios(base), True),
        ("golden records", [base], lambda: suite_golden(base), True),
        ("perft", [base], lambda: suite_perft(base), True),
        ("scripts", tested if whole else [*tested, "page"], lambda: suite_scripts(base), True),
        ("format", [], suite_format, False),
        ("models", ["build-gcc"], lambda: counted([sys.executable, "tests/models/compare.py", "--all"], {"PETTEIA_LIBRARY": library("build-gcc")}), False),
        ("python", ["build-gcc", "packages"], suite_python, False),
        ("page", ["build", "page"], suite_page, True),
        ("page timed", ["build", "page"], lambda: suite_page_browser("--timed"), False),
        ("gpu", ["build"], suite_gpu, False),
        ("page types", ["build", "page"], suite_page_types, False),
        ("page units", ["build", "page"], suite_page_units, False),
        ("pictures", ["build-gcc", "page", "packages"], lambda: script("pictures"), False),
        ("packages", ["build", "packages"], suite_packages, False),
        ("hosts", ["build-gcc"], lambda: suite_clocks("hosts"), False),
        ("cluster", ["build-gcc", "build", "page"], lambda: suite_clocks(*NODES), False),
        ("release", ["build", "page", "release"], lambda: counted([sys.executable, "tests/test_release.py"]), False),
        ("page browser", ["build", "page"], lambda: suite_page_browser("--short" if whole else "--first"), True),
        ("new game", ["build-gcc"], lambda: script("new_game"), False),
        ("build clang", ["build-clang"], None, False),
        ("build gcc -O0", ["build-O0"], None, False),
        ("build sanitizers", ["build-sanitize"], None, False),
        ("criterion sanitizers", ["build-sanitize"], lambda: suite_criterion("build-sanitize"), False),
        ("scenarios sanitizers", ["build-sanitize"], lambda: suite_scenarios("build-sanitize"), False),
        ("golden sanitizers", ["build-sanitize"], lambda: suite_golden("build-sanitize"), False),
        ("scripts sanitizers", ["build-sanitize"], lambda: suite_scripts("build-sanitize"), False),
        ("threads", ["build-threads"], lambda: counted([os.path.join(HERE, "build-threads", "tests", "threads")]), False),
        ("mutants", [], lambda: suite_mutants(["myriath", "mykerinos", "myst", "--file", "/score.c", "--sample", "60"]), False),
        ("signatures", signing, lambda: suite_signatures(signing), False),
        ("fuzz", ["build-sanitize"], lambda: suite_fuzz("build-sanitize", FUZZ_SECONDS), False),
    ]
    return [s for s in everything if s[3] or whole]


def judge(needs, suite):
    """The result of a suite, or of its build if that is all there is."""
    for folder in needs:
        trouble = build(folder)
        if trouble:
            return Result(0, 1, 0, trouble if suite is None else f"{folder} cannot be built")
    return suite() if suite else Result(1)


def main():
    parser = argparse.ArgumentParser(prog="./petteia test", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", dest="whole")
    parser.add_argument("--only", default="")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--fuzz", type=int, default=0, metavar="SECONDS")
    parser.add_argument("--mutants", action="store_true")
    args = parser.parse_args()
    if args.strict:
        os.environ[STRICT] = "1"
    if not (args.whole or args.only):
        BUILDS[FIRST] = ("clang", ["-Dtests=enabled"], ["play"])  # compiles in half the time
    chosen = [s for s in suites(args.whole or args.only or args.list) if args.only in s[0]]
    if args.fuzz:
        chosen = [("fuzz", ["build-sanitize"], lambda: suite_fuzz("build-sanitize", args.fuzz, 0), True)]
    if args.mutants:
        chosen = [(f"mutants {part}", [], lambda p=part: suite_mutants([p]), True)
                  for part in [short(f).split("/")[1] for f in files("games/*/README.md")] + ["core", "table"]
                  if args.only in f"mutants {part}"]
    if args.list:
        print("\n".join(s[0] for s in chosen))
        return 0
    if not chosen:
        print(f"petteia test: no suite is called '{args.only}' (--list shows them)", file=sys.stderr)
        return 2
    return report(chosen, stages(chosen) if args.whole or args.only else first_lanes(chosen))


def report(chosen, order):
    """Runs the suites, stage after stage; the lanes of a stage side by side, the suites of a lane one after the other. Tells each result
    as it comes, and first what to do about a failure."""
    everything, troubles, begin, one = Result(), [], time.monotonic(), threading.Lock()
    wanted.extend(folder for _, needs, _, _ in chosen for folder in needs)
    prepare(*[folder for folder in wanted if folder != "page"])
    if TESTS in wanted and can_page():
        page_builder.submit(run, ["./petteia", "page", "packages"])  # they arrive while C is compiled

    def follow(lanes, suites_of_lane):
        if gives_way(lanes, suites_of_lane):
            os.nice(10)  # of this thread, what it starts, and nothing else
        for name, needs, suite, _ in suites_of_lane:
            start = time.monotonic()
            r = judge(needs, suite)
            counts = f"{r.passed} passed, {r.failed} failed" + (f", {r.skipped} skipped" if r.skipped else "")
            with one:
                print(f"{'FAIL' if r.failed else 'ok  '} {name:22} {time.monotonic() - start:6.1f} s  {counts}", flush=True)
                if r.text:
                    print(f"--- {name}; again: ./petteia test --only '{name}' ---\n{r.text.rstrip()}\n---", flush=True)
                    troubles.append(name)
                for what, why in r.unsteady:
                    print(f"unsteady: {what} {ONCE}; how it failed:\n{why.rstrip()}\n---", flush=True)
                everything.take(r)
    for lanes in order:
        side_by_side(len(lanes), lambda lane, lanes=lanes: follow(lanes, lane), lanes)
    if troubles:
        print("\nnot passed: " + ", ".join(troubles))
    judge_unsteady(everything)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\nall suites: {time.monotonic() - begin:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of CPU")
    skipped = f", {everything.skipped} skipped" if everything.skipped else ""
    print(f"{everything.passed} passed, {everything.failed} failed{skipped}")
    return 1 if everything.failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:  # after Ctrl-C, build nothing more
        for each in builder, page_builder:
            each.shutdown(wait=False, cancel_futures=True)
