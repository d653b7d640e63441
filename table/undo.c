/* Taking moves back and giving up, with the consent of others where it is needed. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

/* The seats whose people must agree to what this seat asks for, whether they are here or a bot
 * stands in for them: they have not given up. At one screen, and for one's own other seats,
 * nobody has to be asked. */
uint8_t table_people_beside(const pt_table *t, int seat) {
    const pt_table_core *c = &t->core;
    uint8_t set = 0;
    assert(seat >= 0 && seat < c->seats);
    if (c->access == PT_ACCESS_LOCAL) return 0; /* one person speaks for all */
    for (int i = 0; i < c->seats; i++) {
        const pt_seat *s = &c->seat[i];
        if (s->kind != PT_SEAT_HUMAN || s->resigned) continue;
        if (strcmp(s->person, c->seat[seat].person) != 0) set = pt_with(set, i);
    }
    return set;
}

/* Those among the seats whose people have left for the time being. */
static uint8_t absent_of(const pt_table *t, uint8_t seats) {
    uint8_t set = 0;
    for (int i = 0; i < t->core.seats; i++)
        if (pt_has(seats, i) && t->core.seat[i].standin) set = pt_with(set, i);
    return set;
}

/* The seat's last move; -1: none. */
static int64_t last_move(const pt_table *t, int seat) {
    for (int64_t i = (int64_t)t->core.steps - 1; i >= 0; i--)
        if (t->step[i].seat == seat) return i;
    return -1;
}

/* An undo is free inside one's own turn if nothing was drawn or answered since: nobody has
 * learnt anything. */
static bool is_free(const pt_table *t, int seat, int64_t from) {
    for (int64_t i = from; i < t->core.steps; i++)
        if (t->step[i].seat != seat) return false;
    return pt_table_owes(t) == pt_with(0, seat);
}

/* The clock goes on as if the moves had not been made: nobody thinks longer by making moves and
 * taking them back. */
static bool leaves_no_time(const asking *a, int64_t from) {
    int64_t deadline = pt_table_deadline(a->t, a->r->seat);
    return deadline && deadline - clock_used_from(a->t, (uint32_t)from) <= a->r->now;
}

/* What becomes of the clocks is decided where the event is folded: fold.c, fold_undone. */
static void emit_undone(const asking *a, int64_t keep, pt_undo_how how) {
    assert(keep >= a->t->core.past && keep < a->t->core.steps);
    emit_event(a,
               (pt_event){.kind = PT_UNDONE, .seat = -1, .amount = keep, .how = (uint8_t)how});
}

/* Nobody agrees for somebody who is away: their stand-in's answers, and the luck that was drawn
 * for them, are taken back only when they are here again and agree. */
pt_refusal ask_undo(const asking *a) {
    pt_table *t = a->t;
    int seat = a->r->seat;
    if (!asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    if (t->core.seat[seat].resigned) return table_refuse(a, PT_NOT_PLAYING);
    if (t->core.paused) return table_refuse(a, PT_ON_PAUSE);
    int64_t from = t->core.phase == PT_TABLE_PLAYING ? last_move(t, seat) : -1;
    if (from < t->core.past || pt_table_racing(t)) return table_refuse(a, PT_NOTHING_TO_UNDO);
    pt_refusal no = team_may_take_back(a, (uint32_t)from);
    if (no) return no;
    bool free = is_free(t, seat, from);
    uint8_t others = table_people_beside(t, seat);
    if (!free && absent_of(t, others)) return table_refuse(a, PT_UNDO_AWAY);
    if (free && leaves_no_time(a, from)) return table_refuse(a, PT_UNDO_LATE);
    if (free || !others) {
        emit_undone(a, from, free ? PT_UNDO_TURN : PT_UNDO_AGREED);
        return PT_GRANTED;
    }
    t->now.undo_by = (int8_t)seat;
    t->now.undo_to = (uint32_t)from;
    t->now.undo_yes = 0;
    emit_notice(a, PT_UNDO_ASKED, seat);
    return PT_GRANTED;
}

pt_refusal ask_agree(const asking *a) {
    pt_table_now *now = &a->t->now;
    int seat = a->r->seat;
    if (!asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    if (now->undo_by < 0 || !pt_has(table_people_beside(a->t, now->undo_by), seat))
        return table_refuse(a, PT_NOTHING_ASKED);
    pt_refusal no = team_may_speak(a);
    if (no) return no;
    if (!a->r->yes) {
        now->undo_by = -1;
        emit_notice(a, PT_UNDO_DENIED, seat);
        return PT_GRANTED;
    }
    now->undo_yes |= asker_seats(a);
    if ((table_people_beside(a->t, now->undo_by) & ~now->undo_yes) == 0)
        emit_undone(a, now->undo_to, PT_UNDO_AGREED);
    return PT_GRANTED;
}

/* True if somebody else still wants to play: another person, or at one screen another seat,
 * because there several people share one name. A bot stands in for those who gave up. */
static bool others_play(const pt_table *t, int seat) {
    if (t->core.access != PT_ACCESS_LOCAL) {
        uint8_t others = table_people_beside(t, seat);
        return (others & ~absent_of(t, others)) != 0;
    }
    for (int i = 0; i < t->core.seats; i++) {
        const pt_seat *s = &t->core.seat[i];
        if (i != seat && s->kind == PT_SEAT_HUMAN && !s->standin) return true;
    }
    return false;
}

/* With two players, or if nobody else wants to play, the game stops. Otherwise a bot plays on
 * for the one who gave up, who comes last in any case. */
void emit_resigned(const asking *a, int seat, pt_resign_how how) {
    assert(a->t->core.phase == PT_TABLE_PLAYING && !a->t->core.seat[seat].resigned);
    bool others = others_play(a->t, seat);
    emit_event(a, (pt_event){.kind = PT_RESIGNED, .seat = seat, .how = (uint8_t)how});
    if (a->t->core.seats == 2 || !others || !a->t->bots)
        emit_event(a, (pt_event){.kind = PT_ENDED, .seat = -1, .how = PT_OVER_STOPPED});
    else
        emit_standin(a, seat);
}

pt_refusal ask_resign(const asking *a) {
    const pt_table_core *c = &a->t->core;
    if (!asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    if (c->phase != PT_TABLE_PLAYING || c->seat[a->r->seat].resigned)
        return table_refuse(a, PT_NOT_PLAYING);
    pt_refusal no = team_may_speak(a);
    if (no) return no;
    emit_resigned(a, a->r->seat, PT_RESIGN_PERSON);
    return PT_GRANTED;
}
