/* Cyclades: questions about a position. Nothing here changes one. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/cyclades/cyclades.h"

static inline const cy_map *cy_map_of(const cy_state *s) { return cy_maps[s->head.seats]; }
static inline uint64_t cy_bit(int n) { return (uint64_t)1 << n; }
static inline bool cy_in(uint64_t set, int n) { return (set >> n & 1) != 0; }
static inline uint16_t cy_with_isle(uint16_t set, int isle) {
    return (uint16_t)(set | 1u << isle);
}
static inline uint16_t cy_without_isle(uint16_t set, int isle) {
    return (uint16_t)(set & ~(1u << isle));
}
static inline bool cy_in_auction(const cy_state *s) {
    return s->head.phase == CYP_BID || s->head.phase == CYP_OFFER;
}
static inline bool cy_in_turn(const cy_state *s) {
    return s->head.phase >= CYP_MENU && s->head.phase < CYP_OVER;
}
static inline int cy_acting(const cy_state *s) { return s->turn - 1; }
/* R1.2 */
static inline int cy_goal(const cy_state *s) {
    return s->head.seats == 2 ? CY_GOAL_TWO : CY_GOAL;
}
/* R3.3: the offering markers of a player. */
static inline int cy_markers_each(const cy_state *s) { return s->head.seats == 2 ? 2 : 1; }
/* R4.38 */
static inline int cy_alms(const cy_state *s, int seat) {
    assert(s->owned[seat]);
    return pt_count(s->owned[seat]) == 1 ? CY_ALMS_LAST_ISLE : CY_ALMS;
}
static inline int cy_metropolises(const cy_state *s, int seat) {
    return pt_count(s->metropolis & s->owned[seat]);
}
static inline int cy_living(const cy_state *s) { return pt_count(s->alive); }
static inline int cy_buildings(const cy_state *s, int isle) {
    const uint8_t *b = s->building[isle];
    return b[0] + b[1] + b[2] + b[3];
}
/* R2.7: squares that a metropolis covers. */
static inline int cy_footprint(const cy_map *map, int isle) {
    return map->isle[isle].size < 2 ? 1 : 2;
}
static inline int cy_room(const cy_state *s, int isle) {
    const cy_map *map = cy_map_of(s);
    int taken = cy_in(s->metropolis, isle) ? cy_footprint(map, isle) : 0;
    return map->isle[isle].size - cy_buildings(s, isle) - taken;
}
/* R4.36: whether the isle has the squares of a metropolis free. */
static inline bool cy_metropolis_fits(const cy_state *s, int isle) {
    const cy_map *map = cy_map_of(s);
    return cy_buildings(s, isle) <= map->isle[isle].size - cy_footprint(map, isle);
}
/* The types of buildings that a seat owns, as a set. */
static inline unsigned cy_types_owned(const cy_state *s, int seat) {
    unsigned types = 0;
    for (uint64_t set = s->owned[seat]; set; set &= set - 1)
        for (int type = 0; type < CY_TYPES; type++)
            if (s->building[pt_lowest(set)][type]) types |= 1u << type;
    return types;
}
/* R4.34 to R4.37: a metropolis is being paid for or placed. */
static inline bool cy_converting(const cy_state *s) {
    return s->head.phase == CYP_GIVE || s->head.phase == CYP_SITE || s->head.phase == CYP_RAZE;
}
static inline bool cy_figure_on(const cy_state *s, int figure, int isle) {
    return s->figure[figure] == isle + 1;
}
/* The figure on an isle, or -1; there is never a second (R5.15). */
static inline int cy_figure_at(const cy_state *s, int isle) {
    for (int figure = 0; figure < CYG_KRAKEN; figure++)
        if (cy_figure_on(s, figure, isle)) return figure;
    return -1;
}
/* Sea spaces closed by the Kraken or Polyphemus. */
static inline uint64_t cy_blocked(const cy_state *s) {
    uint64_t set = 0;
    if (s->figure[CYG_KRAKEN]) set |= cy_bit(s->figure[CYG_KRAKEN] - 1);
    if (s->figure[CYG_POLYPHEMUS])
        set |= cy_map_of(s)->isle[s->figure[CYG_POLYPHEMUS] - 1].shore;
    return set;
}
static inline uint64_t cy_all_fleets(const cy_state *s) {
    return s->fleets[0] | s->fleets[1] | s->fleets[2] | s->fleets[3] | s->fleets[4];
}
static inline uint64_t cy_other_fleets(const cy_state *s, int seat) {
    return cy_all_fleets(s) & ~s->fleets[seat];
}
static inline uint64_t cy_all_seas(const cy_state *s) { return cy_bit(cy_map_of(s)->seas) - 1; }
/* The seat whose fleets are on a space, or -1. */
static inline int cy_fleet_owner(const cy_state *s, int sea) {
    for (int seat = 0; seat < CY_SEATS; seat++)
        if (cy_in(s->fleets[seat], sea)) return seat;
    return -1;
}
static inline int cy_cell_of(const cy_state *s, int sea) { return cy_map_of(s)->sea[sea].cell; }
static inline const char *cy_sea_name(const cy_state *s, int sea) {
    assert(sea >= 0 && sea < cy_map_of(s)->seas);
    return cy_cell_names[cy_cell_of(s, sea)];
}
/* The isle or sea space fought for. */
static inline const char *cy_field_name(const cy_state *s) {
    assert(s->battle == CYB_LAND || s->battle == CYB_SEA);
    return s->battle == CYB_LAND ? cy_isle_names[s->field] : cy_sea_name(s, s->field);
}
/* The units that defend it. */
static inline int cy_defenders(const cy_state *s) {
    assert(s->battle == CYB_LAND || s->battle == CYB_SEA);
    return s->battle == CYB_LAND ? s->troops[s->field] : s->fleet[s->field];
}
/* The sea space that a cell is, or -1. */
static inline int cy_sea_at(const cy_state *s, int cell) {
    int at = cy_map_of(s)->at[cell];
    return at < CY_LAND ? at : -1;
}
static inline uint16_t cy_isles(const cy_state *s) {
    return (uint16_t)((1u << cy_map_of(s)->isles) - 1);
}
/* The gods that lie face down, as a set. */
static inline unsigned cy_gods_down(const cy_state *s) {
    unsigned down = CY_ALL_GODS;
    for (int place = 0; place < s->up; place++)
        if (s->gods[place]) down &= ~(1u << (s->gods[place] - 1));
    return down;
}

/* A move for each member of a set. Returns the end of the list. */
static inline pt_move *cy_list_set(unsigned verb, uint64_t set, pt_move *out) {
    for (; set; set &= set - 1) *out++ = pt_mv(verb, (unsigned)pt_lowest(set), 0, 0);
    return out;
}
static inline pt_move *cy_list_seas(const cy_state *s, unsigned verb, uint64_t set,
                                    pt_move *out) {
    for (; set; set &= set - 1)
        *out++ = pt_mv(verb, (unsigned)cy_cell_of(s, pt_lowest(set)), 0, 0);
    return out;
}

/* --- board.c --- */
bool cy_won(const cy_state *s);              /* R6.1: whether somebody has */
int cy_revenue(const cy_state *s, int seat); /* R4.5 */
/* R4.4: which rule for the gods holds: 5, 4 or 3. */
int cy_god_rule(const cy_state *s);
uint16_t cy_chain(const cy_state *s, int seat, int isle);
