/* The invariants of every game: what a seat may know. */
/* SPDX-License-Identifier: MIT */
#include "invariants/inside.h"

/* An imagined state can be played to the end like the real one. */
static bool plays_out(invariants *inv, const void *from) {
    memcpy(inv->again, from, inv->g->state_size);
    const pt_head *h = inv->again;
    while (h->node != PT_OVER) {
        HOLDS(h->ply < inv->g->max_ply, "a guess plays on after %d moves", h->ply);
        int seat = pt_mover(inv->again);
        int n = seat == PT_LUCK ? invariants_chance(inv, inv->again)
                                : invariants_legal(inv, inv->again, seat, inv->list2);
        if (n < 0) return false;
        HOLDS(n > 0, "in a guess a seat owes a choice and has none");
        int i = (int)pt_below(&inv->dice, (uint32_t)n);
        pt_move m = seat == PT_LUCK ? inv->luck[i].move : inv->list2[i];
        inv->g->apply(inv->again, seat, m);
        if (!invariants_of_head(inv, inv->again)) return false;
    }
    return true;
}

/* A view may hide whose turn it is and how many moves were made, if these would reveal a
 * secret. It never hides who plays, or from a seat that it owes a choice. */
static bool sound_head(invariants *inv, const pt_head *seen, const pt_head *real, int viewer) {
    HOLDS(seen->seats == real->seats, "a view has %d seats", seen->seats);
    HOLDS(seen->ply <= real->ply, "a view counts more moves than were made");
    HOLDS((seen->node == PT_OVER) == (real->node == PT_OVER), "a view does not know the end");
    HOLDS(viewer < 0 || !pt_has(real->owes, viewer) || pt_has(seen->owes, viewer),
          "a seat does not see that it owes a choice");
    return true;
}

/* Invariant 4 for one viewer. Memory starts as garbage, so that a byte that was not written
 * shows. */
static bool sees(invariants *inv, const void *s, int viewer, bool play) {
    const pt_game *g = inv->g;
    PT_TEXT(why, 512);
    inv->seat = viewer;
    inv->move = 0;
    memset(inv->view, GUARD_BYTE, g->state_size);
    g->observe(s, viewer, inv->view);
    if (!sound_head(inv, inv->view, s, viewer)) return false;
    memset(inv->again, 0, g->state_size);
    g->observe(s, viewer, inv->again);
    HOLDS(invariants_same(inv, inv->view, inv->again),
          "observe() leaves bytes of its memory in the view");
    g->observe(inv->view, viewer, inv->again);
    HOLDS(invariants_same(inv, inv->view, inv->again), "the view of a view is another");
    for (int k = 0; k < 2; k++) {
        pt_rng same = inv->dice;
        memset(inv->guess, GUARD_BYTE, g->state_size);
        g->imagine(inv->view, viewer, &inv->dice, inv->guess);
        memset(inv->other, 0, g->state_size);
        g->imagine(inv->view, viewer, &same, inv->other);
        HOLDS(invariants_same(inv, inv->guess, inv->other),
              "imagine() leaves bytes of its memory in a guess");
        HOLDS(g->audit(inv->guess, &why) == PT_OK, "a guess is impossible: %s", why.at);
        g->observe(inv->guess, viewer, inv->again);
        HOLDS(invariants_same(inv, inv->view, inv->again),
              "a guess does not fit what was seen");
        if (play && k == 0 && !plays_out(inv, inv->guess)) return false;
    }
    return true;
}

/* A seat needs no secrets of others to know its own choices. */
static bool knows_its_moves(invariants *inv, const void *s, int seat) {
    int n = invariants_legal(inv, s, seat, inv->list);
    inv->g->observe(s, seat, inv->view);
    int seen = invariants_legal(inv, inv->view, seat, inv->list2);
    inv->move = 0;
    HOLDS(n >= 0 && n == seen &&
              memcmp(inv->list, inv->list2, (size_t)n * sizeof *inv->list) == 0,
          "seat %d has other legal moves in its view", seat + 1);
    return true;
}

bool invariants_of_secrets(invariants *inv, const void *s, bool whole) {
    HOLDS(!inv->g->observe == !inv->g->imagine, "observe() and imagine() come together");
    if (!inv->g->observe) return true;
    int player =
        (int)pt_below(&inv->dice, inv->config.seats + 1u) - 1; /* whose guess is played */
    for (int viewer = PT_PUBLIC; viewer < inv->config.seats; viewer++) {
        if (!sees(inv, s, viewer, whole && viewer == player)) return false;
        if (viewer >= 0 && pt_has(pt_head_of(s)->owes, viewer) &&
            !knows_its_moves(inv, s, viewer))
            return false;
    }
    return true;
}
