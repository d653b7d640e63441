#!/usr/bin/env python3
"""Somebody plays in a browser while nodes die: three nodes behind deploy/haproxy.cfg, the real page in Chromium (web/test/browser/nodes.mjs), a
whole game against a bot. The node at which the page is gets killed, sleeps and leaves, and nodes die while a move is on its way. The page
shows one short word meanwhile, another when it is over, and nothing else, never goes back to an earlier position, and every move that it sent stands in the log
once. Takes the program; the page is that of build/web. Prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import http as ask  # noqa: E402
from cluster import Cluster  # noqa: E402
from serving import events_of, free_port  # noqa: E402
from test_cluster import PATIENCE, hear_each_other, holder  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WEB = os.path.join(ROOT, "build", "web")


def wait_until(what, words):
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, words
        time.sleep(0.05)


class Proxy:
    """HAProxy with our own file, in front of three nodes."""

    def __init__(self, nodes):
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        env = {"PORT": str(self.port)}
        for name, node in zip("ABC", nodes):
            env |= {f"HOST_{name}": "127.0.0.1", f"PORT_{name}": str(node.port)}
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        self.process = subprocess.Popen([program, "-db", "-f", os.path.join(ROOT, "deploy", "haproxy.cfg")], env={**os.environ, **env},
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self.is_ready, "the proxy does not answer")

    def is_ready(self):
        try:
            return ask(self.base, "/readyz")[0] == 200
        except OSError:
            return False

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)


class Faults:
    """What the page's script may ask for."""

    def __init__(self, cluster):
        self.c, self.node, self.stopped = cluster, None, None

    def at_page(self):
        """The node that has the page's socket; there is nobody else."""
        found = []

        def look():
            found[:] = [n for n in self.c.nodes if "\npetteia_connections 1\n" in ask(n.base, "/metrics")[1]]
            return len(found) == 1
        wait_until(look, "the page has no socket")
        return found[0]

    def kill(self):
        self.node = self.at_page()
        self.node.stop(signal.SIGKILL)

    def kill_the_owner(self):
        table = self.c.ask("SELECT id FROM tables")[0][0]
        self.node = next(n for n in self.c.nodes if holder(self.c, table).startswith(n.name + "-"))
        self.node.stop(signal.SIGKILL)

    def sleep(self):
        self.stopped = self.at_page()
        self.stopped.pause()

    def leave(self):
        self.node = self.at_page()
        assert self.node.stop(signal.SIGTERM) == 0

    def all_are_well(self):
        """Whoever is gone comes back, and the proxy knows it: the next fault may be at any node."""
        if self.stopped:
            self.stopped.go_on()
        if self.node:
            self.node.start()
        self.node = self.stopped = None
        wait_until(lambda: all(ask(n.base, "/readyz")[0] == 200 for n in self.c.nodes), "a node is not ready")
        hear_each_other(self.c)


def played(c, base):
    """Everything that the page told at the end. Its own failures are on standard error."""
    script = subprocess.Popen(["node", os.path.join(ROOT, "web", "test", "browser", "nodes.mjs"), base], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    faults, told, begun = Faults(c), None, time.monotonic()
    try:
        for line in script.stdout:
            kind, words = line.rstrip("\n").split(" ", 1)
            if kind == "told":
                told = json.loads(words)
                continue
            print(f"  {time.monotonic() - begun:.1f} s: {words}", flush=True)
            getattr(faults, words.replace(" ", "_"))()
            script.stdin.write("done\n")
            script.stdin.flush()
        assert script.wait(timeout=PATIENCE) == 0 and told, "the page did not come to its end"
    finally:
        script.kill()
        script.wait()
    return told


def compare(c, told):
    log = [body.split(" ") for _, _, body in events_of(c, {told["table"]})[told["table"]]]
    numbers = [n for n, _, _ in events_of(c, {told["table"]})[told["table"]]]
    assert numbers == list(range(1, len(numbers) + 1)), "the log forks or has gaps"
    made = [w[2] for w in log if w[0] == "move" and w[2] in told["sent"]]
    assert sorted(made) == sorted(set(told["sent"]) - set(told["refused"])), "a move of the page is lost or stands twice"
    # A node that falls asleep in the middle of a commit keeps a table from the others for two seconds: they may say so, and nothing has happened.
    assert all(code == "retry" for code, _ in told["refused"].values()), told["refused"]
    others = {w[3] for w in log if w[0] == "move" and w[2] in told["sent"]}
    assert len(others) == 1 and not [w for w in log if w[0] == "move" and w[3] in others and w[2] not in told["sent"]], "somebody else moved for the page"
    assert told["heard"] == sorted(told["heard"]), "an earlier position was told after a later one"
    assert not told["back"], f"the page went back: {told['back']}"
    assert told["sockets"] > 3, "the page never lost its socket"
    expected = [*told["words"], *(words for _, words in told["refused"].values())]
    strange = [said for said in told["shown"] if not any(words.lower() in said.lower() for words in expected)]
    assert told["shown"] and not strange, f"the page said {strange or 'nothing'}"
    assert not told["troubles"], told["troubles"]
    print(f"  {len(made)} moves of a person, {len(log)} events, {told['sockets']} sockets one after the other", flush=True)


def main():
    if not os.path.exists(os.path.join(WEB, "index.html")) or not shutil.which("chromium-headless-shell"):
        print("there is no page, or no browser\n0 passed, 0 failed, 1 skipped")
        return 77
    begun = time.monotonic()
    try:
        with Cluster(os.path.abspath(sys.argv[1]), flags=("--web", WEB, "--proxy", "127.0.0.1")) as c:
            hear_each_other(c)
            proxy = Proxy(c.nodes)
            try:
                compare(c, played(c, proxy.base))
            finally:
                proxy.close()
    except Exception:
        print(f"FAIL somebody plays while nodes die\n{traceback.format_exc()}\n0 passed, 1 failed")
        return 1
    print(f"ok   somebody plays while nodes die {time.monotonic() - begun:.1f} s\n1 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
