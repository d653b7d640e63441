"""The maps of Cyclades (R2.6 to R2.9), read from the drawings of its rulebook."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import re

SMALL = """
a             .   $
b          [1]  .   .
c         .   .  [2] [2]
d       .  [3]  .   .   .
e     .   .  [3]  .  [4]  .
f   $  [5]  .   .   .   .   $
g    [5] [5]  .  [6]  .  [7]
h       .   .   .   .  [7]
i        [8]  .   .  [7]
j          [8]  .  [7]
k            [8]  $
"""
FOUR = """
a             $   .   .   $
b          [1] [1]  .   .   .
c        [1] [1]  .   .  [2] [2]
d       .   .   .  [3]  .   .   .
e     .  [4]  .   .  [3]  .  [5]  .
f   $   .   .  [6]  .   .   .   .   $
g    [7]  .   .  [6]  .  [8]  .  [9]
h      [7] [7]  .   .   .   .  [9]
i         .   .  [10] .   .  [9]
j           .  [10][10] .  [9]
k             $   .   .   $
"""
FIVE = """
a             $   .   .  [1]  .   $
b          [2] [2]  .   .  [1]  .   .
c        [2] [2]  .   .   .   .   .   .
d       .   .   .  [3]  .  [4] [4]  .  [5]
e     .  [6]  .   .  [3]  .   .   .  [5]  .
f   $   .   .  [7]  .   .  [8]  .   .   .   $
g    [9]  .   .  [7]  .   .   .   .   .  [10]
h      [9] [9]  .   .   .   .  [11] .  [10]
i         .   .  [12] .  [13] .   .  [10]
j           .  [12][12] .  [13] .  [10]
k             $   .   .   .  [13] $
"""
DRAWINGS = {2: SMALL, 3: SMALL, 4: FOUR, 5: FIVE}  # R2.8
STARTS = {  # R2.9: the isles and the fleets of each seat
    2: ["n1 n7 b2 g5", "n2 n8 d4 k2"],
    3: ["n1 n7 c2 g5", "n2 n5 d4 f1", "n3 n8 f4 k2"],
    4: ["n1 n8 b3 f7", "n2 n7 d6 f1", "n3 n10 f5 k1", "n4 n9 f3 i5"],
    5: ["n1 n12 c6 k1", "n2 n8 b3 e7", "n3 n13 f5 k6", "n5 n9 d8 f1", "n6 n10 f3 g9"],
}
PROSPERITY = {1: 2, 2: 1, 3: 0, 4: 0}  # R2.7: by squares
MIDDLE_ROW = 5


class Map:
    """Sea spaces, isles, and what lies next to what. Isles are in the order of their numbers, spaces in reading order."""

    def __init__(self, players: int):
        self.horns: set[str] = set()
        self.sea: list[str] = []
        self.squares: dict[str, int] = {}
        place: dict[str, tuple[int, int]] = {}  # circle: x counts half circles
        covers: dict[str, str] = {}             # circle: the isle or sea space it belongs to
        for y, line in enumerate(DRAWINGS[players].strip().split("\n")):
            for column, mark in enumerate(re.findall(r"\[\d+\]|[.$]", line[1:])):
                circle = f"{line[0]}{column + 1}"
                place[circle] = 2 * column + abs(y - MIDDLE_ROW), y
                if mark[0] == "[":
                    covers[circle] = "n" + mark[1:-1]
                    self.squares[covers[circle]] = self.squares.get(covers[circle], 0) + 1
                else:
                    covers[circle] = circle
                    self.sea.append(circle)
                    if mark == "$":
                        self.horns.add(circle)
        self.land = {circle for circle, space in covers.items() if circle != space}
        self.isles = sorted(self.squares, key=lambda isle: int(isle[1:]))
        self.near: dict[str, set[str]] = {space: set() for space in self.sea + self.isles}  # both sea spaces and isles
        for one, (x, y) in place.items():
            for other, (x2, y2) in place.items():
                if (abs(x - x2), abs(y - y2)) in ((2, 0), (1, 1)) and covers[one] != covers[other]:
                    self.near[covers[one]].add(covers[other])

    def seas_near(self, space: str) -> list[str]:
        return [other for other in self.sea if other in self.near[space]]

    def isles_near(self, space: str) -> list[str]:
        return [other for other in self.isles if other in self.near[space]]

    def prosperity(self, isle: str) -> int:
        return PROSPERITY[self.squares[isle]]

    def metropolis_covers(self, isle: str) -> int:
        """R2.7: two squares, or the only one."""
        return min(2, self.squares[isle])
