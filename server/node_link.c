/* What a node sends: the events of its tables, who is there, answers to those who ask from
 * other nodes; and the lease that each append names. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/node_inside.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t node_next_look(const node *n, int64_t now) {
    return now + (bus_is_up(n->bus) ? NODE_LOOK_MS : NODE_LOOK_ALONE_MS);
}

/* --- tables --- */

bool node_follows(const hosted *h) { return h->node && !h->node->lease.epoch; }
int64_t node_left(const hosted *h) { return h->node->lease.epoch ? h->node->left : 0; }

void node_drop(hosted *h) {
    if (!h->node) return;
    bus_unlisten(h->node->line);
    free(h->node->out);
    free(h->node);
    h->node = NULL;
}

static void subject_of(const hosted *h, char out[SUBJECT]) {
    snprintf(out, SUBJECT, "petteia.t.%s", h->table.core.id);
}

bool node_make(hosted *h) {
    char subject[SUBJECT];
    if (!h->node) h->node = calloc(1, sizeof *h->node);
    if (!h->node) return false;
    subject_of(h, subject);
    if (!h->node->line) h->node->line = bus_listen(h->server->node->bus, subject);
    return h->node->line != NULL;
}

/* --- events: NUMBER TIME LENGTH EVENT --- */

bool node_add_bytes(node_table *n, const char *bytes, size_t count) {
    if (n->used + count > n->size) {
        size_t size = (n->used + count) * 2 + 512;
        char *more = realloc(n->out, size);
        if (!more) return false;
        n->out = more;
        n->size = size;
    }
    memcpy(n->out + n->used, bytes, count);
    n->used += count;
    return true;
}

void node_add_line(node_table *n, uint32_t number, int64_t at, const char *body, size_t size) {
    char head[NODE_HEAD];
    int length = snprintf(head, sizeof head, "%u %lld %zu ", number, (long long)at, size);
    if (!node_add_bytes(n, head, (size_t)length) || !node_add_bytes(n, body, size) ||
        !node_add_bytes(n, "\n", 1))
        log_out_of_memory(SERVE_MEMORY);
}

void node_event(hosted *h, const pt_event *e, const pt_text *text) {
    if (!h->server->node || (!h->node && !node_make(h))) return;
    if (!h->node->used) {
        PT_TEXT(head, 64);
        pt_put(&head, "events %s\n", h->server->node->name);
        node_add_bytes(h->node, head.at, head.used);
    }
    node_add_line(h->node, e->number, e->at, text->at, text->used);
}

void node_batch(hosted *h, uint32_t since, uint32_t last) {
    node *n = h->server->node;
    if (!n) return;
    if (!h->node && !node_make(h)) log_out_of_memory(SERVE_MEMORY);
    if (since) {
        pt_batch_lease(h->batch, h->num, h->node->lease.epoch, since, last);
        return;
    }
    h->node->lease = (pt_lease){.num = h->num, .epoch = 1};
    pt_batch_new_lease(h->batch, h->num, n->name, last);
}

void node_written(hosted *h) {
    char subject[SUBJECT];
    if (!h->node || !h->node->used) return;
    subject_of(h, subject);
    bus_publish(h->server->node->bus, subject, NULL, h->node->out, h->node->used);
    h->node->used = 0;
}

/* --- who is there --- */

void node_publish(const hosted *h, const char *word, int number, const char *text, size_t n) {
    char subject[SUBJECT], memory[1200];
    pt_text out = pt_text_on(memory, sizeof memory);
    subject_of(h, subject);
    pt_put(&out, "%s %s %d\n", word, h->server->node->name, number);
    pt_putn(&out, text, n);
    if (!out.cut) bus_publish(h->server->node->bus, subject, NULL, out.at, out.used);
}

void node_notice(const hosted *h, int language, const char *text, size_t n) {
    if (h->node && !node_follows(h)) node_publish(h, "notice", language, text, n);
}

void node_there(hosted *h, uint8_t seats) {
    if (h->node && !node_follows(h)) node_publish(h, "there", seats, "", 0);
}

uint8_t node_seats(const hosted *h, uint8_t seats) {
    if (!h->node) return seats;
    if (node_follows(h)) return h->node->there | seats;
    int64_t now = now_ms();
    for (int i = 0; i < NODES; i++)
        if (h->node->far[i].until >= now) seats |= h->node->far[i].seats;
    return seats;
}

/* --- messages --- */

bool node_head(const bus_message *m, char head[NODE_HEAD], const char **rest) {
    const char *end = memchr(m->bytes, '\n', m->size);
    if (!end || end - m->bytes >= NODE_HEAD) return false;
    memcpy(head, m->bytes, (size_t)(end - m->bytes));
    head[end - m->bytes] = 0;
    *rest = end + 1;
    return true;
}

#define FAR 0xFFFFFFFFu /* the lower half of an id that stands for somebody elsewhere */

/* --- ids that stand for somebody elsewhere --- */

bool node_is_far(net_id id) { return (uint32_t)id == FAR; }

net_id node_far_new(node *n, const char *from, uint64_t id, bool is_web) {
    uint32_t birth = ++n->far_births;
    far_asker *f = &n->far[birth % PENDING];
    *f = (far_asker){.id = id, .birth = birth, .web = is_web};
    snprintf(f->node, sizeof f->node, "%s", from);
    return (net_id)birth << 32 | FAR;
}

static bool answer(server *sv, net_id to, const char *head, const char *text, size_t size) {
    if (!node_is_far(to)) return false;
    node *n = sv->node;
    uint32_t birth = (uint32_t)(to >> 32);
    const far_asker *f = &n->far[birth % PENDING];
    if (f->birth != birth) return true; /* it has given up long ago */
    char subject[SUBJECT], memory[8192];
    pt_text out = pt_text_on(memory, sizeof memory);
    snprintf(subject, sizeof subject, "petteia.n.%s.%s%llu", f->node, f->web ? "w" : "",
             (unsigned long long)f->id);
    pt_put(&out, "%s\n", head);
    pt_putn(&out, text, size);
    if (!out.cut) bus_publish(n->bus, subject, NULL, out.at, out.used);
    return true;
}

bool node_say(server *sv, net_id to, const char *text, size_t n) {
    return answer(sv, to, "say", text, n);
}

bool node_shut(server *sv, net_id to, const char *why) {
    return answer(sv, to, "shut", why, strlen(why));
}

bool node_moved(server *sv, net_id to) { return answer(sv, to, "moved", "", 0); }

bool node_reply(server *sv, net_id to, int status, const char *type, const char *body,
                size_t n) {
    PT_TEXT(head, NODE_HEAD);
    if (!node_is_far(to)) return false;
    pt_put(&head, "http %d %s", status, type);
    return answer(sv, to, head.at, body, n);
}
