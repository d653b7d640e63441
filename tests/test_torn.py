#!/usr/bin/env python3
"""Sockets torn at every byte: a handshake, a hello and a move are cut into two pieces, stopped, closed and reset after every
byte of what is sent; a long message is torn too, and what the server sends is left unread. Nobody else may notice, and a
message arrives whole or not at all. The test run takes a fixed sample; `--all` takes every byte.

Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import base64
import json
import os
import random
import re
import socket
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import enter, http, moves_of  # noqa: E402
from serving import Server  # noqa: E402
from at_table import ask, guest, run_all  # noqa: E402

ALL = "--all" in sys.argv
SAMPLE = 40  # places of each stream in the test run
tests = []


def test(f):
    tests.append(f)
    return f


def frame(text, opcode=0x81):
    """A frame with a mask, as clients send them."""
    data, mask = text.encode(), b"\x12\x34\x56\x78"
    n = len(data)
    length = bytes([0x80 | n]) if n < 126 else struct.pack(">BH", 0xFE, n)
    return bytes([opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))


def handshake(s):
    key = base64.b64encode(b"0123456789abcdef").decode()
    return (f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: petteia.1\r\n\r\n").encode()


def places(n):
    """After how many bytes to tear."""
    return range(1, n) if ALL else sorted(random.Random(n).sample(range(1, n), min(SAMPLE, n - 1)))


def connect(s):
    c = socket.create_connection(("127.0.0.1", s.port), 30)
    c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return c


def reset(c):
    c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    c.close()


class Reader:
    """Messages out of what the server sends."""

    def __init__(self, c):
        self.c, self.buffer = c, b""

    def take(self, n):
        while len(self.buffer) < n:
            got = self.c.recv(65536)
            if not got:
                raise EOFError
            self.buffer += got
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        return data

    def head(self):
        while b"\r\n\r\n" not in self.buffer:
            got = self.c.recv(65536)
            if not got:
                raise EOFError
            self.buffer += got
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return int(head.split(b" ")[1])

    def message(self):
        opcode, n = self.take(2)
        n = n if n < 126 else int.from_bytes(self.take(2 if n == 126 else 8), "big")
        data = self.take(n)
        said = json.loads(data) if opcode == 0x81 else opcode
        return self.message() if opcode == 0x81 and said["t"] == "bell" else said  # whose turn it is comes when it comes


def opened(s):
    """A socket after its handshake."""
    c = connect(s)
    c.sendall(handshake(s))
    r = Reader(c)
    assert r.head() == 101
    return c, r


def greeted(s, token):
    c, r = opened(s)
    c.sendall(frame(json.dumps({"t": "hello", "v": 1, "ticket": http(s.base, "/api/ticket", {}, token)[1]["ticket"]})))
    assert r.message()["t"] == "hello"
    return c, r


def metric(s, name):
    return int(re.search(rf"^petteia_{name} (\d+)$", http(s.base, "/metrics")[1], re.M)[1])


def all_left(s, kept=0, seconds=120):
    """Nothing of what was torn is still there. The request that looks is one connection."""
    end = time.monotonic() + seconds
    while metric(s, "connections") > kept or metric(s, "requests_open") > 1:
        assert time.monotonic() < end, http(s.base, "/metrics")[1][:600]
        time.sleep(0.05)


def unharmed(s, kept=0):
    assert http(s.base, "/healthz")[0] == 200
    all_left(s, kept)


@test
def a_handshake_in_two_pieces(s):
    whole = handshake(s)
    count = 0
    for at in places(len(whole)):
        c = connect(s)
        c.sendall(whole[:at])
        time.sleep(0.002)
        c.sendall(whole[at:])
        r = Reader(c)
        assert r.head() == 101, at
        c.close()
        count += 1
    c = connect(s)
    for byte in whole:
        c.sendall(bytes([byte]))
    assert Reader(c).head() == 101
    c.close()
    print(f"  {count} places")
    unharmed(s)


@test
def a_handshake_that_ends_too_early(s):
    whole = handshake(s)
    for at in places(len(whole)):
        for end in (lambda c: c.close(), reset, lambda c: c.shutdown(socket.SHUT_WR)):
            c = connect(s)
            c.sendall(whole[:at])
            end(c)
            if c.fileno() >= 0:
                try:
                    assert c.recv(4096) == b"", at  # it is closed, without an answer
                except ConnectionError:
                    pass
                c.close()
    unharmed(s)


@test
def handshakes_that_stop(s):
    """All at once; they are told after the time for a head, and closed. (That nobody waits for them, tests/test_limits.py shows.)"""
    with Server(s.program, "--head-seconds", "2", "--address-requests", "0") as own:
        whole = handshake(own)
        held = [(at, connect(own)) for at in places(len(whole))]
        for at, c in held:
            c.sendall(whole[:at])
        assert http(own.base, "/healthz")[0] == 200
        for at, c in held:
            c.settimeout(120)
            assert c.recv(4096).startswith(b"HTTP/1.1 408 "), at
            c.close()
        unharmed(own)


@test
def a_reset_while_the_handshake_is_answered(s):
    for _ in range(100 if ALL else 20):
        c = connect(s)
        c.sendall(handshake(s))
        reset(c)
    unharmed(s)


@test
def a_message_in_two_pieces(s):
    token = guest(s)
    c, r = greeted(s, token)
    texts = ['{"t":"ping","id":"x"}', json.dumps({"t": "ping", "id": "long", "x": "y" * 300})]
    count = 0
    for text in texts:
        whole = frame(text)
        for at in places(len(whole)):
            c.sendall(whole[:at])
            time.sleep(0.001)
            c.sendall(whole[at:])
            assert r.message()["t"] == "pong", at
            count += 1
        for byte in whole:  # every byte on its own
            c.sendall(bytes([byte]))
        assert r.message()["t"] == "pong"
    print(f"  {count} places")
    data = texts[0]
    for at in places(len(data)):  # and in two frames (RFC 6455, 5.4), with a ping between
        c.sendall(frame(data[:at], 0x01) + frame("p", 0x89) + frame(data[at:], 0x80))
        got = [r.message(), r.message()]
        assert 0x8A in got and any(isinstance(m, dict) and m["t"] == "pong" for m in got), (at, got)
    c.close()
    unharmed(s)


@test
def a_hello_that_is_torn_away(s):
    token = guest(s)
    for at in places(len(frame(json.dumps({"t": "hello", "v": 1, "ticket": "0" * 32})))):
        for end in (lambda c: c.close(), reset):
            c, _ = opened(s)
            c.sendall(frame(json.dumps({"t": "hello", "v": 1, "ticket": http(s.base, "/api/ticket", {}, token)[1]["ticket"]}))[:at])
            end(c)
    unharmed(s)


@test
def a_move_arrives_whole_or_not_at_all(s):
    """The mover's socket is torn after each byte of a move; somebody watches."""
    token = guest(s)
    watcher = enter(s.base, guest(s, "Eve"))
    table = http(s.base, "/api/tables", {"game": "mykerinos", "seats": ["me", "me"], "grace": 0}, token)[1]["table"]
    c = enter(s.base, token)
    assert ask(c, t="start", table=table)["t"] == "ok"
    made = torn = 0
    at, turn = 1, 0
    while True:
        c.send(t="watch", table=table)
        now = c.until(t="table")
        seat = now["turn"][0]
        c.send(t="watch", table=table, seat=seat)
        legal = c.until(t="table", seat=seat)["legal"]
        c.send(t="unwatch", table=table, seat=seat)
        whole = frame(json.dumps({"t": "move", "table": table, "seat": seat, "id": f"m{turn}", "move": moves_of(legal)[0]}))
        spots = list(places(len(whole)))
        if turn >= len(spots) * 2 or now["phase"] != "playing":
            break
        at = spots[turn // 2]
        mover, _ = greeted(s, token)
        mover.sendall(whole[:at])
        mover.close() if turn % 2 else reset(mover)
        all_left(s, 2)
        c.send(t="watch", table=table)
        after = c.until(t="table")
        assert after["moves"] == now["moves"] and after["view"] == now["view"], at
        torn += 1
        if turn % 8 == 0:  # the whole of it is a move
            mover, r = greeted(s, token)
            mover.sendall(whole)
            assert r.message()["t"] == "ok"
            reset(mover)
            made += 1
        turn += 1
    print(f"  {torn} torn, {made} made")
    assert torn > 15 and made > 1 and ask(watcher, t="ping")["t"] == "pong"
    watcher.s.close()
    c.s.close()
    unharmed(s)


@test
def one_who_leaves_in_the_middle_of_an_answer(s):
    """Reads only so many bytes of a table, then is gone."""
    token = guest(s)
    table = http(s.base, "/api/tables", {"game": "myriath", "seats": ["me", "me"]}, token)[1]["table"]
    watch = frame(json.dumps({"t": "watch", "table": table, "seat": 0}))
    c, r = greeted(s, token)
    c.sendall(watch)
    first = [r.message(), r.message()]
    assert {m["t"] for m in first} == {"table", "ok"}, first
    size = len(json.dumps(first, separators=(",", ":")))
    print(f"  {size} bytes")
    c.close()
    for at in places(size):
        c, r = greeted(s, token)
        c.sendall(watch * 3)
        got = len(r.buffer)
        while got < at:
            got += len(c.recv(at - got))
        reset(c) if at % 2 else c.close()
    unharmed(s)


if __name__ == "__main__":
    sys.exit(run_all(tests))
