/* The office among several nodes: whose it is, and copies of its tournaments at the others. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/node_inside.h"
#include "store/tournaments.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool node_has_office(const server *sv) { return !sv->node || sv->node->office.ready; }

void node_office_batch(server *sv, pt_batch *b) {
    if (sv->node && b) pt_batch_lease(b, PT_OFFICE, sv->node->office.lease.epoch, 0, 0);
}

void node_office_soon(server *sv) {
    if (sv->node) sv->node->office.next_look = 0;
}

/* --- taking it --- */

static void taken(server *sv, const char *which, const pt_lease *lease) {
    office *o = &sv->node->office;
    (void)which;
    o->taking = false;
    if (!lease) return;
    o->lease = *lease;
    o->left = node_left_at(lease);
    if (o->lease.epoch) sv->node->above->read_again(sv);
    node_office_soon(sv);
}

void node_take_office(server *sv, const char *from) {
    office *o = &sv->node->office;
    if (!o->taking && !o->lease.epoch) o->taking = node_take_lease(sv, "", from, taken);
}

/* Nothing was written by the last one after its lease was gone, and all of it is in memory. */
static void begin(server *sv) {
    office *o = &sv->node->office;
    int64_t left = o->left, now = now_ms();
    o->ready = true;
    log_line("office", "epoch", "%lld", (long long)o->lease.epoch);
    sv->node->above->begin(sv, left && left < now ? now - left : 0);
}

/* What is in memory may not be what was written. */
void node_office_lost(server *sv) {
    if (!sv->node || !sv->node->office.lease.epoch) return;
    office *o = &sv->node->office;
    o->lease = (pt_lease){0};
    o->ready = false;
    o->next_look = 0;
    sv->node->above->forget_waiting(sv);
    sv->node->above->read_again(sv);
}

/* --- looking --- */

enum { LENGTHS = 1024 };

typedef struct looking {
    server *server;
    int64_t epoch; /* ours when it began */
    bool good, alive;
    pt_lease lease;
    int count;
    tour_length list[LENGTHS];
} looking;

static void take_length(void *who, const char *id, uint32_t lines) {
    looking *k = who;
    if (k->count == LENGTHS) return;
    tour_length *t = &k->list[k->count++];
    pt_copy(t->id, sizeof t->id, id);
    t->lines = lines;
}

static void look(pt_look *l, void *job) {
    looking *k = job;
    k->good = pt_find_office(l, &k->lease, &k->alive) &&
              pt_each_tournament_length(l, take_length, k) >= 0;
}

static void act_on(server *sv, const looking *k) {
    office *o = &sv->node->office;
    bool ours =
        k->lease.epoch == o->lease.epoch && strcmp(k->lease.holder, sv->node->name) == 0;
    if (o->taking || k->epoch != o->lease.epoch) return; /* it is old news */
    if (o->lease.epoch && !ours) node_office_lost(sv);
    if (!o->lease.epoch) o->lease = (pt_lease){0};
    if (!o->lease.epoch) pt_copy(o->lease.holder, PT_ID, k->alive ? k->lease.holder : "");
    if (!k->alive) {
        node_take_office(sv, "");
    } else if (!o->ready && sv->node->above->follow(sv, k->list, k->count) && o->lease.epoch) {
        begin(sv);
    } else if (!o->ready && o->lease.epoch) {
        node_office_soon(sv);
    }
}

static void looked(void *job) {
    looking *k = job;
    server *sv = k->server;
    if (sv->node) sv->node->office.looking = false;
    if (sv->node && !sv->stopping && k->good) act_on(sv, k);
    free(k);
}

void node_office_tick(server *sv, int64_t now) {
    office *o = &sv->node->office;
    if (now < o->next_look || o->looking) return;
    looking *k = calloc(1, sizeof *k);
    if (!k) return;
    k->server = sv;
    k->epoch = o->lease.epoch;
    o->next_look = node_next_look(sv->node, now);
    o->looking = pt_store_read(sv->store, look, looked, k);
    if (!o->looking) free(k);
}

/* --- what the others hear --- */

void node_office_changed(server *sv, const char *id, uint32_t lines) {
    PT_TEXT(out, 80);
    if (!sv->node) return;
    pt_put(&out, "tour %s %u\n", id, (unsigned)lines);
    bus_publish(sv->node->bus, "petteia.all", NULL, out.at, out.used);
}

void node_office_table(const hosted *h) {
    PT_TEXT(out, 80);
    const server *sv = h->server;
    if (!sv->node || node_follows(h) || node_has_office(sv)) return;
    pt_put(&out, "turned %s\n", h->table.core.id);
    bus_publish(sv->node->bus, "petteia.all", NULL, out.at, out.used);
}

bool node_office_message(server *sv, const char *head) {
    char id[PT_ID];
    unsigned lines;
    const request ask = {.kind = ASK_TOURNAMENT, .seat = -1};
    if (sscanf(head, "tour %23s %u", id, &lines) == 2) {
        if (!node_has_office(sv)) sv->node->above->grown(sv, id, lines);
        return true;
    }
    if (sscanf(head, "turned %23s", id) != 1) return false;
    if (node_has_office(sv)) tables_post(sv, id, &ask);
    return true;
}
