/* What only a host can answer: watching, choices, scores, records. */
/* SPDX-License-Identifier: MIT */
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
    default: give_record(h, r); return;
    }
}
