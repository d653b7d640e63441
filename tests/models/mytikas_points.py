"""Points of Mytikas: R6.3, R6.4 and the last columns of R2.6 and R2.9."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from mytikas_box import Player

PER_LEVEL = {"minor": 1, "small": 2, "major": 3, "large": 4}
# R2.9: where the middle and the upper range of a table begin.
TABLES = {"demeter": (3, 7), "hades": (1, 2), "apollo": (1, 2), "pan": (2, 4), "ares": (3, 6), "hephaestus": (2, 4),
          "hestia": (2, 3), "hermes": (2, 4)}


def buildings(player: Player) -> int:
    start_city = PER_LEVEL["minor"] * 1
    return start_city + sum(PER_LEVEL[space.split("-")[0]] * level for space, level in player.built.items())


def counted(player: Player, card: str) -> int:
    """What the table of a card counts."""
    if card in ("demeter", "pan", "apollo"):
        resource = {"demeter": "S", "pan": "M", "apollo": "G"}[card]
        return sum(count for cube, count in player.cubes.items() if cube[0] == resource)
    if card == "hades":
        return len(player.locked)
    if card == "ares":
        return player.reserve + sum(player.cards.values())
    if card == "hephaestus":
        return sum(player.favors.values())
    if card == "hestia":
        return sum(player.cubes[resource + "4"] > 0 for resource in "SMG")
    return len(player.cards)


def card(player: Player, name: str) -> int:
    favors = player.favors
    if name in TABLES:
        middle, upper = TABLES[name]
        count = counted(player, name)
        return 7 if count >= upper else 5 if count >= middle else 2
    if name == "athena":
        return 3 * sum(space.split("-")[0] in ("small", "large") for space in player.built)
    if name == "artemis":
        return 2 * len(player.cities())
    if name == "zeus":
        return 7 if max(favors.values()) >= 2 else 3
    if name == "poseidon":
        return 7 if sum(count > 0 for count in favors.values()) >= 2 else 3
    return 7 if favors[{"hera": "Z", "dionysus": "D", "aphrodite": "P", "persephone": "H"}[name]] else 3


def total(player: Player) -> int:
    return buildings(player) + sum(card(player, name) for name in player.cards)
