/* Cyclades: the offerings to the gods (R4.6 to R4.10). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"

int cy_standing(const cy_state *s, int seat) {
    int sum = 0;
    for (int god = 0; god < CY_GODS; god++)
        if (s->holder[god] == seat + 1) sum += s->offer[god];
    return sum;
}

/* R4.10: each priest pays 1 of the total, but at least 1 is paid. */
int cy_cost(const cy_state *s, int seat, int total) {
    assert(total >= 0);
    if (total == 0) return 0;
    int cost = total - s->priests[seat];
    return cost < CY_LEAST_PAID ? CY_LEAST_PAID : cost;
}

int cy_lowest_offer(const cy_state *s, int god) {
    return s->holder[god] ? s->offer[god] + 1 : 1;
}

/* R4.7: what the seat can pay besides its other offerings. An offering on this god would come
 * back. */
static int highest(const cy_state *s, int seat, int god, int standing) {
    if (s->gold[seat] == 0) return 0;
    int other = s->holder[god] == seat + 1 ? standing - s->offer[god] : standing;
    int most = s->gold[seat] + s->priests[seat] - other;
    return most < CY_OFFERS ? most : CY_OFFERS;
}

int cy_highest_offer(const cy_state *s, int seat, int god) {
    return highest(s, seat, god, cy_standing(s, seat));
}

/* R4.6, R4.8: the gods that may be bid on, as a set. */
static unsigned gods_open(const cy_state *s) {
    unsigned up = 0;
    for (int place = 0; place < s->up; place++) up |= 1u << (s->gods[place] - 1);
    return s->barred ? up & ~(1u << (s->barred - 1)) : up;
}

bool cy_can_bid(const cy_state *s) {
    assert(s->bidder);
    int seat = s->bidder - 1, standing = cy_standing(s, seat);
    for (uint64_t set = gods_open(s); set; set &= set - 1) {
        int god = pt_lowest(set);
        if (cy_lowest_offer(s, god) <= highest(s, seat, god, standing)) return true;
    }
    return false;
}

/* R4.6 */
int cy_legal_bid(const cy_state *s, pt_move *out) {
    assert(s->bidder);
    int n = 0, seat = s->bidder - 1, standing = cy_standing(s, seat);
    for (uint64_t set = gods_open(s); set; set &= set - 1) {
        int god = pt_lowest(set);
        if (cy_lowest_offer(s, god) <= highest(s, seat, god, standing))
            out[n++] = pt_mv(CYV_GOD, (unsigned)god, 0, 0);
    }
    out[n++] = pt_mv(CYV_GOD, CY_APOLLO, 0, 0);
    return n;
}

/* R4.7 */
int cy_legal_offer(const cy_state *s, pt_move *out) {
    assert(s->chosen);
    int god = s->chosen - 1, low = cy_lowest_offer(s, god);
    int high = cy_highest_offer(s, s->bidder - 1, god);
    for (int amount = low; amount <= high; amount++)
        out[amount - low] = pt_mv(CYV_OFFER, (unsigned)amount - 1, 0, 0);
    return high < low ? 0 : high - low + 1;
}

/* R4.10: everybody pays; then the gods act in order. */
static cy_next pay(cy_state *s) {
    assert(!s->bidder && !s->chosen);
    for (int seat = 0; seat < s->head.seats; seat++)
        cy_pay(s, seat, cy_cost(s, seat, cy_standing(s, seat)));
    return CYN_TURN;
}

static cy_next place_marker(cy_state *s, int seat, int displaced_from) {
    assert(displaced_from < CY_GODS && !s->chosen);
    s->bidder = (uint8_t)(seat + 1);
    s->barred = (uint8_t)(displaced_from + 1);
    return cy_ask_seat(s, CYP_BID, seat);
}

/* R4.6: the next marker on the turn track, until all are placed. */
cy_next cy_next_bid(cy_state *s) {
    assert(!s->chosen && !s->turn);
    for (int space = 0; space < s->markers; space++) {
        if (!s->order[space]) continue;
        int seat = s->order[space] - 1;
        s->order[space] = 0;
        return place_marker(s, seat, -1);
    }
    s->bidder = s->barred = 0;
    return pay(s);
}

cy_next cy_apply_god(cy_state *s, int god) {
    assert(s->bidder && !s->chosen);
    assert(god >= 0 && god <= CY_APOLLO && s->barred != god + 1);
    if (god != CY_APOLLO) {
        s->chosen = (uint8_t)(god + 1);
        return cy_ask_seat(s, CYP_OFFER, s->bidder - 1);
    }
    int place = 0; /* R4.9 */
    while (s->apollo[place]) place++;
    assert(place < CY_SEATS);
    s->apollo[place] = s->bidder;
    return CYN_MARKER;
}

/* R4.8: whoever stood there must place that marker elsewhere, at once. */
cy_next cy_apply_offer(cy_state *s, int amount) {
    assert(s->bidder && s->chosen);
    assert(amount <= CY_OFFERS);
    int god = s->chosen - 1, displaced = s->holder[god] - 1;
    assert(amount >= cy_lowest_offer(s, god));
    s->holder[god] = s->bidder;
    s->offer[god] = (uint8_t)amount;
    s->chosen = 0;
    return displaced >= 0 ? place_marker(s, displaced, god) : CYN_MARKER;
}
