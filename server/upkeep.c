/* What tables need without being asked: clocks and leavers at their time, bots that think, who
 * is there; and which of them may leave memory. The table itself says what is due and who
 * thinks (pt_table_due, pt_table_thinkers). */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/days.h"
#include "server/node.h"
#include "server/own.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEP_MS = 1000, SOON_MS = 120000 };

/* --- a table --- */

static void think(hosted *h, int64_t now) {
    pt_thinker list[PT_SEATS];
    int n = pt_table_thinkers(&h->table, now, list);
    for (int i = 0; i < n; i++)
        if (!pt_has(h->thinking, list[i].seat) && pool_think(h->server->pool, h, &list[i]))
            h->thinking = pt_with(h->thinking, list[i].seat);
}

/* Goes behind the requests that wait in the inbox, so that a move that came in time still
 * counts. */
static void post_tick(hosted *h) {
    const request tick = {.kind = PT_ASK_TICK, .seat = -1};
    if (!h->ticking) h->ticking = hosted_post(h, &tick);
}

/* After a bot's move that changed nothing there is a pause, so that it is not asked for over
 * and over. */
static bool rests(const hosted *h, int64_t now) {
    return now < h->rests_until && h->rested_at == h->table.core.number;
}

void upkeep(hosted *h, int64_t now) {
    assert(!h->busy && !h->loading && !h->gone && h->table.game);
    if (node_follows(h)) return;                       /* its owner does */
    if (prepared_play(h) || days_rest(h, now)) return; /* followed by upkeep again */
    int64_t due = pt_table_due(&h->table);
    if (due && due <= now) {
        post_tick(h); /* which is followed by upkeep again */
        return;
    }
    int64_t remind = days_remind(h, now);
    if (remind && (!due || remind < due)) due = remind;
    int64_t begun = bell_begun(h, now);
    if (begun && (!due || begun < due)) due = begun;
    if (!rests(h, now))
        think(h, now);
    else if (!due || due > h->rests_until)
        due = h->rests_until;
    deadline_set(h, due);
}

/* --- leaving memory --- */

/* Nobody watches, nothing is due soon: the store has it all. */
static bool may_leave(const hosted *h, int64_t now) {
    pt_thinker list[PT_SEATS];
    if (h->watchers || h->busy || h->loading || h->inbox || h->thinking || h->begun)
        return false;
    if (now - h->used < h->server->config.idle_ms) return false;
    if (node_follows(h)) return true;
    if (h->node && seats_watched(h)) return false; /* from another node */
    int64_t due = pt_table_due(&h->table);
    if (h->due_place && h->due < due) due = h->due; /* somebody is to be reminded */
    return (!due || due > now + SOON_MS) && !pt_table_thinkers(&h->table, now, list);
}

/* A table that leaves memory before something is due is woken in time. */
static bool add_asleep(server *sv, const char *id, int64_t due) {
    if (sv->asleep_count == sv->asleep_room) {
        int room = sv->asleep_room ? sv->asleep_room * 2 : 64;
        asleep *more = realloc(sv->asleep, (size_t)room * sizeof *more);
        if (!more) return false;
        sv->asleep = more;
        sv->asleep_room = room;
    }
    asleep *a = &sv->asleep[sv->asleep_count++];
    memcpy(a->id, id, sizeof a->id);
    a->due = due;
    return true;
}

static bool note_asleep(hosted *h) {
    int64_t due = node_follows(h) ? 0 : pt_table_due(&h->table);
    if (due && h->due_place && h->due < due) due = h->due;
    return !due || add_asleep(h->server, h->table.core.id, due);
}

void upkeep_wake_later(server *sv, const char *id, int64_t at) {
    if (!add_asleep(sv, id, at)) sv->waking = WAKE_AGAIN; /* then all are looked at */
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
    for (hosted *h; (h = deadline_passed(sv, now));) hosted_ready(h);
    if (now - sv->last_sweep < SWEEP_MS) return;
    sv->last_sweep = now;
    sweep(sv, now);
    if (sv->waking == WAKE_AGAIN) tables_wake_live(sv);
    abandoned_tidy(sv, now);
    guests_tidy(sv, now);
    erase_tidy(sv, now);
}
