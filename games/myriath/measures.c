/* Myriath: what a teacher compares two moves by. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "games/myriath/myriath.h"
#include "games/myriath/words.h"

/* In the order of the names: the kinds of contacts come first. */
typedef enum { HEAD_START = MR_KINDS, PLACE, TILE, MEASURES } measure;

static void measure_all(const void *state, int seat, int32_t out[PT_MEASURES]) {
    const mr_state *s = state;
    int count[MR_KINDS];
    mr_contacts(s, seat, count);
    for (int kind = 0; kind < MR_KINDS; kind++) out[kind] = count[kind];
    out[HEAD_START] = s->given[seat];
    out[PLACE] = s->head.phase == MRP_PLAY ? mr_mobility(s, seat, s->hand[seat], NULL) : 0;
    out[TILE] = pt_count(s->hand[seat]);
}

extern const pt_measures myriath_measures; /* for the registry */
const pt_measures myriath_measures = {.names = &mr_names_measure,
                                      .count = MEASURES,
                                      .points = PLACE,
                                      .of = measure_all,
                                      .soon = mr_say_why_soon};
