#!/usr/bin/env python3
"""A small AlphaZero: a net and a tree search teach each other, for two players where nothing is hidden (Myriath, Mykerinos, Mytikas).

    python3 examples/alphazero.py --game myriath --minutes 30 --csv curve.csv     # on a CPU
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

EXPLORE, BEST = 1.5, 24  # PUCT's constant; how many moves of a position the tree looks at


class Net(nn.Module):
    """From columns (docs/tensors.md) to a value and a number for each legal move; every move has a vector of its own."""

    def __init__(self, columns, move_space, hidden=256, width=32):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.query, self.value = nn.Linear(hidden, width), nn.Linear(hidden, 1)
        self.move, self.bias = nn.Embedding(move_space, width), nn.Embedding(move_space, 1)
        nn.init.normal_(self.move.weight, std=0.1)
        nn.init.zeros_(self.bias.weight)

    def forward(self, seen, legal, moves):
        x = self.trunk(seen.float())
        logits = (self.move(legal) @ self.query(x)[:, :, None] + self.bias(legal))[:, :, 0]
        beyond = torch.arange(legal.shape[1], device=legal.device) >= moves[:, None]
        return functional.log_softmax(logits.masked_fill(beyond, -1e9), 1), torch.tanh(self.value(x)[:, 0])


class Engine:
    """The batched calls of petteia.gpu.Games on tensors, on a chip or, with the same kernels, on the CPU."""

    def __init__(self, game, count, seed, device):
        self.device = device
        self.games = Games(game, count, 2, seed=seed, dtype="float16", device=0 if device == "cuda" else "cpu")
        self.count, self.space, self.size = count, self.games.game.move_space, self.games.size

    def tensor(self, array):
        return torch.from_dlpack(array) if self.device == "cuda" else torch.from_numpy(array)

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
        after, following = self.games.expand(*(self.array(t) for t in (states, parents.int(), seats.int(), actions.int())), seed)
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

    def __init__(self, engine, net, simulations):
        self.engine, self.net = engine, net
        count, nodes, device = engine.count, simulations + 1, engine.device
        self.rows = torch.arange(count, device=device)
        self.state = torch.zeros(count, nodes, engine.states().shape[1], dtype=torch.int64, device=device)
        self.seat = torch.full((count, nodes), -1, device=device)
        self.result = torch.zeros(count, nodes, device=device)
        self.move, self.child = (torch.zeros(count, nodes, BEST, dtype=torch.int64, device=device) for _ in range(2))
        self.prior, self.visits, self.worth = (torch.zeros(count, nodes, BEST, device=device) for _ in range(3))

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
        self.state[:, node], self.seat[:, node], self.result[:, node] = states, seats, results
        worth = torch.where(seats < 0, results, torch.where(seats == 0, value, -value))
        return worth, (seen, legal, moves, functional.pad(at, (0, more)))

    def chosen(self, node):
        """PUCT, from the eyes of who moves there; a move without odds is none."""
        prior, visits = self.prior[self.rows, node], self.visits[self.rows, node]
        mean = self.worth[self.rows, node] / visits.clamp(min=1)
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
        worth, _ = self.open(node, after, seat, result)
        worth = torch.where(fresh, worth, self.result[self.rows, at])
        self.child[self.rows[fresh], leaf[fresh], last[fresh]] = node
        for at, pick, counts in path:
            self.visits[self.rows, at, pick] += counts
            self.worth[self.rows, at, pick] += torch.where(self.seat[self.rows, at] == 0, worth, -worth) * counts

    def search(self, simulations, noise):
        """For each game: what the root saw, how often each of its best moves was tried, and what it is worth to seat 0."""
        _, root = self.open(0, self.engine.states(), self.engine.seats(), torch.zeros_like(self.result[:, 0]), noise)
        for n in range(simulations):
            self.simulate(n + 1, random.getrandbits(63))
        tried = self.visits[:, 0]
        mover = self.worth[:, 0].sum(1) / tried.sum(1)
        return root, tried / tried.sum(1, keepdim=True), torch.where(self.seat[:, 0] == 0, mover, -mover)


# --- playing and learning ---

def play(trees, simulations, plies):
    """So many moves in every game, each by a search, with what there is to learn from them: the search's odds, and how the game ended
    (or, where it has not, what the last search thinks)."""
    engine, kept = trees.engine, []
    for ply in range(plies + 1):
        (seen, legal, moves, at), odds, worth = trees.search(simulations, noise=True)
        if ply == plies:
            break
        seat = engine.seats()
        move = trees.move[:, 0].gather(1, torch.multinomial(odds, 1))[:, 0]
        over, result = engine.step(move)
        kept.append((seen, legal, moves, at, odds, seat, over, result))
    lessons = []
    for seen, legal, moves, at, odds, seat, over, result in reversed(kept):
        worth = torch.where(over, result, worth)
        lessons.append((seen, legal, moves, at, odds, torch.where(seat == 0, worth, -worth)))
    return lessons


def learn(net, optimizer, lessons, batches, each):
    for _ in range(batches):
        some = random.sample(lessons, min(each, len(lessons)))
        wide = max(s[1].shape[1] for s in some)
        seen, legal, moves, at, odds, worth = (torch.cat(c) for c in zip(*((s[0], functional.pad(s[1], (0, wide - s[1].shape[1])), *s[2:]) for s in some)))
        log_odds, value = net(seen, legal, moves)
        loss = functional.mse_loss(value, worth) - (odds * log_odds.gather(1, at).clamp(min=-50)).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def share(net, game, opponent, count, simulations, seed, device):
    """The share of wins of the search against an opponent, in both seats as often."""
    engine = Engine(game, count, seed, device)
    trees, table = Trees(engine, net, simulations), petteia.Table(game, 2)
    mind = None if opponent == "random" else petteia.Mind(opponent, game, seed=seed)
    own = torch.arange(count, device=device) % 2
    won, playing = torch.zeros(count, device=device), torch.ones(count, dtype=torch.bool, device=device)
    while playing.any():
        _, odds, _ = trees.search(simulations, noise=False)
        move = trees.move[:, 0].gather(1, odds.argmax(1, keepdim=True))[:, 0]
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


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="myriath")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--count", type=int, help="games at once (64 on a CPU, 1024 on a GPU)")
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--plies", type=int, default=20, help="moves in each game before the net learns again")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponents", nargs="*", default=["random", "greedy"])
    parser.add_argument("--every", type=float, default=60, help="seconds of learning between two contests")
    parser.add_argument("--contest", type=int, default=64, help="games of a contest")
    parser.add_argument("--csv", help="a file for the curve")
    parser.add_argument("--save", help="a file for the net")
    return parser.parse_args()


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    if petteia.Table(args.game, 2).hides:
        sys.exit(f"{args.game} hides something, and this search looks at everything: take a game of open information")
    engine = Engine(args.game, args.count or (1024 if args.device == "cuda" else 64), args.seed, args.device)
    net = Net(engine.size, engine.space).to(args.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate)
    trees, memory = Trees(engine, net, args.simulations), collections.deque(maxlen=16 * args.plies)
    rows, learned, moves, due = [], 0.0, 0, 0.0
    while True:
        if learned >= due or learned >= 60 * args.minutes:
            shares = [share(net, args.game, o, args.contest, args.simulations, 1000 + args.seed, args.device) for o in args.opponents]
            rows.append([round(learned), moves, *(round(s, 3) for s in shares)])
            print(f"{learned:6.0f} s, {moves:.3g} moves: " + ", ".join(f"{s:.0%} against {o}" for s, o in zip(shares, args.opponents)), flush=True)
            due = learned + args.every
        if learned >= 60 * args.minutes:
            break
        begin = time.monotonic()
        memory.extend(play(trees, args.simulations, args.plies))
        learn(net, optimizer, list(memory), batches=2 * args.plies, each=4)
        learned += time.monotonic() - begin
        moves += engine.count * args.plies
    with open(args.csv, "w", newline="", encoding="utf-8") if args.csv else sys.stdout as file:
        csv.writer(file, lineterminator="\n").writerows([["seconds", "moves", *args.opponents], *rows])
    if args.save:
        torch.save(net.state_dict(), args.save)


if __name__ == "__main__":
    main()
