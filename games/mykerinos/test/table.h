/* Positions for the tests of Mykerinos, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/position.h"
#include "games/mykerinos/mykerinos.h"
#include <criterion/criterion.h>

extern const pt_game mykerinos_game;

/* The position, or a failed test. */
static inline mk_state position(int players, const char *text) {
    pt_config config = pt_config_normal(&mykerinos_game, players);
    mk_state s;
    int line = 0;
    PT_TEXT(why, 256);
    pt_err err = pt_parse_position(&mykerinos_game, &s, &config, text, &line, &why);
    cr_assert_eq(err, PT_OK, "line %d: %s", line, why.at);
    return s;
}

static inline pt_move mv(const char *text) {
    pt_move m = pt_parse_move(mykerinos_game.verbs, text);
    cr_assert_neq(m, 0, "cannot read '%s'", text);
    return m;
}

/* Plays a move that must be legal. */
static inline void play(mk_state *s, int seat, const char *text) {
    PT_TEXT(why, 256);
    pt_err err = pt_play(&mykerinos_game, s, seat, mv(text), &why);
    cr_assert_eq(err, PT_OK, "%s: %s", text, why.at);
}

/* The rule that forbids the move must be this one. */
static inline void refused(const mk_state *s, int seat, const char *text, const char *rule) {
    PT_TEXT(why, 256);
    cr_assert_eq(pt_check(&mykerinos_game, s, seat, mv(text), &why), PT_REFUSED, "%s", text);
    cr_assert(strncmp(why.at, rule, strlen(rule)) == 0 && why.at[strlen(rule)] == ':',
              "%s: expected %s, got '%s'", text, rule, why.at);
}

static inline int legal_count(const mk_state *s, int seat, int verb) {
    static pt_move list[2048];
    int n = mykerinos_game.legal(s, seat, list), found = 0;
    for (int i = 0; i < n; i++) found += verb == 0 || pt_verb_of(list[i]) == (unsigned)verb;
    return found;
}
