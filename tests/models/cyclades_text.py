"""The lines of a position of Cyclades, as `petteia fields cyclades` lists them. The gold depends on who looks."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Iterable

from cyclades_state import BUILDINGS, CREATURES, GODS, NOBODY, State


def listed(words: Iterable[str]) -> str:
    return " ".join(words) or "none"


def player(seat: int) -> str:
    return "-" if seat == NOBODY else f"p{seat + 1}"


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def places(seats: list[int]) -> str:
    """Five places, the empty ones too."""
    return " ".join(player(seat) for seat in seats + [NOBODY] * (5 - len(seats)))


def offer(state: State, god: str) -> str:
    if god not in state.offers:
        return "-"
    owner, amount = state.offers[god]
    return f"{player(owner)} {amount}"


def isle(state: State, name: str) -> str:
    if name not in state.isles:
        return "-"
    at = state.isles[name]
    words = ["neutral" if at.owner == NOBODY else player(at.owner), str(at.troops)]
    for building in BUILDINGS:
        used = at.temples_used if building == "temple" else 0
        words += ["temple-used"] * used + [building] * (at.buildings[building] - used)
    if at.metropolis:
        words.append("metropolis-used" if at.metropolis_used else "metropolis")
    return " ".join(words + ["marker"] * at.markers)


def fleets(state: State, seat: int) -> str:
    return listed(space if number == 1 else f"{space} {number}" for space, number in state.fleets_of(seat).items())


def figure(state: State, name: str) -> str:
    if name not in state.figures:
        return "-"
    at = state.figures[name]
    return at.place if name == "kraken" else f"{at.place} {player(at.owner)} {at.cycle}"


def in_order(cards: set[str]) -> str:
    return listed(card for card in CREATURES if card in cards)


def fields(state: State) -> dict[str, str]:
    gods = state.gods + ["-"] * (4 - len(state.gods))
    return {
        "cycle": str(state.cycle), "phase": state.phase, "alive": listed(map(player, state.alive)),
        "order": places(state.turn_track), "gods": " ".join(gods), "up": str(state.up), "rule-cycle": str(state.rule_cycle),
        **{f"offer {god}": offer(state, god) for god in GODS},
        "apollo": places(state.apollo), "blessed": yes(state.blessed), "bidder": player(state.bidder), "barred": state.barred,
        "chosen": state.chosen, "turn": player(state.turn), "god": state.god, "recruited": str(state.recruited),
        "gold": "", "priests": " ".join(map(str, state.priests)),
        "philosophers": " ".join(map(str, state.philosophers)),
        **{f"isle n{number}": isle(state, f"n{number}") for number in range(1, 14)},
        **{f"fleets p{seat + 1}": fleets(state, seat) for seat in range(5)},
        "deck": in_order(state.deck), "discard": in_order(state.discard),
        "track": " ".join(state.track.get(space, "-") for space in (2, 3, 4)),
        **{f"figure {name}": figure(state, name) for name in CREATURES[-5:]},
        "card": state.card, "copied": yes(state.copied), "sailing": state.sailing, "budget": str(state.budget),
        "locked": listed(space for space in state.map.sea if space in state.locked), "from": state.flies_from,
        "charmed": state.charmed, "battle": state.battle, "give": state.giving, "site": state.site, "swap": state.swapping,
        "shown": listed(player(seat) for seat in sorted(state.shown)), "ply": str(state.ply),
    }
