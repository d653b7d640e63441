"""The terminal's board as a picture, for `render_mode="rgb_array"`. Needs resvg_py and Pillow: pip install 'petteia[pictures]'."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import importlib.util
import io
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDE, HIGH = 9, 18  # pixels of a character
ROWS, COLUMNS = 40, 80  # at least, so that the frames of a film have one size
PAPER, INK = "#fbf7ee", "#27221b"


def must_be_there() -> None:
    """Raises ImportError with what is missing."""
    missing = [package for module, package in (("resvg_py", "resvg_py"), ("PIL", "Pillow")) if not importlib.util.find_spec(module)]
    if missing:
        raise ImportError(f"render_mode 'rgb_array' needs {' and '.join(missing)}: pip install 'petteia[pictures]'")


def _line(text: str, row: int) -> str:
    """Every character has a place of its own, because signs may come from a font with another width."""
    places = " ".join(str(WIDE * column) for column in range(len(text)))
    return f'<text xml:space="preserve" y="{HIGH * row + HIGH - 5}" x="{places}">{escape(text)}</text>'


def picture(board: str) -> NDArray[np.uint8]:
    """uint8 [height, width, 3]: a board as `draw` gives it."""
    must_be_there()
    import resvg_py
    from PIL import Image

    lines = board.splitlines()
    width, height = WIDE * max([COLUMNS, *map(len, lines)]), HIGH * max(ROWS, len(lines))
    drawn = "".join(_line(text, row) for row, text in enumerate(lines))
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="DejaVu Sans Mono, monospace" font-size="14.5" '
           f'fill="{INK}"><rect width="{width}" height="{height}" fill="{PAPER}"/>{drawn}</svg>')
    made: Any = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
    pixels = np.array(made.convert("RGB"), np.uint8)
    if board.strip() and (pixels == pixels[0, 0]).all():
        raise RuntimeError("there is no font to draw the board with: install one, such as Debian's fonts-dejavu")
    return pixels
