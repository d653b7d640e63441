/* Mykerinos: the final score (R6.2 to R6.4), at any moment and line by line. */
/* SPDX-License-Identifier: MIT */
#include "games/mykerinos/mykerinos.h"
#include "games/mykerinos/words.h"

static int wing_of(const mk_state *s, int patron) {
    int wing = 0;
    while (wing < MK_PATRONS && s->wing[wing] != patron) wing++;
    return wing;
}

/* R6.2: the best of the player's rooms by the patron's wing; 1 without any. */
int mk_patron_value(const mk_state *s, int seat, int patron) {
    assert(seat >= 0 && seat < s->head.seats);
    assert(patron >= 0 && patron < MK_PATRONS);
    int wing = wing_of(s, patron), best = 1;
    for (int room = 0; room < MK_ROOMS; room++) {
        const mk_room *r = &mk_rooms[room];
        if (s->room[room] != seat + 1 || (r->wing[0] != wing && r->wing[1] != wing)) continue;
        if (r->value > best) best = r->value;
    }
    return best;
}

/* R6.3: complete series of five different patrons. */
int mk_sets(const mk_state *s, int seat) {
    int least = s->player[seat].tiles[0];
    for (int patron = 1; patron < MK_PATRONS; patron++)
        if (s->player[seat].tiles[patron] < least) least = s->player[seat].tiles[patron];
    return least;
}

void mk_score(const void *state, int32_t points[PT_SEATS]) {
    const mk_state *s = state;
    for (int seat = 0; seat < PT_SEATS; seat++) points[seat] = 0;
    for (int seat = 0; seat < s->head.seats; seat++) {
        points[seat] = s->player[seat].points + MK_SERIES_POINTS * mk_sets(s, seat);
        for (int patron = 0; patron < MK_PATRONS; patron++)
            if (s->player[seat].tiles[patron])
                points[seat] +=
                    s->player[seat].tiles[patron] * mk_patron_value(s, seat, patron);
    }
}

/* R6.4: most points, then most cubes in stock; then the win is shared. */
void mk_rank(const void *state, uint8_t place[PT_SEATS]) {
    const mk_state *s = state;
    int32_t points[PT_SEATS];
    mk_score(s, points);
    for (int a = 0; a < PT_SEATS; a++) {
        place[a] = a < s->head.seats ? 1 : 0;
        for (int b = 0; b < s->head.seats && a < s->head.seats; b++)
            if (points[b] > points[a] ||
                (points[b] == points[a] && s->player[b].stock > s->player[a].stock))
                place[a]++;
    }
}

int mk_explain(const void *state, int seat, pt_line *out) {
    assert(seat >= 0 && seat < MK_SEATS);
    const mk_state *s = state;
    const mk_player *p = &s->player[seat];
    int n = 0;
    out[n++] = (pt_line){.points = p->points, .rule = "R5.5", .why = mk_say_score_printed()};
    for (int patron = 0; patron < MK_PATRONS; patron++) {
        if (!p->tiles[patron]) continue;
        int value = mk_patron_value(s, seat, patron);
        out[n++] = (pt_line){.points = p->tiles[patron] * value,
                             .rule = "R6.2",
                             .why = mk_say_score_patron(patron, p->tiles[patron], value)};
    }
    int sets = mk_sets(s, seat);
    if (sets)
        out[n++] = (pt_line){.points = MK_SERIES_POINTS * sets,
                             .rule = "R6.3",
                             .why = mk_say_score_series(sets)};
    return n;
}
