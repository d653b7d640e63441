/* Myst: what a table that keeps the time has to know: the race in real time (R4.11, R4.14,
 * R4.15), and who speaks for a team (R8.38). */
/* SPDX-License-Identifier: MIT */
#include "games/myst/myst.h"
#include "games/myst/words.h"

static bool on(const void *state) {
    const ms_state *s = state;
    return s->head.phase == MSP_PUZZLE && s->pmode == MS_RT;
}

/* R4.11: only a piece in a wrong place costs time. */
static uint32_t lock(const void *state, const pt_config *config, int seat, pt_move refused) {
    assert(on(state));
    return ms_wrong_place(state, seat, refused) ? (uint32_t)config->option[MSO_LOCK] : 0;
}

static pt_err locked(pt_text *why) { return pt_refuse(why, "R4.11", ms_say_locked()); }

static uint32_t stall(const pt_config *config) {
    return 1000 * (uint32_t)config->option[MSO_STALL];
}

static uint32_t stall_again(const pt_config *config) {
    (void)config;
    return MS_STALL_AGAIN_MS;
}

/* R4.15: a team with a frontier is drawn as by tempo; its frontier cell of lowest number is
 * covered. */
static bool guard(const void *state, pt_rng *rng, int *seat, pt_move *move) {
    const ms_state *s = state;
    pt_move list[MS_CELLS];
    uint32_t weight[MS_TEAMS] = {0}, total = 0;
    assert(on(state));
    for (int team = 0; team < MS_TEAMS; team++) {
        if (ms_any(ms_frontier(s, team))) weight[team] = s->weight[team];
        total += weight[team];
    }
    assert(total); /* one of the two is never cut off (R8.9) */
    uint32_t ticket = pt_below(rng, total);
    *seat = ticket < weight[MS_YELLOW] ? MS_YELLOW : MS_BLUE;
    int n = ms_list(ms_frontier(s, *seat), MSV_PLACE, list);
    assert(n > 0);
    (void)n;
    *move = list[0];
    return true;
}

/* R8.38: in the race everybody places pieces; the first member chooses before it; after it the
 * captain changes with every turn. */
static int captain(const void *state, int seat) {
    const ms_state *s = state;
    assert(seat >= 0 && seat < MS_TEAMS);
    (void)seat;
    return s->head.phase == MSP_PUZZLE ? -1 : s->head.round;
}

const pt_race ms_real_time = {.on = on,
                              .pace = ms_pace_of,
                              .lock = lock,
                              .locked = locked,
                              .stall = stall,
                              .stall_again = stall_again,
                              .guard = guard};
const pt_team ms_people = {
    .people = MS_PEOPLE, .captain = captain, .takeover_ms = MS_TAKEOVER_MS};
