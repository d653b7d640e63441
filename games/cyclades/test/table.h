/* Positions for the tests of Cyclades, from text. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/cyclades/interface.h"
#include "games/cyclades/phases.h"
#include "tests/at_game.h"

/* The position, or a failed test. */
static inline cy_state position(int players, const char *text) {
    pt_config config = pt_config_normal(&cyclades_game, players);
    cy_state s;
    must_read(&cyclades_game, &config, text, &s);
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
    must_play(&cyclades_game, s, seat, text);
}

/* The number of a sea space's circle on the largest board. */
static inline int must_cell(const char *name) {
    for (int cell = 0; cell < CY_CELLS; cell++)
        if (strcmp(cy_cell_names[cell], name) == 0) return cell;
    cr_assert_fail("no circle is called %s", name);
    return -1;
}
