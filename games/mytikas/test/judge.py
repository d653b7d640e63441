#!/usr/bin/env python3
"""Mytikas once more, written straight down from the rulebook, to judge records of the engine.

    judge.py RECORD...      judges whole games (docs/records.md)
    judge.py --trace < T    judges traces, in which every decision lists all its options

The rules (judge_rules.py) share nothing with the C code, not even their shape: where the engine keeps counters of what is still to do, here a
turn is a coroutine that runs down the page and yields (who, options) wherever there is a choice. If both say the same
about thousands of games, a slip would have to be made twice, in two ways. Exit status 0: agreed, 1: not.
A trace is, game by game: 'game PLAYERS TWO_CARDS', lines 'WHO|MOVE|OPTION,OPTION...', and 'end REASON POINTS:PLACE ...'.
"""
# SPDX-License-Identifier: MIT
import re
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind
from judge_rules import Game  # noqa: E402


class Disagreement(Exception):
    pass


class Judge:
    """Follows one game; a line is (who, move, options or None)."""

    def __init__(self, players, two_cards):
        self.game = Game(players, two_cards)
        self.course = self.game.play()
        self.due = next(self.course)

    def line(self, who, move, options=None):
        if self.due is None:
            raise Disagreement("the game is over before this move")
        asked = self.due[0] if self.due[0] == "*" else str(self.due[0] + 1)
        if who != asked:
            raise Disagreement(f"{asked} has to decide, not {who}")
        if move not in self.due[1] or (options is not None and sorted(options) != sorted(self.due[1])):
            raise Disagreement(f"{who} {move}: the options are {', '.join(self.due[1])}")
        try:
            self.due = self.course.send(move)
        except StopIteration:
            self.due = None

    def over(self):
        if self.due is not None:
            raise Disagreement(f"the game is not over: {self.due[0]} chooses of {', '.join(self.due[1])}")
        return [self.game.score(seat) for seat in range(self.game.n)]


def judge_record(path):
    tags, lines = {}, []
    with open(path, encoding="utf-8") as file:
        for text in file:
            tag = re.match(r'\[(\w+) "(.*)"\]', text)
            text = re.sub(r"\{[^}]*\}", "", text).strip()
            if tag:
                tags[tag[1]] = tag[2]
            elif text:
                lines.append(text.split(" ", 1))
    judge = Judge(int(tags["Players"]), "cards=two" in tags.get("Options", ""))
    for who, move in lines:
        judge.line(who, move)
    if [str(points) for points in judge.over()] != tags["Result"].split():
        raise Disagreement(f"the points are {judge.over()}")
    return len(lines)


def judge_trace(file):
    judge, moves = None, 0
    for text in file:
        words = text.split()
        if words[0] == "game":
            judge = Judge(int(words[1]), words[2] == "1")
        elif words[0] == "end":
            points, places = judge.over(), judge.game.places()
            if words[1:] != [judge.game.end] + [f"{p}:{q}" for p, q in zip(points, places)]:
                raise Disagreement(f"{text.strip()}: {judge.game.end} {points} {places}")
        else:
            who, move, options = text.rstrip("\n").split("|")
            judge.line(who, move, options.split(","))
            moves += 1
    return moves


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for path in arguments:
        try:
            moves = judge_trace(sys.stdin) if path == "--trace" else judge_record(path)
        except Disagreement as why:
            print(f"{path}: {why}", file=sys.stderr)
            return 1
        print(f"{path}: {moves} moves agreed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
