/* What follows from a tournament's state; events change it in fold.c. */
/* SPDX-License-Identifier: MIT */
#include "tournament/tournament.h"
#include <assert.h>

const char *const pt_tour_format_names[] = {"robin", "swiss", "knockout", "arena", NULL};

/* clang-format off */
/* By people at a table, from two. */
static const uint8_t usual_points[PT_TOUR_SEATS - 1][PT_TOUR_SEATS] = {
    {1, 0},
    {3, 1, 0},
    {4, 2, 1, 0},
    {5, 3, 2, 1, 0},
};
/* clang-format on */

pt_terms pt_terms_usual(pt_tour_format format, int seats) {
    assert(format < PT_FORMATS && seats >= 2 && seats <= PT_TOUR_SEATS);
    pt_terms terms = {.format = (uint8_t)format, .seats = (uint8_t)seats, .game = "-"};
    terms.least = seats < 3 ? 2 : 3;
    terms.advance = format != PT_KNOCKOUT ? 0 : seats < 4 ? 1 : 2;
    terms.minutes = format == PT_ARENA ? 60 : 0;
    terms.late = format == PT_SWISS || format == PT_ARENA;
    memcpy(terms.points, usual_points[seats - 2], sizeof terms.points);
    terms.bye = terms.points[0];
    return terms;
}

bool pt_tour_plays(const pt_tournament *t, int who) {
    assert(who >= 0 && who < t->entrants);
    const pt_entrant *e = &t->entrant[who];
    return e->state == PT_PRESENT && !e->out && !e->table;
}

int pt_tour_playing(const pt_tournament *t) {
    int n = 0;
    for (int i = 0; i < t->entrants; i++) n += pt_tour_plays(t, i);
    return n;
}

/* A round robin of tables lasts until everybody can have met everybody. */
int pt_tour_rounds(const pt_tournament *t) {
    int n = 0;
    if (t->terms.rounds || t->terms.format != PT_ROBIN) return t->terms.rounds;
    for (int i = 0; i < t->entrants; i++)
        n += t->round ? t->entrant[i].started : pt_tour_plays(t, i);
    if (n < 2) return 0;
    if (t->terms.seats == 2) return n - 1 + n % 2;
    return (n - 1 + t->terms.seats - 2) / (t->terms.seats - 1);
}

int pt_tour_table_at(const pt_tournament *t, int round, int number) {
    int from = round == t->round ? t->first : 0;
    for (int i = from; i < t->used && t->table[i].round <= round; i++)
        if (t->table[i].round == round && t->table[i].number == number) return i;
    return -1;
}

/* The final is a round with one table and nobody else. */
int pt_tour_advance(const pt_tournament *t) {
    assert(t->terms.format == PT_KNOCKOUT);
    return t->used - t->first == 1 ? 1 : t->terms.advance;
}

bool pt_tour_begins_before(const pt_tournament *t, int a, int b) {
    const pt_entrant *x = &t->entrant[a], *y = &t->entrant[b];
    if (x->rating != y->rating) return x->rating > y->rating;
    return x->lot != y->lot ? x->lot < y->lot : a < b;
}
