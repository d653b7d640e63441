#!/usr/bin/env python3
"""Makes a net's file smaller: its first layer in 8 bits, and no weights for columns that hardly matter.

  train/narrow.py IN.net OUT.net PREFIX... [--bytes N] [--bold]

PREFIX are files of `petteia selfplay`. One line of JSON says by how much the points of their positions change, in doublings of the odds. With
--bytes the columns that add least to the sums in these positions are left out, until the file is small enough. --bold: a search with
it is to explore twice as far."""
# SPDX-License-Identifier: MIT
import argparse
import hashlib
import json
import os
import struct
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import data  # noqa: E402
import export  # noqa: E402

HEAD, SUMS = "<16s4B4H2h2H", export.HEADS * export.HIDDEN


def taken(body, at, dtype, *shape):
    count = int(np.prod(shape))
    part = np.frombuffer(body, dtype=dtype, count=count, offset=at).reshape(shape)
    return part, at + part.nbytes


def parts_of(path):
    """A dictionary of what a file that is not narrow holds."""
    with open(path, "rb") as file:
        bytes_ = file.read()
    body = bytes_[len(export.MAGIC) + 32:]
    if bytes_[:len(export.MAGIC)] != export.MAGIC or hashlib.sha256(body).digest() != bytes_[len(export.MAGIC):-len(body)]:
        raise SystemExit(f"{path} is no net")
    game, players, _, shift, has, *_, base, _, note, plan = head = struct.unpack_from(HEAD, body)
    if has != export.HAS_MOVES:
        raise SystemExit(f"{path} is narrow already")
    at = struct.calcsize(HEAD) + note + plan
    start = body[:at]
    tail_size = 4 * SUMS // 2 + 2 * export.HEADS * export.MIND * export.HIDDEN + players * (4 + 2 * export.MIND) + data.ROWS * export.MIND
    columns = (len(body) - at - 2 * SUMS - tail_size) // (2 * SUMS)
    q = {"shift": shift, "base": base, "players": players, "game": game.rstrip(b"\0").decode(), "head": head, "start": start}
    q["first_bias"], at = taken(body, at, "<i2", SUMS)
    q["first"], at = taken(body, at, "<i2", columns, SUMS)
    q["tail"] = body[at:]
    q["second_bias"], at = taken(body, at, "<i4", export.HEADS, export.MIND)
    q["second"], at = taken(body, at, "<i2", export.HEADS, export.MIND, export.HIDDEN)
    q["value_bias"], at = taken(body, at, "<i4", players)
    q["value"], at = taken(body, at, "<i2", players, export.MIND)
    return q


def narrowed(first, used):
    """The bytes of the first layer, and the weights that they stand for."""
    out, weights = bytearray(), np.zeros_like(first)
    for i, row in enumerate(first.astype(np.int32)):
        if not used[i] or not row.any():
            out.append(export.NOTHING)
            continue
        by = 0
        while np.abs(np.rint(row / (1 << by))).max() > 127:
            by += 1
        small = np.rint(row / (1 << by)).astype(np.int8)
        out.append(by)
        out += small.tobytes()
        weights[i] = small.astype(np.int16) * (1 << by)
    return bytes(out), weights


def read_args():
    a = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    a.add_argument("net")
    a.add_argument("out")
    a.add_argument("prefix", nargs="+")
    a.add_argument("--bytes", type=int, default=1 << 20)
    a.add_argument("--bold", action="store_true")
    return a.parse_args()


def main():
    args = read_args()
    q, (p, head) = parts_of(args.net), data.read(args.prefix)
    if (head["game"], head["players"]) != (q["game"], q["players"]):
        raise SystemExit(f"these positions are not of {q['game']} with {q['players']}")
    matters = p.columns.mean(axis=0) * np.abs(q["first"].astype(np.float32)).mean(axis=1)
    fixed = 40 + len(q["start"]) + 2 * SUMS + len(q["tail"]) + len(matters)
    kept = min(len(matters), max(0, (args.bytes - fixed) // SUMS))
    used = np.zeros(len(matters), dtype=bool)
    used[np.argsort(-matters, kind="stable")[:kept]] = True
    first, weights = narrowed(q["first"], used)
    few = np.random.default_rng(1).permutation(len(p.game))[:3000]
    before = export.points(q, p.columns[few], p.expect[few])
    change = np.abs(export.points({**q, "first": weights}, p.columns[few], p.expect[few]) - before) / 1024
    report = {"positions": len(p.game), "columns": kept, "of": len(used), "changed": round(float(change.mean()), 4),
              "most": round(float(change.max()), 4)}
    head = list(q["head"])
    head[4] |= export.NARROW | (export.BOLD if args.bold else 0)
    body = struct.pack(HEAD, *head) + q["start"][struct.calcsize(HEAD):] + q["first_bias"].tobytes() + first + q["tail"]
    with open(sys.argv[2], "wb") as file:
        file.write(export.MAGIC + hashlib.sha256(body).digest() + body)
    print(json.dumps({"game": q["game"], "players": q["players"], "bytes": len(body) + 40, **report}))


if __name__ == "__main__":
    main()
