/* Who speaks for a seat that several people share. The rules name a captain for each moment, or
 * nobody: then each of them speaks for all.
 *
 * - A choice that is owed is the captain's, until it has waited so long that anyone may make
 * it.
 * - Giving up, and agreeing to an undo of others, bind the whole team: they are the captain's
 * too, even while it is another seat's turn.
 * - A move is taken back by whoever made it, or by the one who was captain then.
 *
 * Whoever wants to stop alone just leaves: the others play on (seats.c). */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include "table/words.h"

/* The member whom the rules name in a state; -1: nobody. */
static int named_in(const pt_table *t, int seat, const void *state) {
    assert(seat >= 0 && seat < t->core.seats);
    int people = pt_seat_people(&t->core.seat[seat]);
    if (!t->game->team || people < 2) return -1;
    int captain = t->game->team->captain(state, seat);
    return captain < 0 ? -1 : captain % people;
}

static bool has_waited(const pt_table *t, int seat, int64_t now) {
    const pt_seat *s = &t->core.seat[seat];
    return s->since && now >= s->since + t->game->team->takeover_ms;
}

int pt_table_captain(const pt_table *t, int seat, int64_t now) {
    int captain = named_in(t, seat, t->core.state);
    if (captain < 0 || !t->core.seat[seat].since) return -1; /* it owes nothing, or races */
    return has_waited(t, seat, now) ? -1 : captain;
}

static bool asker_is(const asking *a, int member) {
    return member < 0 || member == pt_seat_member(&a->t->core.seat[a->r->seat], a->r->person);
}

static const char *name_of(const asking *a, int member) {
    return pt_seat_member_name(&a->t->core.seat[a->r->seat], member);
}

static pt_refusal refuse_member(const asking *a, pt_said said) {
    pt_clear(a->why);
    pt_say(a->why, said);
    return PT_NOT_CAPTAIN;
}

pt_refusal team_may_move(const asking *a) {
    int captain = pt_table_captain(a->t, a->r->seat, a->r->now);
    if (asker_is(a, captain)) return PT_GRANTED;
    int seconds = (int)(a->t->game->team->takeover_ms / 1000);
    return refuse_member(a, tb_say_not_captain(name_of(a, captain), seconds));
}

pt_refusal team_may_speak(const asking *a) {
    int captain = named_in(a->t, a->r->seat, a->t->core.state);
    if (asker_is(a, captain) || has_waited(a->t, a->r->seat, a->r->now)) return PT_GRANTED;
    return refuse_member(a, tb_say_not_speaker(name_of(a, captain)));
}

pt_refusal team_may_take_back(const asking *a, uint32_t from) {
    uint64_t state[PT_STATE_MAX / 8];
    int seat = a->r->seat;
    if (pt_seat_people(&a->t->core.seat[seat]) < 2) return PT_GRANTED;
    assert(from < a->t->core.steps && a->t->step[from].seat == seat);
    int mover = a->t->now.mover[seat] - 1; /* -1: this host has not seen it */
    if (mover >= 0 && asker_is(a, mover)) return PT_GRANTED;
    pt_table_state_at(a->t, from, state);
    int captain = named_in(a->t, seat, state);
    if (asker_is(a, captain)) return PT_GRANTED;
    return refuse_member(a, tb_say_not_mover(name_of(a, mover < 0 ? captain : mover)));
}

void team_note_mover(const asking *a) {
    int member = pt_seat_member(&a->t->core.seat[a->r->seat], a->r->person);
    assert(member >= 0 && member <= PT_MATES);
    a->t->now.mover[a->r->seat] = (uint8_t)(member + 1);
}
