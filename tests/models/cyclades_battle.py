"""Landing, battle, conquest and metropolises in Cyclades: R4.22, R4.26 to R4.37, R6.2."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Generator

from contract import LUCK
from cyclades_state import BUILDINGS, NOBODY, State
from scripted import Ask, Script

Maybe = Generator[Ask, str, str | None]
FACES = [0, 1, 1, 2, 2, 3]  # R2.10


class Battles(State):
    # --- dice ---

    def roll(self) -> Generator[Ask, str, tuple[int, int]]:
        self.phase = "roll"
        odds: dict[str, int] = {}
        for one in FACES:
            for other in FACES:
                odds[f"roll {one} {other}"] = odds.get(f"roll {one} {other}", 0) + 1
        answer = yield Ask(LUCK, odds)
        return int(answer.split()[1]), int(answer.split()[2])

    # --- on land ---

    def land(self, seat: int, start: str, goal: str, troops: int) -> Script:
        """R4.22."""
        isle = self.isles[goal]
        self.isles[start].troops -= troops
        if isle.owner == seat:
            isle.troops += troops
        elif isle.troops == 0 and self.figure_on(goal) != "minotaur":
            yield from self.take(seat, goal, troops)
        else:
            yield from self.land_battle(seat, goal, troops)

    def land_battle(self, attacker: int, name: str, troops: int) -> Script:
        """R4.26, R4.28 to R4.30, R4.32."""
        isle = self.isles[name]
        while True:
            self.battle = f"{name} {troops}"
            die, other_die = yield from self.roll()
            minotaur = self.figure_on(name) == "minotaur"
            strength = isle.troops + isle.buildings["fort"] + isle.metropolis + 2 * minotaur + other_die
            lost = troops + die <= strength
            if troops + die >= strength:
                if isle.troops:
                    isle.troops -= 1
                else:
                    self.remove_figure("minotaur")
            troops -= lost
            self.battle = f"{name} {troops}"
            if not troops or not self.is_held(name):
                break
            if isle.troops and self.land_retreats(isle.owner, name):
                goal = yield from self.ask_retreat(isle.owner, "defender", self.land_retreats(isle.owner, name))
                if goal:
                    self.isles[goal].troops += isle.troops
                    isle.troops = 0
                    if not self.is_held(name):
                        break
            if self.land_retreats(attacker, name):
                goal = yield from self.ask_retreat(attacker, "attacker", self.land_retreats(attacker, name))
                if goal:
                    self.isles[goal].troops += troops
                    troops = 0
                    break
        self.battle = "-"
        if troops:
            yield from self.take(attacker, name, troops)

    def is_held(self, name: str) -> bool:
        return self.isles[name].troops > 0 or self.figure_on(name) == "minotaur"

    def land_retreats(self, seat: int, name: str) -> list[str]:
        """R4.30."""
        if self.figure_on(name) == "medusa":
            return []
        return [isle for isle in self.chain(seat, name) if self.isles[isle].owner == seat]

    def ask_retreat(self, seat: int, phase: str, goals: list[str]) -> Maybe:
        answer = yield from self.choose(seat, phase, ["stay"] + [f"retreat {goal}" for goal in goals])
        return None if answer == "stay" else answer.split()[1]

    # --- at sea ---

    def sea_battle(self, attacker: int, space: str, ships: int) -> Maybe:
        """R4.27 to R4.29, R4.31, R4.32. Returns where the attackers retreated to, if they did."""
        while True:
            self.battle = f"{space} {ships}"
            die, other_die = yield from self.roll()
            defender, others = self.fleets[space]
            harbours = sum(self.isles[name].buildings["port"] + self.isles[name].metropolis
                           for name in self.map.isles_near(space) if self.isles[name].owner == defender)
            strength = others + harbours + other_die
            lost = ships + die <= strength
            if ships + die >= strength:
                self.put_fleets(space, defender, -1)
            ships -= lost
            self.battle = f"{space} {ships}"
            if not ships or space not in self.fleets:
                break
            if self.sea_retreats(defender, space):
                goal = yield from self.ask_retreat(defender, "defender", self.sea_retreats(defender, space))
                if goal:
                    self.put_fleets(goal, defender, self.fleets[space][1])
                    del self.fleets[space]
                    break
            if self.sea_retreats(attacker, space):
                goal = yield from self.ask_retreat(attacker, "attacker", self.sea_retreats(attacker, space))
                if goal:
                    self.put_fleets(goal, attacker, ships)
                    self.battle = "-"
                    return goal
        self.battle = "-"
        if ships:
            self.put_fleets(space, attacker, ships)
        return None

    def sea_retreats(self, seat: int, space: str) -> list[str]:
        return [near for near in self.map.seas_near(space) if not self.is_closed(near) and not self.has_foreign_fleets(near, seat)]

    # --- conquest ---

    def take(self, seat: int, name: str, troops: int) -> Script:
        """R4.33."""
        isle = self.isles[name]
        loser = isle.owner
        isle.owner, isle.troops = seat, troops
        if loser != NOBODY and not self.isles_of(loser):
            self.eliminate(loser)
        yield from self.check_metropolis(seat)

    def eliminate(self, seat: int) -> None:
        """R6.2."""
        self.alive.remove(seat)
        for space in self.fleets_of(seat):
            del self.fleets[space]
        self.gold[seat] = self.priests[seat] = self.philosophers[seat] = 0
        for name in [name for name, figure in self.figures.items() if figure.owner == seat]:
            self.remove_figure(name)
        for god in [god for god, offer in self.offers.items() if offer[0] == seat]:
            del self.offers[god]
            self.turn_track.remove(NOBODY)
        while seat in self.apollo:
            self.apollo.remove(seat)
            self.turn_track.remove(NOBODY)
        while seat in self.turn_track:  # R8.55: the others close ranks
            self.turn_track.remove(seat)
        self.shown.discard(seat)
        self.rule_cycle = 0

    # --- metropolises ---

    def check_metropolis(self, seat: int) -> Script:
        """R4.34, R4.35, R8.22."""
        while True:
            if self.philosophers[seat] >= 4:
                self.philosophers[seat] -= 4
            elif all(self.buildings_of(seat, building) for building in BUILDINGS):
                for building in BUILDINGS:
                    self.giving = building
                    options = [f"give {building} {name}" for name in self.isles_of(seat) if self.isles[name].buildings[building]]
                    answer = yield from self.choose(seat, "give", options)
                    self.isles[answer.split()[2]].remove(building)
                self.giving = "-"
            else:
                return
            yield from self.new_metropolis(seat)

    def new_metropolis(self, seat: int) -> Script:
        """R4.36, R4.37."""
        without = [name for name in self.isles_of(seat) if not self.isles[name].metropolis]
        if not without or not self.metropolises_in_box():
            return
        sites = [name for name in without if self.metropolis_fits(name)] or without
        answer = yield from self.choose(seat, "site", [f"metropolis {name}" for name in sites])
        self.site = answer.split()[1]
        isle = self.isles[self.site]
        while not self.metropolis_fits(self.site):
            options = [f"raze {building}" for building in BUILDINGS if isle.buildings[building]]
            answer = yield from self.choose(seat, "raze", options)
            isle.remove(answer.split()[1])
        isle.metropolis, isle.metropolis_used = True, False
        self.site = "-"
