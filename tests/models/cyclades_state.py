"""What lies on the table in Cyclades, and questions about it. The lines of a position are in cyclades_text.py."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from cyclades_map import STARTS, Map
from scripted import Answer, Ask, Scripted

GODS = ["poseidon", "ares", "zeus", "athena"]
BUILDING = {"poseidon": "port", "ares": "fort", "zeus": "temple", "athena": "univ"}  # R2.12
BUILDINGS = ["port", "fort", "temple", "univ"]
ISLE_FIGURES = ["chiron", "medusa", "minotaur", "polyphemus"]
CREATURES = ["chimera", "cyclops", "dryad", "fates", "giant", "griffon", "harpy", "pegasus", "satyr", "siren", "sphinx", "sylph",
             *ISLE_FIGURES, "kraken"]  # R2.5
UNITS = 8  # R2.1: troops, and fleets
BOX = {"buildings": 10, "metropolises": 10, "priests": 18, "philosophers": 17, "markers": 16}  # R2.13
START_GOLD = 5  # R2.2
NOBODY = -1


class Isle:
    def __init__(self) -> None:
        self.owner = NOBODY
        self.troops = self.markers = 0
        self.buildings = dict.fromkeys(BUILDINGS, 0)
        self.temples_used = 0
        self.metropolis = self.metropolis_used = False

    def add(self, building: str) -> None:
        self.buildings[building] += 1

    def remove(self, building: str) -> None:
        """R8.15: of used and fresh temples a used one goes."""
        self.buildings[building] -= 1
        if building == "temple" and self.temples_used:
            self.temples_used -= 1


class Figure:
    def __init__(self, place: str, owner: int, cycle: int):
        self.place, self.owner, self.cycle = place, owner, cycle


class State(Scripted):
    def __init__(self, players: int, options: dict[str, str]):
        self.n = players
        self.open_gold = options.get("gold", "hidden") == "open"
        self.map = Map(players)
        self.cycle = self.rule_cycle = 0
        self.alive = list(range(players))
        self.gold = [START_GOLD] * players
        self.priests, self.philosophers = [0] * players, [0] * players
        self.isles = {isle: Isle() for isle in self.map.isles}
        self.fleets: dict[str, tuple[int, int]] = {}  # space: whose, how many
        for seat, start in enumerate(STARTS[players]):
            for space in start.split():
                if space in self.isles:
                    self.isles[space].owner, self.isles[space].troops = seat, 1
                else:
                    self.fleets[space] = seat, 1
        self.deck = set(CREATURES)
        self.discard: set[str] = set()
        self.track: dict[int, str] = {}  # track space: creature
        self.figures: dict[str, Figure] = {}
        self.gods: list[str] = []
        self.up = 0  # how many of them can be won
        self.offers: dict[str, tuple[int, int]] = {}  # god: whose, how much
        self.apollo: list[int] = []
        self.turn_track: list[int] = []  # from space 1
        self.blessed = False
        self.shown: set[int] = set()
        self.phase = "order"
        # What is being done; "-" and NOBODY: nothing
        self.bidder = self.turn = NOBODY
        self.barred = self.chosen = self.god = self.card = self.sailing = self.flies_from = self.charmed = "-"
        self.battle = self.giving = self.site = self.swapping = "-"
        self.recruited = self.budget = 0
        self.copied = False
        self.locked: set[str] = set()
        self.over = False
        self.begin(self.script())

    # --- questions ---

    @property
    def goal(self) -> int:
        return 3 if self.n == 2 else 2  # R1.2

    def isles_of(self, seat: int) -> list[str]:
        return [name for name, isle in self.isles.items() if isle.owner == seat]

    def metropolises(self, seat: int) -> int:
        return sum(self.isles[name].metropolis for name in self.isles_of(seat))

    def buildings_of(self, seat: int, building: str) -> int:
        return sum(self.isles[name].buildings[building] for name in self.isles_of(seat))

    def in_box(self, building: str) -> int:
        return BOX["buildings"] - sum(isle.buildings[building] for isle in self.isles.values())

    def metropolises_in_box(self) -> int:
        return BOX["metropolises"] - sum(isle.metropolis for isle in self.isles.values())

    def room(self, name: str) -> int:
        """Free building squares."""
        isle = self.isles[name]
        return self.map.squares[name] - sum(isle.buildings.values()) - isle.metropolis * self.map.metropolis_covers(name)

    def metropolis_fits(self, name: str) -> bool:
        """R4.36: whether the space of the metropolis is free."""
        return sum(self.isles[name].buildings.values()) <= self.map.squares[name] - self.map.metropolis_covers(name)

    def fleets_of(self, seat: int) -> dict[str, int]:
        return {space: self.fleets[space][1] for space in self.map.sea if space in self.fleets and self.fleets[space][0] == seat}

    def fleet_reserve(self, seat: int) -> int:
        return UNITS - sum(self.fleets_of(seat).values())

    def troop_reserve(self, seat: int) -> int:
        return UNITS - sum(self.isles[name].troops for name in self.isles_of(seat))

    def has_foreign_fleets(self, space: str, seat: int) -> bool:
        return space in self.fleets and self.fleets[space][0] != seat

    def figure_on(self, place: str) -> str | None:
        return next((name for name, figure in self.figures.items() if figure.place == place), None)

    def is_closed(self, space: str) -> bool:
        """R5.19, R5.20."""
        if self.figure_on(space) == "kraken":
            return True
        return any(self.figure_on(isle) == "polyphemus" for isle in self.map.isles_near(space))

    def revenue(self, seat: int) -> int:
        """R4.5."""
        horns = sum(space in self.map.horns for space in self.fleets_of(seat))
        return horns + sum(self.map.prosperity(name) + self.isles[name].markers for name in self.isles_of(seat))

    def chain(self, seat: int, start: str) -> list[str]:
        """R4.21: the isles joined to `start` by a chain of the seat's fleets."""
        mine = set(self.fleets_of(seat))
        reached: set[str] = set()
        new = {space for space in self.map.seas_near(start) if space in mine}
        while new:
            reached |= new
            new = {near for space in new for near in self.map.seas_near(space) if near in mine} - reached
        return [isle for isle in self.map.isles if isle != start and self.map.near[isle] & reached]

    def may_land(self, seat: int, name: str) -> bool:
        """R4.23."""
        owner = self.isles[name].owner
        if owner in (NOBODY, seat) or len(self.isles_of(owner)) > 1:
            return True
        metropolises = self.metropolises(seat) + self.isles[name].metropolis
        sets = min(self.buildings_of(seat, building) + self.isles[name].buildings[building] for building in BUILDINGS)
        without = len(self.isles_of(seat)) + 1 - metropolises
        return metropolises + min(sets, without) >= self.goal

    # --- small changes ---

    def put_fleets(self, space: str, seat: int, number: int) -> None:
        """Adds fleets to a space, or takes them away."""
        assert not self.has_foreign_fleets(space, seat)
        total = self.fleets.pop(space, (seat, 0))[1] + number
        assert total >= 0
        if total:
            self.fleets[space] = seat, total

    def remove_figure(self, name: str) -> None:
        """The card goes to the discard pile with it."""
        del self.figures[name]
        self.discard.add(name)

    def choose(self, seat: int, phase: str, options: list[str]) -> Answer:
        assert options and len(options) == len(set(options))
        self.phase = phase
        answer = yield Ask(seat, dict.fromkeys(options, 1))
        return answer
