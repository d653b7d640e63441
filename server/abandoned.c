/* Deletes abandoned tables from the store: one that was never started after OPEN_DAYS without a
 * change, one that was left in the middle after LEFT_DAYS. A finished game stays. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/server.h"
#include "store/lease.h"
#include "store/own.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY_MS = 600000, AT_ONCE = 20 };

static const struct {
    int state;
    int64_t days;
} ages[] = {{PT_TABLE_OPEN, OPEN_DAYS}, {PT_TABLE_PLAYING, LEFT_DAYS}};

typedef struct old_list {
    server *server;
    int64_t now;
    int count;
    struct {
        int64_t num;
        char id[PT_ID];
    } table[AT_ONCE];
} old_list;

static void take_old(void *who, const pt_table_row *row) {
    old_list *l = who;
    if (l->count == AT_ONCE) return;
    l->table[l->count].num = row->num;
    memcpy(l->table[l->count++].id, row->id, PT_ID);
}

/* What cannot be read now is looked at the next time. */
static void read_old(pt_look *look, void *job) {
    old_list *l = job;
    for (size_t i = 0; i < sizeof ages / sizeof *ages; i++) {
        pt_table_filter f = {.state = ages[i].state,
                             .access = -1,
                             .to = l->now - ages[i].days * 86400000,
                             .limit = AT_ONCE - l->count};
        if (f.limit && pt_each_table(look, &f, take_old, l) < 0) l->count = 0;
    }
}

/* Whoever asks for it meanwhile waits, and hears then that it is gone, or is to try again. */
static void forgotten(void *who, uint64_t tag, pt_outcome outcome) {
    hosted *h = who;
    (void)tag;
    assert(h->loading);
    h->loading = false;
    if (outcome != PT_WRITTEN)
        h->unread = "retry";
    else
        log_line("abandoned", "table", "%s", h->table.core.id);
    hosted_ready(h);
}

static void forget(server *sv, const char *id, int64_t num) {
    pt_batch *b = tables_find(sv, id) ? NULL : pt_batch_new();
    hosted *h = b ? tables_add(sv, id) : NULL;
    if (!h) { /* somebody is there after all, or there is no memory */
        pt_batch_free(b);
        return;
    }
    h->loading = true;
    pt_batch_forget(b, num);
    pt_batch_drop_own(b, num);
    if (sv->node) pt_batch_drop_lease(b, num); /* whoever has it elsewhere cannot write */
    pt_store_commit(sv->store, b, forgotten, h, 0);
}

static void old_read(void *job) {
    old_list *l = job;
    server *sv = l->server;
    for (int i = 0; i < l->count; i++) forget(sv, l->table[i].id, l->table[i].num);
    if (l->count == AT_ONCE) sv->next_tidy = now_ms(); /* there may be more */
    free(l);
}

void abandoned_tidy(server *sv, int64_t now) {
    if (now < sv->next_tidy) return;
    sv->next_tidy = now + EVERY_MS;
    old_list *l = calloc(1, sizeof *l);
    if (!l) return;
    l->server = sv;
    l->now = now;
    if (!pt_store_read(sv->store, read_old, old_read, l)) free(l);
}
