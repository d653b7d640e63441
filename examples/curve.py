#!/usr/bin/env python3
"""Draws curves of examples/ppo.py and examples/alphazero.py: the share of wins by seconds of learning, with bars where the file has the
number of games of each contest.

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
    # 95 of 100 such contests end within the bars (Agresti and Coull)
    likely = [((float(row[name]) * int(row["games"]) + 2) / (int(row["games"]) + 4), int(row["games"]) + 4) for row in rows if row.get("games")]
    bars = "".join(f'<path d="M{a:.1f},{b:.1f}m0,{-h:.1f}v{2 * h:.1f}m-3,0h6m-6,{-2 * h:.1f}h6" stroke="{ink}" fill="none"/>'
                   for (a, b), h in zip(places, (HIGH * 1.96 * (p * (1 - p) / n) ** 0.5 for p, n in likely)))
    return (f'{bars}<polyline fill="none" stroke="{ink}" stroke-width="2" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in places)}"/>'
            f'<text x="{x + 6:.0f}" y="{y + 4:.0f}" fill="{ink}">{escape(name)}</text>')


def main():
    title, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    marks = "".join(f'<path d="M{LEFT},{TOP + HIGH * (100 - n) / 100:.0f}h{WIDE}" stroke="#ccc"/><text x="{LEFT - 6}" y="{TOP + HIGH * (100 - n) / 100 + 4:.0f}" '
                    f'text-anchor="end">{n} %</text>' for n in (0, 25, 50, 75, 100))
    curves = "".join(line(rows, name, INKS[i % len(INKS)]) for i, name in enumerate(name for name in list(rows[0])[2:] if name != "games"))
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 80} {TOP + HIGH + 40}" font-family="sans-serif" font-size="12" fill="#333">'
          f'<rect width="100%" height="100%" fill="#fff"/><text x="{LEFT}" y="18" font-size="14">{escape(title)}</text>{marks}{curves}'
          f'<text x="{LEFT + WIDE}" y="{TOP + HIGH + 20}" text-anchor="end">{rows[-1]["seconds"]} seconds of learning</text></svg>')


main()
