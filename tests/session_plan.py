"""Which random session tests/test_hosts.py plays: it follows from its number."""
# SPDX-License-Identifier: MIT
import random
from dataclasses import dataclass, field

PEOPLE = ["Ada", "Bo", "Cid", "Dot", "Eve", "Flo"]
SECOND, DAY = 1000, 86_400_000


@dataclass
class Plan:
    """A session follows from its number."""
    number: int
    game: str
    seats: int
    people: list
    wish: dict = field(default_factory=dict)
    talk: bool = False  # at one screen: the page's own table has no talk

    @property
    def one_screen(self):
        return len(self.people) == 1

    @property
    def races(self):
        return "pmode" in self.wish.get("options", {})

    def __str__(self):
        clock = self.wish.get("clock", {})
        more = [f"{clock[k]} {k}" for k in ("days", "ms", "increment", "zero") if clock.get(k)]
        return " ".join([f"{self.number}: {self.game}, {self.seats} seats,", "one screen" if self.one_screen else f"{len(self.people)} people",
                         *[f"{k}={v}" for k, v in self.wish.get("options", {}).items()], clock.get("kind", ""), *more]).rstrip()


def some_clock(rng):
    kind = rng.choice(["none", "move", "bank", "bank", "days"])
    zero = rng.choice(["bot", "lose"])
    return {"none": None,
            "move": {"kind": "move", "ms": rng.randrange(2, 60) * SECOND, "zero": zero},
            "bank": {"kind": "bank", "ms": rng.randrange(5, 240) * SECOND, "increment": rng.choice([0, 500, 5 * SECOND]), "zero": zero},
            "days": {"kind": "days", "days": rng.randrange(1, 4), "zero": zero}}[kind]


def plan_of(number, players):
    """`players` are the fewest and the most of each game."""
    rng = random.Random(f"session {number}")
    game, one_screen = sorted(players)[number % len(players)], number // len(players) % 2 == 0
    seats = rng.randint(*players[game])
    people = PEOPLE[:1 if one_screen else rng.randint(2, len(PEOPLE))]
    wish, clock = {"grace": 0 if one_screen else rng.choice([0, 20, 300])}, some_clock(rng)
    if clock:
        wish["clock"] = clock
    if game == "myst" and rng.random() < 0.85:
        wish["options"] = {"pmode": "rt", "stall_s": rng.choice([10, 10, 60]), "lock_ms": rng.choice([0, 1000, 5000])}
        people = people if one_screen else PEOPLE[:rng.randint(3, len(PEOPLE))]  # teams
    if not one_screen:
        wish["access"] = rng.choice(["open", "link", "private"])
    return Plan(number, game, seats, people, wish, talk=one_screen and rng.random() < 0.3)
