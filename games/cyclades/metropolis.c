/* Cyclades: how metropolises are won (R4.34 to R4.37). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

static bool has_set(const cy_state *s, int seat) {
    unsigned types = 0;
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        for (int type = 0; type < CY_TYPES; type++)
            if (s->building[pt_lowest(set)][type]) types |= 1u << type;
    return types == 15;
}

static bool fits(const cy_state *s, int isle) {
    const cy_map *map = cy_map_of(s);
    return cy_buildings(s, isle) <= map->isle[isle].size - cy_footprint(map, isle);
}

/* R4.36: own isles without a metropolis; those with its space free come first (R8.19). */
uint16_t cy_sites(const cy_state *s) {
    unsigned sites = s->owned[cy_acting(s)] & ~s->metropolis, empty = 0;
    for (uint64_t set = sites; set; set &= set - 1)
        if (fits(s, pt_lowest(set))) empty |= 1u << pt_lowest(set);
    return (uint16_t)(empty ? empty : sites);
}

/* Asks for the place of a metropolis; false if there is none to be had (R8.21). */
static bool ask_site(cy_state *s) {
    if (!s->supply[CYS_METROPOLIS] || !cy_sites(s)) return false;
    cy_ask_seat(s, CYP_SITE, cy_acting(s));
    return true;
}

/* Philosophers first (R8.22), then buildings, until neither gives a metropolis. */
void cy_metropolis_check(cy_state *s) {
    int seat = cy_acting(s);
    while (s->philosophers[seat] >= 4) { /* R4.34 */
        s->philosophers[seat] = (uint8_t)(s->philosophers[seat] - 4);
        s->supply[CYS_PHILOSOPHER] = (uint8_t)(s->supply[CYS_PHILOSOPHER] + 4);
        if (ask_site(s)) return;
    }
    if (!has_set(s, seat)) {
        cy_resume(s);
        return;
    }
    s->give = CY_PORT + 1; /* R4.35 */
    cy_ask_seat(s, CYP_GIVE, seat);
}

int cy_legal_metropolis(const cy_state *s, pt_move *out) {
    int n = 0;
    if (s->head.phase == CYP_GIVE) {
        unsigned type = s->give - 1u;
        for (uint64_t set = s->owned[cy_acting(s)]; set; set &= set - 1)
            if (s->building[pt_lowest(set)][type])
                out[n++] = pt_mv(CYV_GIVE, type, (unsigned)pt_lowest(set), 0);
    } else if (s->head.phase == CYP_SITE) {
        for (uint64_t set = cy_sites(s); set; set &= set - 1)
            out[n++] = pt_mv(CYV_METROPOLIS, (unsigned)pt_lowest(set), 0, 0);
    } else {
        for (unsigned type = 0; type < CY_TYPES; type++)
            if (s->building[s->site - 1][type]) out[n++] = pt_mv(CYV_RAZE, type, 0, 0);
    }
    return n;
}

/* R4.37: first raze until there is room. */
static void found(cy_state *s, int isle) {
    if (!fits(s, isle)) {
        s->site = (uint8_t)(isle + 1);
        cy_ask_seat(s, CYP_RAZE, cy_acting(s));
        return;
    }
    s->site = 0;
    s->supply[CYS_METROPOLIS]--;
    s->metropolis = cy_with_isle(s->metropolis, isle);
    cy_metropolis_check(s);
}

void cy_apply_metropolis(cy_state *s, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case CYV_GIVE:
        cy_remove_building(s, (int)pt_arg(m, 1), arg);
        if (s->give < CY_TYPES) {
            s->give++;
            cy_ask_seat(s, CYP_GIVE, cy_acting(s));
            return;
        }
        s->give = 0;
        if (!ask_site(s)) cy_metropolis_check(s);
        return;
    case CYV_METROPOLIS: found(s, arg); return;
    case CYV_RAZE:
        cy_remove_building(s, s->site - 1, arg);
        found(s, s->site - 1);
        return;
    }
}
