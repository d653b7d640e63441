"""Reads what `petteia selfplay` wrote, and makes of it what a net learns from."""
# SPDX-License-Identifier: MIT
import glob
import os
import sys
from dataclasses import dataclass

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

from petteia.tensors import Tensor  # noqa: E402

HEADER, SEATS, KEPT = 256, 5, 48
ROWS, PARTS = 4096, (0xFFFFFFFF, 0xFFFF0000, 0xFF00FF00, 0xFF0000FF)
MOVE = np.dtype([("move", "<u4"), ("visits", "<u2"), ("prior", "<u2")])


def position_type(state):
    return np.dtype([("game", "<u4"), ("first", "<u4"), ("moves", "<u2"), ("seat", "u1"), ("seats", "u1"), ("result", "<u2", SEATS),
                     ("found", "<u2", SEATS), ("expect", "<i4", SEATS), ("state", "u1", state)])


def header_of(path):
    """{"game": "mykerinos", "players": 2, ...} of a file of positions."""
    with open(path, "rb") as file:
        words = file.read(HEADER).rstrip(b"\0").decode().split()
    if words[:3] != ["petteia", "selfplay", "1"]:
        raise SystemExit(f"{path} is no file of petteia selfplay")
    return {key: int(value) if value.isdigit() else value for key, value in zip(words[3::2], words[4::2])}


def rows_of(moves):
    """The rows of the table that make up each move, as bots/net/think.c finds them."""
    out = np.empty((*moves.shape, len(PARTS)), dtype=np.int16)
    for i, part in enumerate(PARTS):
        x = (moves & np.uint32(part)) ^ np.uint32(i * 0x9E3779B1 & 0xFFFFFFFF)
        x = (x ^ x >> np.uint32(16)) * np.uint32(0x7FEB352D)
        x = (x ^ x >> np.uint32(15)) * np.uint32(0x846CA68B)
        out[..., i] = (x ^ x >> np.uint32(16)) % np.uint32(ROWS)
    return out


def log_of(numbers):
    """The logarithm to base 2 with straight lines between powers of 2, as pt_net_log has it."""
    whole = np.floor(np.log2(np.maximum(numbers, 1)))
    return (whole + numbers / 2.0**whole - 1).astype(np.float32)


@dataclass
class Positions:
    """Arrays with a row for each position. Seats are turned: the one who moves is number 0."""
    game: np.ndarray
    columns: np.ndarray
    expect: np.ndarray  # in doublings of the odds
    result: np.ndarray
    found: np.ndarray  # by searches from here on, see ahead()
    rows: np.ndarray  # of KEPT moves
    visits: np.ndarray
    prior: np.ndarray  # its logarithm
    legal: np.ndarray  # which of the KEPT there are


def turned(values, seat, players):
    """Columns of seats, from the one who moves on."""
    order = (seat[:, None].astype(np.int64) + np.arange(players)) % players
    return np.take_along_axis(values[:, :players], order, axis=1)


def shares(values, seat, players):
    out = turned(values.astype(np.float32), seat, players)
    return out / np.maximum(out.sum(axis=1, keepdims=True), 1)


def ahead(game, found, result, fades):
    """What searches found from each position to the end of its game. Each position ahead counts `fades` times as much as the one before
    it, and the result what is left: less luck than in the result alone, less prejudice than in one search. (TD(lambda)'s target.)"""
    out, last = found.copy(), np.append(game[1:] != game[:-1], True)
    ends = np.flatnonzero(last)
    starts = np.append(0, ends[:-1] + 1)
    value = result[ends].copy()
    for back in range(int((ends - starts).max(initial=-1)) + 1):
        here = ends - back >= starts
        at = ends[here] - back
        value[here] = (1 - fades) * found[at] + fades * value[here]
        out[at] = value[here]
    return out


def read_file(path, head, tensor, fades):
    p = np.fromfile(path, dtype=position_type(head["state"]), offset=HEADER)
    moves = np.fromfile(path[:-len("positions")] + "moves", dtype=MOVE)
    players = head["players"]
    at = p["first"][:, None].astype(np.int64) + np.arange(KEPT)
    legal = np.arange(KEPT) < p["moves"][:, None]
    m = moves[np.minimum(at, len(moves) - 1)] if len(moves) else np.zeros(at.shape, dtype=MOVE)
    visits = np.where(legal, m["visits"], 0).astype(np.float32)
    found = ahead(p["game"], p["found"].astype(np.float32), p["result"].astype(np.float32), fades)
    return Positions(
        game=p["game"], columns=tensor.write(np.ascontiguousarray(p["state"]), p["seat"]),
        expect=turned(p["expect"], p["seat"], players).astype(np.float32) / head["lead"],
        result=shares(p["result"], p["seat"], players), found=shares(found, p["seat"], players), rows=rows_of(m["move"]),
        visits=(visits / np.maximum(visits.sum(axis=1, keepdims=True), 1)).astype(np.float16), prior=log_of(m["prior"]).astype(np.float16),
        legal=legal)


def read(prefixes, fades=0.0):
    """All positions of files with these prefixes, and what their headers have in common."""
    paths = [path for prefix in prefixes for path in sorted(glob.glob(glob.escape(prefix) + ".*.positions"))]
    if not paths:
        raise SystemExit(f"no positions at {' '.join(prefixes)}")
    head = header_of(paths[0])
    for path in paths:
        other = header_of(path)
        if any(other[key] != head[key] for key in ("game", "players", "rules", "state", "lead")):
            raise SystemExit(f"{path} is of another game than {paths[0]}")
    tensor = Tensor(head["game"], head["players"])
    parts = [read_file(path, head, tensor, fades) for path in paths]
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in Positions.__dataclass_fields__}
    return Positions(**joined), head
