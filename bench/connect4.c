/* Random games of connect four on bit boards: 7 columns of 6 cells and a sentinel bit. */
/* SPDX-License-Identifier: MIT */
#include "bench/connect4.h"
#include <stdbool.h>

enum { COLUMNS = 7, ROWS = 6, STRIDE = ROWS + 1 };

/* Four in a row: two shifts in each of the four directions. */
static bool four(uint64_t own) {
    const int steps[] = {1, STRIDE - 1, STRIDE, STRIDE + 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = own & own >> steps[i];
        if (pairs & pairs >> 2 * steps[i]) return true;
    }
    return false;
}

int connect4_game(pt_rng *rng) {
    uint64_t own[2] = {0, 0};
    int height[COLUMNS] = {0}, list[COLUMNS];
    for (int ply = 0;; ply++) {
        int n = 0;
        for (int column = 0; column < COLUMNS; column++)
            if (height[column] < ROWS) list[n++] = column;
        if (n == 0) return ply;
        int column = list[pt_below(rng, (uint32_t)n)];
        own[ply & 1] |= (uint64_t)1 << (column * STRIDE + height[column]++);
        if (four(own[ply & 1])) return ply + 1;
    }
}
