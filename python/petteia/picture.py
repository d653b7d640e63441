"""The page's board as a picture, for `render_mode="rgb_array"`: Node.js draws it as the page does, resvg makes pixels of it. Needs Node.js, resvg_py, Pillow
and a font: pip install 'petteia[pictures]'. In a source tree `tools/boards` makes the program that Node.js runs; a wheel has it."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import atexit
import importlib.util
import io
import json
import os
import shutil
import subprocess
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

_HERE = os.path.dirname(__file__)
_BESIDE, _BUILT = os.path.join(_HERE, "board.mjs"), os.path.normpath(os.path.join(_HERE, "..", "..", "build", "python", "board.mjs"))
PROGRAM = _BUILT if os.path.exists(_BUILT) and not os.path.exists(_BESIDE) else _BESIDE
WIDTH = 900  # pixels of a picture; how high it is depends on the board


def lacks() -> str:
    """What is missing for pictures, in words; "" if nothing is."""
    missing = [package for module, package in (("resvg_py", "resvg_py"), ("PIL", "Pillow")) if not importlib.util.find_spec(module)]
    if missing:
        return f"{' and '.join(missing)}: pip install 'petteia[pictures]'"
    if not shutil.which("node"):
        return "Node.js, which draws the board as the page does: install it (Debian: nodejs)"
    if not os.path.exists(PROGRAM):
        return f"{PROGRAM}: make it with tools/boards in the source tree"
    return ""


def must_be_there() -> None:
    """Raises ImportError with what is missing."""
    if lacks():
        raise ImportError(f"render_mode 'rgb_array' needs {lacks()}")


class _Artist:
    """Node.js, started once for all pictures of a process. It ends when nobody can ask it any more."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._lock = threading.Lock()
        self._node = subprocess.Popen(["node", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        atexit.register(self.done)

    def draw(self, asked: dict[str, Any]) -> str:
        with self._lock:
            assert self._node.stdin and self._node.stdout
            try:
                print(json.dumps(asked), file=self._node.stdin, flush=True)
                line = self._node.stdout.readline()
            except BrokenPipeError:
                line = ""
        if not line:
            raise RuntimeError(f"Node.js has ended (exit {self._node.wait()}) instead of drawing the board: {PROGRAM}")
        told: dict[str, str] = json.loads(line)
        if "svg" not in told:
            raise RuntimeError(f"the board of {asked['game']} cannot be drawn: {told['error']}")
        return told["svg"]

    def done(self) -> None:
        if os.getpid() == self.process:
            self._node.communicate()


_artist: _Artist | None = None


def drawing(game: str, view: Any, viewer: int, players: int) -> str:
    """The board of a game as SVG; `view` as `Play.view` gives it."""
    global _artist
    must_be_there()
    if _artist is None or _artist.process != os.getpid():  # after a fork it is the other's
        _artist = _Artist()
    seats = [{"seat": seat, "name": f"Seat {seat}", "kind": "bot"} for seat in range(players)]
    return _artist.draw({"game": game, "view": view, "me": viewer if viewer >= 0 else None, "seats": seats})


def picture(game: str, view: Any, viewer: int, players: int) -> NDArray[np.uint8]:
    """uint8 [height, width, 3]: the board of a game as a viewer sees it; `view` as `Play.view` gives it."""
    svg = drawing(game, view, viewer, players)
    import resvg_py
    from PIL import Image

    made: Any = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH))))
    return np.array(made.convert("RGB"), np.uint8)
