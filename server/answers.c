/* Answers to whoever asked: ok, refused, and what only a host can say about a table. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <stdlib.h>
#include <string.h>

void answer_refused(server *sv, const asker *to, const char *code, const char *words) {
    if (!to->id) return;
    if (to->http) {
        http_error(sv, to->id, strcmp(code, "no-table") == 0 ? 404 : 409, code, words);
        return;
    }
    PT_TEXT(out, 1024);
    pt_json j = pt_json_on(&out);
    sv->counts.refused++;
    pt_open(&j, '{');
    pt_key_str(&j, "t", "refused");
    if (to->re[0]) pt_key_str(&j, "re", to->re);
    pt_key_str(&j, "code", code);
    if (strcmp(code, "rule") == 0)
        pt_tell_refusal(&j, words);
    else
        pt_key_str(&j, "words", words);
    pt_close(&j, '}');
    conn_send(sv, to->id, &out);
}

/* The one who made a table gets its id, and the key that opens it to others. */
static void reply_made(const hosted *h, const asker *to) {
    const pt_table_core *c = &h->table.core;
    PT_TEXT(out, 256);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "table", c->id);
    if (c->key[0]) pt_key_str(&j, "key", c->key);
    pt_close(&j, '}');
    http_reply(h->server, to->id, 201, "application/json", out.at, out.used);
}

void answer_ok(const hosted *h, const asker *to, int seat) {
    if (!to->id || to->silent) return;
    if (to->http) {
        reply_made(h, to);
        return;
    }
    PT_TEXT(out, 160);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "t", "ok");
    if (to->re[0]) pt_key_str(&j, "re", to->re);
    pt_key_int(&j, "n", h->table.core.seen[pt_eye_of(seat)]);
    pt_close(&j, '}');
    conn_send(h->server, to->id, &out);
}

/* --- watching --- */

static watcher *watcher_add(hosted *h, conn *c, int eye) {
    watcher *w = c->watching < MOST_WATCHED ? calloc(1, sizeof *w) : NULL;
    if (!w) return NULL;
    *w = (watcher){.conn = c,
                   .table = h,
                   .eye = eye,
                   .next_at_table = h->watchers,
                   .next_of_conn = c->watchers};
    h->watchers = c->watchers = w;
    c->watching++;
    return w;
}

static void stop_watching(hosted *h, watcher *w, const request *r) {
    if (w) watcher_drop(w);
    answer_ok(h, &r->from, r->seat);
}

void answer_watch(hosted *h, const request *r) {
    conn *c = net_get(h->server->net, r->from.id);
    int eye = pt_eye_of(r->seat);
    watcher *w = h->watchers;
    if (!c) return;
    while (w && (w->conn != c || w->eye != eye)) w = w->next_at_table;
    if (r->kind == ASK_UNWATCH) {
        stop_watching(h, w, r);
        return;
    }
    if (!w) w = watcher_add(h, c, eye);
    if (!w) {
        answer_refused(h->server, &r->from, "too-many",
                       "sixteen tables are the most for one connection");
        return;
    }
    w->legal = r->legal;
    answer_ok(h, &r->from, r->seat);
    updates_watch(h, w, r->at);
    upkeep_presence(h);
}

/* --- choices, scores, records --- */

static pt_json begin(hosted *h, const request *r, const char *type, pt_text *out) {
    *out = pt_text_on(h->server->message, sizeof h->server->message);
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

void answer_choices(hosted *h, const request *r) {
    pt_text out;
    pt_json j = begin(h, r, "legal", &out);
    pt_tell_choices(&j, &h->table, pt_eye_of(r->seat), now_ms(), h->server->moves);
    end(h, r, &j);
}

void answer_score(hosted *h, const request *r) {
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

void answer_record(hosted *h, const request *r) {
    if (h->table.core.phase != PT_TABLE_OVER) {
        answer_refused(h->server, &r->from, "not-over",
                       "the record is given when the game is over");
        return;
    }
    size_t size = 8192 + (size_t)h->table.core.steps * 160;
    char *memory = malloc(size);
    if (!memory) {
        answer_refused(h->server, &r->from, "busy", "not enough memory: try again");
        return;
    }
    pt_text out = pt_text_on(memory, size);
    pt_table_record(&h->table, &out);
    http_reply(h->server, r->from.id, 200, "text/plain; charset=utf-8", out.at, out.used);
    free(memory);
}
