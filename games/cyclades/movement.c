/* Cyclades: fleets and troops on the move (R4.19 to R4.23). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

/* R4.19: any number of the fleets on a space of `from`, to a neighbour that is not closed. */
int cy_legal_sail(const cy_state *s, int verb, uint64_t from, pt_move *out) {
    const pt_move *begin = out;
    const cy_map *map = cy_map_of(s);
    uint64_t open = ~cy_blocked(s);
    for (; from; from &= from - 1) {
        int sea = pt_lowest(from);
        const cy_sea *at = &map->sea[sea];
        for (unsigned step = 0; step < CY_STEPS; step++) {
            if (at->step[step] == CY_NONE || !cy_in(open, at->step[step])) continue;
            pt_move m = pt_mv((unsigned)verb, at->cell, step, 0);
            for (unsigned n = 0; n < s->fleet[sea]; n++) *out++ = m + n;
        }
    }
    return (int)(out - begin);
}

int cy_legal_sailing(const cy_state *s, pt_move *out) {
    assert(s->at && s->steps);
    int n = cy_legal_sail(s, CYV_SAIL, cy_bit(s->at - 1), out);
    out[n++] = pt_mv(CYV_STOP, 0, 0, 0);
    return n;
}

cy_next cy_stop_sailing(cy_state *s) {
    assert(s->at && !s->card);
    s->at = s->steps = 0;
    return CYN_RESUME;
}

/* One step of a group, by Poseidon (R4.19) or by the Sylph (R5.14). Foreign fleets on the space
 * mean battle, and the end of Poseidon's move (R8.24). */
cy_next cy_apply_sail(cy_state *s, pt_move m) {
    int seat = cy_acting(s), from = cy_sea_at(s, (int)pt_arg(m, 0));
    assert(from >= 0);
    int to = cy_map_of(s)->sea[from].step[pt_arg(m, 1)], n = (int)pt_arg(m, 2) + 1;
    bool sylph = s->card != 0;
    assert(to != CY_NONE);
    assert(sylph ? s->card == CY_SYLPH_CARD + 1 : s->steps > 0);
    cy_take_fleets(s, seat, from, n);
    if (cy_in(cy_other_fleets(s, seat), to)) {
        s->at = s->steps = 0;
        return cy_begin_battle(s, CYB_SEA, to, n);
    }
    cy_add_fleets(s, seat, to, n);
    if (sylph) return CYN_WAIT; /* it asks on */
    s->at = (uint8_t)(to + 1);
    return --s->steps == 0 ? cy_stop_sailing(s) : cy_ask_seat(s, CYP_SAIL, seat);
}

/* R4.23: with this isle the seat would own enough metropolises, forced conversion included.
 * There is always an isle to put them on: whoever has as few isles as that has no squares for
 * so many buildings. */
bool cy_conquest_wins(const cy_state *s, int seat, int isle) {
    assert(!cy_in(s->owned[seat], isle));
    uint16_t own = cy_with_isle(s->owned[seat], isle);
    int metropolises = pt_count(own & s->metropolis);
    for (int type = 0; type < CY_TYPES; type++) {
        int n = metropolises;
        for (uint64_t set = own; set; set &= set - 1) n += s->building[pt_lowest(set)][type];
        if (n < cy_goal(s)) return false;
    }
    return true;
}

/* R4.23: a player's last isle is safe unless taking it wins. */
uint16_t cy_landable(const cy_state *s, int seat) {
    uint16_t open = cy_isles(s);
    for (int other = 0; other < s->head.seats; other++) {
        uint16_t last = s->owned[other];
        if (other == seat || !last || (last & (last - 1))) continue;
        int isle = pt_lowest(last);
        if (!cy_conquest_wins(s, seat, isle)) open = cy_without_isle(open, isle);
    }
    return open;
}

/* R4.20 */
int cy_legal_march(const cy_state *s, pt_move *out) {
    const pt_move *begin = out;
    int seat = cy_acting(s);
    uint16_t open = cy_landable(s, seat);
    for (uint64_t set = s->owned[seat]; set; set &= set - 1) {
        unsigned isle = (unsigned)pt_lowest(set), troops = s->troops[isle];
        if (cy_figure_on(s, CYG_MEDUSA, (int)isle)) continue;
        for (uint64_t to = cy_chain(s, seat, (int)isle) & open; to; to &= to - 1)
            for (unsigned n = 0; n < troops; n++)
                *out++ = pt_mv(CYV_MARCH, isle, (unsigned)pt_lowest(to), n);
    }
    return (int)(out - begin);
}

/* R4.22: troops arrive and join others, take an empty isle, or fight. */
cy_next cy_land(cy_state *s, int from, int to, int n) {
    assert(n > 0 && n <= s->troops[from]);
    assert(from != to && s->owner[from] == s->turn);
    assert(!cy_figure_on(s, CYG_MEDUSA, from));
    s->troops[from] = (uint8_t)(s->troops[from] - n);
    if (s->owner[to] == s->turn) {
        s->troops[to] = (uint8_t)(s->troops[to] + n);
        return CYN_RESUME;
    }
    if (s->troops[to] || cy_figure_on(s, CYG_MINOTAUR, to))
        return cy_begin_battle(s, CYB_LAND, to, n);
    return cy_take_isle(s, to, n);
}
