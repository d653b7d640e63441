/* Myriath once more, slowly and straight from the geometry: unit triangles on a grid of cells,
 * every tile tried in every orientation in every place. It shares nothing with the engine but
 * the list of tiles that lie on the board, so that the two can be compared. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/myriath/myriath.h"
#include "games/myriath/test/known.h"
#include <stdlib.h>
#include <string.h>

enum {
    SLOW_CELLS = 23,
    SLOW_PARTS = 40
}; /* cells a side of the whole board; triangles a tile */

/* A unit triangle: the cell it lies in, and the side of the cell it stands on. */
typedef struct slow_part {
    int x, y, side; /* side 0 N, 1 E, 2 S, 3 W */
    bool end;       /* it belongs to an end of the tile */
} slow_part;

typedef struct slow_tile {
    int count, w, h; /* w, h: cells of the box, less one */
    slow_part part[SLOW_PARTS];
} slow_tile;

/* Who covers each unit triangle: 0 nobody, else the number of a tile on the board. */
typedef struct slow_board {
    int cells; /* a side */
    int tiles;
    int seat[MR_SEATS * MR_PIECES + 1]; /* of the tile with this number */
    int tile[SLOW_CELLS][SLOW_CELLS][4];
    bool end[SLOW_CELLS][SLOW_CELLS][4];
} slow_board;

/* "(0,0)E (1,0)* (2,0)NW": the open tiles have their ends in the first and the last cell. */
static inline slow_tile slow_read(int which) {
    const char *text = known_tiles[which].cells;
    const char *last = strrchr(text, '(');
    slow_tile t = {0};
    for (const char *c = text; *c;) {
        bool end = which != MR_OCTAGON && (c == text || c == last);
        int x = c[1] - '0', y = c[3] - '0';
        for (c += 5; *c && *c != ' '; c++)
            for (int side = 0; side < 4; side++)
                if (*c == '*' || *c == "NESW"[side])
                    t.part[t.count++] = (slow_part){x, y, side, end};
        if (x > t.w) t.w = x;
        if (y > t.h) t.h = y;
        while (*c == ' ') c++;
    }
    return t;
}

/* Mirrored left to right: cells change places, and so do the sides E and W. */
static inline void slow_flip(slow_tile *t) {
    for (int i = 0; i < t->count; i++) {
        t->part[i].x = t->w - t->part[i].x;
        if (t->part[i].side % 2) t->part[i].side = 4 - t->part[i].side;
    }
}

/* A quarter turn clockwise: what was on top is now on the right. */
static inline void slow_turn(slow_tile *t) {
    for (int i = 0; i < t->count; i++) {
        slow_part p = t->part[i];
        t->part[i] = (slow_part){t->h - p.y, p.x, (p.side + 1) % 4, p.end};
    }
    int w = t->w;
    t->w = t->h;
    t->h = w;
}

static inline int slow_order(const void *a, const void *b) {
    const slow_part *p = a, *q = b;
    int d = p->y - q->y;
    if (!d) d = p->x - q->x;
    return d ? d : p->side - q->side;
}

static inline slow_tile slow_oriented(int which, int g) {
    slow_tile t = slow_read(which);
    if (g >= 4) slow_flip(&t);
    for (int i = 0; i < g % 4; i++) slow_turn(&t);
    qsort(t.part, (size_t)t.count, sizeof *t.part, slow_order);
    return t;
}

static inline bool slow_same(const slow_tile *a, const slow_tile *b) {
    if (a->count != b->count || a->w != b->w || a->h != b->h) return false;
    for (int i = 0; i < a->count; i++)
        if (slow_order(&a->part[i], &b->part[i]) || a->part[i].end != b->part[i].end)
            return false;
    return true;
}

/* A tile that was turned or flipped by hand looks like this orientation. */
static inline bool slow_looks(slow_tile *t, int which, int g) {
    slow_tile other = slow_oriented(which, g);
    qsort(t->part, (size_t)t->count, sizeof *t->part, slow_order);
    return slow_same(t, &other);
}

/* Every tile in every orientation; count 0 where a lower g looks the same. */
typedef struct slow_box {
    slow_tile tile[MR_PIECES][8];
} slow_box;

static inline void slow_open(slow_box *box) {
    for (int which = 0; which < MR_PIECES; which++)
        for (int g = 0; g < 8; g++) {
            box->tile[which][g] = slow_oriented(which, g);
            for (int lower = 0; lower < g; lower++)
                if (slow_same(&box->tile[which][lower], &box->tile[which][g]))
                    box->tile[which][g].count = 0;
        }
}

/* The board of a state, from its list of tiles. False if two of them overlap, a printed square
 * is covered or a tile sticks out. */
static inline bool slow_look(const slow_box *box, const mr_state *s, slow_board *b) {
    memset(b, 0, sizeof *b);
    b->cells = 4 * s->head.seats + 7; /* 7, 9, 11 squares and the streets around them */
    for (int seat = 0; seat < s->head.seats; seat++)
        for (int which = 0; which < MR_PIECES; which++) {
            unsigned laid = s->laid[seat][which];
            if (!laid) continue;
            const slow_tile *t = &box->tile[which][laid >> 8 & 7];
            int x = 2 * (int)((laid & 0xFF) % 12), y = 2 * (int)((laid & 0xFF) / 12);
            b->seat[++b->tiles] = seat;
            for (int i = 0; i < t->count; i++) {
                const slow_part *p = &t->part[i];
                int cx = x + p->x, cy = y + p->y;
                if (cx >= b->cells || cy >= b->cells || (cx % 2 && cy % 2)) return false;
                if (b->tile[cy][cx][p->side]) return false;
                b->tile[cy][cx][p->side] = b->tiles;
                b->end[cy][cx][p->side] = p->end;
            }
        }
    return true;
}

/* The unit triangle across an edge of this one: 0 the side of the cell, 1 and 2 the two
 * half-diagonals. False at the border. */
static inline bool slow_next(const slow_board *b, int x, int y, int side, int edge, int *nx,
                             int *ny, int *nside) {
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    *nx = x + (edge == 0 ? dx[side] : 0);
    *ny = y + (edge == 0 ? dy[side] : 0);
    *nside = (side + (edge == 0 ? 2 : edge == 1 ? 1 : 3)) % 4;
    return *nx >= 0 && *ny >= 0 && *nx < b->cells && *ny < b->cells;
}

/* The three conditions: inside, no overlap, an end that touches another player's tile. */
typedef enum { SLOW_FITS, SLOW_OFF, SLOW_OVERLAP, SLOW_NO_CONNECTION } slow_verdict;

static inline slow_verdict slow_try(const slow_board *b, int seat, const slow_tile *t, int x,
                                    int y) {
    bool connected = false;
    if (2 * x + t->w >= b->cells || 2 * y + t->h >= b->cells) return SLOW_OFF;
    for (int i = 0; i < t->count; i++) {
        const slow_part *p = &t->part[i];
        int cx = 2 * x + p->x, cy = 2 * y + p->y, nx, ny, nside;
        if (b->tile[cy][cx][p->side]) return SLOW_OVERLAP;
        for (int edge = 0; edge < 3 && p->end; edge++) {
            if (!slow_next(b, cx, cy, p->side, edge, &nx, &ny, &nside)) continue;
            int other = b->tile[ny][nx][nside];
            if (other && b->seat[other] != seat) connected = true;
        }
    }
    return connected ? SLOW_FITS : SLOW_NO_CONNECTION;
}

/* Every placement of these tiles, ascending. */
static inline int slow_list(const slow_box *box, const slow_board *b, int seat, uint32_t tiles,
                            pt_move *out) {
    int n = 0;
    for (unsigned which = 0; which < MR_TILES; which++)
        for (unsigned g = 0; g < 8 && tiles >> which & 1; g++) {
            const slow_tile *t = &box->tile[which][g];
            for (int y = 0; 2 * y < b->cells && t->count; y++)
                for (int x = 0; 2 * x < b->cells; x++)
                    if (slow_try(b, seat, t, x, y) == SLOW_FITS)
                        out[n++] = pt_mv(MRV_PLACE, which, g, (unsigned)(12 * y + x));
        }
    return n;
}

/* Half points from the board alone: for each edge of an end's triangle with another tile behind
 * it. */
static inline int slow_points(const slow_board *b, int seat, bool own) {
    int points = 0;
    for (int y = 0; y < b->cells; y++)
        for (int x = 0; x < b->cells; x++)
            for (int side = 0; side < 4; side++) {
                int here = b->tile[y][x][side], nx, ny, nside;
                if (!here || !b->end[y][x][side] || b->seat[here] != seat) continue;
                for (int edge = 0; edge < 3; edge++) {
                    if (!slow_next(b, x, y, side, edge, &nx, &ny, &nside)) continue;
                    int other = b->tile[ny][nx][nside];
                    if (other && other != here) points += own || b->seat[other] != seat;
                }
            }
    return points;
}

/* --- outlines: corners in half cells --- */

enum { SLOW_CORNERS = 16 };

/* In unit triangles, each of area 1; negative if the corners run counterclockwise. */
static inline int slow_area(int n, const int x[SLOW_CORNERS], const int y[SLOW_CORNERS]) {
    int twice = 0;
    for (int i = 0, j = n - 1; i < n; j = i++) twice += x[j] * y[i] - x[i] * y[j];
    return twice / 2;
}

/* Is the point (in twelfths of a half cell, so that a centroid is whole) inside the polygon? */
static inline bool slow_inside(int n, const int x[SLOW_CORNERS], const int y[SLOW_CORNERS],
                               int px, int py) {
    bool in = false;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        int ax = 12 * x[i], ay = 12 * y[i], bx = 12 * x[j], by = 12 * y[j];
        if ((ay > py) != (by > py)) {
            long cross = (long)(bx - ax) * (py - ay) - (long)(px - ax) * (by - ay);
            if ((by > ay) == (cross > 0)) in = !in;
        }
    }
    return in;
}

/* The middle of every triangle of the tile lies inside. */
static inline bool slow_holds(const slow_tile *t, int n, const int x[SLOW_CORNERS],
                              const int y[SLOW_CORNERS]) {
    static const int cx[4] = {12, 20, 12, 4}, cy[4] = {4, 12, 20, 12}; /* in a cell */
    for (int i = 0; i < t->count; i++) {
        const slow_part *p = &t->part[i];
        if (!slow_inside(n, x, y, 24 * p->x + cx[p->side], 24 * p->y + cy[p->side]))
            return false;
    }
    return true;
}
