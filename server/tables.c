/* The tables in memory. A table takes one request after the other; while its events are being
 * written, what comes waits in its inbox. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t id_hash(const char *id) {
    uint64_t h = 14695981039346656037u;
    for (; *id; id++) h = (h ^ (unsigned char)*id) * 1099511628211u;
    return h;
}

static hosted **bucket_of(server *sv, const char *id) {
    return &sv->tables[id_hash(id) % TABLE_BUCKETS];
}

hosted *tables_find(server *sv, const char *id) {
    for (hosted *h = *bucket_of(sv, id); h; h = h->next)
        if (strcmp(h->table.core.id, id) == 0) return h;
    return NULL;
}

/* Each table has a place among the deadlines. */
static bool reserve_due(server *sv) {
    uint32_t wanted = (uint32_t)sv->table_count + 2;
    if (wanted <= sv->due_room) return true;
    hosted **more = realloc(sv->dues, 2 * wanted * sizeof *more);
    if (!more) return false;
    sv->dues = more;
    sv->due_room = 2 * wanted;
    return true;
}

hosted *tables_add(server *sv, const char *id) {
    assert(!tables_find(sv, id));
    hosted *h = reserve_due(sv) ? calloc(1, sizeof *h) : NULL;
    if (!h) return NULL;
    pt_table_init(&h->table, id, &server_bots);
    h->server = sv;
    h->inbox_last = &h->inbox;
    h->used = now_ms();
    hosted **at = bucket_of(sv, h->table.core.id);
    h->next = *at;
    *at = h;
    sv->table_count++;
    return h;
}

void tables_drop(hosted *h) {
    server *sv = h->server;
    hosted **at = bucket_of(sv, h->table.core.id);
    assert(!h->gone);
    while (*at != h) at = &(*at)->next;
    *at = h->next;
    sv->table_count--;
    upkeep_later(h, 0);
    while (h->watchers) watcher_drop(h->watchers);
    h->gone = true;
    h->next = sv->gone;
    sv->gone = h;
}

static void hosted_free(hosted *h) {
    while (h->inbox) {
        request *r = h->inbox;
        h->inbox = r->next;
        free(r);
    }
    pt_batch_free(h->batch);
    free(h->writing);
    for (int i = 0; i < PT_EYES; i++) free(h->shown[i].cells);
    pt_table_done(&h->table);
    free(h);
}

void tables_bury(server *sv) {
    while (sv->gone) {
        hosted *h = sv->gone;
        sv->gone = h->next;
        hosted_free(h);
    }
}

void tables_free(server *sv) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (sv->tables[i]) tables_drop(sv->tables[i]);
    tables_bury(sv);
    while (sv->spare) {
        writing *w = sv->spare;
        sv->spare = w->next;
        free(w);
    }
    free(sv->dues);
    free(sv->asleep);
}

/* --- requests --- */

static bool is_free(const hosted *h) { return !h->busy && !h->loading && !h->gone; }

static void take(hosted *h, const request *r) {
    h->used = now_ms();
    request_take(h, r, h->used);
}

void hosted_take_next(hosted *h) {
    while (h->inbox && is_free(h)) {
        request *r = h->inbox;
        h->inbox = r->next;
        if (!h->inbox) h->inbox_last = &h->inbox;
        h->inbox_count--;
        take(h, r);
        free(r);
    }
}

/* The server's own requests are few, and none of them may be lost. */
static void wait(hosted *h, const request *r) {
    request *copy = NULL;
    if (h->inbox_count < INBOX || !r->from.id) copy = malloc(sizeof *copy);
    if (!copy) {
        answer_refused(h->server, &r->from, "busy",
                       "too much at once at this table: try again");
        return;
    }
    *copy = *r;
    copy->next = NULL;
    *h->inbox_last = copy;
    h->inbox_last = &copy->next;
    h->inbox_count++;
}

void hosted_post(hosted *h, const request *r) {
    if (h->gone) return;
    if (is_free(h) && !h->inbox)
        take(h, r);
    else
        wait(h, r);
}

void tables_post(server *sv, const char *id, const request *r) {
    hosted *h = tables_find(sv, id);
    if (!h) {
        h = tables_add(sv, id);
        if (h && !table_load(h)) {
            tables_drop(h);
            h = NULL;
        }
    }
    if (h)
        hosted_post(h, r);
    else
        answer_refused(sv, &r->from, "busy", "not enough memory: try again");
}
