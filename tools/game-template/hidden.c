/* Quarry: what a seat may know (R1.3). The card of another player is hidden until the game is
 * over, their bid until the last one is in. The bag needs no hiding: everybody saw what came
 * out of it. */
/* SPDX-License-Identifier: MIT */
#include "games/quarry/quarry.h"
#include <string.h>

void qy_observe(const void *state, int viewer, void *out) {
    qy_state *view = out;
    memcpy(view, state, sizeof *view);
    assert(view->head.seats <= QY_SEATS);
    if (view->head.node == PT_OVER) return; /* R5.2 */
    for (int seat = 0; seat < view->head.seats; seat++) {
        if (seat == viewer) continue;
        if (view->favourite[seat] != QY_NOTHING) view->favourite[seat] = QY_HIDDEN;
        if (view->bid[seat] != QY_NOTHING) view->bid[seat] = QY_SEALED;
    }
}

/* One of the cards that nobody is known to have. */
static uint8_t draw_card(const qy_state *s, pt_rng *rng) {
    int left = 0;
    for (int stone = 0; stone < QY_STONES; stone++) left += qy_cards_left(s, stone);
    assert(left > 0);
    int ticket = (int)pt_below(rng, (uint32_t)left), stone = 0;
    while (ticket >= qy_cards_left(s, stone)) ticket -= qy_cards_left(s, stone++);
    assert(stone < QY_STONES);
    return (uint8_t)stone;
}

/* Cards were dealt fairly, so each that is left is as likely as any other. What a rival bids is
 * their own affair: every bid they can pay is taken to be as likely as any other. */
void qy_imagine(const void *view, int viewer, pt_rng *rng, void *state) {
    qy_state *s = state;
    (void)viewer;
    memmove(s, view, sizeof *s);
    for (int seat = 0; seat < s->head.seats; seat++) {
        if (s->favourite[seat] == QY_HIDDEN) s->favourite[seat] = draw_card(s, rng);
        if (s->bid[seat] == QY_SEALED)
            s->bid[seat] = (uint8_t)pt_below(rng, s->coins[seat] + 1u);
    }
}

/* A card is dealt to one player alone; a bid is known to whoever makes it. */
pt_sight qy_sight(const void *before, int seat, pt_move m, int viewer) {
    const qy_state *s = before;
    switch ((qy_verb)pt_verb_of(m)) {
    case QYV_DEAL: return viewer == qy_next_dealt(s) ? PT_SEEN : PT_MASKED;
    case QYV_BID: return viewer == seat ? PT_SEEN : PT_MASKED;
    case QYV_DRAW: return PT_SEEN;
    case QYV_NONE:
    case QYV_COUNT: break;
    }
    assert(false && "no such move");
    return PT_UNSEEN;
}
