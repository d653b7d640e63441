/* The region as bits (R2.5): space index = (row - 1) * 8 + column. Rows 1 to 8 are the 64 bits
 * of `top`, row 9 the low 8 bits of `bottom`. Unused rows are outside every set. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct mk_board {
    pt_set64 top, bottom;
} mk_board;

/* Steps to a neighbour, in ascending order of the space they lead to. */
typedef enum { MK_NORTH, MK_WEST, MK_EAST, MK_SOUTH } mk_step;

#define MK_COLUMN_A 0x0101010101010101u
#define MK_COLUMN_H 0x8080808080808080u

static inline mk_board mk_or(mk_board a, mk_board b) {
    return (mk_board){a.top | b.top, a.bottom | b.bottom};
}
static inline mk_board mk_and(mk_board a, mk_board b) {
    return (mk_board){a.top & b.top, a.bottom & b.bottom};
}
static inline mk_board mk_xor(mk_board a, mk_board b) {
    return (mk_board){a.top ^ b.top, a.bottom ^ b.bottom};
}
static inline mk_board mk_minus(mk_board a, mk_board b) {
    return (mk_board){a.top & ~b.top, a.bottom & ~b.bottom};
}
static inline bool mk_any(mk_board b) { return (b.top | b.bottom) != 0; }
static inline int mk_size(mk_board b) { return pt_count(b.top) + pt_count(b.bottom); }
static inline bool mk_on(mk_board b, int space) {
    return ((space < 64 ? b.top >> space : b.bottom >> (space - 64)) & 1) != 0;
}
static inline mk_board mk_bit(int space) {
    return space < 64 ? (mk_board){(uint64_t)1 << space, 0}
                      : (mk_board){0, (uint64_t)1 << (space - 64)};
}
static inline void mk_put(mk_board *b, int space) { *b = mk_or(*b, mk_bit(space)); }

/* Takes the lowest space out of a set that is not empty. */
static inline int mk_take(mk_board *b) {
    uint64_t *word = b->top ? &b->top : &b->bottom;
    int space = pt_lowest(*word) + (b->top ? 0 : 64);
    *word &= *word - 1;
    return space;
}

/* The region of a season: 6 rows, or 9 in season 4. */
static inline mk_board mk_region(int season) {
    return season == 4 ? (mk_board){~(uint64_t)0, 0xFF} : (mk_board){0x0000FFFFFFFFFFFFu, 0};
}

/* The 12 spaces of an area: four columns of three rows (R2.5). */
static inline mk_board mk_area_spaces(int area) {
    uint64_t block = (uint64_t)0x0F0F0F << (area % 2 * 4);
    int row = area / 2 * 3;
    if (row < 6) return (mk_board){block << (8 * row), 0};
    return (mk_board){block << 48, block >> 16 & 0xFF};
}

/* The area that a space lies in. */
static inline int mk_area_of(int space) { return space / 24 * 2 + (space & 7) / 4; }

/* The spaces whose neighbour in a direction is in b. */
static inline mk_board mk_north_in(mk_board b) {
    return (mk_board){b.top << 8, (b.top >> 56) & 0xFF};
}
static inline mk_board mk_south_in(mk_board b) {
    return (mk_board){b.top >> 8 | b.bottom << 56, 0};
}
static inline mk_board mk_west_in(mk_board b) {
    return (mk_board){(b.top & ~MK_COLUMN_H) << 1, (b.bottom & 0x7F) << 1};
}
static inline mk_board mk_east_in(mk_board b) {
    return (mk_board){(b.top & ~MK_COLUMN_A) >> 1, (b.bottom & 0xFE) >> 1};
}

/* The spaces orthogonally adjacent to one of b. */
static inline mk_board mk_around(mk_board b) {
    return mk_or(mk_or(mk_north_in(b), mk_south_in(b)), mk_or(mk_west_in(b), mk_east_in(b)));
}

/* The neighbour of a space, or -1 off the 8 by 9 grid. */
static inline int mk_neighbour(int space, int step) {
    int column = space & 7;
    switch ((mk_step)step) {
    case MK_NORTH: return space - 8; /* negative above row 1 */
    case MK_WEST: return column == 0 ? -1 : space - 1;
    case MK_EAST: return column == 7 ? -1 : space + 1;
    case MK_SOUTH: return space + 8 < 72 ? space + 8 : -1;
    }
    return -1;
}
