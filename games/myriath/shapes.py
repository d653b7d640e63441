#!/usr/bin/env python3
"""Myriath: works out every tile in every orientation (R2.6) from the tile table in data.c.

usage: shapes.py data.c OUTPUT.c

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
    """Every shape once: its row, the paths that shapes run along, and by tile and g the row."""
    rows, paths, index = [], [], []
    for t, tile in enumerate(tiles):
        seen = {}
        for g in range(8):
            nodes, facing = shape(tile, g)
            key = tuple(sorted((y, x, s, e) for x, y, s, e in nodes))
            if key not in seen:
                seen[key] = len(rows)
                # One and the same street may be walked from either end: begin at the upper left.
                if (nodes[0][1], nodes[0][0]) > (nodes[-1][1], nodes[-1][0]):
                    nodes, facing = nodes[::-1], facing[::-1]
                w, h = max(n[0] for n in nodes), max(n[1] for n in nodes)
                inner = tuple(tuple(n[:3]) for n in nodes[1:-1])
                path = (w, h, tuple(nodes[0][:2]), tuple(nodes[-1][:2]), facing, inner)
                if path not in paths:
                    paths.append(path)
                end = 6 * paths.index(path)
                rows.append((t, g, w, h, nodes, end + ends_facing(facing[0]).index(nodes[0][2]),
                             end + 3 + ends_facing(facing[1]).index(nodes[-1][2])))
            index.append(seen[key])
    return rows, paths, index


def table(declaration, lines):
    return [f'const {declaration} = {{', *('    ' + line + ',' for line in lines), '};']


def path_line(path):
    w, h, a, b, facing, inner = path
    spots = ', '.join(f'{{{x}, {y}, {s}, 0}}' for x, y, s in inner) or '{0, 0, 0, 0}'
    ends = ', '.join(f'{{{x}, {y}, {{{", ".join(map(str, ends_facing(f)))}}}}}'
                     for (x, y), f in zip((a, b), facing))
    return f'{{{w}, {h}, {len(inner)}, {{{ends}}}, {{{spots}}}}}'


def shape_line(row):
    t, g, w, h, nodes, a, b = row
    spots = ', '.join(f'{{{x}, {y}, {s}, {int(e)}}}' for x, y, s, e in nodes)
    return f'{{{t}, {g}, {w}, {h}, {{{a}, {b}}}, {len(nodes)}, {{{spots}}}}}'


def main():
    with open(sys.argv[1], encoding='utf-8') as f:
        data = f.read()
    names, tiles = NAME.findall(data), ROW.findall(data)
    rows, paths, index = gather(tiles)
    first = [next(i for i, r in enumerate(rows) if r[0] == t) for t in range(len(tiles))]
    longest = max(len(r[4]) for r in rows)
    places = sum((12 - w) * (12 - h) for _, _, w, h, *_ in rows)
    out = ['/* Myriath: every tile in every orientation, made by shapes.py from data.c. */',
           '/* SPDX-License-Identifier: MIT */', '#include "games/myriath/myriath.h"', '',
           f'static_assert({len(rows)} == MR_SHAPES && {len(paths)} == MR_PATHS, '
           '"myriath.h counts them");',
           f'static_assert({len(names)} == MR_PIECES && {len(tiles)} == MR_TILES && '
           f'{longest} <= MR_NODES_MAX, "myriath.h counts them");',
           f'static_assert({places} == MR_PLACEMENTS_MAX, "on the empty whole board, R2.7");', '']
    out += table('char *const mr_tile_names[MR_PIECES]', [f'"{n}"' for n in names])
    out += table('mr_path mr_paths[MR_PATHS]', map(path_line, paths))
    out += table('mr_shape mr_shapes[MR_SHAPES]', map(shape_line, rows))
    out += table('uint8_t mr_shape_of[MR_TILES][8]',
                 ['{' + ', '.join(map(str, index[8 * t:8 * t + 8])) + '}' for t in range(len(tiles))])
    out += table('uint8_t mr_first_shape[MR_TILES + 1]', map(str, first + [len(rows)]))
    out += table('uint64_t mr_columns[3][MR_NODES_MAX][MR_WORDS]',
                 ['{' + ', '.join(f'{{{columns(side, w)}}}' for w in range(4)) + '}'
                  for side in (8, 10, 12)])
    with open(sys.argv[2], 'w', encoding='utf-8') as f:
        f.write('\n'.join(out) + '\n')


if __name__ == '__main__':
    main()
