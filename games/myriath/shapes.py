#!/usr/bin/env python3
"""Myriath: works out every tile in every orientation (R2.6) from the tile table in data.c.

usage: shapes.py data.c PATHS.h SHAPES.c

A tile is a path of steps and the triangles it covers at its first and last node. The build runs
this, so that correcting a tile is correcting one row of data.c.
"""
# SPDX-License-Identifier: MIT
import re
import sys

STEP = {'N': (0, -1), 'E': (1, 0), 'S': (0, 1), 'W': (-1, 0)}
ORDER = 'NESW'  # bits 1 2 4 8, clockwise
NAME = re.compile(r'^\s*\{"(\w+)",\s*"[NESW]+",', re.M)  # the octagon's too
ROW = re.compile(r'^\s*\{"(\w+)",\s*"([NESW]+)",\s*"([NESW]+)",\s*"([NESW]+)",', re.M)


def opposite(d):
    return ORDER[(ORDER.index(d) + 2) % 4]


def turned(d, g):
    """A direction after the mirror (g & 4) and g & 3 quarter turns clockwise."""
    if g & 4 and d in 'EW':
        d = opposite(d)
    return ORDER[(ORDER.index(d) + (g & 3)) % 4]


def bits(letters):
    return sum(1 << ORDER.index(d) for d in letters)


def nodes_of(path, first, last):
    """The nodes of a path as [x, y, triangles, is an end], in the order of the path, and the
    directions in which its two ends face their own segments."""
    at, nodes = (0, 0), [[0, 0, bits(first), True]]
    for i, step in enumerate(path):
        at = (at[0] + STEP[step][0], at[1] + STEP[step][1])
        if i + 1 == len(path):
            nodes.append([*at, bits(last), True])
        else:
            # R2.3: straight on closes the whole node, a bend covers the two sides it joins.
            on = path[i + 1]
            nodes.append([*at, 15 if on == step else bits(opposite(step) + on), False])
    return nodes, (path[0], opposite(path[-1]))


def shape(tile, g):
    path, first, last = ([turned(d, g) for d in part] for part in tile[1:])
    nodes, facing = nodes_of(path, first, last)
    left, top = min(n[0] for n in nodes), min(n[1] for n in nodes)
    for n in nodes:
        n[0] -= left
        n[1] -= top
    return nodes, facing


def ends_facing(facing):
    """The three ends that face this way: arrow, whole edge to either hand of it."""
    f = ORDER.index(facing)
    return [1 << f, 1 << f | 1 << (f + 1) % 4, 1 << f | 1 << (f + 3) % 4]


def columns(side, w):
    """The nodes of an area with room for w more to their right, as three words."""
    board = sum(1 << y * side + x for y in range(side) for x in range(side - w))
    return ', '.join(f'0x{board >> 64 * i & 2**64 - 1:016x}u' for i in range(3))


def gather(tiles):
    """Every shape once: its row, the paths that shapes run along, the places where paths end, and
    by tile and g the row."""
    rows, paths, places, index = [], [], [], []
    for t, tile in enumerate(tiles):
        seen = {}
        for g in range(8):
            nodes, facing = shape(tile, g)
            key = tuple(sorted((y, x, s, e) for x, y, s, e in nodes))
            if key not in seen:
                seen[key] = len(rows)
                w, h = max(n[0] for n in nodes), max(n[1] for n in nodes)
                # One and the same street may be walked from either end: begin at the upper left.
                if (nodes[0][1], nodes[0][0]) > (nodes[-1][1], nodes[-1][0]):
                    nodes, facing = nodes[::-1], facing[::-1]
                path = number_of((w, tuple(tuple(n[:3]) for n in nodes[1:-1])), paths)
                ends = [3 * number_of((n[0], n[1], f), places) + ends_facing(f).index(n[2])
                        for n, f in ((nodes[0], facing[0]), (nodes[-1], facing[1]))]
                rows.append((t, g, w, h, nodes, path, ends))
            index.append(seen[key])
    return rows, paths, places, index


def number_of(thing, things):
    if thing not in things:
        things.append(thing)
    return things.index(thing)


def table(declaration, lines):
    return [f'const {declaration} = {{', *('    ' + line + ',' for line in lines), '};']


def path_line(number, path):
    w, inner = path
    through = [x for node in inner for x in node] + [0] * (6 - 3 * len(inner))
    return f'X({number}, {w}, {", ".join(map(str, through))})'


def place_line(number, place):
    x, y, facing = place
    return f'X({number}, {x}, {y}, {", ".join(map(str, ends_facing(facing)))})'


def shape_line(row):
    t, g, w, h, nodes, path, (a, b) = row
    spots = ', '.join(f'{{{x}, {y}, {s}, {int(e)}}}' for x, y, s, e in nodes)
    return f'{{MRV_PLACE << 24 | {t} << 16 | {g} << 8, {t}, {g}, {w}, {h}, {path}, {{{a}, {b}}}, {len(nodes)}, {{{spots}}}}}'


def listing(comment, name, lines):
    """A list as a macro: the lister is compiled with each of its numbers as a constant."""
    return ['', f'/* {comment} */', f'#define {name}(X) ' + '\\', ' \\\n'.join('    ' + line for line in lines)]


def header(paths, places):
    out = ['/* Myriath: the streets that tiles run along, made by shapes.py from data.c. */',
           '/* SPDX-License-Identifier: MIT */', '#pragma once']
    out += listing('number, columns to the right of the anchor; x, y and triangles of up to two nodes '
                   'between the ends', 'MR_PATH_LIST',
                   [path_line(i, p) for i, p in enumerate(paths)])
    out += listing('number, x, y, and the triangles of the three ends that fit there', 'MR_PLACE_LIST',
                   [place_line(i, p) for i, p in enumerate(places)])
    return out


def main():
    with open(sys.argv[1], encoding='utf-8') as f:
        data = f.read()
    names, tiles = NAME.findall(data), ROW.findall(data)
    rows, paths, ends, index = gather(tiles)
    first = [next(i for i, r in enumerate(rows) if r[0] == t) for t in range(len(tiles))]
    longest = max(len(r[4]) for r in rows)
    places = sum((12 - w) * (12 - h) for _, _, w, h, *_ in rows)
    out = ['/* Myriath: every tile in every orientation, made by shapes.py from data.c. */',
           '/* SPDX-License-Identifier: MIT */', '#include "games/myriath/myriath.h"', '',
           f'static_assert({len(rows)} == MR_SHAPES && {len(paths)} == MR_PATHS && {len(ends)} == MR_PLACES, '
           '"myriath.h counts them");',
           f'static_assert({len(names)} == MR_PIECES && {len(tiles)} == MR_TILES && '
           f'{longest} <= MR_NODES_MAX, "myriath.h counts them");',
           f'static_assert({places} == MR_PLACEMENTS_MAX, "on the empty whole board, R2.7");', '']
    out += table('char *const mr_tile_names[MR_PIECES]', [f'"{n}"' for n in names])
    out += table('mr_shape mr_shapes[MR_SHAPES]', map(shape_line, rows))
    out += table('uint8_t mr_shape_of[MR_TILES][8]',
                 ['{' + ', '.join(map(str, index[8 * t:8 * t + 8])) + '}' for t in range(len(tiles))])
    out += table('uint8_t mr_first_shape[MR_TILES + 1]', map(str, first + [len(rows)]))
    out += table('uint64_t mr_columns[3][MR_NODES_MAX][MR_WORDS]',
                 ['{' + ', '.join(f'{{{columns(side, w)}}}' for w in range(4)) + '}'
                  for side in (8, 10, 12)])
    with open(sys.argv[3], 'w', encoding='utf-8') as f:
        f.write('\n'.join(out) + '\n')
    with open(sys.argv[2], 'w', encoding='utf-8') as f:
        f.write('\n'.join(header(paths, ends)) + '\n')


if __name__ == '__main__':
    main()
