/* Myst: the small steps that the phases share: asking a team, waiting for a draw, discarding a
 * Book, listing moves. */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"

void ms_ask_team(ms_state *s, int team, ms_phase phase) {
    s->head.node = PT_DECIDE;
    s->head.owes = pt_with(0, team);
    s->head.phase = (uint8_t)phase;
    s->mover = (uint8_t)team;
}

void ms_wait_for_luck(ms_state *s, int team, ms_phase phase) {
    s->head.node = PT_CHANCE;
    s->head.owes = 0;
    s->head.phase = (uint8_t)phase;
    s->mover = (uint8_t)team;
}

/* R5.4: the Book of lower number goes, and everybody sees it. */
void ms_discard_book(ms_state *s, int team) {
    assert(ms_has_book(s, team));
    unsigned book = s->hand[team] >> MS_BOOK & 1 ? 0 : 1;
    s->hand[team] &= ~(1u << (MS_BOOK + book));
    s->used[team] = (uint8_t)(s->used[team] | 1u << book);
    s->cards[team]--;
}

int ms_list(ms_board cells, unsigned verb, pt_move *out) {
    pt_move *at = out, north = pt_mv(verb, 0, 0, 0), south = pt_mv(verb, MS_HALF, 0, 0);
    for (uint64_t set = cells.north; set; set &= set - 1)
        *at++ = north + ((pt_move)pt_lowest(set) << 16);
    for (uint64_t set = cells.south; set; set &= set - 1)
        *at++ = south + ((pt_move)pt_lowest(set) << 16);
    return (int)(at - out);
}
