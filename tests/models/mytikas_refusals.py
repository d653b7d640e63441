"""Which rule of Mytikas forbids a move. A move that does not answer the question is refused by the rule that asks it; one
that does is refused by the rules it breaks. If it breaks several, the rulebook does not say which is named."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import TYPE_CHECKING

from contract import LUCK
from mytikas_box import CITIES, MOST_ABOVE_MINIMUM, TEMPLES

if TYPE_CHECKING:
    from mytikas import Model

ASKED_BY = {"pick": "R3.5", "setup": "R3.8", "start": "R4.2", "give": "R5.5", "choice": "R4.5", "bonus": "R4.6", "wrap": "R4.7",
            "pan": "R5.10", "build": "R4.13", "favor": "R4.16", "heph": "R5.12", "move": "R4.19", "lift": "R4.17", "hn": "R4.18",
            "target": "R4.20", "amount": "R4.21", "lock": "R4.22", "follow": "R4.8"}
ANSWERS = {"pick": "keep", "setup": "fav", "start": "go down demeter hades", "give": "give", "choice": "main skip",
           "bonus": "bonus pass", "wrap": "down end", "prod": "prod", "pan": "pan", "build": "build", "favor": "favor",
           "heph": "heph done", "move": "move done", "lift": "up upx done", "hn": "take offer", "target": "on done",
           "amount": "put", "lock": "lock", "follow": "pass follow"}


def rule(model: Model, seat: int, move: str) -> str | None:
    if move in model.legal(seat):
        return None
    if model.ask is None:
        return "R6.2"
    if model.ask.who == LUCK:
        return "R1.4"
    if model.ask.who != seat:
        return "R4.1"
    verb, *words = move.split()
    asked_by = {"zd": "R4.11", "dd": "R4.12"}[model.area] if model.phase == "prod" else ASKED_BY[model.phase]
    if verb not in ANSWERS[model.phase].split():
        return asked_by
    checks = {"go": go, "build": build, "favor": favor, "follow": follow, "upx": upx, "on": on, "put": put, "done": done}
    if verb in checks:
        broken = checks[verb](model, seat, words)
    else:
        broken = {{"down": "R4.4", "demeter": "R5.4", "hades": "R5.5"}.get(verb, asked_by)}
    return broken.pop() if len(broken) == 1 else ""


def go(model: Model, seat: int, words: list[str]) -> set[str]:
    broken = set()
    if not model.is_free(words[0]):
        broken.add("R4.9" if model.n == 2 else "R4.2")
    if not model.is_of_use(seat, words[0]):
        broken.add("R4.3")
    return broken


def build(model: Model, seat: int, words: list[str]) -> set[str]:
    kind, side, level = words
    player = model.players[seat]
    broken = set()
    if kind == "large" and side == "b":
        broken.add("R2.6")
    if kind == "major" and side == "b" and "major-a" not in player.built:
        broken.add("R2.7")
    payable = all(player.cubes[resource + level] >= number for resource, number in model.cost(seat, kind).items())
    right_kind = kind in (TEMPLES if model.area == "zn" else CITIES)
    if not right_kind or not payable or f"{kind}-{side}" in player.built or not model.levels[int(level)]:
        broken.add("R4.13")
    return broken


def favor(model: Model, seat: int, words: list[str]) -> set[str]:
    god, _, owner = words[0].partition("@")
    broken = set()
    if owner and model.piles[god]:
        broken.add("R8.15")
    if not owner or int(owner) > model.n or int(owner) - 1 == seat or not model.players[int(owner) - 1].favors[god]:
        broken.add("R4.16")
    return broken


def follow(model: Model, seat: int, words: list[str]) -> set[str]:
    means, *named = words
    player = model.players[seat]
    broken = set()
    if means == "$":
        if not model.works(seat, "zeus") or not player.reserve:
            broken.add("R5.2")
    elif not player.favors[means] or (means != model.area[0].upper() and not model.works(seat, "poseidon")):
        broken.add("R4.8")
    if (model.n == 2) != bool(named) or named and named[0][0] != model.area[0]:
        broken.add("R4.9")
    if not broken:
        broken.add("R8.11")
    return broken


def upx(model: Model, seat: int, words: list[str]) -> set[str]:
    resource, level = words
    broken = set()
    if level == "4" or not model.players[seat].cubes[resource + level]:
        broken.add("R4.17")
    if not model.works(seat, "hestia") or model.changed or model.area != "hd" or model.stage not in ("main", "follow"):
        broken.add("R5.13")
    return broken


def on(model: Model, seat: int, words: list[str]) -> set[str]:
    locked = any(words[0] in player.locked for player in model.players)
    return {"R8.24" if locked else "R4.20"}


def put(model: Model, seat: int, words: list[str]) -> set[str]:
    tokens, least = int(words[0]), model.offering_targets(seat)[model.target]
    broken = set()
    if not least <= tokens <= model.players[seat].reserve:
        broken.add("R4.21")
    if tokens > least + MOST_ABOVE_MINIMUM:
        broken.add("R2.11")
    return broken


def done(model: Model, seat: int, words: list[str]) -> set[str]:
    """R8.16: what must be done; at an offering it is R4.20 itself that asks for a card."""
    return {"R4.20" if model.phase == "target" else "R8.16"}
