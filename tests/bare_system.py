"""A bare Debian in a folder, and programs inside of it: for packages that have to bring everything themselves."""
# SPDX-License-Identifier: MIT
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import urllib.request

TESTS = pathlib.Path(__file__).resolve().parent
# Written by dpkg, adduser and their like for their own use; not the package's.
BOOKS = re.compile(r"/(proc|sys|dev|run|tmp)/|/var/(lib/dpkg|log|cache)/|/etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$|/var/lib/systemd/deb-systemd-helper-\w+$")


def run(*command, **kwargs):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=900, check=False, **kwargs)


def bare_debian(folder, packages):
    """Makes this machine's Debian, with nothing but what every Debian has and these packages. Returns why it cannot, or None."""
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        return "a bare system needs root and mmdebstrap"
    release = re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.M)[1]
    r = run("mmdebstrap", "--variant=essential", "--include=" + ",".join(packages), release, folder)
    return None if r.returncode == 0 else "mmdebstrap cannot make a bare system here: " + (r.stderr.strip().splitlines() or ["?"])[-1]


def bubblewrap_works():
    """It is there and may make namespaces, which a container or a folder as a system may not allow."""
    return shutil.which("bwrap") is not None and run("bwrap", "--ro-bind", "/", "/", "--unshare-user", "--unshare-net", "true").returncode == 0


def in_folder(folder, user="0:0"):
    """The words that run a command inside of a folder as if it were the whole machine. It must be there under its full path."""
    return ["chroot", f"--userspec={user}", str(folder)]


def everything_in(folder):
    """Every path of a system, without the books that package managers keep."""
    found = set()
    for place, folders, files in os.walk(folder):
        found |= {os.path.join(place, name)[len(str(folder)):] for name in folders + files}
    return {path for path in found if not BOOKS.search(path)}


class Serving:
    """with Serving(command) as base: ... The command prints its address, as `petteia serve` does."""

    def __init__(self, command):
        self.process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        ready = select.select([self.process.stdout], [], [], 60)[0]
        port = re.search(r":(\d+)/", self.process.stdout.readline() if ready else "")
        return f"http://127.0.0.1:{port[1]}" if port else None

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def fetched(base, path):
    """What a server answers, as text; '' if it does not."""
    try:
        with urllib.request.urlopen(base + path, timeout=60) as answer:
            return answer.read().decode(errors="replace")
    except (OSError, TypeError):
        return ""


def game_over_socket(base, game):
    """A whole game against a bot through the protocol; its record."""
    r = run(sys.executable, TESTS / "client.py", base, game)
    return r.stdout.split("\n", 1)[1] if r.returncode == 0 else ""

