/* What fitting numbers and trying them by play share: a table at which two searches play. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/search/search.h"

enum { WEIGHTS_MOST = 256, LEAD_LEAST = 10 };

typedef struct sample sample;

typedef struct tuning {
    const pt_game *game;
    pt_config config;
    int64_t games, iterations, jobs, seed, matches;
    int count; /* of the numbers; the last one is the lead */
    int32_t weight[WEIGHTS_MOST];
    sample *samples;
    size_t n;
    const atomic_bool *stop;
} tuning;

static inline const char *tune_name(const tuning *t, int i) {
    return i == t->count - 1 ? "lead" : t->game->hints->weight_names[i];
}

typedef struct tune_table {
    const tuning *t;
    pt_search *search[2];
    void *memory[2];
    pt_chance *luck;
    pt_rng rng, dice; /* of the searches, of the game: the same draws whatever is thought */
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX], view[PT_STATE_MAX];
} tune_table;

/* Both searches go by the game's own numbers at first; false without memory. */
bool tune_open(tune_table *b, const tuning *t);
void tune_close(tune_table *b);
/* One of the searches goes by other numbers from now on. They are looked at, not copied. */
void tune_change(tune_table *b, int which, const int32_t *weights);
/* A round: a seed with every rotation of the seats, which draws the same luck in each. The
 * share of the win that the first search gets on average, one among others by the second. */
double tune_round(tune_table *b, int64_t number);

/* tune_play.c: changes all numbers at once, opposite ways for the two sides, and prints what
 * each change brought. */
int tune_by_play(tuning *t, int64_t rounds);
