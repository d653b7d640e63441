"""What is done on an action area of Mytikas: main and bonus actions (R4.11 to R4.22) and the powers that change them (R5)."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from contract import LUCK
from mytikas_box import (CARDS, CITIES, COST, GODS, LEVEL_TOKENS, LEVELS, LOCKS, MOST_ABOVE_MINIMUM, MOST_TOKENS, PILE, SPACES,
                         STANDS_IN, TEMPLES, Player)
from scripted import Answer, Ask, Script, Scripted


class Actions(Scripted):
    def __init__(self, players: int, options: dict[str, str]) -> None:
        self.n = players
        self.two_cards = options.get("cards", "one") == "two"
        self.players = [Player() for _ in range(players)]
        self.levels = dict(zip(LEVELS, LEVEL_TOKENS[players]))
        self.piles = dict.fromkeys(GODS, PILE[players])
        self.line: list[str] = []
        self.locks_taken = self.turned = self.turn = self.ply = 0
        self.first = self.active = self.actor = 0
        self.fresh: set[str] = set()
        self.used: set[str] = set()
        self.stage, self.area, self.end, self.combo, self.target = "none", "-", "no", "-", "-"
        self.gives = self.gain = self.cities = self.takes = self.heph = self.moves = self.lifts = self.changed = 0
        self.begin(self.script())

    # --- small questions about the position ---

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.n for step in range(self.n)]

    def works(self, seat: int, card: str) -> bool:
        """R5.1: from the turn after the one in which it was gained."""
        return card in self.players[seat].cards and card not in self.fresh

    def ask_player(self, seat: int, phase: str, options: list[str]) -> Answer:
        assert options and len(set(options)) == len(options)
        self.phase = phase
        self.actor = seat
        answer = yield Ask(seat, dict.fromkeys(options, 1))
        return answer

    def unseen(self) -> list[str]:
        """R1.4: the cards that could lie under the next one turned over."""
        seen = set(self.line)
        for player in self.players:
            seen |= set(player.cards) | set(player.hand)
        return [card for card in CARDS if card not in seen]

    def draw(self, phase: str, verb: str) -> Answer:
        self.phase = phase
        answer = yield Ask(LUCK, {f"{verb} {card}": 1 for card in self.unseen()})
        return answer.split()[1]

    # --- what can be done ---

    def can_main(self, seat: int, area: str) -> bool:
        """R4.3."""
        if area in ("zn", "dn"):
            return bool(self.buildings(seat, area))
        if area == "pn":
            return bool(self.favors_to_take(seat))
        if area == "hd":
            return self.can_lift(self.players[seat])
        return True

    def can_bonus(self, seat: int, area: str) -> bool:
        """R4.6, and the last sentence of R4.3."""
        god = area[0].upper()
        player = self.players[seat]
        if not player.favors[god] and not self.works(seat, STANDS_IN[god]):
            return False
        if area in ("zn", "hn"):
            return bool(self.favors_to_take(seat))
        if area == "dd":
            return self.can_lift(player)
        if area == "pd":
            return bool(self.offering_targets(seat))
        if area in ("pn", "hd"):
            return player.cubes_in_all() > 0
        return True

    def move_cube(self, player: Player, resource: str, start: str, goal: str) -> None:
        player.cubes[resource + start] -= 1
        player.cubes[resource + goal] += 1

    def take_from_pile(self, seat: int, god: str) -> None:
        self.piles[god] -= 1
        self.players[seat].favors[god] += 1

    # --- main actions ---

    def main_action(self, seat: int, area: str) -> Script:
        action = {"zd": self.zeus_day, "zn": self.build, "dd": self.demeter_day, "dn": self.build, "pd": self.poseidon_day,
                  "pn": self.poseidon_night, "hd": self.hades_day, "hn": self.hades_night}[area]
        yield from action(seat)

    def bonus_action(self, seat: int, area: str) -> Script:
        """R2.8, the last column."""
        if area in ("zd", "dn"):
            self.players[seat].reserve += 1
        elif area in ("zn", "hn"):
            yield from self.take_favors(seat, 1)
        elif area == "dd":
            yield from self.lift(seat, 2, must=True)
        elif area == "pd":
            yield from self.offering(seat)
        else:
            yield from self.move_anywhere(seat, 1, must=True)

    def produce(self, seat: int, combination: str, level: int) -> None:
        for number, resource in zip(combination[::2], combination[1::2]):
            self.players[seat].cubes[f"{resource}{level}"] += int(number)

    def zeus_day(self, seat: int) -> Script:
        """R4.11, R5.7."""
        levels = self.players[seat].cities()
        self.lifts = 2 if self.works(seat, "apollo") else 0
        for index, level in enumerate(levels):
            self.cities = len(levels) - index
            answer = yield from self.ask_player(seat, "prod", ["prod 3S", "prod 1S1M", "prod 1G"])
            self.produce(seat, answer.split()[1], level)
        self.cities = 0
        if self.works(seat, "apollo"):
            yield from self.lift(seat, 2)

    def demeter_day(self, seat: int) -> Script:
        """R4.12, R5.10."""
        self.cities = 1
        answer = yield from self.ask_player(seat, "prod", ["prod 4S", "prod 2M", "prod 1S1G"])
        combination = answer.split()[1]
        self.cities = 0
        self.produce(seat, combination, 1)
        if self.works(seat, "pan"):
            self.combo = combination
            answer = yield from self.ask_player(seat, "pan", [f"pan {resource}" for resource in combination[1::2]])
            self.combo = "-"
            self.produce(seat, "1" + answer.split()[1], 1)

    def poseidon_day(self, seat: int) -> Script:
        """R4.15, R5.11."""
        self.players[seat].reserve += 3 if self.works(seat, "ares") else 2
        yield from ()

    def poseidon_night(self, seat: int) -> Script:
        """R4.16, R5.12."""
        player = self.players[seat]
        self.heph = int(self.works(seat, "hephaestus"))
        yield from self.take_favors(seat, 1)
        if self.heph and self.favors_to_take(seat) and any(player.cubes[f"M{level}"] for level in LEVELS):
            options = [f"heph {level}" for level in LEVELS if player.cubes[f"M{level}"]] + ["done"]
            answer = yield from self.ask_player(seat, "heph", options)
            self.heph = 0
            if answer != "done":
                player.cubes["M" + answer.split()[1]] -= 1
                yield from self.take_favors(seat, 1)
        self.heph = 0

    def hades_day(self, seat: int) -> Script:
        yield from self.lift(seat, 4, must=True, hestia=self.works(seat, "hestia"))

    def hades_night(self, seat: int) -> Script:
        """R4.18, R5.14."""
        player = self.players[seat]
        if self.works(seat, "hermes"):
            player.reserve += 1
            yield from self.offering(seat, must=False)
            return
        options = ["take"] + (["offer"] if self.offering_targets(seat) else [])
        answer = yield from self.ask_player(seat, "hn", options)
        if answer == "take":
            player.reserve += 1
        else:
            yield from self.offering(seat)

    # --- building ---

    def cost(self, seat: int, kind: str) -> dict[str, int]:
        """R2.6, R5.8, R5.9, R8.34."""
        cost = dict(COST[kind])
        if kind in TEMPLES and self.works(seat, "athena"):
            cost["G"] = max(0, cost["G"] - 1)
        if kind in CITIES and self.works(seat, "artemis"):
            cost["M"] = max(0, cost["M"] - 1)
        return cost

    def buildings(self, seat: int, area: str) -> list[str]:
        """R4.13. R2.7: of the two major cities space a is used first."""
        player = self.players[seat]
        options = []
        for space in SPACES:
            kind, side = space.split("-")
            if space in player.built or kind not in (TEMPLES if area == "zn" else CITIES):
                continue
            if space == "major-b" and "major-a" not in player.built:
                continue
            options += [f"build {kind} {side} {level}" for level in LEVELS if self.levels[level] and
                        all(player.cubes[f"{resource}{level}"] >= number for resource, number in self.cost(seat, kind).items())]
        return options

    def build(self, seat: int) -> Script:
        """R4.13, R4.14, R6.1."""
        player = self.players[seat]
        answer = yield from self.ask_player(seat, "build", self.buildings(seat, self.area))
        _, kind, side, level = answer.split()
        for resource, number in self.cost(seat, kind).items():
            player.cubes[resource + level] -= number
        self.levels[int(level)] -= 1
        player.built[f"{kind}-{side}"] = int(level)
        if self.end == "no" and list(self.levels.values()).count(0) >= 3:
            self.end = "levels"
        if self.end == "no" and len(player.built) == len(SPACES):
            self.end = "pieces"
        yield from self.space_effect(seat, f"{kind}-{side}", level)

    def space_effect(self, seat: int, space: str, level: str) -> Script:
        """R2.7."""
        player = self.players[seat]
        if space == "minor-a":
            yield from self.move_anywhere(seat, 2)
        elif space == "minor-b":
            yield from self.take_favors(seat, 1)
        elif space == "small-a":
            player.reserve += 2
        elif space == "small-b":
            player.reserve += 1
            yield from self.move_anywhere(seat, 1)
        elif space == "large-a":
            yield from self.take_favors(seat, 2)
        else:
            player.cubes["G" + level] += 1

    # --- favour tokens, lifts, moves ---

    def favors_to_take(self, seat: int) -> list[str]:
        """R4.16, R8.15."""
        options = []
        for god in GODS:
            if self.piles[god]:
                options.append(f"favor {god}")
            else:
                options += [f"favor {god}@{other + 1}" for other in range(self.n)
                            if other != seat and self.players[other].favors[god]]
        return options

    def take_favors(self, seat: int, number: int) -> Script:
        for self.takes in range(number, 0, -1):
            if not self.favors_to_take(seat):
                break
            answer = yield from self.ask_player(seat, "favor", self.favors_to_take(seat))
            god, _, owner = answer.split()[1].partition("@")
            if owner:
                self.players[int(owner) - 1].favors[god] -= 1
                self.players[seat].favors[god] += 1
            else:
                self.take_from_pile(seat, god)
        self.takes = 0

    def can_lift(self, player: Player) -> bool:
        return any(count for cube, count in player.cubes.items() if cube[1] != "4")

    def lift(self, seat: int, number: int, must: bool = False, hestia: bool = False) -> Script:
        """R4.17, R5.13: `must` is for the first lift, `hestia` while she may still refine one."""
        player = self.players[seat]
        for self.lifts in range(number, 0, -1):
            liftable = [cube for cube, count in player.cubes.items() if count and cube[1] != "4"]
            if not liftable:
                break
            options = [f"up {cube[0]} {cube[1]}" for cube in liftable]
            if hestia and not self.changed:
                options += [f"upx {cube[0]} {cube[1]}" for cube in liftable if cube[0] != "G"]
            if not (must and self.lifts == number):
                options.append("done")
            answer = yield from self.ask_player(seat, "lift", options)
            if answer == "done":
                break
            verb, resource, level = answer.split()
            player.cubes[resource + level] -= 1
            if verb == "upx":
                self.changed = 1
                resource = {"S": "M", "M": "G"}[resource]
            player.cubes[f"{resource}{int(level) + 1}"] += 1
        self.lifts = self.changed = 0

    def move_anywhere(self, seat: int, number: int, must: bool = False) -> Script:
        """R4.19."""
        player = self.players[seat]
        for self.moves in range(number, 0, -1):
            options = [f"move {cube[0]} {cube[1]} {goal}" for cube, count in player.cubes.items() if count
                       for goal in LEVELS if int(cube[1]) != goal]
            if not options:
                break
            answer = yield from self.ask_player(seat, "move", options if must else options + ["done"])
            if answer != "done":
                self.move_cube(player, *answer.split()[1:])
        self.moves = 0

    # --- offerings and locks ---

    def offering_targets(self, seat: int) -> dict[str, int]:
        """R4.20: the cards to offer on, each with the least that must be put there (R4.21)."""
        reserve = self.players[seat].reserve
        targets = dict.fromkeys(self.line, 1)
        for owner, player in enumerate(self.players):
            for card, tokens in player.cards.items():
                if card not in player.locked:
                    targets[card] = 1 if owner == seat else tokens + 1
        return {card: least for card, least in targets.items() if least <= min(reserve, MOST_TOKENS)}

    def offering(self, seat: int, must: bool = True) -> Script:
        """R4.20 to R4.22."""
        player = self.players[seat]
        targets = self.offering_targets(seat)
        options = [f"on {card}" for card in targets] + ([] if must else ["done"])
        answer = yield from self.ask_player(seat, "target", options)
        if answer == "done":
            return
        card = self.target = answer.split()[1]
        most = min(player.reserve, targets[card] + MOST_ABOVE_MINIMUM, MOST_TOKENS)
        answer = yield from self.ask_player(seat, "amount", [f"put {n}" for n in range(targets[card], most + 1)])
        tokens = int(answer.split()[1])
        self.target = "-"
        player.reserve -= tokens
        if card in player.cards:
            player.cards[card] += tokens
        else:
            self.give_up(card)
            player.cards[card] = tokens
            self.fresh.add(card)
        yield from self.take_locks(seat)

    def give_up(self, card: str) -> None:
        """A card leaves the line, or its owner, whose tokens go back to their reserve."""
        if card in self.line:
            self.line.remove(card)
        for player in self.players:
            if card in player.cards:
                player.reserve += player.cards.pop(card)

    def take_locks(self, offerer: int) -> Script:
        """R4.22."""
        while self.locks_taken < len(LOCKS[self.n]):
            value = LOCKS[self.n][self.locks_taken]
            for seat in self.clockwise_from(offerer):
                matching = [card for card, tokens in self.players[seat].cards.items() if tokens == value]
                if matching:
                    break
            else:
                return
            self.phase = "lock"
            answer = yield Ask(seat, {f"lock {card}": 1 for card in matching})  # the offerer is still the one who acts
            card = answer.split()[1]
            self.players[seat].cards[card] = 0  # its tokens go to the supply
            self.players[seat].locked.add(card)
            self.locks_taken += 1
        if self.end == "no":
            self.end = "lock"
