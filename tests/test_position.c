/* Positions as text: every field of every game prints and reads back, and bad lines are refused
 * with words, their line and nothing changed. */
/* SPDX-License-Identifier: MIT */
#include "core/position.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 16 };

/* A state some way into a random game. */
static void reach(const pt_game *g, int seats, uint64_t seed, int plies, void *s) {
    pt_config c = pt_config_normal(g, seats);
    pt_move *moves = malloc(g->max_moves * sizeof *moves);
    pt_chance *luck = malloc(g->max_chance * sizeof *luck);
    pt_rng rng = {seed};
    pt_start(g, s, &c);
    while (plies-- > 0 && pt_head_of(s)->node != PT_OVER)
        pt_random_step(g, s, &rng, moves, luck);
    free(moves);
    free(luck);
}

/* Each field alone: printed, read onto a copy, printed again; nothing else moves. */
Test(position, every_field_reads_what_it_prints) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size), *copy = malloc(g->state_size);
        for (uint64_t seed = 1; seed <= 40; seed++) {
            reach(g, g->min_seats + (int)seed % (g->max_seats - g->min_seats + 1), seed,
                  (int)(seed * 7), s);
            for (int f = 0; f < g->field_count; f++)
                for (int k = 0; k == 0 || (g->fields[f].keys && g->fields[f].keys[k]); k++) {
                    PT_TEXT(value, 1024);
                    PT_TEXT(line, 1200);
                    PT_TEXT(why, 256);
                    uint64_t given = 0;
                    pt_print_field(&g->fields[f], s, k, &value);
                    pt_put(&line, "%s ", g->fields[f].name);
                    if (g->fields[f].keys) pt_put(&line, "%s ", g->fields[f].keys[k]);
                    pt_puts(&line, value.at);
                    memcpy(copy, s, g->state_size);
                    pt_err err = pt_parse_field(g, copy, line.at, &given, &why);
                    cr_assert_eq(err, PT_OK, "%s: '%s': %s", g->name, line.at, why.at);
                    cr_assert_eq(given, (uint64_t)1 << f);
                    PT_TEXT(again, 1024);
                    pt_print_field(&g->fields[f], copy, k, &again);
                    cr_assert_str_eq(again.at, value.at, "%s: '%s'", g->name, line.at);
                }
        }
        free(s);
        free(copy);
    }
}

Test(position, every_field_says_what_it_is) {
    for (int i = 0; pt_games[i]; i++)
        for (int f = 0; f < pt_games[i]->field_count; f++) {
            const pt_field *field = &pt_games[i]->fields[f];
            cr_expect(field->words && field->words[0], "%s: %s", pt_games[i]->name,
                      field->name);
            cr_expect_eq(
                pt_field_named(pt_games[i], (pt_word){field->name, strlen(field->name)}), field,
                "%s has two fields %s", pt_games[i]->name, field->name);
        }
}

/* A field alone is not read, and the reason has these words in it. */
static void not_read(const char *game, int seats, const char *line, const char *words) {
    const pt_game *g = pt_game_named(game);
    uint64_t s[PT_STATE_MAX / 8] = {0}, given = 0;
    pt_config c = pt_config_normal(g, seats);
    PT_TEXT(why, 256);
    g->blank(s, &c);
    cr_expect_neq(pt_parse_field(g, s, line, &given, &why), PT_OK, "%s: %s", game, line);
    cr_expect(strstr(why.at, words), "%s: '%s' lacks '%s'", line, why.at, words);
}

Test(position, nothing_stands_twice_on_a_line_that_is_a_set) {
    const struct {
        const char *game, *line;
    } twice[] = {{"mykerinos", "cubes 1 a1 b1 a1"},
                 {"mykerinos", "pyramids a1 a1"},
                 {"mykerinos", "undealt V1 V1"},
                 {"mykerinos", "rooms 33=1 33=1"},
                 {"mytikas", "cubes 1 S1=1 S1=2"},
                 {"mytikas", "cubes 1 S1=0 S1=2"},
                 {"mytikas", "line hera hera"},
                 {"mytikas", "fresh pan pan"},
                 {"mytikas", "hand 1 hera none hera"},
                 {"mytikas", "spaces 1 minor-a=1 minor-a=2"},
                 {"mytikas", "used hades hades"},
                 {"myriath", "hand 1 1aa 1aa"},
                 {"myriath", "starters 1 1"},
                 {"myst", "used y K1 K1"},
                 {"myst", "over R1 R2"},
                 {"myst", "over R0 R1"},
                 {"myst", "waiting y y"},
                 {"cyclades", "deck pegasus pegasus"},
                 {"cyclades", "alive p1 p1"},
                 {"cyclades", "locked c4 c4"}};
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++)
        not_read(twice[i].game, pt_game_named(twice[i].game)->max_seats, twice[i].line,
                 "given twice");
    not_read("cyclades", 5, "isle n1 p1 1 metropolis metropolis", "one metropolis");
}

Test(position, no_position_is_later_than_any_game) {
    for (int i = 0; pt_games[i]; i++) {
        PT_TEXT(line, 32);
        pt_put(&line, "ply %d", pt_games[i]->max_ply + 1);
        not_read(pt_games[i]->name, pt_games[i]->min_seats, line.at,
                 "is not a number of moves");
    }
}

Test(position, rows_of_markers_end_where_the_rest_is_empty) {
    not_read("cyclades", 2, "order", "the line ends");
    not_read("cyclades", 2, "order p1 x", "'x' is not a player or -");
    not_read("cyclades", 2, "apollo - - - - - -", "expected");
}

Test(position, what_is_wanted_has_its_article) {
    not_read("cyclades", 2, "gold 3", "the line ends where it needs an amount of gold, 0 to");
    not_read("cyclades", 2, "alive x", "'x' is not a player");
    not_read("mytikas", 2, "area x", "'x' is not an area");
}

static bool has_word(const char *words, const char *word) {
    size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at++)
        if ((at == words || strchr(" (", at[-1])) && strchr(" ,.;()", at[n])) return true;
    return false;
}

/* Somebody who writes a position reads nothing but these words. */
Test(position, the_words_of_a_phase_name_every_phase) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_field *f = pt_field_named(pt_games[i], (pt_word){"phase", 5});
        for (int value = 0; f && value < f->plain.kind->count; value++)
            cr_expect(has_word(f->words, f->plain.kind->names[value]), "%s: %s",
                      pt_games[i]->name, f->plain.kind->names[value]);
    }
}

Test(position, a_byte_order_mark_is_skipped) {
    const pt_game *g = pt_game_named("mykerinos");
    uint64_t s[PT_STATE_MAX / 8];
    pt_config c = pt_config_normal(g, 2);
    PT_TEXT(why, 256);
    cr_expect_eq(pt_parse_position(g, s, &c, "\xEF\xBB\xBFply 3\n", NULL, &why), PT_OK, "%s",
                 why.at);
    cr_expect_eq(pt_head_of(s)->ply, 3);
}

/* What no game reads, in the middle of a good position. */
Test(position, a_bad_line_is_refused_with_its_number_and_nothing_changed) {
    const char *const bad[] = {"frobnicate 3", "? ",      "= 1",    "ply",
                               "ply x",        "ply 1 2", "ply -1", "ply 99999999999999999999"};
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size), *copy = malloc(g->state_size);
        char *good = malloc(TEXT), *text = malloc(TEXT);
        pt_config c = pt_config_normal(g, g->min_seats);
        reach(g, g->min_seats, 3, 60, s);
        pt_text out = pt_text_on(good, TEXT);
        pt_print_position(g, s, &out);
        for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
            PT_TEXT(why, 256);
            int line = -1;
            pt_text t = pt_text_on(text, TEXT);
            pt_put(&t, "# a comment\n\n%s  # and why\n", bad[b]);
            pt_puts(&t, good);
            memset(copy, 0x5A, g->state_size);
            cr_expect_neq(pt_parse_position(g, copy, &c, text, &line, &why), PT_OK,
                          "%s: read '%s'", g->name, bad[b]);
            cr_expect_eq(line, 3, "%s: '%s': line %d", g->name, bad[b], line);
            cr_expect_gt(why.used, 5, "%s: '%s'", g->name, bad[b]);
            for (size_t k = 0; k < g->state_size; k++)
                cr_assert_eq(copy[k], 0x5A, "%s: '%s' changed the state", g->name, bad[b]);
        }
        free(s);
        free(copy);
        free(good);
        free(text);
    }
}

Test(position, what_is_said_twice_is_refused_even_if_it_is_the_same) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size);
        char *text = malloc(TEXT);
        pt_config c = pt_config_normal(g, g->min_seats);
        PT_TEXT(why, 256);
        int line = 0;
        reach(g, g->min_seats, 3, 60, s);
        pt_text out = pt_text_on(text, TEXT);
        pt_print_position(g, s, &out);
        pt_putn(&out, text, strcspn(text, "\n") + 1); /* the first line once more */
        cr_expect_eq(pt_parse_position(g, s, &c, text, &line, &why), PT_UNREADABLE, "%s",
                     g->name);
        cr_expect(strstr(why.at, "line before"), "%s: %s", g->name, why.at);
        free(s);
        free(text);
    }
}

/* No text, however broken, crashes a reader or gives a state that its own audit refuses. */
Test(position, damaged_positions_are_refused_or_sound) {
    for (int i = 0; pt_games[i]; i++) {
        const pt_game *g = pt_games[i];
        unsigned char *s = malloc(g->state_size);
        char *text = malloc(TEXT);
        pt_rng rng = {99};
        int refused = 0;
        for (uint64_t seed = 1; seed <= 300; seed++) {
            int seats = g->min_seats + (int)seed % (g->max_seats - g->min_seats + 1);
            pt_config c = pt_config_normal(g, seats);
            reach(g, seats, seed, (int)seed, s);
            pt_text out = pt_text_on(text, TEXT);
            pt_print_position(g, s, &out);
            for (int k = 0; k < 3; k++) {
                char *at = text + pt_below(&rng, (uint32_t)out.used);
                *at = (char)(32 + pt_below(&rng, 95));
            }
            PT_TEXT(why, 512);
            if (pt_parse_position(g, s, &c, text, NULL, &why) != PT_OK) {
                cr_assert_gt(why.used, 5, "%s: refused without a word", g->name);
                refused++;
            } else {
                cr_assert_eq(g->audit(s, &why), PT_OK, "%s: %s", g->name, why.at);
            }
        }
        cr_expect_gt(refused, 30, "%s refused only %d of 300", g->name, refused);
        free(s);
        free(text);
    }
}
