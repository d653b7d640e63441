"""Random requests of people at one table of a server, given to table/ itself at the same time: the same answers, events and notices.
Time, luck and bots are the test's (tests/hosts_server.c), so the same number gives the same session again."""
# SPDX-License-Identifier: MIT
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter

from client import enter, http, moves_of
from serving import Server, events_of
from session_parts import NOBODY, Clock, InC, Person, dated, first_difference, wish_of, words_of
from session_plan import DAY, SECOND

REQUESTS = 60  # random ones of a session
MOVES = 200  # after so many it ends: bots may play long
NOTICES = ("undo-asked", "undo-denied", "rematch-asked")
WORDS = {"sit": "entropy", "bot": "level", "move": "move", "chat": "text"}  # what a message calls the text of a request


class Session:
    """Random requests of people at one table, noted with their answers and with the events that table/ makes of them."""

    def __init__(self, plan, server, clock, law):
        self.plan, self.server, self.clock, self.law = plan, server, clock, law
        self.game, self.seats, self.one_screen = plan.game, plan.seats, plan.one_screen
        self.rng = random.Random(f"requests {plan.number}")
        self.whim = random.Random(f"ready {plan.number}")
        self.notes, self.events, self.after, self.counts = [], [], [], Counter()
        self.ids, self.moves, self.there, self.heard = 0, 0, -1, []
        self.people = [Person(server, name) for name in plan.people]
        self.owner = self.people[0]
        self.make()

    def make(self):
        body = {"game": self.game, "players": self.seats, "seats": ["me"] + [""] * (self.seats - 1), **self.plan.wish}
        body.update({"access": "local"} if self.one_screen else {"entropy": "00ff"})
        status, made = http(self.server.base, "/api/tables", body, self.owner.token)
        assert status == 201, made
        self.table, self.key = made["table"], made.get("key", "")
        self.sitting = {0: [self.owner]}
        _, at, create = events_of(self.server)[self.table][0]
        self.create, self.key = (at, create), wish_of(create).get("key", "")
        first = [self.owner.id, self.owner.name, "" if self.one_screen else "00ff"]
        self.hear_law(self.law.make(self.table, self.create, [first] + [[""] * 3] * (self.seats - 1)))
        self.begin_watching()

    # --- the server and the law side by side ---

    def hear_law(self, told):
        self.told = told
        self.events += told["events"]
        self.after += told["next"]
        for event in told["events"]:
            words = event.split()
            self.moves += words[1] == "move"
            how = {"move": 4, "resign": 3, "undo": 3}.get(words[1], 1)
            self.counts[" ".join([words[1], *[word for word in words[how:how + 1] if how > 1 and word != "-"]])] += 1
        self.expected = getattr(self, "expected", []) + [json.loads(notice) for notice in told["notices"]]
        for notice in told["notices"]:
            self.counts[json.loads(notice)["t"]] += 1

    def note(self, kind, seat=-1, person="", name="", key="", text="", move_id="", at=-1, yes=False, there=0, fresh=NOBODY, answer=None):
        """Gives it to the law. `answer` is the server's; without one it is the host's own request."""
        granted, code, words = answer or (True, "", "")
        note = {"kind": kind, "seat": seat, "person": person, "name": name, "key": key, "text": text, "id": move_id, "at": at, "yes": yes,
                "there": there, "now": self.clock.now, "next": fresh, "granted": granted, "code": code, "words": words}
        told = self.law.ask(note)
        self.hear_law(told)
        self.notes.append({**note, "notices": told["notices"]})
        self.counts[f"asked {kind}" if granted else f"refused {code}"] += 1
        ours = [told["granted"], told["code"], told["words"] if not told["granted"] else ""]
        assert ours == [granted, code, words], f"request {len(self.notes)}, {kind} {seat} {text!r}: the server {[granted, code, words]}, table/ {ours}"

    def ask(self, person, kind, seat=-1, text="", move_id="", at=-1, yes=False, name="", key=None):
        key = self.key if key is None else key
        message = {"t": kind, "table": self.table, "yes": yes}
        message.update({k: v for k, v in ((WORDS.get(kind), text), ("id", move_id), ("name", name), ("key", key)) if k and v})
        message.update({k: v for k, v in (("seat", seat), ("at", at)) if v >= 0})
        told = person.ask(**message)
        good = told["t"] != "refused" or told["code"] == "busy"  # the law grants a hint, and the server has no time for it
        fresh = self.fresh() if kind == "rematch" else NOBODY
        was = self.phase()
        self.note(kind, seat, person.id, name or person.name, key, text, move_id, at, yes, fresh=fresh,
                  answer=(good, "" if good else told["code"], "" if good else words_of(told)))
        if good and kind == "sit" and person not in self.sitting.get(seat, []):
            self.sitting.setdefault(seat, []).append(person)
        if good and kind == "leave" and person in self.sitting.get(seat, []) and (was == "open" or len(self.sitting[seat]) > 1 and was == "playing"):
            self.sitting[seat].remove(person)
        self.follow()
        return told

    def fresh(self):
        """What the server has made the next table of."""
        logs = events_of(self.server)
        for _, _, text in logs[self.table]:
            if text.startswith("rematch "):
                table = text.split()[1]
                wish = wish_of(logs[table][0][2])
                return {"id": table, "key": wish.get("key", ""), "seed": wish["seed"]}
        return NOBODY

    def phase(self):
        words = {event.split(" ", 2)[1] for event in self.events}
        return "over" if "end" in words else "playing" if "start" in words else "open"

    def begin_watching(self):
        self.watcher = enter(self.server.base, self.owner.token)  # without a seat
        self.watcher.send(t="watch", table=self.table, key=self.key)
        self.watcher.until(t="table")
        self.presence()

    def presence(self):
        seats = {seat for person in self.people for seat in person.watches}
        self.note("presence", there=sum(1 << seat for seat in seats))

    def look(self):
        """What the server has told everybody; it has taken its time by then."""
        self.watcher.send(t="legal", table=self.table, key=self.key)
        while True:
            m = self.watcher.receive()
            if m["t"] == "legal":
                return m["n"]
            if m["t"] in NOTICES:
                self.heard.append(m)

    def follow(self):
        """Whatever follows by itself: what is due now, and bots. Then both must have come to the same point."""
        self.look()
        bots = False
        for _ in range(3000):
            if self.told["due"] and self.told["due"] <= self.clock.now:
                self.note("tick")
            elif self.told["thinkers"]:
                bots = True
                for seat, text in self.told["thinkers"]:
                    self.note("bot-move", seat, text=text)
            else:
                break
        if bots:
            self.wait_for_bots()
        n = self.look()
        assert n == self.told["n"], f"after request {len(self.notes)}: the server tells everybody of {n} events, table/ of {self.told['n']}"
        assert self.heard == self.expected, f"after request {len(self.notes)}: the server tells {self.heard}, table/ {self.expected}"
        self.heard, self.expected = [], []

    def wait_for_bots(self):
        end, before = time.monotonic() + 120, -1
        while time.monotonic() < end:
            made = int(float(re.search(r"^petteia_moves_total (\S+)", http(self.server.base, "/metrics")[1], re.M)[1])) + self.moves_before
            if made > before:  # it goes on, however slowly
                end, before = time.monotonic() + 120, made
            if made >= self.moves:
                assert made == self.moves, f"after request {len(self.notes)}: {made} moves at the server, {self.moves} at table/"
                return
            time.sleep(0.002)
        raise TimeoutError(f"after request {len(self.notes)}: {made} moves at the server, {self.moves} at table/")

    moves_before = 0  # of the server before it was started again

    # --- time ---

    def advance(self, ms, late=False):
        """Time goes by. Whatever falls due is looked at then, or late, if the host was busy."""
        target = self.clock.now + ms
        for _ in range(12):
            if late or not self.told["due"] or self.told["due"] > target:
                self.clock.set(target)
                self.follow()
                return
            self.clock.set(max(self.told["due"], self.clock.now))
            self.follow()

    def some_time(self):
        rng, due = self.rng, self.told["due"]
        left = due - self.clock.now if due else 0
        loses = self.plan.wish.get("clock", {}).get("zero") == "lose" and not self.plan.races and rng.random() < 0.7  # or all would end so
        if left > 0 and (loses or rng.random() < 0.6):
            self.advance(rng.choice([left // 2, left // 3, left // 9] if loses else [left - 1, left, left, left // 2]))
        else:
            late = not self.one_screen and rng.random() < 0.5
            self.advance(rng.choice([1, 40, 700, 3 * SECOND, 9 * SECOND, 25 * SECOND, 2 * left if left < 4 * DAY else 1]), late)

    def be_away(self):
        """The server stops and comes back, and so do all hosts of one screen."""
        left = self.clock.now
        assert self.server.stop() == 0
        self.moves_before = self.moves
        self.clock.set(left + self.rng.choice([1, 3 * SECOND, 40 * SECOND, DAY]))
        self.server.start()
        for person in self.people:
            person.enter()
        self.note("away", at=left)
        self.begin_watching()
        self.follow()

    def come_or_go(self):
        """Somebody looks at their table, or does not any more."""
        person = self.rng.choice(self.people)
        seat = self.seat_of(person)
        if person not in self.sitting.get(seat, []):
            return
        if seat not in person.watches:
            person.socket.send(t="watch", table=self.table, seat=seat, key=self.key)
            person.socket.until(t="table", seat=seat)
            person.watches.add(seat)
        elif self.rng.random() < 0.5:
            assert person.ask(t="unwatch", table=self.table, seat=seat, key=self.key)["t"] == "ok"
            person.watches.discard(seat)
        else:
            person.close()
            person.enter()
        self.presence()
        self.follow()

    # --- random requests ---

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
        for seat in range(self.seats):  # who has left again meanwhile, or plays for another team
            if not self.sitting.get(seat):
                self.ask(self.people[seat % len(self.people)], "sit", seat)
            if not self.sitting.get(seat):
                self.ask(self.owner, "bot", seat, text="casual")
        for person in self.people[self.seats:]:  # a team takes them, otherwise they watch
            self.ask(person, "sit", rng.randrange(self.seats))
        for seat, there in sorted(self.sitting.items()):  # if all of them are, it begins
            if there and not one_screen:
                self.ask(there[0], "ready", seat, yes=self.whim.random() < 0.8)
        self.ask(self.owner, "start")
        self.begun = len(self.notes)

    def seat_of(self, person):
        """One of theirs; 0 if they only watch."""
        return self.rng.choice([seat for seat, there in sorted(self.sitting.items()) if person in there] or [0])

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

    def wrong_place(self):
        """In a race a piece is tried where it does not belong: whoever tried has to wait, and nobody else."""
        found, rng = self.legal(), self.rng
        cells = [text.split()[1] for text in found[2] if text.startswith("place ")] if found else []
        if len(cells) < 2:
            return
        seat, person, _ = found
        one, other = rng.sample(cells, 2)
        self.ask(person, "move", seat, text=f"try {one} {other}")
        lock = self.plan.wish.get("options", {}).get("lock_ms", 0)
        for ms in rng.choice([(0, lock), (lock - 1, 1), (lock // 2,)]):
            self.advance(max(ms, 0))
            self.ask(rng.choice([person, person, *self.sitting[seat]]), "move", seat, text=f"place {rng.choice(cells)}")

    def undo(self):
        """Somebody takes back; the others agree, or one does not, in any order, and something else may come between."""
        rng = self.rng
        asking = rng.choice([p for there in self.sitting.values() for p in there] or [self.owner])
        asked = self.counts["undo-asked"]
        self.ask(asking, "undo", self.seat_of(asking))
        if self.counts["undo-asked"] == asked and rng.random() < 0.9:
            return
        for seat, there in rng.sample(sorted(self.sitting.items()), len(self.sitting)):
            for person in there[:1]:
                if rng.random() < 0.05:
                    self.move(False)
                self.ask(person, "agree", seat, yes=rng.random() < 0.8)

    def pause(self, person, seat):
        """Nothing moves meanwhile, even if the host goes; then somebody goes on."""
        self.ask(person, "pause", seat)
        self.some_time()
        for _ in range(self.rng.randrange(3)):
            self.rng.choice([self.undo, self.some_time, lambda: self.move(False)])()
        if self.rng.random() < 0.1:
            self.be_away()
        self.ask(person, "resume", seat)

    def some_request(self):
        rng = self.rng
        person = rng.choice(self.people)
        seat = rng.choice([self.seat_of(person), self.seat_of(person), rng.randrange(self.seats), 4])
        kind = rng.choice(["move", "move", "undo", "undo", "agree", "agree", "chat", "sit", "leave", "bot", "start", "rematch", "hint", "resign", "pause"])
        sits = person in self.sitting.get(seat, [])
        if kind == "move":
            self.move(True)
        elif kind == "undo" and rng.random() < 0.5:
            self.undo()
        elif kind == "resign" and sits and (self.seats == 2 or rng.random() < 0.7):
            pass  # later, most of them
        elif kind == "leave" and sits and len(self.sitting[seat]) == 1 and rng.random() < 0.5:
            pass
        elif kind == "pause":
            self.pause(person, seat)
        elif kind == "hint" and self.one_screen:
            pass  # it thinks for long
        elif kind == "chat" and self.one_screen and (0 < seat < self.seats or not self.plan.talk):
            pass  # the page knows one name for each seat, and the server one for each person
        else:
            text = {"chat": rng.choice(["hello", "good  move ", "Ωραία"]), "bot": rng.choice(["casual", "nobody"]), "sit": ""}.get(kind, "")
            self.ask(person, kind, seat, text=text, yes=rng.random() < 0.7, key=rng.choice(["", self.key, self.key, self.key]))

    def some_step(self):
        chance = self.rng.random()
        if chance < 0.5:
            self.move(False)
        elif chance < 0.68:
            self.some_request()
        elif chance < 0.74:
            self.undo()
        elif chance < 0.78 and self.game == "myst":
            self.wrong_place()
        elif chance < 0.94 or self.one_screen:
            self.some_time()
        else:
            self.come_or_go()

    def play(self):
        self.last = "pass"
        self.sit_down()
        if self.plan.number % 20 == 0:  # few hints are enough: they take long
            seat, person, _ = self.legal()
            self.ask(person, "hint", seat)
        absences = self.rng.sample(range(REQUESTS), self.rng.choice([0, 1, 1, 2] if self.one_screen else [0, 0, 1]))
        for i in range(REQUESTS):
            if i in absences:
                self.be_away()
            if self.moves > MOVES:
                break
            self.some_step()
        for seat, there in sorted(self.sitting.items()):
            if there:
                self.ask(there[0], "resign", seat)
        self.again()

    def again(self):
        """A game that is over is played again, if all want that."""
        for seat, there in sorted(self.sitting.items()):
            if there:
                self.ask(there[0], "rematch", seat)
        self.ask(self.owner, "rematch", 0)

    def record(self):
        status, text = http(self.server.base, f"/api/tables/{self.table}/record?key={self.key}", token=self.owner.token)
        return text if status == 200 else None

    def check_disk(self):
        """What the server has written is what table/ has made of the requests."""
        logs = events_of(self.server)
        log = dated(logs[self.table])
        assert log == self.events, first_difference("the disk", log, self.events)
        if self.after:
            log = dated(logs[self.fresh()["id"]])[:len(self.after)]
            assert log == self.after, first_difference("the disk, the rematch", log, self.after)
        record = self.record()
        assert record is None or record == self.law.record(), first_difference("record", record.splitlines(), self.law.record().splitlines())


class Opened:
    """with Opened(number, folder of the drivers) as session: a server of its own, its clock, and table/ beside it."""

    def __init__(self, plan, drivers):
        self.folder = tempfile.TemporaryDirectory(prefix="petteia-hosts-")
        self.clock = Clock(self.folder.name)
        self.server = Server(os.path.join(drivers, "hosts_server"), self.clock.path, f"seed {plan.number}")
        self.law = InC(os.path.join(drivers, "hosts_term"), "table")
        self.plan = plan

    def __enter__(self):
        try:
            self.session = Session(self.plan, self.server, self.clock, self.law)
            return self.session
        except BaseException:
            self.__exit__(*sys.exc_info())
            raise

    def __exit__(self, *why):
        try:
            self.law.__exit__(*why)
        finally:
            self.server.__exit__(*why)
            self.clock.close()
            self.folder.cleanup()
