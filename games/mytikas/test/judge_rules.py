"""The rules of Mytikas as coroutines, for judge.py: they share nothing with the C code. A turn runs down the page and
yields (who, options) wherever there is a choice."""
# SPDX-License-Identifier: MIT
import re

GODS, RESOURCES, LEVELS = "ZDPH", "SMG", (1, 2, 3, 4)
AREAS = "zd zn dd dn pd pn hd hn".split()
BONUS = dict(zip(AREAS, "OFF1 FAV1 UP2 OFF1 OFFER ANY1 ANY1 FAV1".split()))
CARDS = ("zeus poseidon demeter hades hera apollo athena dionysus pan artemis aphrodite ares hephaestus "
         "persephone hestia hermes").split()
STAND_IN = dict(zip(GODS, ("hera", "dionysus", "aphrodite", "persephone")))
LEVEL_TOKENS = {2: [3, 4, 2, 1], 3: [4, 5, 3, 2], 4: [5, 6, 4, 2]}
FAVORS = {2: 3, 3: 3, 4: 4}
LOCKS = {2: [4, 5, 5, 6], 3: [4, 5, 5, 6, 6], 4: [4, 4, 5, 5, 6, 6]}
COST = {"minor": (2, 1, 0), "small": (0, 2, 1), "major": (3, 2, 0), "large": (0, 3, 2)}
MULTIPLIER = {"minor": 1, "small": 2, "major": 3, "large": 4}
SPACES = [(kind, side) for kind in ("minor", "small", "major") for side in "ab"] + [("large", "a")]
CITIES, TEMPLES = ("minor", "major"), ("small", "large")


class Player:
    def __init__(self):
        self.cubes = {(r, level): 0 for r in RESOURCES for level in LEVELS}
        self.favor = dict.fromkeys(GODS, 0)
        self.reserve = 0
        self.built = {}  # (kind, side): level
        self.area = None
        self.pair = set()


class Game:
    def __init__(self, players, two_cards):
        self.n, self.two_cards = players, two_cards
        self.player = [Player() for _ in range(players)]
        self.left = dict(zip(LEVELS, LEVEL_TOKENS[players]))
        self.pile = dict.fromkeys(GODS, FAVORS[players])
        self.owner, self.tokens, self.since = {}, {}, {}
        self.locked, self.seen, self.line = set(), set(), []
        self.taken = self.turned = self.turn = 0
        self.end = None

    def usable(self, seat, card):
        return self.owner.get(card) == seat and self.since[card] < self.turn

    def gain_card(self, seat, card, tokens, since):
        self.owner[card], self.tokens[card], self.since[card] = seat, tokens, since

    def ask(self, seat, options):
        """R4.1: a single option is no question."""
        assert options, "nothing to choose"
        return options[0] if len(options) == 1 else (yield (seat, options))

    def draw(self, verb):
        move = yield ("*", [f"{verb} {card}" for card in CARDS if card not in self.seen])
        card = move.split()[1]
        self.seen.add(card)
        return card

    # --- what could be done ---

    def favor_options(self, seat):
        options = []
        for god in GODS:
            if self.pile[god]:
                options.append(f"favor {god}")
            else:
                options += [f"favor {god}@{other + 1}" for other in range(self.n)
                            if other != seat and self.player[other].favor[god]]
        return options

    def cost(self, seat, kind):
        stone, marble, gold = COST[kind]
        if kind in CITIES and self.usable(seat, "artemis"):
            marble = max(0, marble - 1)
        if kind in TEMPLES and self.usable(seat, "athena"):
            gold = max(0, gold - 1)
        return dict(zip(RESOURCES, (stone, marble, gold)))

    def build_options(self, seat, area):
        me, options = self.player[seat], []
        for kind, side in SPACES:
            if kind not in (TEMPLES if area == "zn" else CITIES) or (kind, side) in me.built:
                continue
            if (kind, side) == ("major", "b") and ("major", "a") not in me.built:
                continue
            for level in LEVELS:
                cost = self.cost(seat, kind)
                if self.left[level] and all(me.cubes[r, level] >= cost[r] for r in RESOURCES):
                    options.append(f"build {kind} {side} {level}")
        return options

    def targets(self, seat):
        """Cards to offer on, and the least number of tokens."""
        least, reserve = {}, self.player[seat].reserve
        for card in CARDS:
            if card in self.locked or not reserve:
                continue
            if card in self.line or self.owner.get(card) == seat:
                least[card] = 1
            elif card in self.owner and reserve > self.tokens[card]:
                least[card] = self.tokens[card] + 1
        return {card: n for card, n in least.items() if n <= 255}

    def liftable(self, seat):
        return [(r, level) for (r, level), n in self.player[seat].cubes.items() if n and level < 4]

    def downs(self, seat):
        return [f"down {r} {level} {to}" for (r, level), n in self.player[seat].cubes.items() if n
                for to in range(1, level)]

    def can_main(self, seat, area):
        if area in ("zn", "dn"):
            return bool(self.build_options(seat, area))
        if area == "pn":
            return bool(self.favor_options(seat))
        return area != "hd" or bool(self.liftable(seat))

    def can_bonus(self, seat, area):
        god, me = area[0].upper(), self.player[seat]
        if not me.favor[god] and not self.usable(seat, STAND_IN[god]):
            return False
        return {"OFF1": True, "FAV1": bool(self.favor_options(seat)), "UP2": bool(self.liftable(seat)),
                "ANY1": any(me.cubes.values()), "OFFER": bool(self.targets(seat))}[BONUS[area]]

    # --- actions ---

    def take_favor(self, seat):
        options = self.favor_options(seat)
        if not options:
            return
        god, _, other = (yield from self.ask(seat, options)).split()[1].partition("@")
        if other:
            self.player[int(other) - 1].favor[god] -= 1
        else:
            self.pile[god] -= 1
        self.player[seat].favor[god] += 1

    def lift(self, seat, steps, must, hestia=False):
        cubes = self.player[seat].cubes
        for step in range(steps):
            up = self.liftable(seat)
            if not up:
                return
            options = [f"up {r} {level}" for r, level in up]
            if hestia:
                options += [f"upx {r} {level}" for r, level in up if r != "G"]
            if step or not must:
                options.append("done")
            verb, *rest = (yield from self.ask(seat, options)).split()
            if verb == "done":
                return
            r, level = rest[0], int(rest[1])
            cubes[r, level] -= 1
            if verb == "upx":
                r, hestia = {"S": "M", "M": "G"}[r], False
            cubes[r, level + 1] += 1

    def move(self, seat, may_stop):
        cubes = self.player[seat].cubes
        options = [f"move {r} {level} {to}" for (r, level), n in cubes.items() if n for to in LEVELS if to != level]
        options += ["done"] if may_stop else []
        verb, *rest = (yield from self.ask(seat, options)).split()
        if verb == "move":
            cubes[rest[0], int(rest[1])] -= 1
            cubes[rest[0], int(rest[2])] += 1

    def check_locks(self, seat):
        while self.taken < len(LOCKS[self.n]):
            value, matching = LOCKS[self.n][self.taken], []
            for i in range(self.n):
                who = (seat + i) % self.n
                matching = [card for card in CARDS if self.owner.get(card) == who and card not in self.locked
                            and self.tokens[card] == value]
                if matching:
                    break
            if not matching:
                return
            card = (yield from self.ask(who, [f"lock {card}" for card in matching])).split()[1]
            self.locked.add(card)
            self.tokens[card] = 0
            self.taken += 1
            if self.taken == len(LOCKS[self.n]):
                self.end = self.end or "lock"

    def offer(self, seat, may_stop):
        me, least = self.player[seat], self.targets(seat)
        options = [f"on {card}" for card in least] + (["done"] if may_stop else [])
        move = yield from self.ask(seat, options)
        if move == "done":
            return
        card = move.split()[1]
        most = min(me.reserve, least[card] + 29, 255)
        n = int((yield from self.ask(seat, [f"put {n}" for n in range(least[card], most + 1)])).split()[1])
        me.reserve -= n
        if self.owner.get(card) == seat:
            self.tokens[card] += n
        else:
            if card in self.line:
                self.line.remove(card)
            else:
                self.player[self.owner[card]].reserve += self.tokens[card]
            self.gain_card(seat, card, n, self.turn)
        yield from self.check_locks(seat)

    def build(self, seat, area):
        me = self.player[seat]
        _, kind, side, level = (yield from self.ask(seat, self.build_options(seat, area))).split()
        level = int(level)
        for r, n in self.cost(seat, kind).items():
            me.cubes[r, level] -= n
        self.left[level] -= 1
        me.built[kind, side] = level
        if list(self.left.values()).count(0) >= 3:
            self.end = self.end or "levels"
        elif len(me.built) == len(SPACES):
            self.end = self.end or "pieces"
        if kind == "major":
            me.cubes["G", level] += 1
        elif kind == "large":
            yield from self.take_favor(seat)
            yield from self.take_favor(seat)
        elif (kind, side) == ("minor", "a"):
            yield from self.move(seat, True)
            yield from self.move(seat, True)
        elif (kind, side) == ("minor", "b"):
            yield from self.take_favor(seat)
        elif (kind, side) == ("small", "a"):
            me.reserve += 2
        else:
            me.reserve += 1
            yield from self.move(seat, True)

    def produce(self, seat, level, combos):
        combo = (yield from self.ask(seat, [f"prod {c}" for c in combos])).split()[1]
        for n, r in re.findall(r"(\d)([SMG])", combo):
            self.player[seat].cubes[r, level] += int(n)
        return [r for _, r in re.findall(r"(\d)([SMG])", combo)]

    def main_action(self, seat, area):
        me = self.player[seat]
        if area == "zd":
            for level in sorted([1] + [level for (kind, _), level in me.built.items() if kind in CITIES]):
                yield from self.produce(seat, level, ("3S", "1S1M", "1G"))
            if self.usable(seat, "apollo"):
                yield from self.lift(seat, 2, False)
        elif area == "dd":
            kinds = yield from self.produce(seat, 1, ("4S", "2M", "1S1G"))
            if self.usable(seat, "pan"):
                r = (yield from self.ask(seat, [f"pan {r}" for r in kinds])).split()[1]
                me.cubes[r, 1] += 1
        elif area in ("zn", "dn"):
            yield from self.build(seat, area)
        elif area == "pd":
            me.reserve += 3 if self.usable(seat, "ares") else 2
        elif area == "pn":
            yield from self.take_favor(seat)
            if self.usable(seat, "hephaestus") and self.favor_options(seat):
                options = [f"heph {level}" for level in LEVELS if me.cubes["M", level]] + ["done"]
                move = yield from self.ask(seat, options)
                if move != "done":
                    me.cubes["M", int(move.split()[1])] -= 1
                    yield from self.take_favor(seat)
        elif area == "hd":
            yield from self.lift(seat, 4, True, self.usable(seat, "hestia"))
        elif self.usable(seat, "hermes"):
            me.reserve += 1
            yield from self.offer(seat, True)
        elif (yield from self.ask(seat, ["take"] + (["offer"] if self.targets(seat) else []))) == "take":
            me.reserve += 1
        else:
            yield from self.offer(seat, False)

    def bonus_action(self, seat, area):
        kind = BONUS[area]
        if kind == "OFF1":
            self.player[seat].reserve += 1
        elif kind == "FAV1":
            yield from self.take_favor(seat)
        elif kind == "UP2":
            yield from self.lift(seat, 2, True)
        elif kind == "ANY1":
            yield from self.move(seat, False)
        else:
            yield from self.offer(seat, False)

    # --- a turn ---

    def go_options(self, seat):
        def free(area):
            if self.n == 2:
                return all(p.area is None or p.area[0] != area[0] for p in self.player)
            return all(p.area != area for p in self.player)
        return [f"go {area}" for area in AREAS
                if free(area) and (self.can_main(seat, area) or self.can_bonus(seat, area))]

    def move_down(self, seat, move):
        _, r, level, to = move.split()
        self.player[seat].cubes[r, int(level)] -= 1
        self.player[seat].cubes[r, int(to)] += 1

    def prepare(self, seat):
        """Everything before the figure moves; returns the area it goes to."""
        me, used = self.player[seat], set()
        while True:
            options = self.go_options(seat) + self.downs(seat)
            if self.usable(seat, "demeter") and "demeter" not in used:
                options += [f"demeter {level} {r}" for level in LEVELS for r, n in (("M", 2), ("G", 3))
                            if me.cubes["S", level] >= n]
            if self.usable(seat, "hades") and "hades" not in used:
                options += [f"hades {n}" for n in (3, 7) if sum(me.cubes.values()) >= n]
            move = yield from self.ask(seat, options)
            verb, *rest = move.split()
            if verb == "go":
                return rest[0]
            used.add(verb)
            if verb == "down":
                self.move_down(seat, move)
            elif verb == "demeter":
                me.cubes["S", int(rest[0])] -= 2 if rest[1] == "M" else 3
                me.cubes[rest[1], int(rest[0])] += 1
            else:
                for _ in range(int(rest[0])):
                    gifts = [f"give {r}{level}" for (r, level), n in me.cubes.items() if n]
                    gift = (yield from self.ask(seat, gifts)).split()[1]
                    me.cubes[gift[0], int(gift[1])] -= 1
                me.reserve += 1 if rest[0] == "3" else 3

    def pay(self, seat, means, sign):
        if means == "$":
            self.player[seat].reserve -= sign
        else:
            self.player[seat].favor[means] -= sign
            self.pile[means] += sign

    def follow(self, seat, area):
        me, options = self.player[seat], ["pass"]
        means = [g for g in GODS if me.favor[g] and (g == area[0].upper() or self.usable(seat, "poseidon"))]
        if self.usable(seat, "zeus") and me.reserve:
            means.append("$")
        for m in means:
            self.pay(seat, m, 1)
            if self.n > 2:
                options += [f"follow {m}"] if self.can_main(seat, area) else []
            else:
                options += [f"follow {m} {a}" for a in (area[0] + "d", area[0] + "n") if self.can_main(seat, a)]
            self.pay(seat, m, -1)
        verb, *rest = (yield from self.ask(seat, options)).split()
        if verb == "follow":
            self.pay(seat, rest[0], 1)
            yield from self.main_action(seat, rest[1] if self.n == 2 else area)

    def take_turn(self, seat):
        me = self.player[seat]
        area = yield from self.prepare(seat)
        main, bonus = self.can_main(seat, area), self.can_bonus(seat, area)
        me.area = area
        choice = (yield from self.ask(seat, ["main"] * main + ["skip"] * bonus))
        if choice == "main":
            yield from self.main_action(seat, area)
            bonus = self.can_bonus(seat, area) and (yield from self.ask(seat, ["bonus", "pass"])) == "bonus"
        if bonus:
            yield from self.bonus_action(seat, area)
        while self.downs(seat) and (any(me.favor.values()) or self.owner.get("zeus") == seat):
            move = yield from self.ask(seat, ["end"] + self.downs(seat))
            if move == "end":
                break
            self.move_down(seat, move)
        for i in range(1, self.n):
            yield from self.follow((seat + i) % self.n, area)
        while self.turned < min(self.taken, len(LOCKS[self.n]) - 1):
            self.line.append((yield from self.draw("reveal")))
            self.turned += 1

    def play(self):
        first = int((yield ("*", [f"first {i + 1}" for i in range(self.n)])).split()[1]) - 1
        order = [(first + i) % self.n for i in range(self.n)]
        for seat, cubes in zip(order, ("S", "M", "SS", "SM")):
            for r in cubes:
                self.player[seat].cubes[r, 1] += 1
        for seat in order:
            for _ in range(2 if self.two_cards else 1):
                self.player[seat].pair.add((yield from self.draw("deal")))
        for seat in order:
            keep = (yield from self.ask(seat, [f"keep {card}" for card in self.player[seat].pair])).split()[1]
            self.gain_card(seat, keep, 1, -1)
        self.line.append((yield from self.draw("reveal")))
        gods = list(GODS)
        for seat in reversed(order):
            god = (yield from self.ask(seat, [f"fav {g}" for g in gods])).split()[1]
            gods.remove(god)
            self.pile[god] -= 1
            self.player[seat].favor[god] += 1
        while not self.end:
            yield from self.take_turn((first + self.turn) % self.n)
            self.turn += 1
            if self.turn == 40 * self.n:
                self.end = self.end or "cap"

    # --- the score ---

    def card_points(self, seat, card):
        p, cards = self.player[seat], [c for c in CARDS if self.owner.get(c) == seat]

        def cubes(resource):
            return sum(p.cubes[resource, level] for level in LEVELS)
        for god, stand_in in STAND_IN.items():
            if card == stand_in:
                return 7 if p.favor[god] else 3
        if card == "zeus":
            return 7 if max(p.favor.values()) >= 2 else 3
        if card == "poseidon":
            return 7 if sum(n > 0 for n in p.favor.values()) >= 2 else 3
        if card == "athena":
            return 3 * sum(kind in TEMPLES for kind, _ in p.built)
        if card == "artemis":
            return 2 * (1 + sum(kind in CITIES for kind, _ in p.built))
        count, middle, best = {
            "demeter": (cubes("S"), 3, 7), "pan": (cubes("M"), 2, 4), "apollo": (cubes("G"), 1, 2),
            "hades": (sum(c in self.locked for c in cards), 1, 2),
            "ares": (p.reserve + sum(self.tokens[c] for c in cards), 3, 6),
            "hephaestus": (sum(p.favor.values()), 2, 4),
            "hestia": (sum(p.cubes[r, 4] > 0 for r in RESOURCES), 2, 3),
            "hermes": (len(cards), 2, 4)}[card]
        return 2 if count < middle else 5 if count < best else 7

    def score(self, seat):
        buildings = 1 + sum(MULTIPLIER[kind] * level for (kind, _), level in self.player[seat].built.items())
        return buildings + sum(self.card_points(seat, c) for c in CARDS if self.owner.get(c) == seat)

    def places(self):
        keys = [(self.score(i), p.built.get(("large", "a"), 0), sum(p.cubes.values()))
                for i, p in enumerate(self.player)]
        return [1 + sum(other > key for other in keys) for key in keys]
