/* Feats: what somebody can be proud of after a game, for games that say so
 * (games/NAME/feats.c). They are read from whole states, move by move, once the game is over.
 * Only servers link them: no page and no search needs to know. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/game.h"

typedef struct pt_feat {
    const char *key;  /* its name, which no other game has; in words of the page as well */
    const char *rule; /* the one that it rests on */
} pt_feat;

typedef struct pt_feats {
    const pt_feat *feat; /* up to one without a key; bit i of a set is feat[i] */
    /* Adds what a move has brought to whom. NULL: no single move brings anything. */
    void (*after)(const void *before, int seat, pt_move m, const void *after,
                  uint32_t done[PT_SEATS]);
    /* The same for the end; by place, as rank() has it. */
    void (*over)(const void *s, const uint8_t place[PT_SEATS], uint32_t done[PT_SEATS]);
} pt_feats;

const pt_feats *pt_feats_of(const pt_game *g); /* NULL: it has none */
