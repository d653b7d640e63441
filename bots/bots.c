/* The list of bots, and how one is made. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include <stdlib.h>
#include <string.h>

const pt_bot_kind *const pt_bots[] = {&pt_bot_random, &pt_bot_greedy, NULL};

const pt_bot_kind *pt_bot_named(const char *name) {
    for (int i = 0; pt_bots[i]; i++)
        if (strcmp(pt_bots[i]->name, name) == 0) return pt_bots[i];
    return NULL;
}

pt_bot *pt_bot_new(const pt_bot_kind *kind, const pt_game *g) {
    pt_bot *bot = calloc(1, sizeof *bot + kind->size(g));
    if (!bot) return NULL;
    bot->kind = kind;
    bot->game = g;
    return bot;
}

void pt_bot_free(pt_bot *bot) { free(bot); }

pt_move pt_bot_pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    return bot->kind->pick(bot, view, seat, rng);
}
