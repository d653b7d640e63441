/* Cyclades: the course of a cycle (R4.1 to R4.5, R4.11, R4.39, R4.40) and the end of the game
 * (R6.1, R6.3). */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/phases.h"
#include <string.h>

/* R4.2: the cheapest empty space that this cycle fills; space 4 in cycle 1, 3 and 4 in cycle 2.
 */
int cy_place_to_fill(const cy_state *s) {
    int first = s->head.round == 1 ? 2 : s->head.round == 2 ? 1 : 0;
    for (int place = first; place < CY_PLACES; place++)
        if (!s->track[place]) return place;
    return -1;
}

cy_next cy_fill_track(cy_state *s) {
    assert(!s->turn && !s->bidder);
    if (cy_place_to_fill(s) >= 0) {
        cy_need_card(s);
        assert(s->deck); /* no more than seven of the cards lie elsewhere */
        return cy_wait_for_luck(s, CYP_TRACK);
    }
    s->rule_cycle++;
    return cy_wait_for_luck(s, CYP_GODS);
}

/* R4.2: the card on 2 is discarded and the rest slide right, keeping their order (R8.11). */
static void slide_track(cy_state *s) {
    uint8_t *t = s->track;
    if (s->head.round == 2) {
        assert(!t[0] && !t[1]);
        t[1] = t[2];
        t[2] = 0;
        return;
    }
    if (t[0]) s->discard |= 1u << (t[0] - 1);
    t[0] = t[1] ? t[1] : t[2];
    t[1] = t[1] ? t[2] : 0;
    t[2] = 0;
}

cy_next cy_begin_cycle(cy_state *s) {
    assert(s->head.round < CY_CYCLES);
    assert(!s->turn && s->order[0]);
    s->head.round++;
    s->shown = 0;
    slide_track(s);
    return cy_fill_track(s);
}

int cy_chance_draw(const cy_state *s, pt_chance *out) {
    assert(s->deck);
    int n = 0;
    for (uint64_t left = s->deck; left; left &= left - 1)
        out[n++] = (pt_chance){pt_mv(CYV_DRAW, (unsigned)pt_lowest(left), 0, 0), 1};
    return n;
}

cy_next cy_apply_draw(cy_state *s, int creature) {
    assert(s->deck >> creature & 1);
    s->deck &= ~(1u << creature);
    if (s->head.phase == CYP_SWAP) {
        assert(s->swap && !s->track[s->swap - 1]);
        s->track[s->swap - 1] = (uint8_t)(creature + 1);
        s->swap = 0;
        return cy_ask_seat(s, CYP_MENU, cy_acting(s));
    }
    int place = cy_place_to_fill(s);
    assert(place >= 0); /* luck comes only for a free place */
    s->track[place] = (uint8_t)(creature + 1);
    return cy_fill_track(s);
}

/* --- R4.4: the gods --- */

/* Two of the set `from`, in every order. */
static int chance_pair(unsigned from, pt_chance *out) {
    int n = 0;
    for (unsigned a = 0; a < CY_GODS; a++)
        for (unsigned b = 0; b < CY_GODS; b++)
            if (a != b && cy_in(from, (int)a) && cy_in(from, (int)b))
                out[n++] = (pt_chance){pt_mv(CYV_PAIR, a, b, 0), 1};
    return n;
}

/* Places 1 to 3 in every order; the first is `first` unless that is CY_NONE. */
static int chance_three(unsigned first, pt_chance *out) {
    int n = 0;
    for (unsigned a = 0; a < CY_GODS; a++)
        for (unsigned b = 0; b < CY_GODS; b++)
            for (unsigned c = 0; c < CY_GODS; c++)
                if (a != b && b != c && a != c && (first == CY_NONE || a == first))
                    out[n++] = (pt_chance){pt_mv(CYV_GODS, a, b, c), 1};
    return n;
}

int cy_chance_gods(const cy_state *s, pt_chance *out) {
    int rule = cy_god_rule(s);
    bool fresh = s->rule_cycle == 1;
    if (rule == 3) return chance_pair(s->rule_cycle % 2 ? CY_ALL_GODS : cy_gods_down(s), out);
    if (rule == 4 && !fresh) return chance_three(s->gods[3] - 1u, out);
    return chance_three(CY_NONE, out);
}

/* R4.5: a new cycle's gold, and every temple may be used again. */
static void collect(cy_state *s) {
    for (int seat = 0; seat < s->head.seats; seat++) cy_gain(s, seat, cy_revenue(s, seat));
    memset(s->used, 0, sizeof s->used);
    s->metropolis_used = 0;
    s->blessed = 0;
}

cy_next cy_apply_gods(cy_state *s, pt_move m) {
    unsigned left = CY_ALL_GODS;
    int n = pt_verb_of(m) == CYV_PAIR ? 2 : 3;
    memset(s->gods, 0, sizeof s->gods);
    for (int place = 0; place < n; place++) {
        s->gods[place] = (uint8_t)(pt_arg(m, place) + 1);
        left &= ~(1u << pt_arg(m, place));
    }
    assert(n < 3 || (left && !(left & (left - 1)))); /* one god is left */
    if (n == 3) s->gods[3] = (uint8_t)(pt_lowest(left) + 1);
    s->up = (uint8_t)(cy_god_rule(s) - 1);
    collect(s);
    return CYN_MARKER;
}

/* --- R4.11, R4.39: turns --- */

/* The next marker in the order of the gods, then Apollo's; after the last the cycle ends. */
cy_next cy_next_turn(cy_state *s) {
    assert(!s->turn && !s->bidder);
    for (int place = 0; place < s->up; place++) {
        int god = s->gods[place] - 1;
        if (s->holder[god]) return cy_begin_turn(s, s->holder[god] - 1, god);
    }
    if (s->apollo[0]) return cy_begin_turn(s, s->apollo[0] - 1, CY_APOLLO);
    if (s->head.round >= CY_CYCLES || cy_won(s)) { /* R6.3, R6.1 */
        s->head.node = PT_OVER;
        s->head.phase = CYP_OVER;
        s->head.owes = 0;
        return CYN_WAIT;
    }
    return cy_begin_cycle(s);
}

static void shift_apollo(cy_state *s) {
    memmove(s->apollo, s->apollo + 1, sizeof s->apollo - 1);
    s->apollo[CY_SEATS - 1] = 0;
}

/* R4.39: the marker goes to the highest-numbered free space. */
cy_next cy_end_turn(cy_state *s) {
    assert(s->turn && s->god && !s->card && !s->battle);
    int space = s->markers - 1;
    while (s->order[space]) space--;
    assert(space >= 0); /* where this marker stood before the auction */
    s->order[space] = s->turn;
    if (s->god - 1 == CY_APOLLO) {
        assert(s->apollo[0] == s->turn);
        s->blessed = 1;
        shift_apollo(s);
    } else {
        assert(s->holder[s->god - 1] == s->turn);
        s->holder[s->god - 1] = s->offer[s->god - 1] = 0;
    }
    s->turn = s->god = s->recruited = 0;
    return CYN_TURN;
}
