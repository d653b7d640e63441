/* Shared by the two ways to tune, fitting and play: a table at which two searches play. */
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
    bool json;
} tuning;

static inline const char *tune_name(const tuning *t, int i) {
    return i == t->count - 1 ? "lead" : t->game->hints->weight_names[i];
}

typedef struct tune_table {
    const tuning *t;
    pt_search *search[2];
    void *memory[2];
    pt_chance *luck;
    pt_rng rng, dice; /* of the searches, and of the game: thinking does not change the draws */
    _Alignas(max_align_t) unsigned char state[PT_STATE_MAX], view[PT_STATE_MAX];
} tune_table;

/* Both searches start with the game's own numbers. False if there is not enough memory. */
bool tune_open(tune_table *b, const tuning *t);
void tune_close(tune_table *b);
/* From now on one of the searches uses other numbers. They are not copied. */
void tune_change(tune_table *b, int which, const int32_t *weights);
/* A round is one seed with every rotation of the seats, each with the same luck. The first
 * search plays one seat, the second all others. Returns the mean share of the first. */
double tune_round(tune_table *b, int64_t number);

/* How the JSON of both ways begins and ends: the game; whether it was stopped. */
void tune_open_json(pt_json *j, const tuning *t);
void tune_close_json(pt_json *j, const tuning *t);

/* tune_play.c: changes all numbers at once, in opposite directions for the two sides, and
 * prints what each change brought. */
int tune_by_play(tuning *t, int64_t rounds);
