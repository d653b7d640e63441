#!/usr/bin/env python3
"""Trains a net on files of `petteia selfplay`, and writes it as bots read it.

  train/learn.py OUT.net PREFIX... [--from OLD.pt] [--seconds N]

One game in ten is kept apart. The loss of a value is the cross entropy of the shares against a mixture of the result and what the
search found; that of the moves against their visits. Prints one line of JSON: losses of the hints alone, of the net, and of the net in
whole numbers, on the games kept apart."""
# SPDX-License-Identifier: MIT
import argparse
import json
import math
import os
import sys
import time

import numpy as np
import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import data  # noqa: E402
import export  # noqa: E402
from petteia.tensors import Tensor  # noqa: E402

LIMIT = 7.99  # of what the layers pass on, and of weights behind the first
DOUBLING = math.log(2)


class Net(torch.nn.Module):
    """As bots/net/net.h describes it, in floats."""

    def __init__(self, columns, players, base, prior_base, dropout):
        super().__init__()
        self.dropout = dropout
        self.first = torch.nn.Linear(columns, export.HEADS * export.HIDDEN)
        bound = export.HIDDEN**-0.5
        self.second = torch.nn.Parameter(torch.empty(export.HEADS, export.MIND, export.HIDDEN).uniform_(-bound, bound))
        self.second_bias = torch.nn.Parameter(torch.zeros(export.HEADS, export.MIND))
        self.value = torch.nn.Linear(export.MIND, players)
        self.table = torch.nn.Embedding(data.ROWS, export.MIND)
        self.base = torch.nn.Parameter(torch.tensor(float(base)), requires_grad=base > 0)
        self.prior_base = torch.nn.Parameter(torch.tensor(float(prior_base)), requires_grad=prior_base > 0)
        torch.nn.init.normal_(self.table.weight, std=0.05)
        torch.nn.init.zeros_(self.value.weight)

    def minds(self, columns):
        """The last layer of both heads, and the sums of the first."""
        sums = self.first(columns)
        hidden = sums.clamp(0, LIMIT).view(-1, export.HEADS, export.HIDDEN)
        hidden = torch.nn.functional.dropout(hidden, self.dropout, self.training)
        return (torch.einsum("nhi,hmi->nhm", hidden, self.second) + self.second_bias).clamp(0, LIMIT), sums

    def forward(self, columns, expect, rows, prior):
        minds, sums = self.minds(columns)
        value = self.value(minds[:, 0]) + self.base * expect
        moves = self.table(rows).sum(dim=2)
        return value, (moves @ minds[:, 1, :, None])[:, :, 0] + self.prior_base * prior, sums

    def hold(self):
        """Keeps the weights where whole numbers can hold them."""
        with torch.no_grad():
            self.second.clamp_(-LIMIT, LIMIT)
            self.value.weight.clamp_(-LIMIT, LIMIT)
            self.table.weight.clamp_(-1.98, 1.98)
            self.base.clamp_(0, 3.9)
            self.prior_base.clamp_(0, 3.9)


def cross_entropy(logits, target):
    return -(target * torch.log_softmax(logits * DOUBLING, dim=1)).sum(dim=1).mean()


def move_loss(logits, legal, visits):
    logits = logits.masked_fill(~legal, -1e4)
    return -(visits * torch.log_softmax(logits * DOUBLING, dim=1)).sum(dim=1).mean()


class Batches:
    """The positions on the device, and what the net gets of some of them."""

    def __init__(self, p, scales, mix, device):
        self.device, self.mix = device, mix
        self.parts = {name: torch.from_numpy(getattr(p, name)).to(device)
                      for name in ("columns", "expect", "result", "found", "rows", "visits", "prior", "legal")}
        self.scales = torch.from_numpy(scales).to(device)

    def take(self, which):
        p = {name: part[which] for name, part in self.parts.items()}
        inputs = (p["columns"].float() * self.scales, p["expect"], p["rows"].long(), p["prior"].float())
        return inputs, (1 - self.mix) * p["result"] + self.mix * p["found"], p["legal"], p["visits"].float(), p["result"]


def judge(net, batches, which, size=8192):
    """Mean losses on some positions against their results: hints, net; then of the moves: prior, net; then of the net against the mixture
    that it learns. And the largest sum of the first layer."""
    sums, largest = np.zeros(5), 0.0
    net.eval()
    with torch.no_grad():
        for at in range(0, len(which), size):
            inputs, target, legal, visits, result = batches.take(which[at:at + size])
            value, logits, first = net(*inputs)
            sums += len(value) * np.array([
                cross_entropy(inputs[1], result).item(), cross_entropy(value, result).item(), move_loss(inputs[3], legal, visits).item(),
                move_loss(logits, legal, visits).item(), cross_entropy(value, target).item()])
            largest = max(largest, first.abs().max().item())
    net.train()
    return sums / max(len(which), 1), largest


class Best:
    """The best weights so far of each head, by its loss on the games kept apart: games are few, and a net soon knows them by heart."""

    def __init__(self, net):
        self.net, self.least, self.kept = net, [math.inf, math.inf], {}

    @staticmethod
    def head_of(name):
        return 0 if name.startswith(("value", "base")) else 1 if name.startswith(("table", "prior_base")) else None

    def look(self, losses):
        for head, loss in enumerate((losses[4], losses[3])):
            if loss >= self.least[head]:
                continue
            self.least[head] = loss
            for name, weights in self.net.state_dict().items():
                if self.head_of(name) in (None, head):
                    self.kept[head, name] = weights.clone()

    def take(self):
        state = {}
        for name in self.net.state_dict():
            head = self.head_of(name)
            if head is not None:
                state[name] = self.kept[head, name]
            else:  # the first axis is the head's, or the sums of one after those of the other
                parts = [self.kept[h, name] for h in range(export.HEADS)]
                half = len(parts[0]) // 2
                state[name] = torch.cat([parts[0][:half], parts[1][half:]])
        self.net.load_state_dict(state)


def train(net, batches, which, apart, args, generator):
    rate, best = args.rate, Best(net)
    optimiser = torch.optim.AdamW([w for w in net.parameters() if w.requires_grad], lr=rate, weight_decay=args.decay)
    begin, steps, share = time.time(), 0, 0.0
    few = apart[:30000]
    best.look(judge(net, batches, few)[0])
    while share < 1:
        order = which[torch.randperm(len(which), generator=generator).to(which.device)]
        for at in range(0, max(len(order) - args.batch + 1, 1), args.batch):
            share = steps / args.steps if args.steps else (time.time() - begin) / args.seconds
            if share >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1, steps / 100 + 0.01) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(share, 1))))
            inputs, target, legal, visits, _ = batches.take(order[at:at + args.batch])
            value, logits, first = net(*inputs)
            beyond = (first.abs() - 24).clamp(min=0).mean()  # whole numbers end at 32
            loss = cross_entropy(value, target) + move_loss(logits, legal, visits) + beyond
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            net.hold()
            steps += 1
            if steps % args.look == 0:
                best.look(judge(net, batches, few)[0])
    best.look(judge(net, batches, few)[0])
    best.take()
    return steps


def whole_loss(q, p, which):
    """The loss of the value in whole numbers, as C computes it."""
    x = export.points(q, p.columns[which], p.expect[which]) / 1024 * DOUBLING
    x = x - x.max(axis=1, keepdims=True)
    return float(-(p.result[which] * (x - np.log(np.exp(x).sum(axis=1, keepdims=True)))).sum(axis=1).mean())


def read_args():
    a = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    a.add_argument("out")
    a.add_argument("prefix", nargs="+")
    a.add_argument("--from", dest="old", help="go on with this net (.pt)")
    a.add_argument("--seconds", type=float, default=30)
    a.add_argument("--steps", type=int, default=0, help="instead of seconds: the same net every time")
    a.add_argument("--batch", type=int, default=2048)
    a.add_argument("--rate", type=float, default=1e-3)
    a.add_argument("--mix", type=float, default=0.7, help="how much of the value is what searches found from here on, not the result")
    a.add_argument("--fades", type=float, default=0.93, help="how much the next search in a game counts against this one; 0: not at all")
    a.add_argument("--base", type=float, default=1, help="0: the net replaces the game's evaluation; 1: it corrects it")
    a.add_argument("--prior-base", type=float, default=1)
    a.add_argument("--decay", type=float, default=0.05)
    a.add_argument("--dropout", type=float, default=0.1)
    a.add_argument("--look", type=int, default=50, help="steps between two looks at the games kept apart")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--note", default="")
    return a.parse_args()


def main():
    args = read_args()
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    p, head = data.read(args.prefix, args.fades)
    scales = export.scales_of(Tensor(head["game"], head["players"]))
    net = Net(len(scales), head["players"], args.base, args.prior_base, args.dropout).to(device)
    if args.old:
        net.load_state_dict(torch.load(args.old, map_location=device))
    batches = Batches(p, scales, args.mix, device)
    apart = p.game % 10 == 0
    shuffled = np.random.default_rng(args.seed).permutation(len(p.game))  # what is looked at is of all generations
    which = [torch.from_numpy(shuffled[part[shuffled]]).to(device) for part in (~apart, apart)]
    steps = train(net, batches, which[0], which[1], args, torch.Generator().manual_seed(args.seed))
    losses, largest = judge(net, batches, which[1])
    largest = max(largest, judge(net, batches, which[0][:200000])[1])
    q = export.quantised({k: v.cpu().numpy() for k, v in net.state_dict().items()}, scales, largest)
    few = which[1][:5000].cpu().numpy()
    report = {"game": head["game"], "players": head["players"], "positions": len(p.game), "steps": steps,
              "hints": round(losses[0], 4), "net": round(losses[1], 4), "whole": round(whole_loss(q, p, few), 4),
              "prior": round(losses[2], 4), "moves": round(losses[3], 4), "base": q["base"] / 256, "prior_base": q["prior_base"] / 256,
              "largest": round(largest, 1), "shift": q["shift"]}
    export.write(args.out, head, q, f"{args.note} {json.dumps(report)}".strip())
    torch.save(net.state_dict(), os.path.splitext(args.out)[0] + ".pt")
    print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
