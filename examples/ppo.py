#!/usr/bin/env python3
"""PPO by self-play on the vector environment: one net plays every seat, and learns from all of them.

    python3 examples/ppo.py --game myst --minutes 30 --csv curve.csv         # on a CPU
    python3 examples/ppo.py --game myst --minutes 3 --device cuda            # games and net on a GPU, nothing copied

Needs PyTorch, and `petteia` (python/README.md); on a GPU also its kernels (docs/gpu.md). Every so often the net plays against random moves and against
a bot, and the share of wins is printed. What it reached where: docs/learning.md."""
# SPDX-License-Identifier: MIT
import argparse
import csv
import sys
import time

import numpy as np
import petteia
import torch
from torch import nn
from torch.nn import functional

GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, EPOCHS = 1.0, 0.95, 0.2, 0.01, 0.5, 3


class Net(nn.Module):
    """From columns (docs/tensors.md) to a value and a number for each legal move. A move has a vector of its own, so that thousands of them
    cost no more than those that are legal."""

    def __init__(self, columns, move_space, hidden=256, width=64):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.query, self.value = nn.Linear(hidden, width), nn.Linear(hidden, 1)
        self.move, self.bias = nn.Embedding(move_space, width), nn.Embedding(move_space, 1)
        nn.init.normal_(self.move.weight, std=0.1)
        nn.init.zeros_(self.bias.weight)

    def forward(self, seen, legal, moves):
        """The logarithms of the odds of legal[:, :moves], and what the position is worth to who moves."""
        x = self.trunk(seen.float())
        query = self.query(x)
        if self.move.num_embeddings < 4096:  # all moves, then those that are legal: quicker than a vector for each
            logits = (query @ self.move.weight.T + self.bias.weight[:, 0]).gather(1, legal)
        else:
            logits = (self.move(legal) @ query[:, :, None] + self.bias(legal))[:, :, 0]
        beyond = torch.arange(legal.shape[1], device=legal.device) >= moves[:, None]
        return functional.log_softmax(logits.masked_fill(beyond, -1e9), 1), self.value(x)[:, 0]


class Many:
    """Games on the CPU or on a GPU, their arrays as tensors."""

    def __init__(self, game, count, players, seed, device, **more):
        self.on_chip = device == "cuda"
        if self.on_chip:
            from petteia.gpu import Games
            self.env = Games(game, count, players, seed=seed, dtype="float16", **more)
        else:
            self.env = petteia.VectorEnv(game, count, players, seed=seed, dtype="float16", mask=False, **more)
        self.space = self.env.game.move_space

    def tensor(self, array):
        return torch.from_dlpack(array).clone() if self.on_chip else torch.from_numpy(np.array(array))

    def lists(self):
        """The legal moves, only as wide as the longest list; what stands after a list becomes 0, for any move will do there."""
        moves = self.tensor(self.env.moves).long()
        wide = max(1, int(moves.max()))
        if self.on_chip:
            legal = torch.from_dlpack(self.env.legal).view(torch.int32)[:, :wide].long()
        else:
            legal = torch.from_numpy(self.env.legal[:, :wide].astype(np.int64))
        return legal * (torch.arange(wide, device=legal.device) < moves[:, None]), moves

    def now(self):
        return (self.tensor(self.env.observation), *self.lists())

    def step(self, actions):
        self.env.step(actions.int() if self.on_chip else actions.numpy().astype(np.int32))


def picked(log_odds):
    return torch.multinomial(log_odds.exp(), 1)[:, 0]


# --- a rollout ---

def rollout(games, net, steps):
    """`steps` moves in every game: what was seen, what was chosen, and what came of it."""
    kept = []
    for _ in range(steps):
        seen, legal, moves = games.now()
        seat = games.tensor(games.env.seat).long()
        with torch.no_grad():
            log_odds, value = net(seen, legal, moves)
        at = picked(log_odds)
        games.step(legal.gather(1, at[:, None])[:, 0])
        kept.append({"seen": seen, "legal": legal, "moves": moves, "seat": seat, "at": at, "value": value,
                     "log": log_odds.gather(1, at[:, None])[:, 0], "reward": games.tensor(games.env.reward), "over": games.tensor(games.env.over).bool()})
    return kept


def last_values(games, net, players):
    """What each game is worth to each seat now: what the net says for whoever moves, and the others pay for it."""
    seat = games.tensor(games.env.seat).long()
    worth = torch.zeros(seat.shape[0], players, device=seat.device)
    with torch.no_grad():
        own = net(*games.now())[1]
    for other in range(players):
        worth[:, other] = torch.where(seat == other, own, -own / (players - 1))
    return worth


def advantages(kept, worth):
    """Generalised advantages, for each seat along its own moves: the next value is that of the seat's own next move in the same game."""
    count, players = worth.shape
    rows, ahead, carried = torch.arange(count, device=worth.device), worth.clone(), torch.zeros_like(worth)
    coming = torch.zeros_like(worth)  # rewards since a seat's last move
    for step in reversed(kept):
        over, seat = step["over"][:, None], step["seat"]
        coming = torch.where(over, step["reward"], coming)
        ahead, carried = ahead.masked_fill(over, 0), carried.masked_fill(over, 0)
        error = coming[rows, seat] + GAMMA * ahead[rows, seat] - step["value"]
        step["advantage"] = error + GAMMA * LAMBDA * carried[rows, seat]
        step["return"] = step["advantage"] + step["value"]
        carried[rows, seat], ahead[rows, seat], coming[rows, seat] = step["advantage"], step["value"], 0.0


def joined(kept):
    """One row for each move of the rollout; lists get the width of the longest."""
    wide = max(step["legal"].shape[1] for step in kept)
    for step in kept:
        step["legal"] = functional.pad(step["legal"], (0, wide - step["legal"].shape[1]))
    return {name: torch.cat([step[name] for step in kept]) for name in ("seen", "legal", "moves", "at", "log", "advantage", "return")}


# --- learning ---

def learn(net, optimizer, data, batch):
    total = data["at"].shape[0]
    gain = data["advantage"]
    data["advantage"] = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(total, device=gain.device).split(batch):
            part = {name: values[rows] for name, values in data.items()}
            log_odds, value = net(part["seen"], part["legal"], part["moves"])
            ratio = (log_odds.gather(1, part["at"][:, None])[:, 0] - part["log"]).exp()
            gained = torch.min(ratio * part["advantage"], ratio.clamp(1 - CLIP, 1 + CLIP) * part["advantage"]).mean()
            spread = -(log_odds.exp() * log_odds.clamp(min=-50)).sum(1).mean()
            loss = -gained + VALUE * functional.mse_loss(value, part["return"]) - ENTROPY * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


# --- how good it is ---

def share(net, game, players, opponent, count, seed, device):
    """The share of wins against an opponent in `count` games, in each seat as often as in any other."""
    env = petteia.VectorEnv(game, count, players, seed=seed, dtype="float16", mask=False, again=False)
    mind = None if opponent == "random" else petteia.Mind(opponent, game, seed=seed)
    own, won = np.arange(count) % players, np.zeros(count)
    while (env.moves > 0).any():
        actions = env.sample() if mind is None else np.full(count, petteia.STAY, np.int32)
        ours = np.flatnonzero((env.seat == own) & (env.moves > 0))
        if ours.size:
            wide = int(env.moves[ours].max())
            legal, moves = env.legal[ours, :wide].astype(np.int64), env.moves[ours].astype(np.int64)
            legal *= np.arange(wide) < moves[:, None]
            with torch.no_grad():
                log_odds, _ = net(*(torch.from_numpy(a).to(device) for a in (env.observation[ours], legal, moves)))
            actions[ours] = legal[np.arange(ours.size), picked(log_odds).cpu().numpy()]
        for i in np.flatnonzero((env.seat != own) & (env.moves > 0)) if mind else ():
            actions[i] = env.game.index(mind.pick(env.view(int(i), int(env.seat[i])), int(env.seat[i])))
        env.step(actions)
        won += np.where(env.over, (env.reward[np.arange(count), own] * (players - 1) + 1) / players, 0)
    return float(won.mean())


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="myst")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--count", type=int, help="games at once (256 on a CPU, 4096 on a GPU)")
    parser.add_argument("--steps", type=int, default=64, help="moves of a rollout, in each game")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponents", nargs="*", default=["random", "greedy"])
    parser.add_argument("--every", type=float, default=60, help="seconds of learning between two contests")
    parser.add_argument("--contest", type=int, default=200, help="games of a contest")
    parser.add_argument("--csv", help="a file for the curve")
    parser.add_argument("--save", help="a file for the net")
    return parser.parse_args()


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    count = args.count or (4096 if args.device == "cuda" else 256)
    games = Many(args.game, count, args.players, args.seed, args.device)
    net = Net(games.env.size, games.space).to(args.device)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    rows, learned, steps, due = [], 0.0, 0, 0.0
    while True:
        if learned >= due or learned >= 60 * args.minutes:
            shares = [share(net, args.game, args.players, o, args.contest, 1000 + args.seed, args.device) for o in args.opponents]
            rows.append([round(learned), steps, *(round(s, 3) for s in shares)])
            print(f"{learned:6.0f} s, {steps:.3g} moves: " + ", ".join(f"{s:.0%} against {o}" for s, o in zip(shares, args.opponents)), flush=True)
            due = learned + args.every
        if learned >= 60 * args.minutes:
            break
        begin = time.monotonic()
        kept = rollout(games, net, args.steps)
        advantages(kept, last_values(games, net, args.players))
        learn(net, optimizer, joined(kept), batch=max(1024, count * args.steps // 16))
        learned += time.monotonic() - begin
        steps += count * args.steps
    with open(args.csv, "w", newline="", encoding="utf-8") if args.csv else sys.stdout as file:
        csv.writer(file, lineterminator="\n").writerows([["seconds", "moves", *args.opponents], *rows])
    if args.save:
        torch.save(net.state_dict(), args.save)


if __name__ == "__main__":
    main()
