"""What is in the box of Mykerinos (R2): tiles, spaces, rooms."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import functools

PATRONS = "VLBKT"  # R2.2
POINTS = [0, 0, 1, 1, 1, 2, 3]  # R2.4: of a patron's seven tiles
PYRAMIDS = {  # R2.4: by row of the table, then by patron
    1: ["", "", "", "", ""], 2: ["a", "b", "a", "b", "b"], 3: ["b", "a", "b", "a", "a"], 4: ["c", "b", "c", "a", "b"],
    5: ["ad", "bc", "be", "ab", "ad"], 6: ["a", "c", "b", "c", "a"], 7: ["ae", "ac", "bd", "af", "cd"],
}
TILES = {f"{patron}{number}": (POINTS[number - 1], PYRAMIDS[number][PATRONS.index(patron)])
         for patron in PATRONS for number in range(1, 8)} | {"X0": (5, "be")}
HALF_TURN = str.maketrans("abcdef", "fedcba")  # R2.3

ROOMS = [f"{value}{wing}" for value in (2, 3, 5) for wing in range(1, 6)]  # R2.6
COLOURS = "1234N"


def turns(tile: str) -> list[str]:
    """The two ways a tile may lie (R3.3), as they are written: a tile that looks the same both ways has one name."""
    pyramids = TILES[tile][1]
    return [tile, tile if set(pyramids) == set(pyramids.translate(HALF_TURN)) else tile + "'"]


def pyramids_at(slot: int, tile: str) -> list[str]:
    """R2.5: where the pyramids of a tile lie in the region; slots count from 0."""
    letters = TILES[tile.rstrip("'")][1]
    if tile.endswith("'"):
        letters = letters.translate(HALF_TURN)
    spots = [divmod("abcdef".index(letter), 2) for letter in letters]
    return [space(slot % 4 * 2 + x, slot // 4 * 3 + y) for y, x in spots]


def space(column: int, row: int) -> str:
    return f"{'abcdefgh'[column]}{row + 1}"


@functools.cache
def spaces(season: int) -> list[str]:
    """R2.5: row by row."""
    return [space(column, row) for row in range(9 if season == 4 else 6) for column in range(8)]


def area_of(name: str) -> int:
    """R2.5: areas 1 to 6, two in a row."""
    return (int(name[1]) - 1) // 3 * 2 + (name[0] >= "e") + 1


@functools.cache
def neighbours(season: int) -> dict[str, list[str]]:
    """R2.5: spaces that share a side."""
    found, real = {}, set(spaces(season))
    for name in real:
        column, row = "abcdefgh".index(name[0]), int(name[1]) - 1
        beside = [(column + x, row + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        found[name] = [space(*at) for at in beside if 0 <= at[0] < 8 and space(*at) in real]
    return found


def twos(wing: int) -> list[str]:
    """R2.6: the "2" rooms of a wing: its own, and the one before it in the ring."""
    return [f"2{wing}", f"2{wing - 1 or 5}"]


def doors(wing: int) -> list[str]:
    """R2.6: from these rooms a door leads into the "5" of the wing."""
    return [f"3{wing}", *twos(wing)]
