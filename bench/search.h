/* How fast the search is: iterations a second by threads, playouts a second, memory. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

typedef struct search_row {
    const pt_game *game;
    int players;
    double iterations[2]; /* a second, of the same search with one and with two threads */
    double playouts;      /* whole random games a second, as the uct bot plays them */
    uint64_t nodes;       /* of the tree of one thread */
    size_t memory;        /* bytes in all */
} search_row;

/* Measures for about `span` seconds, on positions early, in the middle and late in a game.
 * False without memory. */
bool search_measure(const pt_game *g, const pt_config *c, double span, search_row *row);
