/* Myriath: laying a tile, and what its contacts are worth (R5). */
/* SPDX-License-Identifier: MIT */
#include "games/myriath/myriath.h"

unsigned mr_of_seat(const mr_state *s, int seat, int bit) {
    unsigned set = mr_filled(s, bit);
    assert(bit >= 0 && bit < MR_NODES);
    for (int i = 0; i < 2; i++) {
        unsigned on = mr_look(&s->owner[i], &s->owner_tail[i], bit);
        set &= seat >> i & 1 ? on : ~on;
    }
    return set;
}

int mr_owner(const mr_state *s, int bit, int side) {
    int seat = 0;
    for (int i = 0; i < 2; i++) {
        uint64_t word = mr_word(&s->owner[i], &s->owner_tail[i], side, bit >> 6);
        seat |= (int)(word >> (bit & 63) & 1) << i;
    }
    return seat;
}

/* R5.1, R5.2: across each half-diagonal that becomes a contact, an end of the new tile earns
 * for the mover, and an end that was there earns for its owner. */
static void gain_at(const mr_state *s, int seat, const mr_spot *spot, int bit,
                    int gain[MR_SEATS]) {
    unsigned touched = mr_across(spot->set) & mr_filled(s, bit);
    if (!touched) return;
    if (!s->own) touched &= ~mr_of_seat(s, seat, bit); /* R3.6 */
    if (spot->end) gain[seat] += pt_count(touched);
    for (unsigned ends = touched & mr_ends(s, bit); ends; ends &= ends - 1)
        gain[mr_owner(s, bit, pt_lowest(ends))]++;
}

void mr_gain(const mr_state *s, int seat, const mr_shape *k, int x, int y, int gain[MR_SEATS]) {
    assert(x + k->w < mr_side(s->head.seats) && y + k->h < mr_side(s->head.seats));
    for (int i = 0; i < MR_SEATS; i++) gain[i] = 0;
    for (int i = 0; i < k->count; i++)
        gain_at(s, seat, &k->spot[i], mr_bit(s, x + k->spot[i].x, y + k->spot[i].y), gain);
}

void mr_lay(mr_state *s, int seat, const mr_shape *k, int node) {
    assert(seat >= 0 && seat < MR_SEATS && node >= 0 && node < MR_NODES);
    assert(k->count <= MR_NODES_MAX);
    for (int i = 0; i < k->count; i++) {
        const mr_spot *spot = &k->spot[i];
        int bit = mr_bit(s, mr_x(node) + spot->x, mr_y(node) + spot->y);
        mr_fill(&s->filled, &s->filled_tail, bit, spot->set);
        if (seat & 1) mr_fill(&s->owner[0], &s->owner_tail[0], bit, spot->set);
        if (seat & 2) mr_fill(&s->owner[1], &s->owner_tail[1], bit, spot->set);
        if (spot->end) mr_fill(&s->ends, &s->ends_tail, bit, spot->set);
    }
    s->laid[seat][k->tile] = (uint16_t)(MR_LAID | k->g << 8 | node);
}

/* R5.4: every half-diagonal of an end with a tile on its other side. */
void mr_contacts(const mr_state *s, int seat, int count[MR_KINDS]) {
    assert(seat >= 0 && seat < MR_SEATS);
    for (int i = 0; i < MR_KINDS; i++) count[i] = 0;
    for (int tile = 0; tile < MR_TILES; tile++) {
        uint16_t laid = s->laid[seat][tile];
        if (!laid) continue;
        const mr_shape *k = mr_shape_at(tile, mr_laid_g(laid));
        for (int i = 0; i < k->count; i++) {
            const mr_spot *spot = &k->spot[i];
            if (!spot->end) continue;
            int x = mr_x(mr_laid_node(laid)) + spot->x, y = mr_y(mr_laid_node(laid)) + spot->y;
            int bit = mr_bit(s, x, y), whole = pt_count(spot->set) == 2;
            assert(x < mr_side(s->head.seats) && y < mr_side(s->head.seats));
            unsigned touched = mr_across(spot->set) & mr_filled(s, bit);
            unsigned own = touched & mr_of_seat(s, seat, bit);
            count[whole ? MR_WHOLE_OTHERS : MR_ARROW_OTHERS] += pt_count(touched & ~own);
            if (s->own) count[whole ? MR_WHOLE_OWN : MR_ARROW_OWN] += pt_count(own);
        }
    }
}
