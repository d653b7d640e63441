#!/usr/bin/env python3
"""The packages that tools/packages makes: each is installed where nothing else is, and used for a game; those for programs also on a bare Debian, by an ordinary user.

Usage: test_packages.py [npm] [wheel] [arm64]. Prints a line for each test and "N passed, M failed, K skipped"; exit 1 if any failed."""
# SPDX-License-Identifier: MIT
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor

from bare_system import bare_debian, in_folder

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = ROOT / "web" / "node_modules" / ".bin"
results, skipped = [], 0
PLAY = """
import sys, petteia
assert petteia.__file__.startswith(sys.argv[1]), petteia.__file__
play = petteia.game("mykerinos").start(players=2, seed=1)
play.luck()
bot = petteia.Mind("beginner", "mykerinos", seed=1)
while not play.over:
    seat = play.next_seat()
    play.move(seat, bot.pick(play.observe(seat), seat))
    play.luck()
print(play.record())
"""
TYPED = """
import { Engine, type GameInfo, type Play } from 'petteia';
export async function first(wasm: Response): Promise<[Play, readonly GameInfo[]]> {
  const engine = await Engine.load(wasm);
  // @ts-expect-error there is no such setting
  engine.start({ game: 'myst', speed: 3 });
  return [engine.start({ game: 'myst' }), engine.games];
}
"""


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"), flush=True)
    return good


def run(*command, **kwargs):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=900, check=False, **kwargs)


def made(out, *kinds):
    r = run(sys.executable, ROOT / "tools" / "packages", *kinds, "--out", out)
    path = pathlib.Path(r.stdout.strip() or "none")
    return path if test(f"packages {' '.join(kinds)}", r.returncode == 0 and path.exists(), r) else None


def same_again(path, out, *kinds):
    again = made(out, *kinds)
    sums = [hashlib.sha256(p.read_bytes()).hexdigest() for p in (path, again) if p]
    test(f"{' '.join(kinds)}: made twice, the same bytes", len(sums) == 2 and sums[0] == sums[1], sums)


# --- a bare Debian, made while packages are ---

class Bare:
    """with Bare(folder) as bare: ... What the packages say they need, and nothing of ours."""
    NEEDS = ("python3-venv", "python3-numpy", "nodejs")
    HOME = "/tmp/home"

    def __init__(self, folder):
        self.system, self.worker = pathlib.Path(folder), ThreadPoolExecutor(1)

    def __enter__(self):
        self.trouble = self.worker.submit(bare_debian, self.system, self.NEEDS)
        return self

    def __exit__(self, *_):
        self.worker.shutdown()

    def plays(self, kind, package, files, *script):
        """Installs a package there as somebody who is not root, runs a program that plays, and judges its record here."""
        global skipped
        if self.trouble.result():
            skipped += 1
            print(f"skip {kind} on a bare system: {self.trouble.result()}")
            return
        home = self.system / self.HOME[1:] / kind
        home.mkdir(parents=True)
        for name, text in files.items():
            (home / name).write_text(text)
        shutil.copy(package, home)
        run("chown", "-R", "1000:1000", home)
        r = run(*in_folder(self.system, "1000:1000"), "/bin/sh", "-ec", f"cd {self.HOME}/{kind}; export HOME=$PWD; " + "; ".join(script))
        record = home / "record.play"
        record.write_text(r.stdout.rstrip("\n") + "\n")
        judged = run(ROOT / "build" / "petteia", "replay", record)
        test(f"{kind}: installed on a bare system by an ordinary user, it plays a game", r.returncode == 0 and '[Game "mykerinos"]' in r.stdout and judged.returncode == 0, (r, judged))


def npm(folder, bare):
    package = made(folder / "dist", "npm")
    if not package:
        return
    same_again(package, folder / "again", "npm")
    with tarfile.open(package) as tar:
        tar.extractall(folder / "node_modules", filter="data")
    (folder / "node_modules" / "package").rename(folder / "node_modules" / "petteia")
    example = re.search(r"```js\n(.*?)```", (ROOT / "npm" / "README.md").read_text(), re.S)[1]
    (folder / "play.mjs").write_text(example)
    (folder / "old.mjs").write_text("delete globalThis.crypto;\n")  # as in Node 18, the one that Debian 12 has
    r = run("node", "--import", "./old.mjs", "play.mjs", cwd=folder)
    test("npm: the example of its page plays a game, as it is and also in Node 18", r.returncode == 0 and '[Game "mykerinos"]' in r.stdout, r)
    (folder / "game.play").write_text(r.stdout.rstrip("\n") + "\n")
    r = run(ROOT / "build" / "petteia", "replay", folder / "game.play")
    test("npm: its record is judged right by the program", r.returncode == 0, r)
    (folder / "typed.mts").write_text(TYPED)
    r = run(TOOLS / "tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "node16", "--lib", "es2022,dom", "typed.mts",
            cwd=folder)
    test("npm: its types are found and are strict", r.returncode == 0, r)
    bare.plays("npm", package, {"play.mjs": example}, "mkdir node_modules", "tar -xzf *.tgz -C node_modules", "mv node_modules/package node_modules/petteia", "node play.mjs")


def wheel(folder, bare):
    package = made(folder / "dist", "wheel")
    if not package:
        return
    test("wheel: for every Python 3, and for a C library that is named",
         re.fullmatch(r"petteia-[\d.]+-py3-none-manylinux[\w.]+_x86_64\.whl", package.name), package.name)
    same_again(package, folder / "again", "wheel")
    with zipfile.ZipFile(package) as file:
        file.extractall(folder / "site")
        test("wheel: type information is in it", "petteia/py.typed" in file.namelist(), file.namelist())
        test("wheel: so is what draws the page's boards, if tools/boards has made it", ("petteia/board.mjs" in file.namelist()) == (ROOT / "build" / "python" / "board.mjs").exists(),
             file.namelist())
    env = {name: value for name, value in os.environ.items() if name != "PETTEIA_LIBRARY"}
    r = run(sys.executable, "-c", PLAY, folder / "site", cwd=folder, env={**env, "PYTHONPATH": str(folder / "site")})
    test("wheel: it plays a game", r.returncode == 0 and '[Game "mykerinos"]' in r.stdout, r)
    bare.plays("wheel", package, {"play.py": PLAY}, "python3 -m venv --system-site-packages lab >&2", "lab/bin/pip install --no-index petteia*.whl >&2", "lab/bin/python play.py $PWD/lab")


FOREIGN = r"""
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
int main(int argc, char **argv) {
    void *library = dlopen(argv[1], RTLD_NOW);
    bool (*random)(const char *, int, int, int) = dlsym(library, "api_random");
    const char *(*reply)(void) = dlsym(library, "api_reply");
    return argc == 2 && random("cyclades", 3, 1, 5) ? puts(reply()) < 0 : 1;
}
"""


def arm64(folder, _bare):
    """Emulated, for want of such a machine: the same seeds give the same games."""
    package = made(folder / "dist", "wheel", "--arm64")
    if not package:
        return
    with zipfile.ZipFile(package) as file:
        file.extractall(folder / "site")
    (folder / "try.c").write_text(FOREIGN)
    r = run("aarch64-linux-gnu-gcc", "try.c", "-o", "try", "-ldl", cwd=folder)
    r = run("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "./try", folder / "site" / "petteia" / "_petteia.so", cwd=folder) if not r.returncode else r
    there = json.loads(r.stdout or "{}")
    here = run(ROOT / "build" / "petteia", "bench", "cyclades", "--players", "3", "--games", "5").stdout
    test("wheel for arm64: the same seeds give the same games", r.returncode == 0 and there.get("signature", "none") in here, (r, here))


KINDS = {"npm": npm, "wheel": wheel, "arm64": arm64}
PYTHON = ("mesonpy", "auditwheel", "wheel", "numpy")
NEEDS = {"npm": lambda: shutil.which("node") and (TOOLS / "tsc").exists() and (ROOT / "build" / "wasm" / "petteia.wasm").exists(),
         "wheel": lambda: all(importlib.util.find_spec(m) for m in PYTHON),
         "arm64": lambda: NEEDS["wheel"]() and shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64")}

with tempfile.TemporaryDirectory() as beside, Bare(os.path.join(beside, "system")) as one:
    for kind in sys.argv[1:] or NEEDS:
        if not NEEDS[kind]():
            skipped += 1
            print(f"skip {kind}: its tools are missing")
            continue
        with tempfile.TemporaryDirectory() as place:
            KINDS[kind](pathlib.Path(place), one)
print(f"{sum(results)} passed, {len(results) - sum(results)} failed, {skipped} skipped")
sys.exit(not all(results))
