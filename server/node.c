/* A node as a whole: its life, its numbers, and who has died. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/node_inside.h"
#include "server/web.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BEAT_MS = 1000,
    FULL_MS = 60000, /* tables that nobody has are looked for even if nobody has died */
    ORPHANS = 64,
    BLOCK = 64,
    FEW = 16
};

static void wake(void *who) { net_wake(((server *)who)->net); }

bool node_is_named(const serve_config *c, pt_text *why) {
    if (!c->node && !c->nats) return true;
    if (!c->node || !c->nats || !c->store) {
        pt_puts(why, "one of several nodes needs --store, --nats and --node");
        return false;
    }
    size_t n =
        strspn(c->node, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (n && n <= 12 && !c->node[n]) return true;
    pt_puts(why, "--node needs a name of 1 to 12 letters and digits");
    return false;
}

void node_close(server *sv) {
    node *n = sv->node;
    if (!n) return;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (hosted *h = sv->tables[i]; h; h = h->next) node_drop(h);
    node_web_close(sv);
    node_thoughts_close(n);
    node_names_close(n);
    bus_unlisten(n->inbox);
    bus_unlisten(n->all);
    bus_close(n->bus);
    for (int i = 0; i < PENDING; i++) free(n->pending[i]);
    free(n);
    sv->node = NULL;
}

void node_leave(server *sv, pt_batch *b) {
    if (sv->node && b) pt_batch_leave(b, sv->node->name);
}

void node_tell_left(server *sv) {
    PT_TEXT(out, 64);
    if (!sv->node) return;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const hosted *h = sv->tables[i]; h; h = h->next)
            for (const request *r = h->inbox; r; r = r->next) node_moved(sv, r->from.id);
    pt_put(&out, "left %s\n", sv->node->name);
    bus_publish(sv->node->bus, "petteia.all", NULL, out.at, out.used);
}

node_counts node_count(const server *sv) {
    const node *n = sv->node;
    if (!n) return (node_counts){0};
    return (node_counts){bus_is_up(n->bus), bus_published(n->bus), n->asked,
                         n->unanswered,     n->taken_by_force,     n->gaps,
                         n->thoughts_given, n->thoughts_again,     n->thoughts_stale,
                         n->office.ready};
}

/* --- messages --- */

static void take_news(server *sv, const char *head, const char *rest, const char *end) {
    const pt_text more = {.at = (char *)(uintptr_t)rest, .used = (size_t)(end - rest)};
    if (node_people_message(sv, head, &more) || node_names_message(sv, head, &more) ||
        node_office_message(sv, head) || strncmp(head, "left ", 5) != 0)
        return;
    node_owner_gone(sv, head + 5);
    node_names_left(sv, head + 5);
    node_office_soon(sv);
}

static void take_message(void *who, const bus_message *m) {
    server *sv = who;
    char head[NODE_HEAD];
    const char *rest;
    bool asks = strncmp(m->subject, "petteia.n.", 10) == 0;
    if (sv->stopping && !asks) return;
    if (strncmp(m->subject, "petteia.t.", 10) == 0)
        node_table_message(sv, m);
    else if (asks)
        node_ask_message(sv, m);
    else if (node_head(m, head, &rest))
        take_news(sv, head, rest, m->bytes + m->size);
}

void node_poll(server *sv) {
    /* Who leaves answers again once its leases are free: that they are. */
    if (sv->node && (!sv->stopping || sv->said_goodbye))
        bus_poll(sv->node->bus, take_message, sv);
}

/* --- numbers for new tables --- */

typedef struct numbers {
    server *server;
    int64_t last;
} numbers;

static void numbers_written(void *who, uint64_t tag, pt_outcome outcome) {
    numbers *k = who;
    (void)tag;
    k->server->node->numbering = false;
    if (outcome == PT_WRITTEN) k->server->node->spare_numbers = k->last;
    free(k);
}

static void order_numbers(server *sv) {
    node *n = sv->node;
    if (n->numbering || n->spare_numbers || sv->num_end - sv->next_num > FEW) return;
    numbers *k = calloc(1, sizeof *k);
    pt_batch *b = k ? pt_batch_new() : NULL;
    if (!b) {
        free(k);
        return;
    }
    k->server = sv;
    n->numbering = true;
    pt_batch_numbers(b, BLOCK, &k->last);
    pt_store_commit(sv->store, b, numbers_written, k, 0);
}

/* The first table may be made as soon as there is a loop; this is before. */
static bool wait_for_numbers(server *sv, pt_text *why) {
    order_numbers(sv);
    while (sv->node->numbering) {
        pt_store_poll(sv->store);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (!sv->node->spare_numbers)
        pt_put(why, "no numbers for tables: %s", pt_store_healthy(sv->store).why);
    return sv->node->spare_numbers != 0;
}

bool node_open(server *sv, const node_above *above, pt_text *why) {
    char subject[SUBJECT];
    if (!sv->config.node) {
        sv->num_end = INT64_MAX;
        return true;
    }
    node *n = sv->node = calloc(1, sizeof *n);
    if (!n) {
        pt_puts(why, "not enough memory");
        return false;
    }
    n->name = pt_store_node(sv->store);
    sv->take_lease = node_load;
    n->above = above;
    sv->lease_loaded = node_loaded;
    n->bus = bus_open(sv->config.nats, n->name, wake, sv, why);
    if (!n->bus) return false;
    snprintf(subject, sizeof subject, "petteia.n.%s.>", n->name);
    n->inbox = bus_listen(n->bus, subject);
    n->all = bus_listen(n->bus, "petteia.all");
    bool good = n->inbox && n->all && node_names_open(sv);
    if (!good) pt_puts(why, "not enough memory");
    return good && wait_for_numbers(sv, why);
}

bool node_has_number(server *sv) {
    node *n = sv->node;
    if (!n || sv->next_num <= sv->num_end) return true;
    if (n->spare_numbers) {
        sv->num_end = n->spare_numbers;
        sv->next_num = sv->num_end - BLOCK + 1;
        n->spare_numbers = 0;
    }
    order_numbers(sv);
    return sv->next_num <= sv->num_end;
}

/* --- tables that nobody decides --- */

typedef struct orphans {
    server *server;
    bool again;                  /* whoever has died since the last look, or nobody */
    int64_t before, time, after; /* the store's time, between two moments of time_raw() */
    int64_t dead;
    char id[ORPHANS][PT_ID];
    int count;
} orphans;

static void take_orphan(void *who, const char *table) {
    orphans *o = who;
    if (o->count < ORPHANS) memcpy(o->id[o->count++], table, strlen(table) + 1);
}

/* All running tables are gone through, so this is done only after somebody has died. */
static void read_orphans(pt_look *look, void *job) {
    orphans *o = job;
    int64_t dead;
    o->before = time_raw();
    if (!pt_store_time(look, &o->time)) o->time = 0;
    o->after = time_raw();
    if (!pt_dead_nodes(look, &dead) || (!o->again && dead == o->dead)) return;
    int n = pt_each_orphan(look, ORPHANS, take_orphan, job);
    o->dead = n == 0 ? dead : -1;
}

static void orphans_read(void *job) {
    orphans *o = job;
    server *sv = o->server;
    const request look = {.kind = PT_ASK_LOOK, .seat = -1};
    if (sv->node) sv->node->scanning = false;
    if (sv->node) sv->node->dead_seen = o->dead;
    if (o->time) time_follow(o->before, o->time, o->after);
    for (int i = 0; i < o->count && sv->node && !sv->stopping; i++) {
        hosted *h = tables_find(sv, o->id[i]);
        if (!h)
            tables_post(sv, o->id[i], &look);
        else if (node_follows(h) && !h->loading)
            node_load(h, false);
    }
    free(o);
}

static void scan(server *sv, int64_t now) {
    orphans *o = sv->node->scanning ? NULL : calloc(1, sizeof *o);
    if (!o) return;
    o->server = sv;
    o->dead = sv->node->dead_seen;
    o->again = now >= sv->node->next_full;
    if (o->again) sv->node->next_full = now + FULL_MS;
    sv->node->scanning = pt_store_read(sv->store, read_orphans, orphans_read, o);
    if (!sv->node->scanning) free(o);
}

/* --- the leases of the tables that are watched here --- */

enum { LOOKS = 2048 };

typedef struct looked_at {
    int64_t num;
    char id[PT_ID];
} looked_at;

typedef struct looking {
    server *server;
    char list[LOOKS * 20]; /* {1,2,3} */
    int asked, count;
    looked_at table[LOOKS];
    pt_lease found[LOOKS];
} looking;

static int by_num(const void *a, const void *b) {
    const looked_at *x = a, *y = b;
    return x->num < y->num ? -1 : x->num > y->num;
}

static void take_lease(void *who, const pt_lease *l) {
    looking *k = who;
    if (k->count < LOOKS) k->found[k->count++] = *l;
}

static void read_leases(pt_look *look, void *job) {
    looking *k = job;
    qsort(k->table, (size_t)k->asked, sizeof *k->table, by_num);
    pt_each_lease(look, k->list, take_lease, k);
}

static void leases_read(void *job) {
    looking *k = job;
    server *sv = k->server;
    if (sv->node) sv->node->looking = false;
    for (int i = 0; i < k->count && sv->node && !sv->stopping; i++) {
        const looked_at key = {.num = k->found[i].num},
                        *t = bsearch(&key, k->table, (size_t)k->asked, sizeof key, by_num);
        hosted *h = t ? tables_find(sv, t->id) : NULL;
        if (h && h->node && !h->loading && h->table.game) node_compare(h, &k->found[i]);
    }
    free(k);
}

static void look_at(looking *k, pt_text *list, hosted *h) {
    bool wanted =
        h->watchers || (node_has_office(h->server) && h->server->node->above->owns(h));
    if (!wanted || k->asked == LOOKS) return;
    pt_put(list, "%c%lld", k->asked ? ',' : '{', (long long)h->num);
    looked_at *t = &k->table[k->asked++];
    t->num = h->num;
    memcpy(t->id, h->table.core.id, sizeof t->id);
}

/* If there are too many for once, the next look goes on where this one ends. */
static void look_at_leases(server *sv, int64_t now) {
    node *n = sv->node;
    looking *k = n->looking ? NULL : calloc(1, sizeof *k);
    if (!k) return;
    pt_text list = pt_text_on(k->list, sizeof k->list);
    k->server = sv;
    for (int i = 0; i < TABLE_BUCKETS && k->asked < LOOKS; i++) {
        n->look_from = (n->look_from + 1) % TABLE_BUCKETS;
        for (hosted *h = sv->tables[n->look_from]; h; h = h->next) {
            if (!h->node || h->loading || !h->table.game) continue;
            node_tell_seats(h, now);
            look_at(k, &list, h);
        }
    }
    pt_puts(&list, "}");
    n->looking = k->asked && pt_store_read(sv->store, read_leases, leases_read, k);
    if (!n->looking) free(k);
}

/* --- time --- */

/* Whatever is committed says that this node is alive; so does nothing. */
static void beat(server *sv) {
    pt_batch *b = pt_batch_new();
    if (b) pt_store_commit(sv->store, b, NULL, NULL, 0);
}

void node_tick(server *sv, int64_t now) {
    node *n = sv->node;
    if (!n || sv->stopping) return;
    order_numbers(sv);
    node_expire(sv, now);
    node_web_tick(sv, now);
    node_names_tick(sv, now);
    node_thoughts_tick(sv, now);
    node_office_tick(sv, now);
    if (now >= n->next_beat) {
        n->next_beat = now + BEAT_MS;
        beat(sv);
    }
    if (now >= n->next_scan) {
        n->next_scan = now + NODE_LOOK_MS;
        scan(sv, now);
    }
    if (now >= n->next_look) {
        n->next_look = node_next_look(n, now);
        look_at_leases(sv, now);
    }
}
