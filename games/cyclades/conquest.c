/* Cyclades: the taking of isles (R4.33), and what becomes of a player who has none left (R6.2).
 */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/pieces.h"
#include <string.h>

/* R6.2, R8.55: the player's markers leave gods and track. The others on the track keep their
 * order; the spaces left of them are for those still to act. */
static void remove_markers(cy_state *s, int seat) {
    uint8_t mark = (uint8_t)(seat + 1), back[CY_SEATS] = {0};
    int kept = s->markers;
    for (int god = 0; god < CY_GODS; god++)
        if (s->holder[god] == mark) {
            s->holder[god] = s->offer[god] = 0;
            kept--;
        }
    int n = 0;
    for (int i = 0; i < CY_SEATS; i++)
        if (s->apollo[i] == mark)
            kept--;
        else
            s->apollo[n++] = s->apollo[i];
    while (n < CY_SEATS) s->apollo[n++] = 0;
    n = 0;
    for (int space = s->markers - 1; space >= 0; space--)
        if (s->order[space] == mark)
            kept--;
        else if (s->order[space])
            back[n++] = s->order[space];
    memset(s->order, 0, sizeof s->order);
    assert(kept >= n && kept > 0);
    for (int i = 0; i < n; i++) s->order[kept - 1 - i] = back[i];
    s->markers = (uint8_t)kept;
}

/* R6.2: everything of the player's leaves the board; nobody captures it. */
void cy_eliminate(cy_state *s, int seat) {
    assert(pt_has(s->alive, seat) && !s->owned[seat]);
    assert(!s->men[seat]);
    assert(seat != cy_acting(s)); /* nobody conquers themselves */
    for (uint64_t set = s->fleets[seat]; set; set &= set - 1) s->fleet[pt_lowest(set)] = 0;
    s->fleets[seat] = 0;
    s->ships[seat] = 0;
    s->gold[seat] = 0;
    s->supply[CYS_PRIEST] = (uint8_t)(s->supply[CYS_PRIEST] + s->priests[seat]);
    s->supply[CYS_PHILOSOPHER] = (uint8_t)(s->supply[CYS_PHILOSOPHER] + s->philosophers[seat]);
    s->priests[seat] = s->philosophers[seat] = 0;
    for (int figure = 0; figure < CYG_KRAKEN; figure++)
        if (s->controller[figure] == seat + 1) cy_remove_figure(s, figure);
    s->alive = pt_without(s->alive, seat);
    s->shown = pt_without(s->shown, seat);
    s->rule_cycle = 0;
    remove_markers(s, seat);
}

/* R4.33: all that stands on the isle stays. */
cy_next cy_take_isle(cy_state *s, int isle, int troops) {
    assert(troops > 0 && !s->troops[isle]);
    assert(s->owner[isle] != s->turn);
    assert(!cy_figure_on(s, CYG_MINOTAUR, isle));
    int seat = cy_acting(s), old = s->owner[isle] - 1;
    s->owner[isle] = s->turn;
    s->troops[isle] = (uint8_t)troops;
    s->owned[seat] = cy_with_isle(s->owned[seat], isle);
    if (old >= 0) {
        s->owned[old] = cy_without_isle(s->owned[old], isle);
        if (!s->owned[old]) cy_eliminate(s, old);
    }
    return CYN_METROPOLIS;
}
