#!/usr/bin/env python3
"""Draws curves of examples/ppo.py and examples/alphazero.py: the share of wins by seconds of learning.

    python3 examples/curve.py TITLE CURVE.csv > CURVE.svg"""
# SPDX-License-Identifier: MIT
import csv
import sys
from html import escape

WIDE, HIGH, LEFT, TOP = 480, 240, 48, 32
INKS = ("#1b6ca8", "#b5482a", "#4a7c2c")


def line(rows, name, ink):
    most = max(float(row["seconds"]) for row in rows) or 1
    places = [(LEFT + WIDE * float(row["seconds"]) / most, TOP + HIGH * (1 - float(row[name]))) for row in rows]
    x, y = places[-1]
    return (f'<polyline fill="none" stroke="{ink}" stroke-width="2" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in places)}"/>'
            f'<text x="{x + 6:.0f}" y="{y + 4:.0f}" fill="{ink}">{escape(name)}</text>')


def main():
    title, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    marks = "".join(f'<path d="M{LEFT},{TOP + HIGH * (100 - n) / 100:.0f}h{WIDE}" stroke="#ccc"/><text x="{LEFT - 6}" y="{TOP + HIGH * (100 - n) / 100 + 4:.0f}" '
                    f'text-anchor="end">{n} %</text>' for n in (0, 25, 50, 75, 100))
    curves = "".join(line(rows, name, INKS[i % len(INKS)]) for i, name in enumerate(list(rows[0])[2:]))
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 80} {TOP + HIGH + 40}" font-family="sans-serif" font-size="12" fill="#333">'
          f'<rect width="100%" height="100%" fill="#fff"/><text x="{LEFT}" y="18" font-size="14">{escape(title)}</text>{marks}{curves}'
          f'<text x="{LEFT + WIDE}" y="{TOP + HIGH + 20}" text-anchor="end">{rows[-1]["seconds"]} seconds of learning</text></svg>')


main()
