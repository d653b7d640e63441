/* Cyclades: what a teacher compares two moves by. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "games/cyclades/phases.h"
#include "games/cyclades/words.h"

/* In the order of the names. */
typedef enum {
    METROPOLIS,
    ISLE,
    REVENUE,
    GOLD,
    FLEET,
    TROOP,
    BUILDING,
    KIND,
    PRIEST,
    PHILOSOPHER,
    SAFE,
    MEASURES
} measure;

/* The most troops that a rival could march to the isle at once (R4.24). */
static int strongest_near(const cy_state *s, int seat, int isle) {
    int most = 0;
    for (int other = 0; other < s->head.seats; other++) {
        if (other == seat || !pt_has(s->alive, other)) continue;
        uint16_t near = cy_chain(s, other, isle) & s->owned[other];
        for (uint64_t set = near; set; set &= set - 1)
            if (s->troops[pt_lowest(set)] > most) most = s->troops[pt_lowest(set)];
    }
    return most;
}

/* R4.26: isles to which nobody could march more than defends them. */
static int safe_isles(const cy_state *s, int seat) {
    int safe = 0;
    for (uint64_t set = s->owned[seat]; set; set &= set - 1) {
        int isle = pt_lowest(set), guard = s->troops[isle];
        cy_bonus b = cy_land_bonus(s, isle);
        if (guard) guard += b.walls + b.metropolises;
        safe += strongest_near(s, seat, isle) <= guard + b.minotaur;
    }
    return safe;
}

static void measure_all(const void *state, int seat, int32_t out[PT_MEASURES]) {
    const cy_state *s = state;
    out[METROPOLIS] = cy_metropolises(s, seat);
    out[ISLE] = pt_count(s->owned[seat]);
    out[REVENUE] = cy_revenue(s, seat);
    out[GOLD] = s->gold[seat];
    out[FLEET] = s->ships[seat];
    out[TROOP] = s->men[seat];
    out[BUILDING] = 0;
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        out[BUILDING] += cy_buildings(s, pt_lowest(set));
    out[KIND] = pt_count(cy_types_owned(s, seat));
    out[PRIEST] = s->priests[seat];
    out[PHILOSOPHER] = s->philosophers[seat];
    out[SAFE] = safe_isles(s, seat);
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[BUILDING] = 1, [METROPOLIS] = 3}},     /* builder */
    {.own = {[FLEET] = 1, [TROOP] = 2, [ISLE] = 6}}, /* raider */
    {.own = {[PRIEST] = 1}},                         /* miser */
};

extern const pt_measures cyclades_measures; /* for the registry */
const pt_measures cyclades_measures = {.names = &cy_names_measure,
                                       .count = MEASURES,
                                       .points = ISLE,
                                       .of = measure_all,
                                       .by_round = true,
                                       .soon = cy_say_why_soon,
                                       .sooner = cy_say_why_sooner,
                                       .later = cy_say_why_later,
                                       .timed = METROPOLIS,
                                       .standing = 1 << SAFE,
                                       .twins = 1 << BUILDING | 1 << KIND,
                                       .characters = &cy_names_character,
                                       .styles = styles};
