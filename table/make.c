/* New tables: from a wish, from the record of another game, and as a rematch. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include "table/words.h"
#include <stdlib.h>
#include <string.h>

bool pt_wish_clock(pt_wish *w, pt_clock kind, int64_t ms, int64_t increment, bool flag_loses) {
    assert(kind <= PT_CLOCK_BANK);
    bool none = kind == PT_CLOCK_NONE;
    if (!none && (ms < 1000 || ms > (int64_t)PT_CLOCK_DAYS * PT_DAY_MS)) return false;
    if (!none && (increment < 0 || increment > PT_DAY_MS)) return false;
    w->clock = (uint8_t)kind;
    w->clock_ms = none ? 0 : ms;
    w->clock_inc = none ? 0 : increment;
    w->flag_loses = !none && flag_loses;
    if (w->clock_ms >= PT_DAY_MS) w->grace_s = 0; /* who may think for days has not left */
    return true;
}

/* The events of a new table have a request of their own, which only brings the time. */
static asking making(pt_table *t, const pt_request *r, const pt_sink *sink) {
    return (asking){.t = t, .r = r, .sink = sink};
}

static void emit_created(const asking *a, const pt_wish *w) {
    pt_event e = {.kind = PT_CREATED, .seat = -1, .wish = *w};
    bool opens = w->access == PT_ACCESS_LINK || w->access == PT_ACCESS_PRIVATE;
    if (!opens) memset(e.wish.key, 0, sizeof e.wish.key);
    emit_event(a, e);
}

static void emit_sat(const asking *a, int seat, const char *person, const char *entropy,
                     const char *name) {
    emit_event(a, (pt_event){.kind = PT_SAT,
                             .seat = seat,
                             .person = table_word(person),
                             .word = table_word(entropy),
                             .name = table_word(name)});
}

static void emit_bot(const asking *a, int seat, const char *level, const char *name) {
    emit_event(a, (pt_event){.kind = PT_SEATED_BOT,
                             .seat = seat,
                             .word = table_word(level),
                             .name = table_word(name)});
}

/* --- playing on from a record --- */

static bool is_of_wish(const pt_record_head *head, const pt_wish *w, pt_text *why) {
    if (head->game == w->game && head->config.seats == w->config.seats &&
        memcmp(head->config.option, w->config.option, sizeof w->config.option) == 0)
        return true;
    pt_say(why, tb_say_other_record());
    return false;
}

/* Judges the moves, and emits them if there is a request to emit them for. */
static bool take_record(const pt_wish *w, const char *record, uint32_t moves, const asking *a,
                        pt_text *why) {
    pt_replay *past = calloc(1, sizeof *past);
    bool more = true;
    if (!past) return pt_say(why, tb_say_no_memory()), false;
    bool ok = pt_replay_begin(past, record, why) == PT_OK && is_of_wish(&past->head, w, why);
    for (uint32_t i = 0; ok && i < moves; i++) {
        ok = pt_replay_next(past, &more, why) == PT_OK;
        if (ok && !more) {
            pt_say(why, tb_say_record_moves((int)i));
            ok = false;
        }
        if (!ok) break;
        if (a)
            emit_event(a, (pt_event){.kind = PT_PAST, .seat = past->seat, .move = past->move});
        pt_replay_play(past);
    }
    if (ok && pt_head_of(past->state)->node == PT_OVER) {
        pt_say(why, tb_say_record_over());
        ok = false;
    }
    free(past);
    return ok;
}

bool pt_wish_record(const pt_wish *w, const char *record, uint32_t moves, pt_text *why) {
    return take_record(w, record, moves, NULL, why);
}

bool pt_table_make(pt_table *t, const pt_wish *w, const pt_wish_seat seat[PT_SEATS],
                   const char *record, uint32_t moves, int64_t now, const pt_sink *sink,
                   pt_text *why) {
    const pt_request r = pt_request_of(PT_ASK_LOOK, "", now);
    const asking a = making(t, &r, sink);
    assert(!t->core.number && pt_config_check(w->game, &w->config, NULL) == PT_OK);
    if (record && !pt_wish_record(w, record, moves, why)) return false;
    emit_created(&a, w);
    for (int i = 0; i < w->config.seats; i++) {
        if (seat[i].person[0])
            emit_sat(&a, i, seat[i].person, seat[i].entropy, seat[i].name);
        else if (seat[i].level[0])
            emit_bot(&a, i, seat[i].level, table_bot_name(t, i));
    }
    if (record) take_record(w, record, moves, &a, why);
    if (t->broken) pt_say(why, tb_say_no_memory());
    return !t->broken;
}

/* --- rematch: the same table again, everybody one seat further --- */

/* The game may say who begins. */
static pt_wish wish_again(const pt_table *t, const uint8_t further[PT_SEATS],
                          const pt_fresh *fresh) {
    const pt_table_core *c = &t->core;
    pt_wish w = {.game = t->game,
                 .config = pt_table_config(t),
                 .access = c->access,
                 .clock = c->clock,
                 .watch = c->watch != 0,
                 .flag_loses = c->flag_loses != 0,
                 .grace_s = c->grace_s,
                 .clock_ms = c->clock_ms,
                 .clock_inc = c->clock_inc};
    memcpy(w.owner, c->owner, sizeof w.owner);
    memcpy(w.key, fresh->key, sizeof w.key);
    memcpy(w.seed, fresh->seed, sizeof w.seed);
    if (t->game->again) t->game->again(c->state, further, &w.config);
    assert(pt_config_check(t->game, &w.config, NULL) == PT_OK);
    return w;
}

/* Ids of people begin with a p; an x has whoever was erased (server/erase.c). */
static bool is_erased(const char *person) { return person[0] == 'x'; }

/* Those who were erased do not come along, unless nobody else was there. */
static void emit_team(const asking *next, int seat, const pt_seat *s) {
    bool sat = false;
    if (s->kind == PT_SEAT_BOT) {
        emit_bot(next, seat, s->level, s->name);
        return;
    }
    assert(s->kind == PT_SEAT_HUMAN);
    for (int k = -1; k < PT_MATES && (k < 0 || s->mate[k].person[0]); k++) {
        const char *person = k < 0 ? s->person : s->mate[k].person;
        const char *name = k < 0 ? s->name : s->mate[k].name;
        if (is_erased(person)) continue;
        if (sat)
            emit_event(next, (pt_event){.kind = PT_JOINED,
                                        .seat = seat,
                                        .person = table_word(person),
                                        .name = table_word(name)});
        else
            emit_sat(next, seat, person, "", name);
        sat = true;
    }
    if (!sat) emit_sat(next, seat, s->person, "", s->name);
}

static pt_refusal make_rematch(const asking *a) {
    const pt_table *t = a->t;
    const pt_request *r = a->r;
    uint8_t further[PT_SEATS] = {0};
    assert(t->core.phase == PT_TABLE_OVER && !t->core.rematch[0]);
    assert(r->next && r->fresh && !r->next->core.number);
    for (int i = 0; i < t->core.seats; i++) further[i] = (uint8_t)((i + 1) % t->core.seats);
    pt_table_init(r->next, r->fresh->id, t->bots);
    const asking next = making(r->next, r, a->sink);
    const pt_wish w = wish_again(t, further, r->fresh);
    emit_created(&next, &w);
    for (int i = 0; i < t->core.seats; i++) emit_team(&next, further[i], &t->core.seat[i]);
    emit_counted_start(&next);
    if (r->next->broken) return table_refuse(a, PT_NOT_WRITTEN);
    emit_event(a,
               (pt_event){.kind = PT_REMATCHED, .seat = -1, .word = table_word(r->fresh->id)});
    return PT_GRANTED;
}

/* At one screen its owner speaks for everybody, bots too: they may be the only ones there. */
static bool speaks_for_all(const asking *a) {
    const pt_table_core *c = &a->t->core;
    return a->r->seat < 0 && c->access == PT_ACCESS_LOCAL && a->r->person[0] &&
           strcmp(c->owner, a->r->person) == 0;
}

/* Everybody has to ask for it; whoever sits twice asks once. */
pt_refusal ask_rematch(const asking *a) {
    pt_table *t = a->t;
    bool all = speaks_for_all(a);
    if (!all && !asker_owns(a)) return table_refuse(a, PT_NOT_YOUR_SEAT);
    if (t->core.phase != PT_TABLE_OVER || t->core.rematch[0])
        return table_refuse(a, PT_NO_REMATCH);
    if (all) return make_rematch(a);
    t->now.rematch_yes |= asker_seats(a);
    for (int i = 0; i < t->core.seats; i++) {
        if (t->core.seat[i].kind != PT_SEAT_HUMAN || pt_has(t->now.rematch_yes, i)) continue;
        emit_notice(a, PT_REMATCH_ASKED, a->r->seat);
        return PT_GRANTED;
    }
    return make_rematch(a);
}
