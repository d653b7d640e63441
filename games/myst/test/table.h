/* Positions, moves and random games for the tests of Myst. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "games/myst/myst.h"
#include "tests/at_game.h"

#define S1                                                                                     \
    "board yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/yyyyyybbbbbb/"     \
    "yyyyyybbbbbb/yyyyyybbbbbb\n"
#define P1                                                                                     \
    "board ............/............/............/............/bbb........./byb........./"     \
    ".bbbb......./............\n"

static inline pt_config config_of(int pmode) {
    pt_config c = pt_config_normal(&myst_game, MS_TEAMS);
    c.option[MSO_PMODE] = (int16_t)pmode;
    return c;
}

/* The position, or a failed test. */
static inline ms_state position(int pmode, const char *text) {
    pt_config config = config_of(pmode);
    ms_state s;
    must_read(&myst_game, &config, text, &s);
    return s;
}

static inline ms_state seen_by(const ms_state *s, int viewer) {
    ms_state view;
    memset(&view, 0xA5, sizeof view);
    ms_observe(s, viewer, &view);
    return view;
}

static inline pt_move mv(const char *text) { return must_parse(&myst_game, text); }

/* Plays a move that must be legal; seat PT_LUCK for luck. */
static inline void play(ms_state *s, int seat, const char *text) {
    must_play(&myst_game, s, seat, text);
}

/* The refusal must be by this rule, and have this key if one is named: "R4.3: cell-taken". */
static inline void refused(const ms_state *s, int seat, pt_move m, const char *rule_and_key) {
    const char *colon = strchr(rule_and_key, ':');
    PT_TEXT(why, 256);
    cr_assert(colon);
    cr_assert_eq(pt_check(&myst_game, s, seat, m, &why), PT_REFUSED, "%s", rule_and_key);
    cr_assert(strncmp(why.at, rule_and_key, (size_t)(colon + 1 - rule_and_key)) == 0,
              "expected %s, got '%s'", rule_and_key, why.at);
    if (colon[1])
        cr_assert(why.key && strcmp(why.key, colon + 2) == 0, "expected %s, got %s",
                  rule_and_key, why.key);
}

static inline int cell(const char *name) {
    return pt_parse_value(&ms_cell_kind, (pt_word){name, strlen(name)});
}

/* One random move; in real time of either team. Returns the seat. */
static inline int step(ms_state *s, pt_rng *rng, pt_move *m) {
    pt_move list[MS_CELLS];
    pt_chance luck[MS_CARDS];
    int seat = pt_mover(s);
    if (s->head.owes == 3) seat = (int)pt_below(rng, 2);
    if (seat == PT_LUCK) {
        int n = myst_game.chance(s, luck);
        *m = luck[pt_chance_draw(luck, n, rng)].move;
    } else {
        int n = myst_game.legal(s, seat, list);
        cr_assert_gt(n, 0);
        *m = list[pt_below(rng, (uint32_t)n)];
    }
    myst_game.apply(s, seat, *m);
    return seat;
}
