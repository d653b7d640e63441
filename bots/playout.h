/* Random games for measuring: from fixed seeds, with memory taken once. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

typedef struct playout {
    const pt_game *g;
    pt_config config;
    void *state;
    pt_move *moves;
    pt_chance *luck;
    uint64_t games, decisions, plies; /* so far; plies counts luck's moves too */
    uint64_t signature;               /* signature * 31 + move, over every move */
} playout;

/* Takes all the memory it needs; false if there is none. */
bool playout_init(playout *p, const pt_game *g, const pt_config *config);
void playout_done(playout *p);

/* Plays one game to its end. Every decision goes through the full list of legal moves. */
void playout_game(playout *p, uint64_t seed);
