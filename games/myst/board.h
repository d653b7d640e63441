/* The island as bits (R2.2): cell = (row - 1) * 12 + column, in two halves of 48 cells. Rows 1
 * to 4 are `north`, rows 5 to 8 are `south`. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include <stdbool.h>
#include <stdint.h>

enum { MS_COLUMNS = 12, MS_ROWS = 8, MS_CELLS = 96, MS_HALF = 48 };

typedef struct ms_board {
    pt_set64 north, south;
} ms_board;

#define MS_HALF_BITS 0xFFFFFFFFFFFFu
#define MS_COLUMN_A 0x001001001001u
#define MS_COLUMN_L 0x800800800800u

static inline ms_board ms_or(ms_board a, ms_board b) {
    return (ms_board){a.north | b.north, a.south | b.south};
}
static inline ms_board ms_and(ms_board a, ms_board b) {
    return (ms_board){a.north & b.north, a.south & b.south};
}
static inline ms_board ms_minus(ms_board a, ms_board b) {
    return (ms_board){a.north & ~b.north, a.south & ~b.south};
}
static inline bool ms_any(ms_board b) { return (b.north | b.south) != 0; }
static inline bool ms_same(ms_board a, ms_board b) {
    return a.north == b.north && a.south == b.south;
}
static inline int ms_size(ms_board b) { return pt_count(b.north) + pt_count(b.south); }
static inline bool ms_on(ms_board b, int cell) {
    return ((cell < MS_HALF ? b.north >> cell : b.south >> (cell - MS_HALF)) & 1) != 0;
}
static inline ms_board ms_bit(int cell) {
    return cell < MS_HALF ? (ms_board){(uint64_t)1 << cell, 0}
                          : (ms_board){0, (uint64_t)1 << (cell - MS_HALF)};
}
static inline int ms_lowest(ms_board b) {
    return b.north ? pt_lowest(b.north) : MS_HALF + pt_lowest(b.south);
}
static inline ms_board ms_island(void) { return (ms_board){MS_HALF_BITS, MS_HALF_BITS}; }

static inline uint64_t ms_beside(uint64_t half) {
    return (half & ~MS_COLUMN_L) << 1 | (half & ~MS_COLUMN_A) >> 1;
}

/* R2.2: the cells that share an edge with one of b. */
static inline ms_board ms_around(ms_board b) {
    uint64_t north = b.north >> 12 | b.north << 12 | b.south << 36 | ms_beside(b.north);
    uint64_t south = b.south >> 12 | b.south << 12 | b.north >> 36 | ms_beside(b.south);
    return (ms_board){north & MS_HALF_BITS, south & MS_HALF_BITS};
}
