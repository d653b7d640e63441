"""The library behind the package, called by ctypes: texts in, JSON out (api/api.h, python/native.h)."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import ctypes
import json
import operator
import os
from ctypes import POINTER, c_bool, c_char_p, c_float, c_int, c_int32, c_int64, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any


class Refused(ValueError):
    """The rules, or the engine, say no; nothing has changed. `refusal` has code, words and perhaps rule, key and line."""

    def __init__(self, refusal: dict[str, Any]):
        rule = refusal.get("rule")
        super().__init__(f"{rule}: {refusal['words']}" if rule else refusal["words"])
        self.refusal = refusal


class Owned:
    """Something that owns memory of the library. It cannot be copied, because two owners would free the memory twice."""

    _at = 0  # nothing yet: if __init__ fails, there is nothing to free

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")


_TYPES: dict[str, tuple[Any, list[Any]]] = {
    "api_reply": (c_void_p, []),
    "api_reply_size": (c_size_t, []),
    "api_language": (c_bool, [c_char_p]),
    "api_games": (None, []),
    "api_bots": (None, []),
    "api_rulebook": (None, [c_char_p]),
    "api_new": (c_void_p, [c_char_p, c_int, c_char_p, c_char_p]),
    "api_read": (c_void_p, [c_char_p]),
    "api_drop": (None, [c_void_p]),
    "api_go": (c_bool, [c_void_p, c_int]),
    "api_status": (None, [c_void_p]),
    "api_check": (c_int, [c_void_p, c_int, c_char_p]),
    "api_move": (c_int, [c_void_p, c_int, c_char_p]),
    "api_resign": (c_int, [c_void_p, c_int]),
    "api_tickets": (c_uint32, [c_void_p]),
    "api_draw": (c_int, [c_void_p, c_uint32]),
    "api_seed": (c_int, [c_void_p, c_char_p, c_char_p]),
    "api_seeded": (c_bool, [c_void_p]),
    "api_ticket": (c_uint32, [c_void_p]),
    "api_name": (c_int, [c_void_p, c_int, c_char_p]),
    "api_record": (c_int, [c_void_p]),
    "api_position": (None, [c_void_p]),
    "api_look": (None, [c_void_p, c_int]),
    "api_view": (None, [c_void_p, c_int]),
    "api_legal": (None, [c_void_p, c_int]),
    "api_score": (None, [c_void_p, c_int]),
    "api_steps": (None, [c_void_p, c_int]),
    "api_observe": (None, [c_void_p, c_int]),
    "api_mind": (c_void_p, [c_char_p, c_char_p, c_uint64]),
    "api_mind_close": (None, [c_void_p]),
    "api_mind_budget": (None, [c_void_p, c_uint32, c_uint32]),
    "api_pick": (c_bool, [c_void_p, c_char_p, c_int]),
    "api_hint": (c_bool, [c_void_p, c_char_p, c_int, c_int]),
    "api_why": (c_bool, [c_void_p, c_char_p, c_int, c_char_p, c_char_p, c_int]),
    "api_judge": (c_bool, [c_void_p, c_void_p]),
    "api_review": (None, [c_void_p, c_void_p]),
    "moves_space": (c_int, [c_char_p]),
    "moves_view": (c_int, [c_char_p]),
    "moves_most": (c_int, [c_char_p]),
    "moves_text": (c_bool, [c_char_p, c_int]),
    "moves_index": (c_int, [c_char_p, c_char_p]),
    "moves_legal": (c_int, [c_void_p, c_int, POINTER(c_int32)]),
    "moves_play": (c_int, [c_void_p, c_int, c_int]),
    "moves_next": (c_int, [c_void_p, c_int]),
    "moves_reward": (None, [c_void_p, POINTER(c_float)]),
    "moves_players": (c_int, [c_char_p]),
    "state_limits": (None, [c_void_p, POINTER(c_int32)]),
    "state_hides": (c_bool, [c_void_p]),
    "state_start": (None, [c_void_p, c_char_p]),
    "state_fits": (c_bool, [c_char_p, c_char_p, c_int]),
    "state_next": (c_int, [c_void_p, c_char_p, c_int]),
    "state_legal": (c_int, [c_void_p, c_char_p, c_int, POINTER(c_uint32)]),
    "state_chance": (c_int, [c_void_p, c_char_p, POINTER(c_uint32)]),
    "state_apply": (c_int, [c_void_p, c_char_p, c_int, c_int, c_char_p, c_char_p]),
    "state_observe": (None, [c_void_p, c_char_p, c_int, c_char_p]),
    "state_recall": (None, [c_void_p, c_char_p, c_int, c_char_p]),
    "state_imagine": (None, [c_void_p, c_char_p, c_int, c_uint64, c_char_p]),
    "state_reward": (c_bool, [c_void_p, c_char_p, POINTER(c_float)]),
    "state_position": (None, [c_void_p, c_char_p]),
    "state_show": (None, [c_void_p, c_char_p, c_int]),
    "layout_tell": (None, [c_char_p]),
    "tensor_columns": (c_int, [c_char_p, c_int]),
    "tensor_plan_bytes": (c_int, [c_char_p, c_int, POINTER(c_uint8)]),
    "tensor_tell": (None, [c_char_p, c_int]),
    "tensor_write": (None, [c_char_p, c_int, POINTER(c_uint8), POINTER(c_int32), c_int, c_int, c_void_p]),
    "vector_new": (c_void_p, [c_char_p, c_int, c_char_p, c_int, c_int]),
    "vector_free": (None, [c_void_p]),
    "vector_attach": (None, [c_void_p, c_void_p, c_int, c_void_p, c_void_p, c_void_p, c_void_p]),
    "vector_again": (None, [c_void_p, c_bool]),
    "vector_recalls": (None, [c_void_p, c_bool]),
    "vector_moves": (c_void_p, [c_void_p]),
    "vector_legal": (c_void_p, [c_void_p]),
    "vector_seed": (None, [c_void_p, c_uint64]),
    "vector_seed_one": (None, [c_void_p, c_int, c_uint64]),
    "vector_reset": (None, [c_void_p, c_void_p]),
    "vector_step": (c_int, [c_void_p, c_void_p]),
    "vector_sample": (None, [c_void_p, c_void_p, c_void_p]),
    "vector_look": (None, [c_void_p, c_void_p, c_int, c_void_p]),
    "vector_view": (None, [c_void_p, c_int, c_int, c_char_p]),
    "vector_draw": (None, [c_void_p, c_int, c_int]),
    "vector_size": (c_int64, [c_void_p]),
    "vector_save": (None, [c_void_p, c_char_p]),
    "vector_restore": (None, [c_void_p, c_char_p]),
    "vector_choices": (None, [c_void_p, c_void_p, c_int, c_int, c_void_p]),
    "vector_join": (None, [c_void_p, c_void_p, c_void_p]),
    "batches_new": (c_void_p, [c_char_p, c_int, c_char_p, c_int, c_int, c_int]),
    "batches_free": (None, [c_void_p]),
    "batches_games": (c_void_p, [c_void_p]),
    "batches_against": (c_bool, [c_void_p, c_int, c_char_p]),
    "batches_blocks": (c_int, [c_void_p]),
    "batches_attach": (None, [c_void_p, c_void_p, c_int]),
    "batches_send": (c_bool, [c_void_p, c_int, c_void_p, c_void_p]),
    "batches_receive": (c_int, [c_void_p]),
    "moves_draw": (None, [c_void_p, c_int]),
    "moves_recall": (None, [c_void_p, c_int]),
    "moves_steps": (None, [c_char_p]),
    "gpu_new": (c_void_p, [c_char_p, c_int, c_char_p, c_int]),
    "gpu_free": (None, [c_void_p]),
    "gpu_size": (c_int, []),
    "gpu_arrays": (None, [c_void_p]),
    "gpu_wide": (c_int, [c_void_p]),
    "gpu_packed": (c_int, [c_void_p]),
    "gpu_pieces": (c_int, [c_void_p]),
    "gpu_amounts": (c_int, [c_void_p]),
    "gpu_columns": (None, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "gpu_attach_columns": (None, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "gpu_recalls": (None, [c_void_p, c_bool]),
    "gpu_attach": (None, [c_void_p, c_int, c_void_p]),
    "gpu_give_back": (None, [c_void_p]),
    "gpu_given_back": (c_void_p, []),
    "kernel_seed": (None, [c_void_p, c_uint64]),
    "kernel_reset": (None, [c_void_p, c_void_p]),
    "kernel_look": (None, [c_void_p]),
    "kernel_sample": (None, [c_void_p, c_void_p]),
    "kernel_check": (None, [c_void_p, c_void_p, c_void_p]),
    "kernel_step": (None, [c_void_p, c_void_p, c_void_p]),
    "kernel_choices": (None, [c_void_p, c_void_p, c_uint32, c_uint32, c_void_p]),
    "kernel_join": (None, [c_void_p, c_void_p, c_void_p]),
    "kernel_play": (None, [c_void_p]),
    "kernel_columns": (None, [c_void_p, c_void_p, c_uint32, c_void_p, c_void_p, c_void_p]),
    "kernel_imagine": (None, [c_void_p, c_uint64, c_void_p]),
    "kernel_evaluate": (None, [c_void_p, c_void_p, c_uint32, c_void_p]),
    "kernel_playout": (None, [c_void_p, c_void_p, c_uint32, c_uint64, c_uint32, c_void_p, c_void_p]),
    "kernel_list": (None, [c_void_p, c_void_p, c_uint32, c_void_p, c_void_p, c_void_p]),
    "kernel_observe": (None, [c_void_p, c_void_p, c_uint32, c_void_p, c_void_p]),
    "kernel_reward": (None, [c_void_p, c_void_p, c_uint32, c_void_p]),
    "kernel_apply": (None, [c_void_p, c_void_p, c_void_p, c_uint32, c_void_p, c_void_p, c_uint64, c_void_p, c_void_p]),
}


def _path() -> str:
    """The library that PETTEIA_LIBRARY names, the one beside this file, or in a source tree the one in build/."""
    here = os.path.dirname(__file__)
    beside, built = os.path.join(here, "_petteia.so"), os.path.join(here, "..", "..", "build", "python", "_petteia.so")
    return os.environ.get("PETTEIA_LIBRARY") or (built if os.path.exists(built) and not os.path.exists(beside) else beside)


def _open(path: str) -> ctypes.CDLL:
    """The library, or in one sentence what to do about it."""
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        if os.path.exists(path):
            raise ImportError(f"petteia cannot load its engine: {error}", path=path) from error
        todo = "PETTEIA_LIBRARY names a file that does not exist" if os.environ.get("PETTEIA_LIBRARY") else \
            "in a source tree build it first (meson setup build && ninja -C build), or install the package (pip install .)"
        raise ImportError(f"petteia finds no engine at {os.path.normpath(path)}: {todo}", path=path) from error


def _load() -> ctypes.CDLL:
    library = _open(_path())
    for name, (result, arguments) in _TYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = _load()


def whole(number: int, least: int, most: int, what: str) -> int:
    """A whole number within bounds: ctypes cuts a larger one, so that it becomes another."""
    if not least <= operator.index(number) <= most:
        raise ValueError(f"{what} is a whole number from {least} to {most}, not {number}")
    return operator.index(number)


def known(number: int) -> int:
    """A number that the library judges; -1, which it refuses, for one that has no room."""
    return operator.index(number) if -2**31 <= operator.index(number) < 2**31 else -1


def count_of(number: int) -> int:
    if operator.index(number) < 1:
        raise Refused({"code": "unreadable", "words": "there has to be one game at least"})
    return whole(number, 1, 2**31 - 1, "the number of games")


def seat_of(viewer: int, players: int) -> int:
    """A seat, or -1 for the public."""
    if not -1 <= operator.index(viewer) < players:
        raise IndexError(f"there is no seat {viewer}")
    return operator.index(viewer)


def told(words: str) -> bytes:
    """A text for the library, for which a zero would be its end."""
    if not isinstance(words, str):
        raise TypeError(f"this has to be a text, not {type(words).__name__}")
    if "\0" in words:
        raise ValueError("a text has no zero in it")
    return words.encode()


def seed_of(number: int) -> int:
    """A seed of 64 bits. A larger one would be cut, so that two seeds give the same game."""
    if not 0 <= operator.index(number) < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {number}")
    return number


def reply() -> bytes:
    """The reply to the last call of this thread."""
    at = lib.api_reply()  # before its size, because this call may still change it
    return ctypes.string_at(at, lib.api_reply_size())


def text() -> str:
    return reply().decode()


def answer() -> Any:
    return json.loads(reply())


def must(error: int) -> None:
    """Raises the refusal that the last call left."""
    if error:
        raise Refused(answer())


def made(pointer: int | None) -> int:
    if not pointer:
        raise Refused(answer())
    return pointer
