/* The tables in memory. A table takes one request after the other; while its events are being
 * written, what comes waits in its inbox. */
/* SPDX-License-Identifier: MIT */
#include "server/node.h"
#include "server/outside_bots.h"
#include "server/own.h"
#include "server/words.h"
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int bot_level(const char *name, const pt_game *g) {
    return outside_bot_level(name) ? PT_USUAL_PACE : pt_level_named(name, g);
}

const pt_table_bots server_bots = {bot_level, "casual"};

static hosted **bucket_of(server *sv, const char *id) {
    return &sv->tables[id_hash(id) % TABLE_BUCKETS];
}

hosted *tables_find(server *sv, const char *id) {
    for (hosted *h = *bucket_of(sv, id); h; h = h->next)
        if (strcmp(h->table.core.id, id) == 0) return h;
    return NULL;
}

hosted *tables_add(server *sv, const char *id) {
    assert(!tables_find(sv, id));
    hosted *h = deadlines_reserve(sv, sv->table_count + 1) ? calloc(1, sizeof *h) : NULL;
    if (!h) return NULL;
    pt_table_init(&h->table, id, &server_bots);
    h->server = sv;
    h->inbox_last = &h->inbox;
    h->rung = 0xff; /* before it left memory they may have been */
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
    deadline_set(h, 0);
    node_drop(h);
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
    own_free(h->own);
    free(h);
}

void tables_bury(server *sv) {
    while (sv->gone) {
        hosted *h = sv->gone;
        sv->gone = h->next;
        hosted_free(h);
    }
}

share_key hosted_key(const hosted *h) {
    uint64_t owner = id_hash(h->table.core.owner);
    return (share_key){h->origin ? h->origin : owner, owner};
}

void tables_free(server *sv) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (sv->tables[i]) tables_drop(sv->tables[i]);
    tables_bury(sv);
    while (sv->spare_writings) {
        writing *w = sv->spare_writings;
        sv->spare_writings = w->next;
        free(w);
    }
    while (sv->spare_requests) {
        request *r = sv->spare_requests;
        sv->spare_requests = r->next;
        free(r);
    }
    free(sv->dues);
    free(sv->asleep);
}

/* --- requests --- */

void hosted_ready(hosted *h) {
    server *sv = h->server;
    if (h->ready || h->busy || h->loading || h->gone) return;
    h->ready = true;
    h->next_ready = NULL;
    *sv->ready_last = h;
    sv->ready_last = &h->next_ready;
}

hosted *tables_next_ready(server *sv) {
    hosted *h = sv->ready;
    if (!h) return NULL;
    sv->ready = h->next_ready;
    if (!sv->ready) sv->ready_last = &sv->ready;
    h->ready = false;
    return h;
}

/* Copies only the used part of a request: most of its memory is there for a long text. */
static request *copy_of(server *sv, const request *r) {
    request *copy = sv->spare_requests;
    if (copy)
        sv->spare_requests = copy->next;
    else
        copy = malloc(sizeof *copy);
    if (copy) memcpy(copy, r, offsetof(request, text) + strlen(r->text) + 1);
    return copy;
}

/* The server's own requests are few, and none of them may be lost. */
bool hosted_post(hosted *h, const request *r) {
    request *copy = NULL;
    if (h->gone) return false;
    if (h->inbox_count < INBOX || !r->from.id) copy = copy_of(h->server, r);
    if (!copy) {
        reply_refused(h->server, &r->from, "busy", sv_say_table_busy());
        return false;
    }
    copy->next = NULL;
    *h->inbox_last = copy;
    h->inbox_last = &copy->next;
    h->inbox_count++;
    hosted_ready(h);
    return true;
}

bool hosted_post_first(hosted *h, const request *r) {
    request *copy = h->gone ? NULL : copy_of(h->server, r);
    assert(!r->from.id);
    if (!copy) return false;
    copy->next = h->inbox;
    if (!h->inbox) h->inbox_last = &copy->next;
    h->inbox = copy;
    h->inbox_count++;
    hosted_ready(h);
    return true;
}

request *hosted_next(hosted *h) {
    request *r = h->busy || h->loading || h->gone ? NULL : h->inbox;
    if (!r) return NULL;
    h->inbox = r->next;
    if (!h->inbox) h->inbox_last = &h->inbox;
    h->inbox_count--;
    return r;
}

void request_done(server *sv, request *r) {
    r->next = sv->spare_requests;
    sv->spare_requests = r;
}

void hosted_presence(hosted *h) {
    const request presence = {.kind = PT_ASK_PRESENCE, .seat = -1};
    hosted_post(h, &presence);
}
