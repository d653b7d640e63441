/* What the tests of all games share: positions and moves from text, which must be read, played
 * or refused. A game's test/table.h says the same with the game's own types. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/position.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Reads the position into `s`, or fails the test. */
static inline void must_read(const pt_game *g, const pt_config *config, const char *text,
                             void *s) {
    int line = 0;
    PT_TEXT(why, 256);
    pt_err err = pt_parse_position(g, s, config, text, &line, &why);
    cr_assert_eq(err, PT_OK, "line %d: %s", line, why.at);
}

static inline pt_move must_parse(const pt_game *g, const char *text) {
    pt_move m = pt_parse_move(g->verbs, text);
    cr_assert_neq(m, 0, "cannot read '%s'", text);
    return m;
}

/* Plays a move that must be legal; seat PT_LUCK for luck. */
static inline void must_play(const pt_game *g, void *s, int seat, const char *text) {
    PT_TEXT(why, 256);
    pt_err err = pt_play(g, s, seat, must_parse(g, text), &why);
    cr_assert_eq(err, PT_OK, "%s: %s", text, why.at);
}

/* The move is refused, and the refusal begins like this ("R4.3:") and has these words in it. */
static inline void must_refuse(const pt_game *g, const void *s, int seat, pt_move m,
                               const char *start, const char *words) {
    PT_TEXT(why, 256);
    cr_assert_eq(pt_check(g, s, seat, m, &why), PT_REFUSED, "%s is expected", start);
    cr_assert(strncmp(why.at, start, strlen(start)) == 0, "expected %s, got '%s'", start,
              why.at);
    cr_assert(strstr(why.at, words), "'%s' lacks '%s'", why.at, words);
}

/* The position is refused with a reason that begins like this, and nothing is written. */
static inline void must_not_read(const pt_game *g, const pt_config *config, const char *text,
                                 const char *start) {
    unsigned char *s = malloc(g->state_size), *before = malloc(g->state_size);
    PT_TEXT(why, 256);
    cr_assert(s && before);
    memset(s, 0x5A, g->state_size);
    memset(before, 0x5A, g->state_size);
    cr_expect_neq(pt_parse_position(g, s, config, text, NULL, &why), PT_OK, "%s", text);
    cr_expect_gt(why.used, 0, "%s: no reason", text);
    cr_expect(strncmp(why.at, start, strlen(start)) == 0, "%s: expected %s, got '%s'", text,
              start, why.at);
    cr_expect_eq(memcmp(s, before, g->state_size), 0, "%s", text);
    free(s);
    free(before);
}

/* The moves are written as they are read. */
static inline void must_round_trip(const pt_game *g, const char *const *texts, size_t n) {
    for (size_t i = 0; i < n; i++) {
        PT_TEXT(text, 64);
        pt_print_move(g->verbs, must_parse(g, texts[i]), &text);
        cr_expect_str_eq(text.at, texts[i]);
    }
}
