#!/usr/bin/env python3
"""Upgrades nobody notices: the listening socket is given by somebody else (systemd; here this test), the old process says
goodbye and leaves, the new one goes on. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Socket, enter, http, moves_of  # noqa: E402
from at_table import ask, guest, run_all  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


class Given:
    """A socket that listens all the time, and servers that get it as number 3, as systemd does it."""

    def __init__(self, program):
        self.program = program
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
        self.port = self.listener.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.data = tempfile.TemporaryDirectory()
        self.start()

    def start(self):
        fd = self.listener.fileno()
        self.process = subprocess.Popen(
            ["bash", "-c", f'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" 3<&{fd}', "x", self.program, "serve", "--port", "1", "--data", self.data.name,
             "--web", "none", "--rate", "0", "--quiet", "--head-seconds", "600"], pass_fds=(fd,), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert f":{self.port}/" in self.process.stdout.readline()

    def stop(self, number=signal.SIGTERM):
        """The exit code and how long it took."""
        begin = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(timeout=120)
        self.process.stdout.close()
        self.process.stderr.close()
        return code, time.monotonic() - begin

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.listener.close()
        self.data.cleanup()


def goodbye(c, seconds=120):
    """The code and the reason with which the server closes. The answer to a close is a close."""
    c.s.settimeout(seconds)
    while True:
        opcode, n = c.take(2)
        n = n if n < 126 else int.from_bytes(c.take(2 if n == 126 else 8), "big")
        data = c.take(n)
        if opcode & 15 == 8:
            c.frame(8, data[:2])
            return int.from_bytes(data[:2], "big"), data[2:].decode()


@test
def whoever_connects_meanwhile_waits(s):
    """Requests go on through four restarts, and none of them fails."""
    with Given(s.program) as g:
        token, failed, done, longest, stop = guest(g), [], [0], [0.0], threading.Event()

        def work():
            while not stop.is_set():
                begin = time.monotonic()
                try:
                    status = http(g.base, "/api/me", None, token)[0]  # each over a connection of its own
                    assert status == 200, status
                    done[0] += 1
                except Exception as error:  # whatever a client would notice
                    failed.append(repr(error))
                longest[0] = max(longest[0], time.monotonic() - begin)

        workers = [threading.Thread(target=work) for _ in range(3)]
        for w in workers:
            w.start()
        for _ in range(4):
            time.sleep(0.5)
            assert g.stop()[0] == 0
            time.sleep(0.2)  # nobody is there
            g.start()
        time.sleep(0.5)
        stop.set()
        for w in workers:
            w.join()
        print(f"  {done[0]} requests through 4 restarts, {len(failed)} failed, the longest took {longest[0]:.2f} s")
        assert not failed and done[0] > 20, failed[:5]


@test
def sockets_hear_when_to_come_back(s):
    with Given(s.program) as g:
        token = guest(g)
        table = http(g.base, "/api/tables", {"game": "mykerinos", "seats": ["me", "me"]}, token)[1]["table"]
        people = [enter(g.base, token) for _ in range(30)]
        assert ask(people[0], t="start", table=table)["t"] == "ok"
        people[0].send(t="watch", table=table, seat=0)
        first = people[0].until(t="table")
        g.process.send_signal(signal.SIGTERM)
        said = [goodbye(c) for c in people]
        assert {code for code, _ in said} == {1001}, said
        waits = [int(re.fullmatch(r"back in (\d+) ms", why)[1]) for _, why in said]
        assert len(set(waits)) > 15 and min(waits) >= 100 and max(waits) - min(waits) > 300 and max(waits) < 20000, waits
        assert g.process.wait(timeout=120) == 0
        g.start()
        back = enter(g.base, token)
        back.send(t="watch", table=table, seat=0)
        again = back.until(t="table")
        assert again["view"] == first["view"] and again["n"] >= first["n"]


@test
def what_was_acknowledged_before_the_end_is_there(s):
    """Moves are made while the server leaves; whatever was answered with ok is there afterwards."""
    with Given(s.program) as g:
        token = guest(g)
        for _ in range(3):
            table = http(g.base, "/api/tables", {"game": "mytikas", "players": 2, "seats": ["me", "random"]}, token)[1]["table"]
            c = enter(g.base, token)
            assert ask(c, t="start", table=table)["t"] == "ok"
            c.send(t="watch", table=table, seat=0)
            seen, asked = 0, threading.Timer(0.3, lambda: g.process.send_signal(signal.SIGTERM))
            asked.start()
            try:
                while True:
                    m = c.receive()
                    seen = max(seen, m.get("n", 0))
                    if m.get("legal"):
                        c.send(t="move", table=table, seat=0, at=m["n"], move=moves_of(m["legal"])[0])
                    if "result" in m:
                        break
            except ConnectionError as error:
                assert "1001" in str(error), error
            asked.join()
            assert g.process.wait(timeout=120) == 0
            g.start()
            back = enter(g.base, token)
            back.send(t="watch", table=table, seat=0)
            assert back.until(t="table")["n"] >= seen > 0


@test
def those_who_do_not_answer_delay_it_little(s):
    with Given(s.program) as g:
        token = guest(g)
        held = [enter(g.base, token) for _ in range(20)]  # never read again
        half = socket.create_connection(("127.0.0.1", g.port))
        half.sendall(b"GET /healthz HTTP/1.1\r\nHost:")
        code, took = g.stop()
        assert code == 0 and took < 40, (code, took)  # a socket may be silent for a minute, a head take ten
        assert len(held) == 20


@test
def a_socket_that_does_not_listen_is_refused(s):
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run(["bash", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" 3</dev/null', "x", s.program, "serve", "--data", data],
                              capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and "LISTEN_FDS" in done.stderr, done.stderr


if __name__ == "__main__":
    sys.exit(run_all(tests))
