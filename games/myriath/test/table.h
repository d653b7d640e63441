/* Positions and moves for the tests of Myriath, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/myriath/myriath.h"
#include "tests/at_game.h"

static inline mr_state position(int players, const char *text) {
    pt_config config = pt_config_normal(&myriath_game, players);
    mr_state s;
    must_read(&myriath_game, &config, text, &s);
    return s;
}

static inline pt_move mv(const char *text) { return must_parse(&myriath_game, text); }

/* Plays a move that must be legal. */
static inline void play(mr_state *s, int seat, const char *text) {
    must_play(&myriath_game, s, seat, text);
}

/* The rule that forbids the move must be this one, and the words must hold these. */
static inline void refused(const mr_state *s, int seat, const char *text, const char *rule,
                           const char *words) {
    PT_TEXT(start, 16);
    pt_put(&start, "%s:", rule);
    must_refuse(&myriath_game, s, seat, mv(text), start.at, words);
}

static inline mr_state fresh(int players, int own) {
    pt_config config = pt_config_normal(&myriath_game, players);
    config.option[MRO_OWN] = (int16_t)own;
    mr_state s;
    pt_start(&myriath_game, &s, &config);
    return s;
}

static inline pt_move random_step(mr_state *s, pt_rng *rng) {
    static pt_move list[MR_PLACEMENTS_MAX];
    static pt_chance luck[MR_SEATS];
    return pt_random_step(&myriath_game, s, rng, list, luck);
}

/* How many random positions the comparisons look at: MYRIATH_POSITIONS=100000 for the long run.
 */
static inline long positions_wanted(long brief) {
    const char *wanted = getenv("MYRIATH_POSITIONS");
    return wanted ? atol(wanted) : brief;
}
