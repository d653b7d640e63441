"""Cyclades, slowly: a second implementation, written from games/cyclades/README.md alone. This file has the cycle, the
offerings and the turns; cyclades_battle.py and cyclades_creatures.py have the rest of the rules."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import itertools
from fractions import Fraction
from random import Random

import cyclades_midgame
import cyclades_refusals
import cyclades_text as text
from contract import LUCK, SEEN
from cyclades_creatures import Creatures
from cyclades_state import BOX, BUILDING, CREATURES, GODS, NOBODY
from scripted import Ask, Script

PRICES = {"poseidon": [0, 1, 2, 3], "ares": [0, 2, 3, 4], "zeus": [0, 4], "athena": [0, 4]}  # R2.11
BUILDING_PRICE, MOVE_PRICE, SWAP_PRICE = 2, 1, 1
HIGHEST_OFFER, SAIL_STEPS, LAST_CYCLE = 60, 3, 40


class Model(Creatures):
    OPTIONS = {"gold": ["hidden", "open"]}
    written_at = -1  # the position is kept for the views
    written: dict[str, str] = {}

    @classmethod
    def midgame(cls, players: int, options: dict[str, str], rng: Random) -> Model:
        model = cls(players, options)
        cyclades_midgame.arrange(model, rng)
        model.begin(model.cycles("turns" if model.offers else "gods"))
        return model

    # --- the contract ---

    def scores(self) -> list[Fraction | int]:
        return [self.metropolises(seat) for seat in range(self.n)]

    def winners(self) -> set[int]:
        """R6.1, R6.3."""
        if len(self.alive) == 1:
            return set(self.alive)
        enough = [seat for seat in self.alive if self.metropolises(seat) >= self.goal]
        keys = {seat: (self.metropolises(seat), self.gold[seat], 0 if enough else self.revenue(seat))
                for seat in enough or self.alive}
        return {seat for seat, key in keys.items() if key == max(keys.values())}

    def position(self) -> dict[str, str]:
        if self.written_at != self.ply:
            self.written_at, self.written = self.ply, text.fields(self)
        return {**self.written, "gold": " ".join(map(str, self.gold))}

    def view(self, viewer: int) -> dict[str, str]:
        """R1.3. Whoever is out has nothing left to hide (R6.2)."""
        everything = self.open_gold or self.over
        purses = [str(gold) if everything or seat == viewer or seat in self.shown or seat not in self.alive else "?"
                  for seat, gold in enumerate(self.gold)]
        return {**self.position(), "gold": " ".join(purses)}

    def sight(self, who: int, move: str) -> list[int]:
        """R1.3: everything is done in public."""
        return [SEEN] * (self.n + 1)

    def spice(self, who: int) -> list[str]:
        """Small offerings, so that there is gold for the turn; then buildings, philosophers, creatures, and attacks, most of
        all on figures and last isles."""
        assert self.ask
        if self.phase == "offer":
            return list(self.ask.options)[:1]
        wanted, rare = [], []
        for move in self.ask.options:
            verb, *words = move.split()
            attack = verb in ("march", "sail", "glide", "land") and self.is_foreign(words[-2], who)
            if attack or verb in ("build", "buy", "rebuild", "copy") or move == "recruit philosopher":
                wanted.append(move)
            if verb == "retreat" and self.figure_on(self.battle.split()[0]):
                rare.append(move)
            if verb == "place" and (self.figure_on(words[0]) or self.isles[words[0]].owner != NOBODY):
                wanted.append(move)
            if attack and words[-2] in self.isles:
                owner = self.isles[words[-2]].owner
                if len(self.isles_of(owner)) == 1 or self.figure_on(words[-2]):
                    rare.append(move)
        return sorted(rare or wanted)

    def is_foreign(self, space: str, seat: int) -> bool:
        if space in self.isles:
            return self.isles[space].owner not in (NOBODY, seat) or self.figure_on(space) == "minotaur"
        return self.has_foreign_fleets(space, seat)

    def refuse(self, seat: int, move: str) -> str | None:
        return cyclades_refusals.rule(self, seat, move)

    # --- R3, R4: the game ---

    def script(self) -> Script:
        yield from self.draw_order()
        yield from self.cycles()

    def cycles(self, begin: str = "creatures") -> Script:
        """R4.1, R4.40. The first cycle may begin late."""
        while not self.over:
            if begin == "creatures":
                self.cycle += 1
                self.shown.clear()  # R1.3
                yield from self.creatures_appear()
            if begin != "turns":
                yield from self.gods_line_up()
                self.collect()
                yield from self.offerings()
            yield from self.turns()
            begin = "creatures"
            enough = any(self.metropolises(seat) >= self.goal for seat in self.alive)
            self.over = enough or len(self.alive) == 1 or self.cycle == LAST_CYCLE
        self.phase = "over"

    def draw_order(self) -> Script:
        """R3.3, R7.2: markers that are all of one player are not drawn."""
        markers = [seat for seat in range(self.n) for _ in range(2 if self.n == 2 else 1)]
        while len(set(markers)) > 1:
            answer = yield Ask(LUCK, {f"order p{seat + 1}": markers.count(seat) for seat in markers})
            seat = int(answer.split()[1][1:]) - 1
            markers.remove(seat)
            self.turn_track.append(seat)
        self.turn_track += markers

    # --- creatures, gods, gold ---

    def creatures_appear(self) -> Script:
        """R4.2, R8.52."""
        if self.cycle == 1:
            spaces = [4]
        elif self.cycle == 2:
            spaces = [3, 4]
            if 4 in self.track:
                self.track[3] = self.track.pop(4)
        else:
            spaces = [2, 3, 4]
            if 2 in self.track:
                self.discard.add(self.track.pop(2))
            self.track = dict(zip(spaces, [self.track[space] for space in spaces if space in self.track]))
        for space in spaces:
            if space not in self.track:
                yield from self.draw_creature("track", space)

    def draw_creature(self, phase: str, space: int) -> Script:
        """R4.3."""
        if not self.deck:
            self.deck, self.discard = self.discard, set()
        if self.deck:
            self.phase = phase
            answer = yield Ask(LUCK, {f"draw {card}": 1 for card in CREATURES if card in self.deck})
            self.track[space] = answer.split()[1]
            self.deck.remove(self.track[space])

    def gods_line_up(self) -> Script:
        """R4.4, R6.2."""
        rule = self.n if len(self.alive) == self.n else max(3, len(self.alive))
        self.rule_cycle += 1
        self.phase = "gods"
        if rule == 3:
            rest = GODS if self.rule_cycle % 2 else [god for god in GODS if god not in self.gods]
            orders: list[tuple[str, ...]] = list(itertools.permutations(rest, 2))
        else:
            first = self.gods[3:] if rule != 5 and self.rule_cycle > 1 else []
            others = [god for god in GODS if god not in first]
            orders = [(*first, *order) for order in itertools.permutations(others, 3 - len(first))]
        answer = yield Ask(LUCK, {f"gods {' '.join(order)}": 1 for order in orders})
        self.gods = answer.split()[1:]
        self.up = {3: 2, 2: 3, 4: 3, 5: 4}[rule]
        if rule != 3:
            self.gods += [god for god in GODS if god not in self.gods]

    def collect(self) -> None:
        """R4.5."""
        for seat in self.alive:
            self.gold[seat] += self.revenue(seat)
        for isle in self.isles.values():
            isle.temples_used, isle.metropolis_used = 0, False
        self.blessed = False

    # --- offerings ---

    def offerings(self) -> Script:
        """R4.6, R4.8 to R4.10."""
        for place, seat in enumerate(self.turn_track):
            self.bidder, self.turn_track[place] = seat, NOBODY
            while self.bidder != NOBODY:
                yield from self.place_marker(self.bidder)
        for seat in self.alive:
            offered = sum(amount for owner, amount in self.offers.values() if owner == seat)
            if offered:
                self.gold[seat] -= max(1, offered - self.priests[seat])

    def amounts(self, seat: int, god: str) -> list[int]:
        """R4.7, R8.3, R8.6."""
        least = self.offers[god][1] + 1 if god in self.offers else 1
        others = sum(amount for other, (owner, amount) in self.offers.items() if owner == seat and other != god)
        most = min(HIGHEST_OFFER, self.gold[seat] + self.priests[seat] - others) if self.gold[seat] else 0
        return list(range(least, most + 1))

    def place_marker(self, seat: int) -> Script:
        """After this the bidder is whoever has been pushed away, or nobody."""
        gods = [god for god in self.gods[:self.up] if god != self.barred and self.amounts(seat, god)]
        answer = yield from self.choose(seat, "bid", [f"god {god}" for god in gods] + ["god apollo"])
        god = answer.split()[1]
        if god != "apollo":
            self.chosen = god
            answer = yield from self.choose(seat, "offer", [f"offer {amount}" for amount in self.amounts(seat, god)])
        self.chosen, self.barred, self.bidder = "-", "-", NOBODY
        if god == "apollo":
            self.apollo.append(seat)
            return
        if god in self.offers:
            self.bidder, self.barred = self.offers[god][0], god
        self.offers[god] = seat, int(answer.split()[1])

    # --- turns ---

    def turns(self) -> Script:
        """R4.11."""
        for god in self.gods[:self.up]:
            if god in self.offers:
                seat = self.offers[god][0]
                yield from self.take_turn(seat, god)
                del self.offers[god]
                self.marker_back(seat)
        while self.apollo:
            seat = self.apollo[0]
            yield from self.take_turn(seat, "apollo")
            self.apollo.pop(0)
            self.marker_back(seat)

    def marker_back(self, seat: int) -> None:
        """R4.39: to the free space with the highest number."""
        place = max(place for place, there in enumerate(self.turn_track) if there == NOBODY)
        self.turn_track[place] = seat

    def take_turn(self, seat: int, god: str) -> Script:
        self.turn, self.god, self.recruited = seat, god, 0
        for name, figure in list(self.figures.items()):  # R4.12
            if figure.owner == seat and figure.cycle < self.cycle:
                self.remove_figure(name)
        if god == "apollo":
            yield from self.apollo_turn(seat)
        else:
            yield from self.god_turn(seat, god)
        self.turn, self.god, self.recruited = NOBODY, "-", 0

    def apollo_turn(self, seat: int) -> Script:
        """R4.38."""
        self.gold[seat] += 4 if len(self.isles_of(seat)) == 1 else 1
        if not self.blessed and sum(isle.markers for isle in self.isles.values()) < BOX["markers"]:
            answer = yield from self.choose(seat, "prosper", [f"prosper {name}" for name in self.isles_of(seat)])
            self.isles[answer.split()[1]].markers += 1
        self.blessed = True

    def god_turn(self, seat: int, god: str) -> Script:
        """R4.13."""
        while True:
            options = self.recruits(seat, god) + self.builds(seat, god) + self.buys(seat) + ["end"]
            if god == "poseidon" and self.gold[seat] >= MOVE_PRICE:
                options += [step for space in self.fleets_of(seat) for step in self.sails(seat, space)]
            if god == "ares" and self.gold[seat] >= MOVE_PRICE:
                options += self.marches(seat)
            if god == "zeus" and self.gold[seat] >= SWAP_PRICE:
                options += [f"swap {space}" for space in self.track]
            answer = yield from self.choose(seat, "menu", options)
            verb, *words = answer.split()
            if verb == "end":
                return
            yield from getattr(self, verb)(seat, *words)

    def recruits(self, seat: int, god: str) -> list[str]:
        """R4.14 to R4.17."""
        if self.recruited == len(PRICES[god]) or PRICES[god][self.recruited] > self.gold[seat]:
            return []
        if god == "poseidon":
            beside = {space for name in self.isles_of(seat) for space in self.map.seas_near(name)}
            return [f"recruit {space}" for space in beside if self.fleet_reserve(seat) and not self.is_closed(space)
                    and not self.has_foreign_fleets(space, seat)]
        if god == "ares":
            return [f"recruit {name}" for name in self.isles_of(seat) if self.troop_reserve(seat)]
        if god == "zeus":
            return ["recruit priest"] if sum(self.priests) < BOX["priests"] else []
        return ["recruit philosopher"] if sum(self.philosophers) < BOX["philosophers"] else []

    def recruit(self, seat: int, what: str) -> Script:
        self.gold[seat] -= PRICES[self.god][self.recruited]
        self.recruited += 1
        if what == "priest":
            self.priests[seat] += 1
        elif what == "philosopher":
            self.philosophers[seat] += 1
            yield from self.check_metropolis(seat)
        elif what in self.isles:
            self.isles[what].troops += 1
        else:
            self.put_fleets(what, seat, 1)

    def builds(self, seat: int, god: str) -> list[str]:
        """R4.18."""
        if self.gold[seat] < BUILDING_PRICE or not self.in_box(BUILDING[god]):
            return []
        return [f"build {name}" for name in self.isles_of(seat) if self.room(name)]

    def build(self, seat: int, name: str) -> Script:
        self.gold[seat] -= BUILDING_PRICE
        self.isles[name].add(BUILDING[self.god])
        yield from self.check_metropolis(seat)

    def sails(self, seat: int, space: str) -> list[str]:
        """R4.19: the steps from a space."""
        return [f"sail {space} {near} {number}" for near in self.map.seas_near(space) if not self.is_closed(near)
                for number in range(1, self.fleets_of(seat)[space] + 1)]

    def sail(self, seat: int, start: str, goal: str, number: str) -> Script:
        self.gold[seat] -= MOVE_PRICE
        for left in range(SAIL_STEPS - 1, -1, -1):
            self.put_fleets(start, seat, -int(number))
            if self.has_foreign_fleets(goal, seat):
                self.sailing = "-"
                yield from self.sea_battle(seat, goal, int(number))
                return
            self.put_fleets(goal, seat, int(number))
            if not left:
                break
            self.sailing = f"{goal} {left}"
            answer = yield from self.choose(seat, "sail", self.sails(seat, goal) + ["stop"])
            if answer == "stop":
                break
            _, start, goal, number = answer.split()
        self.sailing = "-"

    def marches(self, seat: int) -> list[str]:
        """R4.20, R5.17."""
        return [f"march {start} {goal} {troops}" for start in self.isles_of(seat) if self.figure_on(start) != "medusa"
                for goal in self.chain(seat, start) if self.may_land(seat, goal)
                for troops in range(1, self.isles[start].troops + 1)]

    def march(self, seat: int, start: str, goal: str, troops: str) -> Script:
        self.gold[seat] -= MOVE_PRICE
        yield from self.land(seat, start, goal, int(troops))

    def swap(self, seat: int, space: str) -> Script:
        """R4.24."""
        self.gold[seat] -= SWAP_PRICE
        self.discard.add(self.track.pop(int(space)))
        self.swapping = space
        yield from self.draw_creature("swap", int(space))
        self.swapping = "-"

    # --- buying creatures ---

    def price(self, seat: int, space: int) -> int:
        """R4.25."""
        fresh = 0
        for name in self.isles_of(seat):
            isle = self.isles[name]
            fresh += isle.buildings["temple"] - isle.temples_used + (isle.metropolis and not isle.metropolis_used)
        return max(1, space - fresh)

    def buys(self, seat: int) -> list[str]:
        return [f"buy {space}" for space in self.track if self.price(seat, space) <= self.gold[seat]]

    def buy(self, seat: int, space: str) -> Script:
        price = self.price(seat, int(space))
        self.gold[seat] -= price
        self.mark_used(seat, int(space) - price)
        yield from self.use(seat, self.track.pop(int(space)))

    def mark_used(self, seat: int, number: int) -> None:
        """R8.15."""
        for name in self.isles_of(seat):
            isle = self.isles[name]
            temples = min(number, isle.buildings["temple"] - isle.temples_used)
            isle.temples_used += temples
            number -= temples
            if number and isle.metropolis and not isle.metropolis_used:
                isle.metropolis_used = True
                number -= 1
