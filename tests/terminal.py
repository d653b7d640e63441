"""The terminal client in tmux, for the tests that play it by keyboard and mouse."""
# SPDX-License-Identifier: MIT
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "build/petteia"
SKIP = 77  # what meson takes for "not run"
ASKED = r"(?m)^ ■ You: "  # the line below the board
PLACE = ASKED + "Where do you dig"
os.environ["PETTEIA_LANG"] = "en"  # whatever this machine speaks; tests of other languages say --lang


class Term:
    """A program in a tmux of its own."""

    def __init__(self, folder, width, height, *args, env="", before=""):
        self.socket = tempfile.mktemp(dir=folder)
        self.pid = self.socket + ".pid"
        play = f"{before} echo $$ >{self.pid}; exec env XDG_DATA_HOME={folder} {env} {PROGRAM} term {' '.join(args)}"
        # On a line of its own: a program that was killed leaves the cursor anywhere, and the terminal raw.
        command = f"sh -c '{play}'; printf '\\r\\nEXIT %s\\r\\n' $?; sleep 600"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), command)
        self.tmux("set", "-g", "status", "off")

    def tmux(self, *args):
        env = dict(os.environ, LC_ALL="C.UTF-8")
        return subprocess.run(["tmux", "-S", self.socket, *args], env=env, check=True, capture_output=True,
                              text=True, encoding="utf-8").stdout

    def close(self):
        """A hangup would let the program look for leaks at its end, and it may wait for ever for a helper that the hangup has ended."""
        try:
            self.kill(signal.SIGKILL)
        except (OSError, ValueError):
            pass  # it has ended, or never began
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def click(self, x, y, button=0):
        for code in (button, 3):
            self.tmux("send-keys", "-H", "1b", "5b", "4d", *(f"{n:x}" for n in (32 + code, 33 + x, 33 + y)))

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def wait(self, pattern, seconds=120):
        """The screen, as soon as it shows the pattern. It may be caught half drawn: what is below the pattern belongs
        into the pattern. A busy machine gets its time; only a failure takes so long."""
        end = time.monotonic() + seconds
        while True:
            screen = self.screen()
            if re.search(pattern, screen):
                return screen
            if time.monotonic() > end:
                raise AssertionError(f"no {pattern!r} on\n{screen}")
            time.sleep(0.03)

    def kill(self, number):
        with open(self.pid) as file:
            os.kill(int(file.read()), number)

    def command(self, text):
        self.keys(":")
        self.wait(r"\n :\s*$")
        self.type(text)
        self.keys("Enter")

    def moves(self, seat="■"):
        return re.findall(rf"^ {seat} (?!You:)(\S.*?)\s*$", self.screen(), re.M)


class TermCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="petteia-term")
        self.open = []

    def tearDown(self):
        for term in self.open:
            term.close()
        shutil.rmtree(self.folder, ignore_errors=True)  # tmux removes its socket itself, perhaps just now

    def start(self, width, height, *args, **more):
        term = Term(self.folder, width, height, *args, **more)
        self.open.append(term)
        return term


def main():
    """Runs the tests of the calling script; says so if there is no tmux or no ncurses to run them with."""
    if not shutil.which("tmux") or "ncursesw" in subprocess.run(
            [PROGRAM, "term", "mykerinos"], stdin=subprocess.DEVNULL, capture_output=True, text=True).stderr:
        print("0 passed, 0 failed, 1 skipped")
        sys.exit(SKIP)
    ran = unittest.main(exit=False).result
    wrong = len(ran.failures) + len(ran.errors)
    print(f"{ran.testsRun - wrong} passed, {wrong} failed")
    sys.exit(wrong > 0)
