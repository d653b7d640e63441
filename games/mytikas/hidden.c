/* Mytikas: what a seat may know. Only the two-card variant has secrets: a player's pair until
 * one is kept, and afterwards the card that went under the deck (R1.3, R3.5). Cards that lie
 * face down for everybody are not in the state at all: they are drawn when they are turned. */
/* SPDX-License-Identifier: MIT */
#include "games/mytikas/mytikas.h"
#include <string.h>

void mt_observe(const void *state, int viewer, void *view) {
    mt_state *v = view;
    memcpy(v, state, sizeof *v);
    for (int seat = 0; seat < v->head.seats; seat++)
        if (seat != viewer && v->player[seat].hand) v->player[seat].hand = MT_HIDDEN;
}

/* How many cards a hidden hand holds: one once a card was kept, or while the pair is being
 * dealt, else two. */
static int hand_size(const mt_state *v, int seat) {
    assert(v->variant && v->player[seat].hand);
    bool halfway = v->head.phase == MTP_DEAL && seat == v->actor;
    return v->player[seat].cards || v->head.phase > MTP_PICK || halfway ? 1 : 2;
}

/* Every set of cards that the viewer has not seen is as likely as any other: the deal was fair
 * and what a rival kept says nothing certain about what they returned. */
void mt_imagine(const void *view, int viewer, pt_rng *rng, void *state) {
    mt_state *s = state;
    (void)viewer;
    memmove(s, view, sizeof *s);
    unsigned pool = mt_undealt(s);
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (s->player[seat].hand != MT_HIDDEN) continue;
        unsigned hand = 0;
        for (int n = hand_size(s, seat); n > 0; n--) {
            unsigned rest = pool;
            assert(pool);
            for (uint32_t skip = pt_below(rng, (uint32_t)pt_count(pool)); skip > 0; skip--)
                rest &= rest - 1;
            unsigned card = rest & (~rest + 1);
            assert(card && pool & card);
            hand |= card;
            pool &= ~card;
        }
        s->player[seat].hand = (uint16_t)hand;
    }
}

/* R3.5: a pair is dealt face down. */
pt_sight mt_sight(const void *before, int seat, pt_move m, int viewer) {
    const mt_state *s = before;
    (void)seat;
    if (pt_verb_of(m) != MTV_DEAL || !s->variant || viewer == s->actor) return PT_SEEN;
    return PT_MASKED;
}
