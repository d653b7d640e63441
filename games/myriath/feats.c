/* Myriath: feats. Scores are in half points. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/myriath/myriath.h"

enum { TILE, ALL, CLOSE, FAR };
enum { GOOD_TILE = 6, NARROW = 1, WIDE = 10 };

static const pt_feat list[] = {
    [TILE] = {"tile", "R5.4"},   /* three points or more with one tile */
    [ALL] = {"all", "R6.1"},     /* every tile laid */
    [CLOSE] = {"close", "R6.2"}, /* won by half a point */
    [FAR] = {"far", "R6.2"},     /* won by five points or more */
    {0},
};

static void after(const void *before, int seat, pt_move m, const void *state,
                  uint32_t done[PT_SEATS]) {
    const mr_state *was = before, *is = state;
    if (seat < 0 || pt_verb_of(m) != MRV_PLACE) return;
    if (is->score[seat] - was->score[seat] >= GOOD_TILE) done[seat] |= 1u << TILE;
}

/* How far ahead of the next one a seat is; negative: it is behind. */
static int lead(const mr_state *s, int seat) {
    int next = -1;
    for (int other = 0; other < s->head.seats; other++)
        if (other != seat && s->score[other] > next) next = s->score[other];
    return s->score[seat] - next;
}

static void over(const void *state, const uint8_t place[PT_SEATS], uint32_t done[PT_SEATS]) {
    const mr_state *s = state;
    (void)place;
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (!s->hand[seat]) done[seat] |= 1u << ALL;
        if (lead(s, seat) == NARROW) done[seat] |= 1u << CLOSE;
        if (lead(s, seat) >= WIDE) done[seat] |= 1u << FAR;
    }
}

const pt_feats myriath_feats = {.feat = list, .after = after, .over = over};
