/* What a table needs without being asked: clocks that run out, leavers, the guard of a race;
 * and whom the host has to think for. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

/* --- thinkers --- */

static bool is_out_of_time(const pt_table *t, int seat, int64_t now) {
    int64_t deadline = pt_table_deadline(t, seat);
    return deadline && now >= deadline && !pt_seat_by_bot(&t->core.seat[seat]);
}

bool bot_chooses(const pt_table *t, int seat, int64_t now) {
    assert(seat >= 0 && seat < t->core.seats);
    if (pt_seat_by_bot(&t->core.seat[seat])) return true;
    return is_out_of_time(t, seat, now) && !t->core.flag_loses && !t->game->timeout;
}

int pt_table_thinkers(const pt_table *t, int64_t now, pt_thinker out[PT_SEATS]) {
    uint8_t owes = pt_table_owes(t);
    bool racing = pt_table_racing(t);
    int n = 0;
    for (int i = 0; i < t->core.seats; i++) {
        const pt_seat *s = &t->core.seat[i];
        if (!pt_has(owes, i) || !bot_chooses(t, i, now)) continue;
        if (racing && now < race_bot_at(t, i)) continue;
        const char *usual = t->bots ? t->bots->usual : "";
        out[n++] = (pt_thinker){i, pt_seat_by_bot(s) ? s->level : usual};
    }
    return n;
}

/* --- due --- */

static void sooner(int64_t *first, int64_t at) {
    if (at && (!*first || at < *first)) *first = at;
}

/* When the seat needs something: its clock, its bot's pace, its person gone for too long. */
static int64_t seat_due(const pt_table *t, int seat) {
    assert(seat >= 0 && seat < t->core.seats);
    const pt_seat *s = &t->core.seat[seat];
    int64_t first = leaves_at(t, seat);
    if (pt_has(t->now.ready, seat)) return first;
    if (!pt_seat_by_bot(s))
        sooner(&first, pt_table_deadline(t, seat));
    else if (pt_table_racing(t) && pt_has(pt_table_owes(t), seat))
        sooner(&first, race_bot_at(t, seat));
    return first;
}

int64_t pt_table_due(const pt_table *t) {
    enum { AT_ONCE = 1 };
    if (t->core.phase != PT_TABLE_PLAYING) return 0;
    if (pt_table_head(t)->node != PT_DECIDE) return AT_ONCE; /* luck, or the end */
    int64_t first = race_guard_at(t);
    for (int i = 0; i < t->core.seats; i++) sooner(&first, seat_due(t, i));
    return first;
}

/* --- tick --- */

/* Out of time: it has lost, or the rules say which move is made; otherwise a bot chooses. */
static bool clock_runs_out(const asking *a, int seat) {
    pt_table *t = a->t;
    uint64_t view[PT_STATE_MAX / 8];
    if (!is_out_of_time(t, seat, a->r->now)) return false;
    if (t->core.flag_loses) {
        say_resigned(a, seat, PT_RESIGN_CLOCK);
        return true;
    }
    if (!t->game->timeout) return false;
    pt_observe(t->game, t->core.state, seat, view);
    pt_move m = t->game->timeout(view, seat);
    assert(t->game->check(t->core.state, seat, m, NULL) == PT_OK);
    say_move(a, seat, m, "", PT_BY_CLOCK);
    return true;
}

static bool leaver_goes(const asking *a, int seat) {
    int64_t at = leaves_at(a->t, seat);
    if (!at || a->r->now < at) return false;
    say_standin(a, seat);
    return true;
}

/* One thing that is due; false if there is none. */
static bool tick_once(const asking *a) {
    pt_table *t = a->t;
    if (t->core.phase != PT_TABLE_PLAYING || t->broken) return false;
    if (pt_table_head(t)->node != PT_DECIDE) {
        say_luck(a);
        return true;
    }
    if (guard_moves(a)) return true;
    for (int i = 0; i < t->core.seats; i++)
        if (clock_runs_out(a, i)) return true;
    for (int i = 0; i < t->core.seats; i++)
        if (leaver_goes(a, i)) return true;
    return false;
}

/* A bank that is empty may end a whole game in one tick, and no more than that. */
pt_refusal ask_tick(const asking *a) {
    pt_thinker list[PT_SEATS];
    int most = a->t->game->max_ply + 4 * PT_SEATS;
    while (tick_once(a)) {
        most--;
        assert(most > 0);
    }
    int n = pt_table_thinkers(a->t, a->r->now, list);
    assert(n <= a->t->core.seats);
    for (int i = 0; i < n; i++) a->t->now.ready = pt_with(a->t->now.ready, list[i].seat);
    return PT_GRANTED;
}
