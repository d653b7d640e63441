"""Any position of Mytikas at the beginning of a turn."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from mytikas_box import AREAS, CARDS, GODS, LAST_ROUND, LEVEL_TOKENS, LEVELS, LOCKS, PILE, SPACES, Player

if TYPE_CHECKING:
    from mytikas import Model


def arrange(model: Model, rng: Random) -> None:
    model.turn = rng.randrange(LAST_ROUND * model.n)
    model.first = rng.randrange(model.n)
    model.active = model.actor = (model.first + model.turn) % model.n
    wealth = rng.choice([1, 3, 8])
    for player in model.players:
        player.reserve = rng.randrange(4 * wealth)
        for cube in player.cubes:
            player.cubes[cube] = max(0, rng.randrange(-wealth, wealth + 1))
        for _ in range(rng.randrange(8)):
            take_favor(model, player, rng.choice(GODS))
        for space in rng.sample(SPACES, rng.randrange(len(SPACES))):
            put_up(model, player, space, rng.choice(LEVELS))
    place_figures(model, rng)
    deal(model, rng)
    if rng.random() < 0.1:
        make_even(model, rng)
    if rng.random() < 0.1:
        hoard(model, rng.choice(GODS), rng.randrange(2))


def hoard(model: Model, god: str, left: int) -> None:
    """R8.15: the active player holds every favour token, or all but one."""
    model.piles = dict.fromkeys(GODS, 0) | {god: left}
    for seat, player in enumerate(model.players):
        player.favors = dict.fromkeys(GODS, PILE[model.n] if seat == model.active else 0)
    model.players[model.active].favors[god] -= left


def make_even(model: Model, rng: Random) -> None:
    """R6.5: the last turn, and nearly a tie."""
    model.turn = LAST_ROUND * model.n - 1
    model.active = model.actor = (model.first + model.turn) % model.n
    model.levels = dict(zip(LEVELS, LEVEL_TOKENS[model.n]))
    few = rng.randrange(1, 3)
    for player in model.players:
        model.line += player.cards
        player.cards.clear()
        player.locked.clear()
        player.built = rng.choice([{"large-a": 1}, {"small-a": 2}]).copy()  # 4 points either way
        for level in player.built.values():
            model.levels[level] -= 1
        player.cubes = {cube: rng.randrange(few) for cube in player.cubes}
    model.line = model.line[:model.n + 1]
    model.locks_taken = model.turned = 0
    place_figures(model, rng)


def take_favor(model: Model, player: Player, god: str) -> None:
    if model.piles[god]:
        model.piles[god] -= 1
        player.favors[god] += 1


def put_up(model: Model, player: Player, space: str, level: int) -> None:
    """A building, if the game goes on with it (R6.1). R2.7: of the major cities space a is used first."""
    others_empty = sum(not tokens for other, tokens in model.levels.items() if other != level)
    if not model.levels[level] or model.levels[level] == 1 and others_empty == 2:
        return
    if space == "major-b" and "major-a" not in player.built:
        space = "major-a"
    if space not in player.built:
        model.levels[level] -= 1
        player.built[space] = level


def place_figures(model: Model, rng: Random) -> None:
    """R4.2, R4.9: whoever has had a turn stands somewhere."""
    spots = rng.sample([area for area in AREAS if model.n > 2 or area[1] == "d"], model.n)
    for turn in range(min(model.turn, model.n)):
        seat = (model.first + turn) % model.n
        model.players[seat].spot = spots[seat]


def deal(model: Model, rng: Random) -> None:
    """R3.4 to R3.6. Every lock that is taken lies with a card of somebody and has turned a card of the line (R4.10)."""
    locks = LOCKS[model.n]
    cards = rng.sample(CARDS, len(CARDS))
    if model.two_cards:
        for player in model.players:
            player.hand = [cards.pop()]
    taken = rng.randrange(len(locks))
    model.locks_taken = model.turned = taken
    seen = [cards.pop() for _ in range(model.n + 1 + taken)]
    amounts = [*range(1, 9), *locks[taken + 1:], *locks[taken + 1:]]  # several may wait for the lock after the next
    for number, card in enumerate(seen):
        player = rng.choice(model.players)
        if number < taken:
            player.cards[card] = 0
            player.locked.add(card)
        elif rng.random() < 0.7:
            player.cards[card] = rng.choice([tokens for tokens in amounts if tokens != locks[taken]])  # R8.27
        else:
            model.line.append(card)
