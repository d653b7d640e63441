/* Mykerinos: feats, all of them from the end. */
/* SPDX-License-Identifier: MIT */
#include "core/feats.h"
#include "games/mykerinos/mykerinos.h"

enum { MUSEUM, FIVES, SERIES, PATRON };
enum { TWO = 2, MANY_TILES = 5, BEST_ROOM = 5 };

static const pt_feat list[] = {
    [MUSEUM] = {"museum", "R6.2"}, /* a room by each of the five wings */
    [FIVES] = {"fives", "R5.6"},   /* two of the rooms that are worth 5 */
    [SERIES] = {"series", "R6.3"}, /* two series of all five patrons */
    [PATRON] = {"patron", "R6.2"}, /* five tiles of one patron */
    {0},
};

static int fives(const mk_state *s, int seat) {
    int n = 0;
    for (int room = 0; room < MK_ROOMS; room++)
        n += s->room[room] == seat + 1 && mk_rooms[room].value == BEST_ROOM;
    return n;
}

static uint32_t of_seat(const mk_state *s, int seat) {
    uint32_t done = 1u << MUSEUM;
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        if (mk_patron_value(s, seat, patron) == 1) done &= ~(1u << MUSEUM); /* no room there */
        if (s->player[seat].tiles[patron] >= MANY_TILES) done |= 1u << PATRON;
    }
    if (fives(s, seat) >= TWO) done |= 1u << FIVES;
    if (mk_sets(s, seat) >= TWO) done |= 1u << SERIES;
    return done;
}

static void over(const void *state, const uint8_t place[PT_SEATS], uint32_t done[PT_SEATS]) {
    const mk_state *s = state;
    (void)place;
    for (int seat = 0; seat < s->head.seats; seat++) done[seat] |= of_seat(s, seat);
}

const pt_feats mykerinos_feats = {.feat = list, .over = over};
