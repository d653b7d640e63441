/* Moves: a person's, a bot's, and luck's. A move is read once and judged once. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"

/* --- luck --- */

static bool luck_is_next(const pt_table *t) {
    return t->core.phase == PT_TABLE_PLAYING && pt_table_head(t)->node == PT_CHANCE &&
           !t->broken;
}

static void emit_draw(const asking *a) {
    enum { MOST = 1024 };
    pt_table *t = a->t;
    pt_chance list[MOST];
    assert(t->game->max_chance <= MOST);
    int n = t->game->chance(t->core.state, list);
    assert(n > 0);
    pt_lot lot = pt_fair_draw_on(&t->luck, t->core.draws + 1, list, n);
    emit_event(a, (pt_event){.kind = PT_DRAWN, .seat = PT_LUCK, .move = lot.move, .lot = lot});
}

/* After the start, nothing changes that the draws are derived from. */
void emit_luck(const asking *a) {
    pt_table *t = a->t;
    if (luck_is_next(t) && !t->luck_begun) {
        const pt_fair fair = pt_table_fair(t);
        t->luck = pt_fair_begin(&fair);
        t->luck_begun = true;
    }
    while (luck_is_next(t)) emit_draw(a);
    if (t->core.phase == PT_TABLE_PLAYING && pt_table_head(t)->node == PT_OVER)
        emit_event(a, (pt_event){.kind = PT_ENDED, .seat = -1, .how = PT_OVER_PLAYED});
}

void emit_move(const asking *a, int seat, pt_move m, const char *id, pt_move_by by) {
    assert(m && pt_has(pt_table_owes(a->t), seat));
    emit_event(a, (pt_event){.kind = PT_MOVED,
                             .seat = seat,
                             .move = m,
                             .how = (uint8_t)by,
                             .word = table_word(id)});
    emit_luck(a);
}

/* --- a person's move --- */

/* True if the move was decided before something happened that the seat has to know. What others
 * choose at the same time does not count (table_take). In a race, only the position at arrival
 * counts. */
static bool is_stale(const asking *a) {
    return a->r->at >= 0 && a->r->at < a->t->core.played[a->r->seat] && !pt_table_racing(a->t);
}

/* Whether this person may move at all now, whatever the move is. */
static pt_refusal may_move(const asking *a) {
    const pt_table *t = a->t;
    const pt_request *r = a->r;
    const pt_seat *s = &t->core.seat[r->seat];
    if (t->core.phase != PT_TABLE_PLAYING || s->resigned)
        return table_refuse(a, PT_NOT_PLAYING);
    if (t->core.paused) return table_refuse(a, PT_ON_PAUSE);
    if (is_stale(a)) return table_refuse(a, PT_STALE);
    return team_may_move(a);
}

pt_refusal ask_move(const asking *a) {
    pt_table *t = a->t;
    const pt_request *r = a->r;
    if (!asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    if (table_made(&t->core.seat[r->seat], r->id)) return PT_GRANTED;
    pt_refusal no = may_move(a);
    if (no) return no;
    pt_move m = pt_parse_move(t->game->verbs, r->text);
    if (!m) return table_refuse(a, PT_NOT_READABLE);
    pt_clear(a->why);
    if (r->now < race_locked_until(t, r->seat, r->person)) {
        t->game->race->locked(a->why);
        return PT_RULE;
    }
    if (pt_check_seen(t->game, t->core.state, r->seat, m, a->why)) {
        race_lock(t, r->seat, r->person, m, r->now);
        return PT_RULE;
    }
    if (t->core.seat[r->seat].standin)
        emit_event(a, (pt_event){.kind = PT_BACK, .seat = r->seat});
    emit_move(a, r->seat, m, r->id, r->yes ? PT_BY_PREPARED : PT_BY_PERSON);
    team_note_mover(a);
    return PT_GRANTED;
}

/* --- a bot's --- */

/* It may come too late, in a pause, or for a state that no longer exists. Then nothing happens.
 */
pt_refusal ask_bot_move(const asking *a) {
    pt_table *t = a->t;
    const pt_request *r = a->r;
    if (t->core.paused) return PT_GRANTED;
    if (!pt_has(pt_table_owes(t), r->seat) || !table_bot_chooses(t, r->seat, r->now))
        return PT_GRANTED;
    if (t->game->check(t->core.state, r->seat, r->move, NULL)) return PT_GRANTED;
    bool bot = pt_seat_by_bot(&t->core.seat[r->seat]);
    emit_move(a, r->seat, r->move, "", bot ? PT_BY_BOT : PT_BY_CLOCK);
    return PT_GRANTED;
}
