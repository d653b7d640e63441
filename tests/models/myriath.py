"""Myriath in plain Python, from games/myriath/README.md. A node is cut into four triangles (R2.3); a set of them is a whole
number with a bit for each, so that "shares a triangle" is one `&`."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import contract
from contract import LUCK

# R2.5: the open tiles at orientation 0, node by node with the triangles covered; * marks a node without an end.
TILES = {
    "1aa": "a1:E b1:W", "2aa": "a1:E b1:NESW* c1:W", "3aa": "a1:E b1:NESW* c1:NESW* d1:W",
    "1aw": "a1:E b1:NW", "2aw": "a1:E b1:NESW* c1:NW", "3aw": "a1:E b1:NESW* c1:NESW* d1:NW",
    "1wp": "a1:ES b1:NW", "2wp": "a1:ES b1:NESW* c1:NW", "3wp": "a1:ES b1:NESW* c1:NESW* d1:NW",
    "1wt": "a1:NE b1:NW", "2wt": "a1:NE b1:NESW* c1:NW", "3wt": "a1:NE b1:NESW* c1:NESW* d1:NW",
    "Laa": "a1:E b1:SW* b2:N", "Lai": "a1:E b1:SW* b2:NW", "Lao": "a1:E b1:SW* b2:NE",
    "Lii": "a1:ES b1:SW* b2:NW", "Lio": "a1:ES b1:SW* b2:NE", "Loo": "a1:NE b1:SW* b2:NE",
}
OCTAGON = "a1:ES* b1:SW* b2:NW* a2:NE*"  # R2.5: around square a1, no end
NAMES = sorted(TILES)                    # 1aa 1aw 1wp 1wt 2aa ... Laa ... Loo
SQUARES = {2: 7, 3: 9, 4: 11}            # R2.4: squares in a row
HEAD_START = [0, 0, 1, 2]                # R3.3: A, B, C, D, in half points
SIDES = "NESW"                           # clockwise
SEATS = 4


class Part(NamedTuple):
    """What a tile covers in one node."""

    x: int
    y: int
    sides: frozenset[str]
    end: bool


class Placement(NamedTuple):
    """A tile as it lies: its move, the triangles it covers, those that its ends touch, and those that its bends touch."""

    move: str
    cover: int
    parts: tuple[Part, ...]
    reach: int


def parse(text: str) -> list[Part]:
    found = []
    for word in text.split():
        node, sides = word.split(":")
        found.append(Part(ord(node[0]) - ord("a"), int(node[1:]) - 1, frozenset(sides.strip("*")), "*" not in sides))
    return found


def turned(parts: list[Part], orientation: int) -> tuple[Part, ...]:
    """R2.6: flipped left to right first if 4 or more; then that many (less 4) quarter turns clockwise; the anchor is the
    upper left of the box around the tile."""
    if orientation >= 4:
        parts = [Part(-p.x, p.y, frozenset(s.translate(str.maketrans("EW", "WE")) for s in p.sides), p.end) for p in parts]
    for _ in range(orientation % 4):
        parts = [Part(-p.y, p.x, frozenset(s.translate(str.maketrans("NESW", "ESWN")) for s in p.sides), p.end) for p in parts]
    left, top = min(p.x for p in parts), min(p.y for p in parts)
    return tuple(sorted((Part(p.x - left, p.y - top, p.sides, p.end) for p in parts), key=lambda p: (p.x, p.y)))


@functools.cache
def lowest(tile: str, orientation: int) -> int:
    """R2.6: of orientations that look alike the lowest number is used."""
    shape = turned(parse(TILES[tile]), orientation)
    return next(number for number in range(8) if turned(parse(TILES[tile]), number) == shape)


def bit(x: int, y: int, side: str) -> int:
    return 1 << ((y * 12 + x) * 4 + SIDES.index(side))


def exposed(part: Part) -> list[tuple[str, str]]:
    """R2.3: the half-diagonals on the rim of a part: (its own triangle, the one on the other side). Neighbouring triangles
    meet in a half-diagonal; opposite ones do not touch."""
    pairs = [(a, SIDES[(i + turn) % 4]) for i, a in enumerate(SIDES) for turn in (1, 3)]
    return [(mine, other) for mine, other in pairs if mine in part.sides and other not in part.sides]


def diagonal(side: str, other: str) -> str:
    """The name of the half-diagonal between two triangles: NE, SE, SW or NW."""
    return "".join(sorted(side + other, key="NSEW".index))


def put(shape: tuple[Part, ...], x: int, y: int, move: str) -> Placement:
    parts = tuple(Part(p.x + x, p.y + y, p.sides, p.end) for p in shape)
    cover = sum(bit(p.x, p.y, side) for p in parts for side in p.sides)
    reach = 0
    for p in parts:
        for _, other in exposed(p) if p.end else ():
            reach |= bit(p.x, p.y, other)
    return Placement(move, cover, parts, reach)


def name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def spot(text: str) -> tuple[int, int]:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def inside(shape: tuple[Part, ...], x: int, y: int, nodes: int) -> bool:
    return all(p.x + x < nodes and p.y + y < nodes for p in shape)


@functools.cache
def placements(nodes: int) -> dict[str, Placement]:
    """R2.7: every way to lay an open tile in an empty area, by its move."""
    found = {}
    for tile in NAMES:
        for orientation in range(8):
            shape = turned(parse(TILES[tile]), orientation)
            if lowest(tile, orientation) == orientation:
                for x, y in ((x, y) for x in range(nodes) for y in range(nodes) if inside(shape, x, y, nodes)):
                    move = f"place {tile} {orientation} {name(x, y)}"
                    found[move] = put(shape, x, y, move)
    return found


@functools.cache
def octagons(nodes: int) -> dict[str, Placement]:
    """R3.4: squares that are not along the border of the area."""
    inner = range(1, nodes - 2)
    return {f"oct {name(x, y)}": put(turned(parse(OCTAGON), 0), x, y, f"oct {name(x, y)}") for x in inner for y in inner}


@functools.cache
def by_triangle(nodes: int) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
    """The placements that cover a triangle, and those with an end that touches what lies there."""
    cover: dict[int, set[str]] = {bit(x, y, side): set() for x in range(nodes) for y in range(nodes) for side in SIDES}
    reach: dict[int, set[str]] = {at: set() for at in cover}
    for move, placement in placements(nodes).items():
        for part in placement.parts:
            for side in part.sides:
                cover[bit(part.x, part.y, side)].add(move)
            for _, other in exposed(part) if part.end else ():
                reach[bit(part.x, part.y, other)].add(move)
    return cover, reach


class Model(contract.Model):
    OPTIONS = {"own": ["on", "on", "off"], "start": ["any", "any", "2", "13", "34", "4", "124"]}
    PLAYERS = {4: 0.5}
    HIDES = False  # R1.2: everything lies open

    def __init__(self, players: int, options: dict[str, str]):
        self.players, self.own = players, options.get("own", "on") == "on"
        self.nodes = SQUARES[players] + 1
        named = [int(seat) - 1 for seat in options.get("start", "any") if seat.isdigit()]
        self.starters = [seat for seat in named if seat < players] or list(range(players))  # R3.6
        self.phase, self.first, self.turn, self.passes, self.ply = "start", 0, 0, 0, 0
        self.halves = [0] * players
        self.hand = [{*NAMES, "oct"} for _ in range(players)]  # R2.1
        self.laid: list[list[str]] = [[] for _ in range(players)]  # as positions write them
        self.covered = [0] * players
        self.on: dict[int, tuple[int, bool]] = {}  # a triangle's bit: whose tile, and is this part an end
        self.free = set(placements(self.nodes))                        # placements that overlap nothing
        self.touching: list[set[str]] = [set() for _ in range(players)]  # those of them with an end at somebody else's tile
        if len(self.starters) == 1:  # R3.2: one alone begins without a draw
            self.begin(self.starters[0])

    def begin(self, first: int) -> None:
        self.phase, self.first, self.turn, self.starters = "octagon", first, first, []
        for place in range(self.players):  # R3.3
            self.halves[(first + place) % self.players] = HEAD_START[place]

    # --- what may be done ---

    def to_act(self) -> list[int]:
        return {"start": [LUCK], "over": []}.get(self.phase, [self.turn])

    def draws(self) -> dict[str, int]:
        return {f"start {seat + 1}": 1 for seat in self.starters}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.to_act():
            return set()
        if self.phase == "octagon":  # R3.4
            return {move for move, p in octagons(self.nodes).items() if not p.cover & self.all_covered()}
        found = {move for move in self.touching[seat] if move[6:9] in self.hand[seat]}  # R4.3, R4.4
        return found or {"pass"}  # R4.6

    def all_covered(self) -> int:
        return functools.reduce(int.__or__, self.covered)

    def opponents(self, seat: int) -> int:
        return functools.reduce(int.__or__, (c for other, c in enumerate(self.covered) if other != seat))

    def refuse(self, seat: int, move: str) -> str | None:
        words = move.split()
        if self.phase == "start":
            return "R3.2"
        if self.phase == "over":
            return "R6.1"
        if seat != self.turn:
            return "R3.4" if self.phase == "octagon" else "R4.1"
        if self.phase == "octagon":
            return None if move in self.legal(seat) else "R3.4"
        if words[0] == "oct":
            return "R3.4"
        if words[0] == "pass":
            return None if "pass" in self.legal(seat) else "R4.6"
        return self.refuse_place(seat, words[1], int(words[2]), words[3])

    def refuse_place(self, seat: int, tile: str, orientation: int, anchor: str) -> str | None:
        if tile not in self.hand[seat]:
            return "R4.1"
        if lowest(tile, orientation) != orientation:
            return "R7.2"
        shape, (x, y) = turned(parse(TILES[tile]), orientation), spot(anchor)
        if not inside(shape, x, y, self.nodes):
            return "R4.2"
        placement = put(shape, x, y, "")
        if placement.cover & self.all_covered():
            return "R4.3"
        return None if placement.reach & self.opponents(seat) else "R4.4"

    # --- what happens ---

    def apply(self, who: int, move: str) -> None:
        self.ply += 1
        words = move.split()
        if words[0] == "start":
            self.begin(int(words[1]) - 1)
        elif words[0] == "pass":
            self.passes += 1
        elif words[0] == "oct":
            self.hand[who].remove("oct")
            self.lay(who, octagons(self.nodes)[move])  # R3.5: no points
        else:
            self.passes = 0
            self.hand[who].remove(words[1])
            self.count(who, placements(self.nodes)[move])
            self.lay(who, placements(self.nodes)[move])
        if who != LUCK:
            self.next_turn()

    def next_turn(self) -> None:
        if self.passes == self.players:  # R6.1
            self.phase = "over"
        self.turn = (self.turn + 1) % self.players
        if self.phase == "octagon" and self.turn == self.first:
            self.phase = "play"

    def lay(self, who: int, placement: Placement) -> None:
        verb, *words = placement.move.split()
        self.laid[who].append(":".join([verb, *words] if verb == "oct" else words))
        self.laid[who][1:] = sorted(self.laid[who][1:])  # the octagon first, then by name
        self.covered[who] |= placement.cover
        cover, reach = by_triangle(self.nodes)
        for part in placement.parts:
            for at in (bit(part.x, part.y, side) for side in part.sides):
                self.on[at] = (who, part.end)
                self.free -= cover[at]
                for seat in range(self.players):
                    if seat != who:
                        self.touching[seat] |= reach[at]
        self.touching = [moves & self.free for moves in self.touching]

    def count(self, who: int, placement: Placement) -> None:
        """R5: each contact brings half a point to each side that has an end there."""
        for part in placement.parts:
            for _, other_side in exposed(part):
                owner, end = self.on.get(bit(part.x, part.y, other_side), (None, False))
                if owner is None or owner == who and not self.own:  # R3.6: the option own
                    continue
                if part.end:
                    self.halves[who] += 1  # R5.1
                if end:
                    self.halves[owner] += 1  # R5.2

    # --- what there is to see ---

    def scores(self) -> Sequence[Fraction | int]:
        return [Fraction(halves, 2) for halves in self.halves]

    def winners(self) -> set[int]:
        """R6.2"""
        return {seat for seat, halves in enumerate(self.halves) if halves == max(self.halves)}

    def shows(self, viewer: int) -> dict[str, Any]:
        """What is left to lay, which halves of ends are touched (R5.4), and who may begin the next game (R3.2)."""
        lowest_scorers = "".join(str(seat + 1) for seat, halves in enumerate(self.halves) if halves == min(self.halves))
        return {"next_start": lowest_scorers if self.phase == "over" else None,
                "players": [{"half_points": self.halves[seat], "hand": self.shows_hand(seat), "laid": self.shows_laid(seat)}
                            for seat in range(self.players)]}

    def shows_hand(self, seat: int) -> list[dict[str, Any]]:
        if self.phase != "play":
            return [{"tile": tile} for tile in sorted(self.hand[seat])]
        return [{"tile": tile, "placements": sum(move[6:9] == tile for move in self.touching[seat])} for tile in sorted(self.hand[seat])]

    def shows_laid(self, seat: int) -> list[dict[str, Any]]:
        """In the order of the tiles' names, the octagon last."""
        found = []
        for words in (entry.split(":") for entry in self.laid[seat][1:] + self.laid[seat][:1]):
            octagon = words[0] == "oct"
            placement = octagons(self.nodes)[f"oct {words[1]}"] if octagon else placements(self.nodes)["place " + " ".join(words)]
            scored, untouched = set(), set()
            for part in placement.parts:
                for mine, other in exposed(part) if part.end else ():
                    owner = self.on.get(bit(part.x, part.y, other), (None, False))[0]
                    half = f"{name(part.x, part.y)} {diagonal(mine, other)}"
                    if owner is None:
                        untouched.add(half)
                    elif self.own or owner != seat:
                        scored.add(half)
            found.append({"tile": words[0], "anchor": words[-1], "scored": scored, "open": untouched})
        return found

    def position(self) -> dict[str, str]:
        fields = {"phase": self.phase, "first": str(self.first + 1), "turn": str(self.turn + 1),
                  "starters": " ".join(str(seat + 1) for seat in self.starters) or "none", "own": "on" if self.own else "off"}
        for seat in range(SEATS):
            fields[f"laid {seat + 1}"] = " ".join(self.laid[seat] if seat < self.players else []) or "none"
        for seat in range(SEATS):
            fields[f"hand {seat + 1}"] = " ".join(sorted(self.hand[seat] if seat < self.players else [])) or "none"
        fields["score"] = " ".join(f"{halves // 2}{'.5' if halves % 2 else ''}" for halves in self.halves)
        fields["passes"], fields["ply"] = str(self.passes), str(self.ply)
        return fields
