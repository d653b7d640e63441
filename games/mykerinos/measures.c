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
    KIND,
    VALUE,
    SPACE,
    AHEAD,
    MEASURES
} measure;

/* What a tile counts for the seat with the rooms that it has. */
static int tile_points(const mk_state *s, int seat, int slot) {
    if (s->slot[slot] == MK_NONE) return 0;
    const mk_tile *t = &mk_tiles[s->slot[slot] % MK_ROTATED];
    return t->points + (t->patron == MK_NONE ? 0 : mk_patron_value(s, seat, t->patron));
}

/* R5.2, R5.4: as if this were the survey. Whoever is first in an area takes the better tile,
 * the second the other one; being ahead by cubes, whoever is first stays so. */
static void survey(const mk_state *s, int seat, int32_t out[PT_MEASURES]) {
    uint8_t rank[MK_COLOURS];
    int32_t *first = &out[FIRST], *prize = &out[PRIZE];
    bool open = s->head.phase < MKP_SURVEY; /* R5.1: later nobody fights for areas any more */
    *first = *prize = out[AHEAD] = open ? 0 : PT_NO_AMOUNT;
    for (int area = 0; area < mk_areas(s) && open; area++) {
        int n = mk_ranking(s, area, rank);
        if (n > 0 && rank[0] == seat)
            out[AHEAD] +=
                mk_cubes_in(s, seat, area) - (n > 1 ? mk_cubes_in(s, rank[1], area) : 0);
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
    out[ROOM] = out[TILE] = out[KIND] = out[VALUE] = 0;
    out[STOCK] = p->stock;
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        int n = p->tiles[patron];
        out[PATRON + patron] = n ? n * mk_patron_value(s, seat, patron) : 0;
        out[TILE] += n;
        out[KIND] += n > 0;
        out[VALUE] += mk_patron_value(s, seat, patron);
    }
    survey(s, seat, out);
    mk_board space = mk_and(mk_around(s->cubes[seat]), mk_free(s)); /* R4.4 */
    out[SPACE] = s->head.phase < MKP_SURVEY ? mk_size(space) : PT_NO_AMOUNT;
    for (int room = 0; room < MK_ROOMS; room++) out[ROOM] += s->room[room] == seat + 1;
}

/* What the characters like, in the order of their names. */
static const pt_style styles[] = {
    {.own = {[ROOM] = 1}}, /* curator */
    {.own = {[TILE] = 1}}, /* gatherer */
};

static const uint16_t says[MKV_COUNT] = {
    [MKV_ROOM] = 1 << ROOM, [MKV_BROWN] = 1 << ROOM, [MKV_TAKE] = 1 << TILE};

/* By what the evaluation of positions (hints.c) has learned. */
static const int16_t worth[MEASURES] = {
    [ROOM] = 60, [TILE] = 60,  [STOCK] = 15, [FIRST] = 60, [PRIZE] = 60,
    [KIND] = 50, [VALUE] = 40, [SPACE] = 6,  [AHEAD] = 20};

extern const pt_measures mykerinos_measures; /* for the registry */
const pt_measures mykerinos_measures = {.names = &mk_names_measure,
                                        .count = MEASURES,
                                        .points = ROOM,
                                        .of = measure_all,
                                        .worth = worth,
                                        .by_round = true,
                                        .standing = 1 << FIRST | 1 << PRIZE | 1 << KIND |
                                                    1 << VALUE | 1 << SPACE | 1 << AHEAD,
                                        .twins = 1 << FIRST | 1 << AHEAD,
                                        .says = says,
                                        .soon = mk_say_why_soon,
                                        .characters = &mk_names_character,
                                        .styles = styles};
