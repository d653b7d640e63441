/* Mytikas: feats, all of them from the end. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/mytikas/mytikas.h"

enum { TEMPLE, PIECES, CARDS, FAVOURS };
enum { MANY_CARDS = 4 };

static const pt_feat list[] = {
    [TEMPLE] = {"temple", "R6.3"},    /* the large temple on the highest level */
    [PIECES] = {"pieces", "R6.1"},    /* everything built */
    [CARDS] = {"cards", "R6.4"},      /* four Deity cards or more */
    [FAVOURS] = {"favours", "R4.16"}, /* a favour token of every god */
    {0},
};

static uint32_t of_player(const mt_player *p) {
    uint32_t done = 1u << PIECES | 1u << FAVOURS;
    for (int i = 0; i < MT_SPACES; i++)
        if (!p->space[i]) done &= ~(1u << PIECES);
    for (int god = 0; god < MT_GODS; god++)
        if (!p->favor[god]) done &= ~(1u << FAVOURS);
    if (p->space[mt_buildings[MT_LARGE].first] == MT_LEVELS) done |= 1u << TEMPLE;
    if (pt_count(p->cards) >= MANY_CARDS) done |= 1u << CARDS;
    return done;
}

static void over(const void *state, const uint8_t place[PT_SEATS], uint32_t done[PT_SEATS]) {
    const mt_state *s = state;
    (void)place;
    for (int seat = 0; seat < s->head.seats; seat++) done[seat] |= of_player(&s->player[seat]);
}

const pt_feats mytikas_feats = {.feat = list, .over = over};
