/* Cyclades: how metropolises are won (R4.34 to R4.37). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

/* R4.36: own isles without a metropolis; those with its space free come first (R8.19). */
uint16_t cy_sites(const cy_state *s) {
    unsigned sites = s->owned[cy_acting(s)] & ~s->metropolis, empty = 0;
    for (uint64_t set = sites; set; set &= set - 1)
        if (cy_metropolis_fits(s, pt_lowest(set))) empty |= 1u << pt_lowest(set);
    return (uint16_t)(empty ? empty : sites);
}

/* Asks for the place of a metropolis; false if there is none to be had (R8.21). */
static bool ask_site(cy_state *s) {
    if (!s->supply[CYS_METROPOLIS] || !cy_sites(s)) return false;
    cy_ask_seat(s, CYP_SITE, cy_acting(s));
    return true;
}

/* Philosophers first (R8.22), then buildings, until neither gives a metropolis. */
cy_next cy_metropolis_check(cy_state *s) {
    assert(s->turn && !s->battle);
    assert(!s->give && !s->site);
    int seat = cy_acting(s);
    while (s->philosophers[seat] >= CY_WISE) { /* R4.34 */
        s->philosophers[seat] = (uint8_t)(s->philosophers[seat] - CY_WISE);
        s->supply[CYS_PHILOSOPHER] = (uint8_t)(s->supply[CYS_PHILOSOPHER] + CY_WISE);
        if (ask_site(s)) return CYN_WAIT;
    }
    if (cy_types_owned(s, seat) != CY_ALL_TYPES) return CYN_RESUME;
    s->give = CY_PORT + 1; /* R4.35 */
    return cy_ask_seat(s, CYP_GIVE, seat);
}

int cy_legal_metropolis(const cy_state *s, pt_move *out) {
    int n = 0;
    if (s->head.phase == CYP_GIVE) {
        unsigned type = s->give - 1u;
        for (uint64_t set = s->owned[cy_acting(s)]; set; set &= set - 1)
            if (s->building[pt_lowest(set)][type])
                out[n++] = pt_mv(CYV_GIVE, type, (unsigned)pt_lowest(set), 0);
    } else if (s->head.phase == CYP_SITE) {
        return (int)(cy_list_set(CYV_METROPOLIS, cy_sites(s), out) - out);
    } else {
        for (unsigned type = 0; type < CY_TYPES; type++)
            if (s->building[s->site - 1][type]) out[n++] = pt_mv(CYV_RAZE, type, 0, 0);
    }
    assert(n > 0); /* nobody is asked for what they do not have */
    return n;
}

/* R4.37: first raze until there is room. */
static cy_next found(cy_state *s, int isle) {
    assert(s->owner[isle] == s->turn && !cy_in(s->metropolis, isle));
    assert(s->supply[CYS_METROPOLIS] > 0);
    if (!cy_metropolis_fits(s, isle)) {
        s->site = (uint8_t)(isle + 1);
        return cy_ask_seat(s, CYP_RAZE, cy_acting(s));
    }
    s->site = 0;
    s->supply[CYS_METROPOLIS]--;
    s->metropolis = cy_with_isle(s->metropolis, isle);
    return CYN_METROPOLIS;
}

/* R4.35: one building of each type, in their order. */
static cy_next give(cy_state *s, int type, int isle) {
    assert(type == s->give - 1 && s->owner[isle] == s->turn);
    cy_remove_building(s, isle, type);
    if (s->give < CY_TYPES) {
        s->give++;
        return cy_ask_seat(s, CYP_GIVE, cy_acting(s));
    }
    s->give = 0;
    return ask_site(s) ? CYN_WAIT : CYN_METROPOLIS;
}

static cy_next raze(cy_state *s, int type) {
    assert(s->site);
    cy_remove_building(s, s->site - 1, type);
    return found(s, s->site - 1);
}

cy_next cy_apply_metropolis(cy_state *s, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case CYV_GIVE: return give(s, arg, (int)pt_arg(m, 1));
    case CYV_METROPOLIS: return found(s, arg);
    default: assert(pt_verb_of(m) == CYV_RAZE); return raze(s, arg);
    }
}
