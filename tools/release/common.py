"""What all packages share: the version, the time of the last commit, a program built for others."""
# SPDX-License-Identifier: MIT
import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "build", "web")


def fail(words):
    sys.exit(f"packages: {words}")


def run(*command, **kwargs):
    r = subprocess.run(command, cwd=kwargs.pop("cwd", ROOT), capture_output=True, text=True, check=False, **kwargs)
    if r.returncode:
        fail(f"{' '.join(command)}\n{r.stdout}{r.stderr}")
    return r.stdout


def version():
    with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as file:
        return re.search(r"version: '([^']+)'", file.read())[1]


def commit_time():
    return run("git", "log", "-1", "--format=%ct").strip()


def environment():
    """The time of the last commit, for files inside of packages; and the programs that pip installed beside this Python."""
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    return {**os.environ, "SOURCE_DATE_EPOCH": commit_time(), "PATH": path}


def need_page():
    if not os.path.exists(os.path.join(PAGE, "index.html")):
        fail("build the page first: ./petteia page")


@contextlib.contextmanager
def alone(folder):
    """One at a time in build/`folder`: packages may be made side by side, and ninja does not look out for others."""
    os.makedirs(os.path.join(ROOT, "build"), exist_ok=True)
    with open(os.path.join(ROOT, "build", f"{folder}.lock"), "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


# Built for strangers, who may send it anything: the compiler's and the linker's defences are on.
HARDENED = ["-Dc_args=-fstack-protector-strong -D_FORTIFY_SOURCE=2", "-Dc_link_args=-Wl,-z,relro,-z,now"]
# A server for strangers has all its parts; where a library is missing, none is made.
WHOLE = [f"-D{part}=enabled" for part in ("server", "nats", "mail", "push")]
PROGRAM = ["petteia:executable", "manual", "completion", "petteia.service"]


def configured(folder, *options):
    """build/`folder`, ready for ninja."""
    build = os.path.join(ROOT, "build", folder)
    if not os.path.exists(os.path.join(build, "build.ninja")):
        run("meson", "setup", build, "--prefix=/usr", *WHOLE, "-Dtests=disabled", "-Dwasm=disabled", "-Dgpu=disabled", *options)
    return build


def compiled(folder, *options):
    """Program, man pages, completion and units, built in build/`folder`; returns that folder."""
    with alone(folder):
        build = configured(folder, *options)
        run("meson", "compile", "-C", build, *PROGRAM)
    return build


def installed_program(folder, tree, *options):
    """The same, installed into `tree` below /usr."""
    build = compiled(folder, *options)
    with alone(folder):
        run("meson", "install", "-C", build, "--no-rebuild", "--destdir", tree, "--tags", "program,man,completion,systemd", "--strip", "--quiet")
    shutil.rmtree(os.path.join(tree, "usr", "share", "man", "man3"), ignore_errors=True)  # of the library, which is not in it
