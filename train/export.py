"""Writes a net as bots/net/file.c reads it, in whole numbers; and computes what C computes, to compare."""
# SPDX-License-Identifier: MIT
import ctypes
import hashlib
import struct

import numpy as np
from data import ROWS
from petteia.library import lib

MAGIC = b"PTNET 1\n"
HEADS, HIDDEN, MIND, TOP = 2, 64, 32, 2047  # a head for values, one for moves
HAS_MOVES, NARROW, BOLD, NOTHING = 1, 2, 4, 0xFF  # as bots/net/file.c has them
MOVE_SCALE = 64  # of the table of moves, in 8 bits


def plan_of(game, players):
    room = (ctypes.c_uint8 * 8192)()
    size = lib.tensor_plan_bytes(game.encode(), players, room)
    return bytes(room[:size])


def scales_of(tensor):
    """What a byte of 1 is as a number in 0..1, for each column."""
    out = np.ones(tensor.size, dtype=np.float32)
    for f in tensor.features:
        if f.form == "amount":
            out[f.columns] = 1 / f.most
    return out


def whole(x, most, dtype):
    return np.clip(np.rint(x), -most, most).astype(dtype)


def quantised(weights, scales, largest):
    """A dictionary of whole numbers out of floats. `largest` is the largest sum of the first layer that was seen."""
    first = weights["first.weight"].T * scales[:, None]  # columns; then sums of the values, and of the moves
    shift = 4
    while shift and max(largest * 1.25, np.abs(first).max()) * (256 << shift) > 32700:
        shift -= 1
    unit = 256 << shift
    return {
        "shift": shift, "first_bias": whole(weights["first.bias"] * unit, 32767, "<i2"), "first": whole(first * unit, 32767, "<i2"),
        "second_bias": whole(weights["second_bias"] * 65536, 1 << 28, "<i4"), "second": whole(weights["second"] * 256, TOP, "<i2"),
        "value_bias": whole(weights["value.bias"] * 65536, 1 << 28, "<i4"), "value": whole(weights["value.weight"] * 256, TOP, "<i2"),
        "move": whole(weights["table.weight"] * MOVE_SCALE, 127, "i1"),
        "base": int(round(float(weights["base"]) * 256)), "prior_base": int(round(float(weights["prior_base"]) * 256))}


def points(q, columns, expect):
    """What pt_net_points gives for each row, without the rounding of the evaluation."""
    sums = (columns.astype(np.int32) @ q["first"].astype(np.int32) + q["first_bias"]).astype(np.int16).astype(np.int32)
    hidden = np.clip(sums >> q["shift"], 0, TOP)
    mind = np.clip((hidden[:, :HIDDEN] @ q["second"][0].T.astype(np.int32) + q["second_bias"][0]) >> 8, 0, TOP)
    out = (mind @ q["value"].T.astype(np.int32) + q["value_bias"]) >> 6
    return out + expect * (q["base"] * 4)


def write(path, head, q, note):
    plan, text = plan_of(head["game"], head["players"]), note.encode()[:1000]
    body = struct.pack("<16s4B4H2h2H", head["game"].encode(), head["players"], head["rules"], q["shift"], HAS_MOVES, head["state"], HIDDEN, MIND, ROWS,
                       q["base"], q["prior_base"], len(text), len(plan)) + text + plan
    for name in ("first_bias", "first", "second_bias", "second", "value_bias", "value", "move"):
        body += np.ascontiguousarray(q[name]).tobytes()
    with open(path, "wb") as file:
        file.write(MAGIC + hashlib.sha256(body).digest() + body)
