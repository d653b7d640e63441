"""Which rule of Cyclades forbids a move. A move that does not answer the question is refused by the rule that asks it. One
that does must be one of the god's, name places of this map, and keep to its own rules. If it breaks several of those,
the rulebook does not say which is named."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import re
from typing import TYPE_CHECKING

from contract import LUCK
from cyclades_state import BOX, BUILDING, ISLE_FIGURES

if TYPE_CHECKING:
    from cyclades import Model

ASKED_BY = {"bid": "R4.6", "offer": "R4.7", "menu": "R4.13", "sail": "R4.19", "defender": "R4.29", "attacker": "R4.29",
            "give": "R4.35", "site": "R4.36", "raze": "R4.37", "prosper": "R4.38", "landing": "R5.10", "from": "R5.12",
            "push": "R5.19", "swim": "R5.20"}
ANSWERS = {"bid": "god", "offer": "offer", "menu": "recruit build sail march swap buy end", "sail": "sail stop",
           "defender": "stay retreat", "attacker": "stay retreat", "give": "give", "site": "metropolis", "raze": "raze",
           "prosper": "prosper", "landing": "land", "from": "from", "push": "push", "swim": "swim stop"}
POWERS = {"chimera": ("R5.3", "copy"), "cyclops": ("R5.4", "rebuild"), "dryad": ("R5.5", "steal"), "giant": ("R5.7", "destroy"),
          "griffon": ("R5.8", "steal"), "harpy": ("R5.9", "kill"), "pegasus": ("R5.10", "fly"), "satyr": ("R5.11", "steal"),
          "siren": ("R5.12", "charm"), "sphinx": ("R5.13", "sell done"), "sylph": ("R5.14", "glide stop"),
          "kraken": ("R5.20", "surface"), **dict.fromkeys(ISLE_FIGURES, ("R5.15", "place"))}


def rule(model: Model, seat: int, move: str) -> str | None:
    if move in model.legal(seat):
        return None
    if model.ask is None:
        return "R6.1"
    if model.ask.who == LUCK:
        return "R7.2"
    if model.ask.who != seat:
        return "R4.1"
    verb, *words = move.split()
    if model.phase == "power":
        asked_by, answers = POWERS[model.card]
        if model.card not in ("sphinx", "sylph"):
            answers += " waste"
    else:
        asked_by, answers = ASKED_BY[model.phase], ANSWERS[model.phase]
    if verb not in answers.split() or verb == "give" and words[0] != model.giving:
        return asked_by
    if model.phase == "menu":
        asked_by = menu_rule(verb, words)
        if not of_god(model.god, verb, words):
            return asked_by
    broken = places(model, words)
    if broken and verb in ("sail", "march", "glide", "push"):
        return ""  # two places: there may be more that is wrong
    if not broken:
        check = CHECKS.get(verb)
        broken = check(model, seat, words) if check else {asked_by}
    return broken.pop() if len(broken) == 1 else ""


def menu_rule(verb: str, words: list[str]) -> str:
    if verb == "recruit":
        return {"priest": "R4.16", "philosopher": "R4.17"}.get(words[0], "R4.15" if words[0][0] == "n" else "R4.14")
    return {"build": "R4.18", "sail": "R4.19", "march": "R4.20", "swap": "R4.24", "buy": "R4.25"}[verb]


def of_god(god: str, verb: str, words: list[str]) -> bool:
    if verb == "recruit":
        return god == {"priest": "zeus", "philosopher": "athena"}.get(words[0], "ares" if words[0][0] == "n" else "poseidon")
    return verb in ("build", "buy") or god == {"sail": "poseidon", "march": "ares", "swap": "zeus"}[verb]


def places(model: Model, words: list[str]) -> set[str]:
    """R2.8: an isle or a circle that this map does not have; R2.6: a circle that is no sea space."""
    broken = set()
    for word in words:
        if re.fullmatch(r"n\d+", word) and word not in model.isles:
            broken.add("R2.8")
        elif re.fullmatch(r"[a-k]\d+", word) and word not in model.map.sea:
            broken.add("R2.6" if word in model.map.land else "R2.8")
    return broken


def closed(model: Model, space: str) -> set[str]:
    """R5.19, R5.20."""
    broken = {"R5.20"} if model.figure_on(space) == "kraken" else set()
    if any(model.figure_on(isle) == "polyphemus" for isle in model.map.isles_near(space)):
        broken.add("R5.19")
    return broken


def god(model: Model, seat: int, words: list[str]) -> set[str]:
    broken = set()
    if words[0] not in model.gods[:model.up]:
        broken.add("R4.4")
    elif not model.amounts(seat, words[0]):
        broken.add("R4.7")
    if words[0] == model.barred:
        broken.add("R4.8")
    return broken


def recruit(model: Model, seat: int, words: list[str]) -> set[str]:
    own = menu_rule("recruit", words)
    broken = set()
    if own == "R4.14":
        broken |= closed(model, words[0])
        beside = any(model.isles[isle].owner == seat for isle in model.map.isles_near(words[0]))
        if not beside or model.has_foreign_fleets(words[0], seat):
            broken.add(own)
    broken |= run_out(model, seat, own)
    if not broken or not model.recruits(seat, model.god):
        broken.add(own)
    return broken


def run_out(model: Model, seat: int, own: str) -> set[str]:
    """The reserve has no such unit left (R2.1), or the box no such card (R2.13)."""
    left = {"R4.14": model.fleet_reserve(seat), "R4.15": model.troop_reserve(seat),
            "R4.16": BOX["priests"] - sum(model.priests), "R4.17": BOX["philosophers"] - sum(model.philosophers)}[own]
    return set() if left else {"R2.1" if own in ("R4.14", "R4.15") else "R2.13"}


def step(model: Model, seat: int, words: list[str], own: str) -> set[str]:
    """A step of fleets: R4.19, R5.14."""
    start, goal, number = words
    broken = closed(model, goal)
    if model.fleets_of(seat).get(start, 0) < int(number) or goal not in model.map.near[start]:
        broken.add(own)
    if own == "R4.19" and (model.sailing.split()[0] != start if model.phase == "sail" else not model.gold[seat]):
        broken.add(own)
    return broken or {own}


def sail(model: Model, seat: int, words: list[str]) -> set[str]:
    return step(model, seat, words, "R4.19")


def glide(model: Model, seat: int, words: list[str]) -> set[str]:
    return step(model, seat, words, "R5.14")


def march(model: Model, seat: int, words: list[str]) -> set[str]:
    start, goal, troops = words
    broken = set()
    isle = model.isles[start]
    if isle.owner != seat or isle.troops < int(troops) or not model.gold[seat] or start == goal:
        broken.add("R4.20")
    if model.figure_on(start) == "medusa":
        broken.add("R5.17")
    if start != goal and goal not in model.chain(seat, start):
        broken.add("R4.21")
    if not model.may_land(seat, goal):
        broken.add("R4.23")
    return broken


def swap(model: Model, seat: int, words: list[str]) -> set[str]:
    broken = set() if model.gold[seat] else {"R4.24"}
    if int(words[0]) not in model.track:
        broken.add("R8.12")
    return broken


def retreat(model: Model, seat: int, words: list[str]) -> set[str]:
    at_sea = model.battle.split()[0] in model.map.sea
    if at_sea and words[0] in model.map.sea:
        broken = closed(model, words[0])
        if words[0] not in model.map.near[model.battle.split()[0]] or model.has_foreign_fleets(words[0], seat):
            broken.add("R4.31")
        return broken
    return {"R4.31" if at_sea else "R4.30"}


def metropolis(model: Model, seat: int, words: list[str]) -> set[str]:
    isle = model.isles[words[0]]
    return {"R4.36" if isle.owner != seat or isle.metropolis else "R8.19"}


def prosper(model: Model, seat: int, words: list[str]) -> set[str]:
    return {"R8.9"}


def steal(model: Model, seat: int, words: list[str]) -> set[str]:
    victim = int(words[0][1:]) - 1
    return {POWERS[model.card][0] if victim == seat or victim not in model.alive else "R8.47"}


def destroy(model: Model, seat: int, words: list[str]) -> set[str]:
    broken = set() if model.isles[words[0]].buildings[words[1]] else {"R5.7"}
    if model.figure_on(words[0]) == "chiron":
        broken.add("R5.16")
    return broken


def kill(model: Model, seat: int, words: list[str]) -> set[str]:
    broken = set() if model.isles[words[0]].troops else {"R5.9"}
    if model.figure_on(words[0]) == "chiron":
        broken.add("R5.16")
    return broken


def fly(model: Model, seat: int, words: list[str]) -> set[str]:
    isle = model.isles[words[0]]
    broken = set() if isle.owner == seat and isle.troops else {"R5.10"}
    if model.figure_on(words[0]) == "medusa":
        broken.add("R5.17")
    return broken or {"R5.10"}


def land(model: Model, seat: int, words: list[str]) -> set[str]:
    goal, troops = words
    broken = set()
    if goal == model.flies_from or model.isles[model.flies_from].troops < int(troops):
        broken.add("R5.10")
    if not model.may_land(seat, goal):
        broken.add("R4.23")
    if model.figure_on(goal) == "chiron" and model.isles[goal].owner != seat:
        broken.add("R5.16")
    return broken


def charm(model: Model, seat: int, words: list[str]) -> set[str]:
    lone = model.has_foreign_fleets(words[0], seat)
    return {"R8.44" if lone else "R5.12"}


def push(model: Model, seat: int, words: list[str]) -> set[str]:
    start, goal = words
    broken = closed(model, goal)
    here = start in model.fleets and any(model.figure_on(isle) == "polyphemus" for isle in model.map.isles_near(start))
    if not here or goal not in model.map.near[start] or model.has_foreign_fleets(goal, model.fleets[start][0]):
        broken.add("R5.19")
    return broken


def give(model: Model, seat: int, words: list[str]) -> set[str]:
    return {"R4.35"}


def rebuild(model: Model, seat: int, words: list[str]) -> set[str]:
    """What has run out cannot be had, by R2.13 or by the rule of the move."""
    name, old, new = words
    broken = set()
    if model.isles[name].owner != seat or not model.isles[name].buildings[old] or old == new:
        broken.add("R5.4")
    if not model.in_box(new):
        broken |= {"R2.13", "R5.4"}
    return broken


def build(model: Model, seat: int, words: list[str]) -> set[str]:
    broken = set()
    if model.isles[words[0]].owner != seat or not model.room(words[0]) or model.gold[seat] < 2:
        broken.add("R4.18")
    if not model.in_box(BUILDING[model.god]):
        broken |= {"R2.13", "R4.18"}
    return broken


CHECKS = {"god": god, "recruit": recruit, "build": build, "sail": sail, "march": march, "swap": swap, "retreat": retreat,
          "metropolis": metropolis, "prosper": prosper, "rebuild": rebuild, "steal": steal, "destroy": destroy, "kill": kill,
          "fly": fly, "land": land, "charm": charm, "glide": glide, "push": push, "give": give}
