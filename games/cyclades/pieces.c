/* Cyclades: buildings, figures and cards leave their place. */
/* SPDX-License-Identifier: MIT */
#include "games/cyclades/pieces.h"

void cy_remove_building(cy_state *s, int isle, int type) {
    assert(s->building[isle][type] > 0);
    assert(s->supply[type] < cy_supplies[type]);
    s->building[isle][type]--;
    s->supply[type]++;
    if (type == CY_TEMPLE && s->used[isle]) s->used[isle]--; /* R8.15: a used one is taken */
    assert(s->used[isle] <= s->building[isle][CY_TEMPLE]);
}

/* The figure leaves; its card goes to the discard pile. */
void cy_remove_figure(cy_state *s, int figure) {
    assert(figure >= 0 && figure < CYG_KRAKEN); /* the Kraken never leaves */
    assert(s->figure[figure]);
    s->figure[figure] = 0;
    s->controller[figure] = s->since[figure] = 0;
    s->discard |= 1u << (CY_CHIRON + figure);
}

/* R4.3: only when a card is needed and the deck is empty is the discard pile turned over. */
void cy_need_card(cy_state *s) {
    if (s->deck) return;
    s->deck = s->discard;
    s->discard = 0;
}
