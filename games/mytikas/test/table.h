/* Positions for the tests of Mytikas, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/mytikas/mytikas.h"
#include "tests/at_game.h"

static inline pt_config config_of(int players, bool two_cards) {
    pt_config c = pt_config_normal(&mytikas_game, players);
    c.option[0] = two_cards;
    return c;
}

static inline mt_state fresh(int players, bool two_cards) {
    mt_state s;
    pt_config c = config_of(players, two_cards);
    pt_start(&mytikas_game, &s, &c);
    return s;
}

/* The position, or a failed test. */
static inline mt_state position(int players, const char *text) {
    pt_config c = config_of(players, false);
    mt_state s;
    must_read(&mytikas_game, &c, text, &s);
    return s;
}

/* The position is refused with this rule. */
static inline void impossible(int players, const char *text, const char *rule) {
    pt_config c = config_of(players, false);
    must_not_read(&mytikas_game, &c, text, rule);
}

static inline pt_move mv(const char *text) { return must_parse(&mytikas_game, text); }

/* Plays a move that must be legal; seats count from 0. */
static inline void play(mt_state *s, int seat, const char *text) {
    must_play(&mytikas_game, s, seat, text);
}

static inline int legal_count(const mt_state *s, int seat) {
    pt_move list[64];
    return mytikas_game.legal(s, seat, list);
}

/* A step of a sensible player, or of luck. */
static inline void sensible_step(mt_state *s, pt_rng *rng) {
    pt_move list[64];
    pt_chance luck[32];
    int seat = pt_mover(s);
    if (seat == PT_LUCK) {
        pt_random_step(&mytikas_game, s, rng, list, luck);
        return;
    }
    int n = mytikas_game.legal(s, seat, list);
    mytikas_game.apply(s, seat, list[mt_hints.playout(s, seat, list, n, rng)]);
}
