/* What people keep for themselves: answers they have prepared and notes at a table, days off,
 * when they want to be reminded. Nobody else ever reads it. A row is a person, a table (or 0:
 * of no table), a key and a text, which the store does not look into. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

enum { PT_OWN_KEY = 24 };

typedef struct pt_own_row {
    char person[PT_ID], key[PT_OWN_KEY];
    int64_t num;
    const char *body; /* gone after the call */
    size_t n;
} pt_own_row;

/* In place of what was there; "": nothing is there any more. Nothing of somebody who has been
 * deleted. */
void pt_batch_own(pt_batch *b, const char *person, int64_t num, const char *key,
                  const char *body);
void pt_batch_drop_own(pt_batch *b, int64_t num); /* everybody's, at a table */
/* Everybody's at a table (or 0), and one person's; by table and key. Return how many, or -1 if
 * not all of them could be read. */
typedef void pt_own_taker(void *who, const pt_own_row *row);
int pt_each_own_at(pt_look *l, int64_t num, pt_own_taker *take, void *who);
int pt_each_own_of(pt_look *l, const char *person, pt_own_taker *take, void *who);
