/* Time that a seat gets while its clock runs: from another player, or because its person has
 * days off. Both are for games with days a move. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

static bool has_days(const pt_table_core *c) {
    return c->phase == PT_TABLE_PLAYING && c->clock != PT_CLOCK_NONE &&
           c->clock_ms >= PT_DAY_MS;
}

/* Whose clock runs may be a secret: the asker's own view decides. */
static bool owes_in_view(const asking *a, int seat) {
    uint64_t view[PT_STATE_MAX / 8];
    pt_observe(a->t->game, a->t->core.state, a->r->seat, view);
    return pt_has(pt_head_of(view)->owes, seat);
}

pt_refusal ask_extend(const asking *a) {
    pt_table *t = a->t;
    const pt_table_core *c = &t->core;
    if (!asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    int to = a->r->at >= 0 && a->r->at < c->seats ? (int)a->r->at : a->r->seat;
    bool fits = has_days(c) && !c->paused && !c->seat[a->r->seat].resigned &&
                !pt_table_owns(t, a->r->person, to) && c->seat[to].kind == PT_SEAT_HUMAN &&
                !c->seat[to].resigned && owes_in_view(a, to);
    int64_t most = a->r->now + (PT_CLOCK_DAYS - 1) * (int64_t)PT_DAY_MS;
    if (!fits || pt_table_deadline(t, to) > most) return table_refuse(a, PT_NO_EXTENSION);
    emit_event(a, (pt_event){.kind = PT_EXTENDED,
                             .seat = to,
                             .how = (uint8_t)a->r->seat,
                             .amount = PT_DAY_MS});
    return PT_GRANTED;
}

/* Asking again for what is so already changes nothing. */
pt_refusal ask_rest(const asking *a) {
    pt_table *t = a->t;
    int64_t until = a->r->at / 1000;
    assert(a->r->at >= 0 && a->r->seat >= 0 && a->r->seat < PT_SEATS);
    const pt_seat *s = &t->core.seat[a->r->seat];
    bool stands = s->rests * 1000ll > a->r->now;
    if (until * 1000 <= a->r->now) until = 0;
    if (!t->core.holidays || !has_days(&t->core) || t->core.paused || !s->since)
        return PT_GRANTED;
    if (until == s->rests || (!until && !stands)) return PT_GRANTED;
    emit_event(a, (pt_event){.kind = PT_RESTED, .seat = a->r->seat, .amount = until * 1000});
    return PT_GRANTED;
}
