/* Cyclades: the longer questions about a position. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/board.h"

/* R4.5: printed prosperity and markers of own isles, and horns under own fleets. */
int cy_revenue(const cy_state *s, int seat) {
    assert(seat >= 0 && seat < CY_SEATS);
    const cy_map *map = cy_map_of(s);
    int sum = pt_count(s->fleets[seat] & map->horns);
    for (uint64_t set = s->owned[seat]; set; set &= set - 1) {
        int isle = pt_lowest(set);
        sum += map->isle[isle].prosperity + s->marker[isle];
    }
    return sum;
}

int cy_god_rule(const cy_state *s) {
    int living = cy_living(s);
    if (s->head.seats == 2) return 4;
    return living < 3 ? 3 : living;
}

/* R4.21: the isles joined to this one by the seat's fleets. */
uint16_t cy_chain(const cy_state *s, int seat, int isle) {
    assert(isle >= 0 && isle < cy_map_of(s)->isles);
    const cy_map *map = cy_map_of(s);
    uint64_t own = s->fleets[seat], reach = map->isle[isle].shore & own, fresh = reach;
    unsigned isles = 0;
    while (fresh) {
        int sea = pt_lowest(fresh);
        fresh &= fresh - 1;
        uint64_t more = map->near[sea] & own & ~reach;
        isles |= map->sea[sea].isles;
        reach |= more;
        fresh |= more;
    }
    return (uint16_t)(isles & ~(1u << isle));
}

bool cy_won(const cy_state *s) {
    bool won = cy_living(s) < 2;
    for (int seat = 0; seat < s->head.seats; seat++)
        won |= cy_metropolises(s, seat) >= cy_goal(s);
    return won;
}
