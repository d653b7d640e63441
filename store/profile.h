/* What a person's page shows: results, ratings over time, and who may see it. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

typedef enum {
    PT_SEEN_BY_ALL,
    PT_SEEN_BY_FRIENDS,
    PT_SEEN_BY_NOBODY,
    PT_SEEN_KINDS
} pt_seen_by;
void pt_batch_seen_by(pt_batch *b, const char *person, pt_seen_by who);
pt_finding pt_find_seen_by(pt_look *l, const char *person, pt_seen_by *out); /* absent: all */
/* PT_FOUND: they are friends. */
pt_finding pt_find_friend(pt_look *l, const char *person, const char *other);

/* Games that are over: of this kind and with so many seats, how often in this place (0: it was
 * not played to the end). */
typedef struct pt_results_row {
    char kind[PT_ID];
    int seats, place;
    int64_t games;
} pt_results_row;
typedef void pt_results_taker(void *who, const pt_results_row *row);
/* These return how many, or -1 if not all of them could be read. */
int pt_each_results(pt_look *l, const char *person, pt_results_taker *take, void *who);
/* Ratings after each rated game, the last ones first. */
typedef struct pt_moment_row {
    char kind[PT_ID];
    int64_t at;
    double rating;
} pt_moment_row;
typedef void pt_moment_taker(void *who, const pt_moment_row *row);
int pt_each_moment(pt_look *l, const char *person, int limit, pt_moment_taker *take, void *who);
