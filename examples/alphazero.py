#!/usr/bin/env python3
"""A small AlphaZero: a net and a tree search teach each other, for two players where nothing is hidden (Myriath, Mykerinos, Mytikas).

    python3 examples/alphazero.py --minutes 60 --every 240 --csv curve.csv     # on a CPU
    python3 examples/alphazero.py --game myriath --minutes 3 --device cuda

All games search at once, and so do their trees: a simulation goes down every tree, `expand` makes all new states in one call, `observe_in` and
`legal_in` look at them, and the net judges them together. The tree keeps the moves that the net likes best, at the root with noise
(Gumbel), so that a list of hundreds of moves stays cheap. What luck draws after a move is drawn once, when the tree gets that state.
Needs PyTorch and `petteia`; on a GPU also its kernels (docs/gpu.md). What it reached where: docs/learning.md."""
# SPDX-License-Identifier: MIT
import argparse
import collections
import csv
import random
import sys
import time

import numpy as np
import petteia
import torch
from petteia.gpu import Games
from torch import nn
from torch.nn import functional

EXPLORE, BEST = 1.5, 16  # PUCT's constant; how many moves of a position the tree looks at
SIGNED = {"uint32": np.int32, "uint64": np.int64}  # PyTorch has few operations for the others
TRUST = 8.0  # by how much a move that the search found better by 1 (a draw instead of a loss) grows in the logarithm of its odds


def parts_of(game):
    """For each move the numbers of its parts: "place 1aw 4 l4" is four words, and each two neighbours are a part, too. Moves that share a part learn
    together. 0 is no part."""
    texts = [(game.text(m) or "").split() for m in range(game.move_space)]
    parts = [[*enumerate(words), *((i, *pair) for i, pair in enumerate(zip(words, words[1:])))] for words in texts]
    number = {p: n + 1 for n, p in enumerate(sorted({p for move in parts for p in move}))}
    most = max(map(len, parts))
    return torch.tensor([[number[p] for p in move] + [0] * (most - len(move)) for move in parts])


class Net(nn.Module):
    """From columns (docs/tensors.md) to a value and a number for each legal move: the sum of its parts' numbers, which cost one layer for all moves."""

    def __init__(self, columns, parts, hidden=128):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.part, self.value = nn.Linear(hidden, int(parts.max()) + 1), nn.Linear(hidden, 1)
        self.register_buffer("parts", parts, persistent=False)
        nn.init.zeros_(self.value.weight)

    def forward(self, seen, legal, moves):
        x = self.trunk(seen.float())
        logits = self.part(x).gather(1, self.parts[legal].flatten(1)).view(*legal.shape, -1).sum(2)
        beyond = torch.arange(legal.shape[1], device=legal.device) >= moves[:, None]
        return functional.log_softmax(logits.masked_fill(beyond, -1e9), 1), torch.tanh(self.value(x)[:, 0])


class Engine:
    """The batched calls of petteia.gpu.Games on tensors, on a chip or, with the same kernels, on the CPU."""

    def __init__(self, game, count, seed, device):
        self.device = device
        self.games = Games(game, count, 2, seed=seed, dtype="float16", device=0 if device == "cuda" else "cpu")
        self.count, self.space, self.size = count, self.games.game.move_space, self.games.size

    def tensor(self, array):
        if self.device == "cuda":
            return torch.from_dlpack(array)
        return torch.from_numpy(array.view(SIGNED.get(array.dtype.name, array.dtype)))

    def array(self, tensor):
        """For the engine: on a chip it reads the tensor itself."""
        return tensor.contiguous() if self.device == "cuda" else tensor.numpy()

    def states(self):
        return self.tensor(self.games.states).view(torch.int64).clone()

    def look(self, states, seats):
        """What each seat sees, its legal moves, how many they are."""
        states, seats = self.array(states), self.array(seats.int())
        moves, legal = self.games.legal_in(states, seats)
        seen, moves = self.tensor(self.games.observe_in(states, seats)), self.tensor(moves).long()
        wide = max(1, int(moves.max()))
        legal = self.tensor(legal).view(torch.int32)[:, :wide].long()
        return seen, legal * (torch.arange(wide, device=legal.device) < moves[:, None]), moves

    def expand(self, states, parents, seats, actions, seed):
        """The states after these moves, who moves there (-1: it is over), and what the result is worth to seat 0."""
        after, following = self.games.expand(*(self.array(t) for t in (states, parents.int(), seats.int(), actions.int())), seed, check=False)
        result = self.tensor(self.games.rewards(after))[:, 0]
        return self.tensor(after).view(torch.int64), self.tensor(following).long(), result

    def seats(self):
        return self.tensor(self.games.seat).long().clone()

    def step(self, actions):
        self.games.step(self.array(actions.int()))
        return self.tensor(self.games.over).bool().clone(), self.tensor(self.games.reward)[:, 0].clone()


# --- the search ---

class Trees:
    """One tree for each game: nodes in arrays [game, node], their best moves in arrays [game, node, BEST]."""

    def __init__(self, engine, net, simulations, seed):
        self.engine, self.net, self.draws = engine, net, random.Random(seed)  # their own draws, so that a contest changes nothing for who learns
        count, nodes, device = engine.count, simulations + 1, engine.device
        self.rows = torch.arange(count, device=device)
        self.state = torch.zeros(count, nodes, engine.states().shape[1], dtype=torch.int64, device=device)
        self.seat = torch.full((count, nodes), -1, device=device)
        self.result = torch.zeros(count, nodes, device=device)
        self.move, self.child = (torch.zeros(count, nodes, BEST, dtype=torch.int64, device=device) for _ in range(2))
        self.prior, self.visits, self.worth = (torch.zeros(count, nodes, BEST, device=device) for _ in range(3))
        self.guess = torch.zeros(count, nodes, 1, device=device)  # the net's, from the eyes of who moves there

    def open(self, node, states, seats, results, noise=False):
        """A new node in each tree; returns what it is worth to seat 0, and for the root what the net saw."""
        seen, legal, moves = self.engine.look(states, seats.clamp(min=0))
        with torch.no_grad():
            log_odds, value = self.net(seen, legal, moves)
        liking = log_odds - torch.log(-torch.log(torch.rand_like(log_odds).clamp(1e-9, 1 - 1e-7))) if noise else log_odds
        at = liking.masked_fill(log_odds < -1e8, -1e9).topk(min(BEST, legal.shape[1]), 1).indices
        odds = log_odds.gather(1, at).exp()
        more = BEST - at.shape[1]
        self.prior[:, node] = functional.pad(odds / odds.sum(1, keepdim=True).clamp(min=1e-9), (0, more))
        self.move[:, node] = functional.pad(legal.gather(1, at), (0, more))
        self.child[:, node], self.visits[:, node], self.worth[:, node] = -1, 0, 0
        self.state[:, node], self.seat[:, node], self.result[:, node], self.guess[:, node, 0] = states, seats, results, value
        worth = torch.where(seats < 0, results, torch.where(seats == 0, value, -value))
        return worth, (seen, legal, moves), log_odds, at

    def chosen(self, node):
        """PUCT, from the eyes of who moves there; a move without odds is none, one without visits is worth what the net says of the position."""
        prior, visits = self.prior[self.rows, node], self.visits[self.rows, node]
        mean = torch.where(visits > 0, self.worth[self.rows, node] / visits.clamp(min=1), self.guess[self.rows, node])
        score = mean + EXPLORE * prior * (visits.sum(1, keepdim=True) + 1).sqrt() / (1 + visits)
        return score.masked_fill(prior <= 0, -1e9).argmax(1)

    def simulate(self, node, seed):
        """Down every tree to a move that was not tried, or to an end; a new node there; and what it is worth, all the way up."""
        at, leaf, last = (torch.zeros_like(self.rows) for _ in range(3))
        going, fresh, path = self.seat[:, 0] >= 0, torch.zeros_like(self.rows, dtype=torch.bool), []
        while going.any():
            pick = self.chosen(at)
            path.append((at, pick, going))
            child = self.child[self.rows, at, pick]
            stops = going & (child < 0)
            leaf, last, fresh = torch.where(stops, at, leaf), torch.where(stops, pick, last), fresh | stops
            at = torch.where(going & ~stops, child, at)
            going = going & ~stops & (self.seat[self.rows, at] >= 0)
        # a tree that came to an end makes a node as well, by a move from its root, which nobody will see
        after, seat, result = self.engine.expand(self.state[self.rows, leaf], self.rows, self.seat[self.rows, leaf], self.move[self.rows, leaf, last], seed)
        worth = self.open(node, after, seat, result)[0]
        worth = torch.where(fresh, worth, self.result[self.rows, at])
        self.child[self.rows[fresh], leaf[fresh], last[fresh]] = node
        for at, pick, counts in path:
            self.visits[self.rows, at, pick] += counts
            self.worth[self.rows, at, pick] += torch.where(self.seat[self.rows, at] == 0, worth, -worth) * counts

    def search(self, simulations, noise):
        """For each game: what the root saw, better odds for all its moves, and what it is worth to seat 0. The net's odds grow for moves that turned
        out better than the position and shrink for worse ones. Counts of visits would instead sharpen whatever the net believes, as so few visits
        cannot tell moves apart."""
        _, root, log_odds, at = self.open(0, self.engine.states(), self.engine.seats(), torch.zeros_like(self.result[:, 0]), noise)
        for n in range(simulations):
            self.simulate(n + 1, self.draws.getrandbits(63))
        tried, wide = self.visits[:, 0, :at.shape[1]], at.shape[1]
        mover = (self.guess[:, 0, 0] + self.worth[:, 0].sum(1)) / (1 + self.visits[:, 0].sum(1))
        gain = torch.where(tried > 0, self.worth[:, 0, :wide] / tried.clamp(min=1) - mover[:, None], torch.zeros_like(tried))
        odds = functional.softmax(log_odds.scatter_add(1, at, TRUST * gain), 1)
        return root, odds, torch.where(self.seat[:, 0] == 0, mover, -mover)


# --- playing and learning ---

def play(trees, simulations, plies):
    """So many moves in every game, each by a search, with what there is to learn from them: the search's odds, and how the game ended
    (or, where it has not, what the last search thinks)."""
    engine, kept = trees.engine, []
    for ply in range(plies + 1):
        (seen, legal, moves), odds, worth = trees.search(simulations, noise=True)
        if ply == plies:
            break
        seat = engine.seats()
        move = legal.gather(1, torch.multinomial(odds, 1))[:, 0]
        over, result = engine.step(move)
        kept.append((seen, legal, moves, odds, seat, over, result))
    lessons = []
    for seen, legal, moves, odds, seat, over, result in reversed(kept):
        worth = torch.where(over, result, worth)
        lessons.append((seen, legal, moves, odds, torch.where(seat == 0, worth, -worth)))
    return lessons


def learn(net, optimizer, lessons, batches, each):
    for _ in range(batches):
        some = random.sample(lessons, min(each, len(lessons)))
        wide = max(s[1].shape[1] for s in some)
        padded = ((s[0], functional.pad(s[1], (0, wide - s[1].shape[1])), s[2], functional.pad(s[3], (0, wide - s[3].shape[1])), s[4]) for s in some)
        seen, legal, moves, odds, worth = (torch.cat(column) for column in zip(*padded))
        log_odds, value = net(seen, legal, moves)
        loss = functional.mse_loss(value, worth) - (odds * log_odds.clamp(min=-50)).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def share(net, game, opponent, count, simulations, seed, device):
    """The share of wins of the search against an opponent, in both seats as often."""
    engine = Engine(game, count, seed, device)
    trees, table = Trees(engine, net, simulations, seed), petteia.Table(game, 2)
    mind = None if opponent == "random" else petteia.Mind(opponent, game, seed=seed)
    own = torch.arange(count, device=device) % 2
    won, playing = torch.zeros(count, device=device), torch.ones(count, dtype=torch.bool, device=device)
    while playing.any():
        (_, legal, _), odds, _ = trees.search(simulations, noise=False)
        move = legal.gather(1, odds.argmax(1, keepdim=True))[:, 0]
        theirs = engine.seats() != own
        if mind is None:
            move = torch.where(theirs, engine.tensor(engine.games.sample()).long(), move)
        else:
            states, seats = engine.games.host("state"), engine.games.host("seat")
            for i in torch.nonzero(theirs & playing)[:, 0].tolist():
                view = table.observe(states[i].tobytes()[:table.game.view_size], int(seats[i]))
                move[i] = table.game.index(mind.pick(view, int(seats[i])))
        over, result = engine.step(move)
        won += (playing & over) * (torch.where(own == 0, result, -result) + 1) / 2
        playing &= ~over  # the next game in this row counts no more
    return float(won.mean())


def doubt(share, games):
    """By how much 95 of 100 such contests miss at most (Agresti and Coull: it holds for none and all of the games, too)."""
    likely = (share * games + 2) / (games + 4)
    return 1.96 * (likely * (1 - likely) / (games + 4)) ** 0.5


def keep(path, mode, row):
    """A line of the curve, at once: who stops the program keeps what there is."""
    if path:
        with open(path, mode, newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerow(row)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="myriath")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--count", type=int, help="games at once (64 on a CPU, 1024 on a GPU)")
    parser.add_argument("--simulations", type=int, default=16)
    parser.add_argument("--plies", type=int, default=20, help="moves in each game before the net learns again")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponents", nargs="*", default=["random", "greedy"])
    parser.add_argument("--every", type=float, default=60, help="seconds of learning between two contests")
    parser.add_argument("--contest", type=int, default=100, help="games of a contest")
    parser.add_argument("--csv", help="a file for the curve")
    parser.add_argument("--save", help="a file for the net")
    return parser.parse_args()


def main():
    args = arguments()
    clock = time.monotonic if args.device == "cuda" else time.process_time  # a CPU may be busy with something else
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    if petteia.Table(args.game, 2).hides:
        sys.exit(f"{args.game} hides something, and this search looks at everything: take a game of open information")
    engine = Engine(args.game, args.count or (1024 if args.device == "cuda" else 64), args.seed, args.device)
    net = Net(engine.size, parts_of(engine.games.game)).to(args.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate)
    trees, memory = Trees(engine, net, args.simulations, args.seed), collections.deque(maxlen=16 * args.plies)
    learned, moves, due = 0.0, 0, 0.0
    keep(args.csv, "w", ["seconds", "moves", "games", *args.opponents])
    while True:
        if learned >= due or learned >= 60 * args.minutes:
            shares = [share(net, args.game, o, args.contest, args.simulations, 1000 + args.seed, args.device) for o in args.opponents]
            keep(args.csv, "a", [round(learned), moves, args.contest, *(round(s, 3) for s in shares)])
            told = (f"{s:.0%} ± {doubt(s, args.contest):.0%} against {o}" for s, o in zip(shares, args.opponents))
            print(f"{learned:6.0f} s, {moves:.3g} moves: " + ", ".join(told), flush=True)
            due = learned + args.every
        if learned >= 60 * args.minutes:
            break
        begin = clock()
        memory.extend(play(trees, args.simulations, args.plies))
        learn(net, optimizer, list(memory), batches=2 * args.plies, each=4)
        learned += clock() - begin
        moves += engine.count * args.plies
    if args.save:
        torch.save(net.state_dict(), args.save)


if __name__ == "__main__":
    main()
