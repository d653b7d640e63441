/* Cyclades: whole ways of fleets and troops, for those who show them before the first step.
 * What a single step may do is decided in movement.c. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

/* The steps that fleets may make now; 0: none may sail. */
static int steps_of(const cy_state *s) {
    if (s->head.phase == CYP_SAIL) return s->steps;
    if (s->head.phase == CYP_POWER) return s->card == CY_SYLPH_CARD + 1 ? s->budget : 0;
    if (s->head.phase != CYP_MENU || s->god != CY_POSEIDON + 1) return 0;
    return s->gold[cy_acting(s)] >= CY_MOVE_PRICE ? CY_SAIL_STEPS : 0;
}

/* The spaces from which fleets may sail now. */
uint64_t cy_sailors(const cy_state *s) {
    if (!steps_of(s)) return 0;
    if (s->head.phase == CYP_SAIL) return cy_bit(s->at - 1);
    return s->fleets[cy_acting(s)] & ~s->locked;
}

/* The isles from which troops may march now. */
uint16_t cy_marchers(const cy_state *s) {
    int seat = s->turn - 1;
    uint16_t set = 0;
    if (s->head.phase != CYP_MENU || s->god != CY_ARES + 1 || s->gold[seat] < CY_MOVE_PRICE)
        return 0;
    for (uint64_t own = s->owned[seat]; own; own &= own - 1) {
        int isle = pt_lowest(own);
        if (s->troops[isle] && !cy_figure_on(s, CYG_MEDUSA, isle))
            set = cy_with_isle(set, isle);
    }
    return set;
}

/* R4.19, R5.14: a group goes on from a space unless it fights there or has to stay. */
int cy_ways_of_fleets(const cy_state *s, int from, cy_leg out[CY_LEGS]) {
    const cy_map *map = cy_map_of(s);
    uint64_t fresh = ~cy_blocked(s) & ~cy_bit(from);
    uint64_t ends = cy_other_fleets(s, cy_acting(s)) | s->locked;
    int n = 0;
    assert(cy_in(cy_sailors(s), from));
    out[n++] = (cy_leg){(uint8_t)from, (uint8_t)from, 0};
    for (int i = 0; i < n; i++) {
        cy_leg at = out[i];
        if (at.step == steps_of(s) || cy_in(ends, at.to)) continue;
        for (uint64_t set = map->near[at.to] & fresh; set; set &= set - 1)
            out[n++] = (cy_leg){(uint8_t)pt_lowest(set), at.to, (uint8_t)(at.step + 1)};
        fresh &= ~map->near[at.to];
    }
    return n;
}

/* R4.21: over the seat's own fleets to the isles beside them where troops may land (R4.23). */
int cy_ways_of_troops(const cy_state *s, int from, cy_leg out[CY_LEGS]) {
    const cy_map *map = cy_map_of(s);
    int seat = cy_acting(s), n = 0;
    uint64_t fresh = s->fleets[seat], isles = cy_landable(s, seat) & ~(1u << from);
    assert(cy_in(cy_marchers(s), from));
    out[n++] = (cy_leg){(uint8_t)(CY_SEAS + from), (uint8_t)(CY_SEAS + from), 0};
    for (int i = 0; i < n; i++) {
        cy_leg at = out[i];
        if (i && at.to >= CY_SEAS) continue; /* the march ends where it lands */
        uint64_t near = i ? map->near[at.to] : map->isle[from].shore;
        for (uint64_t set = near & fresh; set; set &= set - 1)
            out[n++] = (cy_leg){(uint8_t)pt_lowest(set), at.to, (uint8_t)(at.step + 1)};
        fresh &= ~near;
        uint64_t land = i ? map->sea[at.to].isles & isles : 0;
        for (uint64_t set = land; set; set &= set - 1)
            out[n++] =
                (cy_leg){(uint8_t)(CY_SEAS + pt_lowest(set)), at.to, (uint8_t)(at.step + 1)};
        isles &= ~land;
    }
    return n;
}
