/* Events on their way to the disk. They are folded already, but nobody sees them or gets an
 * answer before they are written. */
/* SPDX-License-Identifier: MIT */
#include "server/bell.h"
#include "server/fair.h"
#include "server/feats.h"
#include "server/log.h"
#include "server/node.h"
#include "server/words.h"
#include "store/fair.h"
#include <assert.h>
#include <stdlib.h>

enum { SNAPSHOT_EVERY = 100 };

/* There are as many as tables being written at a time, so they are reused. */
static writing *writing_new(server *sv) {
    writing *w = sv->spare_writings;
    if (w)
        sv->spare_writings = w->next;
    else
        w = malloc(sizeof *w);
    if (!w) log_out_of_memory(SERVE_MEMORY);
    return w;
}

static void writing_done(hosted *h) {
    h->writing->next = h->server->spare_writings;
    h->server->spare_writings = h->writing;
    h->writing = NULL;
}

void writing_open(hosted *h) {
    assert(!h->busy && !h->batch && !h->writing);
    h->writing = writing_new(h->server);
    h->row_changed = false;
    updates_remember(h, &h->writing->before);
}

static void count_move(serve_counts *c, const pt_event *e) {
    c->moves++;
    c->bot_moves += e->how == PT_BY_BOT;
}

/* Before the game people come and go, and the log alone names them: what is theirs there is
 * kept, so that they can be erased. */
static void note_person(hosted *h, const pt_event *e) {
    PT_TEXT(who, PT_ID);
    if (e->kind == PT_CREATED) pt_puts(&who, e->wish.owner);
    if (e->kind == PT_SAT || e->kind == PT_JOINED)
        pt_putn(&who, e->person.at, e->person.length);
    if (who.used) pt_batch_spoken(h->batch, who.at, h->num, e->number);
}

void writing_event(hosted *h, const pt_event *e) {
    PT_TEXT(text, PT_EVENT_MAX);
    assert(h->writing && e->number == h->table.core.number);
    if (!h->batch) h->batch = pt_batch_of(h->server->store);
    if (!h->batch) log_out_of_memory(SERVE_MEMORY);
    pt_event_print(e, h->table.game, &text);
    assert(!text.cut);
    pt_batch_event(h->batch, h->num, e->number, e->at, text.at, text.used);
    note_person(h, e);
    node_event(h, e, &text);
    h->row_changed |= !pt_event_is_quiet(e->kind);
    if (e->kind == PT_MOVED) count_move(&h->server->counts, e);
}

/* What is not known is neither granted nor refused: the socket closes, and whoever comes again
 * sees what is there. */
void writing_give_up(hosted *h, pt_outcome why) {
    server *sv = h->server;
    const asker *from = &h->writing->from;
    assert(h->writing && why != PT_WRITTEN);
    log_line("error", "table", "%s could not be written", h->table.core.id);
    for (watcher *w = h->watchers; w; w = w->next_at_table)
        net_shut(sv->net, w->conn->id, 1011, "not written: come again");
    if (why == PT_CLASHES && node_moved(sv, from->id))
        ; /* it is asked at the node that has the table now */
    else if (why == PT_UNSURE && node_shut(sv, from->id, "perhaps not written"))
        ;
    else if (why != PT_UNSURE)
        reply_refused(sv, from, "not-written", sv_say_not_written());
    else if (from->http)
        reply_refused(sv, from, "unsure", sv_say_unsure());
    else if (from->id)
        net_shut(sv->net, from->id, 1011, "perhaps not written: come again");
    tables_drop(h);
}

static void written(void *who, uint64_t tag, pt_outcome outcome) {
    hosted *h = who;
    server *sv = h->server;
    writing *w = h->writing;
    const pt_table_core *c = &h->table.core;
    (void)tag;
    assert(h->busy && w);
    h->busy = false;
    if (outcome != PT_WRITTEN) {
        writing_give_up(h, outcome);
        return;
    }
    updates_send(h, &w->before);
    node_written(h);
    bell_table(h, &w->before);
    reply_ok(h, &w->from, w->seat);
    if (w->before.phase != PT_TABLE_OVER && c->phase == PT_TABLE_OVER) {
        sv->counts.games_over++;
        log_line("over", "table", "%s game=%s moves=%u", c->id, c->game, c->steps);
    }
    bool turned = w->before.phase != c->phase; /* it has begun, or is over */
    writing_done(h);
    hosted_ready(h);
    fair_tell(h);
    if (turned && c->phase == PT_TABLE_OVER) fair_over(h);
    if (turned && c->phase == PT_TABLE_OVER) erase_over(h);
    if (turned) tour_note(h);
    net_part_done(sv->net);
}

static void add_rows(hosted *h) {
    pt_table_row row;
    pt_table_phase was = (pt_table_phase)h->writing->before.phase;
    pt_table_phase is = (pt_table_phase)h->table.core.phase;
    results_row(h, &row);
    pt_batch_table(h->batch, &row);
    if (was == PT_TABLE_OPEN && was != is) fair_begin(h, h->batch);
    if (is == PT_TABLE_OVER || was != is) results_players(&h->table, h->num, h->batch);
    if (is == PT_TABLE_OVER && was != is) results_rate(h, h->batch);
    if (is == PT_TABLE_OVER && was != is) feats_note(&h->table, h->batch);
}

static void add_snapshot(hosted *h) {
    size_t n = 0;
    void *bytes = pt_table_snapshot(&h->table, &n);
    if (bytes) pt_batch_snapshot(h->batch, h->num, h->table.core.number, bytes, n);
    free(bytes);
    h->snapshot_at = h->table.core.number;
}

/* The batch of all that happened, to be committed now. */
static pt_batch *finish_batch(hosted *h, const asker *from, int seat) {
    assert(h->writing && h->batch && !h->table.broken);
    if (h->row_changed) add_rows(h);
    if (h->table.core.number >= h->snapshot_at + SNAPSHOT_EVERY) add_snapshot(h);
    node_batch(h, h->writing->before.number, h->table.core.number);
    h->writing->from = *from;
    h->writing->seat = seat;
    pt_batch *b = h->batch;
    h->batch = NULL;
    h->busy = true;
    return b;
}

bool writing_commit(hosted *h, const asker *from, int seat) {
    if (!h->batch) {
        writing_done(h);
        return false;
    }
    pt_store_commit(h->server->store, finish_batch(h, from, seat), written, h, 0);
    return true;
}

void writing_commit_both(hosted *next, hosted *h, const asker *from, int seat) {
    const asker nobody = {0};
    pt_batch *b[2] = {finish_batch(next, &nobody, -1), finish_batch(h, from, seat)};
    pt_store_commit_both(h->server->store, b, written, (void *[]){next, h});
}
