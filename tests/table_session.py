"""Random requests of people at one table of a server, noted with their answers, and the events that the server's database keeps of it."""
# SPDX-License-Identifier: MIT
import random
import sqlite3
import time

from at_table import GAMES
from client import enter, http, moves_of

REQUESTS = 70  # random ones of a session


class Person:
    def __init__(self, server, name):
        told = http(server.base, "/api/guest", {"name": name})[1]
        self.id, self.name, self.token = told["person"], name, told["token"]
        self.socket = enter(server.base, self.token)

    def ask(self, **message):
        """The answer. There is only one question at a time, so it needs no id."""
        self.socket.send(**message)
        while True:
            m = self.socket.receive()
            if m["t"] in ("ok", "refused", "hint", "legal") and m.get("re", "") == message.get("id", ""):
                return m


def words_of(told):
    """A refusal's words; a rule's number stands before them, as the law says it."""
    return (told["rule"] + ": " if "rule" in told else "") + told.get("words", "")


class Session:
    """Random requests of people at one table, noted with their answers."""

    def __init__(self, server, game, seats, people, seed, **wish):
        self.server, self.game, self.seats, self.notes = server, game, seats, []
        self.rng, self.one_screen = random.Random(f"{game} {seats} {seed}"), len(people) == 1
        self.people = [Person(server, name) for name in people]
        self.owner = self.people[0]
        free = ["me"] + [""] * (seats - 1)
        body = {"game": game, "players": seats, "seats": free, "grace": 0, **wish}
        body.update({"access": "local"} if self.one_screen else {"entropy": "00ff"})
        status, made = http(server.base, "/api/tables", body, self.owner.token)
        assert status == 201, made
        self.table, self.key = made["table"], made.get("key", "")
        self.sitting = {0: [self.owner]}
        self.watcher = enter(server.base, self.owner.token)  # without a seat
        self.ids, self.bots_play = 0, False

    # --- one request ---

    def ask(self, person, kind, seat=-1, text="", move_id="", at=-1, yes=False, name="", key=None):
        key = self.key if key is None else key
        message = {"t": kind, "table": self.table, "yes": yes}
        word = {"sit": "entropy", "bot": "level", "move": "move", "chat": "text"}.get(kind)
        message.update({k: v for k, v in ((word, text), ("id", move_id), ("name", name), ("key", key)) if k and v})
        message.update({k: v for k, v in (("seat", seat), ("at", at)) if v >= 0})
        told = person.ask(**message)
        good = told["t"] != "refused" or told["code"] == "busy"  # the law grants a hint, and the server has no time for it
        self.notes.append({"kind": kind, "seat": seat, "person": person.id, "name": name or person.name, "key": key, "text": text,
                           "id": move_id, "at": at, "yes": yes, "granted": good, "code": "" if good else told["code"],
                           "words": "" if good else words_of(told)})
        self.bots_play |= good and kind in ("leave", "resign")
        if good and kind == "sit":
            self.sitting.setdefault(seat, []).append(person)
        if good and kind == "leave" and self.look()["phase"] == "open":
            self.sitting[seat].remove(person)
        return told

    def look(self):
        self.watcher.send(t="watch", table=self.table, key=self.key)
        return self.watcher.until(t="table")

    def settle(self):
        """Waits until no bot, who plays for somebody who left or resigned, has to move. Otherwise it is not known what came first."""
        if not self.bots_play:
            return
        end = time.monotonic() + 60
        while time.monotonic() < end:
            m = self.look()
            bots = {seat["seat"] for seat in m["seats"] if seat.get("standin") or seat.get("resigned")}
            if m["phase"] != "playing" or not bots & set(m.get("turn", [])):
                return
            time.sleep(0.01)
        raise TimeoutError(f"a bot does not move: {m}")

    # --- random ones ---

    def sit_down(self):
        """Some nonsense, then everybody sits, and the game starts."""
        one_screen, rng = self.one_screen, self.rng
        for seat in range(1, self.seats):
            person = self.owner if one_screen else self.people[seat % len(self.people)]
            if not one_screen:
                self.ask(rng.choice(self.people), rng.choice(["start", "undo", "leave", "rematch", "hint"]), rng.randrange(self.seats))
                self.ask(person, "sit", rng.choice([0, 4, seat]), text=rng.choice(["", "xyz", "0a"]), key=rng.choice(["", self.key]))
            if person not in self.sitting.get(seat, []):
                self.ask(person, "sit", seat, text="" if one_screen else "0b", name=f"Friend {seat}" if one_screen else "")
        for person in self.people[self.seats:]:  # a team takes them, otherwise they watch
            self.ask(person, "sit", rng.randrange(self.seats))
        self.ask(self.owner, "start")
        self.begun = len(self.notes)

    def seat_of(self, person):
        return next((seat for seat, there in self.sitting.items() if person in there), 0)

    def legal(self):
        """A seat that is asked, somebody who sits there, and their moves; bots are not asked."""
        for seat, there in self.rng.sample(sorted(self.sitting.items()), len(self.sitting)):
            if there:
                m = there[0].ask(t="legal", table=self.table, seat=seat, key=self.key)
                if m.get("legal"):
                    return seat, self.rng.choice(there), moves_of(m["legal"])
        return None

    def move(self, nonsense):
        found, rng = self.legal(), self.rng
        if not found:
            return
        seat, person, moves = found
        self.ids += 1
        move_id = rng.choice(["", f"m{self.ids}", f"m{self.ids}", f"m{max(1, self.ids - 1)}"])
        text, at = rng.choice(moves), rng.choice([-1, -1, -1, 10000])
        if nonsense:
            seat, person = rng.choice([(seat, person), (rng.randrange(self.seats), person), (seat, rng.choice(self.people))])
            text = rng.choice([text, "pass", "fly to the moon", self.last, text + " x"])
            at = rng.choice([at, 0, 3])
        else:
            self.last = text
        self.ask(person, "move", seat, text=text, move_id=move_id, at=at)

    def undo(self):
        """Somebody takes back; the others agree, or one does not."""
        asking = self.rng.choice([p for there in self.sitting.values() for p in there])
        self.ask(asking, "undo", self.seat_of(asking))
        for seat, there in sorted(self.sitting.items()):
            for person in there[:1]:
                self.ask(person, "agree", seat, yes=self.rng.random() < 0.9)

    def some_request(self):
        rng = self.rng
        person = rng.choice(self.people)
        seat = rng.choice([self.seat_of(person), self.seat_of(person), rng.randrange(self.seats), 4])
        kind = rng.choice(["move", "undo", "undo", "agree", "agree", "chat", "sit", "leave", "bot", "start", "rematch", "hint", "resign"])
        if kind == "move":
            self.move(True)
        elif kind == "undo" and rng.random() < 0.5:
            self.undo()
        elif kind in ("resign", "leave") and person in self.sitting.get(seat, []):
            pass  # once, later
        elif kind == "hint" and self.one_screen:
            pass  # it thinks for long
        elif kind == "chat" and self.one_screen and seat in (1, 2):
            pass  # the page knows one name for each seat, and the server one for each person
        else:
            text = {"chat": rng.choice(["hello", "good  move ", "Ωραία"]), "bot": rng.choice(["casual", "nobody"]), "sit": ""}.get(kind, "")
            self.ask(person, kind, seat, text=text, yes=rng.random() < 0.7, key=rng.choice(["", self.key, self.key, self.key]))

    def play(self):
        self.last = "pass"
        self.sit_down()
        if self.one_screen and self.game == GAMES[0]:  # one hint is enough: it takes long
            seat, person, _ = self.legal()
            self.ask(person, "hint", seat)
        for i in range(REQUESTS):
            self.settle()
            self.move(False) if self.rng.random() < 0.6 else self.some_request()
            if i == REQUESTS - 8:  # somebody goes for a while: a bot plays, or their team
                seat = self.seats - 1 if self.one_screen else self.seat_of(self.people[-1])
                self.ask(self.people[-1], "leave", seat)
        for seat, there in sorted(self.sitting.items()):
            self.settle()
            self.ask(there[0], "resign", seat)
        self.settle()
        for seat, there in sorted(self.sitting.items()):
            self.ask(there[0], "rematch", seat)
        self.ask(self.owner, "rematch", 0)

    def record(self):
        status, text = http(self.server.base, f"/api/tables/{self.table}/record?key={self.key}", token=self.owner.token)
        assert status == 200, text
        return text


def logs_of(server):
    """The events of every table by its id, with their times, as they stand in the file (store/journal.h)."""
    db = sqlite3.connect(f"file:{server.data}/petteia.db?mode=ro", uri=True, isolation_level=None, timeout=60)
    db.execute("BEGIN")
    ids = dict(db.execute("SELECT num, id FROM tables"))
    rows = db.execute("SELECT body FROM chunks ORDER BY num, last").fetchall() + db.execute("SELECT body FROM journal ORDER BY seq").fetchall()
    db.close()
    logs = {}
    for (body,) in rows:
        at = 0
        while at < len(body):
            head = body[at:at + 96].split(b" ", 4)[:4]
            table, _, when, length = map(int, head)
            at += sum(map(len, head)) + 4
            logs.setdefault(ids.get(table), []).append((when, body[at:at + length].decode()))
            at += length + 1
    return logs


def wish_of(create):
    """The lines of a create event by their first word; options together."""
    wish = {"option": ""}
    for line in create.splitlines()[1:]:
        word, _, rest = line.partition(" ")
        wish[word] = f"{wish['option']} {rest}".strip() if word == "option" else rest
    return wish
