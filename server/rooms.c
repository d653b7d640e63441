/* Rooms: the tables in memory. A room takes one act after the other: its events are folded,
 * written, and shown only once they are on disk; what comes meanwhile waits in the inbox. */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/server.h"
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SNAPSHOT_EVERY = 100, DUE_SOON = 120000 };

static unsigned bucket_of(const char *id) { return (unsigned)(id_hash(id) % ROOM_BUCKETS); }

room *rooms_find(server *sv, const char *id) {
    for (room *r = sv->rooms[bucket_of(id)]; r; r = r->next)
        if (strcmp(r->id, id) == 0) return r;
    return NULL;
}

room *rooms_new(server *sv, const char *id) {
    room *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    pt_text t = pt_text_on(r->id, sizeof r->id);
    pt_puts(&t, id);
    r->server = sv;
    r->inbox_last = &r->inbox;
    r->undo_by = -1;
    r->used = now_ms();
    r->next = sv->rooms[bucket_of(id)];
    sv->rooms[bucket_of(id)] = r;
    sv->room_count++;
    return r;
}

static void room_free(room *r) {
    server *sv = r->server;
    room **at = &sv->rooms[bucket_of(r->id)];
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    sv->room_count--;
    while (r->watchers) watcher_drop(r->watchers);
    while (r->inbox) {
        act *a = r->inbox;
        r->inbox = a->next;
        free(a);
    }
    pt_batch_free(r->batch);
    free(r->writing);
    for (int i = 0; i < EYES; i++) free(r->shown[i]);
    table_log_done(&r->log);
    free(r);
}

void rooms_free(server *sv) {
    for (int i = 0; i < ROOM_BUCKETS; i++)
        while (sv->rooms[i]) room_free(sv->rooms[i]);
    while (sv->spare) {
        writing *w = sv->spare;
        sv->spare = w->next;
        free(w);
    }
    free(sv->dues);
}

/* --- writing --- */

/* Moves and talk change nothing that a list shows. */
static bool changes_row(const char *event) {
    static const char *const quiet[] = {"move ",   "luck ", "undo ", "chat ",
                                        "credit ", "past ", NULL};
    for (int i = 0; quiet[i]; i++)
        if (strncmp(event, quiet[i], strlen(quiet[i])) == 0) return false;
    return true;
}

/* As many are under way as tables are being written: they are used again and again. */
static writing *writing_new(server *sv) {
    writing *w = sv->spare;
    if (w)
        sv->spare = w->next;
    else
        w = malloc(sizeof *w);
    return w;
}

static void writing_done(server *sv, writing *w) {
    w->next = sv->spare;
    sv->spare = w;
}

void room_event(room *r, const char *format, ...) {
    PT_TEXT(event, EVENT_MAX);
    va_list args;
    va_start(args, format);
    vsnprintf(event_memory, sizeof event_memory, format, args);
    va_end(args);
    event.used = strlen(event_memory);
    room_put(r, &event);
}

void room_put(room *r, const pt_text *event) {
    PT_TEXT(why, 256);
    if (!r->batch) {
        r->batch = pt_batch_of(r->server->store);
        r->writing = writing_new(r->server);
        if (!r->batch || !r->writing) abort(); /* a few bytes: the machine gave out */
        stream_remember(r, &r->writing->before);
    }
    int64_t at = now_ms();
    if (!table_fold(&r->log, at, event->at, &why)) {
        log_line("error", "table", "%s event refused by its own table: %s", r->id, why.at);
        r->broken = true;
        return;
    }
    r->row_changed |= changes_row(event->at);
    pt_batch_event(r->batch, r->log.core.num, r->log.core.number, at, event->at, event->used);
}

/* The disk refused it: what is in memory never happened. Everybody comes again and finds what
 * is in the store. */
static void give_up(room *r) {
    server *sv = r->server;
    log_line("error", "table", "%s could not be written", r->id);
    for (watcher *w = r->watchers; w; w = w->in_room)
        net_shut(sv->net, w->conn->id, 1011, "not written: come again");
    act_refuse(r, &r->writing->act, "not-written", "the server could not write this down");
    room_free(r);
}

static void written(void *who, uint64_t tag, bool ok) {
    room *r = who;
    server *sv = r->server;
    (void)tag;
    r->busy = false;
    if (!ok || r->broken) {
        give_up(r);
        return;
    }
    writing *w = r->writing;
    bool over = w->before.phase != TABLE_OVER && r->log.core.phase == TABLE_OVER;
    r->writing = NULL;
    stream_update(r, &w->before);
    act_ok(r, &w->act);
    writing_done(sv, w);
    if (over) {
        sv->counts.games_over++;
        log_line("over", "table", "%s game=%s moves=%u", r->id, r->log.core.game,
                 r->log.core.steps);
    }
    room_care(r, now_ms());
    room_take(r);
    net_part_done(sv->net);
}

void room_commit(room *r, const act *a) {
    if (!r->batch) return;
    pt_batch *b = r->batch;
    r->batch = NULL;
    if (r->row_changed && !r->broken) {
        pt_table_row row;
        room_head(r, &row);
        pt_batch_table(b, &row);
        if (r->log.core.phase == TABLE_OVER || r->writing->before.phase != r->log.core.phase)
            room_finish(r, b);
        if (r->log.core.phase == TABLE_OVER && r->writing->before.phase != TABLE_OVER)
            room_rate(r, b);
    }
    r->row_changed = false;
    if (r->log.core.number >= r->snapshot_at + SNAPSHOT_EVERY) {
        size_t n = 0;
        void *bytes = table_snapshot(&r->log, &n);
        if (bytes) pt_batch_snapshot(b, r->log.core.num, r->log.core.number, bytes, n);
        free(bytes);
        r->snapshot_at = r->log.core.number;
    }
    memcpy(&r->writing->act, a, offsetof(act, text));
    r->busy = true;
    r->undo_by = -1;
    if (r->broken) {
        pt_batch_free(b);
        give_up(r);
        return;
    }
    pt_store_commit(r->server->store, b, written, r, 0);
}

/* --- loading --- */

typedef struct load {
    server *server;
    char id[PT_ID];
    bool found, broken;
    table_log log;
    uint32_t snapshot;
    char why[256];
} load;

static void load_event(void *who, uint32_t number, int64_t at, const char *body, size_t n) {
    load *l = who;
    char text[EVENT_MAX];
    pt_text copy = pt_text_on(text, sizeof text), why = pt_text_on(l->why, sizeof l->why);
    if (l->broken) return;
    pt_putn(&copy, body, n);
    l->broken = number != l->log.core.number + 1 || !table_fold(&l->log, at, text, &why);
}

static void load_read(pt_look *look, void *job) {
    load *l = job;
    pt_table_row row;
    size_t n = 0;
    l->found = pt_find_table(look, l->id, &row);
    if (!l->found) return;
    void *bytes = pt_find_snapshot(look, row.num, &l->snapshot, &n);
    if (!bytes || !table_from_snapshot(&l->log, bytes, n)) l->snapshot = 0;
    free(bytes);
    l->log.core.num = row.num;
    memcpy(l->log.core.id, row.id, sizeof row.id);
    pt_each_event(look, row.num, l->snapshot, load_event, l);
}

/* A table that ran while the server was down gets that time back. */
static void credit(room *r) {
    server *sv = r->server;
    int64_t began = 0;
    for (int i = 0; i < PT_SEATS; i++)
        if (r->log.core.seat[i].since > began) began = r->log.core.seat[i].since;
    if (!began || r->log.core.clock == CLOCK_NONE || began >= sv->started) return;
    int64_t from = began > sv->last_alive ? began : sv->last_alive;
    if (!sv->last_alive || sv->started <= from) return;
    act a = {.kind = ACT_CREDIT, .seat = -1, .at = sv->started - from};
    rooms_act(sv, r->id, &a);
}

static void load_done(void *job) {
    load *l = job;
    room *r = rooms_find(l->server, l->id);
    l->server->counts.loads++;
    if (l->broken) log_line("error", "table", "%s cannot be read: %s", l->id, l->why);
    if (!l->found || l->broken || l->log.core.number == 0) {
        table_log_done(&l->log);
        r->broken = true;
        r->loading = false;
        room_take(r); /* everybody is told that there is no such table */
        room_free(r);
        free(l);
        return;
    }
    r->log = l->log;
    r->snapshot_at = l->snapshot;
    r->loading = false;
    free(l);
    credit(r);
    room_care(r, now_ms());
    room_take(r);
}

static bool load_begin(server *sv, room *r) {
    load *l = calloc(1, sizeof *l);
    if (!l) return false;
    l->server = sv;
    memcpy(l->id, r->id, sizeof l->id);
    r->loading = true;
    pt_store_read(sv->store, load_read, load_done, l);
    return true;
}

/* --- acts --- */

static void run(room *r, act *a) {
    r->used = now_ms();
    r->quiet_until = 0;
    act_on(r, a);
    room_commit(r, a);
}

void room_take(room *r) {
    while (r->inbox && !r->busy && !r->loading) {
        act *a = r->inbox;
        r->inbox = a->next;
        if (!r->inbox) r->inbox_last = &r->inbox;
        r->inbox_count--;
        run(r, a);
        free(a);
    }
}

void rooms_act(server *sv, const char *table, const act *a) {
    room *r = rooms_find(sv, table);
    if (!r) {
        r = rooms_new(sv, table);
        if (!r || !load_begin(sv, r)) return;
    }
    act *copy = NULL;
    if (!r->busy && !r->loading && !r->inbox) {
        act now = *a;
        run(r, &now);
        return;
    }
    if (r->inbox_count >= INBOX && a->from) {
        act_refuse(r, a, "busy", "too much at once at this table: try again");
        return;
    }
    copy = malloc(sizeof *copy);
    if (!copy) return;
    *copy = *a;
    copy->next = NULL;
    *r->inbox_last = copy;
    r->inbox_last = &copy->next;
    r->inbox_count++;
}

/* --- time --- */

static void note_due(server *sv, const room *r, int64_t at) {
    if (sv->due_count == sv->due_room) {
        int room_for = sv->due_room ? sv->due_room * 2 : 64;
        due *more = realloc(sv->dues, (size_t)room_for * sizeof *more);
        if (!more) return;
        sv->dues = more;
        sv->due_room = room_for;
    }
    due *d = &sv->dues[sv->due_count++];
    memcpy(d->id, r->id, sizeof d->id);
    d->at = at;
}

static void look_at_dues(server *sv, int64_t now) {
    const act look = {.kind = ACT_LOOK, .seat = -1};
    for (int i = 0; i < sv->due_count; i++) {
        if (sv->dues[i].at > now + DUE_SOON / 2) continue;
        due d = sv->dues[i];
        sv->dues[i--] = sv->dues[--sv->due_count];
        rooms_act(sv, d.id, &look);
    }
}

/* Nobody watches, nothing is due: the store has it all. */
static bool may_leave(const room *r, int64_t now) {
    if (r->watchers || r->busy || r->loading || r->inbox) return false;
    if (now - r->used < r->server->config.idle_ms) return false;
    for (int i = 0; i < PT_SEATS; i++)
        if (r->thinking[i]) return false;
    int64_t at = room_due(r);
    return !at || at > now + DUE_SOON;
}

void rooms_tick(server *sv, int64_t now) {
    bool sweep = now - sv->last_sweep >= 1000;
    for (int i = 0; i < ROOM_BUCKETS; i++)
        for (room *r = sv->rooms[i], *next; r; r = next) {
            next = r->next;
            if (now >= r->quiet_until && !r->busy && !r->loading) room_care(r, now);
            if (!sweep || !may_leave(r, now)) continue;
            if (room_due(r)) note_due(sv, r, room_due(r));
            sv->counts.evicted++;
            room_free(r);
        }
    if (!sweep) return;
    sv->last_sweep = now;
    look_at_dues(sv, now);
}

typedef struct beginning {
    server *server;
    char (*ids)[PT_ID];
    int count, room;
} beginning;

static void take_live(void *who, const pt_table_row *row) {
    beginning *b = who;
    if (b->count == b->room) {
        int room_for = b->room ? b->room * 2 : 64;
        void *more = realloc(b->ids, (size_t)room_for * sizeof *b->ids);
        if (!more) return;
        b->ids = more;
        b->room = room_for;
    }
    memcpy(b->ids[b->count++], row->id, PT_ID);
}

static void begin_read(pt_look *look, void *job) {
    beginning *b = job;
    pt_table_filter f = {.state = TABLE_PLAYING, .access = -1, .live = true, .limit = 1 << 20};
    pt_each_table(look, &f, take_live, b);
}

static void begin_done(void *job) {
    beginning *b = job;
    const act look = {.kind = ACT_LOOK, .seat = -1};
    for (int i = 0; i < b->count; i++) rooms_act(b->server, b->ids[i], &look);
    free(b->ids);
    free(b);
}

void rooms_begin(server *sv) {
    beginning *b = calloc(1, sizeof *b);
    if (!b) return;
    b->server = sv;
    pt_store_read(sv->store, begin_read, begin_done, b);
}
