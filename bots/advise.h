/* A hint for somebody who plays, on a server and in a terminal alike. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/why.h"

enum { PT_ADVICE = 3 };

typedef struct pt_advice {
    uint64_t iterations; /* of the search, before anything was looked at again */
    int ideas;
    pt_idea idea[PT_ADVICE]; /* the best first */
    bool known;              /* whether there is a reason for it */
    pt_why why;
} pt_advice;

/* The best moves of the seat and the reason for the first, in PT_HINT_MS or until `*stop` (or
 * NULL). Where there is no choice it says what can be expected of the only move. False: no
 * memory. */
bool pt_advise(const pt_game *g, const void *view, int seat, pt_rng *rng,
               const atomic_bool *stop, pt_advice *out);
