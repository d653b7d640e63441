/* Races in real time: the pace of bots, the wait after a wrong try, and the guard that moves
 * when nobody does. The game says how long each is (pt_race); the table keeps the time. */
/* SPDX-License-Identifier: MIT */
#include "table/inside.h"
#include <string.h>

/* A generator derived from the table's seed, so that every host draws the same numbers. They
 * reveal nothing about the seed. */
static pt_rng rng_of(const pt_table *t, const char *what, uint32_t number, int seat) {
    PT_TEXT(message, 64);
    uint8_t digest[PT_SHA256];
    pt_rng rng = {0};
    pt_put(&message, "petteia %s\nnumber %u\nseat %d\n", what, number, seat);
    pt_hmac_sha256(t->core.seed, sizeof t->core.seed, message.at, message.used, digest);
    for (int i = 0; i < 8; i++) rng.state = rng.state << 8 | digest[i];
    return rng;
}

/* --- pace --- */

void race_note_seat(pt_table *t, int seat, const pt_event *e) {
    assert(seat >= 0 && seat < PT_SEATS);
    t->now.pace_from[seat] = pt_table_time(t, e->at);
    t->now.pace_number[seat] = t->core.number + 1;
}

void race_note(pt_table *t, int mover, bool was_on, const pt_event *e) {
    if (!pt_table_racing(t)) return;
    for (int i = 0; i < t->core.seats; i++)
        if (!was_on || i == mover) race_note_seat(t, i, e);
    t->now.guard_from = e->at;
    t->now.guarded = e->kind == PT_MOVED && e->how == PT_BY_GUARD;
}

/* Nobody could move meanwhile, so the guard and the bots wait that much longer. */
void race_wait(pt_table *t, int64_t ms) {
    pt_table_now *now = &t->now;
    if (!pt_table_racing(t)) return;
    now->guard_from = (now->guard_from ? now->guard_from : t->core.moved) + ms;
    for (int i = 0; i < t->core.seats; i++)
        now->pace_from[i] = (now->pace_from[i] ? now->pace_from[i] : t->core.moved) + ms;
}

void race_wait_locks(pt_table *t, int64_t from, int64_t ms) {
    for (int i = 0; i < PT_SEATS; i++)
        for (int k = 0; k <= PT_MATES; k++)
            if (t->now.locked[i][k] > from) t->now.locked[i][k] += ms;
}

int64_t race_bot_at(const pt_table *t, int seat) {
    assert(pt_table_racing(t));
    const pt_seat *s = &t->core.seat[seat];
    int level = t->bots ? t->bots->level(s->level, t->game) : 0;
    int64_t from = t->now.pace_from[seat] ? t->now.pace_from[seat] : t->core.moved;
    pt_rng rng = rng_of(t, "pace", t->now.pace_number[seat], seat);
    return from + t->game->race->pace(t->core.state, level < 0 ? 0 : level, &rng);
}

/* --- locks --- */

static int64_t *lock_of(pt_table *t, int seat, const char *person) {
    int member = pt_seat_member(&t->core.seat[seat], person);
    assert(member >= 0 && member <= PT_MATES);
    return &t->now.locked[seat][member];
}

int64_t race_locked_until(const pt_table *t, int seat, const char *person) {
    int member = pt_seat_member(&t->core.seat[seat], person);
    assert(member >= 0 && member <= PT_MATES);
    return pt_table_racing(t) ? t->now.locked[seat][member] : 0;
}

/* Only the person who tried has to wait, not the others in the team. */
void race_lock(pt_table *t, int seat, const char *person, pt_move refused, int64_t now) {
    const pt_config config = pt_table_config(t);
    if (!pt_table_racing(t)) return;
    uint32_t ms = t->game->race->lock(t->core.state, &config, seat, refused);
    if (ms) *lock_of(t, seat, person) = now + ms;
}

/* --- the guard --- */

int64_t race_guard_at(const pt_table *t) {
    if (!pt_table_racing(t)) return 0;
    const pt_config config = pt_table_config(t);
    const pt_race *race = t->game->race;
    uint32_t ms = t->now.guarded ? race->stall_again(&config) : race->stall(&config);
    return ms ? (t->now.guard_from ? t->now.guard_from : t->core.moved) + ms : 0;
}

bool race_guard(const pt_table *t, int *seat, pt_move *move) {
    assert(pt_table_racing(t));
    pt_rng rng = rng_of(t, "guard", t->core.number, -1);
    if (!t->game->race->guard(t->core.state, &rng, seat, move)) return false;
    assert(t->game->check(t->core.state, *seat, *move, NULL) == PT_OK);
    return true;
}
