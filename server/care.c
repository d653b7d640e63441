/* What a room needs without being asked: bots that think, clocks that run out, leavers, and the
 * pace of a race. Called after every event and by the tick. */
/* SPDX-License-Identifier: MIT */
#include "server/server.h"

static int64_t race_delay(room *r, const char *level) {
    const pt_game *g = r->log.game;
    return g->race->pace(r->log.core.state, pt_level_named(level), &r->server->rng);
}

static void think(room *r, int seat) {
    if (r->thinking[seat]) return;
    r->thinking[seat] = true;
    pool_think(r->server->pool, r, seat, 0);
}

static void care_for_race(room *r, int64_t now) {
    for (int i = 0; i < r->log.core.config.seats; i++) {
        const table_seat *s = &r->log.core.seat[i];
        if (!seat_by_bot(s) || !pt_has(table_owes(&r->log), i)) continue;
        if (!r->bot_at[i])
            r->bot_at[i] = now + race_delay(r, s->level);
        else if (now >= r->bot_at[i])
            think(r, i);
    }
    int64_t stall = r->log.game->race->stall(&r->log.core.config);
    if (!r->guard_at) r->guard_at = now + stall;
    if (stall && now >= r->guard_at) {
        const act guard = {.kind = ACT_GUARD, .seat = -1};
        r->guard_at = now + r->log.game->race->stall_again(&r->log.core.config);
        rooms_act(r->server, r->id, &guard);
    }
}

static bool care_for_clocks(room *r, int64_t now) {
    for (int i = 0; i < r->log.core.config.seats; i++) {
        int64_t deadline = seat_deadline(&r->log, i);
        if (!deadline || now < deadline || seat_by_bot(&r->log.core.seat[i])) continue;
        if (!r->log.core.flag_loses && !r->log.game->timeout) {
            think(r, i);
            continue;
        }
        act flag = {.kind = r->log.core.flag_loses ? ACT_CLOCK : ACT_TIMEOUT, .seat = i};
        rooms_act(r->server, r->id, &flag);
        return true;
    }
    return false;
}

/* When whoever is waited for by others will have been gone for the grace time; 0: never. */
static int64_t leaves_at(const room *r, int seat) {
    const table_core *c = &r->log.core;
    const table_seat *s = &c->seat[seat];
    int sitting = 0;
    if (!r->away[seat] || s->standin || s->resigned || s->kind != SEAT_HUMAN || !c->grace_s)
        return 0;
    for (int i = 0; i < c->config.seats; i++)
        sitting += c->seat[i].kind == SEAT_HUMAN && !c->seat[i].resigned;
    return sitting < 2 ? 0 : r->away[seat] + c->grace_s * 1000ll;
}

static bool care_for_leavers(room *r, int64_t now) {
    for (int i = 0; i < r->log.core.config.seats; i++) {
        int64_t at = leaves_at(r, i);
        if (!at || now < at) continue;
        act gone = {.kind = ACT_STANDIN, .seat = i};
        rooms_act(r->server, r->id, &gone);
        return true;
    }
    return false;
}

/* The next moment at which there may be something to do if nothing happens before. */
static int64_t next_care(const room *r) {
    int64_t first = room_due(r);
    for (int i = 0; i < r->log.core.config.seats; i++) {
        int64_t at = leaves_at(r, i);
        if (at && (!first || at < first)) first = at;
    }
    return first ? first : INT64_MAX;
}

void room_presence(room *r) {
    int64_t now = now_ms();
    uint8_t there = 0;
    r->quiet_until = 0;
    for (watcher *w = r->watchers; w; w = w->in_room)
        if (w->eye < PT_SEATS) there = pt_with(there, w->eye);
    for (int i = 0; i < r->log.core.config.seats; i++) {
        bool is = pt_has(there, i);
        if (is && r->log.core.seat[i].standin && !r->log.core.seat[i].resigned) {
            act back = {.kind = ACT_BACK, .seat = i};
            rooms_act(r->server, r->id, &back);
        }
        if (is)
            r->away[i] = 0;
        else if (!r->away[i])
            r->away[i] = now;
    }
}

void room_care(room *r, int64_t now) {
    if (r->busy || r->loading || r->broken || r->server->stopping) return;
    if (r->log.core.phase != TABLE_PLAYING) {
        r->quiet_until = INT64_MAX;
        return;
    }
    if (table_racing(&r->log)) {
        care_for_race(r, now);
        return;
    }
    for (int i = 0; i < r->log.core.config.seats; i++)
        if (pt_has(table_owes(&r->log), i) && seat_by_bot(&r->log.core.seat[i])) think(r, i);
    if (care_for_clocks(r, now) || care_for_leavers(r, now)) return;
    r->quiet_until = next_care(r);
}

/* When the room has to be looked at at the latest; 0: never. */
int64_t room_due(const room *r) {
    int64_t first = 0;
    if (r->log.core.phase != TABLE_PLAYING) return 0;
    if (table_racing(&r->log)) return 1;
    for (int i = 0; i < r->log.core.config.seats; i++) {
        if (pt_has(table_owes(&r->log), i) && seat_by_bot(&r->log.core.seat[i])) return 1;
        int64_t at = seat_deadline(&r->log, i);
        if (at && (!first || at < first)) first = at;
    }
    return first;
}
