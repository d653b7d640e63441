"""A client for Petteia's protocol, written from docs/protocol.md and nothing else: the socket by hand,
guest, table, and a whole game of random legal moves. tests/test_server.py plays with it; alone:
python3 tests/client.py http://localhost:8450 mykerinos"""
# SPDX-License-Identifier: MIT
import base64
import json
import os
import random
import socket
import struct
import sys
import urllib.error
import urllib.parse
import urllib.request


def http(base, path, body=None, token=None, method=None):
    """One request; returns status and body, read as JSON where it is JSON."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, method=method or ("GET" if body is None else "POST"))
    if token:
        request.add_header("Authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            status, kind, text = answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        status, kind, text = error.code, error.headers["Content-Type"], error.read().decode()
    return status, json.loads(text) if "json" in (kind or "") else text


class Socket:
    """A WebSocket: text messages both ways, pings answered."""

    def __init__(self, base, origin=None, timeout=30):
        where = urllib.parse.urlparse(base)
        self.s = socket.create_connection((where.hostname, where.port), timeout)
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall((f"GET /ws HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: petteia.1\r\n"
                        + (f"Origin: {origin}\r\n" if origin else "") + "\r\n").encode())
        self.buffer, self.bytes = b"", 0
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            raise ConnectionError(head.decode(errors="replace"))

    def more(self):
        got = self.s.recv(65536)
        if not got:
            raise ConnectionError("closed")
        self.buffer += got

    def frame(self, opcode, data):
        mask = os.urandom(4)
        n = len(data)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | n]) if n < 126 else struct.pack(">BH", 0xFE, n) if n < 65536
                                         else struct.pack(">BQ", 0xFF, n))
        self.s.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, **message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; ConnectionError when the server closes."""
        while True:
            while len(self.buffer) < 2:
                self.more()
            opcode, n, at = self.buffer[0] & 15, self.buffer[1] & 127, 2
            if n > 125:
                at += 2 if n == 126 else 8
                while len(self.buffer) < at:
                    self.more()
                n = int.from_bytes(self.buffer[2:at], "big")
            while len(self.buffer) < at + n:
                self.more()
            data, self.buffer = self.buffer[at:at + n], self.buffer[at + n:]
            self.bytes += at + n
            if opcode == 9:
                self.frame(10, data)
            elif opcode == 8:
                raise ConnectionError("closed %d" % (int.from_bytes(data[:2], "big")))
            elif opcode == 1:
                return json.loads(data)

    def until(self, **wanted):
        """Messages up to the first that has these values."""
        while True:
            m = self.receive()
            if all(m.get(k) == v for k, v in wanted.items()):
                return m


def enter(base, token, **more):
    """A socket that has said hello."""
    s = Socket(base, **more)
    s.send(t="hello", v=1, ticket=http(base, "/api/ticket", {}, token)[1]["ticket"])
    s.until(t="hello")
    return s


def apply_delta(view, delta):
    for path, *change in delta:
        if not path and len(change) == 1:
            view = change[0]
            continue
        at = view
        for key in path[:-1] if len(change) < 3 else path:
            at = at[key]
        if len(change) == 3:
            at[change[0]:change[0] + change[1]] = change[2]
        elif change:
            at[path[-1]] = change[0]
        else:
            del at[path[-1]]
    return view


def moves_of(legal, forms):
    """The tree of legal moves as notation."""
    def walk(node, args):
        if isinstance(node, list):
            yield from ([args] if not node else [args + [last] for last in node])
        else:
            for word, below in node.items():
                yield from walk(below, args + [word])
    for verb, node in legal.items():
        for args in walk(node, []):
            text = forms[verb]
            for arg in args:
                text = text.replace("%", arg.replace("%", "\0"), 1)
            yield text.replace("\0", "%")


def play(base, token, table, seat, chooser=random):
    """Plays one seat to the end; returns the last message, all views checked by their deltas."""
    s, view, count = enter(base, token), None, 0
    game = None
    s.send(t="watch", table=table, seat=seat)
    while True:
        m = s.receive()
        if m["t"] == "table":
            game = http(base, "/api/games/" + m["game"])[1]
            forms = {v["verb"]: v["form"] for v in game["verbs"]}
        if m["t"] not in ("table", "update"):
            continue
        view = m["view"] if "view" in m else apply_delta(view, m.get("delta", []))
        if "result" in m:
            s.send(t="watch", table=table, seat=seat)
            whole = s.until(t="table")
            assert whole["view"] == view, "the deltas lead elsewhere"
            return whole, s
        if "legal" in m and m["legal"]:
            count += 1
            s.send(t="move", table=table, seat=seat, at=m["n"], id=f"m{count}",
                   move=chooser.choice(list(moves_of(m["legal"], forms))))


def main(base, game):
    token = http(base, "/api/guest", {"name": "Python"})[1]["token"]
    players = next(g for g in http(base, "/api/games")[1] if g["name"] == game)["players"][0]
    table = http(base, "/api/tables", {"game": game, "players": players, "seats": ["me"] + ["greedy"] * (players - 1),
                                       "entropy": os.urandom(16).hex()}, token)[1]["table"]
    s = enter(base, token)
    s.send(t="start", table=table, id="go")
    s.until(re="go")
    print(play(base, token, table, 0)[0]["result"])
    print(http(base, f"/api/tables/{table}/record")[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
