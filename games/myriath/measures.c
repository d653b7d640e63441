/* Myriath: what a teacher compares two moves by. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"

/* In the order of the names: the kinds of contacts come first. */
typedef enum { HEAD_START = MR_KINDS, PLACE, TILE, MEASURES, REACH = MEASURES, ALL } measure;

static void measure_all(const void *state, int seat, int32_t out[PT_MEASURES]) {
    const mr_state *s = state;
    int count[MR_KINDS];
    mr_contacts(s, seat, count);
    for (int kind = 0; kind < MR_KINDS; kind++) out[kind] = count[kind];
    out[HEAD_START] = s->given[seat];
    out[PLACE] = s->head.phase == MRP_PLAY ? mr_mobility(s, seat, s->hand[seat], NULL) : 0;
    out[TILE] = pt_count(s->hand[seat]);
    out[REACH] = 0; /* nodes that its tiles cover, beyond the average of R2.5 */
    for (int tile = 0; tile < MR_TILES; tile++)
        if (s->laid[seat][tile]) out[REACH] += mr_shape_at(tile, 0)->count - 3;
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[REACH] = 1}},                                   /* strider */
    {.own = {[MR_ARROW_OTHERS] = -1, [MR_WHOLE_OTHERS] = 1}}, /* mason */
};

/* By what the evaluation of positions (hints.c) has learned. */
static const int16_t worth[MEASURES] = {[PLACE] = 1, [TILE] = 60};

extern const pt_measures myriath_measures; /* for the registry */
const pt_measures myriath_measures = {.names = &mr_names_measure,
                                      .count = MEASURES,
                                      .further = ALL - MEASURES,
                                      .points = PLACE,
                                      .standing = 1 << PLACE,
                                      .of = measure_all,
                                      .worth = worth,
                                      .soon = mr_say_why_soon,
                                      .characters = &mr_names_character,
                                      .styles = styles};
