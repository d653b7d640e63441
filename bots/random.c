/* random: any legal move, all equally likely. */
/* SPDX-License-Identifier: MIT */
#include "bots/bot.h"
#include "bots/words.h"

static size_t size(const pt_game *g) { return g->max_moves * sizeof(pt_move); }

static pt_move pick(pt_bot *bot, const void *view, int seat, pt_rng *rng) {
    pt_move *list = (pt_move *)(void *)bot->memory;
    int n = bot->game->legal(view, seat, list);
    return list[pt_below(rng, (uint32_t)n)];
}

const pt_bot_kind pt_bot_random = {
    .name = "random", .words = &bots_phrases[BOTS_SAY_RANDOM], .size = size, .pick = pick};
