/* Who is where in a tournament, and why. Standings follow from results alone. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "tournament/tournament.h"

/* What ranks people, in this order. */
typedef enum {
    PT_BY_REACHED, /* knock-out only: the round that they reached */
    PT_BY_POINTS,
    PT_BY_MET,  /* points of the people met, each as often as met, in sixtieths */
    PT_BY_WINS, /* first places that were not shared */
    PT_BY_LOT,  /* drawn from the seed */
    PT_BY_KINDS
} pt_ranked_by;

typedef struct pt_standing {
    uint16_t who;
    uint16_t place; /* from 1; the lot leaves no ties */
    uint64_t figure[PT_BY_KINDS];
} pt_standing;

/* Why one row stands above the next: what decided, and both figures. */
typedef struct pt_tie {
    pt_ranked_by by;
    uint64_t above, below;
} pt_tie;

/* Ranks everybody who has signed up; returns how many. `rows` has room for PT_ENTRANTS. */
int pt_tour_standings(const pt_tournament *t, pt_standing *rows);
pt_tie pt_tour_tie(const pt_tournament *t, const pt_standing *above, const pt_standing *below);
/* The same in words: "Ana and Sofia both have 8 points. ..."; nothing if points (or the
 * round that was reached) decide. */
void pt_tour_say_tie(const pt_tournament *t, const pt_standing *above, const pt_standing *below,
                     pt_text *out);
/* "2", "2.5", "1.33": sixtieths in decimal; "2,5" in French and German. */
void pt_tour_put_points(uint64_t points, pt_text *out);
