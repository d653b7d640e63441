/* What tables need without being asked: clocks and leavers at their time, bots that think, who
 * is there; and which of them may leave memory. What is due and who thinks is the table's own
 * knowledge (pt_table_due, pt_table_thinkers). */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEP_MS = 1000, SOON_MS = 120000 };

static int bot_level(const char *name) {
    return pt_bot_named(name) ? pt_level_named(name) : -1;
}

const pt_table_bots server_bots = {bot_level, "casual"};

/* --- deadlines: a heap, the earliest first --- */

static void put_due(server *sv, uint32_t place, hosted *h) {
    sv->dues[place] = h;
    h->due_place = place;
}

static void sift_up(server *sv, uint32_t place, hosted *h) {
    for (; place > 1 && sv->dues[place / 2]->due > h->due; place /= 2)
        put_due(sv, place, sv->dues[place / 2]);
    put_due(sv, place, h);
}

static void sift_down(server *sv, uint32_t place, hosted *h) {
    for (uint32_t child; (child = 2 * place) <= sv->due_count; place = child) {
        if (child < sv->due_count && sv->dues[child + 1]->due < sv->dues[child]->due) child++;
        if (sv->dues[child]->due >= h->due) break;
        put_due(sv, place, sv->dues[child]);
    }
    put_due(sv, place, h);
}

static void remove_due(hosted *h) {
    server *sv = h->server;
    uint32_t place = h->due_place;
    hosted *last = sv->dues[sv->due_count--];
    h->due_place = 0;
    if (last == h) return;
    if (place > 1 && sv->dues[place / 2]->due > last->due)
        sift_up(sv, place, last);
    else
        sift_down(sv, place, last);
}

void upkeep_later(hosted *h, int64_t at) {
    server *sv = h->server;
    if (h->due_place && h->due == at) return;
    if (h->due_place) remove_due(h);
    h->due = at;
    if (!at) return;
    assert(sv->due_count + 1 < sv->due_room);
    sift_up(sv, ++sv->due_count, h);
}

/* --- a table --- */

static void think(hosted *h, int64_t now) {
    pt_thinker list[PT_SEATS];
    int n = pt_table_thinkers(&h->table, now, list);
    for (int i = 0; i < n; i++)
        if (!pt_has(h->thinking, list[i].seat) && pool_think(h->server->pool, h, &list[i]))
            h->thinking = pt_with(h->thinking, list[i].seat);
}

/* Behind what waits in the inbox: a move that has come in time is in time. */
static void post_tick(hosted *h) {
    const request tick = {.kind = PT_ASK_TICK, .seat = -1};
    if (h->ticking) return;
    h->ticking = true;
    hosted_post(h, &tick);
}

void upkeep(hosted *h, int64_t now) {
    if (h->busy || h->loading || h->gone || !h->table.game || h->server->stopping) return;
    int64_t due = pt_table_due(&h->table);
    if (due && due <= now) {
        post_tick(h); /* which ends in upkeep again */
        return;
    }
    think(h, now);
    upkeep_later(h, due);
}

uint8_t upkeep_seats_watched(const hosted *h) {
    uint8_t there = 0;
    for (const watcher *w = h->watchers; w; w = w->next_at_table)
        if (w->eye < PT_SEATS) there = pt_with(there, w->eye);
    return there;
}

void upkeep_presence(hosted *h) {
    const request presence = {.kind = PT_ASK_PRESENCE, .seat = -1};
    hosted_post(h, &presence);
}

/* --- leaving memory --- */

/* Nobody watches, nothing is due soon: the store has it all. */
static bool may_leave(const hosted *h, int64_t now) {
    pt_thinker list[PT_SEATS];
    if (h->watchers || h->busy || h->loading || h->inbox || h->thinking) return false;
    if (now - h->used < h->server->config.idle_ms) return false;
    int64_t due = pt_table_due(&h->table);
    return (!due || due > now + SOON_MS) && !pt_table_thinkers(&h->table, now, list);
}

/* A table that leaves memory before something is due is woken in time. */
static bool note_asleep(hosted *h) {
    server *sv = h->server;
    int64_t due = pt_table_due(&h->table);
    if (!due) return true;
    if (sv->asleep_count == sv->asleep_room) {
        int room = sv->asleep_room ? sv->asleep_room * 2 : 64;
        asleep *more = realloc(sv->asleep, (size_t)room * sizeof *more);
        if (!more) return false;
        sv->asleep = more;
        sv->asleep_room = room;
    }
    asleep *a = &sv->asleep[sv->asleep_count++];
    memcpy(a->id, h->table.core.id, sizeof a->id);
    a->due = due;
    return true;
}

static void wake_sleepers(server *sv, int64_t now) {
    const request look = {.kind = PT_ASK_LOOK, .seat = -1};
    for (int i = 0; i < sv->asleep_count; i++) {
        if (sv->asleep[i].due > now + SOON_MS / 2) continue;
        const asleep a = sv->asleep[i];
        sv->asleep[i--] = sv->asleep[--sv->asleep_count];
        tables_post(sv, a.id, &look);
    }
}

static void sweep(server *sv, int64_t now) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (hosted *h = sv->tables[i], *next; h; h = next) {
            next = h->next;
            if (!may_leave(h, now) || !note_asleep(h)) continue;
            sv->counts.evicted++;
            tables_drop(h);
        }
    wake_sleepers(sv, now);
}

void upkeep_tick(server *sv, int64_t now) {
    tables_bury(sv);
    while (sv->due_count && sv->dues[1]->due <= now) {
        hosted *h = sv->dues[1];
        upkeep_later(h, 0); /* if it is being written, it is looked at after that */
        upkeep(h, now);
    }
    if (now - sv->last_sweep < SWEEP_MS) return;
    sv->last_sweep = now;
    sweep(sv, now);
}
