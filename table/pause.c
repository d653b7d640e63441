/* A pause: nothing moves and no time runs until the game goes on. Only people who keep nobody
 * else waiting may have one, so it needs nobody's consent. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

int64_t pt_table_time(const pt_table *t, int64_t now) {
    return t->core.paused ? t->core.paused : now;
}

/* --- folding --- */

/* A break from a clock or from a race is time to think that rated players do not have. */
bool fold_paused(pt_table *t, const pt_event *e, folding *f) {
    pt_table_core *c = &t->core;
    bool fits = c->phase == PT_TABLE_PLAYING && pt_table_head(t)->node == PT_DECIDE;
    if (!fits || c->paused) return fold_wrong(f, "there is nothing to pause");
    if (e->seat < 0 || e->seat >= c->seats) return fold_wrong(f, "no such seat");
    if (c->clock != PT_CLOCK_NONE || pt_table_racing(t)) c->unrated = 1;
    c->paused = e->at;
    return true;
}

/* Whatever ran goes on from where it stood. */
bool fold_resumed(pt_table *t, const pt_event *e, folding *f) {
    pt_table_core *c = &t->core;
    if (!c->paused) return fold_wrong(f, "the game is not paused");
    if (e->seat < 0 || e->seat >= c->seats) return fold_wrong(f, "no such seat");
    int64_t ms = e->at > c->paused ? e->at - c->paused : 0;
    for (int i = 0; i < PT_SEATS; i++)
        if (c->seat[i].since) c->seat[i].since += ms;
    race_wait(t, ms);
    race_wait_locks(t, c->paused, ms);
    c->moved += ms; /* where a race counts from, after the table was read again */
    c->paused = 0;
    return true;
}

/* --- asking --- */

static pt_refusal may_pause(const asking *a) {
    const pt_table_core *c = &a->t->core;
    if (!asker_owns(a)) return PT_NOT_YOUR_SEAT;
    bool asked = c->phase == PT_TABLE_PLAYING && pt_table_head(a->t)->node == PT_DECIDE;
    if (!asked || c->seat[a->r->seat].resigned) return PT_NOT_PLAYING;
    return table_people_beside(a->t, a->r->seat) ? PT_NO_PAUSE : PT_GRANTED;
}

/* Asking for what is so already changes nothing: two tabs of one person may both ask. */
static pt_refusal ask_either(const asking *a, pt_event_kind kind) {
    pt_refusal no = may_pause(a);
    if (no) return table_refuse(a, no);
    if ((a->t->core.paused != 0) != (kind == PT_PAUSED))
        emit_event(a, (pt_event){.kind = kind, .seat = a->r->seat});
    return PT_GRANTED;
}

pt_refusal ask_pause(const asking *a) { return ask_either(a, PT_PAUSED); }
pt_refusal ask_resume(const asking *a) { return ask_either(a, PT_RESUMED); }
