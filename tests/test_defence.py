#!/usr/bin/env python3
"""What the server does against those who do not play: limits, strict messages, broken handshakes and
frames. Takes the program and prints "N passed, M failed"."""
# SPDX-License-Identifier: MIT
import json
import os
import random
import re
import socket
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Socket, enter, http, moves_of  # noqa: E402
from serving import Server  # noqa: E402
from at_table import ask, guest, make, run_all, two  # noqa: E402

tests = []


def test(f):
    tests.append(f)
    return f


def closes(c, seconds=60):
    """The close code (0: without one); None if it stays open."""
    c.s.settimeout(seconds)
    try:
        while True:
            c.receive()
    except ConnectionError as error:
        return int((re.match(r"closed (\d+)", str(error)) or [0, 0])[1])
    except (TimeoutError, socket.timeout):
        return None


def raw(s, data=b"", wait=60):
    """Sends bytes; returns what comes back until the server closes or it takes too long."""
    c = socket.create_connection(("127.0.0.1", s.port), 60)
    c.settimeout(wait)
    got = b""
    try:
        c.sendall(data)
        while True:
            more = c.recv(65536)
            if not more:
                return got, True
            got += more
    except (TimeoutError, socket.timeout):
        return got, False
    except OSError:
        return got, True
    finally:
        c.close()


def healthy(s):
    return http(s.base, "/healthz") == (200, "ok\n")


@test
def handshakes_and_hellos_must_come_in_time(s):
    """Ten seconds each; the others run meanwhile, see late()."""
    half = socket.create_connection(("127.0.0.1", s.port), 60)
    half.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\n")
    silent = Socket(s.base)
    s.late = (half, silent, time.monotonic())


@test
def another_origin_is_refused(s):
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{s.port}.evil.example"):
        try:
            Socket(s.base, origin=origin)
            raise AssertionError(origin + " got in")
        except ConnectionError:
            pass
    Socket(s.base, origin=f"http://127.0.0.1:{s.port}")
    request = urllib.request.Request(s.base + "/api/guest", b'{"name":"x"}', {"Origin": "http://evil.example"})
    try:
        urllib.request.urlopen(request)
        raise AssertionError("a foreign page made a guest")
    except urllib.error.HTTPError as error:
        assert error.code == 403


@test
def a_ticket_opens_one_socket(s):
    ticket = http(s.base, "/api/ticket", {}, guest(s))[1]["ticket"]
    one, other = Socket(s.base), Socket(s.base)
    one.send(t="hello", v=1, ticket=ticket)
    assert one.until(t="hello")
    other.send(t="hello", v=1, ticket=ticket)
    assert other.receive()["code"] == "ticket" and closes(other) == 1008
    for hello in ({"v": 1, "ticket": "0" * 32}, {"v": 2, "ticket": "x"}, {"v": 1}):
        c = Socket(s.base)
        c.send(t="hello", **hello)
        assert c.receive()["t"] == "refused" and closes(c) == 1008
    c = Socket(s.base)
    c.send(t="watch", table="t1")
    assert c.receive()["code"] == "no-hello" and closes(c) == 1008
    assert http(s.base, "/api/ticket", {}, "0" * 64)[0] == 401
    assert http(s.base, "/api/tables", {"game": "myst"})[0] == 401


@test
def every_message_is_authorised_for_its_seat(s):
    _, table, sockets, first = two(s, "mykerinos")
    eve = enter(s.base, guest(s, "Eve"))
    mover = 0 if first[0].get("legal") else 1
    move = moves_of(first[mover]["legal"])[0]
    for message in ({"t": "move", "move": move}, {"t": "undo"}, {"t": "resign"}, {"t": "agree", "yes": True}, {"t": "leave"},
                    {"t": "rematch"}, {"t": "watch"}, {"t": "legal"}, {"t": "score"}, {"t": "chat", "text": "x"}):
        answer = ask(eve, table=table, seat=mover, **message)
        assert answer.get("code") == "not-your-seat", (message, answer)
        answer = ask(sockets[1 - mover], table=table, seat=mover, **message)
        assert answer.get("code") == "not-your-seat", (message, answer)
    assert ask(eve, t="bot", table=table, seat=1, level="random")["code"] == "cannot-seat-bot"
    assert ask(eve, t="start", table=table)["code"] == "cannot-start"
    assert ask(sockets[mover], t="move", table=table, seat=mover, move=move)["t"] == "ok"


@test
def messages_are_strict(s):
    c = enter(s.base, guest(s))
    for text in ('{"t":"ping","t":"ping"}', "[]", "1", "", "{", '{"t":"ping"} {}', '{"t":' + "[" * 40 + "]" * 40 + "}", '{"t":"ping\\u0000"}',
                 '{"t":1}', '{"t":"move","table":"t","seat":"0","move":"x"}', '{"t":"move","table":"t","seat":9,"move":"x"}',
                 '{"t":"move","table":"t","seat":0}', '{"t":"nothing","table":"t"}', '{"t":"chat","table":"t","text":"a\\nb"}',
                 '{"t":"watch","table":"a b"}', '{"t":"ping","id":"a b"}', '{"t":"watch","table":"' + "t" * 60 + '"}', "NaN", '{"t":"ping",}'):
        c.frame(1, text.encode())
        answer = c.receive()
        assert (answer["t"], answer["code"]) == ("refused", "malformed"), (text, answer)
    c.frame(1, b'{"t":"ping","id":"\xff\xfe"}')
    assert closes(c) == 1007
    assert ask(enter(s.base, guest(s)), t="ping")["t"] == "pong"


@test
def a_message_has_at_most_8_kib(s):
    c = enter(s.base, guest(s))
    c.frame(1, b'{"t":"ping","id":"q","x":"' + b"x" * 7900 + b'"}')
    assert c.receive()["t"] == "pong"
    c.frame(1, b'{"t":"ping","x":"' + b"x" * 9000 + b'"}')
    assert closes(c) == 1009
    c = enter(s.base, guest(s))
    c.frame(2, b"binary")
    assert closes(c) == 1003
    assert raw(s, b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n")[0].startswith(b"HTTP/1.1 413")


@test
def rates_are_limited_for_connections_and_people(s):
    with Server(s.program, "--rate", "10") as own:
        token = guest(own)
        begin = time.monotonic()
        c = enter(own.base, token)
        for _ in range(60):
            c.send(t="ping")
        kinds = [c.receive()["t"] for _ in range(60)]
        most = 30 + 10 * (time.monotonic() - begin)  # the burst, and what time has brought since
        assert 25 <= kinds.count("pong") <= most, (kinds.count("pong"), most)
        other = [enter(own.base, token) for _ in range(4)]  # more connections do not help a person much
        for o in other:
            for _ in range(29):
                o.send(t="ping")
        pongs = sum(o.receive()["t"] == "pong" for o in other for _ in range(29))
        most = 60 + 20 * (time.monotonic() - begin)
        assert pongs <= most - kinds.count("pong"), (pongs, most)
        for _ in range(400):
            try:
                c.send(t="ping")
            except OSError:
                break
        assert closes(c) is not None
        with ThreadPoolExecutor(20) as at_once:  # one after the other, a slow machine would be slow enough
            codes = list(at_once.map(lambda _: http(own.base, "/api/login", {"name": "a", "password": "12345678"})[0], range(20)))
        assert set(codes) == {401, 429} and codes.count(401) >= 10, codes
    with Server(s.program, "--rate", "1") as own:
        with ThreadPoolExecutor(20) as at_once:
            codes = set(at_once.map(lambda _: http(own.base, "/api/games/none")[0], range(60)))
        assert codes == {404, 429}, codes


@test
def a_slow_reader_gets_the_whole_table_in_the_end(s):
    token = guest(s)
    table = make(s, token, "myriath", ["me", "me"])
    slow, c = enter(s.base, token), enter(s.base, token)
    slow.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    c.send(t="watch", table=table, seat=0)
    before = s.memory()
    for _ in range(1500):  # each is answered by 15 KiB that it does not read
        slow.send(t="watch", table=table, seat=0)
    ask(c, t="chat", table=table, seat=0, text="the last word")
    room = 64 << 20 if "ASAN_OPTIONS" in os.environ else 6 << 20  # sanitizers keep what was freed
    assert s.memory() - before < room, s.memory() - before
    tables = 0
    while True:
        m = slow.receive()
        tables += m["t"] == "table"
        if m["t"] in ("table", "update") and any(e.get("text") == "the last word" for e in m["events"]):
            break
    assert tables < 1400, tables
    assert "petteia_slow_readers_total 0\n" not in http(s.base, "/metrics")[1]


@test
def broken_handshakes_and_frames_hurt_nobody(s):
    rng = random.Random(11)
    good = (b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: petteia.1\r\n\r\n")
    odd = [b"", b"\0" * 100, b"GET", b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n",
           b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n", good.replace(b"13", b"99"), good.replace(b"petteia.1", b"other"),
           good.replace(b"/ws", b"/elsewhere"), good.replace(b"websocket", b"h2c"), good.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"x" * 3000),
           good.replace(b"Upgrade: websocket", b"Upgrade: websocket, h2c"), good.replace(b"Sec-WebSocket-Key", b"X"),
           b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", b"POST /api/guest HTTP/1.1\r\nHost: x\r\n\r\n",
           b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"DELETE / HTTP/1.1\r\nHost: x\r\n\r\n",
           b"GET /%00%ff%zz HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /api/tables?%=&&=&limit=-9 HTTP/1.1\r\nHost: x\r\n\r\n"]
    for data in odd:
        raw(s, data, 0.15)
    for i in range(60):
        data = bytearray(good)
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        raw(s, bytes(data), 0.05)
        raw(s, good + rng.randbytes(rng.randint(1, 400)), 0.05)
        raw(s, rng.randbytes(rng.randint(1, 600)), 0.05)
    assert healthy(s)
    whole = guest(s)
    assert ask(enter(s.base, whole), t="ping")["t"] == "pong"


@test
def no_secret_is_logged(s):
    with Server(s.program) as own:
        token = http(own.base, "/api/account", {"name": "Loud", "password": "secret secret"}, guest(own))[1]["token"]
        status, made = http(own.base, "/api/tables", {"game": "myst", "access": "private", "seats": ["me", "random"]}, token)
        c = enter(own.base, token)
        ask(c, t="watch", table=made["table"], key=made["key"])
        own.stop()
        log = own.log_text()
        for secret in (token, "secret secret", made["key"]):
            assert secret not in log
        with open(os.path.join(own.data, "petteia.db"), "rb") as file:
            stored = file.read()
        assert token.encode() not in stored and b"secret secret" not in stored


@test
def late_ones_are_gone(s):
    half, silent, begin = s.late
    time.sleep(max(0, 13 - (time.monotonic() - begin)))
    assert closes(silent) == 1008
    half.settimeout(60)
    got = half.recv(4096)
    assert got.startswith(b"HTTP/1.1 408 ") and half.recv(4096) == b"", got
    assert healthy(s)


if __name__ == "__main__":
    sys.exit(run_all(tests))
