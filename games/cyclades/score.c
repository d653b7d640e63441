/* Cyclades: who is ahead (R6.1 to R6.4). A point is a metropolis; gold and revenue only break
 * ties, so they are in rank() and not in score(). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/board.h"
#include "games/cyclades/interface.h"
#include "games/cyclades/words.h"

void cy_score(const void *state, int32_t points[PT_SEATS]) {
    const cy_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++) points[seat] = cy_metropolises(s, seat);
}

/* R6.2, R6.4: what decides between players with equally many metropolises is worth no points.
 * It is listed so that everybody sees why a place is what it is. */
static pt_line tie_breaks(const cy_state *s, int seat) {
    if (!pt_has(s->alive, seat)) return (pt_line){.rule = "R6.2", .why = cy_say_score_out()};
    int revenue = cy_revenue(s, seat), gold = s->gold[seat];
    return (pt_line){.rule = "R6.4",
                     .why = gold == CY_HIDDEN ? cy_say_score_ties_hidden(revenue)
                                              : cy_say_score_ties(gold, revenue)};
}

int cy_explain(const void *state, int seat, pt_line *out) {
    assert(seat >= 0 && seat < CY_SEATS);
    const cy_state *s = state;
    int n = 0;
    for (uint64_t set = s->metropolis & s->owned[seat]; set; set &= set - 1)
        out[n++] = (pt_line){.points = 1,
                             .rule = "R1.2",
                             .why = cy_say_score_metropolis(cy_isle_names[pt_lowest(set)])};
    out[n++] = tie_breaks(s, seat);
    assert(n <= CY_ISLES + 1);
    return n;
}

/* Negative if a stands better than b, by what decides a victory (R6.1). Where gold is hidden
 * from the viewer it decides nothing. */
static int compare(const cy_state *s, int a, int b, bool gold) {
    int alive = pt_has(s->alive, b) - pt_has(s->alive, a);
    if (alive) return alive;
    int metropolises = cy_metropolises(s, b) - cy_metropolises(s, a);
    if (metropolises) return metropolises;
    return gold ? s->gold[b] - s->gold[a] : 0;
}

/* R6.1: with enough metropolises and nobody better the victory is shared, whatever the revenue;
 * it decides all other ties (R6.3, R6.4). */
static bool shares_victory(const cy_state *s, int seat, bool gold) {
    if (cy_metropolises(s, seat) < cy_goal(s)) return false;
    for (int other = 0; other < s->head.seats; other++)
        if (compare(s, seat, other, gold) > 0) return false;
    return true;
}

void cy_rank(const void *state, uint8_t place[PT_SEATS]) {
    const cy_state *s = state;
    bool gold = true;
    for (int seat = 0; seat < s->head.seats; seat++) gold &= s->gold[seat] != CY_HIDDEN;
    for (int a = 0; a < PT_SEATS; a++) {
        place[a] = a < s->head.seats ? 1 : 0;
        for (int b = 0; b < s->head.seats && a < s->head.seats; b++) {
            int order = compare(s, a, b, gold);
            if (!order && !shares_victory(s, a, gold))
                order = cy_revenue(s, b) - cy_revenue(s, a);
            if (order > 0) place[a]++;
        }
    }
}
