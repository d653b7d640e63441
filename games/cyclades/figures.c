/* Cyclades: the figures that stay on the board (R5.15 to R5.20). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

static void sink_fleets(cy_state *s, int sea) {
    int seat = cy_fleet_owner(s, sea);
    if (seat < 0) return;
    s->ships[seat] = (uint8_t)(s->ships[seat] - s->fleet[sea]);
    cy_take_fleets(s, seat, sea, s->fleet[sea]);
}

/* --- Polyphemus --- */

/* R5.19: where a fleet on this space can be pushed to. */
uint64_t cy_push_targets(const cy_state *s, int sea) {
    int seat = cy_fleet_owner(s, sea);
    assert(seat >= 0);
    return cy_map_of(s)->near[sea] & ~cy_blocked(s) & ~cy_other_fleets(s, seat);
}

static uint64_t to_push(const cy_state *s) {
    assert(s->figure[CYG_POLYPHEMUS]);
    return cy_map_of(s)->isle[s->figure[CYG_POLYPHEMUS] - 1].shore & cy_all_fleets(s);
}

int cy_legal_push(const cy_state *s, pt_move *out) {
    int n = 0;
    for (uint64_t set = to_push(s); set; set &= set - 1) {
        int sea = pt_lowest(set);
        const cy_sea *at = &cy_map_of(s)->sea[sea];
        uint64_t open = cy_push_targets(s, sea);
        for (unsigned step = 0; step < CY_STEPS; step++)
            if (at->step[step] != CY_NONE && cy_in(open, at->step[step]))
                out[n++] = pt_mv(CYV_PUSH, at->cell, step, 0);
    }
    return n;
}

/* Fleets without a way out sink at once; the others are asked for until none is left. */
static cy_next push_on(cy_state *s) {
    for (uint64_t set = to_push(s); set; set &= set - 1)
        if (!cy_push_targets(s, pt_lowest(set))) sink_fleets(s, pt_lowest(set));
    return to_push(s) ? cy_ask_seat(s, CYP_PUSH, cy_acting(s)) : CYN_RESUME;
}

cy_next cy_apply_push(cy_state *s, int sea, int to) {
    assert(cy_in(cy_push_targets(s, sea), to));
    int seat = cy_fleet_owner(s, sea);
    cy_take_fleets(s, seat, sea, 1);
    cy_add_fleets(s, seat, to, 1);
    return push_on(s);
}

/* --- R5.15: isle figures --- */

cy_next cy_place_figure(cy_state *s, int figure, int isle) {
    assert(figure >= 0 && figure < CYG_KRAKEN);
    assert(!s->figure[figure]);
    int other = cy_figure_at(s, isle);
    if (other >= 0) { /* both vanish, no power applies (R8.40) */
        cy_remove_figure(s, other);
        return CYN_RESUME;
    }
    s->figure[figure] = (uint8_t)(isle + 1);
    s->controller[figure] = s->turn;
    s->since[figure] = (uint8_t)s->head.round;
    return figure == CYG_POLYPHEMUS ? push_on(s) : CYN_RESUME;
}

/* --- R5.20: the Kraken --- */

int cy_legal_swim(const cy_state *s, pt_move *out) {
    assert(s->figure[CYG_KRAKEN]);
    int n = 0;
    out[n++] = pt_mv(CYV_STOP, 0, 0, 0);
    if (s->gold[cy_acting(s)] < CY_MOVE_PRICE) return n;
    uint64_t near = cy_map_of(s)->near[s->figure[CYG_KRAKEN] - 1];
    return (int)(cy_list_seas(s, CYV_SWIM, near, out + n) - out);
}

cy_next cy_apply_surface(cy_state *s, int sea) {
    assert(sea >= 0 && sea < cy_map_of(s)->seas);
    s->figure[CYG_KRAKEN] = (uint8_t)(sea + 1);
    sink_fleets(s, sea);
    return cy_ask_seat(s, CYP_SWIM, cy_acting(s));
}

cy_next cy_apply_swim(cy_state *s, int sea) {
    assert(cy_in(cy_map_of(s)->near[s->figure[CYG_KRAKEN] - 1], sea));
    cy_pay(s, cy_acting(s), CY_MOVE_PRICE);
    return cy_apply_surface(s, sea);
}
