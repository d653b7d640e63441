/* The moments of a game that are worth a lesson, for analyse. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/why.h"

/* The dearest decisions so far, with what the seat saw. */
enum { MOMENTS_MOST = 20 };
typedef struct moment {
    int number; /* of the record's moves, from 1 */
    pt_judgement judged;
    bool looked_at, taken; /* for a lesson */
    pt_why why;
    _Alignas(max_align_t) unsigned char view[PT_STATE_MAX];
} moment;

typedef struct moments {
    int most, count;
    moment at[MOMENTS_MOST]; /* in order of play */
} moments;

void moments_add(moments *m, int number, const pt_judgement *d, const void *view, size_t size);
/* The dearest that was not looked at yet; NULL: there is none. */
moment *moments_next(moments *m);
