#!/usr/bin/env python3
"""libpetteia for others: what `meson install` leaves is enough to build and run the examples, shared and static,
and shows nothing but pt_ names, versioned.

Usage: test_install.py PROGRAM, in a folder where everything is built. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.dirname(PROGRAM)
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
STRICT = ["-std=c17", *WARNINGS]
# A bot's move through a budget with a stop flag, in C++: what its compiler lays out must be what ours did.
CPP = """#include <petteia.h>
#include <atomic>
#include <cstdio>
#include <vector>

int main() {
    const pt_game *g = pt_games[0];
    pt_config config = pt_config_normal(g, g->min_seats);
    std::vector<uint64_t> state(PT_STATE_MAX / 8);
    std::vector<pt_move> moves(g->max_moves);
    std::vector<pt_chance> luck(g->max_chance);
    pt_rng rng = pt_rng_nth(1, 0);
    pt_start(g, state.data(), &config);
    while (pt_head_of(state.data())->node == PT_CHANCE) pt_random_step(g, state.data(), &rng, moves.data(), luck.data());
    std::atomic<bool> stop{true};
    pt_bot *bot = pt_bot_new(pt_bot_named("uct"), g);
    bot->budget = pt_budget{0, 600000, false, &stop};
    int seat = pt_mover(state.data());
    pt_move m = pt_bot_pick(bot, state.data(), seat, &rng);
    std::printf("%d\\n", pt_play(g, state.data(), seat, m, nullptr) == PT_OK);
    pt_bot_free(bot);
}
"""
results = []


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **more)


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"))


def skip(why):
    print(f"{why}\n0 passed, 0 failed, 1 skipped")
    sys.exit(77)


def found(tree, name):
    """The one file of this name in an installed tree."""
    hits = [f for f in glob.glob(f"{tree}/**/{name}", recursive=True) if os.path.isfile(f)]
    return hits[0] if hits else ""


def declared(tree):
    """The functions that the installed headers promise; those defined in a header need no library."""
    text = ""
    for header in glob.glob(f"{tree}/**/*.h", recursive=True):
        with open(header, encoding="utf-8") as file:
            text += file.read()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^#.*?[^\\]$", "", text, flags=re.S | re.M)
    inline = set(re.findall(r"static inline [^;{]*?\b(pt_\w+)\(", text))
    return set(re.findall(r"^(?!typedef)[a-z][\w \*]*?\b(pt_\w+)\([^;{]*?\)[^;{]*;", text, re.M)) - inline


if not shutil.which("pkg-config") or not os.path.exists(os.path.join(BUILD, "lib", "libpetteia.so")):
    skip("the library is not built here, or there is no pkg-config")
if "__asan" in run("nm", "-D", os.path.join(BUILD, "lib", "libpetteia.so")).stdout:
    skip("a library under the sanitizers is not for others")

with tempfile.TemporaryDirectory() as tree:
    r = run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", tree)
    test("meson install", r.returncode == 0, r)
    shared, static, pc = found(tree, "libpetteia.so"), found(tree, "libpetteia.a"), found(tree, "petteia.pc")
    test("shared and static library, pkg-config file and man page are there",
         shared and static and pc and found(tree, "libpetteia.3*"), os.listdir(tree))

    places = ("share/man/man1/petteia.1", "share/man/man1/petteia-term.1", "share/man/de/man1/petteia.1", "share/man/fr/man1/petteia-term.1",
              "share/bash-completion/completions/petteia", "share/zsh/site-functions/_petteia", "share/fish/vendor_completions.d/petteia.fish")
    lacks = [place for place in places if not glob.glob(f"{tree}/**/{place}", recursive=True)]
    test("man pages and completion are where man and the shells look", not lacks, lacks)

    if os.path.exists(os.path.join(BUILD, "server", "petteia.service")):  # built with the server
        unit, port = found(tree, "petteia.service"), found(tree, "petteia.socket")
        text = open(unit, encoding="utf-8").read() if unit else ""
        test("the units of systemd are there, with the place of the program", port and "/bin/petteia serve" in text and "@bindir" not in text, text)
    symbols = [line.split()[-1] for line in run("nm", "-D", "--defined-only", shared).stdout.splitlines()]
    names = {s.split("@")[0] for s in symbols}
    test("the shared library shows pt_ names and its version, no more",
         names and all(s.startswith("pt_") and "@@PETTEIA_" in s for s in symbols if not s.startswith("PETTEIA_")),
         [s for s in symbols if not s.startswith("pt_")][:9])
    test("it has every function that its headers declare", len(declared(tree)) > 80 and declared(tree) <= names,
         sorted(declared(tree) - names))

    env = {**os.environ, "PKG_CONFIG_PATH": os.path.dirname(pc), "PKG_CONFIG_SYSROOT_DIR": tree,
           "LD_LIBRARY_PATH": os.path.dirname(shared)}
    flags = run("pkg-config", "--cflags", "petteia", env=env).stdout.split()
    libs = run("pkg-config", "--libs", "petteia", env=env).stdout.split()
    for name in "random", "bot":
        source = shutil.copy(os.path.join(ROOT, "examples", f"{name}.c"), tree)
        with open(source, encoding="utf-8") as file:
            test(f"examples/{name}.c has at most 60 lines", len(file.readlines()) <= 60)
        for how, link in ("shared", libs), ("static", [static, "-lm", "-lpthread"]):
            made = os.path.join(tree, f"{name}-{how}")
            r = run("cc", *STRICT, *flags, source, "-o", made, *link, cwd=tree, env=env)
            test(f"{name} is built from the installed tree, {how}", r.returncode == 0, r)
    expected = run(PROGRAM, "bench", "--games", "20").stdout
    for how in "shared", "static":
        r = run(os.path.join(tree, f"random-{how}"), "20", env=env)
        test(f"random, {how}: the same games as the program's", expected and r.stdout == expected, r)
        r = run(os.path.join(tree, f"bot-{how}"), "mykerinos", "beginner", env=env)
        judged = run(PROGRAM, "replay", "-", input=r.stdout)
        test(f"bot, {how}: the program accepts its record", r.returncode == 0 and judged.returncode == 0, (r, judged))
    for wrong in "x", "", "0", "7x", "99999999999999999999":
        r = run(os.path.join(tree, "random-shared"), wrong, env=env)
        test(f"random: '{wrong}' is no number of games", r.returncode == 2 and not r.stdout and r.stderr.count("\n") == 1, r)
    r = run(os.path.join(tree, "bot-shared"), "chess", env=env)
    test("bot: one sentence about what is not there", r.returncode == 2 and r.stderr.count("\n") == 1, r)
    said = [run("cc", *STRICT, *flags, "-fsyntax-only", "-x", "c", "-", env=env, input=f'#include "{header}"\n').stderr
            for header in glob.glob(f"{tree}/**/*.h", recursive=True)]
    test("every installed header compiles alone", said and not any(said), said)
    if shutil.which("c++"):
        made = os.path.join(tree, "bot-c++")
        for standard in "c++11", "c++20":
            r = run("c++", f"-std={standard}", *WARNINGS, *flags, "-x", "c++", "-", "-o", made, *libs, env=env, input=CPP)
            test(f"petteia.h compiles as {standard}", r.returncode == 0, r)
        r = run(made, env=env)
        test("a bot in C++ stops when it is told to, and its move is legal", r.returncode == 0 and r.stdout == "1\n", r)
        said = [run("c++", "-std=c++17", *WARNINGS, *flags, "-fsyntax-only", "-x", "c++", "-", env=env,
                    input=f'extern "C" {{\n#include "{header}"\n}}\n').stderr for header in glob.glob(f"{tree}/**/*.h", recursive=True)]
        test("every installed header compiles alone in C++", said and not any(said), said)
    if shutil.which("man"):
        r = run("man", "--warnings", "-E", "UTF-8", "-l", found(tree, "libpetteia.3*"), env={**env, "MANWIDTH": "80"})
        test("the man page is well formed", r.returncode == 0 and not r.stderr and "pt_game_named" in r.stdout, r)

failed = results.count(False)
print(f"{len(results) - failed} passed, {failed} failed")
sys.exit(failed > 0)
