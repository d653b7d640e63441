/* Cyclades: what a teacher compares two moves by. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "games/cyclades/board.h"
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
    MEASURES
} measure;

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
                                       .twins = 1 << BUILDING | 1 << KIND,
                                       .characters = &cy_names_character,
                                       .styles = styles};
