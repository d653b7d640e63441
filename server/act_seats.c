/* Sitting down, leaving, bots, the start, and bots that stand in. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"
#include <string.h>

const char *usual_level(void) { return pt_bot_named("casual") ? "casual" : "greedy"; }

static bool seat_ok(const room *r, const act *a) {
    return a->seat >= 0 && a->seat < r->log.core.config.seats;
}

static bool is_owner(const room *r, const act *a) {
    return !a->from || strcmp(r->log.core.owner, a->person) == 0;
}

/* Up to 64 bytes in hexadecimal, or nothing. */
static bool entropy_ok(const char *hex) {
    size_t n = strlen(hex);
    return n % 2 == 0 && n <= 128 && strspn(hex, "0123456789abcdef") == n;
}

/* A seat that is a team's takes another person (Myst R1.1); nobody plays for both sides. */
static bool may_join(const room *r, const act *a) {
    const table_core *c = &r->log.core;
    const table_seat *s = &c->seat[a->seat];
    const pt_team *team = r->log.game->team;
    if (s->kind != SEAT_HUMAN || !team || seat_people(s) >= team->people) return false;
    for (int i = 0; i < c->config.seats; i++)
        if (seat_has_person(&c->seat[i], a->person)) return false;
    return true;
}

static bool is_in_a_team(const room *r, const act *a) {
    for (int i = 0; i < r->log.core.config.seats; i++)
        if (act_owns(r, a, i) && seat_people(&r->log.core.seat[i]) > 1) return true;
    return false;
}

static const char *sit_trouble(const room *r, const act *a) {
    const table_core *c = &r->log.core;
    if (c->phase != TABLE_OPEN) return "the game has begun";
    if (!seat_ok(r, a)) return "there is no such seat";
    if (c->seat[a->seat].kind == SEAT_HUMAN && !may_join(r, a)) return "somebody sits there";
    if (is_in_a_team(r, a)) return "you play for the other team";
    if (c->seat[a->seat].kind == SEAT_BOT && !is_owner(r, a)) return "a bot sits there";
    if (c->access == ACCESS_LOCAL && !is_owner(r, a)) return "this table is for one screen";
    if (!entropy_ok(a->text)) return "entropy is up to 64 bytes in hexadecimal, lower case";
    return NULL;
}

static void act_sit(room *r, act *a) {
    const char *trouble = sit_trouble(r, a);
    if (trouble) {
        act_refuse(r, a, "cannot-sit", trouble);
        return;
    }
    if (r->log.core.seat[a->seat].kind == SEAT_HUMAN)
        room_event(r, "join %d %s %s", a->seat, a->person, a->name);
    else
        room_event(r, "sit %d %s %s %s", a->seat, a->person, a->text[0] ? a->text : "-",
                   a->name);
}

static void act_leave(room *r, act *a) {
    if (!act_owns(r, a, a->seat)) {
        act_refuse(r, a, "not-your-seat", "you do not sit there");
        return;
    }
    const table_seat *s = &r->log.core.seat[a->seat];
    if (r->log.core.phase != TABLE_OVER && seat_people(s) > 1)
        room_event(r, "quit %d %s %s", a->seat, a->person, a->name);
    else if (r->log.core.phase == TABLE_OPEN)
        room_event(r, "leave %d", a->seat);
    else if (r->log.core.phase == TABLE_PLAYING && !s->standin)
        room_event(r, "standin %d %s", a->seat, usual_level());
    else
        act_ok(r, a);
}

static void act_bot(room *r, act *a) {
    const table_core *c = &r->log.core;
    const char *trouble = !is_owner(r, a)          ? "only who made the table seats bots"
                          : c->phase != TABLE_OPEN ? "the game has begun"
                          : !seat_ok(r, a)         ? "there is no such seat"
                          : !pt_bot_named(a->text) ? "there is no such bot"
                          : c->seat[a->seat].kind == SEAT_HUMAN ? "somebody sits there"
                                                                : NULL;
    if (trouble)
        act_refuse(r, a, "cannot-seat-bot", trouble);
    else
        room_event(r, "bot %d %s", a->seat, a->text);
}

static void act_start(room *r, act *a) {
    const table_core *c = &r->log.core;
    bool sits = is_owner(r, a);
    const char *trouble = c->phase != TABLE_OPEN ? "the game has begun" : NULL;
    for (int i = 0; i < c->config.seats; i++) {
        sits |= act_owns(r, a, i);
        if (!trouble && c->seat[i].kind == SEAT_FREE) trouble = "a seat is free";
    }
    if (!trouble && !sits) trouble = "only who sits at the table starts the game";
    if (trouble) {
        act_refuse(r, a, "cannot-start", trouble);
        return;
    }
    room_event(r, "start");
    room_luck(r);
}

/* A leaver's seat is played by a bot until somebody comes back to it. */
static void act_standin(room *r, act *a) {
    const table_seat *s = &r->log.core.seat[a->seat];
    if (r->log.core.phase != TABLE_PLAYING || s->kind != SEAT_HUMAN || s->resigned) return;
    if (a->kind == ACT_STANDIN && !s->standin && r->away[a->seat])
        room_event(r, "standin %d %s", a->seat, usual_level());
    if (a->kind == ACT_BACK && s->standin) room_event(r, "back %d", a->seat);
}

void act_seats(room *r, act *a) {
    switch (a->kind) {
    case ACT_SIT: act_sit(r, a); return;
    case ACT_LEAVE: act_leave(r, a); return;
    case ACT_BOT: act_bot(r, a); return;
    case ACT_START: act_start(r, a); return;
    default: act_standin(r, a);
    }
}
