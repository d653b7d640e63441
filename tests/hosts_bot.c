/* The bot that all hosts share in tests; see hosts_bot.h. */
/* SPDX-License-Identifier: MIT */
#include "tests/hosts_bot.h"
#include <assert.h>
#include <stdlib.h>

static uint32_t hash_of(const char *text, uint32_t salt) {
    uint32_t h = 2166136261u ^ salt;
    for (; *text; text++) h = (h ^ (unsigned char)*text) * 16777619u;
    return h ^ h >> 15;
}

/* The move whose text, at this point of the game, has the smallest hash. */
pt_move hosts_pick(const pt_game *g, const void *view, int seat) {
    pt_move *list = calloc(g->max_moves + 1u, sizeof *list), best = 0;
    uint32_t least = 0;
    if (!list) abort();
    int n = g->legal(view, seat, list);
    assert(n > 0);
    for (int i = 0; i < n; i++) {
        PT_TEXT(text, 160);
        pt_print_move(g->verbs, list[i], &text);
        uint32_t h = hash_of(text.at, pt_head_of(view)->round * 7919u);
        if (best && h >= least) continue;
        best = list[i];
        least = h;
    }
    free(list);
    return best;
}

/* The linker gives calls of pt_bot_pick this name. */
pt_move __wrap_pt_bot_pick(pt_bot *bot, const void *view, int seat, pt_rng *rng);
pt_move __wrap_pt_bot_pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    (void)rng;
    return hosts_pick(bot->game, view, seat);
}
