/* Mykerinos: what a teacher compares two moves by. */
/* SPDX-License-Identifier: MIT */
#include "core/measures.h"
#include "games/mykerinos/mykerinos.h"
#include "games/mykerinos/words.h"

/* In the order of the names. */
typedef enum {
    PRINTED,
    PATRON,
    SERIES = PATRON + MK_PATRONS,
    ROOM,
    TILE,
    STOCK,
    MEASURES
} measure;

static void measure_all(const void *state, int seat, int32_t out[PT_MEASURES]) {
    const mk_state *s = state;
    const mk_player *p = &s->player[seat];
    out[PRINTED] = p->points;
    out[SERIES] = MK_SERIES_POINTS * mk_sets(s, seat);
    out[ROOM] = out[TILE] = 0;
    out[STOCK] = p->stock;
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        int n = p->tiles[patron];
        out[PATRON + patron] = n ? n * mk_patron_value(s, seat, patron) : 0;
        out[TILE] += n;
    }
    for (int room = 0; room < MK_ROOMS; room++) out[ROOM] += s->room[room] == seat + 1;
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[ROOM] = 1}}, /* curator */
    {.own = {[TILE] = 1}}, /* gatherer */
};

extern const pt_measures mykerinos_measures; /* for the registry */
const pt_measures mykerinos_measures = {.names = &mk_names_measure,
                                        .count = MEASURES,
                                        .points = ROOM,
                                        .of = measure_all,
                                        .by_round = true,
                                        .soon = mk_say_why_soon,
                                        .characters = &mk_names_character,
                                        .styles = styles};
