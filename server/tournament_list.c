/* The tournaments in memory, and what tables that belong to one ask about it. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include "server/tournament.h"
#include "server/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

tour *tours_find(server *sv, const char *id) {
    for (tour *t = sv->tours; t; t = t->next)
        if (strcmp(t->row.id, id) == 0) return t;
    return NULL;
}

void tours_add(server *sv, tour *t) {
    assert(!tours_find(sv, t->row.id));
    t->next = sv->tours;
    sv->tours = t;
}

int tours_count(const server *sv, const char *owner) {
    int n = 0;
    for (const tour *t = sv->tours; t; t = t->next)
        n += !owner || strcmp(t->row.owner, owner) == 0;
    return n;
}

int64_t tour_now(const tour *t) {
    int64_t now = now_ms();
    return now > t->t.last ? now : t->t.last;
}

pt_tour_event tour_event(pt_tour_kind kind) { return (pt_tour_event){.kind = kind}; }

void tour_free(tour *t) {
    if (!t) return;
    json_decref(t->in);
    pt_batch_free(t->batch);
    free(t->at);
    free(t);
}

bool tour_room(tour *t, int tables) {
    if (tables <= t->room) return true;
    int room = tables + tables / 2 + 16;
    tour_table *more = realloc(t->at, (size_t)room * sizeof *more);
    if (!more) return false;
    memset(more + t->room, 0, (size_t)(room - t->room) * sizeof *more);
    t->at = more;
    t->room = room;
    return true;
}

bool tour_plays_at(const pt_tournament *t, int table) {
    return t->table[table].seats > 1 && !t->table[table].over;
}

int tour_table_of(const tour *t, const char *id) {
    for (int i = 0; i < t->t.used; i++)
        if (strcmp(t->at[i].id, id) == 0) return i;
    return -1;
}

int tour_entrant_of(const tour *t, const char *person) {
    for (int i = 0; i < t->t.entrants; i++)
        if (strcmp(t->t.entrant[i].person, person) == 0) return i;
    return -1;
}

/* The seats of the table, in the order of the pairing, without those who did not come. */
int tour_people_at(const tour *t, int table, uint16_t who[PT_TOUR_SEATS]) {
    const pt_tour_table *b = &t->t.table[table];
    int n = 0;
    for (int s = 0; s < b->seats; s++)
        if (pt_has(t->at[table].there, s)) who[n++] = b->who[s];
    return n;
}

/* --- time --- */

/* True if the round that is played, or was last, is the last one. */
static bool is_last(const pt_tournament *t) {
    if (t->terms.format == PT_KNOCKOUT) return t->round && t->used - t->first == 1;
    int rounds = pt_tour_rounds(t);
    return rounds && t->round >= rounds;
}

int64_t tour_next(const tour *t) {
    const pt_tournament *m = &t->t;
    bool done = m->phase == PT_TOUR_BREAK || (m->phase == PT_TOUR_ROUND && !m->open);
    if (m->phase == PT_TOUR_SIGNUP) return t->play.starts;
    if (m->phase == PT_TOUR_ROUND && m->terms.format == PT_ARENA)
        return m->began + m->terms.minutes * 60000ll;
    if (!done || !t->play.by_itself) return 0;
    int64_t pause = m->last + t->play.pause_ms, every = t->paired + t->play.every_ms;
    return is_last(m) || pause > every ? pause : every;
}

/* --- what other files ask --- */

static bool is_tournament(const hosted *h) { return h->table.core.owner[0] == 'e'; }

void tours_withdraw(server *sv, const char *person) {
    for (tour *t = sv->tours; t; t = t->next) {
        int who = tour_entrant_of(t, person);
        if (who >= 0) t->away[who] = sv->tours_due = true;
        if (strcmp(t->row.owner, person) == 0) t->hostless = sv->tours_due = true;
    }
}

/* --- how a table stands --- */

static void note_result(tour *t, int table, const pt_table *from) {
    uint8_t place[PT_SEATS];
    tour_table *b = &t->at[table];
    int seat = 0;
    pt_table_places(from, place);
    for (int s = 0; s < t->t.table[table].seats; s++) {
        bool played = pt_has(b->there, s) && from->core.stopped != PT_OVER_ABANDONED;
        b->place[s] = played ? place[seat] : 0;
        seat += pt_has(b->there, s);
    }
    b->pending = true;
}

static uint8_t who_came(const tour *t, int table, const pt_table *from) {
    uint8_t came = 0;
    int seat = 0;
    for (int s = 0; s < t->t.table[table].seats; s++) {
        if (!pt_has(t->at[table].there, s)) continue;
        if (from->core.seat[seat++].ready) came = pt_with(came, s);
    }
    return came;
}

void tour_note(hosted *h) {
    tour *t = is_tournament(h) ? tours_find(h->server, h->table.core.owner) : NULL;
    int table = t ? tour_table_of(t, h->table.core.id) : -1;
    if (table < 0 || !tour_plays_at(&t->t, table)) return;
    node_office_table(h);
    tour_table *b = &t->at[table];
    b->begun = h->table.core.phase != PT_TABLE_OPEN;
    b->came = who_came(t, table, &h->table);
    b->seen = now_ms();
    if (h->table.core.phase == PT_TABLE_OVER) note_result(t, table, &h->table);
    h->server->tours_due = true;
}

bool tour_owns(const hosted *h) { return is_tournament(h); }

bool tour_rates(const hosted *h) {
    const tour *t = tours_find(h->server, h->table.core.owner);
    return !is_tournament(h) || (t && t->play.rated);
}

static bool is_seat_of(const tour *t, int table, const request *r) {
    uint16_t who[PT_TOUR_SEATS];
    int n = tour_people_at(t, table, who);
    return r->seat >= 0 && r->seat < n &&
           strcmp(t->t.entrant[who[r->seat]].person, r->person) == 0;
}

/* Whoever is the last one need not say that they are ready, but may begin. */
static bool others_ready(const pt_table *t, const char *person) {
    bool sits = false;
    for (int i = 0; i < t->core.seats; i++) {
        bool own = pt_table_owns(t, person, i);
        sits |= own;
        if (!own && !t->core.seat[i].ready) return false;
    }
    return sits;
}

/* The seats of a tournament's table are given, and nobody gets help there. */
bool tour_refuses(const hosted *h, const request *r) {
    if (!is_tournament(h) || !r->from.id || h->table.core.phase == PT_TABLE_OVER) return false;
    if (strcmp(r->person, h->table.core.owner) == 0) return false; /* it starts it itself */
    const tour *t = tours_find(h->server, h->table.core.owner);
    int table = t ? tour_table_of(t, h->table.core.id) : -1;
    switch (r->kind) {
    case PT_ASK_SIT:
        if (table >= 0 && is_seat_of(t, table, r)) return false;
        reply_refused(h->server, &r->from, "cannot-sit", sv_say_tournament_seat());
        return true;
    case PT_ASK_READY:
        if (table >= 0 && tour_plays_at(&t->t, table)) return false;
        reply_refused(h->server, &r->from, "tournament", sv_say_tournament_closed());
        return true;
    case PT_ASK_START:
        if (table >= 0 && tour_plays_at(&t->t, table) && others_ready(&h->table, r->person))
            return false;
        reply_refused(h->server, &r->from, "tournament", sv_say_tournament_start());
        return true;
    case PT_ASK_HINT:
    case PT_ASK_PAUSE:
        reply_refused(h->server, &r->from, "tournament", sv_say_tournament_help());
        return true;
    default: return false;
    }
}
