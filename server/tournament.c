/* The tournaments that are not over: in memory, one request after the other, and what is due
 * without being asked. */
/* SPDX-License-Identifier: MIT */
#include "server/tournament.h"
#include "server/log.h"
#include "server/node.h"
#include "server/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- one after the other --- */

void tour_drop(tour *t) {
    tour **at = &t->server->tours;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
    web *left[TOUR_WAITING];
    int n = t->waiting_count;
    memcpy(left, t->waiting, (size_t)n * sizeof *left);
    tour_free(t);
    for (int i = 0; i < n; i++) {
        json_decref(left[i]->in);
        left[i]->in = NULL;
        left[i]->then(left[i]); /* who looks gets it from the store; all else is too late */
    }
}

/* False once the tournament is gone. */
static bool go_on(tour *t) {
    if (t->server->stopping) return false;
    if (t->t.phase == PT_TOUR_OVER) {
        tour_drop(t);
        return false;
    }
    tour_open_tables(t);
    while (!t->busy && t->waiting_count) {
        web *w = t->waiting[0];
        memmove(t->waiting, t->waiting + 1, (size_t)--t->waiting_count * sizeof *t->waiting);
        tour_act(t, w);
    }
    if (!t->busy) tour_settle(t);
    return true;
}

/* --- reading --- */

typedef struct loading {
    server *server;
    tour *again; /* the one to replace; NULL: a new one, or all of them at the start */
    tour *list;
    char id[PT_ID]; /* of one */
    bool failed, damaged;
} loading;

typedef struct loading_rows {
    pt_tournament_row *row;
    int count, room;
    bool cut;
} loading_rows;

static void take_row(void *who, const pt_tournament_row *row) {
    loading_rows *r = who;
    if (r->count == r->room) {
        int room = r->room ? 2 * r->room : 16;
        void *more = realloc(r->row, (size_t)room * sizeof *r->row);
        r->cut |= !more;
        if (!more) return;
        r->row = more;
        r->room = room;
    }
    r->row[r->count++] = *row;
}

/* One that is damaged is left out, and stays as it is on the disk. */
static void read_all(pt_look *look, void *job) {
    loading *l = job;
    loading_rows r = {0};
    l->failed = pt_each_tournament(look, true, 1 << 20, take_row, &r) < 0 || r.cut;
    for (int i = 0; i < r.count && !l->failed; i++) {
        tour *t = NULL;
        if (tour_read(look, l->server, &r.row[i], &t) != PT_FOUND) continue;
        t->next = l->list;
        l->list = t;
    }
    free(r.row);
}

void tour_credit(tour *t, int64_t away) {
    if (t->t.phase == PT_TOUR_ROUND && away > 1000) tour_add_credit(t, away);
    if (t->batch) tour_commit(t, NULL);
}

static void all_read(void *job) {
    loading *l = job;
    const server *sv = l->server;
    for (tour *t = l->list, *next; t; t = next) {
        next = t->next;
        tours_add(l->server, t);
        tour_credit(t, sv->last_alive ? sv->started - sv->last_alive : 0);
    }
    l->server->tours_loaded = !l->failed;
    l->server->tours_loading = false;
    free(l);
}

void tours_load(server *sv) {
    loading *l = calloc(1, sizeof *l);
    if (l) l->server = sv;
    sv->tours_loading = l && pt_store_read(sv->store, read_all, all_read, l);
    if (!sv->tours_loading) free(l);
}

static void read_one(pt_look *look, void *job) {
    loading *l = job;
    pt_tournament_row row;
    pt_finding found = pt_find_tournament(look, l->id, &row);
    bool there = found == PT_FOUND;
    if (there) found = tour_read(look, l->server, &row, &l->list);
    l->failed = found == PT_FAILED;
    l->damaged = there && found == PT_ABSENT;
}

/* One that the disk does not have was never made. */
static void one_read(void *job) {
    loading *l = job;
    tour *old = l->again, *t = l->list;
    server *sv = l->server;
    bool failed = l->failed, late = !old && tours_find(sv, l->id);
    if (l->damaged) sv->tours_bad[sv->tours_bad_count++ % TOURS_BAD] = id_hash(l->id);
    free(l);
    if (old) old->busy = false;
    if (late) tour_free(t);
    if (failed && old) old->unread = true;
    if (failed || late) return; /* the next tick tries again */
    if (t && old) {
        t->unread = old->unread; /* it has grown while it was read */
        memcpy(t->waiting, old->waiting, sizeof t->waiting);
        t->waiting_count = old->waiting_count;
        memcpy(t->away, old->away, sizeof t->away);
        t->hostless = old->hostless;
        old->waiting_count = 0;
    }
    if (old) tour_drop(old);
    if (!t) return;
    tours_add(sv, t);
    sv->tours_due = true;
}

void tour_read_again(tour *t) {
    loading *l = calloc(1, sizeof *l);
    if (!l) return;
    *l = (loading){.server = t->server, .again = t};
    memcpy(l->id, t->row.id, sizeof l->id);
    t->busy = pt_store_read(t->server->store, read_one, one_read, l);
    t->unread = !t->busy;
    if (!t->busy) free(l);
}

void tours_read_new(server *sv, const char *id) {
    loading *l = calloc(1, sizeof *l);
    if (!l) return;
    l->server = sv;
    pt_copy(l->id, sizeof l->id, id);
    if (!pt_store_read(sv->store, read_one, one_read, l)) free(l);
}

void tours_free(server *sv) {
    for (tour *t = sv->tours, *next; t; t = next) {
        next = t->next;
        web_free(t->asked);
        for (int i = 0; i < t->waiting_count; i++) web_free(t->waiting[i]);
        tour_free(t);
    }
    sv->tours = NULL;
}

/* --- time --- */

static void end(tour *t) {
    pt_tour_event e = tour_event(PT_TOUR_ENDED);
    if (tour_add(t, &e, NULL)) tour_commit(t, NULL);
}

/* Who is free is paired when something has happened, and now and then. */
static void run_arena(tour *t, int64_t now) {
    bool over = t->t.round && now >= t->t.began + t->t.terms.minutes * 60000ll;
    if (over) {
        if (!t->t.open) end(t);
        return;
    }
    if (pt_tour_playing(&t->t) < 2 || (t->tried == t->t.events && now < t->rests)) return;
    t->tried = t->t.events;
    t->rests = now + 5000;
    tour_pair(t, NULL);
}

/* Until the next round begins, results can be corrected: only then the last one is closed. */
static void go_to_next_round(tour *t, int64_t now) {
    if (!t->play.by_itself || now < tour_next(t)) return;
    if (t->t.phase == PT_TOUR_ROUND && !tour_close_round(t, NULL)) return;
    if (pt_tour_can_pair(&t->t, tour_now(t), NULL))
        tour_pair(t, NULL);
    else
        end(t);
}

static bool begins(const tour *t) {
    return t->play.starts && wall_ms() >= t->play.starts &&
           pt_tour_can_pair(&t->t, now_ms(), NULL);
}

/* Nobody comes to it any more, and it would take the place of others for ever. */
static bool is_left(const tour *t) {
    const int64_t day = 86400000, year = t->row.changed + 366 * day;
    int64_t days = t->t.phase == PT_TOUR_SIGNUP ? OPEN_DAYS : LEFT_DAYS;
    int64_t planned = t->play.starts < year ? t->play.starts : year;
    int64_t last = planned > t->row.changed ? planned : t->row.changed;
    return !t->t.open && wall_ms() - last > days * day;
}

static void end_left(tour *t) {
    bool round = t->t.phase == PT_TOUR_ROUND && t->t.terms.format != PT_ARENA;
    log_line("abandoned", "tournament", "%s", t->row.id);
    if (!round || tour_close_round(t, NULL)) end(t);
}

static void run(tour *t, int64_t now) {
    bool arena = t->t.terms.format == PT_ARENA;
    if (is_left(t)) {
        end_left(t);
        return;
    }
    if (tour_watch_tables(t, now)) return;
    switch ((pt_tour_phase)t->t.phase) {
    case PT_TOUR_SIGNUP:
        if (begins(t)) tour_pair(t, NULL);
        return;
    case PT_TOUR_ROUND:
        if (arena)
            run_arena(t, now);
        else if (!t->t.open)
            go_to_next_round(t, now);
        return;
    case PT_TOUR_BREAK: go_to_next_round(t, now); return;
    case PT_TOUR_NONE:
    case PT_TOUR_OVER: return;
    }
}

static void look_after_all(server *sv, int64_t now) {
    sv->tours_due = false;
    for (tour *t = sv->tours, *next; t; t = next) {
        next = t->next;
        if (t->busy) continue;
        if (t->unread)
            tour_read_again(t);
        else if (go_on(t) && !t->busy)
            run(t, now);
    }
}

void tours_go_on(server *sv) {
    if (sv->tours_due && node_has_office(sv)) look_after_all(sv, now_ms());
}

void tours_tick(server *sv, int64_t now) {
    sv->next_tours = now + 1000;
    if (!sv->node && !sv->tours_loaded && !sv->tours_loading) tours_load(sv);
    if (node_has_office(sv)) look_after_all(sv, now);
}
