/* The streets as bits (R2.2, R2.3). Node (x, y) of an area with `side` nodes a side is bit
 * y * side + x: one word for two players, two for three, three for four. The board is four
 * such sets, one for each triangle of a node: N, E, S, W. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/bits.h"
#include <stdint.h>

enum { MR_N = 1, MR_E = 2, MR_S = 4, MR_W = 8, MR_ALL = 15 }; /* triangles of a node */
enum { MR_SIDES = 4, MR_WORDS = 3 };

/* R2.4: nodes a side, by players. */
static inline int mr_side(int seats) { return 2 * seats + 4; }

/* R2.3: the triangles that lie across a half-diagonal from one of `set`. Each does so once: no
 * kind of end or bend has a free triangle between two of its own. */
static inline unsigned mr_across(unsigned set) {
    unsigned round = (set << 1 | set >> 3) | (set >> 1 | set << 3);
    return round & ~set & MR_ALL;
}

/* Four planes of a board in few bytes: nodes 0 to 127, and the last 16 of the whole board. */
typedef struct mr_board {
    pt_set64 low[MR_SIDES][2];
} mr_board;
typedef struct mr_tail {
    pt_set16 high[MR_SIDES];
} mr_tail;

/* One word of a plane. */
static inline uint64_t mr_word(const mr_board *b, const mr_tail *t, int side, int word) {
    return word < 2 ? b->low[side][word] : t->high[side];
}

/* The triangles of one node, as a set of MR_N, MR_E, MR_S, MR_W. */
static inline unsigned mr_look(const mr_board *b, const mr_tail *t, int bit) {
    unsigned set = 0;
    for (int side = 0; side < MR_SIDES; side++)
        set |= (unsigned)(mr_word(b, t, side, bit >> 6) >> (bit & 63) & 1) << side;
    return set;
}

static inline void mr_fill(mr_board *b, mr_tail *t, int bit, unsigned set) {
    for (int side = 0; side < MR_SIDES; side++) {
        uint64_t on = set >> side & 1;
        if (bit < 128)
            b->low[side][bit >> 6] |= on << (bit & 63);
        else
            t->high[side] = (uint16_t)(t->high[side] | on << (bit - 128));
    }
}
