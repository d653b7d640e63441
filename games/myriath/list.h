/* Myriath: what the listers share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/myriath/myriath.h"
#include "games/myriath/paths.h"

/* What is compiled several times has to become part of what calls it. */
#if defined(__GNUC__) || defined(__clang__)
#define MR_ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define MR_ALWAYS_INLINE static inline
#endif

#define MR_ALL_TILES (((uint32_t)1 << MR_TILES) - 1)

/* Bits of the area become nodes of the whole board, whose rows are `more` longer. Division by
 * ten is written as a product that is exact up to 170, so that the compiler does it for several
 * moves at once. */
MR_ALWAYS_INLINE pt_move mr_with_node(pt_move m, int words) {
    const pt_move more = (pt_move)(MR_COLUMNS - mr_side(words + 1));
    const pt_move factor = words == 1 ? 128 : 103; /* of 1024: an eighth, a tenth */
    return m + (m & 0xFF) * factor / 1024 * more;
}
