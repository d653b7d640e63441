/* What people have done in games, once and for good: which feat, when, and at which table. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "store/store.h"

enum { PT_BADGE = 16 };
typedef struct pt_badge_row {
    char person[PT_ID], kind[PT_ID], badge[PT_BADGE], table[PT_ID];
    int64_t at;
    bool open; /* read only: anybody may see the table */
} pt_badge_row;

/* The first one stays. Only accounts have badges. */
void pt_batch_badge(pt_batch *b, const pt_badge_row *row);
/* Of a person, in the order in which they came; how many, or -1 if not all could be read. */
typedef void pt_badge_taker(void *who, const pt_badge_row *row);
int pt_each_badge(pt_look *l, const char *person, pt_badge_taker *take, void *who);
