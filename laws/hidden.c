/* The laws of every game: what a seat may know. */
/* SPDX-License-Identifier: MIT */
#include "laws/inside.h"

/* An imagined state can be played to the end like the real one. */
static bool plays_out(laws *l, const void *from) {
    memcpy(l->again, from, l->g->state_size);
    const pt_head *h = l->again;
    while (h->node != PT_OVER) {
        LAW(h->ply < l->g->max_ply, "a guess plays on after %d moves", h->ply);
        int seat = pt_mover(l->again);
        int n = seat == PT_LUCK ? laws_chance(l, l->again)
                                : laws_legal(l, l->again, seat, l->list2);
        if (n < 0) return false;
        LAW(n > 0, "in a guess a seat owes a choice and has none");
        int i = (int)pt_below(&l->dice, (uint32_t)n);
        pt_move m = seat == PT_LUCK ? l->luck[i].move : l->list2[i];
        l->g->apply(l->again, seat, m);
        if (!laws_of_head(l, l->again)) return false;
    }
    return true;
}

/* A view may hide whose turn it is and how many moves were made, if these would reveal a
 * secret. It never hides who plays, or from a seat that it owes a choice. */
static bool sound_head(laws *l, const pt_head *seen, const pt_head *real, int viewer) {
    LAW(seen->seats == real->seats, "a view has %d seats", seen->seats);
    LAW(seen->ply <= real->ply, "a view counts more moves than were made");
    LAW((seen->node == PT_OVER) == (real->node == PT_OVER), "a view does not know the end");
    LAW(viewer < 0 || !pt_has(real->owes, viewer) || pt_has(seen->owes, viewer),
        "a seat does not see that it owes a choice");
    return true;
}

/* Law 4 for one viewer. Memory starts as garbage, so that a byte that was not written shows. */
static bool sees(laws *l, const void *s, int viewer, bool play) {
    const pt_game *g = l->g;
    PT_TEXT(why, 512);
    l->seat = viewer;
    l->move = 0;
    memset(l->view, GUARD_BYTE, g->state_size);
    g->observe(s, viewer, l->view);
    if (!sound_head(l, l->view, s, viewer)) return false;
    memset(l->again, 0, g->state_size);
    g->observe(s, viewer, l->again);
    LAW(laws_same(l, l->view, l->again), "observe() leaves bytes of its memory in the view");
    g->observe(l->view, viewer, l->again);
    LAW(laws_same(l, l->view, l->again), "the view of a view is another");
    for (int k = 0; k < 2; k++) {
        pt_rng same = l->dice;
        memset(l->guess, GUARD_BYTE, g->state_size);
        g->imagine(l->view, viewer, &l->dice, l->guess);
        memset(l->other, 0, g->state_size);
        g->imagine(l->view, viewer, &same, l->other);
        LAW(laws_same(l, l->guess, l->other),
            "imagine() leaves bytes of its memory in a guess");
        LAW(g->audit(l->guess, &why) == PT_OK, "a guess cannot be: %s", why.at);
        g->observe(l->guess, viewer, l->again);
        LAW(laws_same(l, l->view, l->again), "a guess does not fit what was seen");
        if (play && k == 0 && !plays_out(l, l->guess)) return false;
    }
    return true;
}

/* A seat needs no secrets of others to know its own choices. */
static bool knows_its_moves(laws *l, const void *s, int seat) {
    int n = laws_legal(l, s, seat, l->list);
    l->g->observe(s, seat, l->view);
    int seen = laws_legal(l, l->view, seat, l->list2);
    l->move = 0;
    LAW(n >= 0 && n == seen && memcmp(l->list, l->list2, (size_t)n * sizeof *l->list) == 0,
        "seat %d has other legal moves in its view", seat + 1);
    return true;
}

bool laws_of_secrets(laws *l, const void *s, bool whole) {
    LAW(!l->g->observe == !l->g->imagine, "observe() and imagine() come together");
    if (!l->g->observe) return true;
    int player = (int)pt_below(&l->dice, l->config.seats + 1u) - 1; /* whose guess is played */
    for (int viewer = PT_PUBLIC; viewer < l->config.seats; viewer++) {
        if (!sees(l, s, viewer, whole && viewer == player)) return false;
        if (viewer >= 0 && pt_has(pt_head_of(s)->owes, viewer) &&
            !knows_its_moves(l, s, viewer))
            return false;
    }
    return true;
}
