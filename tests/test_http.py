#!/usr/bin/env python3
"""HTTP as RFC 9112 defines it, byte by byte over plain sockets: what is answered, what is refused, and which connections stay
open. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import random
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import http  # noqa: E402
from at_table import guest, run_all  # noqa: E402

tests = []
GUEST = b'{"name":"Ada"}'


def test(f):
    tests.append(f)
    return f


class Raw:
    """A connection that sends bytes and reads answers one by one."""

    def __init__(self, s, wait=20):
        self.s = socket.create_connection(("127.0.0.1", s.port), wait)
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def send(self, data):
        self.s.sendall(data)
        return self

    def more(self):
        got = self.s.recv(65536)
        if not got:
            raise EOFError(self.buffer)
        self.buffer += got

    def answer(self, head_only=False):
        """Status, fields and body of the next answer. Its length must be said."""
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        line, *rows = head.decode("latin-1").split("\r\n")
        fields = {k.lower(): v.strip() for k, v in (row.split(":", 1) for row in rows)}
        status = int(line.split(" ")[1])
        if status < 200 or status in (204, 304):
            assert "content-length" not in fields, fields
            return status, fields, b""
        n = 0 if head_only else int(fields["content-length"])
        while len(self.buffer) < n:
            self.more()
        body, self.buffer = self.buffer[:n], self.buffer[n:]
        return status, fields, body

    def closed(self, seconds=120):
        """Nothing more comes, and the server closes."""
        self.s.settimeout(seconds)
        try:
            return self.buffer == b"" and self.s.recv(1) == b""
        except ConnectionError:
            return True

    def quiet(self, seconds=0.3):
        """Nothing comes for a while, and it stays open."""
        self.s.settimeout(seconds)
        try:
            return self.buffer == b"" and self.s.recv(1) is None
        except (TimeoutError, socket.timeout):
            return True


def get(path="/healthz", *fields, method="GET", version="HTTP/1.1", host="x"):
    rows = [f"{method} {path} {version}"] + ([f"Host: {host}"] if host is not None else []) + list(fields)
    return ("\r\n".join(rows) + "\r\n\r\n").encode("latin-1")


def post(body, *fields, path="/api/guest"):
    return get(path, *fields, method="POST") + body


def refused(s, data, *statuses):
    """It is answered with one of these, and the connection is closed."""
    c = Raw(s).send(data)
    status, fields, _ = c.answer()
    assert status in statuses, (data[:200], status)
    assert fields.get("connection") == "close", (data[:200], fields)
    assert c.closed(), data[:200]


@test
def head_sends_no_body(s):
    c = Raw(s)
    for path in ("/healthz", "/", "/api/games", "/api/nothing", "/metrics"):
        length = c.send(get(path)).answer()[1]["content-length"]
        status, fields, _ = c.send(get(path, method="HEAD")).answer(head_only=True)
        assert fields["content-length"] == length or path == "/metrics", (path, fields, length)
        assert c.quiet(0.1), (path, c.buffer)
        c.s.settimeout(120)


@test
def a_chunked_post_works(s):
    c = Raw(s)
    whole = b"5\r\n" + GUEST[:5] + b"\r\n" + b"%X\r\n" % len(GUEST[5:]) + GUEST[5:] + b"\r\n0\r\n\r\n"
    status, _, body = c.send(post(whole, "Transfer-Encoding: chunked")).answer()
    assert status == 201 and json.loads(body)["name"] == "Ada", (status, body)
    assert c.send(get()).answer()[0] == 200  # the connection goes on
    fancy = b"00e;a=b;c=\"d e\"\r\n" + GUEST + b"\r\n000\r\nX-Trailer: yes\r\nY: z\r\n\r\n"
    assert c.send(post(fancy, "Transfer-Encoding: Chunked")).answer()[0] == 201
    for byte in post(whole, "transfer-encoding: chunked"):
        c.send(bytes([byte]))
    assert c.answer()[0] == 201
    assert c.send(get()).answer()[0] == 200


@test
def broken_chunks_are_refused(s):
    head = "Transfer-Encoding: chunked"
    for body in (b"zz\r\n", b"\r\n", b"-1\r\n", b"+5\r\nhello\r\n", b"0x5\r\nhello\r\n", b"5\nhello\r\n0\r\n\r\n", b"5\r\nhelloo\r\n0\r\n\r\n",
                 b"5\r\nhello0\r\n\r\n", b" 5\r\nhello\r\n0\r\n\r\n", b"5 \r\nhello\r\n0\r\n\r\n", b"0\r\n bad: x\r\n\r\n", b"0\r\nX: y\nZ\r\n\r\n",
                 b"5;a\x00b\r\nhello\r\n0\r\n\r\n"):
        refused(s, post(body, head), 400)
    refused(s, post(b"FFFFFFFFFFFFFFFFFF\r\n", head), 413, 400)
    refused(s, post(b"20000\r\n" + b"x" * 0x11000, head), 413)
    refused(s, post(b"5;" + b"x" * 9000 + b"\r\n", head), 400, 431)
    refused(s, post(b"".join(b"1;%s\r\nx\r\n" % (b"e" * 900) for _ in range(12)), head), 400, 431)


@test
def a_length_is_one_number(s):
    for value in ("13abc", "+13", "-1", "0x0d", "1 3", "13,13", "13, 13", "", "1e1", "99999999999999999999999", "18446744073709551616"):
        refused(s, post(GUEST, f"Content-Length: {value}"), 400)
    refused(s, post(GUEST, "Content-Length: 14", "Content-Length: 13"), 400)
    refused(s, post(GUEST, "Content-Length: 14", "Content-Length: 14"), 400)
    refused(s, post(b"0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked"), 400)
    refused(s, post(b"0\r\n\r\n", "Transfer-Encoding: chunked", "Content-Length: 5"), 400)
    refused(s, post(GUEST, "Content-Length: 900000"), 413)
    refused(s, post(GUEST, "Content-Length: 9223372036854775808"), 413)
    for value in ("gzip, chunked", "identity, chunked"):
        refused(s, post(b"0\r\n\r\n", f"Transfer-Encoding: {value}"), 501)
    for value in ("identity", "gzip", "chunked, gzip", "xchunked2", ""):
        refused(s, post(b"0\r\n\r\n", f"Transfer-Encoding: {value}"), 400)
    refused(s, post(b"0\r\n\r\n", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"), 400)
    refused(s, get("/api/guest", "Transfer-Encoding: chunked", method="POST", version="HTTP/1.0"), 400)
    assert Raw(s).send(post(GUEST, "Content-Length: 0014")).answer()[0] == 201


@test
def request_lines_are_strict(s):
    for line in (b"GET", b"GET /", b"GET  / HTTP/1.1", b"GET / HTTP/1.1 ", b" GET / HTTP/1.1", b"GET / HTTP/1.1 x", b"GET\t/\tHTTP/1.1", b"GET / http/1.1",
                 b"GET / HTTP/1", b"GET / HTTP/11.1", b"GET / HTTP/1.10", b"GET / HTTP 1.1", b"GET healthz HTTP/1.1", b"G(T / HTTP/1.1", b"GET * HTTP/1.1",
                 b"GET /a#b HTTP/1.1", b"GET /\xc3\xa9 HTTP/1.1", b"GET ftp://x/ HTTP/1.1", b"GET http:/// HTTP/1.1", b"CONNECT x:80 HTTP/1.1",
                 b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/1.1\rX: y"):
        refused(s, line + b"\r\nHost: x\r\n\r\n", 400)
    for version in ("HTTP/2.0", "HTTP/9.9", "HTTP/0.9"):
        refused(s, get(version=version), 505)
    refused(s, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505)
    refused(s, get("/" + "a" * 9000), 414)
    refused(s, b"GET /" + b"a" * 30000, 414)
    refused(s, get("/healthz", "X: " + "y" * 9000), 431)
    refused(s, get("/healthz", *["X: y"] * 3000), 431)
    refused(s, get("/healthz", *["X: y"] * 70), 431)
    assert Raw(s).send(get("/healthz?" + "a" * 700)).answer()[0] == 200
    assert Raw(s).send(get(version="HTTP/1.7")).answer()[0] == 200  # a later minor version is understood
    for path, status in (("/%68ealthz", 200), ("http://x/healthz", 200), ("HTTP://x/healthz?a", 200), ("/api/games/%00", 404), ("/api/games/%zz", 404),
                         ("/api/games/%4", 404), ("/%2e%2e/%2e%2e/etc/passwd", 404)):
        assert Raw(s).send(get(path)).answer()[0] == status, path
    assert Raw(s).send(b"\r\n" + get()).answer()[0] == 200  # one empty line before it is skipped


@test
def fields_are_strict(s):
    for field in (b" folded: x", b"X: y\r\n folded", b"X: y\r\n\tfolded", b"X : y", b"X", b": y", b"X\tY: z", b"X: a\rb", b"X: a\x00b", b"X: a\x7fb",
                  b"X: a\x01b", b"X(: y", b"X: y\nZ: z", b"Host: x", b"Host: y", b"Origin: a\r\nOrigin: b", b"Authorization: a\r\nAuthorization: b"):
        refused(s, b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + field + b"\r\n\r\n", 400)
    refused(s, b"GET /healthz HTTP/1.1\nHost: x\n\n", 400)
    refused(s, get(host=None), 400)
    for host in ("a b", "x/y", "x@y", "x?y", "a<b"):
        refused(s, get(host=host), 400)
    for field in ("X:y", "X:", "X:\t y \t", "X: a\xe9b", "X: a\tb", "x-y_z~!: 1"):
        assert Raw(s).send(get("/healthz", field)).answer()[0] == 200, field
    assert Raw(s).send(get(host="")).answer()[0] == 200
    assert Raw(s).send(get(host=None, version="HTTP/1.0")).answer()[0] == 200


@test
def connections_stay_or_close_as_asked(s):
    c = Raw(s)
    for _ in range(3):
        status, fields, _ = c.send(get()).answer()
        assert status == 200 and fields.get("connection") != "close" and "date" in fields
    assert c.quiet()
    c.s.settimeout(120)
    assert c.send(get("/healthz", "Connection: foo, Close")).answer()[1]["connection"] == "close" and c.closed()
    c = Raw(s).send(get(version="HTTP/1.0"))
    assert c.answer()[1]["connection"] == "close" and c.closed()
    c = Raw(s).send(get("/healthz", "Connection: Keep-Alive", version="HTTP/1.0"))
    assert c.answer()[1]["connection"] == "keep-alive" and c.send(get()).answer()[0] == 200
    c = Raw(s).send(get("/healthz"))  # half closed: it is still answered
    c.s.shutdown(socket.SHUT_WR)
    assert c.answer()[0] == 200 and c.closed()


@test
def pipelined_requests_are_answered_in_order(s):
    c, token = Raw(s), guest(s)
    want = []
    for i in range(100):
        if i % 5 == 0:  # these wait for the store
            c.send(get("/api/me", f"Authorization: Bearer {token}"))
            want.append((200, b'"person"'))
        elif i % 5 == 1:
            c.send(post(GUEST, "Content-Length: 14"))
            want.append((201, b'"token"'))
        elif i % 5 == 2:
            c.send(post(b"e\r\n" + GUEST + b"\r\n0\r\n\r\n", "Transfer-Encoding: chunked"))
            want.append((201, b'"token"'))
        elif i % 5 == 3:
            c.send(get("/api/nothing"))
            want.append((404, b"not-found"))
        else:
            c.send(get("/healthz"))
            want.append((200, b"ok"))
    for i, (status, part) in enumerate(want):
        got = c.answer()
        assert got[0] == status and part in got[2], (i, got)
    assert c.quiet(0.1)
    c = Raw(s).send(get("/healthz", "Content-Length: 3") + b"abc" + get())  # a body nobody wants is still a body
    assert c.answer()[0] == 200 and c.answer()[0] == 200
    c = Raw(s).send(get("/healthz", "Connection: close") + get())  # nothing after the last one
    assert c.answer()[0] == 200 and c.closed()
    c = Raw(s).send(get() * 2000)
    assert all(c.answer()[0] == 200 for _ in range(2000))


@test
def a_body_is_announced(s):
    c = Raw(s).send(post(b"", "Content-Length: 14", "Expect: 100-continue"))
    assert c.answer()[0] == 100
    assert c.send(GUEST).answer()[0] == 201
    assert c.send(post(b"", "Transfer-Encoding: chunked", "Expect: 100-Continue")).answer()[0] == 100
    assert c.send(b"e\r\n" + GUEST + b"\r\n0\r\n\r\n").answer()[0] == 201
    assert c.send(get("/healthz", "Expect: 100-continue")).answer()[0] == 200  # nothing to wait for
    refused(s, post(b"", "Content-Length: 900000", "Expect: 100-continue"), 413)
    refused(s, post(GUEST, "Content-Length: 14", "Expect: 200-ok"), 417)


@test
def other_methods_hear_which_there_are(s):
    c = Raw(s)
    for method in ("OPTIONS", "PUT", "PATCH", "TRACE", "BREW", "get", "Post"):
        status, fields, _ = c.send(get("/api/games", method=method)).answer()
        assert status == 405 and fields["allow"] == "GET, HEAD", (method, status, fields)
    assert c.send(get("*", method="OPTIONS")).answer()[0] == 405
    for path, method, allow in (("/api/guest", "GET", "POST"), ("/api/guest", "HEAD", "POST"), ("/api/tables", "PUT", "GET, HEAD, POST"),
                                ("/healthz", "POST", "GET, HEAD"), ("/healthz", "DELETE", "GET, HEAD")):
        status, fields, _ = c.send(get(path, "Content-Length: 0", method=method)).answer(method == "HEAD")
        assert status == 405 and fields["allow"] == allow, (path, method, status, fields)
    assert c.send(get()).answer()[0] == 200


@test
def not_modified_has_no_body(s):
    c = Raw(s)
    etag = c.send(get("/")).answer()[1]["etag"]
    assert c.send(get("/", f"If-None-Match: {etag}")).answer()[0] == 304
    assert c.send(get()).answer()[0] == 200


@test
def questions_are_decoded_once(s):
    token = guest(s, "A+B & C%")
    http(s.base, "/api/tables", {"game": "myst", "access": "open"}, token)
    for query, n in (("game=myst", True), ("game=my%73t", True), ("game=my%2573t", False), ("gam%65=x", True), ("game=myst%26x", False), ("a&game=", True)):
        status, found = http(s.base, "/api/tables?state=open&" + query)
        assert status == 200 and bool(found["tables"]) == n, (query, found)


@test
def handshakes_are_strict(s):
    good = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: petteia.1"]

    def shake(*fields, **more):
        return Raw(s).send(get("/ws", *fields, **more)).answer()[0]

    assert shake(*good) == 101
    assert shake(*good[:4], "Sec-WebSocket-Protocol: other, petteia.1") == 101
    assert shake("upgrade: WebSocket", "connection: keep-alive, upgrade", *good[2:]) == 101
    assert shake(*good, "Cookie: " + "c" * 6000) == 101
    for i, status in enumerate((426, 426, 400, 426, 400)):
        assert shake(*good[:i], *good[i + 1:]) == status, good[i]
    for i, field, status in ((3, "Sec-WebSocket-Version: 12", 426), (2, "Sec-WebSocket-Key: short", 400), (2, "Sec-WebSocket-Key: " + "A" * 24, 400),
                             (2, good[2] + "\r\n" + good[2], 400), (4, "Sec-WebSocket-Protocol: petteia.12", 400), (0, "Upgrade: h2c", 426)):
        assert shake(*good[:i], field, *good[i + 1:]) == status, field
    assert shake(*good, "Content-Length: 4") == 400
    assert shake(*good, "Origin: http://elsewhere") == 403
    assert shake(*good, version="HTTP/1.0") == 426
    assert shake(*good, method="POST") == 400
    assert Raw(s).send(get("/other", *good)).answer()[0] == 200  # the page; a wish to upgrade may be ignored
    c = Raw(s).send(get() + get("/healthz") + get("/ws", *good))  # also after other requests
    assert [c.answer()[0] for _ in range(3)] == [200, 200, 101]


@test
def damaged_requests_are_answered_or_closed(s):
    """Whatever comes: an answer, then the next or the end; nothing hangs."""
    rng = random.Random(5)
    seeds = [get(), post(GUEST, "Content-Length: 14"), post(b"e\r\n" + GUEST + b"\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
             get("/api/games", "Connection: close", "Accept: */*")]
    for _ in range(300):
        data = bytearray(b"".join(rng.choice(seeds) for _ in range(rng.randint(1, 3))))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            if rng.random() < 0.5:
                data[at] = rng.choice(b"\r\n\0 :;,\xff\t0") if rng.random() < 0.7 else rng.randrange(256)
            else:
                del data[at:at + rng.randint(1, 5)]
        c = Raw(s).send(bytes(data))
        c.s.shutdown(socket.SHUT_WR)
        c.s.settimeout(120)
        try:
            while c.s.recv(65536):
                pass
        except ConnectionError:
            pass
    assert Raw(s).send(get()).answer()[0] == 200


if __name__ == "__main__":
    sys.exit(run_all(tests))
