/* Answers to whoever asked, by socket or by HTTP. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include <string.h>

void conn_send(server *sv, net_id to, pt_text *t) {
    if (!t->cut && node_say(sv, to, t->at, t->used)) return;
    net_note *note = t->cut ? NULL : net_note_new(sv->net, t->at, t->used);
    net_send(sv->net, to, note);
    net_note_drop(sv->net, note);
}

void http_reply(server *sv, net_id to, int status, const char *type, const char *body,
                size_t n) {
    net_answer a = {.status = status, .type = type, .body = body, .size = n};
    if (node_reply(sv, to, status, type, body, n)) return;
    net_reply(sv->net, to, &a);
}

void http_error(server *sv, net_id to, int status, const char *code, const char *words) {
    PT_TEXT(out, 1600);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "code", code);
    pt_key_str(&j, "words", words);
    pt_close(&j, '}');
    http_reply(sv, to, status, "application/json", out.at, out.used);
}

void http_refused(server *sv, const asker *to, int status, const char *code, pt_said why) {
    PT_TEXT_IN(words, 700, to->language);
    pt_say(&words, why);
    http_error(sv, to->id, status, code, words.at);
}

/* By HTTP a code has a status; what the server could not do is no fault of the request. */
static int status_of(const char *code) {
    static const char *const ours[] = {"busy", "retry", "damaged", "not-written", "unsure"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(code, ours[i]) == 0) return 503;
    return strcmp(code, "no-table") == 0 ? 404 : 409;
}

static void refuse(server *sv, const asker *to, const char *code, const pt_text *why) {
    if (!to->id) return;
    if (to->http) {
        http_error(sv, to->id, status_of(code), code, why->at);
        return;
    }
    PT_TEXT(out, 1800);
    pt_json j = pt_json_on(&out);
    sv->counts.refused++;
    pt_open(&j, '{');
    pt_key_str(&j, "t", "refused");
    if (to->re[0]) pt_key_str(&j, "re", to->re);
    pt_key_str(&j, "code", code);
    if (strcmp(code, "rule") == 0)
        pt_tell_refusal(&j, why->at, why->key);
    else
        pt_key_str(&j, "words", why->at);
    pt_close(&j, '}');
    conn_send(sv, to->id, &out);
}

void reply_refused(server *sv, const asker *to, const char *code, pt_said why) {
    PT_TEXT_IN(words, 700, to->language);
    pt_say(&words, why);
    refuse(sv, to, code, &words);
}

void reply_denied(server *sv, const asker *to, pt_refusal no) {
    PT_TEXT_IN(words, 300, to->language);
    pt_say_refusal(&words, no);
    refuse(sv, to, pt_refusal_code(no), &words);
}

void reply_why(server *sv, const asker *to, pt_refusal no, const pt_text *why) {
    refuse(sv, to, pt_refusal_code(no), why);
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

void reply_ok(const hosted *h, const asker *to, int seat) {
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
