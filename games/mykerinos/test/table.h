/* Positions for the tests of Mykerinos, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/mykerinos/mykerinos.h"
#include "tests/at_game.h"

/* The position, or a failed test. */
static inline mk_state position(int players, const char *text) {
    pt_config config = pt_config_normal(&mykerinos_game, players);
    mk_state s;
    must_read(&mykerinos_game, &config, text, &s);
    return s;
}

static inline pt_move mv(const char *text) { return must_parse(&mykerinos_game, text); }

/* Plays a move that must be legal. */
static inline void play(mk_state *s, int seat, const char *text) {
    must_play(&mykerinos_game, s, seat, text);
}

/* The rule that forbids the move must be this one. */
static inline void refused(const mk_state *s, int seat, const char *text, const char *rule) {
    PT_TEXT(start, 16);
    pt_put(&start, "%s:", rule);
    must_refuse(&mykerinos_game, s, seat, mv(text), start.at, "");
}

static inline int legal_count(const mk_state *s, int seat, int verb) {
    static pt_move list[2048];
    int n = mykerinos_game.legal(s, seat, list), found = 0;
    for (int i = 0; i < n; i++) found += verb == 0 || pt_verb_of(list[i]) == (unsigned)verb;
    return found;
}
