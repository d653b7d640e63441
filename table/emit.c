/* Events that a request makes: they change the table first, and then go to the host. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

void emit_event(const asking *a, pt_event e) {
    if (a->t->broken) return;
    e.at = a->r->now;
    if (!table_take(a->t, &e, true, NULL)) { /* the law allows it, so memory gave out */
        a->t->broken = true;
        return;
    }
    if (a->sink->take) a->sink->take(a->sink->to, a->t, &e);
}

void emit_notice(const asking *a, pt_event_kind kind, int seat) {
    assert(kind >= PT_LOGGED);
    const pt_event e = {.kind = kind, .seat = seat, .at = a->r->now};
    if (a->sink->take) a->sink->take(a->sink->to, a->t, &e);
}
