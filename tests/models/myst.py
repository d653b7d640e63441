"""Myst in plain Python, from games/myst/README.md. Team 0 is Yellow, team 1 is Blue (R1.1)."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any

import contract
from contract import LUCK, MASKED, SEEN, UNSEEN

TEAMS = "yb"
CELLS = [f"{column}{row}" for row in range(1, 9) for column in "abcdefghijkl"]  # R2.2: in the order of their numbers
KEYS = {"R": "k3", "C": "b6", "L": "f4", "P": "h2", "G": "c2", "H": "j6", "S": "e7"}  # R2.4
LANDMARK_AT = {cell: letter for letter, cell in KEYS.items()}
SWITCHES = "g1 l2 d3 h4 k5 f6 c7 i7".split()  # R2.5
BOOKS = ["K1", "K2"]
CARDS = [f"{letter}{value}" for letter in KEYS for value in range(2, 6)] + BOOKS  # R2.6
HAND, BONUS = 5, 2
# What the engine names when another move is asked for.
RULE_OF = {"young": "R3.2", "deal": "R3.3", "choose": "R4.1", "rechoose": "R4.2", "turns": "R4.4", "spin": "R4.5", "move": "R4.6",
           "jump": "R4.7", "key": "R4.8", "after": "R4.9", "over": "R6.1"}
TURNS, SPACES = range(5, 11), range(1, 7)  # R2.7: both rings are even


def beside(cell: str) -> list[str]:
    """R2.2: neighbours share an edge."""
    column, row = ord(cell[0]), int(cell[1])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{chr(c)}{r}" for c, r in around if "a" <= chr(c) <= "l" and 1 <= r <= 8]


BESIDE = {cell: beside(cell) for cell in CELLS}


class Model(contract.Model):
    OPTIONS = {"youngest": ["random", "random", "y", "b"], "pmode": ["tempo", "alt", "rt"], "wy": ["100", "1", "7"],
               "wb": ["100", "3"], "hard": ["off", "on"]}

    NEVER_LEGAL = [f"{verb} {piece} {cell}" for verb in ("try", "trylink") for piece in CELLS for cell in [*CELLS, *[piece] * 20]]

    def __init__(self, players: int, options: dict[str, str]):
        self.mode, self.youngest = options.get("pmode", "tempo"), options.get("youngest", "random")
        self.hard = options.get("hard", "off") == "on"  # R3.7: open cells show nothing
        self.weights = [int(options.get("wy", "100")), int(options.get("wb", "100"))]
        self.phase, self.ply, self.tempos, self.quiet = "young", 0, 0, [0, 0]
        self.young: int | None = None
        self.board: dict[str, int] = {}                  # cell: team
        self.first: list[str | None] = [None, None]      # R3.6
        self.hand: list[set[str]] = [set(), set()]
        self.used: list[set[str]] = [set(), set()]
        self.choice: list[str | None] = [None, None]
        self.over: dict[str, int] = {}                   # Landmark: 1 laid over, 2 taken off again
        self.pos: list[str | None] = [None, None]
        self.mover: int | None = None
        self.order: int | None = None
        self.turn = self.turns = self.spin = 0
        self.moved = False
        self.waiting: set[int] = set()

    # --- the race ---

    def open_cells(self) -> list[str]:
        return [cell for cell in CELLS if cell not in self.board]

    def frontier(self, team: int) -> set[str]:
        """R4.3"""
        return {near for cell, owner in self.board.items() if owner == team for near in BESIDE[cell] if near not in self.board}

    def books(self, team: int) -> list[str]:
        return [book for book in BOOKS if book in self.hand[team]]

    def able(self, team: int) -> bool:
        """R4.12"""
        return bool(self.frontier(team) or self.books(team) and team not in self.waiting)

    def next_in_race(self, last: int | None) -> None:
        """Sets who is asked after a piece or a `wait`, None for a draw or for both."""
        if len(self.board) == len(CELLS):
            self.phase, self.mover = "turns", None
            self.waiting = set()
        elif self.mode == "rt":
            self.mover = None
        elif self.mode == "alt":  # R4.13
            assert self.young is not None
            wanted = self.young if last is None else 1 - last
            self.mover = wanted if self.able(wanted) else 1 - wanted
        else:  # R4.12
            able = [team for team in (0, 1) if self.able(team)]
            self.mover = able[0] if len(able) == 1 else None

    # --- who is asked for what ---

    def to_act(self) -> list[int]:
        if self.phase in ("young", "deal", "turns", "spin"):
            return [LUCK]
        if self.phase == "over":
            return []
        if self.phase == "puzzle" and self.mode == "rt":
            return [team for team in (0, 1) if self.legal(team)]
        return [LUCK] if self.mover is None else [self.mover]

    def draws(self) -> dict[str, int]:
        if self.phase == "young":  # R3.2
            return {f"young {letter}": 1 for letter in TEAMS if self.youngest in (letter, "random")}
        if self.phase == "deal":  # R3.3
            team = "y" if len(self.hand[0]) < HAND else "b"
            return {f"deal {team} {card}": 1 for card in CARDS if card not in self.hand[0] | self.hand[1]}
        if self.phase == "turns":
            return {f"turns {number}": 1 for number in TURNS}
        if self.phase == "spin":
            assert self.mover is not None
            return {f"spin {TEAMS[self.mover]} {number}": 1 for number in SPACES}
        return {f"tempo {letter}": self.weights[team] for team, letter in enumerate(TEAMS)}

    def legal(self, seat: int) -> set[str]:
        if self.phase == "puzzle":
            if self.mode != "rt" and seat != self.mover:
                return set()
            return self.legal_race(seat)
        if self.phase in ("young", "deal", "turns", "spin", "over") or seat != self.mover:
            return set()
        if self.phase == "choose":
            return {f"choose {letter}" for letter in KEYS}
        if self.phase == "rechoose":
            return {f"rechoose {letter}" for letter in KEYS if letter != self.choice[seat]}
        if self.phase == "move":
            return {"stay"} | {f"move {cell}" for cell in self.reach(seat)} | ({"book"} if self.books(seat) else set())
        if self.phase == "jump":
            return {f"jump {cell}" for cell in CELLS if cell not in self.pos}
        if self.phase == "key":
            return {self.at_key(seat), "skip"}
        return {"book", "end"}

    def legal_race(self, team: int) -> set[str]:
        """R4.3"""
        frontier = self.frontier(team)
        if frontier:
            return {f"place {cell}" for cell in frontier}
        if not self.books(team):
            return set()
        return {f"link {cell}" for cell in self.open_cells()} | ({"wait"} if self.mode != "rt" else set())

    def reach(self, team: int) -> set[str]:
        """R4.6: never through the other playing piece."""
        start, other = self.pos[team], self.pos[1 - team]
        assert start
        seen, edge = {start}, {start}
        for _ in range(self.spin):
            edge = {near for cell in edge for near in BESIDE[cell] if near != other} - seen
            seen |= edge
        return seen - {start}

    def at_key(self, team: int) -> str:
        """R4.8: what the team may do where it stands: lay, remove, or nothing."""
        cell = self.pos[team]
        assert cell
        over, mine = self.over.get(LANDMARK_AT.get(cell, ""), 0), self.board[cell] == team
        if cell not in LANDMARK_AT:
            return ""
        return "lay" if not mine and over == 0 else "remove" if mine and over == 1 else ""

    # --- what happens ---

    def apply(self, who: int, move: str) -> None:
        self.ply += 1
        verb, *words = move.split()
        getattr(self, f"do_{verb}")(*([] if who == LUCK else [who]), *words)

    def do_young(self, letter: str) -> None:
        self.young, self.phase = TEAMS.index(letter), "deal"

    def do_deal(self, letter: str, card: str) -> None:
        self.hand[TEAMS.index(letter)].add(card)
        if len(self.hand[1]) == HAND:
            self.phase, self.mover = "choose", self.young  # R4.1

    def do_choose(self, team: int, letter: str) -> None:
        self.choice[team] = letter
        if self.choice[1 - team] is None:
            self.mover = 1 - team
        elif self.choice[0] == self.choice[1]:  # R4.2
            assert self.young is not None
            self.phase, self.mover = "rechoose", 1 - self.young
        else:
            self.begin_race()

    def do_rechoose(self, team: int, letter: str) -> None:
        self.choice[team] = letter
        self.begin_race()

    def begin_race(self) -> None:
        """R3.5, R3.6"""
        for team, letter in enumerate(self.choice):
            assert letter
            self.first[team] = KEYS[letter]
            self.board[KEYS[letter]] = team
        self.choice, self.phase = [None, None], "puzzle"
        self.next_in_race(None)

    def do_tempo(self, letter: str) -> None:
        self.tempos += 1
        self.mover = TEAMS.index(letter)

    def do_place(self, team: int, cell: str) -> None:
        self.board[cell] = team
        self.waiting = set()
        self.next_in_race(team)

    def do_link(self, team: int, cell: str) -> None:
        self.discard_book(team)
        self.do_place(team, cell)

    def discard_book(self, team: int) -> None:
        """R5.4: the lower number first."""
        book = self.books(team)[0]
        self.hand[team].remove(book)
        self.used[team].add(book)

    def do_wait(self, team: int) -> None:
        self.quiet[team] += 1
        self.waiting.add(team)
        self.next_in_race(team)

    def do_turns(self, number: str) -> None:
        """R4.4"""
        pieces = [list(self.board.values()).count(team) for team in (0, 1)]
        self.turns, self.turn, self.pos = int(number), 1, list(self.first)
        self.order = self.young if pieces[0] == pieces[1] else pieces.index(min(pieces))
        self.phase, self.mover = "spin", self.order

    def do_spin(self, letter: str, number: str) -> None:
        self.spin, self.phase = int(number), "move"

    def do_move(self, team: int, cell: str) -> None:
        self.moved = True
        self.stop(team, cell)

    def do_stay(self, team: int) -> None:
        cell = self.pos[team]
        assert cell
        self.do_move(team, cell)

    def do_book(self, team: int) -> None:
        self.phase = "jump"

    def do_jump(self, team: int, cell: str) -> None:
        """R4.7"""
        self.discard_book(team)
        self.stop(team, cell)

    def stop(self, team: int, cell: str) -> None:
        """R4.8: each stop asks once, if there is something to do."""
        self.pos[team] = cell
        if self.at_key(team):
            self.phase = "key"
        else:
            self.go_on(team)

    def do_lay(self, team: int) -> None:
        self.over[LANDMARK_AT[self.pos[team] or ""]] = 1
        self.go_on(team)

    def do_remove(self, team: int) -> None:
        self.over[LANDMARK_AT[self.pos[team] or ""]] = 2
        self.go_on(team)

    def do_skip(self, team: int) -> None:
        self.go_on(team)

    def go_on(self, team: int) -> None:
        """R4.7, R4.9"""
        if not self.moved:
            self.phase = "move"
        elif self.books(team):
            self.phase = "after"
        else:
            self.end_turn(team)

    def do_end(self, team: int) -> None:
        self.quiet[team] += 1
        self.end_turn(team)

    def end_turn(self, team: int) -> None:
        self.spin, self.moved = 0, False
        if team == self.order:
            self.phase, self.mover = "spin", 1 - team
        elif self.turn < self.turns:
            self.phase, self.mover, self.turn = "spin", self.order, self.turn + 1
        else:
            self.phase, self.mover = "over", None

    # --- points ---

    def controls(self, team: int, letter: str) -> bool:
        placer = self.board.get(KEYS[letter])
        return placer is not None and (placer == team) == (self.over.get(letter, 0) != 1)

    def scores(self) -> list[int]:
        """R6.2, R6.3"""
        found = []
        for team in (0, 1):
            points = sum(self.board.get(cell) == team for cell in SWITCHES)
            mine = [card for card in self.hand[team] if card not in BOOKS and self.controls(team, card[0])]
            bonus = {card[0] for card in mine if self.board[KEYS[card[0]]] == team}
            found.append(points + sum(int(card[1]) for card in mine) + BONUS * len(bonus))
        return found

    def winners(self) -> set[int]:
        """R6.5"""
        points = self.scores()
        return {team for team in (0, 1) if points[team] == max(points)}

    def spice(self, who: int) -> list[str]:
        """Books, stops on Key cells, and pieces that cut the other team off."""
        if self.phase == "deal":
            return [f"deal {letter} {book}" for letter in TEAMS for book in BOOKS]
        if self.phase == "puzzle" and who != LUCK:
            return [f"place {cell}" for cell in sorted(self.frontier(1 - who))]
        return [f"{verb} {cell}" for verb in ("move", "jump") for cell in LANDMARK_AT]

    # --- refusals ---

    def refuse(self, seat: int, move: str) -> str | None:
        if move in self.legal(seat):
            return None
        verb, *words = move.split()
        if verb in ("place", "link", "try", "trylink"):
            return self.refuse_piece(seat, verb, words[0], words[-1])
        if self.phase == "puzzle":
            return self.refuse_wait(seat) if verb == "wait" else "R4.3"
        if self.phase in ("choose", "rechoose") and seat != self.mover:
            return "R4.1"
        if self.phase in ("move", "jump", "key", "after") and seat != self.mover:
            return "R4.5"
        if self.phase == "move" and verb == "book":
            return "R5.4 no-book"
        if self.phase == verb == "move" and words[0] == self.pos[1 - seat]:
            return "R8.21"
        if self.phase == verb == "jump" and words[0] in self.pos:
            return "R8.30"
        return RULE_OF[self.phase]

    def refuse_piece(self, team: int, verb: str, piece: str, cell: str) -> str:
        """R4.11: the first thing wrong, in the order of its table."""
        if self.phase != "puzzle":
            return "R4.3 wrong-phase"
        if self.mode != "rt" and team != self.mover:
            return ("R4.12" if self.mode == "tempo" else "R4.13") + " not-your-turn"
        if "link" in verb and not self.books(team):
            return "R5.4 no-book"
        if "link" in verb and self.frontier(team):
            return "R4.3 not-cut-off"
        if self.board.get(piece) == team:
            return "R4.3 piece-used"
        if cell in self.board:
            return "R4.3 cell-taken"
        if piece != cell:
            return "R2.2 wrong-place"
        if "try" in verb and (cell in self.frontier(team) or verb == "trylink"):
            return "R7.3"
        return "R4.3 not-touching"

    def refuse_wait(self, team: int) -> str:
        if self.mode == "rt":
            return "R4.11"
        if team != self.mover:
            return "R4.12" if self.mode == "tempo" else "R4.13"
        return "R4.3 not-cut-off"

    # --- what there is to see ---

    def position(self) -> dict[str, str]:
        def team(which: int | None) -> str:
            return "-" if which is None else TEAMS[which]

        def cards(held: set[str]) -> str:
            return " ".join(card for card in CARDS if card in held) or "none"

        def pair(values: list[str | None]) -> str:
            return " ".join(value or "-" for value in values)

        letters = "".join([TEAMS[self.board[cell]] if cell in self.board else "." for cell in CELLS])
        return {"phase": self.phase, "young": team(self.young), "board": "/".join(letters[i:i + 12] for i in range(0, 96, 12)),
                "first": pair(self.first), "hand y": cards(self.hand[0]), "hand b": cards(self.hand[1]),
                "cards": f"{len(self.hand[0])} {len(self.hand[1])}", "used y": cards(self.used[0]), "used b": cards(self.used[1]),
                "choice": pair(self.choice), "over": " ".join(f"{x}{self.over[x]}" for x in KEYS if x in self.over) or "none",
                "pos": pair(self.pos), "mover": team(self.mover), "order": team(self.order), "turn": str(self.turn),
                "turns": str(self.turns), "spin": str(self.spin), "moved": str(int(self.moved)),
                "waiting": " ".join(TEAMS[w] for w in sorted(self.waiting)) or "none", "tempos": str(self.tempos),
                "quiet": f"{self.quiet[0]} {self.quiet[1]}", "ply": str(self.ply)}

    def view(self, viewer: int) -> dict[str, str]:
        """R4.16"""
        seen = self.position()
        if self.phase == "over":
            return seen
        others = [team for team in (0, 1) if team != viewer]
        for team in others:
            seen[f"hand {TEAMS[team]}"] = "?"
        if self.phase == "choose":
            seen["choice"] = " ".join("?" if choice and team in others else choice or "-" for team, choice in enumerate(self.choice))
        if self.phase == "puzzle" and self.mover in others and not self.shows_whose_turn(others):
            seen["mover"] = "-"
        if self.phase in ("move", "jump", "key", "after") and self.mover in others:
            seen["phase"], seen["moved"] = "turn", "0"
        quiet = [0 if team in others else count for team, count in enumerate(self.quiet)]
        waiting = [TEAMS[team] for team in sorted(self.waiting) if team == viewer]
        return seen | {"waiting": " ".join(waiting) or "none", "tempos": "0", "quiet": f"{quiet[0]} {quiet[1]}",
                       "ply": str(self.ply - self.tempos - sum(self.quiet) + sum(quiet))}

    def shows(self, viewer: int) -> dict[str, Any]:
        teams = []
        for team in (0, 1):
            racing = self.phase == "puzzle"
            frontier = self.frontier(team) if racing else set()
            teams.append({"pieces": list(self.board.values()).count(team), "switches": sum(self.board.get(cell) == team for cell in SWITCHES),
                          "frontier": set() if self.hard else frontier, "cut_off": racing and not frontier})
        marks = [{"letter": letter, "shows": next((team for team in (0, 1) if self.controls(team, letter)), None)} for letter in KEYS]
        telling = {"announcements": self.telling()} if self.phase == "over" else {}
        return {"teams": teams, "landmarks": marks} | telling

    def telling(self) -> list[dict[str, Any]]:
        """R6.4"""
        assert self.order is not None
        teams = [self.order, 1 - self.order]
        total = [sum(self.board.get(cell) == team for cell in SWITCHES) for team in (0, 1)]
        left = [[card for card in CARDS if card in self.hand[team] and card not in BOOKS] for team in (0, 1)]
        told = [{"seat": team, "card": "", "total": total[team]} for team in teams]
        bonus: set[tuple[int, str]] = set()
        while left[0] or left[1]:
            for team in [team for team in teams if left[team]]:
                card = left[team].pop(0)
                if self.controls(team, card[0]):
                    total[team] += int(card[1])
                    if self.board[KEYS[card[0]]] == team and (team, card[0]) not in bonus:
                        total[team] += BONUS
                        bonus.add((team, card[0]))
                told.append({"seat": team, "card": card, "total": total[team]})
        return told

    def sight(self, who: int, move: str) -> list[int]:
        """R4.16"""
        verb, *words = move.split()
        if verb == "tempo":
            return [UNSEEN] * 3
        if verb == "deal":
            return [MASKED] + [SEEN if letter == words[0] else MASKED for letter in TEAMS]
        if verb == "choose" and self.choice == [None, None]:
            return [MASKED] + [SEEN if team == who else MASKED for team in (0, 1)]
        if verb in ("wait", "end"):
            return [UNSEEN] + [SEEN if team == who else UNSEEN for team in (0, 1)]
        return [SEEN] * 3

    def shows_whose_turn(self, others: list[int]) -> bool:
        """When teams alternate: unless it tells of a Book of somebody else who is cut off."""
        return self.mode == "alt" and all(self.frontier(team) for team in others)
