"""Mykerinos in plain Python, from games/mykerinos/README.md. The neutral colour N is one colour more (R3.4)."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any

import contract
from contract import LUCK
from mykerinos_box import COLOURS, PATRONS, ROOMS, TILES, area_of, doors, neighbours, pyramids_at, spaces, turns, twos

CUBES = 25
ADDED = {2: 11, 3: 11, 4: 8}  # R2.7
ADDED_NEUTRAL = 4
NEUTRAL = 4                   # its place in COLOURS
SLOTS = 12
PATRON_OF = {"violet-start": "V", "violet-extend": "V", "lemon-start": "L", "lemon-extend": "L", "brown": "B", "black": "K", "tang": "T"}
EXCAVATE = {"start", "extend", *PATRON_OF, "pass"}
SURVEY = {"take", "room", "decline", "discard"}
RULE_OF = {"start": "R4.3", "extend": "R4.4", "violet-start": "R4.5", "violet-extend": "R4.5", "lemon-start": "R4.6",
           "lemon-extend": "R4.6", "black": "R4.8", "tang": "R4.9"}


class Model(contract.Model):
    HIDES = False  # R1.2: only the order of the tiles not dealt yet is secret, and that is drawn as they are dealt

    def __init__(self, players: int, options: dict[str, str]):
        self.players = players
        self.season, self.phase, self.first, self.turn, self.ply = 1, "first", 0, 0, 0
        self.wings: list[str] = []
        self.tiles: list[str | None] = [None] * SLOTS
        self.undealt = list(TILES)
        self.pyramids: set[str] = set()
        self.cubes: dict[str, int] = {}  # space: colour
        self.rooms: dict[str, int] = {}  # room: seat
        self.stock, self.reserve, self.points = [0] * players, [CUBES] * players, [0] * players
        self.neutral, self.neutral_reserve = [0] * players, CUBES if players == 2 else 0
        self.held: list[list[str]] = [[] for _ in range(players)]    # patrons, X for the blank tile
        self.tilted: list[list[str]] = [[] for _ in range(players)]
        self.passed: list[int] = []
        self.area = 1
        self.queue: list[tuple[int, str]] = []  # (seat, high, low or discard)

    # --- who is asked ---

    def to_act(self) -> list[int]:
        if self.phase in ("first", "wings", "deal"):
            return [LUCK]
        if self.phase == "over":
            return []
        return [self.queue[0][0] if self.phase == "survey" else self.turn]

    def draws(self) -> dict[str, int]:
        if self.phase == "first":
            return {f"first {seat + 1}": 1 for seat in range(self.players)}
        if self.phase == "wings":
            return {f"wing {patron}": 1 for patron in PATRONS if patron not in self.wings}
        odds: dict[str, int] = {}
        for tile in self.undealt:
            for way in turns(tile):
                odds[f"deal {way}"] = odds.get(f"deal {way}", 0) + 1
        return odds

    # --- what may be done ---

    def legal(self, seat: int) -> set[str]:
        if [seat] != self.to_act():
            return set()
        if self.phase == "survey":
            return self.legal_survey()
        if self.phase == "neutral":
            return self.legal_neutral(seat)
        return self.legal_excavate(seat)

    def empty(self) -> set[str]:
        """R4.3: no cube and no pyramid."""
        return {name for name in spaces(self.season) if name not in self.cubes and name not in self.pyramids}

    def beside(self, colour: int) -> set[str]:
        """The spaces beside cubes of a colour."""
        near = neighbours(self.season)
        return {name for cube, owner in self.cubes.items() if owner == colour for name in near[cube]}

    def pairs(self, first: set[str], second: set[str]) -> list[tuple[str, str]]:
        near = neighbours(self.season)
        return [(one, two) for one in first for two in near[one] if two in second]

    def upright(self, seat: int, patron: str) -> bool:
        return self.held[seat].count(patron) > self.tilted[seat].count(patron)

    def legal_excavate(self, seat: int) -> set[str]:
        empty, mine, stock, near = self.empty(), self.beside(seat), self.stock[seat], neighbours(self.season)
        extend = self.pairs(mine & empty, empty)
        found = {"pass"}
        if stock >= 1:
            found |= {f"start {one}" for one in empty}
        if stock >= 2:
            found |= {f"extend {one} {two}" for one, two in extend}
        if self.upright(seat, "V") and self.reserve[seat]:  # R4.5: the reserve's cube counts for the action
            found |= {f"violet-start {one}" for one in empty}
            found |= {f"violet-extend {one} {two}" for one, two in extend if stock >= 1}
        if self.upright(seat, "L"):  # R4.6, R8.10: one pyramid at most
            full = empty | {name for name in self.pyramids if name not in self.cubes}
            found |= {f"lemon-start {one}" for one in full if stock >= 1}
            found |= {f"lemon-extend {one} {two}" for one, two in self.pairs(mine & full, full)
                      if stock >= 2 and not (one in self.pyramids and two in self.pyramids)}
        if self.upright(seat, "B") and stock >= 1:
            found |= {f"brown {room}" for room in self.open_rooms(seat)}
        if self.upright(seat, "K") and stock >= 2:
            found |= {f"black {one} {two}" for one, two in self.pairs(empty, empty)}
        if self.upright(seat, "T") and stock >= 3:
            found |= {f"tang {one} {two} {three}" for one, two in extend for three in near[two] if three in empty and three != one}
        return found

    def legal_neutral(self, seat: int) -> set[str]:
        """R4.12"""
        found, empty = {"n-none"}, self.empty()
        if self.neutral[seat] >= 1:
            found |= {f"n-start {one}" for one in empty}
        if self.neutral[seat] >= 2:
            found |= {f"n-extend {one} {two}" for one, two in self.pairs(self.beside(NEUTRAL) & empty, empty)}
        return found

    def open_rooms(self, seat: int) -> list[str]:
        """R5.6"""
        return [room for room in ROOMS if room not in self.rooms and
                (room[0] != "5" or any(self.rooms.get(door) == seat for door in doors(int(room[1]))))]

    def sides(self) -> list[str]:
        """The tiles that are left of the area: L, R or both."""
        return [side for place, side in enumerate("LR") if self.tiles[self.area * 2 - 2 + place]]

    def legal_survey(self) -> set[str]:
        seat, kind = self.queue[0]
        if kind == "discard":  # R5.9
            return {f"discard {side}" for side in self.sides()}
        found = {"decline"} | {f"take {side}" for side in self.sides()}
        if kind == "high" and self.reserve[seat]:  # R5.3
            found |= {f"room {room}" for room in self.open_rooms(seat)}
        return found

    # --- what happens ---

    def apply(self, who: int, move: str) -> None:
        self.ply += 1
        verb, *words = move.split()
        if who == LUCK:
            self.drawn(verb, words[0])
        elif verb in SURVEY:
            self.survey(verb, *words)
        elif verb.startswith("n-"):
            self.put(NEUTRAL, words)
            self.neutral[who] -= len(words)
            self.end_turn()
        elif verb == "pass":
            self.passed.append(who)
            self.next_turn()
        else:
            self.excavate(who, verb, words)

    def drawn(self, verb: str, what: str) -> None:
        if verb == "first":
            self.first = self.turn = int(what) - 1
            self.phase = "wings"
        elif verb == "wing":
            self.wings.append(what)
            self.phase = "deal" if len(self.wings) == len(PATRONS) else "wings"
        else:
            slot = self.tiles.index(None)
            self.tiles[slot] = what
            self.undealt.remove(what.rstrip("'"))
            self.pyramids |= set(pyramids_at(slot, what))
            if slot + 1 == (12 if self.season == 4 else 8):
                self.begin_season()

    def begin_season(self) -> None:
        """R4.1"""
        self.phase = "excavate"
        for seat in range(self.players):
            cubes = min(ADDED[self.players], self.reserve[seat])
            self.stock[seat] += cubes
            self.reserve[seat] -= cubes
        if self.players == 2:
            for number in range(2 * ADDED_NEUTRAL):
                if self.neutral_reserve:
                    self.neutral_reserve -= 1
                    self.neutral[(self.first + number) % 2] += 1

    def put(self, colour: int, names: list[str]) -> None:
        for name in names:
            self.cubes[name] = colour

    def excavate(self, seat: int, verb: str, words: list[str]) -> None:
        if verb in PATRON_OF:  # R4.10
            self.tilted[seat].append(PATRON_OF[verb])
        if verb.startswith("violet"):
            self.reserve[seat] -= 1
            self.stock[seat] += 1
        self.stock[seat] -= len(words)
        if verb == "brown":
            self.rooms[words[0]] = seat
        else:
            self.put(seat, words)
        if self.players == 2:
            self.phase = "neutral"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """After an action, with its neutral step: R4.11 allows the last player only one."""
        self.phase = "excavate"
        if len(self.passed) == self.players - 1:
            self.passed.append(self.turn)
        self.next_turn()

    def next_turn(self) -> None:
        if len(self.passed) == self.players:
            self.phase, self.area = "survey", 0
            self.next_area()
            return
        while True:
            self.turn = (self.turn + 1) % self.players
            if self.turn not in self.passed:
                return

    # --- the survey ---

    def scale(self) -> list[int]:
        """R3.4: with two players N stands on space 2."""
        return [self.passed[0], NEUTRAL, self.passed[1]] if self.players == 2 else self.passed

    def ranking(self, area: int) -> list[tuple[int, int]]:
        """R5.2: colours with cubes in the area and how many, most first; whoever passed earlier ranks higher in a tie."""
        here = [owner for name, owner in self.cubes.items() if area_of(name) == area]
        ranked = sorted(set(here), key=lambda colour: (-here.count(colour), self.scale().index(colour)))
        return [(colour, here.count(colour)) for colour in ranked]

    def areas(self) -> int:
        """R2.5"""
        return 6 if self.season == 4 else 4

    def next_area(self) -> None:
        self.area += 1
        if self.area > self.areas():
            self.end_season()
            return
        self.queue = self.who_decides([colour for colour, _ in self.ranking(self.area)])
        self.settle()

    def who_decides(self, ranking: list[int]) -> list[tuple[int, str]]:
        found = [(colour, "high" if rank < 2 else "low") for rank, colour in enumerate(ranking) if colour != NEUTRAL]
        people = [colour for colour in ranking if colour != NEUTRAL]
        if NEUTRAL in ranking and people:  # R5.8
            if ranking[0] == NEUTRAL:
                found.insert(0, (people[1] if len(people) == 2 else 1 - people[0], "discard"))
            elif ranking[1] == NEUTRAL:
                found.insert(1, (people[0], "discard"))
        return found

    def settle(self) -> None:
        """Goes on until somebody has a choice: a duty with one tile left is done (R5.9), a question with one answer not asked."""
        while self.queue:
            options = self.legal_survey()
            if self.queue[0][1] == "discard" and len(options) == 1:
                self.remove(options.pop().split()[1])
            elif options - {"decline"}:
                return
            self.queue.pop(0)
        self.clear_area()
        self.next_area()

    def remove(self, side: str) -> str:
        slot = self.area * 2 - 2 + "LR".index(side)
        tile = self.tiles[slot]
        assert tile
        self.tiles[slot] = None
        return tile

    def survey(self, verb: str, what: str = "") -> None:
        seat, _ = self.queue.pop(0)
        if verb == "take":  # R5.5
            tile = self.remove(what).rstrip("'")
            self.points[seat] += TILES[tile][0]
            self.held[seat].append(tile[0])
        elif verb == "discard":
            self.remove(what)
        elif verb == "room":
            self.reserve[seat] -= 1
            self.rooms[what] = seat
        self.settle()

    def clear_area(self) -> None:
        """R5.7"""
        for name, owner in list(self.cubes.items()):
            if area_of(name) == self.area:
                del self.cubes[name]
                if owner == NEUTRAL:
                    self.neutral_reserve += 1
                else:
                    self.reserve[owner] += 1
        for side in self.sides():
            self.remove(side)

    def end_season(self) -> None:
        """R6.1"""
        self.first = self.turn = self.passed[-1]
        self.passed, self.area, self.pyramids = [], 1, set()
        self.tilted = [[] for _ in range(self.players)]
        if self.season == 4:
            self.phase = "over"
        else:
            self.season += 1
            self.phase = "deal"

    # --- points ---

    def value(self, seat: int, patron: str) -> int:
        """R6.2"""
        if patron not in self.wings:
            return 1
        wing = self.wings.index(patron) + 1
        mine = {room for room, owner in self.rooms.items() if owner == seat}
        return 5 if f"5{wing}" in mine else 3 if f"3{wing}" in mine else 2 if mine & set(twos(wing)) else 1

    def scores(self) -> list[int]:
        found = []
        for seat in range(self.players):
            tiles = [self.held[seat].count(patron) for patron in PATRONS]
            worth = sum(n * self.value(seat, patron) for n, patron in zip(tiles, PATRONS))
            found.append(self.points[seat] + worth + 5 * min(tiles))  # R6.3
        return found

    def winners(self) -> set[int]:
        """R6.4"""
        ranks = list(zip(self.scores(), self.stock))
        return {seat for seat, rank in enumerate(ranks) if rank == max(ranks)}

    # --- refusals ---

    def refuse(self, seat: int, move: str) -> str | None:
        """A phase has a rule that says who is asked and what for; then comes what the move itself breaks."""
        if move in self.legal(seat):
            return None
        verb, *words = move.split()
        if self.phase == "over":
            return "R6.1"
        if self.to_act() == [LUCK]:
            return "R3"
        if [seat] != self.to_act():
            return "R5.2" if self.phase == "survey" else "R4.2"
        if self.phase == "survey":
            return self.refuse_survey(seat, verb, words)
        if self.phase == "neutral":
            return self.refuse_neutral(seat, verb, words)
        return self.refuse_excavate(seat, verb, words) if verb in EXCAVATE else "R4.2"

    def refuse_neutral(self, seat: int, verb: str, words: list[str]) -> str:
        starts = self.beside(NEUTRAL) if verb == "n-extend" else set(spaces(self.season))
        return self.refuse_spaces("R4.12", self.neutral[seat], starts, words) if verb.startswith("n-") else "R4.12"

    def refuse_survey(self, seat: int, verb: str, words: list[str]) -> str:
        kind = self.queue[0][1]
        if kind == "discard":
            return "R5.9"
        if kind == "low":
            return "R5.4"
        return "R5.6" if verb == "room" and self.reserve[seat] else "R5.3"

    def refuse_excavate(self, seat: int, verb: str, words: list[str]) -> str:
        if verb in PATRON_OF and not self.upright(seat, PATRON_OF[verb]):
            return "R4.10"
        if verb == "brown":
            return "R5.6" if self.stock[seat] else "R4.7"
        violet = verb.startswith("violet")
        if violet and not self.reserve[seat]:
            return "R4.5"
        starts = self.beside(seat) if "extend" in verb or verb == "tang" else set(spaces(self.season))
        return self.refuse_spaces(RULE_OF[verb], self.stock[seat] + violet, starts, words)

    def refuse_spaces(self, rule: str, cubes: int, starts: set[str], words: list[str]) -> str:
        """Too few cubes; then cube by cube: a space that the region has not, or anything else that is wrong with it."""
        real, near, empty = set(spaces(self.season)), neighbours(self.season), self.empty()
        if cubes < len(words):
            return rule
        if rule == "R4.6":  # one cube may stand on a pyramid; if both do, both lie in the region
            empty = {name for name in real if name not in self.cubes}
        for i, name in enumerate(words):
            if name not in real:
                return "R2.5"
            if name not in empty or name not in (near[words[i - 1]] if i else starts):
                return rule
        return rule

    # --- what there is to see ---

    def shows(self, viewer: int) -> dict[str, Any]:
        """What tiles are worth, ranks in the survey, and whether this is the last action (R4.11)."""
        found: dict[str, Any] = {"players": [], "last_action": self.phase == "excavate" and len(self.passed) == self.players - 1}
        for seat, score in enumerate(self.scores()):
            held, tilted = self.held[seat], self.tilted[seat]
            patrons = [{"patron": patron, "tiles": held.count(patron), "tilted": tilted.count(patron), "value": self.value(seat, patron)}
                       for patron in PATRONS]
            found["players"].append({"score": score, "blank": held.count("X"), "passed": seat in self.passed, "patrons": patrons,
                                     "series": min(held.count(patron) for patron in PATRONS)})
        if self.phase == "survey":
            found["areas"] = [self.shows_area(area) for area in range(1, self.areas() + 1)]
        return found

    def shows_area(self, area: int) -> dict[str, Any]:
        if area < self.area:
            return {"surveyed": True}
        ranking = [{"colour": "N" if colour == NEUTRAL else colour + 1, "cubes": cubes} for colour, cubes in self.ranking(area)]
        return {"surveyed": False, "ranking": ranking}

    def position(self) -> dict[str, str]:
        def listed(words: list[str]) -> str:
            return " ".join(words) or "none"

        def numbers(values: list[int]) -> str:
            return " ".join(map(str, values))

        def patrons(tiles: list[list[str]], seat: int) -> str:
            return listed(sorted(tiles[seat], key="VLBKTX".index) if seat < self.players else [])

        names = spaces(self.season)
        fields = {"season": str(self.season), "phase": self.phase, "first": str(self.first + 1), "turn": str(self.turn + 1),
                  "wings": " ".join(self.wings + ["-"] * (5 - len(self.wings))), "tiles": " ".join(tile or "-" for tile in self.tiles),
                  "pyramids": listed([name for name in names if name in self.pyramids])}
        cubes = [name for name in names if name in self.cubes]
        for colour, letter in enumerate(COLOURS):
            fields[f"cubes {letter}"] = listed([name for name in cubes if self.cubes[name] == colour])
        fields |= {"rooms": listed([f"{room}={self.rooms[room] + 1}" for room in ROOMS if room in self.rooms]),
                   "stock": numbers(self.stock), "reserve": numbers(self.reserve), "neutral": numbers(self.neutral),
                   "neutral-reserve": str(self.neutral_reserve), "points": numbers(self.points)}
        fields |= {f"held {seat + 1}": patrons(self.held, seat) for seat in range(4)}
        fields |= {f"tilted {seat + 1}": patrons(self.tilted, seat) for seat in range(4)}
        queue = [f"{seat + 1}:{kind}" for seat, kind in self.queue]
        return fields | {"undealt": listed(self.undealt), "passed": listed([str(seat + 1) for seat in self.passed]),
                         "area": str(self.area), "queue": listed(queue), "ply": str(self.ply)}
