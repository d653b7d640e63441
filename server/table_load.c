/* Tables come from the store: the newest snapshot, then the events after it. */
/* SPDX-License-Identifier: MIT */
#include "server/fair.h"
#include "server/log.h"
#include "server/node.h"
#include "server/own.h"
#include "server/words.h"
#include "store/people.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct load {
    server *server;
    pt_finding found;
    bool broken;
    pt_table table, empty;
    int64_t num;
    uint32_t snapshot;
    int gone; /* how many have been deleted, and who */
    char forgotten[PT_SEATS * (1 + PT_MATES)][PT_ID];
    own *own; /* what people keep for themselves there */
    bool no_memory;
    char why[256];
    int uncounted; /* why its game does not count (fair.h) */
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

static void look_for(pt_look *look, load *l, const char *person) {
    pt_finding gone = person[0] ? pt_find_forgotten(look, person) : PT_ABSENT;
    if (gone == PT_FAILED) l->found = PT_FAILED;
    if (gone == PT_FOUND) memcpy(l->forgotten[l->gone++], person, PT_ID);
}

/* At an open table, who has been deleted since they sat down has a seat that nobody can free.
 */
static void find_gone(pt_look *look, load *l) {
    const pt_table_core *c = &l->table.core;
    for (int i = 0; i < c->seats && c->phase == PT_TABLE_OPEN && l->found == PT_FOUND; i++) {
        if (c->seat[i].kind != PT_SEAT_HUMAN) continue;
        look_for(look, l, c->seat[i].person);
        for (int k = 0; k < PT_MATES; k++) look_for(look, l, c->seat[i].mate[k].person);
    }
}

static void take_own(void *who, const pt_own_row *row) {
    load *l = who;
    char *body = strndup(row->body, row->n);
    if (!l->own) l->own = calloc(1, sizeof *l->own);
    l->no_memory |= !body || !l->own || !own_set(l->own, row->person, row->key, body);
    free(body);
}

static void read_table(pt_look *look, void *job) {
    load *l = job;
    pt_table_row row;
    pt_snapshot_row snapshot;
    l->found = pt_find_table(look, l->table.core.id, &row);
    if (l->found != PT_FOUND) return;
    l->num = row.num;
    l->found = pt_find_snapshot(look, row.num, &snapshot);
    if (l->found == PT_FAILED) return;
    if (l->found == PT_FOUND && pt_table_from_snapshot(&l->table, snapshot.bytes, snapshot.n))
        l->snapshot = snapshot.number;
    free(snapshot.bytes);
    int events = pt_each_event(look, row.num, l->snapshot, read_event, l);
    l->found = events < 0 || l->table.broken ? PT_FAILED : PT_FOUND; /* or memory gave out */
    l->broken |= !l->table.core.number;
    if (!l->broken) find_gone(look, l);
    if (l->found == PT_FOUND &&
        (pt_each_own_at(look, row.num, take_own, l) < 0 || l->no_memory))
        l->found = PT_FAILED;
    l->uncounted = pt_find_uncounted(look, row.num);
    if (l->uncounted < 0) l->found = PT_FAILED;
}

/* A table that ran while the server was down gets that time back, before anything is asked of
 * it: what waits already would find clocks that have run out. False: there is no memory for it.
 */
static bool credit(hosted *h, const pt_table *t) {
    const server *sv = h->server;
    request r = {.kind = PT_ASK_CREDIT, .seat = -1};
    r.at = h->node ? pt_table_absence(t, node_left(h), now_ms())
                   : pt_table_absence(t, sv->last_alive, sv->started);
    if (h->node && node_follows(h)) return true;
    if (h->node) time_not_before(t->core.changed);
    return !r.at || hosted_post_first(h, &r);
}

void tables_leave(hosted *h, const char *person) {
    for (int i = 0; i < h->table.core.seats; i++) {
        request r = {.kind = PT_ASK_LEAVE, .seat = i, .at = -1};
        pt_copy(r.person, sizeof r.person, person);
        if (pt_seat_has(&h->table.core.seat[i], person)) hosted_post_first(h, &r);
    }
}

void tables_show_again(const watcher *w) {
    request r = {.kind = ASK_WATCH,
                 .from = {.id = w->conn->id, .silent = true},
                 .seat = pt_viewer_of(w->eye),
                 .at = -1,
                 .legal = w->legal};
    memcpy(r.person, w->conn->person, sizeof r.person);
    memcpy(r.key, w->table->table.core.key, sizeof r.key);
    hosted_post(w->table, &r);
}

/* It was rewritten while they looked on (erase.c). */
static void show_again(hosted *h) {
    for (const watcher *w = h->watchers; w; w = w->next_at_table) tables_show_again(w);
}

static void loaded(void *job) {
    load *l = job;
    hosted *h = tables_find(l->server, l->table.core.id);
    assert(h && h->loading);
    l->server->counts.loads++;
    h->loading = false;
    if (l->found == PT_FOUND && !l->broken && !credit(h, &l->table)) l->found = PT_FAILED;
    if (l->found == PT_FAILED) {
        h->unread = "retry";
        log_line("error", "table", "%s cannot be read now", l->table.core.id);
    } else if (l->found == PT_FOUND && l->broken) {
        h->unread = "damaged";
        log_line("error", "table", "%s is damaged: %s", l->table.core.id, l->why);
    }
    if (l->found != PT_FOUND || l->broken) {
        pt_table_done(&h->table);
        h->table = l->empty; /* without a game: everybody is told why */
        pt_table_done(&l->table);
        own_free(l->own);
    } else {
        pt_table_done(&h->table);
        h->table = l->table;
        h->num = l->num;
        h->uncounted = (uint8_t)l->uncounted;
        h->snapshot_at = l->snapshot;
        own_free(h->own);
        h->own = l->own;
        for (int i = 0; i < l->gone; i++) tables_leave(h, l->forgotten[i]);
        show_again(h);
    }
    hosted_ready(h);
    if (h->node) h->server->lease_loaded(h);
    free(l);
}

static bool load_table(hosted *h) {
    load *l = calloc(1, sizeof *l);
    if (!l) return false;
    l->server = h->server;
    pt_table_init(&l->table, h->table.core.id, &server_bots);
    l->empty = l->table;
    h->loading = pt_store_read(h->server->store, read_table, loaded, l);
    if (!h->loading) free(l);
    return h->loading;
}

void tables_load(hosted *h) {
    assert(h && h->loading);
    if (load_table(h)) return;
    h->unread = "retry";
    hosted_ready(h);
}

void tables_post(server *sv, const char *id, const request *r) {
    hosted *h = tables_find(sv, id);
    if (!h) {
        h = tables_add(sv, id);
        if (h && !(sv->node ? sv->take_lease(h, false) : load_table(h))) {
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
    bool cut; /* not all of them are here */
} live_list;

static void take_live(void *who, const pt_table_row *row) {
    live_list *l = who;
    if (l->count == l->room) {
        int room = l->room ? l->room * 2 : 64;
        void *more = realloc(l->ids, (size_t)room * sizeof *l->ids);
        l->cut |= !more;
        if (!more) return;
        l->ids = more;
        l->room = room;
    }
    memcpy(l->ids[l->count++], row->id, PT_ID);
}

static void read_live(pt_look *look, void *job) {
    pt_table_filter f = {
        .state = PT_TABLE_PLAYING, .access = -1, .live = true, .limit = 1 << 20};
    live_list *l = job;
    l->cut = pt_each_table(look, &f, take_live, l) < 0 || l->cut;
}

static void live_read(void *job) {
    live_list *l = job;
    const request look = {.kind = PT_ASK_LOOK, .seat = -1};
    for (int i = 0; i < l->count && !l->cut; i++) tables_post(l->server, l->ids[i], &look);
    l->server->waking = l->cut ? WAKE_AGAIN : WAKE_DONE;
    free(l->ids);
    free(l);
}

void tables_wake_live(server *sv) {
    live_list *l = calloc(1, sizeof *l);
    sv->waking = sv->node ? WAKE_DONE : WAKE_AGAIN; /* a node looks for them all the time */
    if (sv->node) free(l);
    if (!l || sv->node) return;
    l->server = sv;
    if (pt_store_read(sv->store, read_live, live_read, l))
        sv->waking = WAKE_READING;
    else
        free(l);
}
