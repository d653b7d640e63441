/* What only a host can answer: watching, choices, scores, records, ratings. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/own.h"
#include "server/server.h"
#include "server/words.h"
#include <stdlib.h>
#include <string.h>

/* --- watching --- */

static void stop_watching(hosted *h, watcher *w, const request *r) {
    if (w) watcher_drop(w);
    reply_ok(h, &r->from, r->seat);
    if (w) hosted_presence(h);
}

static void watch(hosted *h, const request *r) {
    conn *c = net_get(h->server->net, r->from.id);
    if (!c) return;
    watcher *w = watcher_find(h, c, pt_eye_of(r->seat));
    if (r->kind == ASK_UNWATCH) {
        stop_watching(h, w, r);
        return;
    }
    if (!w) w = watcher_add(h, c, pt_eye_of(r->seat));
    if (!w) {
        reply_refused(h->server, &r->from, "too-many", sv_say_many_watched());
        return;
    }
    w->legal = r->legal;
    reply_ok(h, &r->from, r->seat);
    updates_watch(h, w, r->at);
    bell_looked(h, r->person);
    hosted_presence(h);
}

/* --- choices, scores, records --- */

static pt_json begin(hosted *h, const request *r, const char *type, pt_text *out) {
    *out = pt_text_on(h->server->message, sizeof h->server->message);
    out->language = r->from.language;
    pt_json j = pt_json_on(out);
    pt_open(&j, '{');
    pt_tell_start(&j, &h->table, type, pt_eye_of(r->seat));
    if (r->from.re[0]) pt_key_str(&j, "re", r->from.re);
    return j;
}

static void end(hosted *h, const request *r, pt_json *j) {
    pt_close(j, '}');
    conn_send(h->server, r->from.id, j->out);
}

static void tell_choices(hosted *h, const request *r) {
    pt_text out;
    pt_json j = begin(h, r, "legal", &out);
    pt_tell_choices(&j, &h->table, pt_eye_of(r->seat), now_ms(), h->server->moves);
    end(h, r, &j);
}

static void tell_score(hosted *h, const request *r) {
    const pt_game *g = h->table.game;
    uint64_t view[PT_STATE_MAX / 8];
    pt_text out;
    pt_json j = begin(h, r, "score", &out);
    pt_line *lines = calloc((size_t)g->max_lines + 1, sizeof *lines);
    if (lines && h->table.core.phase != PT_TABLE_OPEN) {
        pt_observe(g, h->table.core.state, r->seat, view);
        pt_tell_score(&j, g, view, lines);
    }
    free(lines);
    end(h, r, &j);
}

static void give_record(hosted *h, const request *r) {
    if (h->table.core.phase != PT_TABLE_OVER) {
        reply_refused(h->server, &r->from, "not-over", sv_say_not_over());
        return;
    }
    size_t size = 8192 + (size_t)h->table.core.steps * 160;
    char *memory = malloc(size);
    if (!memory) {
        reply_refused(h->server, &r->from, "busy", sv_say_no_memory_now());
        return;
    }
    pt_text out = pt_text_on(memory, size);
    pt_table_record(&h->table, &out);
    http_reply(h->server, r->from.id, 200, "text/plain; charset=utf-8", out.at, out.used);
    free(memory);
}

/* --- what the game did to the ratings --- */

typedef struct ratings_job {
    server *server;
    asker from;
    int64_t table;
    char reader[PT_ID];
    int count; /* -1: cannot be read */
    pt_rated_row row[PT_SEATS];
} ratings_job;

static void read_ratings(pt_look *look, void *job) {
    ratings_job *r = job;
    r->count = pt_find_rated(look, r->table, r->reader, r->row, PT_SEATS);
}

static void put_rating(pt_json *j, const char *key, double rating) {
    pt_key(j, key);
    j->keyed = false;
    pt_put(j->out, "%.2f", rating);
}

static void ratings_read(void *job) {
    ratings_job *r = job;
    PT_TEXT(out, 600);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_open(&j, "ratings", '[');
    for (int i = 0; i < r->count; i++) {
        pt_open(&j, '{');
        pt_key_int(&j, "seat", r->row[i].seat);
        put_rating(&j, "before", r->row[i].before);
        put_rating(&j, "after", r->row[i].after);
        pt_close(&j, '}');
    }
    pt_close(&j, ']');
    pt_close(&j, '}');
    if (r->count < 0)
        reply_refused(r->server, &r->from, "retry", sv_say_cannot_read());
    else
        http_reply(r->server, r->from.id, 200, "application/json", out.at, out.used);
    free(r);
}

static void give_ratings(const hosted *h, const request *r) {
    ratings_job *job = calloc(1, sizeof *job);
    if (job) *job = (ratings_job){.server = h->server, .from = r->from, .table = h->num};
    if (job) memcpy(job->reader, r->person, sizeof job->reader);
    if (job && pt_store_read(h->server->store, read_ratings, ratings_read, job)) return;
    free(job);
    reply_refused(h->server, &r->from, "busy", sv_say_no_memory_now());
}

void query_take(hosted *h, const request *r) {
    pt_refusal no = PT_GRANTED;
    if (!pt_table_may_see(&h->table, r->person, r->key))
        no = PT_NO_TABLE;
    else if (r->seat >= 0 && !pt_table_owns(&h->table, r->person, r->seat))
        no = PT_NOT_YOUR_SEAT;
    if (no) {
        reply_denied(h->server, &r->from, no);
        return;
    }
    switch (r->kind) {
    case ASK_WATCH:
    case ASK_UNWATCH: watch(h, r); return;
    case ASK_LEGAL: tell_choices(h, r); return;
    case ASK_SCORE: tell_score(h, r); return;
    case ASK_RATINGS: give_ratings(h, r); return;
    case ASK_TOURNAMENT: tour_note(h); return;
    case ASK_MINE:
    case ASK_PREPARE:
    case ASK_UNPREPARE:
    case ASK_NOTE: own_ask(h, r); return;
    default: give_record(h, r); return;
    }
}
