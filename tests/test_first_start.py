#!/usr/bin/env python3
"""The first start on somebody else's machine: the page's packages without npm, and what ./petteia says where it cannot install anything.

Usage: test_first_start.py [PROGRAM]. Prints a line for each test and "N passed, M failed"; exit 1 if any failed."""
# SPDX-License-Identifier: MIT
import base64
import functools
import hashlib
import http.server
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
results = []


def test(name, good, seen=""):
    results.append(bool(good))
    print(("ok   " if good else "FAIL ") + name + ("" if good else f"\n     {seen!r}"), flush=True)


# --- the page's packages, from a registry in a folder ---

def tarball(**files):
    """As npm packs one: everything below package/. A name that begins with a slash leads out of it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, text in files.items():
            info = tarfile.TarInfo("package/" + name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text.encode()))
    return out.getvalue()


class Registry:
    """with Registry(folder) as env: ... serves folder/NAME/-/NAME-VERSION.tgz."""

    def __init__(self, folder):
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return {**os.environ, "npm_config_registry": f"http://127.0.0.1:{self.server.server_port}/"}

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def entry(data, **more):
    return {"version": "1.0.0", "integrity": "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode(), **more}


def published(registry, name, data):
    place = registry / name / "-"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name.rpartition('/')[2]}-1.0.0.tgz").write_bytes(data)


def fetch(web, env, packages):
    (web / "package-lock.json").write_text(json.dumps({"packages": {"": {}, **packages}}))
    return subprocess.run([sys.executable, ROOT / "tools" / "page-packages", web], env=env, capture_output=True, text=True, timeout=60, check=False)


def page_packages(folder):
    registry, web = folder / "registry", folder / "web"
    web.mkdir()
    tool, inner, outside = tarball(**{"run.js": "1", "package.json": "{}"}), tarball(**{"a/b.js": "2"}), tarball(**{"../../away.js": "3"})
    for name, data in (("tool", tool), ("@some/inner", inner), ("outside", outside)):
        published(registry, name, data)
    good = {"node_modules/tool": entry(tool, bin={"tool": "run.js"}), "node_modules/tool/node_modules/@some/inner": entry(inner),
            "node_modules/mac": {"version": "1.0.0", "optional": True, "os": ["darwin"]}}
    with Registry(registry) as env:
        r = fetch(web, env, good)
        modules = web / "node_modules"
        test("packages are unpacked where the lock file has them", r.returncode == 0 and (modules / "tool/run.js").read_text() == "1" and
             (modules / "tool/node_modules/@some/inner/a/b.js").read_text() == "2", r)
        test("commands can be called", os.access(modules / ".bin/tool", os.X_OK) and (modules / ".bin/tool").resolve() == (modules / "tool/run.js").resolve())
        test("what is for other machines is left out", not (modules / "mac").exists())
        for name, packages, words in (
                ("a file with another sum is refused", {"node_modules/tool": entry(inner)}, "its SHA-512 differs"),
                ("a weaker sum is not enough", {"node_modules/tool": {"version": "1.0.0", "integrity": "sha1-" + base64.b64encode(hashlib.sha1(tool).digest()).decode()}}, "SHA-512 differs"),
                ("a package that the registry does not have", {"node_modules/nothing": entry(tool)}, "404"),
                ("a path that leads out of the package is refused", {"node_modules/outside": entry(outside)}, "not a plain file"),
                ("a package that does not fit this machine and is needed", {"node_modules/tool": entry(tool, os=["darwin"])}, "not made for this machine")):
            r = fetch(web, env, packages)
            test(name, r.returncode == 1 and words in r.stderr and r.stderr.count("\n") == 1, r)
            test(f"{name}: what was there is still there", (modules / "tool/run.js").read_text() == "1" and not (folder / "away.js").exists() and not (web / "away.js").exists())
    r = fetch(web, {**os.environ, "npm_config_registry": "http://127.0.0.1:1"}, {"node_modules/tool": entry(tool)})
    test("no network: it says so", r.returncode == 1 and "cannot be fetched: " in r.stderr, r)


# --- what is said where nothing can be installed ---

def missing(folder):
    """A machine with a few tools: links to ours."""
    tree, tools, nothing = folder / "tree", folder / "tools", folder / "nothing"
    for place in (tree, tools, nothing):
        place.mkdir()
        place.chmod(0o755)
    folder.chmod(0o755)
    shutil.copy(ROOT / "petteia", tree)

    def has(*names):
        for name in names:
            if not (tools / name).exists():
                (tools / name).symlink_to(shutil.which(name))

    def says(*before):
        return subprocess.run([*before, shutil.which("bash"), tree / "petteia", "play"], env={"PATH": str(tools), "DPKG_ADMINDIR": str(nothing)},
                              capture_output=True, text=True, timeout=60, check=False)
    has("bash", "readlink", "dirname", "sed", "date")
    r = says()
    test("not Debian: it names the tools and libraries that are missing", r.returncode == 1 and
         all(word in r.stderr for word in ("meson", "ninja", "python3", "node", "C compiler", "libsodium", "docs/releases.md")), r)
    if not shutil.which("dpkg-query"):
        return
    has("dpkg-query")
    (nothing / "status").write_text("")
    r = says()
    test("no apt-get: it names Debian's packages", r.returncode == 1 and "no apt-get here. Install: clang lld" in r.stderr and "nodejs" in r.stderr, r)
    has("apt-get")
    user = [shutil.which("setpriv"), "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    r = says(*user)
    test("no root and no sudo: the line to run as root", r.returncode == 1 and "As root, run:\n  apt-get install --no-install-recommends clang" in r.stderr, r)


FAKE = {  # an archive that lacks one package, whatever lists it has
    "apt-get": 'echo "$*" >>"$0.said"; case " $* " in *" %s "*) exit 100 ;; esac',
    "apt-cache": '[ "$2" != %s ]',
    "dpkg-query": "exit 1",
}


def unknown(folder):
    """A relative of Debian's that lacks a package: one that only tests want is left out, one for play is named."""
    if os.geteuid() != 0:
        return
    tree, tools = folder / "tree", folder / "tools"
    (tree / "tests").mkdir(parents=True)
    tools.mkdir()
    shutil.copy(ROOT / "petteia", tree)
    (tree / "tests" / "run.py").write_text("print('the tests run')\n")
    for name in ("bash", "readlink", "dirname", "sed", "date", "mktemp", "paste", "rm", "env", "grep", "tail", "python3", "sleep"):
        (tools / name).symlink_to(shutil.which(name))
    for lacking, verb in (("chromium-headless-shell", "test"), ("meson", "test"), ("meson", "play")):
        for name, text in FAKE.items():
            (tools / name).write_text(f"#!{shutil.which('sh')}\n" + text.replace("%s", lacking) + "\n")
            (tools / name).chmod(0o755)
        r = subprocess.run([shutil.which("bash"), tree / "petteia", verb], env={"PATH": str(tools)}, capture_output=True, text=True, timeout=60, check=False)
        if lacking == "meson":
            test(f"{verb}: without a package that it needs it says so", r.returncode == 1 and "could not install: clang" in r.stderr and "the tests run" not in r.stdout, r)
        else:
            last = (tools / "apt-get.said").read_text().splitlines()[-1]
            test("test: what the archive does not have is left out and told", r.returncode == 0 and "the tests run" in r.stdout and
                 "not in this system's archive: chromium-headless-shell." in r.stderr and "libcriterion-dev" in last and lacking not in last, (r, last))


# Fedora's names, each seen in what other projects install there (docs/first-minutes.md).
FEDORA = ("clang lld wasi-libc-devel wasi-libc-static meson ninja-build pkgconf-pkg-config python3 ncurses-devel wslay-devel sqlite-devel libicu-devel jansson-devel "
          "libfido2-devel libsodium-devel zlib-devel nodejs npm").split()
BRINGS = {"clang": "clang", "meson": "meson", "ninja-build": "ninja", "nodejs": "node", "npm": "npm", "pkgconf-pkg-config": "pkg-config", "python3": "python3"}
LINE = "dnf install --setopt=install_weak_deps=False " + " ".join(FEDORA)
# It notes how it was called and brings the commands of what it was asked for, all but one.
DNF = """echo "$0 $*" >>"$PLACE/said"
[ "$MODE" != refuses ] || { echo "Error: Unable to find a match: wslay-devel" >&2; exit 1; }
for package; do
    for each in %s; do
        [ "$package" != "${each%%%%=*}" ] || [ "$MODE" = "without ${each#*=}" ] || ln -sf "$PLACE/later/${each#*=}" "$PLACE/tools/"
    done
done"""


def executable(path, text):
    path.write_text(f"#!{shutil.which('sh')}\n{text}\n")
    path.chmod(0o755)


class Fedora:
    """A machine that has dnf and no dpkg. What dnf brings only has to be there; pkg-config then has every library."""

    def __init__(self, folder):
        self.folder, self.tree, self.tools, later = folder, folder / "tree", folder / "tools", folder / "later"
        for place in (self.tree, self.tools, later):
            place.mkdir(parents=True)
        for place in (folder, self.tools):
            place.chmod(0o777)
        shutil.copy(ROOT / "petteia", self.tree)
        for name in ("bash", "readlink", "dirname", "sed", "date", "mktemp", "rm", "grep", "tail", "sleep", "ln"):
            (self.tools / name).symlink_to(shutil.which(name))
        for name in BRINGS.values():
            executable(later / name, 'echo "the tests run: $*"' if name == "python3" else "exit 0")
        executable(self.tools / "dnf", DNF % " ".join(f"{package}={command}" for package, command in BRINGS.items()))

    def says(self, mode="brings", before=()):
        (self.folder / "said").unlink(missing_ok=True)
        for name in BRINGS.values():
            (self.tools / name).unlink(missing_ok=True)
        return subprocess.run([*before, shutil.which("bash"), self.tree / "petteia", "test"], env={"PATH": str(self.tools), "PLACE": str(self.folder), "MODE": mode},
                              capture_output=True, text=True, timeout=60, check=False)

    def said(self):
        try:
            return (self.folder / "said").read_text().splitlines()
        except FileNotFoundError:
            return []


def fedora(folder):
    """Its archive cannot be had for a test; what ./petteia asks of dnf can."""
    machine = Fedora(folder)
    user = [shutil.which("setpriv"), "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    asked = f"{machine.tools}/dnf install -y --setopt=install_weak_deps=False " + " ".join(FEDORA)
    r = machine.says(before=user)
    test("Fedora, no root and no sudo: the line to run as root, and nothing is installed", r.returncode == 1 and f"As root, run:\n  {LINE}\n" in r.stderr and not machine.said(), r)
    executable(machine.tools / "sudo", '[ "$1" = -v ] || exec "$@"')
    r = machine.says(before=user)
    test("Fedora, with sudo: the line is told, and dnf asked once for exactly these names", r.returncode == 0 and "the tests run" in r.stdout and LINE in r.stderr and
         machine.said() == [asked], (r, machine.said()))
    if os.geteuid() != 0:
        return
    (machine.tools / "sudo").unlink()
    r = machine.says()
    test("Fedora, as root: dnf is asked once for exactly these names", r.returncode == 0 and "the tests run" in r.stdout and machine.said() == [asked], (r, machine.said()))
    r = machine.says("refuses")
    test("Fedora, dnf refuses: its reason, what is missing, and the line to run", r.returncode == 1 and "Unable to find a match: wslay-devel" in r.stderr and
         "the library libsodium" in r.stderr and r.stderr.endswith(f"  {LINE}\n") and "the tests run" not in r.stdout, r)
    r = machine.says("without node")
    test("Fedora, something is still missing: it is named", r.returncode == 1 and r.stderr.endswith("petteia: still missing after dnf: node\n") and len(machine.said()) == 1, r)


def unplayable(folder):
    """What cannot be played is told before anything is installed or built for it."""
    machine = Fedora(folder)
    for game in ("myst", "cyclades"):
        (machine.tree / "games" / game).mkdir(parents=True)
    for asked, words in ((["chess"], "there is no game called 'chess'; there are cyclades myst\n"), (["myst", "cyclades"], "one game at most: ./petteia play myst\n"),
                         (["--port"], "there is no game called '--port'"), (["cyclades myst"], "there is no game called 'cyclades myst'")):
        r = subprocess.run([shutil.which("bash"), machine.tree / "petteia", "play", *asked], env={"PATH": str(machine.tools), "PLACE": str(machine.folder), "MODE": "refuses"},
                           capture_output=True, text=True, timeout=60, check=False)
        test(f"play {' '.join(asked)}: refused at once", r.returncode == 2 and words in r.stderr and not machine.said(), r)
    r = subprocess.run([shutil.which("bash"), machine.tree / "petteia", "play", "Myst"], env={"PATH": str(machine.tools), "PLACE": str(machine.folder), "MODE": "refuses"},
                       capture_output=True, text=True, timeout=60, check=False)
    test("play Myst: goes on, and dnf is asked", r.returncode == 1 and "dnf could not install" in r.stderr, r)


def webassembly(folder):
    """A clang as Fedora's and Arch's: it does not know where wasi-libc is, and its compiler-rt has no part for WebAssembly."""
    real, libc = shutil.which("clang"), pathlib.Path("/usr/lib/wasm32-wasi")
    if not real or not libc.is_dir():
        return
    resources = subprocess.run([real, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    poor, sysroot = folder / "resources", folder / "wasm32-wasi"
    for place in (poor, sysroot / "lib", sysroot / "include"):
        place.mkdir(parents=True)
    (poor / "include").symlink_to(f"{resources}/include")
    (sysroot / "lib/wasm32-wasi").symlink_to(libc)
    (sysroot / "include/wasm32-wasi").symlink_to("/usr/include/wasm32-wasi")
    executable(folder / "clang", f'exec {real} -resource-dir={poor} --sysroot=/nowhere "$@"')
    look = lambda *places: subprocess.run([sys.executable, ROOT / "wasm/check.py", folder / "clang", *places], capture_output=True, text=True, timeout=60, check=False)
    r = look("/nowhere/else")
    test("WebAssembly without a C library cannot be made", r.returncode == 1 and not r.stdout, r)
    r = look("/nowhere/else", sysroot)
    test("WebAssembly is made where wasi-libc lies elsewhere and compiler-rt has nothing for it", r.returncode == 0 and
         r.stdout == f"--sysroot={sysroot}\n--sysroot={sysroot} -nodefaultlibs -lm -lc\n", r)


def main():
    for part in (page_packages, missing, unknown, fedora, unplayable, webassembly):
        with tempfile.TemporaryDirectory() as folder:
            part(pathlib.Path(folder))
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
