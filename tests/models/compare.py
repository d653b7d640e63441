#!/usr/bin/env python3
"""Plays random games in the engine and in a slow model of the same rules, in step, and compares everything: who is asked,
every legal move, odds, position, views, refusals, points and winners. The first difference stops it.

  compare.py GAME                 random games of one game (or of several)
  compare.py --all                a short sample of all games, as the test run does it
  compare.py --long               10 million decisions over all games; --jobs processes

The same seed plays the same games. On a difference it prints the seed, the record so far and both sides, and exits with 1."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import argparse
import collections
import glob
import importlib
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from contract import LUCK, PUBLIC, SEEN, UNSEEN  # noqa: E402
from engine import OVER, Engine, Notation, players_of  # noqa: E402

SAMPLE = 10_000       # decisions of each game in --all
LONG = 10_000_000     # decisions of all games together in --long
REFUSALS = 4          # illegal tries at a sampled decision
MIDGAME, SHORT = 0.95, 60  # nineteen games of twenty begin in the middle, where a model knows how, and go on for so long
OFTEN, SELDOM = 4, 16  # refusals are tried at every fourth decision, points counted at every sixteenth


def models() -> list[str]:
    """The games that have a model."""
    names = (os.path.basename(path)[:-3] for path in glob.glob(os.path.join(HERE, "*.py")))
    return sorted(name for name in names if os.path.isdir(os.path.join(HERE, "..", "..", "games", name)))


class Difference(Exception):
    """Engine and model disagree: what about, and what either says."""


def sides(engine: Any, model: Any) -> str:
    """Both answers, without what they agree on if that leaves less to read."""
    if isinstance(engine, set) and isinstance(model, set):
        return f"only the engine: {sorted(engine - model)}\nonly the model:  {sorted(model - engine)}"
    if isinstance(engine, str) and isinstance(model, str) and "\n" in engine:
        ours, theirs = engine.split("\n"), model.split("\n")
        return "\n".join(f"engine: {line}" for line in ours if line not in theirs) + "\n" + \
            "\n".join(f"model:  {line}" for line in theirs if line not in ours)
    return f"engine: {engine}\nmodel:  {model}"


def same(what: str, engine: Any, model: Any) -> None:
    if engine != model:
        raise Difference(f"{what}\n{sides(engine, model)}")


def same_parts(what: str, engine: Any, model: Any) -> None:
    """Everything that the model tells, the engine tells too."""
    if isinstance(model, dict):
        for name, value in model.items():
            same_parts(f"{what}, {name}", engine.get(name, "nothing"), value)
    elif isinstance(model, list) and len(model) == len(engine):
        for number, value in enumerate(model):
            same_parts(f"{what} {number + 1}", engine[number], value)
    else:
        same(what, set(engine) if isinstance(model, set) else engine, model)


def written(fields: dict[str, str]) -> str:
    return "".join([f"{name} {value}\n" for name, value in fields.items()])


class Run:
    """Random games of one game, with counts of what happened in them."""

    def __init__(self, game: str, seed: int, model_class: Any = None):
        self.game, self.seed = game, seed
        self.model_class = model_class or importlib.import_module(game).Model
        self.notation = Notation(game, self.model_class.NEVER_LEGAL)
        self.fewest, self.most = players_of(game)
        self.decisions = self.draws = self.games = 0
        self.seconds = 0.0  # of the processor
        self.verbs: collections.Counter[str] = collections.Counter()
        self.rules: collections.Counter[str] = collections.Counter()

    def play(self, number: int, players: int | None, decisions: int) -> None:
        """One game, or as many decisions of it as are asked for."""
        self.rng = random.Random(f"{self.game} {self.seed} {number}")
        sizes = range(self.fewest, self.most + 1)
        drawn = self.rng.choices(sizes, [self.model_class.PLAYERS.get(size, 1) for size in sizes])[0]
        options = {name: self.rng.choice(values) for name, values in self.model_class.OPTIONS.items()}
        middle = self.model_class.midgame(players or drawn, options, self.rng) if self.rng.random() < MIDGAME else None
        self.model = middle or self.model_class(players or drawn, options)
        position = written(middle.position()) if middle else ""
        self.engine = Engine(self.game, self.notation, players or drawn, options, position)
        self.spicy = self.rng.choice([0, 0.25, 0.75])
        self.taste: dict[str, float] = {}  # how much this game likes each verb
        self.seen: list[str] = []          # moves that were legal once, for refusals
        last = self.decisions + (min(decisions, SHORT) if middle else decisions)
        try:
            while self.step() and self.decisions < last:
                pass
        except Exception as error:
            words = " ".join(f"{name}={value}" for name, value in options.items())
            raise Difference(f"{self.engine.record()}\n{self.engine.position()}\n{self.game} --seed {self.seed} --game {number}, "
                             f"{players or drawn} players {words}: {type(error).__name__}: {error}") from error
        self.games += 1

    # --- what is compared ---

    def step(self) -> bool:
        """Compares everything here and plays on. Returns false when the game is over."""
        engine, model = self.engine, self.model
        asked, acting = engine.asked(), model.to_act()
        same("luck is due", asked == LUCK, acting == [LUCK])
        same("the game is over", asked == OVER, not acting)
        text = engine.position()
        same("position", text, written(model.position()))
        self.compare_views(text)
        legal = {}
        for seat in range(engine.players):
            legal[seat] = engine.legal(seat)
            same(f"legal moves of seat {seat + 1}", legal[seat], model.legal(seat))
        if self.rng.randrange(SELDOM) == 0 or asked == OVER:
            self.compare_seldom(acting, text, legal)
        if self.rng.randrange(OFTEN) == 0:
            self.compare_refusals(acting, legal)
        if asked == OVER:
            same("winners", engine.winners(), model.winners())
        elif asked == LUCK:
            self.draw()
        else:
            self.move(acting, legal)
        return asked != OVER

    def compare_views(self, position: str) -> None:
        for viewer in range(PUBLIC, self.engine.players):
            seen = written(self.model.view(viewer)) if self.model.HIDES else position
            same(f"view of {'the public' if viewer == PUBLIC else f'seat {viewer + 1}'}", self.engine.view(viewer), seen)

    def compare_seldom(self, acting: list[int], position: str, legal: dict[int, set[str]]) -> None:
        """What takes the engine long to tell. A guess at what is hidden leads to what the viewer sees and may do."""
        same("seats that are asked", self.engine.owes(), [seat for seat in acting if seat != LUCK])
        points, lines = self.engine.scores()
        same("points", points, list(self.model.scores()))
        same("the points of the lines that explain them", lines, list(self.model.scores()))
        viewer = self.rng.randrange(PUBLIC, self.engine.players)
        same_parts(f"what pages show seat {viewer + 1}", self.engine.shown(viewer), self.model.shows(viewer))
        view, moves = self.engine.guess(viewer, self.rng.getrandbits(32))
        same("the view of a guess", view, written(self.model.view(viewer)) if self.model.HIDES else position)
        same("the legal moves of a guess", moves, legal.get(viewer, set()))

    def compare_refusals(self, acting: list[int], legal: dict[int, set[str]]) -> None:
        """Moves that were legal at another time or for another seat, and any moves of the notation; two times of three by
        a seat that is asked."""
        others = sorted(set().union(*legal.values()))
        for _ in range(REFUSALS):
            seats = [range(self.engine.players), acting, acting][self.rng.randrange(3)]
            seat = max(0, self.rng.choice(seats or [0]))
            verb = self.rng.choice(others).split()[0] if others and self.rng.random() < 0.5 else self.rng.choice(self.notation.verbs)
            of_a_verb = self.notation.tries[verb]
            move = self.rng.choice(self.rng.choice([self.seen, of_a_verb, others]) or of_a_verb)
            engine, model = self.engine.refuse(seat, move), self.model.refuse(seat, move)
            if engine is None or model is None:
                same(f"refusal of {seat + 1} {move}", engine, model)
            elif model:
                same(f"refusal of {seat + 1} {move}", " ".join(engine[:model.count(" ") + 1]), model)
            self.rules[engine[0] if engine else "legal"] += 1

    # --- playing on ---

    def draw(self) -> None:
        engine, model = self.engine.draws(), self.model.draws()
        same("outcomes of luck", set(engine), set(model))
        all_engine, all_model = sum(engine.values()), sum(model.values())
        for outcome, weight in engine.items():
            same(f"odds of {outcome}", weight * all_model, model[outcome] * all_engine)
        outcome = self.rng.choice(self.spiced(LUCK, set(engine)) or list(engine))
        self.play_on(LUCK, outcome)
        self.draws += 1

    def move(self, acting: list[int], legal: dict[int, set[str]]) -> None:
        seat = self.rng.choice(acting)
        moves = sorted(legal[seat])
        spiced = self.spiced(seat, legal[seat])
        move = self.rng.choice(spiced) if spiced else self.choose(moves)
        self.seen = self.seen[-200:] + [self.rng.choice(moves), move]
        self.play_on(seat, move)
        self.decisions += 1
        self.verbs[move.split()[0]] += 1

    def play_on(self, who: int, move: str) -> None:
        sight = self.model.sight(who, move) if self.model.HIDES else [SEEN] * (self.engine.players + 1)
        if who == LUCK:
            self.engine.draw(move)
        else:
            self.engine.move(who, move)
        if sight is not None:
            same(f"who sees {move}: the public, then each seat", self.engine.sight(), sight)
        self.model.apply(who, move)

    def spiced(self, who: int, options: set[str]) -> list[str]:
        """What the model wants to see, as often as this game likes it."""
        return [move for move in self.model.spice(who) if move in options] if self.rng.random() < self.spicy else []

    def choose(self, moves: list[str]) -> str:
        """Half of the time any move; otherwise a verb first, by the taste of this game, so that rare rules happen too."""
        if self.rng.random() < 0.5:
            return self.rng.choice(moves)
        by_verb: dict[str, list[str]] = {}
        for move in moves:
            by_verb.setdefault(move.split()[0], []).append(move)
        for verb in by_verb:
            if verb not in self.taste:
                self.taste[verb] = self.rng.choice([0.05, 1, 1, 5])
        verb = self.rng.choices(list(by_verb), [self.taste[verb] for verb in by_verb])[0]
        return self.rng.choice(by_verb[verb])


class Order(NamedTuple):
    """What to play: games with these numbers of this seed."""

    game: str
    seed: int
    number: int  # of the first
    players: int | None
    games: int | None
    decisions: int


def task(order: Order) -> Run:
    """Plays games until so many decisions, or games, are done."""
    game, seed, number, players, games, decisions = order
    start = time.process_time()
    run = Run(game, seed)
    while run.decisions < decisions and (games is None or run.games < games):
        run.play(number + run.games, players, decisions - run.decisions)
    run.seconds = time.process_time() - start
    for name in "engine", "model", "model_class", "notation", "seen":
        run.__dict__.pop(name, None)  # the counts go back to the first process
    return run


def watched(runs: Iterable[Run], portions: int) -> list[Run]:
    """Says on the way how far it is, if it takes long."""
    done: list[Run] = []
    for run in runs:
        done.append(run)
        if portions > 10:
            print(f"{len(done)} of {portions}: {sum(r.decisions for r in done):,} decisions", file=sys.stderr, flush=True)
    return done


def report(runs: list[Run], seconds: float, verbose: bool) -> None:
    for game in sorted({run.game for run in runs}):
        mine = [run for run in runs if run.game == game]
        decisions, draws, games = (sum(getattr(run, name) for run in mine) for name in ("decisions", "draws", "games"))
        print(f"{game}: {decisions:,} decisions and {draws:,} draws in {games:,} games, none different; "
              f"{decisions / sum(run.seconds for run in mine):,.0f} decisions a second of a core")
        for name in ("verbs", "rules") if verbose else ():
            counts: collections.Counter[str] = sum((getattr(run, name) for run in mine), collections.Counter())
            print(f"  {name}: " + ", ".join(f"{word} {n:,}" for word, n in sorted(counts.items())))
    total = sum(run.decisions for run in runs)
    print(f"{total:,} decisions in {seconds:,.0f} s, {total / seconds:,.0f} a second")


WRONG = {  # what a model says, made wrong
    "to_act": lambda said: said[::-1] + [0],
    "legal": lambda said: set(sorted(said)[1:]),
    "draws": lambda said: {outcome: weight + number for number, (outcome, weight) in enumerate(said.items())},
    "position": lambda said: said | {"ply": "7"},
    "view": lambda said: said | {"ply": "7"},
    "sight": lambda said: [UNSEEN, *said[1:]] if said else [UNSEEN],
    "shows": lambda said: said | {"no such entry": 1},
    "scores": lambda said: [points + 1 for points in said],
    "winners": lambda said: set(),
    "refuse": lambda said: "R99",
}


def noticed(game: str, method: str) -> bool:
    """Whether a model that is wrong in one method is found out in a few games."""
    right = importlib.import_module(game).Model
    said, change = getattr(right, method), WRONG[method]
    wrong = Run(game, 1, type("Wrong", (right,), {method: lambda self, *args: change(said(self, *args))}))
    try:
        for number in range(50):
            wrong.play(number, None, 10**9)
    except Difference:
        return True
    return False


def compare_wrong_models() -> int:
    """The comparison itself can fail. Prints what it misses, and the counts of everything that was compared."""
    checks = [(game, method) for game in models() for method in WRONG
              if importlib.import_module(game).Model.HIDES or method not in ("view", "sight")]
    missed = [f"{game}: nobody notices that {method} is wrong" for game, method in checks if not noticed(game, method)]
    print(*missed, f"{len(models()) + len(checks) - len(missed)} passed, {len(missed)} failed", sep="\n")
    return int(bool(missed))


def orders(args: argparse.Namespace) -> list[Order]:
    """What is to be played, in portions for the processes."""
    games = args.games_named or models()
    decisions = args.decisions or (LONG // len(games) if args.long else SAMPLE if args.all else 10**9 if args.games else 100_000)
    portion = 20_000 if args.long else max(decisions // args.jobs, 1)
    found = []
    for game in games:
        for number, start in enumerate(range(0, decisions, portion)):
            found.append(Order(game, args.seed + number, args.game, args.players, args.games, min(portion, decisions - start)))
    return sorted(found, key=lambda order: order[1])  # all games get their turn from the start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", metavar="GAME", nargs="*", choices=[*models(), []], help=", ".join(models()))
    parser.add_argument("--players", type=int, help="how many play; otherwise any number of them")
    parser.add_argument("--games", type=int, help="how many games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", type=int, default=0, help="the number of the first game: 12 plays again what differed in game 12 of a seed")
    parser.add_argument("--decisions", type=int, help="how many decisions of each game")
    parser.add_argument("--all", action="store_true", help=f"{SAMPLE:,} decisions of every game")
    parser.add_argument("--long", action="store_true", help=f"{LONG:,} decisions, shared by all games")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--verbose", action="store_true", help="count verbs and refusals")
    args = parser.parse_args()
    start, todo = time.monotonic(), orders(args)
    try:
        if args.jobs > 1:
            with multiprocessing.Pool(args.jobs) as pool:
                runs = watched(pool.imap_unordered(task, todo), len(todo))
        else:
            runs = watched(map(task, todo), len(todo))
    except Difference as difference:
        print(difference)
        return 1
    report(runs, time.monotonic() - start, args.verbose)
    return compare_wrong_models() if args.all else 0


if __name__ == "__main__":
    sys.exit(main())
