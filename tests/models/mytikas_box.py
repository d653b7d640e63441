"""What is in the box of Mytikas (R2), and what a player has."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

RESOURCES, LEVELS, GODS = "SMG", (1, 2, 3, 4), "ZDPH"  # R2.1
AREAS = ["zd", "zn", "dd", "dn", "pd", "pn", "hd", "hn"]
CARDS = ["zeus", "poseidon", "demeter", "hades", "hera", "apollo", "athena", "dionysus", "pan", "artemis", "aphrodite",
         "ares", "hephaestus", "persephone", "hestia", "hermes"]
LEVEL_TOKENS = {2: (3, 4, 2, 1), 3: (4, 5, 3, 2), 4: (5, 6, 4, 2)}  # R2.3
PILE = {2: 3, 3: 3, 4: 4}  # R2.4
LOCKS = {2: (4, 5, 5, 6), 3: (4, 5, 5, 6, 6), 4: (4, 4, 5, 5, 6, 6)}  # R2.5
COST = {"minor": {"S": 2, "M": 1}, "small": {"M": 2, "G": 1}, "major": {"S": 3, "M": 2}, "large": {"M": 3, "G": 2}}  # R2.6
SPACES = ["minor-a", "minor-b", "small-a", "small-b", "major-a", "major-b", "large-a"]  # R2.7
CITIES, TEMPLES = ("minor", "major"), ("small", "large")
START_CUBES = [{"S": 1}, {"M": 1}, {"S": 2}, {"S": 1, "M": 1}]  # R2.10
STANDS_IN = {"Z": "hera", "D": "dionysus", "P": "aphrodite", "H": "persephone"}  # R5.6
MOST_ABOVE_MINIMUM, MOST_TOKENS = 29, 255  # R2.11
LAST_ROUND = 40  # R8.40


class Player:
    def __init__(self) -> None:
        self.cubes = {resource + str(level): 0 for resource in RESOURCES for level in LEVELS}
        self.reserve = 0
        self.favors = dict.fromkeys(GODS, 0)
        self.built: dict[str, int] = {}  # space: level
        self.spot = "-"
        self.cards: dict[str, int] = {}  # card: the tokens on it
        self.locked: set[str] = set()
        self.hand: list[str] = []  # R3.5: the pair; later the card that went under the deck

    def cities(self) -> list[int]:
        """The levels of the cities, the lowest first. R3.3: one stands on level 1 from the start."""
        return sorted([1] + [level for space, level in self.built.items() if space.split("-")[0] in CITIES])

    def cubes_in_all(self) -> int:
        return sum(self.cubes.values())
