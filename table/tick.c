/* What a table needs without being asked: clocks that run out, leavers, the guard of a race. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

/* A seat that is out of time has lost, or makes the move that the rules name; otherwise a bot
 * chooses. */
static bool clock_runs_out(const asking *a, int seat) {
    pt_table *t = a->t;
    uint64_t view[PT_STATE_MAX / 8];
    if (!table_out_of_time(t, seat, a->r->now)) return false;
    if (t->core.flag_loses) {
        emit_resigned(a, seat, PT_RESIGN_CLOCK);
        return true;
    }
    if (!t->game->timeout) return false;
    pt_observe(t->game, t->core.state, seat, view);
    pt_move m = t->game->timeout(view, seat);
    assert(t->game->check(t->core.state, seat, m, NULL) == PT_OK);
    emit_move(a, seat, m, "", PT_BY_CLOCK);
    return true;
}

static bool guard_moves(const asking *a) {
    pt_table *t = a->t;
    int64_t at = race_guard_at(t);
    int seat;
    pt_move m;
    if (!at || a->r->now < at) return false;
    if (race_guard(t, &seat, &m)) {
        emit_move(a, seat, m, "", PT_BY_GUARD);
    } else { /* the rules name no move: look again later, as after one */
        t->now.guard_from = a->r->now;
        t->now.guarded = true;
    }
    return true;
}

static bool leaver_goes(const asking *a, int seat) {
    int64_t at = table_leaves_at(a->t, seat);
    if (!at || a->r->now < at) return false;
    emit_standin(a, seat);
    return true;
}

/* Bots wait for somebody to come back, but not for ever. */
static bool nobody_comes(const asking *a) {
    if (a->r->now < a->t->core.changed + PT_LEFT_MS) return false;
    emit_event(a, (pt_event){.kind = PT_ENDED, .seat = -1, .how = PT_OVER_ABANDONED});
    return true;
}

/* One thing that is due; false if there is none. */
static bool tick_once(const asking *a) {
    pt_table *t = a->t;
    if (t->core.phase != PT_TABLE_PLAYING || t->core.paused || t->broken) return false;
    if (pt_table_head(t)->node != PT_DECIDE) {
        emit_luck(a);
        return true;
    }
    if (table_is_left(t)) return nobody_comes(a);
    if (guard_moves(a)) return true;
    for (int i = 0; i < t->core.seats; i++)
        if (clock_runs_out(a, i)) return true;
    for (int i = 0; i < t->core.seats; i++)
        if (leaver_goes(a, i)) return true;
    return false;
}

/* With an empty bank one tick may play a whole game to its end, but not more than that. */
pt_refusal ask_tick(const asking *a) {
    pt_thinker list[PT_SEATS];
    for (int done = 0; tick_once(a); done++) assert(done < a->t->game->max_ply + 4 * PT_SEATS);
    int n = pt_table_thinkers(a->t, a->r->now, list);
    assert(n <= a->t->core.seats);
    for (int i = 0; i < n; i++) a->t->now.ready = pt_with(a->t->now.ready, list[i].seat);
    return PT_GRANTED;
}
