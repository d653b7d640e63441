"""Clients for tests of several nodes: they play through any node, keep what they were told and saw, and compare it with the log."""
# SPDX-License-Identifier: MIT
import http.client
import random
import re
import select
import threading
import time
import traceback
import urllib.error

from client import enter, http as ask, moves_of
from serving import events_of

GAMES = ("mykerinos", "myst", "cyclades", "mytikas", "myriath")
DOWN = (OSError, http.client.HTTPException, KeyError, TypeError, ValueError)  # a node is down, or an answer was cut off


PAGE_MS = 300 * 1.3  # how long a page stays away at most when nobody has told it (web/src/lib/net.ts)


class Eye(threading.Thread):
    """One seat of a table, or a spectator (None), through any node, again and again through another. It keeps what was acknowledged and
    what it saw: {number: event}."""

    def __init__(self, play_at, seat, number):
        super().__init__(daemon=True)
        self.at, self.seat, self.rng = play_at, seat, random.Random(number)
        self.acknowledged, self.seen, self.wrong, self.last, self.count, self.said, self.visits = {}, {}, [], None, 0, [], 0
        self.sent_at, self.longest = 0, 0  # when the last move was first sent, and the longest time until one was acknowledged
        self.is_in, self.asked = False, None  # asked: the last message, if it asks for a move
        self.away, self.pauses = [], []  # how long we were to stay away since we were in, (ms, why) each time; and the most of these

    def run(self):
        while not self.at.stop:
            try:
                self.visit(self.at.table)
            except DOWN as error:
                self.is_in = False
                self.stay_away(error)
            except Exception:
                self.wrong.append(traceback.format_exc())
                return

    def stay_away(self, error):
        """As long as a page would, or for a moment."""
        told = re.search(r"back in (\d+) ms", str(error))
        ms = int(told[1]) if told else PAGE_MS
        self.away.append((ms, repr(error)))
        time.sleep(ms / 1000 if self.at.as_page else 0.05)

    def note(self, table, m):
        events = m.get("events", [])
        for i, event in enumerate(events):
            at = m["n"] - len(events) + i + 1
            known = self.seen.setdefault(table, {}).setdefault(at, event)
            if known != event:
                self.wrong.append(f"{table}: seat {self.seat} saw {known} as number {at}, then {event}")

    def come_in(self):
        """At any node. A page comes through a proxy, which asks the next one when nobody listens."""
        nodes = self.at.cluster.nodes
        if not self.at.as_page:
            return enter(self.rng.choice(nodes).base, self.at.token, timeout=2.5)
        for node in self.rng.sample(nodes, len(nodes)):
            try:
                return enter(node.base, self.at.token)
            except (ConnectionRefusedError, urllib.error.URLError) as error:
                if not isinstance(getattr(error, "reason", error), ConnectionRefusedError):
                    raise
        raise ConnectionRefusedError("no node listens")

    def visit(self, table):
        s, self.asked = self.come_in(), None
        self.visits += 1
        s.send(t="watch", table=table, **({} if self.seat is None else {"seat": self.seat}))
        if self.last and self.last["table"] != table:
            self.last = None
        if self.last:
            s.send(**self.last)
        self.pauses, self.away, self.is_in = max(self.pauses, self.away, key=lambda pauses: sum(ms for ms, _ in pauses)), [], True
        leave_at = time.monotonic() + self.rng.uniform(0.3, 4)
        while not self.at.stop and self.at.table == table and (self.at.as_page or time.monotonic() < leave_at):
            if not self.at.as_page or s.buffer or select.select([s.s], [], [], 0.2)[0]:
                self.take(s, table, s.receive())

    def take(self, s, table, m):
        self.said = [*self.said[-3:], (m["t"], m.get("code"), m.get("n"), m.get("re"))]
        if m["t"] == "ok" and str(m.get("re", "")).startswith("k"):
            self.acknowledged.setdefault(table, set()).add(m["re"])
            self.longest = max(self.longest, time.monotonic() - self.sent_at)
            self.last = None
        if m["t"] == "refused" and m["code"] in ("stale", "rule", "not-playing", "not-your-turn"):
            self.last = None
        elif m["t"] == "refused" and self.last and m.get("re") == self.last["id"]:  # for a moment
            time.sleep(0.05)
            s.send(**self.last)
        elif m["t"] == "refused" and m["code"] == "retry":
            raise ConnectionError("the table cannot be read")
        if m["t"] in ("table", "update") and m.get("table", table) == table:
            self.note(table, m)
            self.asked = m if m.get("legal") and "result" not in m else None
            if "result" in m:
                self.at.over(table)
            if m["t"] == "update" and self.asked:
                self.last = None
        if self.asked and not self.last and self.seat is not None:
            self.move(s, table, self.asked)

    def move(self, s, table, m):
        """A table that was sent anew may ask for the move that is already on its way: that one is answered first."""
        self.count += 1
        self.asked = None
        time.sleep(self.at.pace)
        self.sent_at = time.monotonic()
        self.last = dict(t="move", table=table, seat=self.seat, at=m["n"], id=f"k{self.seat}x{self.count}", move=self.rng.choice(moves_of(m["legal"])))
        s.send(**self.last)


class Play:
    """One table after the other, with three eyes on it. `pace`: seconds before each move; `as_page`: they come, stay
    and come back as a page does."""

    def __init__(self, cluster, number, pace=0, as_page=False):
        self.cluster, self.number, self.made, self.stop, self.pace, self.as_page = cluster, number, [], False, pace, as_page
        self.lock, self.rng = threading.Lock(), random.Random(number)
        self.token = self.insist(lambda base: ask(base, "/api/guest", {"name": f"Kim{number}"})[1]["token"])
        self.table = None
        self.new_table()
        self.eyes = [Eye(self, seat, number * 10 + i) for i, seat in enumerate((0, 1, None))]
        for eye in self.eyes:
            eye.start()

    def insist(self, f):
        end = time.monotonic() + 120
        while True:
            try:
                return f(self.rng.choice(self.cluster.nodes).base)
            except DOWN:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def new_table(self):
        game = GAMES[(self.number + len(self.made)) % len(GAMES)]

        def make(base):
            table = ask(base, "/api/tables", {"game": game, "players": 2, "seats": ["me", "me"]}, self.token)[1]["table"]
            s = enter(base, self.token, timeout=5)
            s.send(t="start", table=table, id="go")
            s.until(re="go")
            return table
        self.table = self.insist(make)
        self.made.append(self.table)

    def over(self, table):
        with self.lock:
            if self.table == table:
                self.new_table()

    def moves(self):
        return sum(len(a) for e in self.eyes for a in e.acknowledged.values())

    def finish(self):
        self.stop = True
        for eye in self.eyes:
            eye.join(120)


def text_of(event):
    return event.get("move")


def check(cluster, plays):
    """What is wrong, and how much was compared."""
    logs, wrong, compared = events_of(cluster), [], 0
    for p in plays:
        for eye in p.eyes:
            wrong += eye.wrong
        for table in p.made:
            log = [(n, body.split(" ")) for n, _, body in logs.get(table, [])]
            if [n for n, _ in log] != list(range(1, len(log) + 1)):
                wrong.append(f"{table}: the log forks or has gaps: {[n for n, _ in log]}"[:300])
            ids = [w[2] for _, w in log if w[0] == "move" and w[2] != "-"]
            if len(ids) != len(set(ids)):
                wrong.append(f"{table}: a move was made twice")
            texts = [" ".join(w[4:] if w[0] == "move" else w[6:]) for _, w in log if w[0] in ("move", "luck")]
            for eye in p.eyes:
                lost = eye.acknowledged.get(table, set()) - set(ids)
                if lost:
                    wrong.append(f"{table}: acknowledged and lost: {sorted(lost)}")
                compared += len(eye.acknowledged.get(table, ()))
                rest = iter(texts)
                for n, event in sorted(eye.seen.get(table, {}).items()):
                    text = text_of(event)
                    if text and text not in rest:  # moves the iterator on: what is seen stands in the log in this order
                        wrong.append(f"{table}: seat {eye.seat} saw {n} {event}, which the log has not")
                        break
                    compared += bool(text)
    return wrong, compared
