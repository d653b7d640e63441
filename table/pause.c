/* A pause: nothing moves and no time runs until the game goes on. Only people who keep nobody
 * else waiting may have one, so it needs nobody's consent. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

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
