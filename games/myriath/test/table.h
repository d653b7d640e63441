/* Positions and moves for the tests of Myriath, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/position.h"
#include "games/myriath/myriath.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

extern const pt_game myriath_game;

static inline mr_state position(int players, const char *text) {
    pt_config config = pt_config_normal(&myriath_game, players);
    mr_state s;
    int line = 0;
    PT_TEXT(why, 256);
    pt_err err = pt_parse_position(&myriath_game, &s, &config, text, &line, &why);
    cr_assert_eq(err, PT_OK, "line %d: %s", line, why.at);
    return s;
}

static inline pt_move mv(const char *text) {
    pt_move m = pt_parse_move(myriath_game.verbs, text);
    cr_assert_neq(m, 0, "cannot read '%s'", text);
    return m;
}

/* Plays a move that must be legal. */
static inline void play(mr_state *s, int seat, const char *text) {
    PT_TEXT(why, 256);
    pt_err err = pt_play(&myriath_game, s, seat, mv(text), &why);
    cr_assert_eq(err, PT_OK, "%s: %s", text, why.at);
}

/* The rule that forbids the move must be this one, and the words must hold these. */
static inline void refused(const mr_state *s, int seat, const char *text, const char *rule,
                           const char *words) {
    PT_TEXT(why, 256);
    cr_assert_eq(pt_check(&myriath_game, s, seat, mv(text), &why), PT_REFUSED, "%s", text);
    cr_assert(strncmp(why.at, rule, strlen(rule)) == 0 && why.at[strlen(rule)] == ':',
              "%s: expected %s, got '%s'", text, rule, why.at);
    cr_assert(strstr(why.at, words), "'%s' lacks '%s'", why.at, words);
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
