/* What the store keeps for fair play: who has left games, who has met whom for their rating and
 * how it went, which games do not count, and what somebody said at tables that do not name them
 * otherwise. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/club.h"

/* --- games that were left, a row each --- */

void pt_batch_walked_out(pt_batch *b, const char *person, const char *table, int64_t at);
int pt_count_leaves(pt_look *l, const char *person, int64_t since); /* -1: cannot be read */
typedef void pt_leave_taker(void *who, const char *table, int64_t at);
/* Of one person, the last ones first; returns how many, or -1. */
int pt_each_leave(pt_look *l, const char *person, int limit, pt_leave_taker *take, void *who);

/* --- games that do not count, and why: in the host's words for it --- */

void pt_batch_uncounted(pt_batch *b, int64_t num, int why);
/* 0: it may count; -1: cannot be read. */
int pt_find_uncounted(pt_look *l, int64_t num);

/* --- rated games, once for each two people in them --- */

typedef struct pt_meeting_row {
    char one[PT_ID], other[PT_ID]; /* as the caller says; kept once, the lower id first */
    char table[PT_ID], kind[PT_ID];
    int64_t at, ms;         /* when it ended, how long it took */
    int moves;              /* made by all */
    double expected, score; /* for `one`: what the ratings said, and what came: 0, 0.5 or 1 */
    double rise[2];         /* of the rating that is shown: one, other */
    bool early[2];          /* gave up early */
} pt_meeting_row;
typedef void pt_meeting_taker(void *who, const pt_meeting_row *row);

void pt_batch_meeting(pt_batch *b, const pt_meeting_row *row);
/* From the view of `one`, the oldest first; returns how many, or -1. */
int pt_each_meeting(pt_look *l, const char *one, const char *other, int64_t since,
                    pt_meeting_taker *take, void *who);
/* The same of everybody whom they have met. */
int pt_each_meeting_of(pt_look *l, const char *one, pt_meeting_taker *take, void *who);

/* --- what the server itself has found, as a report that nobody has made --- */

/* Nothing if there has been one of this kind about this person and table since then. Unlike a
 * report of people it is never refused: the batch has a result in it. */
void pt_batch_finding(pt_batch *b, const pt_report_row *row, int64_t since);

/* --- lines of talk of people whom the table's log knows by name only --- */

void pt_batch_spoken(pt_batch *b, const char *person, int64_t num, uint32_t number);
typedef void pt_spoken_taker(void *who, const char *person, uint32_t number);
int pt_each_spoken(pt_look *l, int64_t num, pt_spoken_taker *take, void *who);

/* Everything that this file keeps of a person, but for what they said: erase.c needs that. */
bool pt_drop_fair(pt_look *l, const char *person);
