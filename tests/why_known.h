/* Positions in which one move is better than another for a reason that the rules give. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "bots/why.h"
#include "core/position.h"
#include "tests/thinking.h"

typedef struct known {
    const char *game;
    int seats;
    const char *position, *before[2], *best, *other;
    const char *measure; /* what the better move gains */
    pt_when latest;      /* by when */
} known;

static const known cases[] = {
    /* R4.34: the fourth kind of building makes a metropolis. */
    {"cyclades",
     5,
     "god athena\ngold 2 0 0 0 0\nisle n2 p1 1 port fort\nisle n12 p1 1 temple\n"
     "isle n1 p2 1\nisle n3 p3 1\nisle n5 p4 1\nisle n6 p5 1\n",
     {0},
     "build n12",
     "end",
     "metropolis",
     PT_SOON},
    /* R2.6, R6.3: a large temple counts more for its level than a small one. */
    {"mytikas",
     3,
     "line poseidon\ncubes 1 M2=3 G2=2\n",
     {"go zn"},
     "build large a 2",
     "build small a 2",
     "large",
     PT_AT_ONCE},
    /* R6.3: the fifth patron completes a series, in the last survey of the game. */
    {"mykerinos",
     3,
     "season 4\nphase survey\narea 6\ntiles - - - - - - - - - - T4 V3\npyramids none\n"
     "cubes 1 e7\nheld 1 V L B K\nstock 0 0 0\n",
     {0},
     "take L",
     "take R",
     "series",
     PT_AT_ONCE},
    /* R5.1: a whole edge at an octagon scores fully, an arrow half, and its owner nothing. */
    {"myriath",
     2,
     "turn 2\nlaid 1 oct:c3 1aw:0:d4\nlaid 2 oct:f5\nscore 0 0\n",
     {0},
     "place 1aw 0 b3",
     "place 1aa 0 b3",
     "wholes",
     PT_AT_ONCE},
    /* R4.8, R6.3: whoever lays the Key piece controls the Landmark, and its cards count. */
    {"myst",
     2,
     "board yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/"
     "yyyyyybbbbbb/yyyyyybbbbbb\npos a1 l8\nmover y\nspin 1\nhand y K1 K2 H2 H3 H4\n",
     {"book", "jump j6"},
     "lay",
     "skip",
     "cards",
     PT_AT_ONCE},
};

/* A search that looks at everything, of a full state. */
static inline pt_search *patient(const pt_game *g, unsigned char **memory) {
    pt_search_options o = pt_search_normal();
    o.threads = 1;
    o.patient = o.open = true;
    return opened(g, 4 << 20, o, memory);
}

static void load(const known *k, const pt_game *g, void *s, int *seat, pt_move move[2]) {
    PT_TEXT(why, 300);
    const char *const text[2] = {k->best, k->other};
    pt_config config = pt_config_normal(g, k->seats);
    int line = 0;
    pt_err err = pt_parse_position(g, s, &config, k->position, &line, &why);
    cr_assert_eq(err, PT_OK, "%s: line %d: %s", k->game, line, why.at);
    *seat = pt_mover(s);
    for (int i = 0; i < 2 && k->before[i]; i++)
        cr_assert_eq(pt_play(g, s, *seat, pt_parse_move(g->verbs, k->before[i]), &why), PT_OK,
                     "%s: %s", k->game, why.at);
    for (int i = 0; i < 2; i++) {
        move[i] = pt_parse_move(g->verbs, text[i]);
        pt_clear(&why);
        cr_assert_eq(g->check(s, *seat, move[i], &why), PT_OK, "%s: %s: %s", k->game, text[i],
                     why.at);
    }
}
