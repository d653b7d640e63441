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
    FIRST,
    PRIZE,
    MEASURES
} measure;

/* What a tile counts for the seat with the rooms that it has. */
static int tile_points(const mk_state *s, int seat, int slot) {
    if (s->slot[slot] == MK_NONE) return 0;
    const mk_tile *t = &mk_tiles[s->slot[slot] % MK_ROTATED];
    return t->points + (t->patron == MK_NONE ? 0 : mk_patron_value(s, seat, t->patron));
}

/* R5.2, R5.4: as if this were the survey. Whoever is first in an area takes the better tile,
 * the second the other one. */
static void survey(const mk_state *s, int seat, int32_t *first, int32_t *prize) {
    uint8_t rank[MK_COLOURS];
    *first = *prize = 0;
    for (int area = 0; area < mk_areas(s); area++) {
        int n = mk_ranking(s, area, rank);
        int left = tile_points(s, seat, 2 * area), right = tile_points(s, seat, 2 * area + 1);
        if (n > 0 && rank[0] == seat) {
            ++*first;
            *prize += left > right ? left : right;
        } else if (n > 1 && rank[1] == seat) {
            *prize += left > right ? right : left;
        }
    }
}

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
    survey(s, seat, &out[FIRST], &out[PRIZE]);
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
                                        .standing = 1 << FIRST | 1 << PRIZE,
                                        .soon = mk_say_why_soon,
                                        .characters = &mk_names_character,
                                        .styles = styles};
