#!/usr/bin/env python3
"""A sixth game, made by tools/new-game in a copy of the tree, passes everything that the others pass. Then it is broken, line by
line, and the suites notice.

Usage: test_new_game.py PROGRAM. Prints a line for each test and "N passed, M failed"; exit 1 if any failed. The copy is built as
build-gcc is, so that ccache has most of it. What needs tmux, Node.js packages or NumPy is left out where they are missing."""
# SPDX-License-Identifier: MIT
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME, TITLE = "stonecutters", "The Stonecutters"  # longer than the template's: lines break elsewhere
BUILD = ["-Dwerror=true", "-Dtests=enabled", "-Db_ndebug=false", "-Dwasm=disabled", "-Doptimization=1"]  # as many warnings as in a release, in half the time
results = []


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n{seen}"), flush=True)
    return good


class Tree:
    """The copy: commands run in its root and are judged by their exit code or by "N passed, M failed"."""

    def __init__(self, folder):
        self.root = folder
        self.game = os.path.join(folder, "games", NAME)
        self.program = os.path.join(folder, "build", "petteia")

    def run(self, *command, timeout=600, **env):
        try:
            r = subprocess.run(command, cwd=self.root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               timeout=timeout, env={**os.environ, "PETTEIA_LANG": "en", "CC": "gcc", **env})
        except subprocess.TimeoutExpired as late:
            return 124, (late.stdout or b"").decode(errors="replace")
        return r.returncode, r.stdout.decode(errors="replace")

    def passes(self, name, *command, **more):
        code, said = self.run(*command, **more)
        return test(name, code == 0 and not re.search(r"[1-9]\d* failed", said), said[-3000:])

    def files(self, pattern):
        return sorted(glob.glob(os.path.join(self.game, pattern)))

    def ninja(self, *targets):
        return self.run("ninja", "-C", "build", *targets, timeout=1800)  # on a machine that has more to do


def copy_tree(folder):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True).stdout.decode().split("\0")
    for path in filter(None, listed):
        if os.path.isfile(os.path.join(ROOT, path)):
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, path), os.path.join(folder, path))
    git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "before"]):
        subprocess.run([*git, *command], cwd=folder, check=True, capture_output=True)


# --- making it ---

def test_refusals(tree):
    """What cannot be a game changes nothing."""
    taken = next(os.path.basename(os.path.dirname(p)) for p in glob.glob(os.path.join(ROOT, "games", "*", "meson.build")))
    for args in (["Upper"], ["x"], ["a-b"], [taken], ["quarry"], ["table"], ["rules"], [NAME, "--prefix", "pt"],
                 [NAME, "--prefix", "mr"], [NAME, "--prefix", "9x"], [NAME, "--title", "{odd}"]):
        code, said = tree.run("tools/new-game", *args)
        test(f"new-game {' '.join(args)} is refused", code == 2 and said.count("\n") == 1 and said.startswith("new-game: "), said)
    code, said = tree.run("git", "status", "--porcelain")
    test("a refusal changes nothing", code == 0 and not said, said)


def test_making(tree):
    code, said = tree.run("tools/new-game", NAME, "--title", TITLE)
    test("new-game makes a game and says what is next", code == 0 and "docs/adding-a-game.md" in said, said)
    changed = tree.run("git", "status", "--porcelain")[1].splitlines()
    test("its folder and the list are all that changes", changed == [" M games/meson.build", f"?? games/{NAME}/"], changed)
    numbers = tree.run("git", "diff", "--numstat")[1].split()
    test("the list has one line more", numbers == ["1", "0", "games/meson.build"], numbers)
    code, said = tree.run("grep", "-rniE", r"quarry|\bqy", f"games/{NAME}")
    test("nothing of the template's names is left", code == 1, said)
    code, said = tree.run("tools/new-game", NAME)
    test("a second time it is refused", code == 2, said)


# --- what is read, not run ---

def test_sources(tree):
    for script in ("includes", "circles", "shape", "map", "rulebooks"):
        tree.passes(f"tests/{script}.py", sys.executable, f"tests/{script}.py")
    tree.passes("its words, in every language", sys.executable, "tests/test_words.py", tree.program)
    tree.passes("every rule is cited by a test", "tools/rule-coverage", NAME)
    if shutil.which("clang-format"):
        sources = tree.files("*.[ch]") + tree.files("test/*")
        tree.passes("clang-format finds nothing", "clang-format", "--dry-run", "--Werror", *sources)


def test_guide(tree):
    """docs/adding-a-game.md goes through every file of the folder; those of some folders are named together."""
    with open(os.path.join(ROOT, "docs", "adding-a-game.md"), encoding="utf-8") as file:
        guide = file.read()
    for path in tree.run("git", "ls-files", "--others", "--exclude-standard", f"games/{NAME}")[1].split():
        inside = os.path.relpath(path, f"games/{NAME}").replace(NAME, "NAME")
        together = re.sub(r"[^/]+(?=\.(play|perft|scn)$)|(?<=test_)\w+", "*", inside)
        shown = os.path.basename(inside) if inside.startswith("board/") else inside
        test(f"the guide speaks of {inside}", f"`{shown}`" in guide or f"`{together}`" in guide, together)


# --- what is run ---

def test_build(tree):
    code, said = tree.run("meson", "setup", "build", *BUILD)
    if not test("meson takes it", code == 0, said[-3000:]):
        return False
    code, said = tree.ninja("petteia", "tests/test_every_game", f"tests/test_{NAME}")
    return test("it is built without a warning", code == 0, said[-3000:])


def test_program(tree):
    """Its suites, as tests/run.py runs them."""
    tree.passes("its own tests", f"build/tests/test_{NAME}")
    tree.passes("the invariants of every game", "build/tests/test_every_game", PETTEIA_INVARIANTS_GAME=NAME, PETTEIA_INVARIANTS_SHARE="2")
    tree.passes("scenarios, lesson and diagrams", tree.program, "scenario", *tree.files("scenarios"), *tree.files("*.scn"))
    for path in tree.files("golden/*.play"):
        tree.passes(f"replay {os.path.basename(path)}", tree.program, "replay", path)
    fair = os.path.join(tree.game, "golden", "fair.play")
    tree.passes("verify fair.play", tree.program, "verify", fair)
    tree.passes("tools/verify.py fair.play", sys.executable, "tools/verify.py", fair)
    for path in tree.files("golden/*.perft"):
        tree.passes(f"perft {os.path.basename(path)}", tree.program, "perft", "--check", path)
    tree.passes("a soak", tree.program, "soak", "--game", NAME, "--games", "200")
    tree.passes("two games between bots", tree.program, "arena", NAME, "casual", "greedy", "--games", "2", "--iterations", "200")
    tree.passes("nothing outside names it", sys.executable, "-c",
                "import sys; sys.argv[1:] = [sys.argv[1]]; sys.path.insert(0, 'tests'); import names\n"
                f"names.words_of = lambda p, of=names.words_of: ({{'{NAME}'}}, set(OPTIONS) - set(names.ORDINARY), set())\n"
                "sys.exit(names.main())".replace("OPTIONS", repr(options_of(tree))), tree.program)


def options_of(tree):
    games = json.loads(tree.run(tree.program, "games", "--json")[1])
    return [o["name"] for g in games if g["game"] == NAME for o in g["options"]]


def test_faces(tree):
    """What people and pages read, in every language."""
    for language in ("en", "fr", "de"):
        game = next(g for g in json.loads(tree.run(tree.program, "games", "--json", PETTEIA_LANG=language)[1]) if g["game"] == NAME)
        test(f"{language}: it has a title and a sentence", game["title"] == TITLE and len(game["words"]) > 20, game)
    for verb in ("tables", "lesson"):
        code, said = tree.run(tree.program, verb, NAME)
        test(f"petteia {verb}", code == 0 and json.loads(said), said)
    code, said = tree.run(tree.program, "rules", NAME)
    test("petteia rules", code == 0 and "R4.2" in said, said)


def test_terminal(tree):
    if not shutil.which("tmux") or "ncursesw" in tree.run(tree.program, "term", NAME)[1]:
        return
    import terminal
    terminal.PROGRAM = tree.program
    with tempfile.TemporaryDirectory(prefix="petteia-term") as folder:
        term = terminal.Term(folder, 80, 24, NAME, "--seats", "human,greedy", "--seed", "4", "--pace", "0", env="PETTEIA_LANG=en")
        try:
            term.wait(r"Round 1 of 8(.|\n)*On offer(.|\n)*Your bid: 0 +1")
            term.command("bid 2")
            screen = term.wait(r"Round 2 of 8(.|\n)*Last round: ")
            test("the terminal draws it, and a bid is made", TITLE in screen, screen)
        except (AssertionError, subprocess.CalledProcessError) as why:
            test("the terminal draws it, and a bid is made", False, why)
        finally:
            term.close()


def test_server(tree):
    """A person and a bot who are asked at the same time, over the wire."""
    if "serve" not in tree.run(tree.program, "--help")[1]:
        return
    import client
    import serving
    with serving.Server(tree.program, "--rate", "0") as s:
        token = client.http(s.base, "/api/guest", {"name": "Ada"})[1]["token"]
        wish = {"game": NAME, "players": 3, "seats": ["me", "greedy", "random"]}
        table = client.http(s.base, "/api/tables", wish, token)[1]["table"]
        client.enter(s.base, token).send(t="start", table=table)
        try:
            whole, c = client.play(s.base, token, table, 0, random.Random(1))
            test("a game on a server, to its end", whole["result"] and whole["view"] == c.view, whole)
        except (AssertionError, ConnectionError) as why:
            test("a game on a server, to its end", False, why)


def test_page(tree):
    packages = os.path.join(ROOT, "web", "node_modules")
    if not os.path.isdir(packages) or not shutil.which("node"):
        return
    os.symlink(packages, os.path.join(tree.root, "web", "node_modules"))
    tree.passes("the page's tables", "node", "web/tools/generate.mjs", tree.program)
    built = tree.passes("the page is built with its board", "sh", "-c", "cd web && node_modules/.bin/vite build")
    pictures = glob.glob(os.path.join(tree.root, "build", "web", "assets", "picture-*.svg"))
    test("and with the pictures of all games", built and len(pictures) >= 2 * 6, pictures)
    with open(os.path.join(tree.root, "web", "tsconfig.board.json"), "w", encoding="utf-8") as file:  # of the new board alone
        json.dump({"extends": "./tsconfig.json", "include": [f"../games/{NAME}/board"]}, file)
    tree.passes("the types of its board", "sh", "-c", "cd web && node_modules/.bin/svelte-check --tsconfig ./tsconfig.board.json")
    code, said = tree.run("sh", "-c", "cd web && node_modules/.bin/vitest run --reporter=verbose "
                          "test/unit/languages.test.ts test/unit/board_words.test.ts test/unit/markdown.test.ts")
    test("the words of its board, in every language", code == 0 and f"the words of {NAME}" in said, said[-3000:])


def test_tensor(tree):
    import python_env
    python = next((p for p in (python_env.PYTHON, sys.executable) if os.path.exists(p)
                   and subprocess.run([p, "-c", "import numpy"], capture_output=True).returncode == 0), None)
    if python is None or tree.ninja("python/_petteia.so")[0]:
        return
    code, said = tree.run(python, "-W", "ignore", "-m", "petteia.tensors", NAME, PYTHONPATH=os.path.join(tree.root, "python"),
                          PETTEIA_LIBRARY=os.path.join(tree.root, "build", "python", "_petteia.so"))
    with open(os.path.join(tree.game, "TENSOR.md"), encoding="utf-8") as file:
        test("TENSOR.md is what its header says", code == 0 and said == file.read(), said)


# --- breaking it ---

# A file, what stands there, what is put in its place, and who has to notice; without a verb, the build.
BROKEN = [
    ("check.c", "coins > s->coins[seat]", "coins >= s->coins[seat]", ["soak", "--game", NAME, "--games", "5"]),
    ("hidden.c", "s->favourite[seat] = draw_card(s, rng)", "s->favourite[seat] = (uint8_t)(0 * draw_card(s, rng))", ["soak", "--game", NAME, "--games", "200"]),
    ("rules.c", "return equal ? -1 : best;", "return best;", ["scenario", f"games/{NAME}/scenarios"]),
    ("score.c", "won * BONUS", "won", ["replay", f"games/{NAME}/golden/three.play"]),
    ("words/fr", "game-over:", "# game-over:", None),
]


def test_broken(tree):
    for path, old, new, noticed in BROKEN:
        full = os.path.join(tree.game, path)
        with open(full, encoding="utf-8") as file:
            good = file.read()
        old = old.replace("BONUS", re.search(r"\w+_BONUS|$", good)[0])
        with open(full, "w", encoding="utf-8") as file:
            file.write(good.replace(old, new, 1))
        code, said = tree.ninja("petteia")
        if noticed and not code:
            code, said = tree.run(tree.program, *noticed)
        elif noticed:
            said, code = "the broken game is not built:\n" + said, 0
        test(f"{path} with '{new}' is noticed", old in good and code not in (0, 124), said[-2000:])
        with open(full, "w", encoding="utf-8") as file:
            file.write(good)


def main():
    with open(PROGRAM, "rb") as file:
        if b"__asan_init" in file.read() or not shutil.which("git") or not os.path.exists(os.path.join(ROOT, ".git")):
            print("0 passed, 0 failed, 1 skipped")
            return 77
    sys.argv[1:] = []
    with tempfile.TemporaryDirectory(prefix="petteia-new-game-") as folder:
        tree = Tree(folder)
        copy_tree(folder)
        test_refusals(tree)
        test_making(tree)
        if test_build(tree):
            for suite in (test_sources, test_guide, test_program, test_faces, test_terminal, test_server, test_tensor, test_page,
                          test_broken):
                start = time.monotonic()
                suite(tree)
                print(f"     {suite.__name__}: {time.monotonic() - start:.0f} s", flush=True)
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 1 if False in results else 0


if __name__ == "__main__":
    sys.exit(main())
