/* Cyclades: single effects. Each moves pieces, cards or gold and leaves what follows from it to
 * the sections of the rules (phases.h). */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/cyclades/board.h"

static inline void cy_ask_seat(cy_state *s, cy_phase phase, int seat) {
    s->head.node = PT_DECIDE;
    s->head.phase = (uint8_t)phase;
    s->head.owes = pt_with(0, seat);
}

static inline void cy_wait_for_luck(cy_state *s, cy_phase phase) {
    s->head.node = PT_CHANCE;
    s->head.phase = (uint8_t)phase;
    s->head.owes = 0;
}

static inline void cy_add_fleets(cy_state *s, int seat, int sea, int n) {
    s->fleet[sea] = (uint8_t)(s->fleet[sea] + n);
    s->fleets[seat] |= cy_bit(sea);
}

static inline void cy_take_fleets(cy_state *s, int seat, int sea, int n) {
    s->fleet[sea] = (uint8_t)(s->fleet[sea] - n);
    if (!s->fleet[sea]) s->fleets[seat] &= ~cy_bit(sea);
}

/* --- pieces.c --- */
void cy_lose_temple_mark(cy_state *s, int isle); /* a temple leaves the isle (R8.15) */
void cy_remove_building(cy_state *s, int isle, int type);
void cy_remove_figure(cy_state *s, int figure);
void cy_need_card(cy_state *s); /* R4.3: makes sure that there is a deck to draw from */

/* --- conquest.c: R4.33, R6.2 --- */
void cy_take_isle(cy_state *s, int isle, int troops);
void cy_eliminate(cy_state *s, int seat);
