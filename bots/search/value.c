/* What an end, or an expected end, is worth to each seat: a share of PT_ONE.
 *
 * People play to win, so seven eighths of the value of a finished game are the win itself,
 * split among those who share it. One eighth goes by points, so that the search tells a narrow
 * loss from a rout and still has something to choose by when the game is decided. Expected
 * points become shares by odds: `lead` points more double a seat's weight against another. For
 * a finished game the same formula gives the eighth, with twice the lead. Everything is in
 * whole numbers, so that a search does the same on every machine. */
/* SPDX-License-Identifier: MIT */
#include "bots/search/search.h"

enum { NORMAL_LEAD = 400 }; /* hundredths of a point */

static int32_t lead_of(const pt_game *g) {
    return g->hints && g->hints->lead > 0 ? g->hints->lead : NORMAL_LEAD;
}

/* Within half a per cent. */
int64_t pt_odds(int64_t behind, int32_t lead) {
    int64_t halvings = behind / lead, rest = behind % lead * PT_ONE / lead;
    if (halvings >= 16) return 0;
    /* 1 - 0.66 r + 0.16 r^2 meets 2^-r at both ends of 0..1. */
    int64_t part = PT_ONE - rest * 169 / 256 + (rest * rest >> 16) * 41 / 256;
    return part >> halvings;
}

void pt_shares_by(int seats, const int32_t points[PT_SEATS], int32_t lead,
                  int32_t share[PT_SEATS]) {
    int64_t w[PT_SEATS], all = 0;
    int32_t best = points[0];
    for (int i = 1; i < seats; i++)
        if (points[i] > best) best = points[i];
    for (int i = 0; i < seats; i++) all += w[i] = pt_odds((int64_t)best - points[i], lead);
    for (int i = 0; i < PT_SEATS; i++)
        share[i] = i < seats ? (int32_t)(w[i] * PT_ONE / all) : 0;
}

void pt_expected_shares(const pt_game *g, const void *s, const int32_t *weights, int32_t lead,
                        int32_t share[PT_SEATS]) {
    int32_t expect[PT_SEATS] = {0};
    if (weights)
        g->hints->evaluate_by(s, weights, expect);
    else
        g->hints->evaluate(s, expect);
    pt_shares_by(pt_head_of(s)->seats, expect, lead > 0 ? lead : lead_of(g), share);
}

void pt_final_shares(const pt_game *g, const void *s, int32_t share[PT_SEATS]) {
    int32_t points[PT_SEATS] = {0}, win[PT_SEATS];
    g->score(s, points);
    for (int i = 0; i < PT_SEATS; i++) points[i] = points[i] * 100 / g->score_den;
    pt_shares_by(pt_head_of(s)->seats, points, 2 * lead_of(g), share);
    pt_win_shares(g, s, PT_ONE, win);
    for (int i = 0; i < PT_SEATS; i++) share[i] = (7 * win[i] + share[i]) / 8;
}
