"""Any position of Cyclades at one of two points of a cycle: its creatures are out and its gods still to be drawn, or a turn
begins."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from cyclades_state import BOX, BUILDINGS, CREATURES, GODS, ISLE_FIGURES, NOBODY, UNITS, Figure

if TYPE_CHECKING:
    from cyclades import Model


def arrange(model: Model, rng: Random) -> None:
    """A turn begins if `model.offers` holds something afterwards."""
    model.cycle = rng.choice([3, 4, rng.randrange(3, 41), 39, 40])
    if model.n > 2 and rng.random() < 0.3:  # R6.2: some are out
        model.alive = sorted(rng.sample(model.alive, rng.randrange(2, model.n)))
    wealth = rng.choice([3, 10, 30])
    for seat in range(model.n):
        here = seat in model.alive
        model.gold[seat] = here * rng.randrange(wealth)
        model.priests[seat], model.philosophers[seat] = here * rng.randrange(4), here * rng.randrange(4)
    divide_isles(model, rng)
    for name in model.isles:
        if model.isles[name].owner != NOBODY:
            settle(model, name, rng)
    line_up(model, rng)
    if rng.random() < 0.6:
        have_offered(model, rng)
    cards = place_figures(model, rng)
    send_fleets(model, rng)
    model.track = dict(zip((2, 3, 4), cards))
    cut = rng.randrange(3, len(cards) + 1)
    check_box(model)
    model.deck, model.discard = set(cards[3:cut]), set(cards[cut:])


def divide_isles(model: Model, rng: Random) -> None:
    """Everybody has an isle at least; some games have many last isles."""
    owned = rng.choice([0.1, 0.6, 0.9])
    names = rng.sample(list(model.isles), len(model.isles))
    for number, name in enumerate(names):
        left_over = rng.choice(model.alive) if rng.random() < owned else NOBODY
        model.isles[name].owner = model.alive[number] if number < len(model.alive) else left_over
        model.isles[name].troops = 0


def settle(model: Model, name: str, rng: Random) -> None:
    """Troops and buildings, with no set of four (R4.35) and not enough metropolises to win (R6.1)."""
    isle = model.isles[name]
    isle.troops = min(rng.choice([0, 1, 1, 2, 3, 5]), model.troop_reserve(isle.owner))
    isle.markers = rng.randrange(2)
    if rng.random() < 0.3 and model.metropolises(isle.owner) + 1 < model.goal:
        isle.metropolis, isle.metropolis_used = True, rng.random() < 0.3
    for _ in range(rng.choice([0, 1, 3, 5])):
        building = rng.choice(BUILDINGS)
        missing = [other for other in BUILDINGS if not model.buildings_of(isle.owner, other)]
        if model.room(name) and model.in_box(building) and missing != [building]:
            isle.add(building)
    isle.temples_used = rng.randrange(isle.buildings["temple"] + 1)


def place_figures(model: Model, rng: Random) -> list[str]:
    """Returns the cards that are not with a figure on an isle, shuffled."""
    cards = rng.sample(CREATURES, len(CREATURES))
    often = rng.choice([0.2, 0.9])
    isles = rng.sample(list(model.isles), len(model.isles))
    if rng.random() < 0.5:  # where the most troops are
        isles.sort(key=lambda name: -model.isles[name].troops)
        isles = rng.sample(isles[:len(ISLE_FIGURES)], len(ISLE_FIGURES))
    for name, place in zip(ISLE_FIGURES, isles):
        if rng.random() < often:
            owner = rng.choice(model.alive)
            acted = model.offers and owner in model.turn_track  # so an older figure has left (R4.12)
            model.figures[name] = Figure(place, owner, model.cycle - (not acted))
            cards.remove(name)
    if rng.random() < 0.5:
        model.figures["kraken"] = Figure(rng.choice(model.map.sea), NOBODY, model.cycle)
    return cards


def send_fleets(model: Model, rng: Random) -> None:
    model.fleets.clear()
    crowd = rng.choice([4, 8, 16])
    for seat in model.alive:
        for space in rng.sample(model.map.sea, crowd):
            number = min(rng.choice([1, 1, 1, 2, 3]), UNITS - sum(model.fleets_of(seat).values()))
            if number and space not in model.fleets and not model.is_closed(space):
                model.put_fleets(space, seat, number)


def line_up(model: Model, rng: Random) -> None:
    """The gods of the cycle before, and the turn track."""
    gods = rng.sample(GODS, 4)
    everybody = len(model.alive) == model.n
    model.rule_cycle = model.cycle - 1 if everybody else rng.randrange(1, model.cycle)
    rule = model.n if everybody else max(3, len(model.alive))
    model.up = {2: 3, 3: 2, 4: 3, 5: 4}[rule]
    model.gods = gods[:2] if rule == 3 else gods
    model.turn_track = [seat for seat in model.alive for _ in range(2 if model.n == 2 else 1)]
    rng.shuffle(model.turn_track)


def have_offered(model: Model, rng: Random) -> None:
    """The offerings of this cycle are paid, and some have had their turns; one with a god is next."""
    model.rule_cycle += 1
    if model.up == 2 and model.rule_cycle % 2 == 0:
        model.gods = rng.sample([god for god in GODS if god not in model.gods], 2)
    markers, model.turn_track = model.turn_track, [NOBODY] * len(model.turn_track)
    for god in model.gods[:model.up]:
        if markers and rng.random() < 0.9:
            model.offers[god] = markers.pop(), rng.randrange(1, 20)
    if not model.offers:
        model.offers[model.gods[0]] = markers.pop(), 1
    model.apollo = markers
    in_order = [god for god in model.gods[:model.up] if god in model.offers]
    acted = rng.randrange(len(in_order))
    if "ares" in in_order and rng.random() < 0.5:  # there is not enough war otherwise
        acted = in_order.index("ares")
    for god in in_order[:acted]:
        model.marker_back(model.offers.pop(god)[0])


def check_box(model: Model) -> None:
    assert sum(isle.markers for isle in model.isles.values()) <= BOX["markers"]
