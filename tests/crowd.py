"""A client that wants everything, from one address: half-sent requests, searches of the archive and bots that think, all at
once. Nobody else at the server may notice. The load runs in a process of its own."""
# SPDX-License-Identifier: MIT
import http.client
import json
import multiprocessing
import selectors
import socket
import sqlite3
import time

from client import Socket

PEOPLE = ("Ada", "Bo", "Cleo", "Dora", "Emil", "Fatou", "Gita", "Hugo", "Ines", "Jan", "Kim", "Lou")


def ask_from(address, port, method, path, body=None, token=None):
    """One request on a connection of its own, from this address of this machine: the status and the answer."""
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))
    try:
        c.request(method, path, None if body is None else json.dumps(body), {"Authorization": "Bearer " + token} if token else {})
        answer = c.getresponse()
        text = answer.read().decode()
    finally:
        c.close()
    return answer.status, json.loads(text) if text.startswith("{") else text


def enter_from(address, s, token):
    """A socket that has said hello, from this address."""
    c = Socket(s.base, source=address)
    c.send(t="hello", v=1, ticket=ask_from(address, s.port, "POST", "/api/ticket", {}, token)[1]["ticket"])
    c.until(t="hello")
    return c


def fill_archive(data, tables):
    """Adds finished tables of two to a database that a server has made and left: what lists and searches read, without events."""
    now = int(time.time() * 1000)
    with sqlite3.connect(f"{data}/petteia.db", timeout=60) as db:
        first = db.execute("SELECT coalesce(max(num), 0) + 1 FROM tables").fetchone()[0]
        for num in range(first, first + tables):
            two = [f"{PEOPLE[num % 12]} {num % 977}", f"{PEOPLE[num // 12 % 12]} {num % 1013}"]
            head = json.dumps({"players": 2, "seats": [{"name": name, "person": f"p{name}"} for name in two], "clock": "none", "watch": True})
            db.execute("INSERT INTO tables(num, id, kind, state, access, live, created, changed, ended, head) VALUES(?,?,?,2,0,0,?,?,?,?)",
                       (num, f"tcrowd{num}", "mykerinos", now, now, now, head.encode()))
            db.executemany("INSERT INTO players(num, seat, person, name, points, place) VALUES(?,?,?,?,?,?)",
                           [(num, seat, f"p{name}", name, 30 + seat, 2 - seat) for seat, name in enumerate(two)])
    db.close()


def run_load(port, half_open, searches, stop, answered):
    """Keeps so many requests half sent and so many searches asked, until it is told to stop."""
    ready = selectors.DefaultSelector()

    def open_one(kind):
        c = socket.create_connection(("127.0.0.1", port), 20)
        if kind == "half":
            c.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        ready.register(c, selectors.EVENT_READ, kind)
        return c

    def search(c, number):
        name = PEOPLE[number % 12] if number % 3 else PEOPLE[number % 12][:2] + "%20" + str(number % 977)
        c.sendall(f"GET /api/archive?player={name}&limit=50 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def hear(c, kind):
        """What has come is an answer, and the next search follows; without one, it had its time, or its place was needed."""
        got = c.recv(1 << 20)
        if not got:
            raise ConnectionError
        if kind == "search" and b"HTTP/1.1 " in got:
            answered.value += 1
            search(c, answered.value)

    def again(c, kind):
        ready.unregister(c)
        c.close()
        c = open_one(kind)
        if kind == "search":
            search(c, answered.value)

    for _ in range(half_open):
        open_one("half")
    for i in range(searches):
        search(open_one("search"), i)
    while not stop.is_set():
        for key, _ in ready.select(0.05):
            try:
                hear(key.fileobj, key.data)
            except OSError:
                again(key.fileobj, key.data)


class Crowd:
    """with Crowd(s, half_open=140, searches=100, tables=25): ... while it goes on."""

    def __init__(self, s, half_open, searches, tables):
        self.s, self.stop = s, multiprocessing.Event()
        self.answered = multiprocessing.Value("q", 0)
        self.load = multiprocessing.Process(target=run_load, args=(s.port, half_open, searches, self.stop, self.answered), daemon=True)
        self.tables = tables

    def __enter__(self):
        greedy = "127.0.0.1"
        token = ask_from(greedy, self.s.port, "POST", "/api/guest", {"name": "Greedy"})[1]["token"]
        c = enter_from(greedy, self.s, token)
        for _ in range(self.tables):
            body = {"game": "cyclades", "players": 5, "seats": ["master"] * 5}
            c.send(t="start", table=ask_from(greedy, self.s.port, "POST", "/api/tables", body, token)[1]["table"], id="go")
            c.until(re="go")
        c.s.close()
        self.load.start()
        while not self.answered.value:
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        assert self.load.is_alive(), "the load has ended before its time"
        self.stop.set()
        self.load.join(20)
        if self.load.is_alive():
            self.load.kill()
