/* Cyclades: single effects. Each moves pieces, cards or gold and leaves what follows from it to
 * the sections of the rules (phases.h). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/cyclades/board.h"

/* What comes next. Whatever a move does, it returns one of these, and the loop in rules.c goes
 * on from there; so no section of the rules has to know the one that follows it. */
typedef enum {
    CYN_WAIT,       /* nothing: a seat is asked, a lot is drawn, or the game is over */
    CYN_MARKER,     /* the next marker of the auction (R4.6) */
    CYN_TURN,       /* the next turn, or the end of the cycle (R4.11) */
    CYN_TURN_OVER,  /* the end of this turn (R4.39) */
    CYN_METROPOLIS, /* whether a metropolis is won (R4.34, R4.35); then the turn goes on */
    CYN_RESUME,     /* the turn goes on: with the creature in use, else with the menu */
} cy_next;

static inline cy_next cy_ask_seat(cy_state *s, cy_phase phase, int seat) {
    assert(phase >= CYP_BID && phase < CYP_OVER && phase != CYP_SWAP && phase != CYP_ROLL);
    assert(seat >= 0 && pt_has(s->alive, seat)); /* only the living decide */
    s->head.node = PT_DECIDE;
    s->head.phase = (uint8_t)phase;
    s->head.owes = pt_with(0, seat);
    return CYN_WAIT;
}

static inline cy_next cy_wait_for_luck(cy_state *s, cy_phase phase) {
    assert(phase <= CYP_GODS || phase == CYP_SWAP || phase == CYP_ROLL);
    s->head.node = PT_CHANCE;
    s->head.phase = (uint8_t)phase;
    s->head.owes = 0;
    return CYN_WAIT;
}

static inline void cy_gain(cy_state *s, int seat, int amount) {
    assert(amount >= 0);
    s->gold[seat] = (uint16_t)(s->gold[seat] + amount);
}

static inline void cy_pay(cy_state *s, int seat, int amount) {
    assert(amount >= 0 && amount <= s->gold[seat]);
    s->gold[seat] = (uint16_t)(s->gold[seat] - amount);
}

static inline void cy_add_fleets(cy_state *s, int seat, int sea, int n) {
    assert(n > 0 && n <= CY_UNITS);
    assert(!s->fleet[sea] || cy_in(s->fleets[seat], sea)); /* a space has one owner */
    s->fleet[sea] = (uint8_t)(s->fleet[sea] + n);
    s->fleets[seat] |= cy_bit(sea);
}

static inline void cy_take_fleets(cy_state *s, int seat, int sea, int n) {
    assert(n > 0 && n <= s->fleet[sea]);
    assert(cy_in(s->fleets[seat], sea));
    s->fleet[sea] = (uint8_t)(s->fleet[sea] - n);
    if (!s->fleet[sea]) s->fleets[seat] &= ~cy_bit(sea);
}

/* --- pieces.c --- */
void cy_remove_building(cy_state *s, int isle, int type);
void cy_remove_figure(cy_state *s, int figure);
void cy_need_card(cy_state *s); /* R4.3: makes sure that there is a deck to draw from */

/* --- conquest.c: R4.33, R6.2 --- */
cy_next cy_take_isle(cy_state *s, int isle, int troops);
void cy_eliminate(cy_state *s, int seat);
