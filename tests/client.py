"""A client for Petteia's protocol, written from docs/protocol.md and nothing else: the socket by hand,
guest, table, and a whole game of random legal moves. Alone: python3 tests/client.py http://localhost:8450 myst
Behind TLS: https://games.example.org; SSL_CERT_FILE names a certificate that nobody else knows."""
# SPDX-License-Identifier: MIT
import base64
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def http(base, path, body=None, token=None, method=None):
    """One request; returns status and body, read as JSON where it is JSON."""
    told = {"Authorization": "Bearer " + token} if token else {}
    request = urllib.request.Request(base + path, None if body is None else json.dumps(body).encode(), told, method=method)
    try:
        answer = urllib.request.urlopen(request, timeout=120)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        text = answer.read().decode()
        return answer.status, json.loads(text) if "json" in answer.headers["Content-Type"] else text


class Socket:
    """A WebSocket: text messages both ways, pings answered. `through`: the address that a proxy speaks for."""

    def __init__(self, base, origin=None, timeout=120, source=None, through=None):
        where = urllib.parse.urlparse(base)
        self.s = socket.create_connection((where.hostname, where.port or (443 if where.scheme == "https" else 80)), timeout, (source, 0) if source else None)
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if where.scheme == "https":
            self.s = ssl.create_default_context().wrap_socket(self.s, server_hostname=where.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall((f"GET /ws HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: petteia.1\r\n"
                        + (f"Origin: {origin}\r\n" if origin else "") + (f"X-Forwarded-For: {through}\r\n" if through else "") + "\r\n").encode())
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

    def take(self, n):
        while len(self.buffer) < n:
            self.more()
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        self.bytes += n
        return data

    def frame(self, opcode, data):
        mask, n = os.urandom(4), len(data)
        length = bytes([0x80 | n]) if n < 126 else struct.pack(">BH", 0xFE, n)
        self.s.sendall(bytes([0x80 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def send(self, **message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; ConnectionError when the server closes."""
        while True:
            opcode, n = self.take(2)
            n = n if n < 126 else int.from_bytes(self.take(2 if n == 126 else 8), "big")
            data = self.take(n)
            if opcode & 15 == 9:
                self.frame(10, data)
            elif opcode & 15 == 8:
                raise ConnectionError(f"closed {int.from_bytes(data[:2], 'big')} {data[2:].decode()}")
            elif opcode & 15 == 1:
                return json.loads(data)

    def until(self, **wanted):
        """Reads up to the first message that has these values."""
        while True:
            m = self.receive()
            if all(m.get(k) == v for k, v in wanted.items()):
                return m


def enter(base, token, hello=None, **more):
    """A socket that has said hello, with more members if they are given."""
    s = Socket(base, **more)
    s.send(t="hello", v=1, ticket=http(base, "/api/ticket", {}, token)[1]["ticket"], **(hello or {}))
    s.until(t="hello")
    return s


def apply_delta(value, patch):
    if isinstance(patch, list):
        return patch[0]
    for at, count, items, *keys in patch.get("+", []) if isinstance(value, list) else []:
        value[at:at + count] = [dict(zip(keys[0], row)) for row in items] if keys else items
    for key, pairs in patch.get("=", {}).items() if isinstance(value, list) else []:
        for at, new in zip(pairs[::2], pairs[1::2]):
            value[at][key] = new
    for key, change in patch.items():
        if isinstance(value, list) and key in "+=":
            continue
        key = int(key) if isinstance(value, list) else key
        if change == []:
            del value[key]
        else:
            value[key] = apply_delta(value[key] if isinstance(change, dict) else None, change)
    return value


def moves_of(node, text=None):
    """The tree of legal moves as notation."""
    if isinstance(node, list):
        return [text.replace("%", last, 1) for last in node] if node else [text]
    return [m for word, below in node.items() for m in moves_of(below, text.replace("%", word, 1) if text else word)]


def play(base, token, table, seat, chooser=random):
    """Plays one seat to the end. Returns the table as it is then and the socket; the view that the
    deltas lead to must be the one that the server gives."""
    s, view, count, last = enter(base, token), None, 0, {"t": "watch", "table": table, "seat": seat}
    s.send(**last)
    while True:
        m = s.receive()
        if m.get("code") == "too-fast":  # a server's usual limits are for people
            time.sleep(1)
            s.send(**last)
            continue
        if m["t"] not in ("table", "update"):
            assert m["t"] in ("ok", "there", "rated", "bell") or m["code"] == "stale", m  # asked again while the answer was under way
            continue
        view = m["view"] if "view" in m else apply_delta(view, m.get("delta", {}))
        if "result" in m:
            s.play_bytes, s.view = s.bytes, view
            s.send(t="watch", table=table, seat=seat)
            return s.until(t="table"), s
        if m.get("legal"):
            count += 1
            last = {"t": "move", "table": table, "seat": seat, "at": m["n"], "id": f"m{count}", "move": chooser.choice(moves_of(m["legal"]))}
            s.send(**last)


if __name__ == "__main__":
    me = http(sys.argv[1], "/api/guest", {"name": "Python"})[1]
    made = http(sys.argv[1], "/api/tables", {"game": sys.argv[2], "players": 2, "seats": ["me", "greedy"]}, me["token"])[1] if "token" in me else me
    if "table" not in made:  # a proxy answers for itself while the server starts
        sys.exit(f"{sys.argv[1]}: {made}")
    enter(sys.argv[1], me["token"]).send(t="start", table=made["table"])
    print(play(sys.argv[1], me["token"], made["table"], 0)[0]["result"], http(sys.argv[1], f"/api/tables/{made['table']}/record")[1], sep="\n")
