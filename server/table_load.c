/* Tables come from the store: the newest snapshot, then the events after it. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/server.h"
#include "server/words.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct load {
    server *server;
    bool found, broken;
    pt_table table;
    int64_t num;
    uint32_t snapshot;
    char why[256];
} load;

static void read_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    load *l = who;
    char text[PT_EVENT_MAX];
    pt_text copy = pt_text_on(text, sizeof text), why = pt_text_on(l->why, sizeof l->why);
    if (l->broken) return;
    pt_putn(&copy, body, n);
    l->broken = copy.cut || number != l->table.core.number + 1 ||
                !pt_table_read(&l->table, at, text, &why);
}

static void read_table(pt_look *look, void *job) {
    load *l = job;
    pt_table_row row;
    size_t n = 0;
    l->found = pt_find_table(look, l->table.core.id, &row);
    if (!l->found) return;
    l->num = row.num;
    void *bytes = pt_find_snapshot(look, row.num, &l->snapshot, &n);
    if (!bytes || !pt_table_from_snapshot(&l->table, bytes, n)) l->snapshot = 0;
    free(bytes);
    pt_each_event(look, row.num, l->snapshot, read_event, l);
    l->broken |= !l->table.core.number;
}

/* A table that ran while the server was down gets that time back. */
static void credit(hosted *h) {
    const server *sv = h->server;
    request r = {.kind = PT_ASK_CREDIT, .seat = -1};
    r.at = pt_table_absence(&h->table, sv->last_alive, sv->started);
    if (r.at) hosted_post(h, &r);
}

static void loaded(void *job) {
    load *l = job;
    hosted *h = tables_find(l->server, l->table.core.id);
    assert(h && h->loading);
    l->server->counts.loads++;
    h->loading = false;
    if (l->broken)
        log_line("error", "table", "%s cannot be read: %s", l->table.core.id, l->why);
    if (!l->found || l->broken) {
        pt_table_done(&l->table); /* without a game: there is no such table */
    } else {
        h->table = l->table;
        h->num = l->num;
        h->snapshot_at = l->snapshot;
        credit(h);
    }
    hosted_ready(h);
    free(l);
}

static bool load_table(hosted *h) {
    load *l = calloc(1, sizeof *l);
    if (!l) return false;
    l->server = h->server;
    pt_table_init(&l->table, h->table.core.id, &server_bots);
    h->loading = true;
    pt_store_read(h->server->store, read_table, loaded, l);
    return true;
}

void tables_post(server *sv, const char *id, const request *r) {
    hosted *h = tables_find(sv, id);
    if (!h) {
        h = tables_add(sv, id);
        if (h && !load_table(h)) {
            tables_drop(h);
            h = NULL;
        }
    }
    if (h)
        hosted_post(h, r);
    else
        reply_refused(sv, &r->from, "busy", sv_say_no_memory_now());
}

/* --- at the start --- */

typedef struct live_list {
    server *server;
    char (*ids)[PT_ID];
    int count, room;
} live_list;

static void take_live(void *who, const pt_table_row *row) {
    live_list *l = who;
    if (l->count == l->room) {
        int room = l->room ? l->room * 2 : 64;
        void *more = realloc(l->ids, (size_t)room * sizeof *l->ids);
        if (!more) return;
        l->ids = more;
        l->room = room;
    }
    memcpy(l->ids[l->count++], row->id, PT_ID);
}

static void read_live(pt_look *look, void *job) {
    pt_table_filter f = {
        .state = PT_TABLE_PLAYING, .access = -1, .live = true, .limit = 1 << 20};
    pt_each_table(look, &f, take_live, job);
}

static void live_read(void *job) {
    live_list *l = job;
    const request look = {.kind = PT_ASK_LOOK, .seat = -1};
    for (int i = 0; i < l->count; i++) tables_post(l->server, l->ids[i], &look);
    free(l->ids);
    free(l);
}

void tables_wake_live(server *sv) {
    live_list *l = calloc(1, sizeof *l);
    if (!l) return;
    l->server = sv;
    pt_store_read(sv->store, read_live, live_read, l);
}
