/* Requests by HTTP that the office answers, from the nodes that do not have it. Who asks is
 * known before: the office trusts the other nodes. */
/* SPDX-License-Identifier: MIT */
#include "server/node_inside.h"
#include "server/web.h"
#include "server/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A dead node's office is taken over within 6 s; whoever asks meanwhile waits. */
enum { ANSWER_MS = 2000, AGAIN_MS = 100, PATIENCE_MS = 8000 };

typedef void handler(web *w);

static handler *handler_of(const server *sv, net_method method, const char *path) {
    handler *h = sv->node->above->quick_handler(method, path);
    if (!h) h = sv->node->above->study_handler(method, path);
    return h ? h : sv->node->above->tour_handler(method, path);
}

/* --- asking --- */

static json_t *web_json(const server *sv, const office_request *r) {
    const web *w = r->web;
    return json_pack("{ss sI si ss ss ss ss si ss#}", "from", sv->node->name, "id",
                     (json_int_t)r->id, "method", (int)w->method, "path", w->path, "person",
                     w->person.id, "name", w->person.name, "account", w->person.account, "lang",
                     (int)w->from.language, "body", w->body, (int)w->body_size);
}

static bool send_it(server *sv, const office_request *r) {
    char subject[SUBJECT], reply[SUBJECT];
    json_t *j = web_json(sv, r);
    char *text = j ? json_dumps(j, JSON_COMPACT) : NULL;
    json_decref(j);
    snprintf(subject, sizeof subject, "petteia.n.%s.web", sv->node->office.lease.holder);
    snprintf(reply, sizeof reply, "petteia.n.%s.w%llu", sv->node->name,
             (unsigned long long)r->id);
    bool sent = text && bus_publish(sv->node->bus, subject, reply, text, strlen(text));
    free(text);
    return sent;
}

static web *release(office_request *r) {
    web *w = r->web;
    *r = (office_request){0};
    return w;
}

static bool is_quick(const office_request *r) {
    const node_above *above = r->web->server->node->above;
    return above->quick_handler(r->web->method, r->web->path) != NULL;
}

/* From whoever has it and cannot be reached. Who waits for a game is in that one's memory. */
static void take_it_all_the_same(server *sv, const office_request *r) {
    const office *o = &sv->node->office;
    char from[PT_ID];
    pt_copy(from, sizeof from, o->lease.holder);
    if (from[0] && !is_quick(r)) node_take_office(sv, from);
}

static void try_it(server *sv, office_request *r, int64_t now) {
    const office *o = &sv->node->office;
    if (node_has_office(sv)) {
        web *w = release(r);
        w->then(w);
        return;
    }
    r->sent = o->lease.holder[0] && !o->lease.epoch && send_it(sv, r);
    r->again = now + (r->sent ? ANSWER_MS : AGAIN_MS);
    if (r->sent) sv->node->asked++;
    if (r->sent || bus_is_up(sv->node->bus)) return;
    take_it_all_the_same(sv, r);
    if (is_quick(r)) r->until = now; /* nobody is paired without a bus */
}

/* Whoever takes it here refuses a body that is no text. */
static bool is_text(const web *w) {
    json_t *j = json_stringn(w->body, w->body_size);
    json_decref(j);
    return j != NULL;
}

bool node_send_web(web *w) {
    server *sv = w->server;
    if (node_has_office(sv) || !is_text(w)) return false;
    office *o = &sv->node->office;
    office_request *r = &o->waiting[(o->last + 1) % OFFICE_WAITING];
    if (node_is_far(w->from.id)) {
        node_moved(sv, w->from.id);
        web_free(w);
    } else if (r->id) {
        web_fail(w, 503, "busy", sv_say_busy());
    } else {
        int64_t now = now_ms();
        *r = (office_request){.id = ++o->last, .until = now + PATIENCE_MS, .web = w};
        try_it(sv, r, now);
    }
    return true;
}

void node_web_tick(server *sv, int64_t now) {
    office *o = &sv->node->office;
    for (int i = 0; i < OFFICE_WAITING; i++) {
        office_request *r = &o->waiting[i];
        if (!r->id || now < r->again) continue;
        if (r->sent)
            web_fail(release(r), 503, "unsure", sv_say_unsure());
        else if (now >= r->until)
            web_fail(release(r), 503, "retry", sv_say_events_nodes());
        else
            try_it(sv, r, now);
    }
}

void node_web_answered(server *sv, const bus_message *m, uint64_t id) {
    office_request *r = &sv->node->office.waiting[id % OFFICE_WAITING];
    char head[NODE_HEAD], type[64];
    const char *rest;
    int status;
    if (!r->id || r->id != id || !r->sent) return;
    if (m->nobody || (node_head(m, head, &rest) && strcmp(head, "moved") == 0)) {
        r->sent = false;
        r->again = now_ms() + AGAIN_MS;
        if (m->nobody) take_it_all_the_same(sv, r);
        node_office_soon(sv);
    } else if (sscanf(head, "http %d %63[^\n]", &status, type) == 2) {
        web *w = release(r);
        http_reply(sv, w->from.id, status, type, rest, (size_t)(m->bytes + m->size - rest));
        web_free(w);
    }
}

void node_web_close(server *sv) {
    for (int i = 0; i < OFFICE_WAITING; i++) web_free(sv->node->office.waiting[i].web);
}

/* --- answering --- */

static const char *text_of(json_t *j, const char *key) {
    const char *text = json_string_value(json_object_get(j, key));
    return text ? text : "";
}

static void take_web(server *sv, json_t *j, const char *from) {
    json_int_t language = json_integer_value(json_object_get(j, "lang"));
    json_t *body = json_object_get(j, "body");
    net_request r = {.method = (net_method)json_integer_value(json_object_get(j, "method")),
                     .path = text_of(j, "path"),
                     .query = "",
                     .bearer = "",
                     .peer = "",
                     .languages = "",
                     .body = text_of(j, "body"),
                     .body_size = json_string_length(body)};
    handler *then = handler_of(sv, r.method, r.path);
    if (!then) return;
    r.id = node_far_new(sv->node, from, (uint64_t)json_integer_value(json_object_get(j, "id")),
                        true);
    web *w = web_new(sv, &r, then);
    if (!w) return;
    if (language >= 0 && language < PT_LANGUAGES) w->from.language = (uint8_t)language;
    w->known = true;
    pt_copy(w->person.id, sizeof w->person.id, text_of(j, "person"));
    pt_copy(w->person.name, sizeof w->person.name, text_of(j, "name"));
    pt_copy(w->person.account, sizeof w->person.account, text_of(j, "account"));
    then(w);
}

void node_web_take(server *sv, const bus_message *m) {
    json_t *j = json_loadb(m->bytes, m->size, 0, NULL);
    const char *from = text_of(j, "from");
    uint64_t id = (uint64_t)json_integer_value(json_object_get(j, "id"));
    if (j && from[0] && sv->stopping)
        node_moved(sv, node_far_new(sv->node, from, id, true));
    else if (j && from[0])
        take_web(sv, j, from);
    json_decref(j);
}
