/* What a person's page shows: results, ratings over time, and who may see it; who may come
 * near its owner, and the face that they have chosen. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

typedef enum {
    PT_SEEN_BY_ALL,
    PT_SEEN_BY_FRIENDS,
    PT_SEEN_BY_NOBODY,
    PT_SEEN_KINDS
} pt_seen_by;
/* Who sees the page; who may invite its owner; who may write at a table where they sit. */
typedef enum { PT_PAGE_SEEN, PT_PAGE_INVITED, PT_PAGE_WRITTEN, PT_PAGE_WISHES } pt_page_wish;
typedef struct pt_page_row {
    pt_seen_by by[PT_PAGE_WISHES];
} pt_page_row;
void pt_batch_page(pt_batch *b, const char *person, pt_page_wish what, pt_seen_by who);
/* Absent: all see it and may write, friends may invite. */
pt_finding pt_find_page(pt_look *l, const char *person, pt_page_row *out);
/* People who do not let all write, with who may instead; how many, or -1 if not all of them
 * could be read. */
typedef void pt_writing_taker(void *who, const char *person, pt_seen_by by);
int pt_each_unwritten(pt_look *l, pt_writing_taker *take, void *who);
/* PT_FOUND: they are friends. */
pt_finding pt_find_friend(pt_look *l, const char *person, const char *other);

/* Faces: 0 is the one that follows from the id (core/ids.h), the others are further ones of the
 * same person. Whoever is deleted has none. */
enum { PT_FACES = 12 };
void pt_batch_face(pt_batch *b, const char *person, int chosen);
/* The one that somebody with this number has chosen; absent: none. */
pt_finding pt_find_face(pt_look *l, uint32_t number, int *chosen);

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
    int seats;
    int64_t at;
    double rating;
} pt_moment_row;
typedef void pt_moment_taker(void *who, const pt_moment_row *row);
int pt_each_moment(pt_look *l, const char *person, int limit, pt_moment_taker *take, void *who);
