/* When a table needs something, and whom the host has to think for. Nothing changes here. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

/* --- thinkers --- */

bool table_out_of_time(const pt_table *t, int seat, int64_t now) {
    int64_t deadline = pt_table_deadline(t, seat);
    return deadline && now >= deadline && !pt_seat_by_bot(&t->core.seat[seat]);
}

bool table_bot_chooses(const pt_table *t, int seat, int64_t now) {
    assert(seat >= 0 && seat < t->core.seats);
    if (pt_seat_by_bot(&t->core.seat[seat])) return true;
    return table_out_of_time(t, seat, now) && !t->core.flag_loses && !t->game->timeout;
}

/* Whoever hands a game against bots to one more bot wants to see how it goes on; but where
 * several people play, nobody's game is played to its end without any of them. */
bool table_is_left(const pt_table *t) {
    int people = 0;
    for (int i = 0; i < t->core.seats; i++) {
        const pt_seat *s = &t->core.seat[i];
        people += s->kind == PT_SEAT_HUMAN;
        if (s->kind == PT_SEAT_HUMAN && !s->standin) return false;
    }
    return people > 1 && t->core.access != PT_ACCESS_LOCAL;
}

int pt_table_thinkers(const pt_table *t, int64_t now, pt_thinker out[PT_SEATS]) {
    uint8_t owes = t->core.paused ? 0 : pt_table_owes(t);
    bool racing = pt_table_racing(t);
    int n = 0;
    if (table_is_left(t)) return 0;
    for (int i = 0; i < t->core.seats; i++) {
        const pt_seat *s = &t->core.seat[i];
        if (!pt_has(owes, i) || !table_bot_chooses(t, i, now)) continue;
        if (racing && now < race_bot_at(t, i)) continue;
        const char *usual = t->bots ? t->bots->usual : "";
        out[n++] = (pt_thinker){i, pt_seat_by_bot(s) ? s->level : usual};
    }
    return n;
}

/* --- due --- */

int64_t table_leaves_at(const pt_table *t, int seat) {
    const pt_table_core *c = &t->core;
    const pt_seat *s = &c->seat[seat];
    int sitting = 0;
    assert(seat >= 0 && seat < c->seats);
    if (!t->now.away[seat] || s->standin || s->kind != PT_SEAT_HUMAN || !c->grace_s || !t->bots)
        return 0;
    for (int i = 0; i < c->seats; i++)
        sitting += c->seat[i].kind == PT_SEAT_HUMAN && !c->seat[i].resigned;
    return sitting < 2 ? 0 : t->now.away[seat] + c->grace_s * 1000ll;
}

static void sooner(int64_t *first, int64_t at) {
    if (at && (!*first || at < *first)) *first = at;
}

/* When the seat needs something: its clock runs out, its bot may move, or its person has been
 * gone for too long. */
static int64_t seat_due(const pt_table *t, int seat) {
    assert(seat >= 0 && seat < t->core.seats);
    const pt_seat *s = &t->core.seat[seat];
    int64_t first = table_leaves_at(t, seat);
    if (pt_has(t->now.ready, seat)) return first;
    if (!pt_seat_by_bot(s))
        sooner(&first, pt_table_deadline(t, seat));
    else if (pt_table_racing(t) && pt_has(pt_table_owes(t), seat))
        sooner(&first, race_bot_at(t, seat));
    return first;
}

int64_t pt_table_due(const pt_table *t) {
    enum { AT_ONCE = 1 };
    if (t->core.phase != PT_TABLE_PLAYING || t->core.paused) return 0;
    if (pt_table_head(t)->node != PT_DECIDE) return AT_ONCE; /* luck, or the end */
    if (table_is_left(t)) return t->core.changed + PT_LEFT_MS;
    int64_t first = race_guard_at(t);
    for (int i = 0; i < t->core.seats; i++) sooner(&first, seat_due(t, i));
    return first;
}
