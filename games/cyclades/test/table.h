/* Positions for the tests of Cyclades, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/position.h"
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include <criterion/criterion.h>

extern const pt_game cyclades_game;

/* The position, or a failed test. */
static inline cy_state position(int players, const char *text) {
    pt_config config = pt_config_normal(&cyclades_game, players);
    cy_state s;
    int line = 0;
    PT_TEXT(why, 256);
    pt_err err = pt_parse_position(&cyclades_game, &s, &config, text, &line, &why);
    cr_assert_eq(err, PT_OK, "line %d: %s", line, why.at);
    return s;
}

static inline cy_state fresh(int players) {
    pt_config config = pt_config_normal(&cyclades_game, players);
    cy_state s;
    pt_start(&cyclades_game, &s, &config);
    return s;
}

/* Plays a move that must be legal. */
static inline void play(cy_state *s, int seat, const char *text) {
    PT_TEXT(why, 256);
    pt_move m = pt_parse_move(cyclades_game.verbs, text);
    cr_assert_neq(m, 0, "cannot read '%s'", text);
    pt_err err = pt_play(&cyclades_game, s, seat, m, &why);
    cr_assert_eq(err, PT_OK, "%s: %s", text, why.at);
}
