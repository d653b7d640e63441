"""An older version of the program, for tests of two versions side by side: the last release (the newest tag v...) or, while there is none,
a commit that is recorded here. It is built once, in build-older/ and without optimisation, if the history of this tree is there."""
# SPDX-License-Identifier: MIT
import os
import shutil
import subprocess
import threading
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RECORDED = "386c429142318e7b99cd34589cc5c26ca14b8e36"  # the last one whose database has version 19


def git(*arguments):
    """What git says; None if it cannot."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def commit():
    """Of the last release before this tree, or the recorded one; None: the history is not there."""
    tag = git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD")
    return git("rev-parse", "--verify", "--quiet", (tag or RECORDED) + "^{commit}")


def make(what, folder):
    """Raises CalledProcessError with what was said."""
    compiler = "ccache cc" if shutil.which("ccache") else "cc"
    tree, build = folder + "/tree", folder + "/build"
    os.makedirs(tree, exist_ok=True)
    for command in (["sh", "-c", f"git -C '{ROOT}' archive {what} | tar -x -C '{tree}'"],
                    ["meson", "setup", build, tree, "-Dtests=disabled", "-Dwasm=disabled", "-Dgpu=disabled", "-Doptimization=0", "-Ddebug=false"],
                    ["nice", "-n", "10", "ninja", "-C", build, "petteia"]):
        subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1200, env={**os.environ, "CC": compiler})
    return build + "/petteia"


class OlderProgram(threading.Thread):
    """Built while other tests wait for clocks."""

    def __init__(self):
        super().__init__(daemon=True)
        self.what, self.trouble = commit(), None
        self.path = f"{ROOT}/build-older/{(self.what or '')[:12]}/build/petteia"
        self.start()

    def run(self):
        try:
            if self.what and not os.path.exists(self.path):
                make(self.what, os.path.dirname(os.path.dirname(self.path)))
        except subprocess.CalledProcessError as error:
            self.trouble = f"{error}\n{error.stdout[-3000:]}"

    def program(self):
        if not self.what:
            raise unittest.SkipTest("the history of this tree is not there, so that no older version can be built")
        self.join()
        assert not self.trouble, self.trouble
        return self.path
