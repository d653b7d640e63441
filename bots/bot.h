/* Bots: they play any game through core/game.h. A bot sees a view, never a state; it takes its
 * memory once, when it is made, and none while it thinks. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

typedef struct pt_bot pt_bot;

typedef struct pt_bot_kind {
    const char *name;  /* "greedy" */
    const char *words; /* how it plays, in a few words */
    /* Bytes of memory a bot of this kind needs for a game. */
    size_t (*size)(const pt_game *g);
    /* A legal move of `seat`, who owes one in `view`. */
    pt_move (*pick)(pt_bot *bot, const void *view, int seat, pt_rng *rng);
} pt_bot_kind;

/* What every bot starts with; its own memory follows. */
struct pt_bot {
    const pt_bot_kind *kind;
    const pt_game *game;
    _Alignas(max_align_t) unsigned char memory[];
};

/* The kinds of bots, strongest last; ends with NULL. */
extern const pt_bot_kind *const pt_bots[];
extern const pt_bot_kind pt_bot_random, pt_bot_greedy;
const pt_bot_kind *pt_bot_named(const char *name); /* or NULL */

/* A bot for one game, to be freed with pt_bot_free; NULL without memory. It serves any seat. */
pt_bot *pt_bot_new(const pt_bot_kind *kind, const pt_game *g);
void pt_bot_free(pt_bot *bot);

/* The move the bot makes for `seat`. The same view, seat and numbers give the same move. */
pt_move pt_bot_pick(pt_bot *bot, const void *view, int seat, pt_rng *rng);
