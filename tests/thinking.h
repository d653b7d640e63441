/* For tests of bots: a state to think about, and a search to do it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/search/search.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A state of a random game after some moves, at a decision. False if the game was over. */
static inline bool some_state_of(const pt_game *g, const pt_config *config, uint64_t seed,
                                 void *s) {
    pt_move *moves = calloc(g->max_moves, sizeof *moves);
    pt_chance *luck = calloc(g->max_chance + 1u, sizeof *luck);
    pt_rng rng = {seed};
    uint32_t steps = pt_below(&rng, 60) + 2;
    pt_start(g, s, config);
    while (pt_head_of(s)->node != PT_OVER && (steps-- > 0 || pt_head_of(s)->node == PT_CHANCE))
        pt_random_step(g, s, &rng, moves, luck);
    free(moves);
    free(luck);
    return pt_head_of(s)->node == PT_DECIDE;
}

static inline bool some_state(const pt_game *g, int seats, uint64_t seed, void *s) {
    pt_config config = pt_config_normal(g, seats);
    return some_state_of(g, &config, seed, s);
}

/* A search in as little memory as it needs and `extra`, with a mark behind its end. */
static inline pt_search *opened(const pt_game *g, size_t extra, pt_search_options o,
                                unsigned char **memory) {
    size_t size = pt_search_least(g, o.threads) + extra;
    *memory = malloc(size + 64);
    memset(*memory + size, 0xA5, 64);
    pt_search *s = pt_search_open(*memory, size, g, o);
    cr_assert_not_null(s);
    return s;
}
