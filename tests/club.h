/* A club for tests of tournaments: people who sign up, sit down where they are told, and win at
 * random. Everything that happens goes through the text of its event. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "tournament/event.h"
#include "tournament/pair.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct club {
    pt_tournament t;
    pt_tour_event e;
    pt_pairing_room room;
    pt_rng luck;
    int64_t now;
    char line[PT_TOUR_LINE];
} club;

static inline club *club_open(void) {
    club *c = calloc(1, sizeof *c);
    cr_assert(c);
    c->now = 1760000000000;
    return c;
}

/* Writes the event, reads it, and folds what was read. Returns the key of a refusal, or NULL.
 */
static inline const char *club_do(club *c) {
    PT_TEXT(why, 256);
    pt_text line = pt_text_on(c->line, sizeof c->line);
    c->e.at = c->now++;
    pt_tour_print(&c->e, &line);
    cr_assert(!line.cut);
    return pt_tour_read(&c->t, c->line, &why) ? NULL : why.key ? why.key : "?";
}

static inline pt_tour_event *club_event(club *c, pt_tour_kind kind) {
    memset(&c->e, 0, sizeof c->e);
    c->e.kind = kind;
    return &c->e;
}

static inline const char *club_make(club *c, const pt_terms *terms) {
    memset(&c->t, 0, sizeof c->t);
    club_event(c, PT_TOUR_MADE)->terms = *terms;
    memcpy(c->e.terms.name, "Club", 5);
    return club_do(c);
}

static inline const char *club_join(club *c, int rating) {
    pt_tour_event *e = club_event(c, PT_TOUR_JOINED);
    e->who = c->t.entrants;
    e->rating = (uint16_t)rating;
    memcpy(e->person, "-", 2);
    snprintf(e->name, sizeof e->name, "P%d", e->who + 1);
    return club_do(c);
}

static inline const char *club_someone(club *c, pt_tour_kind kind, int who) {
    club_event(c, kind)->who = (uint16_t)who;
    return club_do(c);
}

static inline const char *club_pair(club *c) {
    PT_TEXT(why, 256);
    if (!pt_tour_pair(&c->t, c->now, &c->room, &c->e, &why)) return why.key;
    return club_do(c);
}

static inline const char *club_result(club *c, int table, const uint8_t *place) {
    pt_tour_event *e = club_event(c, PT_TOUR_RESULT);
    e->round = c->t.table[table].round;
    e->table = c->t.table[table].number;
    e->seats = c->t.table[table].seats;
    memcpy(e->place, place, e->seats);
    return club_do(c);
}

/* Everybody in an order of their own; in a game for two every fifth result is a tie. */
static inline void club_play(club *c, int table) {
    uint8_t place[PT_TOUR_SEATS];
    int n = c->t.table[table].seats;
    for (int i = 0; i < n; i++) {
        int k = (int)pt_below(&c->luck, (uint32_t)i + 1);
        place[i] = place[k];
        place[k] = (uint8_t)(i + 1);
    }
    if (n == 2 && c->t.terms.format != PT_KNOCKOUT && !pt_below(&c->luck, 5))
        place[0] = place[1] = 1;
    cr_assert_null(club_result(c, table, place));
}

static inline const char *club_close(club *c) {
    club_event(c, PT_TOUR_CLOSED)->round = c->t.round;
    return club_do(c);
}

static inline void club_play_round(club *c) {
    for (int i = c->t.first; i < c->t.used; i++)
        if (!c->t.table[i].over) club_play(c, i);
    cr_assert_null(club_close(c));
}

static inline void club_join_all(club *c, int n) {
    for (int i = 0; i < n; i++) cr_assert_null(club_join(c, 0));
}
