/* What has happened in a tournament goes to the disk; nobody gets an answer before it is there.
 */
/* SPDX-License-Identifier: MIT */
#include "server/log.h"
#include "server/node.h"
#include "server/tournament.h"
#include <assert.h>

static void answer(tour *t, web *w) {
    PT_TEXT(out, 160);
    pt_json j = pt_json_on(&out);
    pt_open(&j, '{');
    pt_key_str(&j, "tournament", t->row.id);
    pt_key_int(&j, "n", t->lines);
    pt_close(&j, '}');
    web_send(w, 200, &out);
}

static void ask_again(web *w) {
    json_decref(w->in);
    w->in = NULL;
    w->then(w);
}

static void written(void *who, uint64_t tag, pt_outcome outcome) {
    tour *t = who;
    web *asked = t->asked;
    (void)tag;
    t->busy = false;
    t->asked = NULL;
    t->server->tours_due = true;
    if (outcome == PT_WRITTEN) {
        node_office_changed(t->server, t->row.id, t->lines);
        if (asked) answer(t, asked);
        return;
    }
    t->unread = true;
    if (outcome == PT_CLASHES && t->server->node) { /* another node has the office */
        node_office_lost(t->server);
        if (asked) ask_again(asked);
        return;
    }
    log_line("error", "tournament", "%s could not be written", t->row.id);
    if (asked) web_fail_unwritten(asked, outcome);
}

void tour_commit(tour *t, web *asked) {
    assert(!t->busy && t->batch);
    pt_batch *b = t->batch;
    t->batch = NULL;
    t->busy = true;
    t->asked = asked;
    t->row.live = t->t.phase != PT_TOUR_OVER;
    t->row.changed = wall_ms();
    tour_head(t, t->row.head, sizeof t->row.head);
    node_office_batch(t->server, b);
    pt_batch_tournament(b, &t->row);
    pt_store_commit(t->server->store, b, written, t, 0);
}
