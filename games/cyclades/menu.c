/* Cyclades: a player's turn with a god (R4.12 to R4.18, R4.24, R4.25) or with Apollo (R4.38).
 */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

/* R4.12: figures placed in an earlier cycle leave when their controller's turn comes. */
cy_next cy_begin_turn(cy_state *s, int seat, int god) {
    assert(!s->turn && !s->god);
    assert(god >= 0 && god <= CY_APOLLO);
    for (int figure = 0; figure < CYG_KRAKEN; figure++)
        if (s->controller[figure] == seat + 1 && s->since[figure] < s->head.round)
            cy_remove_figure(s, figure);
    s->turn = (uint8_t)(seat + 1);
    s->god = (uint8_t)(god + 1);
    if (god != CY_APOLLO) return cy_ask_seat(s, CYP_MENU, seat);
    cy_gain(s, seat, cy_alms(s, seat));
    if (!s->blessed && s->supply[CYS_PROSPERITY]) return cy_ask_seat(s, CYP_PROSPER, seat);
    return CYN_TURN_OVER;
}

/* R4.25: temples and metropolises of the seat that are not used yet this cycle. */
int cy_discounts(const cy_state *s, int seat) {
    int n = pt_count(s->owned[seat] & s->metropolis & ~s->metropolis_used);
    for (uint64_t set = s->owned[seat]; set; set &= set - 1) {
        int isle = pt_lowest(set);
        n += s->building[isle][CY_TEMPLE] - s->used[isle];
    }
    return n;
}

int cy_creature_price(const cy_state *s, int seat, int place) {
    assert(place >= 0 && place < CY_PLACES);
    int price = place + CY_FIRST_SPACE - cy_discounts(s, seat);
    return price < CY_LEAST_PAID ? CY_LEAST_PAID : price;
}

/* R4.14: beside own isles, not closed, without foreign fleets. */
uint64_t cy_harbours(const cy_state *s, int seat) {
    const cy_map *map = cy_map_of(s);
    uint64_t set = 0;
    for (uint64_t isles = s->owned[seat]; isles; isles &= isles - 1)
        set |= map->isle[pt_lowest(isles)].shore;
    return set & ~cy_blocked(s) & ~cy_other_fleets(s, seat);
}

static bool can_recruit(const cy_state *s, int seat, int god) {
    assert(god >= 0 && god < CY_GODS);
    int price = cy_price[god][s->recruited];
    if (price == CY_NONE || price > s->gold[seat]) return false;
    if (god == CY_POSEIDON) return s->ships[seat] < CY_UNITS;
    if (god == CY_ARES) return s->men[seat] < CY_UNITS;
    return god != CY_ZEUS || s->supply[CYS_PRIEST]; /* five hold 15 philosophers at most */
}

static pt_move *list_recruits(const cy_state *s, int seat, int god, pt_move *out) {
    if (!can_recruit(s, seat, god)) return out;
    if (god == CY_POSEIDON) return cy_list_seas(s, CYV_FLEET, cy_harbours(s, seat), out);
    if (god == CY_ARES) return cy_list_set(CYV_TROOP, s->owned[seat], out);
    *out++ = pt_mv(god == CY_ZEUS ? CYV_PRIEST : CYV_PHILOSOPHER, 0, 0, 0);
    return out;
}

/* R4.13: every option must be payable now. */
int cy_legal_menu(const cy_state *s, pt_move *out) {
    const pt_move *begin = out;
    int seat = cy_acting(s), god = s->god - 1, gold = s->gold[seat];
    out = list_recruits(s, seat, god, out);
    if (gold >= CY_BUILDING_PRICE && s->supply[god])
        for (uint64_t set = s->owned[seat]; set; set &= set - 1)
            if (cy_room(s, pt_lowest(set)) >= 1)
                *out++ = pt_mv(CYV_BUILD, (unsigned)pt_lowest(set), 0, 0);
    if (gold >= CY_MOVE_PRICE && god == CY_POSEIDON)
        out += cy_legal_sail(s, CYV_SAIL, s->fleets[seat], out);
    if (gold >= CY_MOVE_PRICE && god == CY_ARES) out += cy_legal_march(s, out);
    if (gold >= CY_MOVE_PRICE && god == CY_ZEUS)
        for (unsigned place = 0; place < CY_PLACES; place++)
            if (s->track[place]) *out++ = pt_mv(CYV_SWAP, place, 0, 0);
    if (gold >= CY_LEAST_PAID) {
        int off = cy_discounts(s, seat);
        for (int place = 0; place < CY_PLACES; place++)
            if (s->track[place] && place + CY_FIRST_SPACE - off <= gold)
                *out++ = pt_mv(CYV_BUY, (unsigned)place, 0, 0);
    }
    *out++ = pt_mv(CYV_END, 0, 0, 0);
    return (int)(out - begin);
}

/* True if the list has nothing but `end`. Most states can be decided without making the
 * list. */
bool cy_menu_is_empty(const cy_state *s) {
    int seat = cy_acting(s), god = s->god - 1, gold = s->gold[seat];
    if (can_recruit(s, seat, god) && (god != CY_POSEIDON || cy_harbours(s, seat))) return false;
    if (gold == 0) return true;
    pt_move list[CY_MOVES];
    if (god == CY_ZEUS && (s->track[0] | s->track[1] | s->track[2])) return false;
    if (s->track[0] && cy_creature_price(s, seat, 0) <= gold) return false;
    return cy_legal_menu(s, list) == 1;
}

/* R8.15: marks unused tiles in order of isles, temples before the metropolis. */
static void mark_discounts(cy_state *s, int seat, int n) {
    for (uint64_t set = s->owned[seat]; set; set &= set - 1) {
        int isle = pt_lowest(set);
        int take = s->building[isle][CY_TEMPLE] - s->used[isle];
        if (take > n) take = n;
        s->used[isle] = (uint8_t)(s->used[isle] + take);
        n -= take;
        if (n > 0 && cy_in(s->metropolis & ~s->metropolis_used, isle)) {
            s->metropolis_used = cy_with_isle(s->metropolis_used, isle);
            n--;
        }
    }
    assert(n == 0); /* the price was reduced by that many */
}

static cy_next apply_buy(cy_state *s, int place) {
    assert(s->track[place] && !s->card);
    int creature = s->track[place] - 1, price = cy_creature_price(s, cy_acting(s), place);
    mark_discounts(s, cy_acting(s), place + CY_FIRST_SPACE - price);
    cy_pay(s, cy_acting(s), price);
    s->track[place] = 0;
    return cy_use_card(s, creature);
}

/* R4.24: discarded before the new card is drawn (R8.13). */
static cy_next apply_swap(cy_state *s, int place) {
    assert(s->track[place] && s->god - 1 == CY_ZEUS);
    cy_pay(s, cy_acting(s), CY_MOVE_PRICE);
    s->discard |= 1u << (s->track[place] - 1);
    s->track[place] = 0;
    s->swap = (uint8_t)(place + 1);
    cy_need_card(s);
    assert(s->deck); /* the swapped card at least */
    return cy_wait_for_luck(s, CYP_SWAP);
}

static cy_next apply_build(cy_state *s, int isle) {
    assert(s->owner[isle] == s->turn && cy_room(s, isle) >= 1);
    int type = s->god - 1; /* the god's building has the god's number (R2.12) */
    assert(type < CY_TYPES && s->supply[type] > 0);
    cy_pay(s, cy_acting(s), CY_BUILDING_PRICE);
    s->supply[type]--;
    s->building[isle][type]++;
    return CYN_METROPOLIS;
}

static cy_next apply_recruit(cy_state *s, pt_move m) {
    int seat = cy_acting(s);
    assert(cy_price[s->god - 1][s->recruited] != CY_NONE);
    cy_pay(s, seat, cy_price[s->god - 1][s->recruited++]);
    switch (pt_verb_of(m)) {
    case CYV_FLEET:
        assert(s->ships[seat] < CY_UNITS);
        s->ships[seat]++;
        cy_add_fleets(s, seat, cy_sea_at(s, (int)pt_arg(m, 0)), 1);
        break;
    case CYV_TROOP:
        assert(s->men[seat] < CY_UNITS);
        s->men[seat]++;
        s->troops[pt_arg(m, 0)]++;
        break;
    case CYV_PRIEST:
        assert(s->supply[CYS_PRIEST] > 0);
        s->supply[CYS_PRIEST]--;
        s->priests[seat]++;
        break;
    case CYV_PHILOSOPHER:
        assert(s->supply[CYS_PHILOSOPHER] > 0);
        s->supply[CYS_PHILOSOPHER]--;
        s->philosophers[seat]++;
        return CYN_METROPOLIS;
    }
    return cy_ask_seat(s, CYP_MENU, seat);
}

cy_next cy_apply_menu(cy_state *s, pt_move m) {
    int arg = (int)pt_arg(m, 0);
    switch (pt_verb_of(m)) {
    case CYV_FLEET:
    case CYV_TROOP:
    case CYV_PRIEST:
    case CYV_PHILOSOPHER: return apply_recruit(s, m);
    case CYV_BUILD: return apply_build(s, arg);
    case CYV_SAIL:
        cy_pay(s, cy_acting(s), CY_MOVE_PRICE);
        s->steps = CY_SAIL_STEPS;
        return cy_apply_sail(s, m);
    case CYV_MARCH:
        cy_pay(s, cy_acting(s), CY_MOVE_PRICE);
        return cy_land(s, arg, (int)pt_arg(m, 1), (int)pt_arg(m, 2) + 1);
    case CYV_SWAP: return apply_swap(s, arg);
    case CYV_BUY: return apply_buy(s, arg);
    default: assert(pt_verb_of(m) == CYV_END); return CYN_TURN_OVER;
    }
}

/* --- R4.38: Apollo --- */

int cy_legal_prosper(const cy_state *s, pt_move *out) {
    return (int)(cy_list_set(CYV_PROSPER, s->owned[cy_acting(s)], out) - out);
}

cy_next cy_apply_prosper(cy_state *s, int isle) {
    assert(s->supply[CYS_PROSPERITY] > 0 && !s->blessed);
    assert(s->owner[isle] == s->turn);
    s->supply[CYS_PROSPERITY]--;
    s->marker[isle]++;
    return CYN_TURN_OVER;
}
