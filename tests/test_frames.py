#!/usr/bin/env python3
"""WebSocket frames as RFC 6455 defines them, byte by byte, in the manner of Autobahn's suite: messages in pieces, control frames
between them, UTF-8, sizes, masks, reserved bits and opcodes, and the closing handshake. Every case has its own socket, and is
sent whole, and again byte by byte. `--long` waits for pings too.

Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import base64
import hashlib
import json
import os
import socket
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import http  # noqa: E402
from at_table import guest, run_all  # noqa: E402

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
tests = []


def test(f):
    tests.append(f)
    return f


def frame(opcode, data=b"", fin=True, rsv=0, mask=b"\x11\x22\x33\x44", wide=0):
    """One frame; mask None: without one; wide: bytes of its length, whatever it needs."""
    n, masked = len(data), 0x80 if mask is not None else 0
    if wide == 8 or n > 65535:
        length = struct.pack(">BQ", masked | 127, n)
    elif wide == 2 or n > 125:
        length = struct.pack(">BH", masked | 126, n)
    else:
        length = bytes([masked | n])
    body = data if mask is None else mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))
    return bytes([(0x80 if fin else 0) | rsv << 4 | opcode]) + length + body


def said(id, **more):
    """A message that is answered with the same id."""
    return json.dumps({"t": "ping", "id": id, **more}, ensure_ascii=False).encode()


class Wire:
    """A socket that has said hello, and what comes out of it as frames."""

    def __init__(self, s, token):
        self.c = socket.create_connection(("127.0.0.1", s.port), 120)
        self.c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16))
        self.c.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: " + key +
                       b"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: petteia.1\r\n\r\n")
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:])
        wanted = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        assert lines[0].startswith("HTTP/1.1 101 ") and wanted.lower() == fields["sec-websocket-accept"], head
        assert fields["upgrade"] == "websocket" and fields["connection"] == "upgrade" and fields["sec-websocket-protocol"] == "petteia.1"
        assert "sec-websocket-extensions" not in fields  # none was offered
        self.send(frame(TEXT, json.dumps({"t": "hello", "v": 1, "ticket": http(s.base, "/api/ticket", {}, token)[1]["ticket"]}).encode()))
        assert json.loads(self.frame()[1])["t"] == "hello"

    def more(self):
        got = self.c.recv(65536)
        if not got:
            raise EOFError
        self.buffer += got

    def take(self, n):
        while len(self.buffer) < n:
            self.more()
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        return data

    def send(self, *frames, piece=0):
        whole = b"".join(frames)
        try:
            if not piece:
                self.c.sendall(whole)
            for at in range(0, len(whole) if piece else 0, piece or 1):
                self.c.sendall(whole[at:at + piece])
        except ConnectionError:
            pass  # it may be closed before the last byte

    def frame(self):
        first, n = self.take(2)
        n = n if n < 126 else int.from_bytes(self.take(2 if n == 126 else 8), "big")
        assert first & 0x80 and not first & 0x70 and n < 128 << 10, hex(first)
        return first & 15, self.take(n)

    def answers(self, *ids):
        """The answers come in this order; an empty id is a pong of the socket."""
        for id in ids:
            opcode, data = self.frame()
            if isinstance(id, bytes):
                assert (opcode, data) == (PONG, id), (opcode, data, id)
            else:
                assert opcode == TEXT and (json.loads(data)["t"], json.loads(data).get("re")) == ("pong", id), (data, id)

    def is_over(self):
        """The server closes the connection; seconds until then."""
        begin = time.monotonic()
        try:
            self.more()
            raise AssertionError("something follows a close frame")
        except EOFError:
            pass
        self.c.close()
        return time.monotonic() - begin

    def closes(self):
        """Its close code (0: without one), after which the server closes the connection."""
        opcode, data = self.frame()
        assert opcode == CLOSE and len(data) != 1 and len(data) < 126, (opcode, data)
        data[2:].decode()
        self.is_over()
        return int.from_bytes(data[:2], "big")


def each_way(s, token, *frames):
    """The same bytes at once, and one by one."""
    for piece in (0, 1):
        w = Wire(s, token)
        w.send(*frames, piece=piece)
        yield w


def closed_with(s, token, code, *frames):
    for w in each_way(s, token, *frames):
        got = w.closes()
        assert got == code, (got, code, frames)


@test
def messages_come_in_pieces(s):
    token, data = guest(s), said("x", more="é€😀")
    for pieces in (2, 3, 7, len(data)):
        step = -(-len(data) // pieces)
        parts = [data[at:at + step] for at in range(0, len(data), step)]
        frames = [frame(TEXT if not i else 0, p, fin=i == len(parts) - 1) for i, p in enumerate(parts)]
        for w in each_way(s, token, *frames, frame(TEXT, said("after"))):
            w.answers("x", "after")
            w.c.close()
    empty = [frame(TEXT, fin=False), frame(0, fin=False), frame(0, data, fin=False), frame(0, fin=False), frame(0)]
    for w in each_way(s, token, *empty, *[frame(TEXT, said(f"m{i}")) for i in range(50)]):
        w.answers("x", *[f"m{i}" for i in range(50)])
        w.c.close()


@test
def control_frames_come_in_between(s):
    token, data = guest(s), said("x")
    for w in each_way(s, token, frame(TEXT, data[:3], fin=False), frame(PING, b"one"), frame(0, data[3:6], fin=False), frame(PONG, b"nobody asked"),
                      frame(PING), frame(PING, b"p" * 125), frame(0, data[6:])):
        got = [w.frame() for _ in range(4)]
        assert [d for o, d in got if o == PONG] == [b"one", b"", b"p" * 125] and sum(o == TEXT for o, _ in got) == 1, got
        w.c.close()
    for w in each_way(s, token, *[frame(PING, b"%d" % i) for i in range(400)], frame(TEXT, data)):
        got = [w.frame() for _ in range(401)]
        assert [d for o, d in got if o == PONG] == [b"%d" % i for i in range(400)]
        w.c.close()


@test
def control_frames_are_short_and_whole(s):
    token = guest(s)
    for opcode in (CLOSE, PING, PONG):
        closed_with(s, token, 1002, frame(opcode, b"\x03\xe8" + b"x" * 124))
        closed_with(s, token, 1002, frame(opcode, b"\x03\xe8", fin=False))


@test
def reserved_bits_and_opcodes(s):
    token = guest(s)
    for rsv in range(1, 8):
        closed_with(s, token, 1002, frame(TEXT, said("x"), rsv=rsv))
        closed_with(s, token, 1002, frame(PING, b"x", rsv=rsv))
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        closed_with(s, token, 1002, frame(opcode, b"x"))
        closed_with(s, token, 1002, frame(opcode, b""))
        closed_with(s, token, 1002, frame(TEXT, b'{"t"', fin=False), frame(opcode, b"x"))


@test
def continuations_belong_to_a_message(s):
    token = guest(s)
    for fin in (True, False):
        closed_with(s, token, 1002, frame(0, said("x"), fin=fin))
        closed_with(s, token, 1002, frame(TEXT, b'{"t"', fin=False), frame(TEXT, said("x"), fin=fin))
    w = Wire(s, token)
    w.send(frame(TEXT, said("x")), frame(0, said("y")))
    w.answers("x")
    assert w.closes() == 1002


@test
def every_frame_has_a_mask(s):
    token = guest(s)
    closed_with(s, token, 1002, frame(TEXT, said("x"), mask=None))
    closed_with(s, token, 1002, frame(PING, b"x", mask=None))
    closed_with(s, token, 1002, frame(TEXT, b'{"t"', fin=False), frame(0, b"x", mask=None))
    for mask in (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x80\x01\xfe\x7f"):
        for w in each_way(s, token, frame(TEXT, said("x", more="y" * 200), mask=mask)):
            w.answers("x")
            w.c.close()


GOOD = ["κόσμε", "\x01\x7f", "\x80\u07ff", "\u0800\uffff", "\U00010000\U0010ffff", "\ud7ff\ue000\ufffd", "aé€😀z"]
BAD = [b"\x80", b"\xbf", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf4\x90\x80\x80",
       b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80", b"\xfe", b"\xff", b"\xc3\x28", b"\xe2\x28\xa1", b"\xe2\x82\x28",
       b"\xf0\x28\x8c\xbc", b"\xf0\x90\x28\xbc", b"\xf0\x9f\x98\x28", b"\xce\xba\xe1\xbd\xb9\xed\xa0\x80edited"]
CUT = [b"\xc3", b"\xe2\x82", b"\xe2", b"\xf0\x9f\x98", b"\xf0\x9f", b"\xf0"]


@test
def texts_are_utf_8(s):
    """Good ones and bad ones, in one frame and split at every byte; a text that ends within a letter is bad too."""
    token = guest(s)
    for text in GOOD:
        data = said("x", more=text)
        w = Wire(s, token)
        for at in range(len(data)):
            w.send(frame(TEXT, data[:at], fin=False), frame(0, data[at:]))
            w.answers("x")
        w.c.close()
    for bad in BAD + CUT:
        closed_with(s, token, 1007, frame(TEXT, b"a" + bad + b"z"))
        closed_with(s, token, 1007, frame(TEXT, b"a" + bad))
        for at in range(1, len(bad) + 1):
            w = Wire(s, token)
            w.send(frame(TEXT, b"a" + bad[:at], fin=False), frame(PING, b"p"), frame(0, bad[at:] + b"z"))
            opcode, data = w.frame()  # the ping is answered if what came before it could become good
            if opcode == CLOSE:
                assert data[:2] == b"\x03\xef", (bad, at, data)
                continue
            assert (opcode, data) == (PONG, b"p")
            assert w.closes() == 1007, (bad, at)
    closed_with(s, token, 1007, frame(TEXT, b"\xce", fin=False), frame(0, b"\xce"))


@test
def a_bad_text_is_refused_before_its_end(s):
    w = Wire(s, guest(s))
    w.send(frame(TEXT, b"abc\xff" + b"x" * 60)[:20])
    assert w.closes() == 1007


@test
def messages_have_a_size(s):
    """8192 bytes are the most, in one frame or in many; a longer one is refused by its head."""
    token = guest(s)
    rest = 8192 - len(said("x", more=""))
    fits = said("x", more="y" * rest)
    assert len(fits) == 8192
    for w in each_way(s, token, frame(TEXT, fits), frame(TEXT, fits[:8000], fin=False), frame(0, fits[8000:])):
        w.answers("x", "x")
        w.c.close()
    for step in (125, 126, 127, 128, 4095, 4096, 4097):
        parts = [fits[at:at + step] for at in range(0, 8192, step)]
        w = Wire(s, token)
        w.send(*[frame(0 if i else TEXT, p, fin=i == len(parts) - 1) for i, p in enumerate(parts)], frame(TEXT, said("after")))
        w.answers("x", "after")
        w.c.close()
    closed_with(s, token, 1009, frame(TEXT, fits + b" "))
    closed_with(s, token, 1009, frame(TEXT, fits[:8000], fin=False), frame(0, fits[8000:] + b" "))
    for head in (b"\x81\xff" + struct.pack(">Q", 1 << 40) + b"mask.", b"\x81\xfe" + struct.pack(">H", 8193) + b"mask."):
        closed_with(s, token, 1009, head)
    closed_with(s, token, 1002, b"\x81\xff" + struct.pack(">Q", 1 << 63) + b"mask.")


@test
def lengths_are_written_shortly(s):
    """RFC 6455, 5.2: the minimal number of bytes must be used."""
    token = guest(s)
    closed_with(s, token, 1002, frame(TEXT, said("x"), wide=2))
    closed_with(s, token, 1002, frame(TEXT, said("x"), wide=8))
    closed_with(s, token, 1002, frame(TEXT, said("x", more="y" * 300), wide=8))


@test
def binary_messages_are_refused(s):
    token = guest(s)
    closed_with(s, token, 1003, frame(BINARY, said("x")))
    closed_with(s, token, 1003, frame(BINARY, b"\xff\xfe", fin=False), frame(0, b"x"))


@test
def a_close_is_answered(s):
    token = guest(s)
    for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999):
        closed_with(s, token, code, frame(CLOSE, struct.pack(">H", code) + b"that is it"))
    w = Wire(s, token)
    w.send(frame(CLOSE, b"\x03\xe8" + "ça y est".encode()))  # whole: see check_close in server/net_frames.c
    assert w.closes() == 1000
    closed_with(s, token, 0, frame(CLOSE))
    closed_with(s, token, 1000, frame(CLOSE, struct.pack(">H", 1000) + b"x" * 123))
    w = Wire(s, token)
    w.send(frame(TEXT, said("x")), frame(CLOSE, b"\x03\xe8"), frame(TEXT, said("y")), frame(PING, b"z"))
    w.answers("x")
    assert w.closes() == 1000  # and what follows is not looked at
    closed_with(s, token, 1000, frame(TEXT, b'{"t"', fin=False), frame(CLOSE, b"\x03\xe8"))


@test
def a_close_must_be_in_order(s):
    token = guest(s)
    for code in (0, 1, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65535):
        closed_with(s, token, 1002, frame(CLOSE, struct.pack(">H", code)))
    closed_with(s, token, 1002, frame(CLOSE, b"\x03"))
    closed_with(s, token, 1007, frame(CLOSE, b"\x03\xe8\xff\xfe"))
    closed_with(s, token, 1007, frame(CLOSE, b"\x03\xe8abc\xe2\x82"))


@test
def the_server_closes_and_waits_for_the_answer(s):
    """For five seconds. Whoever answers is let go sooner (the best of some tries counts: the machine may be busy)."""
    def seconds_after(answer):
        w = Wire(s, token)
        w.send(frame(TEXT, json.dumps({"t": "hello", "v": 1, "ticket": "0" * 32}).encode()))
        assert json.loads(w.frame()[1])["code"] == "ticket"
        opcode, data = w.frame()
        assert (opcode, data[:2]) == (CLOSE, b"\x03\xf0"), (opcode, data)  # 1008
        w.send(answer)
        return w.is_over()

    token = guest(s)
    seconds_after(b"")
    for answer in (frame(CLOSE, b"\x03\xf0"), frame(TEXT, said("late")) + frame(PING, b"late") + frame(CLOSE)):
        assert any(seconds_after(answer) < 4 for _ in range(6)), answer


@test
def the_silent_are_asked_and_then_dropped(s):
    """With --long, for it takes a minute: a ping after 40 quiet seconds, the end after 60; whoever answers, or speaks, stays."""
    if "--long" not in sys.argv:
        return
    token, begin = guest(s), time.monotonic()
    silent, polite, talker = Wire(s, token), Wire(s, token), Wire(s, token)
    for w in (silent, polite, talker):
        w.c.settimeout(120)
    assert polite.frame() == (PING, b"") and 39 < time.monotonic() - begin < 55
    polite.send(frame(PONG))
    assert silent.frame() == (PING, b"") and talker.frame() == (PING, b"")
    talker.send(frame(TEXT, said("x")))
    talker.answers("x")
    try:
        silent.more()
        raise AssertionError("something is said to the dead")
    except (EOFError, ConnectionError):
        assert 58 < time.monotonic() - begin < 90
    for w in (polite, talker):
        w.send(frame(TEXT, said("still")))
        w.answers("still")
        w.c.close()


@test
def nothing_is_left(s):
    end = time.monotonic() + 120
    while "petteia_connections 0\n" not in http(s.base, "/metrics")[1]:
        assert time.monotonic() < end
        time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(run_all(tests))
