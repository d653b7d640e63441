/* Tables of a node: taking their leases, and copies of those that others decide. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/node_inside.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TELL_MS = 5000, FORGET_MS = 12000 };

/* Nothing is known any more: whoever watches comes again. */
static void give_up(hosted *h) {
    for (const watcher *w = h->watchers; w; w = w->next_at_table)
        net_shut(h->server->net, w->conn->id, 1011, "come again");
    h->unread = "retry";
    h->loading = false;
    hosted_ready(h);
}

/* --- taking the lease --- */

static void taken(server *sv, const char *id, const pt_lease *lease) {
    hosted *h = tables_find(sv, id);
    assert(h && h->loading && h->node);
    if (!lease) {
        give_up(h);
        return;
    }
    h->node->lease = *lease;
    h->node->left = node_left_at(lease);
    memcpy(h->node->owner, lease->holder, sizeof h->node->owner);
    if (h->table.game)
        node_catch_up(h);
    else
        tables_load(h);
}

bool node_load(hosted *h, bool force) {
    node *n = h->server->node;
    if (!node_make(h) ||
        !node_take_lease(h->server, h->table.core.id, force ? PT_ANYBODY : "", taken))
        return false;
    h->loading = true;
    h->node->reading = false; /* what is being read for the copy is not waited for */
    h->node->turn = ++n->turns;
    n->taken_by_force += force;
    return true;
}

/* --- a copy --- */

/* The next event of the text; false at the end. */
static bool next_event(const char **at, const char *end, uint32_t *number, int64_t *when,
                       const char **body, size_t *size) {
    unsigned long long n, length;
    long long time;
    int used = 0;
    if (*at >= end || sscanf(*at, "%llu %lld %llu%n", &n, &time, &length, &used) != 3)
        return false;
    const char *from = *at + used + 1;
    if (from > end || length >= (size_t)(end - from) + 1 || length >= PT_EVENT_MAX)
        return false;
    *number = (uint32_t)n;
    *when = time;
    *body = from;
    *size = (size_t)length;
    *at = from + length + 1;
    return true;
}

/* False: something is missing before, or cannot be read. */
static bool fold_one(hosted *h, uint32_t number, int64_t at, const char *body, size_t size) {
    char text[PT_EVENT_MAX];
    PT_TEXT(why, 256);
    if (number <= h->table.core.number) return true;
    if (number != h->table.core.number + 1) return false;
    memcpy(text, body, size);
    text[size] = 0;
    return pt_table_read(&h->table, at, text, &why);
}

static bool fold(hosted *h, const char *at, const char *end) {
    before b;
    uint32_t number;
    int64_t when;
    const char *body;
    size_t size;
    bool good = true;
    updates_remember(h, &b);
    while (good && next_event(&at, end, &number, &when, &body, &size))
        good = fold_one(h, number, when, body, size);
    if (h->table.core.number != b.number && !h->table.broken) updates_send(h, &b);
    if (h->table.core.phase != b.phase && node_has_office(h->server))
        h->server->node->above->note(h);
    return good;
}

typedef struct catching {
    server *server;
    char id[PT_ID];
    int64_t num;
    uint64_t turn;
    uint32_t after;
    bool good;
    node_table text; /* only `out` */
} catching;

static void take_missed(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    node_add_line(&((catching *)who)->text, number, at, body, n);
}

static void read_missed(pt_look *look, void *job) {
    catching *c = job;
    c->good = pt_each_event(look, c->num, c->after, take_missed, c) >= 0 &&
              node_add_bytes(&c->text, "", 1); /* a zero ends it */
}

/* The lease was taken, and the table is as it was when the last owner wrote last. */
static void resume(hosted *h) {
    h->loading = false;
    if (h->node->lease.epoch) {
        request credit = {.kind = PT_ASK_CREDIT, .seat = -1};
        credit.at = pt_table_absence(&h->table, h->node->left, now_ms());
        time_not_before(h->table.core.changed);
        if (credit.at) hosted_post_first(h, &credit);
        h->node->there = 0;
        hosted_presence(h);
    }
    hosted_ready(h);
}

static void missed_read(void *job) {
    catching *c = job;
    server *sv = c->server;
    hosted *h = tables_find(sv, c->id);
    if (h && h->node && h->node->turn == c->turn && h->table.game && h->num == c->num) {
        node_table *n = h->node;
        n->reading = false;
        bool ours = n->lease.epoch != 0;
        bool good = c->good && (!ours || h->loading) &&
                    fold(h, c->text.out, c->text.out + c->text.used - 1);
        if (h->loading && (!good || (ours && h->table.core.number != n->lease.number)))
            give_up(h);
        else if (h->table.broken)
            give_up(h);
        else if (h->loading)
            resume(h);
        if (h->node && n->news && !h->unread && !n->lease.epoch) node_catch_up(h);
    }
    free(c->text.out);
    free(c);
}

void node_loaded(hosted *h) {
    if (h->node && h->node->news && h->table.game && node_follows(h)) node_catch_up(h);
}

void node_catch_up(hosted *h) {
    node_table *n = h->node;
    n->news = n->reading;
    if (n->reading && !h->loading) return;
    catching *c = calloc(1, sizeof *c);
    if (c) {
        c->server = h->server;
        memcpy(c->id, h->table.core.id, sizeof c->id);
        c->num = h->num;
        c->after = h->table.core.number;
        c->turn = n->turn = ++h->server->node->turns;
        h->server->node->gaps++;
    }
    n->reading = c && pt_store_read(h->server->store, read_missed, missed_read, c);
    if (n->reading) return;
    free(c);
    if (h->loading) give_up(h);
}

/* Another node has it now. */
static void lose(hosted *h, const char *owner) {
    node_table *n = h->node;
    n->lease.epoch = 0;
    snprintf(n->owner, sizeof n->owner, "%s", owner);
    deadline_set(h, 0);
    node_catch_up(h);
}

void node_compare(hosted *h, const pt_lease *now) {
    node_table *n = h->node;
    bool mine = strcmp(now->holder, h->server->node->name) == 0;
    if (n->lease.epoch) {
        if (!mine && now->epoch > n->lease.epoch && !h->busy) lose(h, now->holder);
        return;
    }
    if (!mine && now->holder[0]) memcpy(n->owner, now->holder, sizeof n->owner);
    if (now->number > h->table.core.number) node_catch_up(h);
}

static void take_events(hosted *h, const char *from, const char *at, const char *end) {
    if (h->node->lease.epoch) {
        if (!h->busy && h->table.core.number) lose(h, from);
        return;
    }
    snprintf(h->node->owner, sizeof h->node->owner, "%s", from);
    if (!fold(h, at, end)) node_catch_up(h);
}

/* "LANGUAGE TEXT" */
static void take_notice(hosted *h, int language, const char *text, size_t size) {
    net *n = h->server->net;
    net_note *note = net_note_new(n, text, size);
    for (watcher *w = h->watchers; w && note; w = w->next_at_table)
        if (w->conn->language == language && !net_send(n, w->conn->id, note)) w->lost = true;
    net_note_drop(n, note);
}

/* How many watch a seat from another node; an old word of it is forgotten. */
static void take_far_seats(hosted *h, const char *from, uint8_t seats) {
    int64_t now = now_ms();
    node_watch *place = NULL;
    for (int i = 0; i < NODES; i++) {
        node_watch *w = &h->node->far[i];
        if (strcmp(w->node, from) == 0) {
            place = w;
            break;
        }
        if (!place && w->until < now) place = w;
    }
    if (!place) return;
    snprintf(place->node, sizeof place->node, "%s", from);
    bool news = place->seats != seats || place->until < now;
    place->seats = seats;
    place->until = now + FORGET_MS;
    if (news) hosted_presence(h);
    node_there(h, seats_watched(h)); /* the one who says so may be new */
}

void node_table_message(server *sv, const bus_message *m) {
    hosted *h = tables_find(sv, m->subject + strlen("petteia.t."));
    char head[NODE_HEAD], word[16] = "", from[PT_ID] = "";
    const char *rest;
    int number = 0;
    if (!h || !h->node || !node_head(m, head, &rest)) return;
    const char *end = m->bytes + m->size;
    if (sscanf(head, "%15s %23s %d", word, from, &number) < 2) return;
    if (h->loading || !h->table.game) {
        h->node->news = true;
    } else if (strcmp(word, "events") == 0) {
        take_events(h, from, rest, end);
    } else if (strcmp(word, "notice") == 0 && node_follows(h)) {
        take_notice(h, number, rest, (size_t)(end - rest));
    } else if (strcmp(word, "there") == 0 && node_follows(h)) {
        h->node->there = (uint8_t)number;
        updates_there(h);
    } else if (strcmp(word, "seats") == 0 && !node_follows(h)) {
        take_far_seats(h, from, (uint8_t)number);
    }
}

/* --- who is there --- */

void node_tell_seats(hosted *h, int64_t now) {
    node_table *n = h->node;
    uint8_t seats = (uint8_t)(eyes_watching(h) & ((1u << PT_SEATS) - 1));
    if (!node_follows(h) ||
        (n->tell_at && seats == n->told && (now < n->tell_at || !h->watchers)))
        return;
    n->told = seats;
    n->tell_at = now + TELL_MS;
    node_publish(h, "seats", seats, "", 0);
}
