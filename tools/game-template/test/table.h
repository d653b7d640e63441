/* Positions and moves for the tests of Quarry, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/quarry/quarry.h"
#include "tests/at_game.h"

extern const pt_game quarry_game;

static inline qy_state position(int players, const char *text) {
    pt_config config = pt_config_normal(&quarry_game, players);
    qy_state s;
    must_read(&quarry_game, &config, text, &s);
    return s;
}

static inline qy_state fresh(int players) {
    pt_config config = pt_config_normal(&quarry_game, players);
    qy_state s;
    pt_start(&quarry_game, &s, &config);
    return s;
}

/* Plays a move that must be legal. */
static inline void play(qy_state *s, int seat, const char *text) {
    must_play(&quarry_game, s, seat, text);
}

/* The rule that forbids the move must be this one, and the words must hold these. */
static inline void refused(const qy_state *s, int seat, const char *text, const char *rule,
                           const char *words) {
    PT_TEXT(start, 16);
    pt_put(&start, "%s:", rule);
    must_refuse(&quarry_game, s, seat, must_parse(&quarry_game, text), start.at, words);
}

/* The position must be refused for this rule. */
static inline void impossible(int players, const char *text, const char *rule) {
    pt_config config = pt_config_normal(&quarry_game, players);
    PT_TEXT(start, 16);
    pt_put(&start, "%s:", rule);
    must_not_read(&quarry_game, &config, text, start.at);
}
