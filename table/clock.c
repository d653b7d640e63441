/* Clocks: whose time runs, when it is up, and what an undo or an absence gives back. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

int64_t pt_table_time(const pt_table *t, int64_t now) {
    return t->core.paused ? t->core.paused : now;
}

uint8_t pt_table_timed(const pt_table *t) { return pt_table_racing(t) ? 0 : pt_table_owes(t); }

int64_t pt_table_deadline(const pt_table *t, int seat) {
    assert(seat >= 0 && seat < PT_SEATS);
    const pt_seat *s = &t->core.seat[seat];
    if (!s->since || t->core.clock == PT_CLOCK_NONE) return 0; /* in a race nobody's runs */
    return s->since + (t->core.clock == PT_CLOCK_BANK ? s->left : t->core.clock_ms);
}

/* What a clock has used does not change while it rests, so its beginning moves on by the rest
 * that is still to come. */
void clock_rest(pt_seat *s, int64_t until_s, int64_t at) {
    int64_t was = s->rests * 1000ll, is = until_s * 1000;
    s->since += (is > at ? is : at) - (was > at ? was : at);
    s->rests = (uint32_t)until_s;
}

void clock_extend(pt_table *t, int seat, int64_t ms) {
    pt_seat *s = &t->core.seat[seat];
    if (t->core.clock == PT_CLOCK_BANK)
        s->left += ms;
    else if (s->since)
        s->since += ms;
}

/* The increment comes at the end of a turn, so that nobody gains by making it in several
 * steps. */
static void stop_clock(const pt_table_core *c, pt_seat *s, bool turn_ends, int64_t at) {
    assert(s->since);
    clock_rest(s, 0,
               at); /* whoever moves in their holiday has used what they had used before */
    if (c->clock == PT_CLOCK_MOVE) s->left = c->clock_ms; /* each move has as much */
    if (at > s->since) s->left -= at - s->since; /* nobody gains by moving in the count */
    if (s->left < 0) s->left = 0;
    if (c->clock == PT_CLOCK_BANK && turn_ends) s->left += c->clock_inc;
    s->since = 0;
}

void clock_charge(pt_table *t, int mover, uint8_t owed, int64_t at) {
    uint8_t owes = pt_table_timed(t);
    for (int i = 0; i < t->core.seats; i++) {
        pt_seat *s = &t->core.seat[i];
        bool still = pt_has(owes, i);
        if (pt_has(owed, i) && (i == mover || !still)) stop_clock(&t->core, s, !still, at);
        if (!still) s->since = s->rests = 0;
        if (still && !s->since) s->since = at > t->core.began ? at : t->core.began;
    }
    t->core.moved = at;
}

/* What a seat had left of its bank after its last move that stands. */
static int64_t bank_then(const pt_table *t, int seat) {
    for (uint32_t i = t->core.steps; i-- > 0;)
        if (t->step[i].seat == seat && t->step[i].left >= 0) return t->step[i].left * 10ll;
    return t->core.clock_ms;
}

void clock_give_back(pt_table *t) {
    assert(t->core.phase == PT_TABLE_PLAYING);
    for (int i = 0; i < t->core.seats; i++) {
        t->core.seat[i].since = t->core.seat[i].rests = 0;
        t->core.seat[i].left = bank_then(t, i);
    }
}

/* With a time for each move, what was used for the moves that are taken back is used for the
 * one that is now made again. From a bank it is gone already. */
int64_t clock_used_from(const pt_table *t, uint32_t from) {
    int64_t used = 0;
    for (uint32_t i = from; i < t->core.steps && t->core.clock == PT_CLOCK_MOVE; i++)
        if (t->step[i].left >= 0) used += t->core.clock_ms - t->step[i].left * 10ll;
    return used;
}

/* If the table has an event since the host came back, it was credited already, or needs
 * nothing. A pause gives back all of its time when it ends. */
int64_t pt_table_absence(const pt_table *t, int64_t last_alive, int64_t started) {
    int64_t began = 0;
    if (t->core.changed >= started || t->core.paused) return 0;
    for (int i = 0; i < PT_SEATS && t->core.clock != PT_CLOCK_NONE; i++)
        if (t->core.seat[i].since > began) began = t->core.seat[i].since;
    if (pt_table_racing(t)) began = t->core.moved;
    if (!began || !last_alive) return 0;
    int64_t from = began > last_alive ? began : last_alive;
    return started > from ? started - from : 0;
}
