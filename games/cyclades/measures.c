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
    LEFT,
    HELD,
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

/* R4.8: others who cannot outbid what the seat offers, on the god where the most of them can.
 */
static int cannot_outbid(const cy_state *s, int seat) {
    int least = 0;
    bool offers = false;
    for (int god = 0; god < CY_GODS; god++) {
        if (s->holder[god] != seat + 1) continue;
        int cannot = 0;
        for (int other = 0; other < s->head.seats; other++)
            cannot += other != seat && cy_highest_offer(s, other, god) <= s->offer[god];
        if (!offers || cannot < least) least = cannot;
        offers = true;
    }
    return least;
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
    bool bids = s->head.phase == CYP_BID || s->head.phase == CYP_OFFER;
    out[LEFT] = bids ? s->gold[seat] - cy_cost(s, seat, cy_standing(s, seat)) : PT_NO_AMOUNT;
    out[HELD] = bids ? cannot_outbid(s, seat) : PT_NO_AMOUNT;
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[BUILDING] = 1, [METROPOLIS] = 3}},     /* builder */
    {.own = {[FLEET] = 1, [TROOP] = 2, [ISLE] = 6}}, /* raider */
    {.own = {[PRIEST] = 1}},                         /* miser */
};

static const uint16_t says[CYV_COUNT] = {[CYV_FLEET] = 1 << FLEET,
                                         [CYV_TROOP] = 1 << TROOP,
                                         [CYV_PRIEST] = 1 << PRIEST,
                                         [CYV_PHILOSOPHER] = 1 << PHILOSOPHER,
                                         [CYV_BUILD] = 1 << BUILDING};

/* By what the evaluation of positions (hints.c) has learned. */
static const int16_t worth[MEASURES] = {
    [ISLE] = 6,  [REVENUE] = 3, [GOLD] = 2,         [FLEET] = 1, [TROOP] = 4, [BUILDING] = 6,
    [KIND] = 25, [PRIEST] = 4,  [PHILOSOPHER] = 12, [SAFE] = 5,  [LEFT] = 2,  [HELD] = 4};

extern const pt_measures cyclades_measures; /* for the registry */
const pt_measures cyclades_measures = {.names = &cy_names_measure,
                                       .count = MEASURES,
                                       .points = ISLE,
                                       .of = measure_all,
                                       .worth = worth,
                                       .by_round = true,
                                       .apart = true,
                                       .soon = cy_say_why_soon,
                                       .sooner = cy_say_why_sooner,
                                       .later = cy_say_why_later,
                                       .timed = METROPOLIS,
                                       .standing = 1 << SAFE | 1 << LEFT | 1 << HELD,
                                       .twins = 1 << BUILDING | 1 << KIND,
                                       .says = says,
                                       .characters = &cy_names_character,
                                       .styles = styles};
