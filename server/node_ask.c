/* Requests at tables that another node decides, and those of other nodes at ours. */
/* SPDX-License-Identifier: MIT */
#include "server/fair.h"
#include "server/log.h"
#include "server/node_inside.h"
#include "server/own.h"
#include "server/words.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_MS = 2000, TICKET_MS = 1000, HINT_MS = 15000, TRIES = 6 };
/* --- asking --- */

static void shut(server *sv, const request *r) {
    net_shut(sv->net, r->from.id, 1011, "perhaps not written: come again");
}

/* Takes the lease, and the request once that is done. */
static void take_here(hosted *h, const request *r, bool force) {
    request again = *r;
    if (++again.tries > TRIES) {
        reply_refused(h->server, &r->from, "busy", sv_say_table_busy());
        return;
    }
    if (!hosted_post(h, &again)) return;
    if (!h->loading && !node_load(h, force))
        net_shut(h->server->net, r->from.id, 1011, "come again");
}

static json_t *request_json(const hosted *h, const pending *p) {
    const request *r = &p->request;
    const conn *c = net_get(h->server->net, r->from.id);
    return json_pack("{ss sI ss si si sI sb sb ss ss ss ss ss ss si sI}", "from",
                     h->server->node->name, "id", (json_int_t)p->id, "table", p->table, "kind",
                     r->kind, "seat", r->seat, "at", (json_int_t)r->at, "yes", (int)r->yes,
                     "silent", (int)r->from.silent, "person", r->person, "name", r->name, "key",
                     r->key, "friend", r->friend_name, "re", r->from.re, "text", r->text,
                     "lang", (int)r->from.language, "origin",
                     (json_int_t)(c ? fair_address(h->server, c->peer) : 0));
}

static bool send_request(hosted *h, const pending *p) {
    char subject[SUBJECT], reply[SUBJECT];
    json_t *j = request_json(h, p);
    char *text = j ? json_dumps(j, JSON_COMPACT) : NULL;
    json_decref(j);
    snprintf(subject, sizeof subject, "petteia.n.%s.ask", h->node->owner);
    snprintf(reply, sizeof reply, "petteia.n.%s.%llu", h->server->node->name,
             (unsigned long long)p->id);
    bool sent = text && bus_publish(h->server->node->bus, subject, reply, text, strlen(text));
    free(text);
    return sent;
}

void node_forward(hosted *h, const request *r) {
    node *n = h->server->node;
    pending **place = &n->pending[(n->last_asked + 1) % PENDING];
    if (*place) {
        reply_refused(h->server, &r->from, "busy", sv_say_busy());
        return;
    }
    pending *p = malloc(sizeof *p);
    if (!p) {
        reply_refused(h->server, &r->from, "busy", sv_say_no_memory_now());
        return;
    }
    *p = (pending){.id = ++n->last_asked, .request = *r};
    p->until = now_ms() + (r->kind == PT_ASK_HINT ? HINT_MS : ANSWER_MS);
    memcpy(p->table, h->table.core.id, sizeof p->table);
    if (send_request(h, p)) {
        n->asked++;
        *place = p;
        return;
    }
    take_here(h, r, true);
    free(p);
}

bool node_ask_ticket(server *sv, const asker *from, const char *ticket, node_welcome *welcome) {
    node *n = sv->node;
    pending **place = n ? &n->pending[(n->last_asked + 1) % PENDING] : NULL;
    pending *p = place && !*place ? malloc(sizeof *p) : NULL;
    if (!p) return false;
    *p = (pending){.id = ++n->last_asked, .until = now_ms() + TICKET_MS, .welcome = welcome};
    p->request.from = *from;
    *place = p;
    if (node_send_ticket(sv, ticket, p->id)) return true;
    *place = NULL;
    free(p);
    return false;
}

bool node_ask_looker(server *sv, const char *table, const request *r, node_found *found) {
    node *n = sv->node;
    pending **place = n ? &n->pending[(n->last_asked + 1) % PENDING] : NULL;
    pending *p = place && !*place ? malloc(sizeof *p) : NULL;
    if (!p) return false;
    *p = (pending){.id = ++n->last_asked, .until = now_ms() + TICKET_MS, .found = found};
    p->request = *r;
    *place = p;
    if (node_send_looker(sv, table, r->text, p->id)) return true;
    *place = NULL;
    free(p);
    return false;
}

bool node_take(hosted *h, const request *r) {
    if (!node_follows(h) || (r->kind >= PT_ASKS && !own_travels(r->kind))) return false;
    if (node_moved(h->server, r->from.id)) return true;
    if (r->from.id || r->kind == PT_ASK_START) { /* a tournament starts its tables itself */
        node_forward(h, r);
    } else if (r->kind == PT_ASK_PRESENCE) {
        node_tell_seats(h, now_ms());
        updates_there(h);
    }
    return true;
}

/* --- answers --- */

static void retry(server *sv, const pending *p, bool force) {
    hosted *h = tables_find(sv, p->table);
    if (!h)
        tables_post(sv, p->table, &p->request);
    else if (!node_follows(h) || h->loading)
        hosted_post(h, &p->request);
    else
        take_here(h, &p->request, force);
}

/* A move names itself and its place: it does not happen twice. */
static bool may_repeat(const request *r) {
    return r->kind == PT_ASK_MOVE && r->from.re[0] && r->at >= 0;
}

static void unanswered(server *sv, const pending *p) {
    sv->node->unanswered += !p->welcome && !p->found;
    if (p->welcome)
        p->welcome(sv, &p->request.from, NULL);
    else if (p->found)
        p->found(sv, &p->request, NULL);
    else if (may_repeat(&p->request))
        retry(sv, p, true);
    else
        shut(sv, &p->request);
}

void node_expire(server *sv, int64_t now) {
    node *n = sv->node;
    for (int i = 0; i < PENDING; i++) {
        pending *p = n->pending[i];
        if (!p || p->until > now) continue;
        n->pending[i] = NULL;
        unanswered(sv, p);
        free(p);
    }
}

static void take_answer(server *sv, const bus_message *m, uint64_t id) {
    pending **place = &sv->node->pending[id % PENDING], *p = *place;
    char head[NODE_HEAD];
    const char *rest = NULL;
    identity who;
    if (!p || p->id != id) return;
    if (p->welcome || p->found) {
        const identity *found = node_read_identity(m, &who) ? &who : NULL;
        *place = NULL;
        if (p->welcome)
            p->welcome(sv, &p->request.from, found);
        else
            p->found(sv, &p->request, found);
        free(p);
        return;
    }
    if (!m->nobody && !node_head(m, head, &rest)) return;
    *place = NULL;
    if (m->nobody) {
        retry(sv, p, true); /* it has not got there */
    } else if (strcmp(head, "say") == 0) {
        pt_text text = {.at = (char *)(uintptr_t)rest,
                        .used = (size_t)(m->bytes + m->size - rest)};
        conn_send(sv, p->request.from.id, &text);
    } else if (strcmp(head, "moved") == 0) {
        retry(sv, p, false);
    } else {
        shut(sv, &p->request);
    }
    free(p);
}

/* --- requests of others --- */

static void copy_text(json_t *j, const char *key, char *out, size_t size) {
    const char *text = json_string_value(json_object_get(j, key));
    pt_text t = pt_text_on(out, size);
    pt_puts(&t, text ? text : "");
}

static void take_ask(server *sv, const bus_message *m) {
    json_t *j = json_loadb(m->bytes, m->size, 0, NULL);
    request r = {.kind = (int)json_integer_value(json_object_get(j, "kind"))};
    char table[PT_ID], from[PT_ID];
    copy_text(j, "table", table, sizeof table);
    copy_text(j, "from", from, sizeof from);
    if (j && table[0] && from[0] && r.kind >= 0 &&
        (r.kind < PT_ASK_BOT_MOVE || own_travels(r.kind))) {
        r.from.id = node_far_new(sv->node, from,
                                 (uint64_t)json_integer_value(json_object_get(j, "id")), false);
        r.from.silent = json_is_true(json_object_get(j, "silent"));
        r.from.language = (uint8_t)json_integer_value(json_object_get(j, "lang"));
        if (r.from.language >= PT_LANGUAGES) r.from.language = PT_ENGLISH;
        r.seat = (int)json_integer_value(json_object_get(j, "seat"));
        r.at = json_integer_value(json_object_get(j, "at"));
        r.origin = (uint64_t)json_integer_value(json_object_get(j, "origin"));
        r.yes = json_is_true(json_object_get(j, "yes"));
        copy_text(j, "person", r.person, sizeof r.person);
        copy_text(j, "name", r.name, sizeof r.name);
        copy_text(j, "key", r.key, sizeof r.key);
        copy_text(j, "friend", r.friend_name, sizeof r.friend_name);
        copy_text(j, "re", r.from.re, sizeof r.from.re);
        copy_text(j, "text", r.text, sizeof r.text);
        if (sv->stopping)
            node_moved(sv, r.from.id);
        else if (r.seat >= -1 && r.seat < PT_SEATS)
            tables_post(sv, table, &r);
    }
    json_decref(j);
}

void node_ask_message(server *sv, const bus_message *m) {
    const char *last = strrchr(m->subject, '.') + 1;
    if (strcmp(last, "ask") == 0)
        take_ask(sv, m);
    else if (strcmp(last, "web") == 0)
        node_web_take(sv, m);
    else if (last[0] == 't' && !sv->stopping)
        node_thought(sv, m, strtoull(last + 1, NULL, 10));
    else if (last[0] == 'w' && !sv->stopping)
        node_web_answered(sv, m, strtoull(last + 1, NULL, 10));
    else if (!sv->stopping)
        take_answer(sv, m, strtoull(last, NULL, 10));
}

void node_owner_gone(server *sv, const char *name) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (hosted *h = sv->tables[i]; h; h = h->next)
            if (node_follows(h) && !h->loading && h->table.game && h->watchers &&
                strcmp(h->node->owner, name) == 0)
                node_load(h, false);
}
