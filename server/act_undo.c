/* Taking back, giving up, playing again: things that others have to agree to. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <string.h>

/* People whose word counts: they sit here and have not given up; without `but`. */
static uint8_t people_but(const room *r, int but) {
    uint8_t set = 0;
    for (int i = 0; i < r->log.core.config.seats; i++) {
        const table_seat *s = &r->log.core.seat[i];
        if (i != but && s->kind == SEAT_HUMAN && !s->standin && !s->resigned)
            set = pt_with(set, i);
    }
    /* At one screen one person speaks for all. */
    if (but >= 0)
        for (int i = 0; i < r->log.core.config.seats; i++)
            if (strcmp(r->log.core.seat[i].person, r->log.core.seat[but].person) == 0)
                set = pt_without(set, i);
    return set;
}

/* The seat's last move; -1: none. */
static int last_move(const table_log *t, int seat) {
    for (int i = (int)t->core.steps - 1; i >= 0; i--)
        if (t->step[i].seat == seat) return i;
    return -1;
}

/* Inside one's own turn, and nothing was drawn or answered since: nobody has learnt anything.
 */
static bool is_free(const table_log *t, int seat, int from) {
    for (uint32_t i = (uint32_t)from; i < t->core.steps; i++)
        if (t->step[i].seat != seat) return false;
    return table_owes(t) == (1u << seat);
}

void act_undo(room *r, act *a) {
    table_log *t = &r->log;
    if (!act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    int from = t->core.phase == TABLE_PLAYING ? last_move(t, a->seat) : -1;
    if (from < (int)t->core.past || table_racing(t)) {
        act_refuse(r, a, "nothing-to-undo", "there is no move of yours to take back");
        return;
    }
    if (is_free(t, a->seat, from)) {
        room_event(r, "undo %d free", from);
        return;
    }
    if (!people_but(r, a->seat)) {
        room_event(r, "undo %d agreed", from);
        return;
    }
    r->undo_by = a->seat;
    r->undo_to = (uint32_t)from;
    r->undo_yes = 0;
    act_ok(r, a);
    stream_say(r, "undo-asked", a->seat, "asks to take back the last move");
}

void act_agree(room *r, act *a) {
    if (!act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    if (r->undo_by < 0 || !pt_has(people_but(r, r->undo_by), a->seat)) {
        act_refuse(r, a, "nothing-asked", "nobody asks you for anything");
        return;
    }
    if (!a->yes) {
        r->undo_by = -1;
        act_ok(r, a);
        stream_say(r, "undo-denied", a->seat, NULL);
        return;
    }
    r->undo_yes = pt_with(r->undo_yes, a->seat);
    if ((people_but(r, r->undo_by) & ~r->undo_yes) == 0)
        room_event(r, "undo %u agreed", r->undo_to);
    else
        act_ok(r, a);
}

/* Two players, or nobody left who wants to play: the game stops. Otherwise a bot plays on for
 * the one who gave up, who is last in any case. */
void act_resign(room *r, act *a) {
    table_log *t = &r->log;
    bool clock = a->kind == ACT_CLOCK;
    if (!clock && !act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    int64_t deadline = seat_deadline(t, a->seat);
    if (t->core.phase != TABLE_PLAYING || t->core.seat[a->seat].resigned ||
        (clock && (!deadline || now_ms() < deadline))) {
        act_refuse(r, a, "not-playing", "this game is not being played");
        return;
    }
    uint8_t others = people_but(r, a->seat);
    room_event(r, "resign %d %s", a->seat, clock ? "clock" : "player");
    if (t->core.config.seats == 2 || !others)
        room_event(r, "over stopped");
    else
        room_event(r, "standin %d %s", a->seat, usual_level());
}

/* The same table again, everybody one seat further; all people have to ask for it. The game may
 * say who begins. */
static void make_rematch(room *r) {
    const table_core *c = &r->log.core;
    uint8_t further[PT_SEATS] = {0};
    for (int i = 0; i < c->config.seats; i++) further[i] = (uint8_t)((i + 1) % c->config.seats);
    table_wish wish = {.game = r->log.game,
                       .config = c->config,
                       .access = c->access,
                       .clock = c->clock,
                       .watch = c->watch,
                       .flag_loses = c->flag_loses,
                       .grace_s = c->grace_s,
                       .clock_ms = c->clock_ms,
                       .clock_inc = c->clock_inc};
    if (wish.game->again) wish.game->again(c->state, further, &wish.config);
    room *next = room_make(r->server, &wish, c->owner);
    if (!next) return;
    for (int i = 0; i < c->config.seats; i++) {
        const table_seat *s = &c->seat[i];
        int seat = further[i];
        if (s->kind == SEAT_BOT)
            room_event(next, "bot %d %s", seat, s->level);
        else
            room_event(next, "sit %d %s %s %s", seat, s->person, "-", s->name);
        for (int k = 0; k < MATES; k++)
            if (s->mate[k].person[0])
                room_event(next, "join %d %s %s", seat, s->mate[k].person, s->mate[k].name);
    }
    room_event(next, "start");
    room_luck(next);
    act quiet = {.kind = ACT_LOOK, .seat = -1};
    room_commit(next, &quiet);
    room_event(r, "rematch %s", next->id);
}

void act_rematch(room *r, act *a) {
    if (!act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    if (r->log.core.phase != TABLE_OVER || r->log.core.rematch[0]) {
        act_refuse(r, a, "no-rematch", "this is not the time for a rematch");
        return;
    }
    r->rematch_yes = pt_with(r->rematch_yes, a->seat);
    uint8_t missing = 0;
    for (int i = 0; i < r->log.core.config.seats; i++)
        if (r->log.core.seat[i].kind == SEAT_HUMAN && !act_owns(r, a, i) &&
            !pt_has(r->rematch_yes, i))
            missing = pt_with(missing, i);
    if (!missing) {
        make_rematch(r);
        return;
    }
    act_ok(r, a);
    stream_say(r, "rematch-asked", a->seat, NULL);
}
