/* Cyclades: what a seat may know (R1.3). Only gold is hidden, and only from those who did not
 * keep count. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include <string.h>

/* Hidden: the gold of the other living players, while the game lasts, unless the Griffon has
 * just shown it (R5.8) or the table plays with open gold. */
static bool hides(const cy_state *s, int viewer, int seat) {
    return seat != viewer && !s->open && s->head.node != PT_OVER && pt_has(s->alive, seat) &&
           !pt_has(s->shown, seat);
}

void cy_observe(const void *state, int viewer, void *out) {
    cy_state *view = out;
    memcpy(view, state, sizeof *view);
    for (int seat = 0; seat < CY_SEATS; seat++)
        if (hides(view, viewer, seat)) view->gold[seat] = CY_HIDDEN;
}

/* Every gain and payment is public: whoever keeps count knows every purse. */
void cy_recall(const void *state, int viewer, void *out) {
    (void)viewer;
    memcpy(out, state, sizeof(cy_state));
}

/* What the view alone proves of a seat's gold: it can pay its offerings in the auction. */
static int least(const cy_state *s, int seat) {
    return cy_in_auction(s) ? cy_cost(s, seat, cy_standing(s, seat)) : 0;
}

/* In the first cycle everybody knows what a player has who has not acted yet: the purse of the
 * start, the revenue, and what they offered. -1: not known. */
static int first_purse(const cy_state *s, int seat) {
    if (s->head.round > 1) return -1;
    if (s->head.phase <= CYP_GODS) return CY_PURSE;
    if (cy_in_auction(s)) return CY_PURSE + CY_INCOME;
    bool acted = seat == cy_acting(s);
    for (int space = 0; space < s->markers; space++) acted |= s->order[space] == seat + 1;
    return acted ? -1 : CY_PURSE + CY_INCOME - cy_cost(s, seat, cy_standing(s, seat));
}

/* A guess at a purse: about two cycles' worth of revenue before offerings are paid, about one
 * after. */
static int guess_purse(const cy_state *s, int seat, pt_rng *rng) {
    assert(pt_has(s->alive, seat));
    int first = first_purse(s, seat), low = least(s, seat);
    if (first >= 0) return first > low ? first : low;
    uint32_t revenue = (uint32_t)cy_revenue(s, seat);
    uint32_t span = s->head.phase <= CYP_OFFER ? revenue + 4 : revenue / 2 + 3;
    return low + (int)(pt_below(rng, span) + pt_below(rng, span));
}

/* Nobody is asked a question with a single answer (R4.1), so whoever is asked gets gold until
 * there are two. */
void cy_imagine(const void *view, int viewer, pt_rng *rng, void *state) {
    cy_state *s = state;
    uint8_t hidden = 0;
    memcpy(s, view, sizeof *s);
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (s->gold[seat] != CY_HIDDEN) continue;
        hidden = pt_with(hidden, seat);
        s->gold[seat] = (uint16_t)guess_purse(s, seat, rng);
    }
    int seat = pt_mover(s);
    (void)viewer;
    if (!pt_has(hidden, seat)) return;
    pt_move list[CY_MOVES];
    for (int more = 0; more < 80 && cy_legal(s, seat, list) < 2; more++) s->gold[seat]++;
}
