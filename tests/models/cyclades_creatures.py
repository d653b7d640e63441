"""The creatures of Cyclades: R5."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Generator

from cyclades_battle import Battles
from cyclades_state import BUILDINGS, ISLE_FIGURES, UNITS, Figure
from scripted import Ask, Script

SPHINX_PAYS, SYLPH_STEPS = 2, 10


class Creatures(Battles):
    def use(self, seat: int, creature: str) -> Script:
        """R5.1, R5.2. A card that is used up is in the discard pile afterwards."""
        self.card = creature
        if creature == "chimera":
            yield from self.chimera(seat)
        else:
            yield from self.power(seat, creature)
            if not (creature in ISLE_FIGURES and creature in self.figures):
                self.discard.add(creature)
        self.card = "-"

    def power(self, seat: int, creature: str) -> Script:
        power = self.figure if creature in ISLE_FIGURES else getattr(self, creature)
        yield from power(seat)

    def aim(self, seat: int, options: list[str]) -> Generator[Ask, str, list[str]]:
        """The first decision of a power: its words, or none if it is wasted."""
        answer = yield from self.choose(seat, "power", options + ["waste"])
        return answer.split()[1:]  # `waste` has none

    def chimera(self, seat: int) -> Script:
        """R5.3."""
        words = yield from self.aim(seat, [f"copy {card}" for card in self.discard])
        if words:
            self.card, self.copied = words[0], True
            self.discard.remove(self.card)
            yield from self.power(seat, self.card)
            if not (self.card in ISLE_FIGURES and self.card in self.figures):
                self.discard.add(self.card)
            self.copied = False
        self.deck |= self.discard | {"chimera"}
        self.discard.clear()

    def cyclops(self, seat: int) -> Script:
        """R5.4."""
        words = yield from self.aim(seat, [
            f"rebuild {name} {old} {new}" for name in self.isles_of(seat) for old in BUILDINGS for new in BUILDINGS
            if self.isles[name].buildings[old] and new != old and self.in_box(new)])
        if words:
            name, old, new = words
            self.isles[name].remove(old)
            self.isles[name].add(new)
            yield from self.check_metropolis(seat)

    def steal(self, seat: int, victims: list[int]) -> Generator[Ask, str, int | None]:
        words = yield from self.aim(seat, [f"steal p{other + 1}" for other in victims])
        return int(words[0][1:]) - 1 if words else None

    def others(self, seat: int) -> list[int]:
        return [other for other in self.alive if other != seat]

    def dryad(self, seat: int) -> Script:
        """R5.5."""
        victim = yield from self.steal(seat, [other for other in self.others(seat) if self.priests[other]])
        if victim is not None:
            self.priests[victim] -= 1
            self.priests[seat] += 1

    def satyr(self, seat: int) -> Script:
        """R5.11."""
        victim = yield from self.steal(seat, [other for other in self.others(seat) if self.philosophers[other]])
        if victim is not None:
            self.philosophers[victim] -= 1
            self.philosophers[seat] += 1
            yield from self.check_metropolis(seat)

    def griffon(self, seat: int) -> Script:
        """R5.8."""
        victim = yield from self.steal(seat, self.others(seat))
        if victim is not None:
            half = self.gold[victim] // 2
            self.gold[victim] -= half
            self.gold[seat] += half
            self.shown.add(victim)

    def fates(self, seat: int) -> Script:
        """R5.6."""
        self.gold[seat] += self.revenue(seat)
        yield from ()

    def giant(self, seat: int) -> Script:
        """R5.7."""
        words = yield from self.aim(seat, [
            f"destroy {name} {building}" for name, isle in self.isles.items() for building in BUILDINGS
            if isle.buildings[building] and self.figure_on(name) != "chiron"])
        if words:
            self.isles[words[0]].remove(words[1])

    def harpy(self, seat: int) -> Script:
        """R5.9."""
        words = yield from self.aim(seat, [f"kill {name}" for name, isle in self.isles.items()
                                           if isle.troops and self.figure_on(name) != "chiron"])
        if words:
            self.isles[words[0]].troops -= 1

    def pegasus(self, seat: int) -> Script:
        """R5.10, R5.16, R5.17."""
        words = yield from self.aim(seat, [f"fly {name}" for name in self.isles_of(seat) if self.isles[name].troops
                                           and self.figure_on(name) != "medusa" and self.landings(seat, name)])
        if words:
            self.flies_from = start = words[0]
            numbers = range(1, self.isles[start].troops + 1)
            options = [f"land {goal} {troops}" for goal in self.landings(seat, start) for troops in numbers]
            answer = yield from self.choose(seat, "landing", options)
            self.flies_from = "-"
            _, goal, troops = answer.split()
            yield from self.land(seat, start, goal, int(troops))

    def landings(self, seat: int, start: str) -> list[str]:
        return [name for name, isle in self.isles.items() if name != start and self.may_land(seat, name)
                and (isle.owner == seat or self.figure_on(name) != "chiron")]

    def siren(self, seat: int) -> Script:
        """R5.12."""
        words = yield from self.aim(seat, [f"charm {space}" for space, (owner, number) in self.fleets.items()
                                           if owner != seat and number == 1])
        if words:
            self.charmed = space = words[0]
            if not self.fleet_reserve(seat):
                answer = yield from self.choose(seat, "from", [f"from {mine}" for mine in self.fleets_of(seat)])
                self.put_fleets(answer.split()[1], seat, -1)
            self.charmed = "-"
            self.fleets[space] = seat, 1

    def sphinx(self, seat: int) -> Script:
        """R5.13."""
        while True:
            options = [f"sell fleet {space}" for space in self.fleets_of(seat)]
            options += [f"sell troop {name}" for name in self.isles_of(seat) if self.isles[name].troops]
            options += ["sell priest"] * (self.priests[seat] > 0) + ["sell philosopher"] * (self.philosophers[seat] > 0)
            answer = yield from self.choose(seat, "power", options + ["done"])
            if answer == "done":
                return
            _, what, *where = answer.split()
            if what == "fleet":
                self.put_fleets(where[0], seat, -1)
            elif what == "troop":
                self.isles[where[0]].troops -= 1
            elif what == "priest":
                self.priests[seat] -= 1
            else:
                self.philosophers[seat] -= 1
            self.gold[seat] += SPHINX_PAYS

    def sylph(self, seat: int) -> Script:
        """R5.14."""
        for self.budget in range(SYLPH_STEPS, 0, -1):
            options = [f"glide {space} {near} {number}" for space, fleets in self.fleets_of(seat).items()
                       if space not in self.locked for near in self.map.seas_near(space) if not self.is_closed(near)
                       for number in range(1, fleets + 1)]
            answer = yield from self.choose(seat, "power", options + ["stop"])
            if answer == "stop":
                break
            _, start, goal, number = answer.split()
            self.put_fleets(start, seat, -int(number))
            if self.has_foreign_fleets(goal, seat):
                self.budget -= 1
                retreat = yield from self.sea_battle(seat, goal, int(number))
                self.locked |= {goal, retreat} if retreat else {goal}
            else:
                self.put_fleets(goal, seat, int(number))
        self.budget = 0
        self.locked.clear()

    def figure(self, seat: int) -> Script:
        """R5.15."""
        creature = self.card
        words = yield from self.aim(seat, [f"place {name}" for name in self.isles])
        if not words:
            return
        other = self.figure_on(words[0])
        if other:
            self.remove_figure(other)
            return
        self.figures[creature] = Figure(words[0], seat, self.cycle)
        if creature == "polyphemus":
            yield from self.push_fleets(seat, words[0])

    def push_fleets(self, seat: int, name: str) -> Script:
        """R5.19: those that cannot go are lost at once; no push can open a way for them."""
        beside = self.map.seas_near(name)
        while True:
            ways = {space: self.sea_retreats(self.fleets[space][0], space) for space in beside if space in self.fleets}
            for space, goals in ways.items():
                if not goals:
                    del self.fleets[space]
            options = [f"push {space} {goal}" for space, goals in ways.items() for goal in goals]
            if not options:
                return
            answer = yield from self.choose(seat, "push", options)
            _, space, goal = answer.split()
            owner = self.fleets[space][0]
            self.put_fleets(space, owner, -1)
            self.put_fleets(goal, owner, 1)

    def kraken(self, seat: int) -> Script:
        """R5.20."""
        words = yield from self.aim(seat, [f"surface {space}" for space in self.map.sea])
        while words:
            self.figures["kraken"] = Figure(words[0], -1, self.cycle)
            self.fleets.pop(words[0], None)
            if not self.gold[seat]:
                return
            answer = yield from self.choose(seat, "swim", [f"swim {near}" for near in self.map.seas_near(words[0])] + ["stop"])
            words = answer.split()[1:]
            self.gold[seat] -= bool(words)
