"""Mytikas, slowly: a second implementation, written from games/mytikas/README.md alone.

The game is one generator, `Model.script`, that reads like the rules: it yields a question (who is asked, and what they may
answer) and is sent the answer. A question with one answer is answered at once (R4.1). The actions are in
mytikas_actions.py, the components in mytikas_box.py."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Any

import mytikas_midgame
import mytikas_points as points
import mytikas_refusals
from contract import LUCK, MASKED, PUBLIC, SEEN
from mytikas_actions import Actions
from mytikas_box import AREAS, CARDS, GODS, LAST_ROUND, LEVELS, LOCKS, RESOURCES, SPACES, START_CUBES, Player
from scripted import Ask, Script


class Model(Actions):
    OPTIONS = {"cards": ["one", "two"]}
    written_at = -1  # the position is kept for the views
    written: dict[str, str] = {}

    @classmethod
    def midgame(cls, players: int, options: dict[str, str], rng: Random) -> Model:
        """At the beginning of a turn. `petteia fields mytikas`: a decision with one option is made at once, also in a
        position that is read."""
        model = cls(players, options)
        mytikas_midgame.arrange(model, rng)
        model.begin(model.turns())
        model.make_forced_moves()
        return model

    # --- the contract ---

    def scores(self) -> list[Fraction | int]:
        return [points.total(player) for player in self.players]

    def winners(self) -> set[int]:
        """R6.5."""
        keys = [(points.total(player), player.built.get("large-a", 0), player.cubes_in_all()) for player in self.players]
        return {seat for seat, key in enumerate(keys) if key == max(keys)}

    def position(self) -> dict[str, str]:
        if self.written_at != self.ply:
            self.written_at, self.written = self.ply, self.fields()
        return self.written

    def view(self, viewer: int) -> dict[str, str]:
        """R1.3: a pair, and what went under the deck, is known to its owner alone."""
        hidden = {f"hand {seat + 1}": "?" for seat, player in enumerate(self.players) if player.hand and seat != viewer}
        return {**self.position(), **hidden}

    def shows(self, viewer: int) -> dict[str, Any]:
        """Locks (R2.5), full levels (R6.1), and the cards that this viewer has never seen (R1.3)."""
        locks = LOCKS[self.n]
        laid = self.phase not in ("first", "deal", "pick", "line")  # R3.6
        seen = set(self.line).union(*(player.cards for player in self.players))
        if viewer != PUBLIC:
            seen |= set(self.players[viewer].hand)
        return {"next_lock": locks[self.locks_taken] if self.locks_taken < len(locks) else None, "locks_taken": self.locks_taken,
                "complete_levels": list(self.levels.values()).count(0), "unseen": set(CARDS) - seen,
                "face_down": len(locks) - 1 - self.turned if laid else 0}

    def sight(self, who: int, move: str) -> list[int]:
        """R3.5: with two cards each, a card is dealt face down."""
        if self.phase != "deal" or not self.two_cards:
            return [SEEN] * (self.n + 1)
        return [MASKED] + [SEEN if seat == self.actor else MASKED for seat in range(self.n)]

    def fields(self) -> dict[str, str]:
        def list_of(words: Iterable[str]) -> str:
            return " ".join(words) or "none"

        def order(card: str) -> int:
            return CARDS.index(card)

        def each(name: str, values: list[str]) -> dict[str, str]:
            return {f"{name} {seat + 1}": values[seat] if seat < self.n else "none" for seat in range(4)}

        players = self.players
        return {
            "turn": str(self.turn), "phase": self.phase, "first": str(self.first + 1), "active": str(self.active + 1),
            "actor": str(self.actor + 1), "levels": list_of(map(str, self.levels.values())),
            "piles": list_of(map(str, self.piles.values())), "line": list_of(sorted(self.line, key=order)),
            "locks": str(self.locks_taken), "turned": str(self.turned),
            **each("cubes", [list_of(f"{cube}={count}" for cube, count in player.cubes.items() if count) for player in players]),
            "reserve": list_of(str(player.reserve) for player in players),
            **each("favors", [list_of(god for god in GODS for _ in range(player.favors[god])) for player in players]),
            **each("spaces", [list_of(f"{space}={player.built[space]}" for space in SPACES if space in player.built)
                              for player in players]),
            "spots": list_of(player.spot for player in players),
            **each("cards", [list_of(f"{card}={'lock' if card in player.locked else player.cards[card]}"
                                     for card in CARDS if card in player.cards) for player in players]),
            "fresh": list_of(sorted(self.fresh, key=order)),
            **each("hand", [list_of(sorted(player.hand, key=order)) for player in players]),
            "stage": self.stage, "area": self.area, "end": self.end, "used": list_of(sorted(self.used)),
            "gives": str(self.gives), "gain": str(self.gain), "cities": str(self.cities), "combo": self.combo,
            "takes": str(self.takes), "heph": str(self.heph), "moves": str(self.moves), "lifts": str(self.lifts),
            "changed": str(self.changed), "target": self.target, "ply": str(self.ply),
        }

    def spice(self, who: int) -> list[str]:
        """Buildings, the higher the better, what they cost, and offerings that take a lock."""
        assert self.ask
        if self.phase == "start":
            return [f"go {area}" for area in ("zn", "dn") if self.can_main(who, area)] or ["go zd", "go hd", "go hn", "hades 3"]
        if self.phase == "build":
            return [move for move in self.ask.options if move[-1] == max(option[-1] for option in self.ask.options)]
        if self.phase == "amount" and self.locks_taken < len(LOCKS[self.n]):
            tokens = self.players[who].cards.get(self.target, 0)
            return [f"put {LOCKS[self.n][self.locks_taken] - tokens}"]
        return [move for move in self.ask.options if move.split()[0] in ("main", "follow", "up", "upx", "offer", "heph", "end")]

    def refuse(self, seat: int, move: str) -> str | None:
        return mytikas_refusals.rule(self, seat, move)

    # --- R3 setting up ---

    def script(self) -> Script:
        yield from self.set_up()
        yield from self.turns()

    def turns(self) -> Script:
        while self.end == "no":
            yield from self.take_turn()
        self.phase = "over"

    def set_up(self) -> Script:
        self.phase = "first"
        answer = yield Ask(LUCK, {f"first {seat + 1}": 1 for seat in range(self.n)})
        self.first = self.active = self.actor = int(answer.split()[1]) - 1
        order = self.clockwise_from(self.first)
        for seat, cubes in zip(order, START_CUBES):  # R3.7
            for resource, number in cubes.items():
                self.players[seat].cubes[resource + "1"] = number
        for seat in order:  # R3.4, R3.5
            self.actor = seat
            for _ in range(2 if self.two_cards else 1):
                card = yield from self.draw("deal", "deal")
                if self.two_cards:
                    self.players[seat].hand.append(card)
                else:
                    self.players[seat].cards[card] = 1
        if self.two_cards:
            for seat in order:
                hand = self.players[seat].hand
                answer = yield from self.ask_player(seat, "pick", [f"keep {card}" for card in hand])
                kept = answer.split()[1]
                hand.remove(kept)
                self.players[seat].cards[kept] = 1
        self.actor = self.first
        card = yield from self.draw("line", "reveal")  # R3.6
        self.line.append(card)
        left = list(GODS)
        for seat in reversed(order):  # R3.8
            answer = yield from self.ask_player(seat, "setup", [f"fav {god}" for god in left])
            god = answer.split()[1]
            left.remove(god)
            self.take_from_pile(seat, god)

    # --- R4 a turn ---

    def take_turn(self) -> Script:
        seat = self.actor = self.active
        yield from self.before_go(seat)
        yield from self.main_and_bonus(seat)
        yield from self.wrap_up(seat)
        self.stage = "none"
        for follower in self.clockwise_from(seat)[1:]:
            yield from self.may_follow(follower)
        yield from self.end_of_turn()

    def before_go(self, seat: int) -> Script:
        """R4.4, R5.4, R5.5, then R4.2."""
        player = self.players[seat]
        while True:
            options = [f"go {area}" for area in AREAS if self.is_free(area) and self.is_of_use(seat, area)]
            options += self.downs(player)
            if self.works(seat, "demeter") and "demeter" not in self.used:
                options += [f"demeter {level} {resource}" for level in LEVELS for resource, stones in (("M", 2), ("G", 3))
                            if player.cubes[f"S{level}"] >= stones]
            if self.works(seat, "hades") and "hades" not in self.used:
                options += [f"hades {number}" for number in (3, 7) if player.cubes_in_all() >= number]
            answer = yield from self.ask_player(seat, "start", options)
            verb, *words = answer.split()
            if verb == "go":
                self.area = words[0]
                player.spot = self.area[0] + "d" if self.n == 2 else self.area  # R4.9: with two the god, written as his Day
                self.used.clear()
                return
            if verb == "down":
                self.move_cube(player, *words)
            elif verb == "demeter":
                self.used.add("demeter")
                player.cubes[f"S{words[0]}"] -= {"M": 2, "G": 3}[words[1]]
                player.cubes[words[1] + words[0]] += 1
            else:
                yield from self.pay_hades(seat, int(words[0]))

    def pay_hades(self, seat: int, number: int) -> Script:
        player = self.players[seat]
        self.used.add("hades")
        self.gain = {3: 1, 7: 3}[number]
        for self.gives in range(number, 0, -1):
            answer = yield from self.ask_player(seat, "give", [f"give {cube}" for cube, count in player.cubes.items() if count])
            player.cubes[answer.split()[1]] -= 1
        player.reserve += self.gain
        self.gives = self.gain = 0

    def is_free(self, area: str) -> bool:
        """R4.2, with two players R4.9."""
        if self.n == 2:
            return all(player.spot[0] != area[0] for player in self.players)
        return all(player.spot != area for player in self.players)

    def is_of_use(self, seat: int, area: str) -> bool:
        return self.can_main(seat, area) or self.can_bonus(seat, area)

    def downs(self, player: Player) -> list[str]:
        return [f"down {resource} {high} {low}" for resource in RESOURCES for high in LEVELS for low in LEVELS
                if low < high and player.cubes[f"{resource}{high}"]]

    def main_and_bonus(self, seat: int) -> Script:
        """R4.5, R4.6."""
        area = self.area
        both = [move for move, can in (("main", self.can_main), ("skip", self.can_bonus)) if can(seat, area)]
        self.stage = "none"
        answer = yield from self.ask_player(seat, "choice", both)
        if answer == "skip":
            self.stage = "skip"
            yield from self.bonus_action(seat, area)
        else:
            self.stage = "main"
            yield from self.main_action(seat, area)
            if self.can_bonus(seat, area):
                answer = yield from self.ask_player(seat, "bonus", ["bonus", "pass"])
                if answer == "bonus":
                    self.stage = "bonus"
                    yield from self.bonus_action(seat, area)

    def wrap_up(self, seat: int) -> Script:
        """R4.7."""
        player = self.players[seat]
        while self.downs(player) and (any(player.favors.values()) or "zeus" in player.cards):
            answer = yield from self.ask_player(seat, "wrap", self.downs(player) + ["end"])
            if answer == "end":
                return
            self.move_cube(player, *answer.split()[1:])

    def may_follow(self, seat: int) -> Script:
        """R4.8, R4.9, R5.2, R5.3."""
        active_area = self.area
        player = self.players[seat]
        god = active_area[0].upper()
        means = [pay for pay in GODS if player.favors[pay] and (pay == god or self.works(seat, "poseidon"))]
        if self.works(seat, "zeus") and player.reserve:
            means.append("$")
        areas = [god.lower() + "d", god.lower() + "n"] if self.n == 2 else [active_area]
        options = ["pass"]
        for pay in means:
            self.pay(seat, pay, 1)
            possible = [area for area in areas if self.can_main(seat, area)]
            self.pay(seat, pay, -1)
            options += [f"follow {pay} {area}" if self.n == 2 else f"follow {pay}" for area in possible]
        answer = yield from self.ask_player(seat, "follow", options)
        if answer == "pass":
            return
        _, pay, *chosen = answer.split()
        self.pay(seat, pay, 1)
        self.stage = "follow"
        self.area = chosen[0] if chosen else active_area
        yield from self.main_action(seat, self.area)
        self.stage, self.area = "none", active_area

    def pay(self, seat: int, means: str, number: int) -> None:
        player = self.players[seat]
        if means == "$":
            player.reserve -= number
        else:
            player.favors[means] -= number
            self.piles[means] += number

    def end_of_turn(self) -> Script:
        """R4.10, R8.40."""
        self.actor, self.area = self.active, "-"
        self.fresh.clear()
        line_cards = len(LOCKS[self.n]) - 1  # the last lock lies on the deck
        while self.turned < min(self.locks_taken, line_cards):
            card = yield from self.draw("reveal", "reveal")
            self.line.append(card)
            self.turned += 1
        self.turn += 1
        if self.end == "no" and self.turn == LAST_ROUND * self.n:
            self.end = "cap"
        if self.end == "no":
            self.active = self.actor = (self.active + 1) % self.n
